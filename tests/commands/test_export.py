"""`export` and `import-answer`: legends, standard output, boards without a solution, pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.cli import run
from studio.core import files, registry
from studio.core.engine import Options

FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
SIGNS = {"cnf": "c ", "smt2": "; ", "lp": "\\ ", "mps": "* ", "mzn": "% "}


def board(family_id: str) -> Path:
    return sorted((files.library_folder() / family_id).glob("*.puzzle"))[1]


@pytest.mark.parametrize("family_id", FAMILIES)
def test_what_an_engine_gives_its_solver_has_a_legend(family_id: str, tmp_path: Path) -> None:
    family, path = registry.family(family_id), board(family_id)
    seen = 0
    for engine in family.engines():
        for form in engine.export(files.load(path).puzzle, Options()):
            out = tmp_path / f"x.{form}"
            assert run(["export", str(path), "--engine", engine.id, "--out", str(out)]) == 0
            text = out.read_text()
            comments = [line for line in text.splitlines() if line.startswith(SIGNS[form])]
            assert engine.id in comments[0] and (engine.legend in comments[1] if engine.legend else len(comments) > 5)
            assert form != "smt2" or ":produce-models true" in text
            assert form != "mps" or "NAME model FREE" in text or "NAME          PUZZLE" in text
            seen += 1
    assert seen


@pytest.mark.parametrize("family_id", FAMILIES)
def test_standard_output(family_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(board(family_id)), "--to", "mzn", "--out", "-"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("solve satisfy;")


def test_boards_without_a_solution_are_exported_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.txt"
    path.write_text("2 2\n3 1\n1 0\n")
    for form in ("cnf", "smt2", "lp", "mps", "mzn"):
        assert run(["export", str(path), "--out", str(tmp_path / f"x.{form}")]) == 0
    assert run(["export", str(path), "--second", "--out", str(tmp_path / "y.cnf")]) == 2
    assert run(["export", str(path), "--out", str(tmp_path / "y.html")]) == 2
    told = capsys.readouterr().err
    assert "no solution" in told and "Traceback" not in told
    model = tmp_path / "model.txt"
    model.write_text("s UNSATISFIABLE\n")
    assert run(["import-answer", str(path), str(model), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unsatisfiable"] is True


def test_a_page_to_play(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    assert run(["export", str(board("fobidoshi")), "--out", str(out)]) == 0
    assert "<svg" in out.read_text() and "Check" in out.read_text()
    assert run(["export", str(board("fobidoshi")), "--engine", "smt", "--out", str(out)]) == 2

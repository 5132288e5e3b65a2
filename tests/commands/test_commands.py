from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from studio.cli import run
from studio.core import files, registry
from studio.core.puzzle import Puzzle

FAMILY = registry.family("_template")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def puzzle() -> Puzzle:
    return FAMILY.samples()[0]


@pytest.fixture
def path(tmp_path: Path, puzzle: Puzzle) -> Path:
    target = tmp_path / "four.puzzle"
    files.save(target, puzzle)
    return target


def test_solve_as_json_lines(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", str(path), str(path.parent), "--unique", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2
    assert {"file", "family", "engine", "status", "seconds", "solutions", "stats"} <= set(lines[0])
    assert lines[0]["status"] == "unique" and len(lines[0]["solutions"][0]) == 4
    assert {"nodes", "guesses", "backtracks", "max_depth", "depth_histogram"} <= set(lines[0]["stats"])


def test_solve_for_people(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "solved" in shown and "nodes" in shown and len(shown.splitlines()) >= 6


def test_a_puzzle_without_solution_is_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.puzzle"
    files.save(path, FAMILY.blank(3, 3).with_givens((1, 2, 0, 0, 0, 0, 0, 0, 0)).with_givens((1, 2, 0, 0, 0, 3, 0, 0, 0)))
    assert run(["solve", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "none"


def test_an_unanswered_puzzle_gives_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.puzzle"
    files.save(path, FAMILY.blank(30, 30))
    assert run(["solve", str(path), "--solutions", "0", "--time-limit", "0.3", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "timeout"


@pytest.mark.parametrize("words", [
    ["solve", "absent.puzzle"], ["solve", "."], ["check", "absent.puzzle"], ["solve", "{path}", "--engine", "nonsense"],
    ["solve", "{path}", "--option", "x=1"], ["solve", "{path}", "--option", "x"], ["render", "{path}", "--out", "x.bmp"],
    ["render", "{path}", "--out", "x.gif"], ["solve", "{path}", "--time-limit", "-1"], ["solve", "{path}", "--solutions", "-1"],
    ["convert", "{path}", "--to", "nonsense"], ["export", "{path}", "--engine", "auto", "--out", "x.smt2"],
    ["lab", "_template", "nonsense"], ["bench", "absent"], ["engines", "chess"],
    ["mend", "{path}", "--time-limit", "0", "--out", "x.puzzle"], ["mend", "absent.puzzle", "--out", "x.puzzle"],
])
def test_bad_input_is_one_sentence_and_exit_code_2(words: list[str], path: Path, tmp_path: Path,
                                                   capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    assert run([word.format(path=path) for word in words]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("puzzle-studio: ")]
    assert said and "Traceback" not in "".join(said)
    assert not list(empty.iterdir())


def test_mend_keeps_question_marks_where_that_is_wished(tmp_path: Path) -> None:
    board, out = tmp_path / "board.puzzle", tmp_path / "out.puzzle"
    files.save(board, registry.family("fillomino").blank(3, 3).with_givens((-1, 0, 0, 0, 4, 0, 0, 0, -1)))
    assert run(["mend", str(board), "--out", str(out)]) == 0
    assert -1 not in (files.load(out).puzzle.givens[cell] for cell in (0, 8)), "told unless one wishes otherwise"
    assert run(["mend", str(board), "--keep-questions", "--out", str(out)]) == 0
    assert files.load(out).puzzle.givens[0] == files.load(out).puzzle.givens[8] == -1


def test_mend_adds_what_is_missing_and_drops_what_is_not_needed(tmp_path: Path,
                                                                capsys: pytest.CaptureFixture[str]) -> None:
    loose, rich = tmp_path / "loose.puzzle", tmp_path / "rich.puzzle"
    files.save(loose, FAMILY.blank(4, 4).with_givens((1, *[0] * 15)))
    assert run(["mend", str(loose), "--out", str(rich)]) == 0
    assert "added" in capsys.readouterr().out
    assert run(["mend", str(rich), "--out", str(tmp_path / "same.puzzle")]) == 0
    assert "nothing to mend" in capsys.readouterr().out
    mended = files.load(rich).puzzle
    assert mended.solution is not None
    files.save(loose, mended.with_givens(mended.solution))
    assert run(["mend", str(loose), "--thin", "--symmetry", "half-turn", "--out", str(rich)]) == 0
    assert "dropped" in capsys.readouterr().out
    assert run(["analyze", str(rich), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "unique"


def test_check_names_the_broken_rule(tmp_path: Path, puzzle: Puzzle, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "played.puzzle"
    row = [cell for cell in range(4) if not puzzle.givens[cell]][:2]
    files.save(path, puzzle, {"marks": [3 if cell in row else 0 for cell in range(16)]})
    assert run(["check", str(path)]) == 1
    assert "row-repeat" in capsys.readouterr().out


def test_bench_prints_a_table_and_a_csv(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results.csv"
    words = ["bench", str(path), "--engines", "auto,auto[order=first]", "--unique", "--repeat", "2", "--out", str(out)]
    assert run(words) == 0
    shown = capsys.readouterr().out
    assert "auto[order=first]" in shown and "1/1" in shown and "ratio" in shown
    assert len(out.read_text().splitlines()) == 3


def test_convert_there_and_back(path: Path, tmp_path: Path, puzzle: Puzzle) -> None:
    text = tmp_path / "four.txt"
    assert run(["convert", str(path), "--to", "latin-text", "--out", str(text)]) == 0
    assert files.load(text).puzzle.givens == puzzle.givens


def test_convert_tells_what_a_format_does_not_keep(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(path), "--to", "latin-text"]) == 0
    assert "four.puzzle: Latin square text does not keep the title" in capsys.readouterr().err


def test_a_strict_conversion_writes_nothing_that_loses_anything(path: Path, tmp_path: Path,
                                                                capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.txt"
    assert run(["convert", str(path), "--to", "latin-text", "--strict", "--out", str(out)]) == 2
    assert "does not keep the title" in capsys.readouterr().err and not out.exists()
    assert run(["convert", str(path), "--to", "puzzle", "--strict", "--out", str(out)]) == 0


def test_reflections_live_in_the_name_of_a_tiler_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    family = registry.family("tiling")
    puzzle = family.blank(4, 4, reflections=True)
    files.save(tmp_path / "flip.puzzle", puzzle)
    plain, quoted = tmp_path / "x.problem", tmp_path / "x'.problem"
    assert run(["convert", str(tmp_path / "flip.puzzle"), "--to", "tiler", "--out", str(plain), "--strict"]) == 2
    assert "cannot tell the reflections" in capsys.readouterr().err and not plain.exists()
    assert run(["convert", str(tmp_path / "flip.puzzle"), "--to", "tiler", "--out", str(quoted)]) == 0
    assert files.load(quoted).puzzle.params["reflections"] is True


def test_the_basic_variant_can_be_mended_on_its_way_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the usual rules this board has several solutions; the clues that the address gets say which one is meant."""
    clues = (0, 0, 1, 0, 0, 0, 0, 8, 0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0, 6)
    files.save(tmp_path / "basic.puzzle", registry.family("fillomino").blank(5, 5, variant="basic").with_givens(clues))
    out = tmp_path / "out.url"
    assert run(["convert", str(tmp_path / "basic.puzzle"), "--to", "fillomino-url", "--out", str(out)]) == 0
    assert "cannot tell the variant (basic)" in capsys.readouterr().err
    assert run(["solve", str(out), "--unique", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "multiple"
    words = ["convert", str(tmp_path / "basic.puzzle"), "--to", "fillomino-url", "--mend", "--out", str(out)]
    assert run([*words, "--strict"]) == 0
    assert "it needs these clues, too: r" in capsys.readouterr().err
    assert run(["solve", str(out), "--unique", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "unique"


def test_the_module_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "studio", "--version"], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("Puzzle Studio ")


def test_the_kernels_policy_is_a_choice_that_stands_in_the_statistics() -> None:
    """Started as a program: the choice is one of the process."""
    told = []
    for choice in ("plain", "compiled"):
        puzzle = "puzzles/fillomino/05-allotments.puzzle"
        command = [sys.executable, "-m", "studio", "--kernels", choice, "solve", puzzle, "--unique", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        told.append(json.loads(done.stdout))
    assert [line["stats"]["kernels"] for line in told] == ["plain", "compiled"]
    assert told[0]["solutions"] == told[1]["solutions"] and told[0]["stats"]["nodes"] == told[1]["stats"]["nodes"]


def test_a_crew_gives_the_same_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    assert run(["generate", "_template", "--size", "3x3", "--count", "2", "--jobs", "2", "--out", str(folder)]) == 0
    (folder / "bad.puzzle").write_text("nothing")
    capsys.readouterr()
    told = []
    for jobs in ("1", "2"):
        assert run(["solve", str(folder), "--json", "--unique", "--jobs", jobs]) == 2
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        told.append(sorted((line["file"], line["status"], str(line["solutions"])) for line in lines))
    assert told[0] == told[1] and len(told[0]) == 3
    assert run(["bench", str(folder), "--jobs", "0"]) == 2


@pytest.mark.usefixtures("only_ours")
def test_addresses_and_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"
    assert run(["solve", address, "--unique", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "unique"
    assert run(["convert", "fillomino/6/6/h4j53g2k5233k2g14j3h", "--to", "fillomino-text"]) == 0
    assert capsys.readouterr().out.startswith("6 6\n0 0 4 ")
    text = f"one {address} and two https://puzz.link/p?fillomino/5/5/g1k34g2h5h4n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-16"))))
    assert run(["convert", "-", "--to", "puzzle", "--out", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b". . 1\n. 3 .\n. . .\n")))
    assert run(["render", "-", "--out", str(tmp_path / "x.svg")]) == 0 and (tmp_path / "x.svg").exists()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x x\n. x\n")))
    assert run(["analyze", "-"]) == 2 and "--family" in capsys.readouterr().err


def test_tiles_in_their_short_form_are_not_called_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files.save(tmp_path / "short.puzzle", registry.family("tiling").blank(4, 5, tiles="5:4L 0:4T", reflections=True))
    assert run(["convert", str(tmp_path / "short.puzzle"), "--to", "tiling-penpa", "--strict"]) == 0
    assert "cannot tell" not in capsys.readouterr().err

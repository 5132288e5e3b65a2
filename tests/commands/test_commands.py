from __future__ import annotations

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
    assert "Latin square text does not keep the title of " in capsys.readouterr().err


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

"""What the conformance kit cannot know, and that the studio works with a family from outside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from studio import cli
from studio.core import files, registry
from studio.core.engine import Cancel, Limits, Status
from studio.core.puzzle import Board, Puzzle
from studio.setter.ask import ask_best

FAMILY = registry.family("nurikabe")
SAMPLES = sorted(files.sample_folder("nurikabe").glob("*.puzzle"))


def board(givens: str, marks: str) -> Board:
    rows = [row.split() for row in givens.split("/")]
    numbers = tuple(int(token.replace("?", "-1").replace(".", "0")) for row in rows for token in row)
    puzzle = Puzzle("nurikabe", FAMILY.blank(len(rows), len(rows[0])).grid, numbers)
    return Board(puzzle, [{"#": 1, "o": 2, ".": 0}[mark] for mark in marks.replace("/", "").replace(" ", "")])


@pytest.mark.parametrize(("rule", "givens", "marks"), [
    ("flooded", "1 . .", "#.."),
    ("pool", ". . / . . / ? .", "## / ## / .."),
    ("sea-apart", "2 . / . .", "o# / #o"),
    ("joined", "2 . 2", ".o."),
    ("unnamed", ". . . / . . 1", "o#. / ##."),
    ("too-large", "1 . .", "oo."),
    ("too-small", "3 . .", ".#."),
])
def test_one_failing_board_per_rule(rule: str, givens: str, marks: str) -> None:
    assert rule in [violation.rule for violation in FAMILY.check(board(givens, marks))]


def test_it_is_a_plugin_with_samples_and_a_page() -> None:
    assert FAMILY in registry.plugins() and registry.troubles() == []
    assert len(SAMPLES) >= 5 and files.guide_pages()["nurikabe"].read_text().startswith("# Nurikabe")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_have_the_solution_that_they_tell(path: Path) -> None:
    puzzle = files.load(path).puzzle
    result = ask_best(puzzle, 2, Cancel(Limits(60.0)))
    assert result.status is Status.UNIQUE and result.solutions == [puzzle.solution]


@pytest.mark.parametrize("clues", [{44: 12}, {44: -1}, {44: 34}, {11: 12, 88: -1}, {30: 12, 75: 3}, {11: 12, 55: -1, 88: 3}])
def test_boards_with_few_clues_get_a_verdict(clues: dict[int, int]) -> None:
    puzzle = FAMILY.blank(10, 10).with_givens(clues.get(cell, 0) for cell in range(100))
    assert ask_best(puzzle, 2, Cancel(Limits(60.0))).status in (Status.NONE, Status.MULTIPLE)


def test_an_address_keeps_question_marks() -> None:
    puzzle = files.parse("https://puzz.link/p?nurikabe/5/5/g1h.l.g.i2h.-10h./").puzzle
    assert puzzle.family == "nurikabe" and puzzle.givens.count(-1) == 5 and 16 in puzzle.givens


@pytest.mark.parametrize("command", [
    "engines nurikabe", "check {0}", "solve {0} --unique", "analyze {0}", "render {0} --out {1}/board.svg", "lab nurikabe",
    "convert {0} --to nurikabe-url", "generate nurikabe --size 5x5 --seed 3 --out {1}",
    "bench {0} --engines auto,rules --time-limit 20",
])
def test_the_command_line_works_with_it(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(command.format(SAMPLES[0], tmp_path).split()) == 0, capsys.readouterr().err

"""Janko text as all families share it: facts kept, sections in both spellings, sizes said or counted, blank lines linear."""

from __future__ import annotations

import pytest

from studio.core import janko, registry
from studio.core.puzzle import BadPuzzle, Puzzle

PAGE = """begin
puzzle {family}
author Somebody
info first line
info second line
unit 36
{size}
problem
{row}
{row}
moves 1a 2b
end
and what follows the end
"""
ROWS = {"fillomino": "2 - 1", "fobidoshi": "o - x"}


def codec(family: str) -> janko.JankoText:
    return next(each for each in registry.family(family).codecs() if isinstance(each, janko.JankoText))


def read(family: str, size: str = "rows 2\ncols 3", **changes: str) -> Puzzle:
    text = PAGE.format(family=family, size=size, row=ROWS[family])
    for old, new in changes.items():
        text = text.replace(old, new)
    return codec(family).read(text, "")


@pytest.mark.parametrize("family", ROWS)
def test_every_fact_survives(family: str) -> None:
    puzzle = read(family)
    assert (puzzle.author, puzzle.notes) == ("Somebody", "first line\nsecond line")
    assert puzzle.extra["janko"] == {"unit": "36", "moves": "1a 2b"}
    assert codec(family).read(codec(family).write(puzzle), "") == puzzle


@pytest.mark.parametrize("family", ROWS)
@pytest.mark.parametrize("size", ["rows 2\ncols 3", "size 2x3", "size 2 3", ""])
def test_a_size_is_said_or_counted(family: str, size: str) -> None:
    assert read(family, size) == read(family)


@pytest.mark.parametrize("family", ROWS)
@pytest.mark.parametrize("size", ["size 2", "rows 3\ncols 3", "size x", "rows a\ncols 3", "size 0", "size " + "9" * 5000])
def test_a_size_that_is_not_the_problems_is_refused(family: str, size: str) -> None:
    with pytest.raises(BadPuzzle):
        read(family, size)


@pytest.mark.parametrize("family", ROWS)
def test_brackets_are_the_newer_spelling(family: str) -> None:
    assert read(family, problem="[problem]", moves="[moves]") == read(family)


def test_other_puzzles_are_left_to_others() -> None:
    for family in ROWS:
        for name in (*ROWS, "sudoku"):
            page = PAGE.format(family=name, size="", row=ROWS[family])
            assert codec(family).confidence(page, "") == (1.0 if name == family else 0.0)


def test_blank_lines_cost_no_more_than_other_lines() -> None:
    """A pattern over lines needs a time that grows with the square of the blank lines: this would not end today."""
    text = "\n" * 400_000 + PAGE.format(family="fobidoshi", size="", row="o - x")
    assert [codec(family).confidence(text, "") for family in ROWS] == [0.0, 1.0]

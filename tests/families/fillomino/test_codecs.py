"""Foreign texts: recognised by content, read, written, and refused with a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.core import registry
from studio.core.puzzle import BadPuzzle
from studio.families.fillomino.codecs.penpa import FillominoPenpa
from studio.families.fillomino.codecs.text import JankoText, ThesisText, looks_like_arrows
from studio.families.fillomino.model import BASIC, CHALLENGING, QUESTION, params
from tests.data import shared_data

FILLOMINO = registry.family("fillomino")

JANKO = """begin
puzzle fillomino
author A. Nonymous
title Corner
info made for a test
rows 2
cols 3
problem
2 - 1
- 3 .
solution
2 2 1
3 3 3
moves 1a2
end
"""


def test_thesis_text_round_trip() -> None:
    for puzzle in FILLOMINO.samples():
        text = ThesisText().write(puzzle)
        again = ThesisText().read(text, "board.txt")
        assert again.givens == puzzle.givens
        assert again.grid == puzzle.grid


def test_thesis_text_forgives_dots_and_a_missing_newline() -> None:
    puzzle = ThesisText().read("2 3\n2 . 1\n0 3 -", "x.txt")
    assert puzzle.givens == (2, 0, 1, 0, 3, 0)
    assert puzzle.param("variant") == CHALLENGING


def test_boards_named_like_the_thesis_basic_ones_are_basic() -> None:
    assert ThesisText().read("1 1\n1", "10x10PB3.txt").param("variant") == BASIC
    assert ThesisText().read("1 1\n1", "/some/where/10x10PB3.txt").title == "10x10PB3"


@pytest.mark.parametrize("text", ["2 2\n1 2 3", "2 2\n1 2 x 3", "0 3\n", "7"])
def test_broken_thesis_text_is_refused(text: str) -> None:
    assert ThesisText().confidence(text, "x.txt") < 0.5
    with pytest.raises(BadPuzzle):
        ThesisText().read(text, "x.txt")


def test_janko_text_is_read_whole() -> None:
    puzzle = JankoText().read(JANKO, "x.txt")
    assert puzzle.givens == (2, 0, 1, 0, 3, 0)
    assert puzzle.solution == (2, 2, 1, 3, 3, 3)
    assert (puzzle.author, puzzle.title, puzzle.notes) == ("A. Nonymous", "Corner", "made for a test")


def test_janko_round_trip_with_brackets() -> None:
    newer = JANKO.replace("problem", "[problem]").replace("solution", "[solution]").replace("moves 1a2", "[moves]\n1a 2b")
    puzzle = JankoText().read(newer, "x.txt")
    again = JankoText().read(JankoText().write(puzzle), "x.txt")
    assert again == puzzle


BROKEN = ["begin\npuzzle fillomino\nend\n", JANKO.replace("2 - 1", "2 -"), JANKO.replace("- 3 .", "- q .")]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_janko_text_is_refused(text: str) -> None:
    with pytest.raises(BadPuzzle):
        JankoText().read(text, "x.txt")


def test_formats_are_told_apart() -> None:
    assert JankoText().confidence(JANKO, "") == 1.0
    assert JankoText().confidence(JANKO.replace("fillomino", "fobidoshi"), "") == 0.0
    assert ThesisText().confidence(JANKO, "") == 0.0
    assert ThesisText().confidence("latin 2 2\n1 0 0 1", "") == 0.0


def test_arrows_of_evolomino_are_not_taken_for_numbers() -> None:
    assert looks_like_arrows(2, 3, [1, 1, 5, 0, 13, 4])
    assert not looks_like_arrows(2, 3, [3, 0, 2, 2, 1, 0])
    for file in sorted(shared_data("fillomino/janko").glob("*.txt"))[::10]:
        assert ThesisText().confidence(file.read_text(), file.name) == 0.8
    for file in sorted(shared_data("evolomino").rglob("*.txt"))[::10]:
        assert ThesisText().confidence(file.read_text(), file.name) <= 0.2


def test_penpa_refuses_a_largest_region_and_nothing_else() -> None:
    """It draws question marks and given borders: only what it cannot say is named."""
    puzzle = JankoText().read(JANKO, "")
    asked = replace(puzzle, givens=(QUESTION, *puzzle.givens[1:]))
    assert FillominoPenpa().write(asked)
    with pytest.raises(BadPuzzle, match=r"^Penpa\+ knows no largest region$"):
        FillominoPenpa().write(replace(asked, params=params(limit=3)))

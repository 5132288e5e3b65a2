"""One failing board per rule that must name the rule, and the checker's silence on what can still be mended."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.families.fillomino.check import GIVEN_CHANGED, HIDDEN, TOO_LARGE, TOO_SMALL, solves
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.model import BASIC, CHALLENGING

FILLOMINO = registry.family("fillomino")


def board(variant: str, givens: str, marks: str) -> Board:
    rows = [[int(token) for token in row.split()] for row in givens.split("/")]
    numbers = tuple(number for row in rows for number in row)
    puzzle = Puzzle("fillomino", Grid(len(rows), len(rows[0])), numbers, params={"variant": variant})
    return Board(puzzle, [int(token) for token in marks.replace("/", " ").split()])


# rule, variant, givens, marks, the cells to blame
FAILING = [
    (TOO_LARGE, CHALLENGING, "4 4 0 / 0 0 0", "4 4 4 / 0 4 4", (0, 1, 2, 4, 5)),  # thesis, figure 2a
    (TOO_LARGE, CHALLENGING, "1 0 / 0 0", "0 1 / 0 0", (0, 1)),
    (TOO_SMALL, CHALLENGING, "2 3 / 0 0", "0 0 / 3 3", (0,)),  # full board, one cell short: figure 2b
    (TOO_SMALL, CHALLENGING, "5 2 2 / 1 0 0", "0 0 0 / 0 0 0", (0,)),  # walled in while cells are still empty
    (HIDDEN, BASIC, "2 0 0 / 0 0 3", "0 2 1 / 3 3 0", (2,)),
    (HIDDEN, BASIC, "1 2 0 / 3 0 0", "0 0 0 / 0 0 1", (5,)),
    (GIVEN_CHANGED, CHALLENGING, "2 0 / 0 0", "3 0 / 0 0", (0,)),
]


@pytest.mark.parametrize(("rule", "variant", "givens", "marks", "cells"), FAILING)
def test_names_the_broken_rule(rule: str, variant: str, givens: str, marks: str, cells: tuple[int, ...]) -> None:
    found = {violation.rule: violation for violation in FILLOMINO.check(board(variant, givens, marks))}
    assert rule in found
    assert found[rule].cells == cells
    assert found[rule].message


FINE = [
    (CHALLENGING, "2 0 1 / 0 0 0", "0 2 0 / 3 3 3"),
    (BASIC, "2 0 1 / 0 3 0", "0 2 0 / 3 0 3"),
]


@pytest.mark.parametrize(("variant", "givens", "marks"), FINE)
def test_accepts_solutions(variant: str, givens: str, marks: str) -> None:
    shown = board(variant, givens, marks)
    assert FILLOMINO.check(shown) == []
    assert FILLOMINO.is_complete(shown)


def test_hidden_regions_are_allowed_in_the_challenging_variant_only() -> None:
    givens, marks = "2 0 0 / 0 0 0", "0 2 1 / 3 3 3"
    assert FILLOMINO.check(board(CHALLENGING, givens, marks)) == []
    assert [violation.rule for violation in FILLOMINO.check(board(BASIC, givens, marks))] == [HIDDEN, HIDDEN]


def test_diagonal_contact_is_allowed() -> None:
    assert FILLOMINO.check(board(CHALLENGING, "2 2 1 / 1 2 2", "0 0 0 / 0 0 0")) != []  # 2s touch along an edge
    assert FILLOMINO.check(board(CHALLENGING, "1 2 2 / 3 1 3 / 3 3 0", "0 0 0 / 0 0 0 / 0 0 0")) == []


def test_partial_boards_are_blamed_only_for_what_cannot_be_mended() -> None:
    assert FILLOMINO.check(board(CHALLENGING, "5 0 0 / 0 0 0", "0 0 0 / 0 0 0")) == []
    assert not FILLOMINO.is_complete(board(CHALLENGING, "5 0 0 / 0 0 0", "0 0 0 / 0 0 0"))


@pytest.mark.parametrize("givens", [(7, 0, 0, 0, 0, 0), (-3, 0, 0, 0, 0, 0)])
def test_refuses_numbers_that_cannot_be(givens: tuple[int, ...]) -> None:
    with pytest.raises(BadPuzzle, match="does not fit"):
        FILLOMINO.validate(Puzzle("fillomino", Grid(2, 3), givens))


def test_refuses_an_unknown_variant() -> None:
    with pytest.raises(BadPuzzle, match="variants"):
        FILLOMINO.validate(Puzzle("fillomino", Grid(1, 1), (1,), params={"variant": "odd"}))


@pytest.mark.parametrize("terms", [{}, {"variant": BASIC}, {"limit": 4}, {"borders": True}])
def test_the_quick_look_at_full_boards_agrees_with_the_rules(terms: dict[str, object]) -> None:
    """Solutions, and solutions with some cells changed: `solves` says yes exactly where no rule is broken."""
    rng, right, wrong = Random(7), 0, 0
    for _ in range(30):
        division = random_division(Grid(4, 5), 4, rng, Cancel())
        givens = tuple(number if rng.random() < 0.4 else -1 if rng.random() < 0.1 else 0 for number in division)
        params = {name: value for name, value in terms.items() if name != "borders"}
        puzzle = Puzzle("fillomino", Grid(4, 5), givens, params=params)
        if "borders" in terms:
            puzzle = replace(puzzle, borders=tuple(int(rng.random() < 0.05) for _ in range(puzzle.grid.border_count)))
        for changes in (0, 1, 2):
            answer = list(division)
            for cell in rng.sample(range(20), changes):
                answer[cell] = rng.randint(1, 5)
            marks = Board(puzzle, answer)
            broken = FILLOMINO.check(marks)
            assert solves(puzzle, tuple(answer)) == (not broken)
            right, wrong = right + (not broken), wrong + bool(broken)
    assert right and wrong
    assert not solves(puzzle, division[:-1])

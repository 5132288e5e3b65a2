"""Pencil marks on demand: true beside the player's marks, and never more than the easy rules say."""

from __future__ import annotations

import pytest

from studio.core import registry
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.setter.pencil import pencil
from tests.families.film_boards import boards

FAMILIES = [pytest.param(family, id=family.id) for family in registry.all_families() if family.rulebook is not None]


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_left_out_that_a_solution_with_these_marks_has(family: Family) -> None:
    checked = 0
    for number, (puzzle, solutions) in enumerate(boards(family.id, 10)):
        for answer in solutions[:3]:
            start = family.start_marks(puzzle)
            marks = [first or (value if cell % 4 == number % 4 and family.pieces is None else 0)
                     for cell, (first, value) in enumerate(zip(start, answer))]
            found = pencil(puzzle, marks)
            assert not found.clash
            for other in solutions:
                if found.slate is not None and all(not mark or first or mark == value
                                                   for mark, first, value in zip(marks, start, other)):
                    assert found.slate.keeps(marks, found.gone, other) == []
                    checked += 1
    assert checked


def _latin(*givens: int) -> Puzzle:
    family = registry.family("_template")
    return family.blank(4, 4).with_givens(givens)


def test_the_easy_rules_are_asked_and_nothing_is_written() -> None:
    puzzle = _latin(1, 2, 3, 0, *[0] * 12)
    found = pencil(puzzle, [1, 2, 3, *[0] * 13])
    assert found.slate is not None
    left = found.slate.numbers([1, 2, 3, *[0] * 13], found.gone)
    assert left[3] == (4,) and left[4] == (2, 3, 4)


def test_marks_that_cannot_all_be_right_are_told() -> None:
    puzzle = _latin(1, 2, 0, 0, *[0] * 12)
    found = pencil(puzzle, [1, 2, 3, 3, *[0] * 12])
    assert found.clash

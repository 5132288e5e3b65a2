"""Solutions with large blocks, grown from solutions with small ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from studio.families.evolomino.growing import Grower, kin_of
from studio.families.evolomino.kernel.solve import Solver
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, Field, field_of, puzzle_of
from studio.families.evolomino.solved import solves
from studio.setter.analysis import Verdict, analyse
from tests.families.evolomino.boards import random_board

LONELY = Field(14, 14, (0,) * 196, ((32, 33, 34), (130, 144, 158, 159)))


def squares_of(flags: tuple[int, ...]) -> frozenset[int]:
    return frozenset(cell for cell, flag in enumerate(flags) if flag)


def small_blocks(field: Field, count: int) -> list[frozenset[int]]:
    """The first solutions of the search: it begins with small blocks."""
    solver = Solver(field)
    return [squares_of(flags) for _ in range(count) if (flags := solver.next()) is not None]


def is_solution(field: Field, squares: frozenset[int]) -> bool:
    return solves(field, [IS_SQUARE if cell in squares else NO_SQUARE for cell in range(field.size)])


def grown(field: Field, known: list[frozenset[int]]) -> list[frozenset[int]]:
    """What is grown, when every cell that was met is struck out."""
    wanted, found = set(range(field.size)), []
    for squares in Grower(field).solutions(known, wanted):
        assert wanted & squares, "nothing new"
        wanted -= squares
        found.append(squares)
    return found


def test_whatever_is_grown_solves_the_board() -> None:
    rng, seen = Random(5), 0
    for _ in range(120):
        field = field_of(random_board(rng, 6, 6))
        field = replace(field, givens=(0,) * field.size, arrows=field.arrows[:2])
        known = small_blocks(field, 12)
        for squares in grown(field, known):
            seen += 1
            assert is_solution(field, squares)
    assert seen > 100, seen


def test_a_block_reaches_all_sides_of_an_empty_board() -> None:
    reached = frozenset().union(*grown(LONELY, small_blocks(LONELY, 200)))
    assert len(reached) > 150, len(reached)
    assert {cell // 14 for cell in reached} == {cell % 14 for cell in reached} == set(range(14)), "as far as all four sides"


def test_kin_know_how_they_are_shifted() -> None:
    field = Field(3, 7, (0,) * 21, ((7, 8, 9, 10, 11),))
    (kin,) = kin_of(field, frozenset({7, 9, 2, 11, 4, 18}))
    assert kin.blocks == ((7,), (2, 9), (4, 11, 18))
    assert kin.shifts == ((0, 0), (-1, 2), (-1, 4))


def test_where_solutions_differ_is_told_while_it_becomes_known() -> None:
    told: list[Verdict] = []
    found = analyse(puzzle_of(LONELY), report=told.append)
    assert found.forced is not None
    assert len(found.differing) + len(found.forced) == LONELY.size
    assert any(2 < len(verdict.differing) <= len(found.differing) for verdict in told if verdict.forced is None)

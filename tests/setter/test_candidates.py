"""True candidates on boards with so many solutions that values are asked one by one: what a family finds by itself, then the
kernel, and counted."""

from __future__ import annotations

import random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.puzzle import Puzzle
from studio.setter import candidates as room
from studio.setter.candidates import Candidates, candidates
from tests.families.brute import solutions

needs_fillomino = pytest.mark.skipif("fillomino" not in {each.id for each in registry.families()}, reason="needs Fillomino")
needs_evolomino = pytest.mark.skipif("evolomino" not in {each.id for each in registry.families()}, reason="needs Evolomino")


def loose(seed: int, **params: object) -> Puzzle:
    """A small Fillomino with one or two clues: hidden regions of many sizes."""
    rng = random.Random(seed)
    blank = registry.family("fillomino").blank(2, 4, **params)
    givens = [0] * 8
    for cell in rng.sample(range(8), 2):
        givens[cell] = rng.choice((1, 2, 3))
    return blank.with_givens(givens)


@needs_fillomino
@pytest.mark.parametrize("params", [{}, {"limit": 4}])
def test_values_asked_one_by_one_are_those_of_all_solutions(monkeypatch: pytest.MonkeyPatch, params: dict[str, object]) -> None:
    monkeypatch.setattr(room, "FIRST", 1)
    told: list[Candidates] = []
    for seed in range(3):
        puzzle = loose(seed, **params)
        every = solutions(registry.family("fillomino"), puzzle)
        told.clear()
        found = candidates(puzzle, report=told.append, bound=3)
        expected = [sorted({answer[cell] for answer in every}) for cell in puzzle.grid.cells()]
        assert found.final and [list(values) for values in found.values] == expected
        counts = [[min(3, sum(answer[cell] == value for answer in every)) for value in values]
                  for cell, values in enumerate(expected)]
        assert [list(each) for each in found.counts] == counts
        for early in told:
            assert all(set(values) <= set(expected[cell]) for cell, values in enumerate(early.values)), "a value that none has"
            if early.settled:
                for cell, values in enumerate(early.values):
                    small = [value for value in expected[cell] if value <= early.settled]
                    assert [value for value in values if value <= early.settled] == small, "told as settled, and then grew"
                    larger = any(value > early.settled for value in expected[cell])
                    assert any(value > early.settled for value in values) == larger


@needs_fillomino
def test_sizes_beyond_what_is_told_apart_are_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an exact kernel for the largest sizes the answer says how far it goes, instead of asking for ever."""
    from studio.families.fillomino.kernel import clauses

    monkeypatch.setattr(clauses, "LARGEST_EXACT", 3)
    monkeypatch.setattr(room, "FIRST", 1)
    monkeypatch.setattr(room._Search, "_took_stock", lambda search, inventory: False)
    puzzle = registry.family("fillomino").blank(3, 3).with_givens((2, 0, 0, 0, 0, 0, 0, 0, 0))
    found = candidates(puzzle, Cancel(Limits(60.0)))
    assert not found.final and found.settled >= 3 and "not told apart" in found.message


def _bare_arrows() -> Puzzle:
    """An Evolomino with one arrow and nothing else: many solutions."""
    from studio.families.evolomino.model import Field, puzzle_of

    return puzzle_of(Field(3, 4, (0,) * 12, ((0, 1, 2, 3),)))


@needs_evolomino
def test_two_values_a_cell_are_listed_from_what_all_solutions_agree_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "FIRST", 1)
    monkeypatch.setattr(room._Search, "_ask_values", lambda self: pytest.fail("nothing was left to ask"))
    puzzle = _bare_arrows()
    every = solutions(registry.family("evolomino"), puzzle)
    found = candidates(puzzle, bound=2)
    assert len(every) > 1 and found.final
    assert [list(values) for values in found.values] == [sorted({each[cell] for each in every}) for cell in range(12)]
    assert found.counts == tuple(tuple(min(2, sum(each[cell] == value for each in every)) for value in values)
                                 for cell, values in enumerate(found.values))


@needs_evolomino
def test_agreement_that_does_not_fit_the_solutions_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that says that all cells agree, or that none do, without solutions to show for it: the clauses are asked."""
    from studio.families.evolomino.engines.auto import KernelEngine

    puzzle = _bare_arrows()
    right = candidates(puzzle)
    monkeypatch.setattr(room, "FIRST", 2)
    for cells in (set(range(12)), set[int]()):
        monkeypatch.setattr(KernelEngine, "agreed_cells", lambda self, puzzle, cancel, met, cells=cells: cells)
        assert candidates(puzzle).values == right.values

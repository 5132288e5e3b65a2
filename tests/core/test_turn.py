"""Turned puzzles: every family's engines must not care, and four quarter turns lead back."""

from __future__ import annotations

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.core.turn import TURNS, moved, target, turned

SAMPLES = [pytest.param(sample, id=f"{family.id}-{number}") for family in registry.all_families()
           for number, sample in enumerate(sorted(family.samples(), key=lambda each: each.grid.size)[:3])]


def solve(puzzle: Puzzle) -> SolveResult:
    family, limits = registry.family(puzzle.family), Limits(60.0)
    return run_engine(family.engine("auto"), puzzle, Options(2), limits, TraceWriter(), Cancel(limits), family.wrong)


@pytest.mark.parametrize("puzzle", SAMPLES)
def test_turns_lead_back(puzzle: Puzzle) -> None:
    again = puzzle
    for _ in range(4):
        again = turned(again, "right")
    assert again == puzzle
    assert turned(turned(puzzle, "left"), "right") == puzzle
    assert turned(turned(puzzle, "right"), "right") == turned(puzzle, "half")
    for turn in ("mirror", "flip"):
        assert turned(turned(puzzle, turn), turn).givens == puzzle.givens
    assert turned(turned(puzzle, "mirror"), "flip").borders == turned(puzzle, "half").borders


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("puzzle", SAMPLES)
def test_a_turned_puzzle_has_the_turned_solutions(puzzle: Puzzle, turn: str) -> None:
    family = registry.family(puzzle.family)
    image = turned(puzzle, turn)
    family.validate(image)
    straight, crooked = solve(puzzle), solve(image)
    assert straight.status is crooked.status
    to = target(puzzle.grid, turn)
    for answer in straight.solutions:
        assert family.wrong(image, moved(answer, to)) == []


def test_an_unknown_turn_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="right, left"):
        turned(registry.family("_template").samples()[0], "inside out")

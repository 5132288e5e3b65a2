"""What a film shows is true: at every announced solution no shown cell differs from it, and depths follow the guesses."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core import registry
from studio.core.engine import Cancel, Engine, Limits, Options, run_engine
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import Kind, TraceWriter

SECONDS = 6.0
FILMED = [(family, engine) for family in registry.all_families() for engine in family.engines() if engine.animated]


def smallest_sample(family: Family) -> Puzzle:
    return min(family.samples(), key=lambda puzzle: puzzle.grid.size)


def film(family: Family, engine: Engine) -> TraceLog:
    puzzle = smallest_sample(family)
    log = TraceLog(puzzle.grid.size)
    limits = Limits(SECONDS, events=60_000)
    run_engine(engine, puzzle, Options(2), limits, TraceWriter(log.add), Cancel(limits), family.wrong)
    return log


def same_pieces(shown: list[int], answer: list[int]) -> bool:
    """Equal up to the names of the pieces."""
    pairs = set(zip(shown, answer))
    return len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)


@pytest.mark.parametrize(("family", "engine"), FILMED, ids=[f"{family.id}-{engine.id}" for family, engine in FILMED])
def test_films_tell_the_truth(family: Family, engine: Engine) -> None:
    log = film(family, engine)
    depth = 0
    for index in range(len(log)):
        kind, told = Kind(int(log.rows[index, 0])), int(log.rows[index, 1])
        if kind is Kind.GUESS:
            assert told == depth + 1, f"event {index + 1}"
        elif kind in (Kind.BACKTRACK, Kind.RESTART, Kind.PHASE, Kind.END):
            assert told <= depth, f"event {index + 1}"
        else:
            assert told == depth, f"event {index + 1}"
        depth = told
    for event in log.solution_events():
        frame, _ = log.frame(event + 1)
        answer = np.array(log.solution_at(event + 1))
        shown = np.flatnonzero(frame.values)
        left, right = frame.values[shown].tolist(), answer[shown].tolist()
        assert left == right or (family.id == "tiling" and same_pieces(left, right)), f"solution at event {event + 1}"

"""A cell's history, the next use of a rule, and stops: against a plain walk through the film."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core.events import CELL, DEPTH, KIND, RULE, STEPS_BACK, Kind, move_cell
from studio.core.film import TraceLog
from studio.core.history import Stop, Told, first_stop, history, next_use
from studio.core.trace import TraceWriter
from tests.ui.watch.conftest import random_film


def plain_history(log: TraceLog, cell: int) -> list[Told]:
    found = []
    for index in range(len(log)):
        event = log.event(index)
        touched = [where for where, _ in log.settings(event.cell, event.value)]
        if event.kind > Kind.CONFLICT or cell not in touched:
            continue
        back = -1
        if event.kind is not Kind.CONFLICT:
            back = next((later for later in range(index + 1, len(log)) if log.rows[later, KIND] in STEPS_BACK
                         and log.rows[later, DEPTH] < event.depth), -1)
        found.append(Told(index, back))
    return found


def test_a_move_is_told_of_every_cell_that_it_covers() -> None:
    log = TraceLog(9)
    trace = TraceWriter(log.add)
    first, second = (move_cell(trace.declare_move(move)) for move in (((0, 1), (1, 1)), ((1, 2), (2, 2))))
    trace.guess(first, 1)
    trace.backtrack(0)
    trace.deduce(second, -1, "elimination")
    trace.flush()
    assert history(log, 0) == [Told(0, 1)] and history(log, 1) == [Told(0, 1), Told(2)] and history(log, 2) == [Told(2)]
    assert history(log, 1) == plain_history(log, 1)


@pytest.mark.parametrize("seed", range(4))
def test_history_is_what_a_plain_walk_finds(seed: int) -> None:
    log = random_film(seed, 300).log
    for cell in range(0, 16, 5):
        assert history(log, cell) == plain_history(log, cell)


@pytest.mark.parametrize("seed", range(3))
def test_the_next_use_of_a_rule(seed: int) -> None:
    log = random_film(seed, 200).log
    uses = [index + 1 for index in range(len(log)) if log.event(index).rule == "elimination"]
    for position in range(0, len(log) + 1, 7):
        assert next_use(log, "elimination", position) == next((use for use in uses if use > position), None)
        assert next_use(log, "elimination", position, False) == next((use for use in reversed(uses) if use < position), None)
    assert next_use(log, "no such rule", 0) is None


@pytest.mark.parametrize("seed", range(4))
def test_stops_are_met_at_their_first_place(seed: int) -> None:
    log = random_film(seed, 250).log
    rows = log.rows
    for start in range(0, len(log), 23):
        depth = next((i + 1 for i in range(start, len(log)) if rows[i, KIND] == Kind.GUESS and rows[i, DEPTH] == 3), None)
        assert Stop(depth=3).first(log, start, len(log)) == depth
        number = log.rules.index("elimination")
        assert Stop(rule="elimination").first(log, start, len(log)) == next(
            (i + 1 for i in range(start, len(log)) if rows[i, RULE] == number), None)
        changed = Stop(cell=5).first(log, start, len(log))
        before = log.frame(start)[0].values[5]
        plain = next((p for p in range(start + 1, len(log) + 1)
                      if log.frame(p)[0].values[5] != before or (rows[p - 1, CELL] == 5 and rows[p - 1, KIND] <= 2)), None)
        assert changed == plain


def test_of_several_stops_the_first_counts() -> None:
    log = random_film(1, 200).log
    both = first_stop(log, (Stop(depth=2), Stop(rule="elimination")), 0, len(log))
    assert both is not None and both[0] == min(np.array([Stop(depth=2).first(log, 0, len(log)) or 9999,
                                                         Stop(rule="elimination").first(log, 0, len(log)) or 9999]))
    assert first_stop(log, (), 0, len(log)) is None

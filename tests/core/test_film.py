"""The film against a slow player that walks event by event: every position of random searches must look the same."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core import film
from studio.core.film import TraceLog
from studio.core.packed import BLOCK, Moves, Reasons
from studio.core.trace import Batch, Kind, Reason, TraceWriter, move_cell

CELLS = 9
Shown = dict[int, tuple[int, int, bool]]
MOVES = (((0, 5), (1, 5)), ((4, 6), (5, 6), (8, 6)))


def make_log(seed: int, length: int, with_moves: bool = False) -> TraceLog:
    """A film of events that a search could tell, in batches of any size."""
    rng, log = random.Random(seed), TraceLog(CELLS)
    trace = TraceWriter(log.add)
    if with_moves:
        for move in MOVES:
            trace.declare_move(move)
    for _ in range(length):
        cell = rng.randrange(CELLS)
        if with_moves and rng.random() < 0.3:
            cell = move_cell(rng.randrange(len(MOVES)))
        action = rng.choice("dddggcbbrsnx")
        if action == "d":
            trace.deduce(cell, rng.choice((1, 2, -1)) if cell >= 0 else rng.choice((1, -1)), "rule", Reason(f"because {cell}"))
        elif action == "g":
            trace.guess(cell, rng.choice((1, 2)) if cell >= 0 else 1)
        elif action == "c":
            trace.conflict(cell)
        elif action == "b" and trace.depth:
            trace.backtrack(rng.randrange(trace.depth))
        elif action == "r" and rng.random() < 0.3:
            trace.restart(rng.randrange(trace.depth + 1))
        elif action == "s":
            trace.solution(tuple(rng.randrange(3) for _ in range(CELLS)))
        elif action == "x":
            trace.cut([0, 1])
        else:
            trace.note("note")
        if rng.random() < 0.1:
            trace.flush()
    trace.flush()
    return log


def slow_player(log: TraceLog) -> list[tuple[Shown, list[int]]]:
    """State and undone cells after every event, one event at a time."""
    shown: Shown = {}
    history: list[tuple[Shown, list[int]]] = [({}, [])]
    for index in range(len(log)):
        event, undone = log.event(index), []
        if event.kind in (Kind.DEDUCE, Kind.GUESS) and event.value > 0:
            for cell, value in log.event_cells(index):
                shown.setdefault(cell, (value, event.depth, event.kind is Kind.GUESS))
        elif event.kind in (Kind.BACKTRACK, Kind.RESTART):
            undone = sorted(cell for cell, (_, depth, _) in shown.items() if depth > event.depth)
            shown = {cell: state for cell, state in shown.items() if cell not in undone}
        history.append((dict(shown), undone))
    return history


def shown_by(log: TraceLog, position: int) -> tuple[Shown, list[int]]:
    frame, undone = log.frame(position)
    cells = np.flatnonzero(frame.values).tolist()
    return {c: (int(frame.values[c]), int(frame.depths[c]), bool(frame.guessed[c])) for c in cells}, undone


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 120), st.booleans())
def test_every_position_looks_as_if_played_event_by_event(seed: int, length: int, with_moves: bool) -> None:
    log = make_log(seed, length, with_moves)
    for position, expected in enumerate(slow_player(log)):
        assert shown_by(log, position) == expected


def test_seeks_across_keyframes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "KEYFRAME", 16)
    log = make_log(5, 1000, with_moves=True)
    assert log.keyframe_every == 16
    expected = slow_player(log)
    order = list(range(len(expected)))
    random.Random(1).shuffle(order)
    for position in order:
        assert shown_by(log, position) == expected[position]


def test_positions_outside_the_film_are_its_ends() -> None:
    log = make_log(3, 50)
    assert shown_by(log, -5) == ({}, [])
    assert shown_by(log, 10**6) == shown_by(log, len(log))


def test_large_boards_are_copied_more_rarely() -> None:
    assert TraceLog(400).keyframe_every == 1000
    assert TraceLog(40_000).keyframe_every > 10_000


def test_solutions_are_found_at_their_events() -> None:
    log = make_log(8, 400)
    positions = [i + 1 for i in range(len(log)) if log.event(i).kind is Kind.SOLUTION]
    assert positions
    assert [log.solution_at(position) for position in positions] == log.solutions
    others = set(range(len(log) + 2)) - set(positions)
    assert all(log.solution_at(position) is None for position in others)


@pytest.mark.parametrize("kinds", [(Kind.GUESS,), (Kind.CONFLICT, Kind.SOLUTION), (Kind.CUT,)])
def test_finding_the_next_and_the_previous(kinds: tuple[Kind, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "_SCAN", 7)
    log = make_log(11, 200)
    hits = [i + 1 for i in range(len(log)) if log.event(i).kind in kinds]
    for position in range(len(log) + 1):
        assert log.find(kinds, position) == next((hit for hit in hits if hit > position), None)
        assert log.find(kinds, position, forward=False) == next((hit for hit in reversed(hits) if hit < position), None)


def test_past_the_cap_statistics_and_solutions_go_on() -> None:
    log = TraceLog(CELLS, cap=25)
    trace = TraceWriter(log.add)
    for number in range(30):
        trace.guess(number % CELLS, 1, Reason(f"guess {number}"))
        trace.backtrack(0)
    trace.solution((1,) * CELLS)
    trace.flush()
    trace.guess(0, 1, Reason("never kept"))
    trace.flush()
    assert log.cut and len(log) == 25
    assert log.stats.guesses == 31
    assert log.solutions == [(1,) * CELLS]
    assert log.event(24).reason == Reason("guess 12")


def test_a_film_that_just_fits_is_not_cut() -> None:
    log = TraceLog(CELLS, cap=10)
    trace = TraceWriter(log.add)
    for _ in range(10):
        trace.note("so far")
    trace.flush()
    assert not log.cut and len(log) == 10


def test_time_and_position_answer_each_other() -> None:
    log = TraceLog(1)
    rows = np.zeros((5, 7), np.int32)
    rows[:, 0], rows[:, 6] = Kind.NOTE, [0, 100_000, 100_000, 250_000, 400_000]
    log.add(Batch(rows))
    assert [log.position_at(seconds) for seconds in (0, 0.5, 1, 2.4, 2.5, 9)] == [1, 1, 3, 3, 4, 5]
    assert [log.time_at(position) for position in (0, 1, 2, 3, 4, 5)] == [0, 0, 1, 1, 2.5, 4]
    assert log.seconds == 4


def test_packed_reasons_come_back_unchanged() -> None:
    store = Reasons()
    reasons = [Reason(f"because of {number}: «ü»", tuple(range(number % 7))) for number in range(2 * BLOCK + 100)]
    for start in range(0, len(reasons), 333):
        store.extend(reasons[start : start + 333])
    assert len(store) == len(reasons)
    order = list(range(len(reasons)))
    random.Random(2).shuffle(order)
    assert all(store[number] == reasons[number] for number in order)
    with pytest.raises(IndexError):
        store[len(reasons)]


def test_packed_moves_come_back_unchanged() -> None:
    moves = Moves()
    moves.extend(MOVES)
    moves.extend([((3, 1),)])
    assert [moves[number] for number in range(len(moves))] == [*MOVES, ((3, 1),)]
    owner, cells, values = moves.expand(np.array([1, 0, 1]))
    assert owner.tolist() == [0, 0, 0, 1, 1, 2, 2, 2]
    assert cells.tolist() == [4, 5, 8, 0, 1, 4, 5, 8]
    assert values.tolist() == [6, 6, 6, 5, 5, 6, 6, 6]

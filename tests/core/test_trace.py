"""What a search tells: packing, tables that grow with the batches, depths, and silence when nobody films."""

from __future__ import annotations

import time

import numpy as np
import pytest

from studio.core.trace import (
    BATCH,
    CELL,
    DEPTH,
    FLUSH_SECONDS,
    KIND,
    PROGRESS_SECONDS,
    REASON,
    RULE,
    TICKS_PER_SECOND,
    TIME,
    VALUE,
    Batch,
    Kind,
    Progress,
    Reason,
    TraceWriter,
    move_cell,
    move_of,
)


def filmed() -> tuple[TraceWriter, list[Batch]]:
    batches: list[Batch] = []
    return TraceWriter(batches.append), batches


def test_depth_follows_guesses_and_steps_back() -> None:
    trace, batches = filmed()
    trace.deduce(0, 1, "single")
    trace.guess(1, 2)
    trace.guess(2, 3)
    trace.deduce(3, -4, "single")
    trace.conflict(3)
    trace.backtrack(1)
    trace.restart()
    trace.flush()
    rows = batches[0].rows
    assert rows[:, DEPTH].tolist() == [0, 1, 2, 2, 2, 1, 0]
    kinds = [Kind.DEDUCE, Kind.GUESS, Kind.GUESS, Kind.DEDUCE, Kind.CONFLICT, Kind.BACKTRACK, Kind.RESTART]
    assert rows[:, KIND].tolist() == kinds
    assert rows[3, CELL] == 3 and rows[3, VALUE] == -4
    assert trace.depth == 0


def test_a_restart_may_keep_some_levels() -> None:
    trace, batches = filmed()
    trace.guess(0, 1)
    trace.guess(1, 1)
    trace.restart(1)
    trace.flush()
    assert batches[0].rows[-1, DEPTH] == 1
    assert trace.depth == 1


def test_names_and_reasons_travel_once_with_the_batch_that_needs_them() -> None:
    trace, batches = filmed()
    trace.deduce(0, 1, "single", Reason("only one is left", (4, 5)))
    trace.flush()
    trace.deduce(1, 1, "single")
    trace.deduce(2, 1, "pair", Reason("two for two"))
    trace.flush()
    assert [batch.rules for batch in batches] == [["single"], ["pair"]]
    assert [[reason.text for reason in batch.reasons] for batch in batches] == [["only one is left"], ["two for two"]]
    assert batches[1].rows[:, RULE].tolist() == [0, 1]
    assert batches[1].rows[:, REASON].tolist() == [-1, 1]


def test_batches_are_sent_when_full() -> None:
    trace, batches = filmed()
    for _ in range(2 * BATCH + 1):
        trace.deduce(0, 1, "single")
    assert [len(batch.rows) for batch in batches] == [BATCH, BATCH]
    trace.flush()
    assert len(batches[2].rows) == 1


def test_times_never_run_backwards() -> None:
    trace, batches = filmed()
    for _ in range(50):
        trace.note("tick")
    trace.flush()
    assert (np.diff(batches[0].rows[:, TIME]) >= 0).all()


def test_rows_of_a_compiled_kernel_keep_their_order_between_other_events() -> None:
    trace, batches = filmed()
    trace.guess(7, 1)
    trace.rows(np.array([[Kind.GUESS, 2, 8, 1, -1, -1, 0], [Kind.BACKTRACK, 1, -1, 0, -1, -1, 0]], np.int32))
    trace.guess(9, 1)
    trace.flush()
    rows = np.concatenate([batch.rows for batch in batches])
    assert rows[:, CELL].tolist() == [7, 8, -1, 9]
    assert rows[:, DEPTH].tolist() == [1, 2, 1, 2]


def test_without_a_sink_statistics_are_still_kept() -> None:
    trace = TraceWriter()
    assert not trace.enabled
    trace.guess(0, 1, Reason("never stored"))
    trace.conflict()
    trace.count(max_depth=9)
    trace.flush()
    assert (trace.stats.guesses, trace.stats.nodes, trace.stats.conflicts, trace.stats.max_depth) == (1, 2, 1, 9)


@pytest.mark.parametrize("move", [0, 1, 77])
def test_moves_are_written_into_the_cell_column(move: int) -> None:
    assert move_of(move_cell(move)) == move
    assert move_of(-1) is None and move_of(3) is None


def test_declared_moves_travel_even_without_events() -> None:
    trace, batches = filmed()
    assert trace.declare_move([(0, 1), (1, 1)]) == 0
    assert trace.declare_move([(2, 1)]) == 1
    trace.flush()
    assert batches[0].moves == [((0, 1), (1, 1)), ((2, 1),)]


def test_rows_without_times_are_spread_over_the_time_that_the_kernel_took() -> None:
    trace, batches = filmed()
    trace.guess(0, 1)
    time.sleep(0.02)
    trace.rows(np.array([[Kind.GUESS, 2, 1, 1, -1, -1, 0]] * 4, np.int32))
    trace.flush()
    times = np.concatenate([batch.rows for batch in batches])[:, TIME]
    assert (np.diff(times) >= 0).all() and len(set(times.tolist())) == 5
    gaps = np.diff(times)
    assert gaps.max() - gaps.min() <= 2 and times[-1] >= 2000


def test_a_kernel_s_own_times_are_kept() -> None:
    trace, batches = filmed()
    time.sleep(0.01)
    trace.rows(np.array([[Kind.GUESS, 1, 0, 1, -1, -1, 3], [Kind.GUESS, 2, 1, 1, -1, -1, 700]], np.int32))
    assert batches[0].rows[:, TIME].tolist() == [3, 700]


def test_time_spent_on_the_film_is_not_the_engine_s() -> None:
    slow: list[Batch] = []

    def sink(batch: Batch) -> None:
        time.sleep(0.03)
        slow.append(batch)

    trace = TraceWriter(sink)
    trace.begin()
    with trace.filming():
        time.sleep(0.03)
        trace.guess(0, 1)
    trace.flush()
    assert trace.film_seconds >= 0.06 and trace.clock() < 0.03
    assert slow[0].rows[0, TIME] < 0.03 * TICKS_PER_SECOND


def test_unfilmed_nothing_is_taken_from_the_engine_s_time() -> None:
    trace = TraceWriter()
    trace.begin()
    with trace.filming():
        time.sleep(0.01)
    assert trace.film_seconds == 0 and trace.clock() >= 0.01


def test_events_do_not_wait_for_their_batch_to_fill() -> None:
    trace, batches = filmed()
    trace.guess(0, 1)
    trace.pulse()
    assert not batches
    time.sleep(FLUSH_SECONDS + 0.01)
    trace.pulse()
    assert len(batches) == 1
    time.sleep(FLUSH_SECONDS + 0.01)
    trace.guess(1, 1)
    assert len(batches) == 2


def test_answers_are_told_unfilmed_too() -> None:
    told: list[tuple[int, ...]] = []
    trace = TraceWriter(answers=told.extend)
    trace.solution([1, 2])
    trace.solution([2, 1])
    trace.flush()
    assert told == trace.found == [(1, 2), (2, 1)]
    trace.flush()
    assert len(told) == 2 and trace.stats.solutions == 2


def test_progress_is_told_a_few_times_a_second() -> None:
    told: list[Progress] = []
    trace = TraceWriter(progress=told.append)
    for _ in range(3):
        time.sleep(PROGRESS_SECONDS + 0.01)
        trace.progress("looking", branches=5)
        trace.progress("looking", branches=6)
    assert [each.numbers for each in told] == [{"branches": 5}] * 3


def test_a_phase_takes_the_board_back_to_the_root() -> None:
    trace, batches = filmed()
    trace.guess(0, 1)
    trace.phase("mrv", "the next search")
    trace.flush()
    assert trace.depth == 0 and batches[0].rows[-1, KIND] == Kind.PHASE
    assert "mrv" not in trace.stats.rules()

"""Depth statistics against plain counting, whatever the batches."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.stats import CURVE_POINTS, RATE_POINTS, Band, DepthStats, Rate
from studio.core.trace import TICKS_PER_SECOND, Kind, TraceWriter


def rows_of(events: list[tuple[Kind, int, int]]) -> np.ndarray:
    """(kind, depth, ticks) as packed rows."""
    rows = np.full((len(events), 7), -1, np.int32)
    for number, (kind, depth, ticks) in enumerate(events):
        rows[number, 0], rows[number, 1], rows[number, 6] = kind, depth, ticks
    return rows


def in_batches(stats: DepthStats, rows: np.ndarray, rng: random.Random) -> None:
    start = 0
    while start < len(rows):
        size = rng.randint(1, 700)
        stats.add_rows(rows[start : start + size])
        start += size


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 9000))
def test_the_band_loses_no_peak(seed: int, length: int) -> None:
    rng = random.Random(seed)
    numbers = np.array([rng.randrange(40) if rng.random() < 0.99 else rng.randrange(4000) for _ in range(length)], np.int32)
    band, start = Band(), 0
    while start < length:
        size = rng.randint(1, 900)
        band.add(numbers[start : start + size])
        start += size
    at, low, high = band.points()
    assert len(at) <= CURVE_POINTS + 1
    assert at == sorted(set(at)) and at[0] == 0 and at[-1] < length
    for begin, end, lowest, highest in zip(at, [*at[1:], length], low, high):
        assert (numbers[begin:end].min(), numbers[begin:end].max()) == (lowest, highest)


def test_counts() -> None:
    rng = random.Random(4)
    kinds = [rng.choice(list(Kind)) for _ in range(5000)]
    depths = [rng.randrange(30) for _ in range(5000)]
    rows = rows_of([(kind, depth, number) for number, (kind, depth) in enumerate(zip(kinds, depths))])
    stats = DepthStats()
    in_batches(stats, rows, rng)
    guesses = [depth for kind, depth in zip(kinds, depths) if kind is Kind.GUESS]
    assert (stats.guesses, stats.nodes) == (len(guesses), len(guesses) + 1)
    assert stats.conflicts == kinds.count(Kind.CONFLICT)
    assert stats.backtracks == kinds.count(Kind.BACKTRACK)
    assert stats.restarts == kinds.count(Kind.RESTART)
    assert stats.cuts == kinds.count(Kind.CUT)
    assert stats.deductions == kinds.count(Kind.DEDUCE)
    assert stats.solutions == kinds.count(Kind.SOLUTION)
    assert stats.max_depth == max(depths) and stats.current_depth == depths[-1]
    assert abs(stats.mean_depth - sum(guesses) / len(guesses)) < 1e-9
    assert stats.depth_histogram() == [guesses.count(depth) for depth in range(max(guesses) + 1)]
    assert stats.first_solution_seconds == kinds.index(Kind.SOLUTION) / TICKS_PER_SECOND


def test_the_rate_counts_every_node_once() -> None:
    rng = random.Random(9)
    ticks = np.sort(np.array([rng.randrange(30 * TICKS_PER_SECOND) for _ in range(20_000)], np.int32))
    rate = Rate()
    for start in range(0, len(ticks), 617):
        part = ticks[start : start + 617]
        rate.add(part, int(part[-1]))
    at, rates = rate.points()
    assert 2 <= len(at) <= RATE_POINTS
    width = at[1] - at[0]
    counted = sum(r * width for r in rates[:-1])
    inside = int((ticks < at[-1] * TICKS_PER_SECOND).sum())
    assert abs(counted - inside) < 1e-6 * inside
    assert all(abs(r - 20_000 / 30) < 0.35 * 20_000 / 30 for r in rates[1:-1])


def test_rules_are_counted_and_timed() -> None:
    trace = TraceWriter()
    for _ in range(3):
        trace.deduce(0, 1, "single", seconds=0.5)
    trace.deduce(0, 1, "pair")
    trace.flush()
    assert trace.stats.rules() == {"single": {"uses": 3, "seconds": 1.5}, "pair": {"uses": 1, "seconds": 0.0}}


def test_a_watcher_completes_its_statistics_from_the_searcher_s() -> None:
    searcher = TraceWriter()
    for _ in range(3):
        searcher.guess(0, 1)
        searcher.deduce(1, 1, "single", seconds=0.25)
    searcher.count(guesses=20, conflicts=7)
    searcher.flush()
    watcher = DepthStats()
    watcher.rule_names.append("guess")
    watcher.complete(searcher.stats.summary())
    assert (watcher.nodes, watcher.guesses, watcher.conflicts) == (21, 20, 7)
    assert watcher.rules()["single"]["seconds"] == 0.75
    before = watcher.summary()
    watcher.complete(before)
    assert watcher.summary() == before


def test_what_nobody_counted_is_unknown_and_never_zero() -> None:
    stats = DepthStats()
    stats.seconds = 2.0
    assert [stats.summary()[name] for name in ("nodes", "guesses", "max_depth", "mean_depth", "nodes_per_second")] == [None] * 5
    stats.set_totals(guesses=99, conflicts=7)
    summary = stats.summary()
    assert summary["nodes"] == 100 and summary["nodes_per_second"] == 50.0 and summary["conflicts"] == 7
    unknown = ("backtracks", "restarts", "cuts", "deductions", "max_depth", "depth_histogram", "first_solution_seconds")
    assert [summary[name] for name in unknown] == [None] * len(unknown)


def test_a_search_that_tells_all_knows_its_zeros() -> None:
    trace = TraceWriter()
    trace.tells_all()
    summary = trace.stats.summary()
    assert (summary["nodes"], summary["guesses"], summary["max_depth"], summary["depth_histogram"]) == (1, 0, 0, [])


def test_nodes_are_the_guesses_and_the_root() -> None:
    stats = DepthStats()
    stats.set_totals(nodes=100)
    assert (stats.nodes, stats.guesses) == (100, 99)


def test_a_film_that_was_ended_says_which_numbers_are_its_own() -> None:
    trace = TraceWriter(lambda batch: None)
    trace.guess(0, 1)
    trace.conflict()
    trace.film_ends()
    trace.film_ends()
    trace.flush()
    assert trace.stats.guesses is None and trace.stats.events == 3
    trace.count(guesses=1000, conflicts=400, max_depth=17)
    summary = trace.stats.summary()
    assert (summary["guesses"], summary["conflicts"], summary["max_depth"], summary["deductions"]) == (1000, 400, 17, None)
    assert not summary["whole"] and summary["film"]["guesses"] == 1 and summary["film"]["conflicts"] == 1


def test_totals_that_agree_with_the_events_are_told_once() -> None:
    trace = TraceWriter(lambda batch: None)
    trace.guess(0, 1)
    trace.count(guesses=1, max_depth=1)
    trace.flush()
    assert "film" not in trace.stats.summary()


def test_a_foreign_solver_s_counters_stand_under_its_name() -> None:
    trace = TraceWriter()
    trace.solver("Z3", {"decisions": 5, "rlimit": 8})
    assert trace.stats.summary()["solver"] == {"name": "Z3", "decisions": 5, "rlimit": 8}
    assert trace.stats.summary()["guesses"] is None

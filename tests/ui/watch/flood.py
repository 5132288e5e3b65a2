"""A search that tells events as fast as a pipe takes them: for benchmarks of the window, not of any puzzle."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from studio.core.engine import SolveResult, Status
from studio.core.requests import Context, Request
from studio.core.trace import Kind


def flood_rows(cells: int, rng: np.random.Generator, depth: int, count: int = 1000) -> np.ndarray:
    """Plausible events: a third guesses and steps back, the rest deductions."""
    rows = np.full((count, 7), -1, np.int32)
    kinds = rng.random(count)
    for number in range(count):
        if kinds[number] < 0.14 and depth < 60:
            depth += 1
            rows[number, :4] = Kind.GUESS, depth, rng.integers(cells), rng.integers(1, 9)
        elif kinds[number] < 0.24 and depth:
            depth = int(rng.integers(depth))
            rows[number, :4] = Kind.BACKTRACK, depth, -1, 0
        elif kinds[number] < 0.3:
            rows[number, :4] = Kind.CONFLICT, depth, rng.integers(cells), 0
        else:
            rows[number, :4] = Kind.DEDUCE, depth, rng.integers(cells), rng.integers(1, 9)
    rows[rows[:, 0] == Kind.DEDUCE, 4] = 0
    rows[rows[:, 0] == Kind.GUESS, 4] = 1
    return rows


@dataclass(frozen=True)
class Flood(Request[SolveResult]):
    cells: int
    seconds: float

    def run(self, ctx: Context) -> SolveResult:
        return flood(self.cells, self.seconds, ctx)


def flood(cells: int, seconds: float, ctx: Context) -> SolveResult:
    """Send prepared batches until the time is over."""
    rng, depth, prepared = np.random.default_rng(3), 0, []
    for _ in range(40):
        rows = flood_rows(cells, rng, depth)
        depth = 0
        rows[-1, :4] = Kind.RESTART, 0, -1, 0
        prepared.append(rows)
    ctx.trace.rule_id("flooding")
    ctx.trace.rule_id("guess")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for rows in prepared:
            ctx.trace.rows(rows)
    return SolveResult(Status.CANCELLED)

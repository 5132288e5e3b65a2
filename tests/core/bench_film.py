"""How much memory a million-event film takes and how long a seek lasts. Run: python -m tests.core.bench_film"""

from __future__ import annotations

import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Iterator

from studio.core.film import TraceLog
from studio.core.trace import Batch, Kind, Reason, TraceWriter

CELLS = 400


def resident_mb() -> float:
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * resource.getpagesize() / 1e6


def batches(events: int, reasons: bool) -> Iterator[Batch]:
    """A search of a 20x20 board: about six deductions a guess, half of the guesses fail."""
    waiting: list[Batch] = []
    trace = TraceWriter(waiting.append)
    rng = random.Random(1)
    told = 0
    while told < events:
        cell = rng.randrange(CELLS)
        text = f"r{cell // 20 + 1}c{cell % 20 + 1} must be {cell % 9} because its region of size {told % 11} has one exit left"
        reason = Reason(text, tuple(rng.randrange(CELLS) for _ in range(4))) if reasons else None
        draw = rng.random()
        if draw < 0.75:
            trace.deduce(cell, rng.randint(1, 9), "single exit", reason)
        elif draw < 0.88 and trace.depth < 60:
            trace.guess(cell, rng.randint(1, 9))
        elif trace.depth:
            trace.conflict(cell, reason=reason)
            trace.backtrack(rng.randrange(trace.depth))
        told = trace.stats.events
        yield from waiting
        waiting.clear()


def measure(events: int, reasons: bool) -> None:
    before = resident_mb()
    log = TraceLog(CELLS)
    spent, peak = 0.0, 0.0
    for batch in batches(events, reasons):
        started = time.perf_counter()
        log.add(batch)
        spent += time.perf_counter() - started
        peak = max(peak, resident_mb() - before)
    seeks, work = [], []
    for _ in range(2000):
        position = random.randrange(len(log) + 1)
        started, busy = time.perf_counter(), time.thread_time()
        log.frame(position)
        if position:
            log.event(position - 1)
        seeks.append(time.perf_counter() - started)
        work.append(time.thread_time() - busy)
    started = time.perf_counter()
    log.find((Kind.SOLUTION,), 0)
    nothing_found = time.perf_counter() - started
    seeks.sort()
    work.sort()
    print(f"{len(log):,} events, reasons {'on' if reasons else 'off'}: film {log.nbytes / 1e6:.1f} MB, process grew by "
          f"{resident_mb() - before:.1f} MB (peak {peak:.1f}); adding {spent / len(log) * 1e6:.2f} us an event")
    print(f"  seek with its sentence: median {seeks[1000] * 1e3:.3f} ms, 99% {seeks[1980] * 1e3:.3f} ms, worst "
          f"{seeks[-1] * 1e3:.3f} ms "
          f"(processor time 99% {work[1980] * 1e3:.3f} ms); vain search {nothing_found * 1e3:.2f} ms")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for with_reasons in (False, True):  # each in a fresh process, so that neither measures the other's leftovers
        child = multiprocessing.get_context("spawn").Process(target=measure, args=(wanted, with_reasons))
        child.start()
        child.join()

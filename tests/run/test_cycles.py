"""Starting and cancelling again and again over all engines: processes, handles and memory stay flat."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import sys
import time

import pytest

from studio.core import registry
from studio.core.engine import Limits, Options
from studio.core.family import Family
from studio.run.job import start_solve
from studio.run.pool import Pool

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def cycle(times: int, chosen: list[Family], seed: int = 1) -> list[tuple[int, int, int]]:
    """Handles, children and memory (MB) now and then. Half of the runs are cancelled at once, half while they really search."""
    rng, pool, seen = random.Random(seed), Pool(), []
    asked = [(puzzle, engine.id) for family in chosen for engine in family.engines()
             for puzzle in family.samples()[-2:]]
    try:
        for number in range(times):
            puzzle, engine = rng.choice(asked)
            running = start_solve(puzzle, engine, Options(solutions=0), Limits(30.0), film=rng.random() < 0.5, pool=pool)
            if number % 2:
                until = time.perf_counter() + 5.0
                while running._started is None and running.running and time.perf_counter() < until:
                    time.sleep(0.005)
                time.sleep(rng.random() * 0.05)
            running.cancel()
            while running.running:
                running.poll()
                time.sleep(0.002)
            if number % max(1, times // 10) == 0:
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                seen.append((len(os.listdir("/proc/self/fd")), len(multiprocessing.active_children()), memory))
    finally:
        pool.close()
    return seen


def is_flat(seen: list[tuple[int, int, int]]) -> bool:
    """No more handles and children at the end than after the first tenth, and hardly more memory."""
    early, late = seen[1], seen[-1]
    return late[0] <= early[0] + 8 and late[1] <= early[1] + 2 and late[2] <= early[2] + 50


def test_a_few_cycles_leave_nothing_behind() -> None:
    before = {child.pid for child in multiprocessing.active_children()}  # other tests keep a worker warm
    seen = cycle(12, [registry.family("_template"), registry.family("_shading")])
    assert is_flat(seen), seen
    assert {child.pid for child in multiprocessing.active_children()} <= before


@pytest.mark.slow
def test_a_thousand_cycles_leave_nothing_behind() -> None:
    seen = cycle(1000, registry.all_families())
    print("handles, children, MB:", seen)
    assert is_flat(seen), seen
    assert not multiprocessing.active_children()

"""What filming costs: python -m tests.core.bench_film_overhead [SAMPLES]

For every engine that films, on the largest of its family's samples: CPU seconds unfilmed and filmed, their ratio, and the
engine's own time as the filmed run tells it (clock minus time spent on the film).
"""

from __future__ import annotations

import statistics
import sys
import time

from studio.core import registry
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, run_engine
from studio.core.events import Batch
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter

LIMITS = Limits(20.0, events=200_000)
ROUNDS = 3


def run(engine: Engine, puzzle: Puzzle, film: bool) -> tuple[float, SolveResult]:
    """CPU seconds of one run, its answer checked."""
    def sink(batch: Batch) -> None:
        """A watcher who looks away: the cost of sending is not the writer's."""

    family = registry.family(puzzle.family)
    started = time.process_time()
    result = run_engine(engine, puzzle, Options(2), LIMITS, TraceWriter(sink if film else None), Cancel(LIMITS), family.wrong)
    return time.process_time() - started, result


def main(samples: int) -> None:
    print(f"{'engine':24} {'board':>7} {'unfilmed':>10} {'filmed':>10} {'ratio':>7} {'own time':>10} {'events':>9}")
    for family in registry.all_families():
        puzzles = sorted(family.samples(), key=lambda puzzle: puzzle.grid.size)[-samples:]
        for engine in family.engines():
            if not engine.animated:
                continue
            engine.warm_up()
            for puzzle in puzzles:
                pairs = [(run(engine, puzzle, False), run(engine, puzzle, True)) for _ in range(ROUNDS)]  # interleaved
                alone = statistics.median(first[0] for first, _ in pairs)
                filmed = statistics.median(second[0] for _, second in pairs)
                own = statistics.median(second[1].seconds for _, second in pairs)
                events = pairs[-1][1][1].stats["events"]
                board = f"{puzzle.grid.rows}x{puzzle.grid.cols}"
                print(f"{family.id + '/' + engine.id:24} {board:>7} {alone * 1e3:8.1f}ms {filmed * 1e3:8.1f}ms "
                      f"{filmed / max(alone, 1e-6):6.1f}x {own * 1e3:8.1f}ms {events:9,}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)

"""How often and how fast the generator hits a difficulty: python -m tests.setter.generator_table [FAMILY [SEEDS]]

Not a test; `make generator-table`. Seconds are of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import sys
import time

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.parts import GenerateRequest
from studio.setter.generate import generate

SIZES = ((6, 6), (8, 8), (6, 10))
WANTED = ("easy", "medium", "hard")


def main(family_id: str = "tiling", seeds: int = 10) -> None:
    family = registry.family(family_id)
    print(f"{family.name}: {seeds} puzzles of each kind\n")
    print("| size | difficulty | hit | median s | slowest s |\n|---|---|---|---|---|")
    for rows, cols in SIZES:
        for level in WANTED:
            hits, seconds = 0, []
            for seed in range(1, seeds + 1):
                started = time.process_time()
                made = generate(family, GenerateRequest(rows, cols, seed, level), lambda *_: None, Cancel(Limits(120.0)))
                seconds.append(time.process_time() - started)
                hits += made.level == level
            seconds.sort()
            median, slowest = seconds[seeds // 2], seconds[-1]
            print(f"| {rows}x{cols} | {level} | {hits} of {seeds} | {median:.1f} | {slowest:.1f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))

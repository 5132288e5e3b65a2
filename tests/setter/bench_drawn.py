"""How long a maker waits for boards as a maker draws them: few clues, large regions, sizes that nothing on the board bounds.

    python -m tests.setter.bench_drawn [verdict] [forced] [candidates] [--only WORD] [--boards N] [--seconds S] [--each]

Every board is made from a fixed seed (nothing is read from a folder), so two versions can be compared board by board. CPU
seconds, in a warm process; limits count CPU seconds, too, so that a busy machine measures the same.

*verdict*: unique, several or none; *forced*: until the cells on which solutions differ are final; *candidates*: until every
value that some solution has is known, on 10x10.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.families.evolomino.model import Field, field_of, puzzle_of
from studio.families.fillomino.generate.division import random_division
from studio.setter.analysis import MULTIPLE, analyse
from studio.setter.candidates import candidates
from studio.setter.generate import generate

LARGEST = 30
SIZES = (10, 12, 14, 15, 16, 18, 20)
Named = tuple[str, Puzzle]
Ask = Callable[[Puzzle, float], str]


def fillomino(size: int, givens: list[int]) -> Puzzle:
    return Puzzle("fillomino", Grid(size, size), tuple(givens))


def half_drawn(size: int, largest: int, share: float, rng: Random) -> Puzzle:
    """Some cells of a random division: it has solutions, mostly very many."""
    division = random_division(Grid(size, size), largest, rng, Cancel())
    return fillomino(size, [number if rng.random() < share else 0 for number in division])


def scribbled(size: int, largest: int, share: float, rng: Random) -> Puzzle:
    """Numbers as they come: nobody knows whether it has a solution."""
    return fillomino(size, [rng.randint(1, largest) if rng.random() < share else 0 for _ in range(size * size)])


def one_clue(size: int, number: int, cell: int) -> Puzzle:
    return fillomino(size, [number if place == cell else 0 for place in range(size * size)])


def sixty(count: int) -> Iterator[Named]:
    """10x10 to 20x20, sizes to 30, 5 to 20 % of the cells given."""
    for seed in range(count):
        size, share = SIZES[seed % len(SIZES)], (5 + seed * 7 % 16) / 100
        yield f"{size}x{size}, {share:.0%}, seed {seed}", half_drawn(size, LARGEST, share, Random(f"drawn {seed}"))


def scribbles(count: int) -> Iterator[Named]:
    for seed in range(count):
        size, share = SIZES[seed % len(SIZES)], (3 + seed * 5 % 10) / 100
        largest = (8, 16, LARGEST)[seed % 3]
        yield (f"{size}x{size}, sizes to {largest}, {share:.0%}, seed {seed}",
               scribbled(size, largest, share, Random(f"scribbled {seed}")))


def single(count: int) -> Iterator[Named]:
    for size in (10, 15, 20, 30):
        for number in (40, 100):
            for cell in (0, size * size // 2, size * size // 2 + size // 2)[:count]:
                if number < size * size:
                    yield f"{size}x{size}, one clue {number} in cell {cell}", one_clue(size, number, cell)


def larger(count: int) -> Iterator[Named]:
    """Up to 30x30, from a few clues to almost all that a puzzle needs."""
    for seed in range(count):
        size, largest = (15, 20, 25, 30)[seed % 4], (8, 16, LARGEST)[seed % 3]
        share = (10, 20, 30, 40, 50)[seed % 5] / 100
        yield (f"{size}x{size}, sizes to {largest}, {share:.0%}, seed {seed}",
               half_drawn(size, largest, share, Random(f"larger {seed}")))


def ten(count: int) -> Iterator[Named]:
    """10x10 for candidates: sizes to 8 and to 16, a fifth to a half of the cells given."""
    for seed in range(count):
        largest, share = (8, 16)[seed % 2], (20, 30, 40, 50)[seed // 2 % 4] / 100
        yield (f"10x10, sizes to {largest}, {share:.0%}, seed {seed}",
               half_drawn(10, largest, share, Random(f"ten {seed}")))


def circles(count: int) -> Iterator[Named]:
    """Fobidoshi boards of the generator, three of ten clues gone."""
    for size in (30, 40, 50):
        for seed in range(max(1, count // 20)):
            request = GenerateRequest(size, size, seed)
            full = generate(registry.family("fobidoshi"), request, lambda fraction, text: None, Cancel()).puzzle
            rng = Random(f"circles {size} {seed}")
            yield (f"Fobidoshi {size}x{size}, seed {seed}",
                   full.with_givens(given if rng.random() < 0.7 else 0 for given in full.givens))


def arrows(count: int) -> Iterator[Named]:
    """Evolomino boards of the generator: three of ten clues gone; its arrows alone; and a few of them."""
    for size in (10, 14, 18, 22, 30):
        for seed in range(max(1, count // 30)):
            request = GenerateRequest(size, size, seed)
            full = generate(registry.family("evolomino"), request, lambda fraction, text: None, Cancel()).puzzle
            rng, field = Random(f"arrows {size} {seed}"), field_of(full)
            name, bare = f"Evolomino {size}x{size}, seed {seed}", (0,) * field.size
            yield f"{name}, 70 %", full.with_givens(given if rng.random() < 0.7 else 0 for given in full.givens)
            for few in (3, 6, len(field.arrows)):
                drawn = tuple(rng.sample(field.arrows, min(few, len(field.arrows))))
                yield f"{name}, {len(drawn)} arrows", puzzle_of(Field(field.rows, field.cols, bare, drawn))


def verdict(puzzle: Puzzle, seconds: float) -> str:
    return analyse(puzzle, Cancel(Limits(seconds)), want_forced=False, want_clash=False).verdict


def forced(puzzle: Puzzle, seconds: float) -> str:
    found = analyse(puzzle, Cancel(Limits(seconds)), want_clash=False)
    return found.verdict if found.verdict != MULTIPLE or found.forced is not None else "several, cells not final in time"


def listed(puzzle: Puzzle, seconds: float) -> str:
    found = candidates(puzzle, Cancel(Limits(seconds)))
    return "all" if found.final else "unfinished"


KINDS: dict[str, list[tuple[str, Callable[[int], Iterator[Named]], Ask]]] = {
    "verdict": [("sizes to 30, 5-20 % given", sixty, verdict), ("one large clue", single, verdict),
                ("scribbled", scribbles, verdict), ("circles", circles, verdict), ("arrows", arrows, verdict)],
    "forced": [("sizes to 30, 5-20 % given", sixty, forced), ("15x15 to 30x30", larger, forced), ("circles", circles, forced),
               ("arrows", arrows, forced)],
    "candidates": [("10x10", ten, listed)],
}


def measure(title: str, boards: Iterator[Named], ask: Ask, seconds: float, each: bool) -> None:
    times: list[tuple[float, str]] = []
    answers = Counter[str]()
    for name, puzzle in boards:
        started = time.process_time()
        answer = ask(puzzle, seconds)
        times.append((time.process_time() - started, name))
        answers[answer] += 1
        if each:
            print(f"  {times[-1][0]:8.3f}  {name}: {answer}", flush=True)
    ordered = sorted(times)
    print(f"{title}: {len(times)} boards, CPU seconds: median {ordered[len(times) // 2][0]:.3f}, 90 % "
          f"{ordered[len(times) * 9 // 10][0]:.3f}, worst {ordered[-1][0]:.3f} ({ordered[-1][1]}); {dict(answers)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; all unless named")
    parser.add_argument("--boards", type=int, default=60, help="of each kind")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit per board")
    parser.add_argument("--each", action="store_true", help="a line for every board")
    parser.add_argument("--only", default="", help="of these the ones with this word in their name")
    arguments = parser.parse_args()
    time.perf_counter = time.process_time
    for family in ("fillomino", "fobidoshi", "evolomino"):
        registry.family(family).engine("auto").warm_up()
    for kind in arguments.kinds or KINDS:
        for title, boards, ask in KINDS[kind]:
            if arguments.only in title:
                measure(f"{kind}, {title}", boards(arguments.boards), ask, arguments.seconds, arguments.each)


if __name__ == "__main__":
    main()

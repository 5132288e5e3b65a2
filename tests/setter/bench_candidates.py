"""How long the true candidates of 10x10 boards take: boards of a folder as they are, and with clues or arrows gone.

    python -m tests.setter.bench_candidates FOLDER [FAMILY] [--gone 0 1 3 6] [--half] [--boards N] [--bound K] [--each]

Every board of 10x10 under the folder is asked whole and with so many of its clues missing (an Evolomino's clues are its given
squares, shaded cells and arrows); `--half` leaves each clue with an even chance. All chance is seeded by the board's place in
the folder, so two versions can be compared board by board. CPU seconds, in a warm process; the limit counts CPU seconds, too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.files import load
from studio.core.puzzle import Puzzle
from studio.families.evolomino.model import Field, field_of, puzzle_of
from studio.setter.candidates import Candidates, candidates

SOON, PATIENCE = 1.0, 8.0


def boards(folder: Path, family: str, most: int) -> Iterator[tuple[str, Puzzle]]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    found = 0
    for path in paths:
        puzzle = load(path, family).puzzle
        if (puzzle.grid.rows, puzzle.grid.cols) == (10, 10) and found < most:
            found += 1
            yield str(path.relative_to(folder)), puzzle


def without(puzzle: Puzzle, gone: int | None, rng: Random) -> Puzzle:
    """The board with so many clues gone; None: each of them with an even chance."""
    cells = [cell for cell, given in enumerate(puzzle.givens) if given]
    arrows = list(field_of(puzzle).arrows) if puzzle.family == "evolomino" else []
    clues: list[int | tuple[int, ...]] = [*cells, *arrows]
    dropped = {clue for clue in clues if rng.random() < 0.5} if gone is None else set(rng.sample(clues, min(gone, len(clues))))
    givens = tuple(0 if cell in dropped else given for cell, given in enumerate(puzzle.givens))
    if not arrows:
        return puzzle.with_givens(givens)
    return puzzle_of(Field(puzzle.grid.rows, puzzle.grid.cols, givens, tuple(each for each in arrows if each not in dropped)))


def measure(named: list[tuple[str, Puzzle]], gone: int | None, bound: int, each: bool) -> None:
    times: list[tuple[float, bool, str]] = []
    numbers: list[float] = []
    for name, puzzle in named:
        drawn = without(puzzle, gone, Random(f"{name} {gone}"))
        settled = Settled()
        started = time.process_time()
        found = candidates(drawn, Cancel(Limits(PATIENCE)), settled, bound)
        times.append((time.process_time() - started, found.final and (not bound or not found.message), name))
        numbers.append(settled.when - started if settled.when else times[-1][0])
        if each:
            print(f"  {times[-1][0]:8.3f}  {name}: {'all' if times[-1][1] else 'unfinished'}", flush=True)
    ordered = sorted(times)
    late = sum(not final or seconds > SOON for seconds, final, _ in times)
    print(f"{'half' if gone is None else gone} gone: {len(times)} boards, median {ordered[len(times) // 2][0]:.3f}, worst "
          f"{ordered[-1][0]:.3f} ({ordered[-1][2]}), not within {SOON:g} s: {late}, not within {PATIENCE:g} s: "
          f"{sum(not final for _, final, _ in times)}", flush=True)
    print(f"  all but the sizes of hidden regions: median {sorted(numbers)[len(numbers) // 2]:.3f}, worst {max(numbers):.3f}, "
          f"not within {SOON:g} s: {sum(seconds > SOON for seconds in numbers)}", flush=True)


class Settled:
    """Notes when the numbers up to the largest clue, and whether there may be larger ones, became final."""

    when = 0.0

    def __call__(self, now: Candidates) -> None:
        if not self.when and (now.settled or now.final):
            self.when = time.process_time()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("family", nargs="?", default="evolomino")
    parser.add_argument("--gone", type=int, nargs="*", default=[0, 1, 3, 6], help="clues that are missing")
    parser.add_argument("--half", action="store_true", help="boards that are half drawn, too")
    parser.add_argument("--boards", type=int, default=1_000_000)
    parser.add_argument("--bound", type=int, default=0, help="count the solutions that each value leaves, up to so many")
    parser.add_argument("--each", action="store_true", help="a line for every board")
    arguments = parser.parse_args()
    time.perf_counter = time.process_time
    registry.family(arguments.family).engine("auto").warm_up()
    named = list(boards(arguments.folder, arguments.family, arguments.boards))
    kinds: list[int | None] = [*arguments.gone, *([None] if arguments.half else [])]
    for gone in kinds:
        measure(named, gone, arguments.bound, arguments.each)


if __name__ == "__main__":
    main()

"""Looks for the boards of the guide's ladder pictures: for every rule a small puzzle at which it is the ladder's next step.

`python docs/tools/find_ladder_boards.py [--family NAME] [--seconds 60] [--missing]` keeps what is there and writes what is
missing, or (without --missing) smaller, into docs/tools/ladder_boards. Boards come from the families' own generators and from
their small trials, which are taken only if they have a solution, unless the rule is one that ends a try.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from studio.core import files, registry  # noqa: E402
from studio.core.deduction import Contradiction  # noqa: E402
from studio.core.engine import Cancel, Cancelled, Limits, Status  # noqa: E402
from studio.core.family import Family  # noqa: E402
from studio.core.parts import GenerateRequest  # noqa: E402
from studio.core.puzzle import BadPuzzle, Puzzle  # noqa: E402
from studio.setter.ask import ask_best  # noqa: E402
from studio.setter.generate import generate  # noqa: E402
from studio.setter.next_step import first_words  # noqa: E402

BOARDS = Path(__file__).parent / "ladder_boards"
RANDOM, CELLS = 20, (12, 16, 20, 25, 30)
SIZES = (4, 5, 6, 7, 8, 9, 10)
ENDS = ("broken-rule", "pocket-size")
"""rules that only ever end a try"""


def candidates(family: Family, rng: Random) -> Iterator[Puzzle]:
    """Puzzles with one solution, sizes in turn, and small random boards, which may have several or none."""
    while True:
        for size in SIZES:
            for _ in range(RANDOM if family.trials is not None else 0):
                yield family.trials.random_puzzle(rng, rng.choice(CELLS))
            yield from _made(family, size, rng)


def _made(family: Family, size: int, rng: Random) -> Iterator[Puzzle]:
    values = {"variant": "basic"} if family.id == "fillomino" and rng.random() < 0.3 else {}
    request = GenerateRequest(size, size, rng.randrange(1 << 30), "any", "none", values)
    try:
        yield generate(family, request, lambda fraction, text: None, Cancel(Limits(20.0))).puzzle
    except (BadPuzzle, Cancelled, RuntimeError):
        return


def solvable(puzzle: Puzzle) -> bool:
    return ask_best(puzzle, 1, Cancel(Limits(10.0))).status in (Status.SOLVED, Status.UNIQUE, Status.MULTIPLE)


def find(family: Family, seconds: float, only_missing: bool) -> None:
    book, rng, until = family.rulebook, Random(f"ladder {family.id}"), time.monotonic() + seconds
    assert book is not None
    best = {path.stem: files.load(path).puzzle.grid.size for path in (BOARDS / family.id).glob("*.puzzle")}
    for puzzle in candidates(family, rng):
        if time.monotonic() > until:
            break
        for told in first_words(book, puzzle):
            name, size = told.rule.name, puzzle.grid.size
            clashes = isinstance(told.said, Contradiction)
            if size >= best.get(name, 1000) or (name in best and only_missing) or size < 9:
                continue
            if clashes != (name in ENDS) or not (clashes or solvable(puzzle)):
                continue
            best[name] = size
            bare = replace(puzzle, title=told.rule.title, solution=None, extra={}, notes="", author="")
            (BOARDS / family.id).mkdir(parents=True, exist_ok=True)
            files.save(BOARDS / family.id / f"{name}.puzzle", bare)
            print(family.id, name, f"{puzzle.grid.rows}x{puzzle.grid.cols}", flush=True)
    print(family.id, "missing:", [rule.name for rule in book.rules if rule.name not in best], flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--family", default="")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--missing", action="store_true")
    arguments = parser.parse_args()
    for family in registry.families():
        if family.rulebook is not None and arguments.family in ("", family.id):
            find(family, arguments.seconds, arguments.missing)


if __name__ == "__main__":
    main()

"""Random small instances: holes, limited counts, reflections on and off, solvable and not."""

from __future__ import annotations

import random

import numpy as np

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling import FAMILY
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import NAMED, Tile

SMALL = [name for name in NAMED if name[0] in "1234"] + ["5P", "5L", "5U", "5X", "5Y"]


def random_problem(rng: random.Random, largest: int = 5) -> Problem:
    rows, cols = rng.randint(1, largest), rng.randint(1, largest)
    board = np.array([[rng.random() < 0.9 for _ in range(cols)] for _ in range(rows)], dtype=np.bool_)
    board[rng.randrange(rows), rng.randrange(cols)] = True
    names = rng.sample(SMALL, rng.randint(1, 4))
    tiles = tuple(Tile(NAMED[name], rng.choice([None, None, 1, 2, 3, 7]), name) for name in names)
    return Problem(board, tiles, rng.random() < 0.5)


def solvable_problem(rng: random.Random, largest: int = 5) -> Problem:
    """The board of a few random pieces laid side by side, so that there is a tiling for sure."""
    from studio.families.tiling.model.shapes import variants

    reflections = rng.random() < 0.5
    taken: set[tuple[int, int]] = set()
    counts: dict[str, int] = {}
    for _ in range(rng.randint(2, 6)):
        name = rng.choice(SMALL)
        shape = rng.choice(variants(NAMED[name], reflections))
        spots = [(r, c) for r in range(largest) for c in range(largest)]
        rng.shuffle(spots)
        for r0, c0 in spots:
            cells = {(r0 + r, c0 + c) for r, c in shape}
            if not cells & taken and all(r < largest and c < largest for r, c in cells):
                taken |= cells
                counts[name] = counts.get(name, 0) + 1
                break
    board = np.zeros((largest, largest), dtype=np.bool_)
    for cell in taken:
        board[cell] = True
    tiles = tuple(Tile(NAMED[name], rng.choice([n, n, n + 1, None]), name) for name, n in counts.items())
    return Problem(board, tiles, reflections)


def instances(number: int, seed: int) -> list[Problem]:
    rng = random.Random(seed)
    return [solvable_problem(rng) if k % 3 == 0 else random_problem(rng) for k in range(number)]


def as_puzzle(problem: Problem) -> Puzzle:
    return puzzle_of(problem.board, problem.tiles, problem.reflections)


def solve(puzzle: Puzzle, engine: str, solutions: int = 1, seconds: float = 60.0, **values: object) -> SolveResult:
    limits = Limits(seconds)
    options, cancel = Options(solutions, values), Cancel(limits)
    return run_engine(FAMILY.engine(engine), puzzle, options, limits, TraceWriter(), cancel, FAMILY.wrong)

"""New puzzles: a random sea, a number in each island, again until one solution is left; then the setter weakens numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nurikabe_family.check import LAND, SEA, UNKNOWN
from nurikabe_family.kernel import clauses
from studio.core.engine import Cancel
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Puzzle
from studio.core.trials import Trials, random_shape
from studio.solvers.constraints.patterns import windows

ID = "nurikabe"
LARGEST = 6
"""Cells of the islands that the generator makes."""


def random_sea(grid: Grid, rng: Random) -> Answer:
    """A sea that grows at random, never into a pool, as long as it can; then some of it falls dry and joins small islands."""
    values = [LAND] * grid.size
    pools = list(windows(grid, 2, 2))
    shore = [rng.randrange(grid.size)]
    while shore:
        cell = shore.pop(rng.randrange(len(shore)))
        if values[cell] == SEA or any(cell in pool and sum(values[other] == SEA for other in pool) == 3 for pool in pools):
            continue
        values[cell] = SEA
        shore += grid.neighbours(cell)
    for cell in rng.sample(range(grid.size), grid.size // 3):
        values[cell] = LAND
        sea = grid.components(other for other in grid.cells() if values[other] == SEA)
        if len(sea) > 1 or len(grid.flood(cell, lambda other: values[other] == LAND)) > LARGEST:
            values[cell] = SEA
    return tuple(values)


def numbered(grid: Grid, answer: Answer, rng: Random) -> Puzzle:
    """Every island of a solution with its number in one of its cells."""
    givens = [0] * grid.size
    for island in grid.components(cell for cell in grid.cells() if answer[cell] == LAND):
        givens[rng.choice(island)] = len(island)
    return Puzzle(ID, grid, tuple(givens), solution=answer)


def full_board(request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    """A puzzle with one solution and a number in every island."""
    from studio.solvers.sat import LazySat

    grid = make_grid(request.rows, request.cols)
    while True:
        cancel.check()
        made = numbered(grid, random_sea(grid, rng), rng)
        assert made.solution is not None
        with LazySat(clauses(made, False), cancel) as sat:
            if sat.second(made.solution) is None:
                return made


class NurikabeTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        grid = Grid(*random_shape(rng, size))
        givens = list(numbered(grid, random_sea(grid, rng), rng).givens)
        for cell in [cell for cell, given in enumerate(givens) if given]:
            givens[cell] = rng.choice((givens[cell], givens[cell], UNKNOWN))
        if rng.random() < 0.3:
            givens[rng.randrange(grid.size)] = rng.choice((UNKNOWN, rng.randint(1, grid.size)))
        return Puzzle(ID, grid, tuple(givens))

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [(SEA, LAND)] * puzzle.grid.size

"""Boards: full ones that the shared generator carves, and small random ones for the conformance kit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.core.engine import Cancel
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Puzzle
from studio.core.trials import Trials, random_shape
from studio.families._shading.model import SHADED, WHITE, seen

ID = "_shading"


def numbers(grid: Grid, answer: Answer) -> tuple[int, ...]:
    """What every white cell of a solution sees."""
    return tuple(len(seen(grid, cell, answer, (WHITE,))) if value == WHITE else 0 for cell, value in enumerate(answer))


def shade(grid: Grid, rng: Random) -> Answer:
    """Cells are shaded in random order wherever the rules allow it, up to a random share."""
    values, wanted = [WHITE] * grid.size, round(grid.size * rng.uniform(0.1, 0.35))
    for cell in rng.sample(range(grid.size), grid.size):
        rest = [other for other in grid.cells() if other != cell and values[other] == WHITE]
        alone = all(values[other] == WHITE for other in grid.neighbours(cell))
        if values.count(SHADED) < wanted and alone and len(grid.components(rest)) == 1:
            values[cell] = SHADED
    return tuple(values)


def full_board(request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    grid = make_grid(request.rows, request.cols)
    answer = shade(grid, rng)
    return Puzzle(ID, grid, numbers(grid, answer), solution=answer)


class KurodokoTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        grid = Grid(*random_shape(rng, size, longest=11))
        share = rng.choice((0.1, 0.3, 0.6))
        givens = [number if rng.random() < share else 0 for number in numbers(grid, shade(grid, rng))]
        if rng.random() < 0.4:
            givens[rng.randrange(grid.size)] = rng.randint(1, grid.rows + grid.cols - 1)
        return Puzzle(ID, grid, tuple(givens))

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [(WHITE, SHADED)] * puzzle.grid.size

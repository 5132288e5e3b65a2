"""Small random boards for trials: clues of a random division, sometimes with a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trials import Trials, random_shape
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.model import BASIC, CHALLENGING


class FillominoTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        grid = Grid(*random_shape(rng, size))
        answer = random_division(grid, grid.size, rng, Cancel())
        share = rng.choice((0.15, 0.3, 0.5, 0.7))
        givens = [value if rng.random() < share else 0 for value in answer]
        if rng.random() < 0.3:
            givens[rng.randrange(grid.size)] = rng.randint(1, min(grid.size, 9))
        return Puzzle("fillomino", grid, tuple(givens), params={"variant": rng.choice((BASIC, CHALLENGING))})

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [range(1, puzzle.grid.size + 1)] * puzzle.grid.size

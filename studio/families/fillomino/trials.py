"""Small random boards for trials: clues of a random division, sometimes with a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trials import Trials, random_shape
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.model import BASIC, BORDER, CHALLENGING, QUESTION, no_borders, params

KINDS = ("plain", "plain", "borders", "questions", "limit", "all")


class FillominoTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        grid = Grid(*random_shape(rng, size))
        kind, variant = rng.choice(KINDS), rng.choice((BASIC, CHALLENGING))
        limit = rng.randint(3, 5) if kind in ("limit", "all") else 0
        answer = self._answer(rng, grid, limit)
        share = rng.choice((0.15, 0.3, 0.5, 0.7))
        givens = [value if rng.random() < share else 0 for value in answer]
        if rng.random() < 0.3:
            givens[rng.randrange(grid.size)] = rng.randint(1, min(grid.size, limit or 9))
        if kind in ("questions", "all"):
            givens = [QUESTION if given and rng.random() < 0.4 else given for given in givens]
        borders = self._borders(rng, grid, answer) if kind in ("borders", "all") else no_borders(grid)
        return Puzzle("fillomino", grid, tuple(givens), borders, params=params(variant, limit))

    def _answer(self, rng: Random, grid: Grid, limit: int) -> Sequence[int]:
        """A division within the limit, where there is one."""
        try:
            return random_division(grid, min(limit, grid.size) or grid.size, rng, Cancel())
        except BadPuzzle:
            return random_division(grid, grid.size, rng, Cancel())

    def _borders(self, rng: Random, grid: Grid, answer: Sequence[int]) -> tuple[int, ...]:
        """Some borders of a solution, now and then a wrong one."""
        share, wrong = rng.choice((0.1, 0.3)), rng.choice((0.0, 0.0, 0.05))
        pairs = (grid.border_cells(border) for border in range(grid.border_count))
        return tuple(BORDER if rng.random() < (share if answer[a] != answer[b] else wrong) else 0 for a, b in pairs)

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [range(1, puzzle.grid.size + 1)] * puzzle.grid.size

"""Small random boards for trials."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trials import Trials, random_shape
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY


class FobidoshiTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        rows, cols = random_shape(rng, size)
        circles, crosses = rng.choice((0.0, 0.15, 0.3, 0.45)), rng.choice((0.0, 0.1, 0.3))
        dice = [rng.random() for _ in range(rows * cols)]
        givens = tuple(CIRCLE if die < circles else CROSS if die < circles + crosses else EMPTY for die in dice)
        return Puzzle("fobidoshi", Grid(rows, cols), givens)

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [(CIRCLE, CROSS)] * puzzle.grid.size

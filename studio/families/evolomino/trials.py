"""Small random boards for trials: random arrows with random clues, some of them wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.trials import Trials, random_shape
from studio.families.evolomino.generate import Draft, Parameters
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, WHITE, Field, puzzle_of


class EvolominoTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        rows, cols = random_shape(rng, size)
        parameters = Parameters.of(GenerateRequest(rows, cols, 0, values={"p_stop_arrow": rng.choice((0.15, 0.35, 0.6))}))
        draft = Draft(rows, cols, parameters, rng)
        for _ in range(rng.randint(2, 25)):
            if draft.fill() < rng.uniform(0.3, 0.6):
                draft.try_add_arrow()
        full = draft.shaded_field()
        keep, wrong = rng.uniform(0.0, 0.9), rng.choice((0.0, 0.03, 0.08))
        givens = [given if rng.random() < keep else WHITE for given in full.givens]
        for cell in range(full.size):
            if rng.random() < wrong:
                givens[cell] = SQUARE if cell in full.place_on_arrow else rng.choice((SHADED, SQUARE))
        return puzzle_of(Field(rows, cols, tuple(givens), full.arrows))

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [(IS_SQUARE, NO_SQUARE)] * puzzle.grid.size

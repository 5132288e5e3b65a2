"""Why a board has no solution: small sets of clues that clash, over the assumption literals of a clause kernel.

`clash` gives a set from which nothing can be left out. `smaller_clashes` looks on for smaller ones, and ends with the smallest
there is if time allows (the hitting-set duality between clashing sets and sets whose removal mends the board).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from studio.solvers.sat import LazySat

SHUFFLES = 8
GROWTH = 6
"""How many clues are tried one by one to make a solvable set larger before the rest counts as what must be mended."""


def clash(sat: LazySat, literals: Sequence[int]) -> list[int] | None:
    """A minimal unsatisfiable subset of assumption literals; None if all of them hold together.

    Deletion: drop one after another, and after every "still unsolvable" keep only what the solver blames.
    """
    if sat.model(literals) is not None:
        return None
    blamed = set(sat.core())
    core = [lit for lit in literals if lit in blamed]
    needed: list[int] = []
    while core:
        candidate = core.pop()
        if sat.model([*needed, *core]) is not None:
            needed.append(candidate)
        else:
            blamed = set(sat.core())
            core = [lit for lit in core if lit in blamed]
    return sorted(needed, key=literals.index)


class Clash:
    """A search for the smallest clash. `best` is always minimal; `smallest` is True once no smaller one exists."""

    def __init__(self, sat: LazySat, literals: Sequence[int], seed: int = 0) -> None:
        self.sat = sat
        self.literals = list(literals)
        self.best = clash(sat, self.literals)
        self.smallest = self.best is not None and len(self.best) <= 1
        self._rng = random.Random(seed)

    def improve(self) -> Iterator[list[int]]:
        """Yields every smaller clash as it is found, and the last one again when it is proved the smallest."""
        if self.best is None or self.smallest:
            return
        for _ in range(SHUFFLES):
            order = self._rng.sample(self.literals, len(self.literals))
            yield from self._take(clash(self.sat, order))
        yield from self._prove()

    def _take(self, found: list[int] | None) -> Iterator[list[int]]:
        if found is not None and self.best is not None and len(found) < len(self.best):
            self.best = sorted(found, key=self.literals.index)
            yield self.best

    def _prove(self) -> Iterator[list[int]]:
        """Smallest hitting sets of the known corrections: the first that is unsolvable is a smallest clash."""
        from pysat.examples.hitman import Hitman

        assert self.best is not None
        self.sat.prefer(self.literals)
        with Hitman(bootstrap_with=[self.literals], solver="g4", htype="sorted") as hitting:
            while (guess := hitting.get()) is not None and len(guess) < len(self.best):
                model = self.sat.model(guess)
                if model is None:
                    yield from self._take(clash(self.sat, guess))
                    break
                hitting.hit(self._correction(guess, model))
        self.smallest = True
        yield self.best

    def _correction(self, holds: list[int], model: list[int]) -> list[int]:
        """Clues of which every clash has at least one: all that a large solvable set leaves out."""
        kept = self._true(model, holds)
        for lit in self._rng.sample(self.literals, len(self.literals))[:GROWTH]:
            if lit not in kept:
                grown = self.sat.model([*kept, lit])
                if grown is not None:
                    kept = self._true(grown, [*kept, lit])
        return [lit for lit in self.literals if lit not in kept]

    def _true(self, model: list[int], assumed: Sequence[int]) -> set[int]:
        return {lit for lit in self.literals if lit in assumed or (abs(lit) <= len(model) and model[abs(lit) - 1] == lit)}

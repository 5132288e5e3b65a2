"""The clause kernel of the template: one variable per cell and value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from studio.core.clauses import Clause, Clue
from studio.core.puzzle import Answer, Puzzle


class LatinClauses:
    def __init__(self, puzzle: Puzzle, assume_clues: bool) -> None:
        size = puzzle.grid.rows
        self._size = size
        self.top = size**3
        self.literals = [(cell, value, self._lit(cell, value)) for cell in puzzle.grid.cells() for value in range(1, size + 1)]
        self.clauses: list[Clause] = []
        self.assumptions: dict[Clue, int] = {}
        for first in range(size):
            for second in range(size):
                self._exactly_one(self._lit(first * size + second, v) for v in range(1, size + 1))
                self._exactly_one(self._lit(first * size + c, second + 1) for c in range(size))
                self._exactly_one(self._lit(r * size + first, second + 1) for r in range(size))
        for cell in puzzle.clues():
            lit = self._lit(cell, puzzle.givens[cell])
            if assume_clues:
                self.assumptions[cell] = lit
            else:
                self.clauses.append([lit])

    def _lit(self, cell: int, value: int) -> int:
        return cell * self._size + value

    def _exactly_one(self, lits: Iterable[int]) -> None:
        group = list(lits)
        self.clauses.append(group)
        self.clauses += [[-a, -b] for a, b in combinations(group, 2)]

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return []

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def decode(self, model: Sequence[int]) -> Answer:
        return tuple(next(v for v in range(1, self._size + 1) if model[self._lit(cell, v) - 1] > 0)
                     for cell in range(self._size**2))

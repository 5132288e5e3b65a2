"""The study's formula as a clause kernel that can say itself: for the film of the `sat` engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.core.say import say
from studio.families.tiling.kernel.clauses import piece_words
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.translate.cnf import Encoding
from studio.solvers.constraints import Constraints


class SpokenEncoding(Constraints):
    """Placements are moves; the rest of the variables count, for the rule that made them."""

    def __init__(self, grid: Grid, problem: Problem, placements: Placements, encoding: Encoding) -> None:
        super().__init__(grid)
        self.problem, self.placements, self.encoding = problem, placements, encoding
        self.top = encoding.top
        self.moves = {v: [(cell, p + 1) for cell in placements.of(p)] for v, p in encoding.placement.items()}
        self._several = {p for v, p in encoding.placement.items() if encoding.copy[v]}
        for part in encoding.parts:
            self.extend(list(part.clauses), part.name)
            self.counting(part.literals, part.clauses, part.made, part.name)

    def about(self, literal: int) -> tuple[str, tuple[int, ...]]:
        lies = abs(literal) in self.moves
        return (self.meaning(abs(literal)), self.cells_about(literal)) if lies else super().about(literal)

    def cells_about(self, literal: int) -> tuple[int, ...]:
        move = self.moves.get(abs(literal))
        return super().cells_about(literal) if move is None else tuple(cell for cell, _ in move)

    def meaning(self, literal: int) -> str:
        placement = self.encoding.placement.get(abs(literal))
        if placement is None:
            return super().meaning(literal)
        words = piece_words(self.grid, self.problem, self.placements, placement, literal > 0)
        if placement not in self._several:
            return words
        return say("{words} (piece {number} of its kind)", words=words, number=self.encoding.copy[abs(literal)] + 1)

    def cells_of(self, clause: Iterable[int]) -> tuple[int, ...]:
        """The cells that all the pieces of a clause share."""
        pieces = [{cell for cell, _ in self.moves[abs(lit)]} for lit in clause if abs(lit) in self.moves]
        return tuple(sorted(set.intersection(*pieces))) if pieces else ()

    def decode(self, model: Sequence[int]) -> Answer:
        chosen = sorted({self.encoding.placement[v] for v in self.moves if model[v - 1] > 0})
        return answer_of_pieces(self.grid.size, [self.placements.of(p) for p in chosen])

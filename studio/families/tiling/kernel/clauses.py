"""The clause kernel: placements as moves, exactly one on every board cell, at most the count of every tile."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.clauses import Clause, Clue
from studio.core.puzzle import Answer, Puzzle
from studio.families.tiling.model.convert import answer_of_pieces, problem_of
from studio.families.tiling.model.placements import find_placements
from studio.solvers.constraints.cardinality import Variables, at_most, pairwise, product

SMALL = 5


class TilingClauses:
    """CNF without cuts. With assume_clues a cell must be covered, and a tile's count holds, only under its assumption."""

    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        problem = problem_of(puzzle)
        self.placements = find_placements(problem)
        self.problem = problem
        self.size = problem.board.size
        n = len(self.placements)
        variables = Variables(n)
        self.clauses: list[Clause] = []
        self.literals: list[tuple[int, int, int]] = []
        self.assumptions: dict[Clue, int] = {}
        self.moves = {p + 1: [(i, p + 1) for i in self.placements.of(p)] for p in range(n)}
        start, owner = self.placements.by_cell(self.size)
        for i in problem.board_cells():
            lits = [int(p) + 1 for p in owner[start[i] : start[i + 1]]]
            self.clauses += pairwise(lits, variables) if len(lits) <= SMALL else product(lits, variables)
            self.clauses.append([*self._under(assume_clues, int(i), variables), *lits])
        for t, limit in enumerate(problem.limits):
            lits = [p + 1 for p in range(n) if self.placements.tile[p] == t]
            if limit is None or not lits:
                continue
            guard = self._under(assume_clues, ("tile", t + 1), variables)
            self.clauses += [[*guard, *clause] for clause in at_most(lits, limit, "totalizer", variables)]
        self.top = variables.top

    def _under(self, assume_clues: bool, clue: Clue, variables: Variables) -> list[int]:
        if not assume_clues:
            return []
        guard = self.assumptions[clue] = variables()
        return [-guard]

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return []

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def decode(self, model: Sequence[int]) -> Answer:
        chosen = [p for p in range(len(self.placements)) if model[p] > 0]
        return answer_of_pieces(self.size, [self.placements.of(p) for p in chosen])

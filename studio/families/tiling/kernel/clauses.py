"""The clause kernel, by the constraint kit: placements as moves, exactly one on every cell, at most the count of every tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.clauses import Clause
from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say, say_n
from studio.families.tiling.model.convert import answer_of_pieces, given_clues, problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.constraints import Constraints, Name
from studio.solvers.constraints.cardinality import at_most, at_most_one

GIVEN = Name("given", say("what is given does not let this piece lie here"))
COVER = Name("cover", say("this cell must be covered by exactly one piece"))


def limit_name(tile: int, count: int) -> Name:
    return Name("count", say_n("tile {tile} may be used at most once", "tile {tile} may be used at most {n} times", n=count,
                               tile=tile), ())


def floor_name(tile: int, count: int) -> Name:
    return Name("least", say_n("tile {tile} must be used at least once", "tile {tile} must be used at least {n} times", n=count,
                               tile=tile), ())


def piece_words(grid: Grid, problem: Problem, placements: Placements, placement: int, lies: bool) -> str:
    """A placement in words: the tile's name, and its cells."""
    tile = problem.tiles[int(placements.tile[placement])].label
    cells = grid.cell_names(placements.of(placement))
    return say("{tile} on {cells}", tile=tile, cells=cells) if lies else say("{tile} not on {cells}", tile=tile, cells=cells)


class TilingClauses(Constraints):
    """CNF without cuts. With assume_clues what is given, and the count of a tile, hold only under their assumptions; that the
    board is covered holds always.

    Clues: a cell that names its tile is ("name", cell), a border ("border", number), a given piece ("piece", its first cell).
    """

    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        super().__init__(puzzle.grid, assume_clues)
        self.problem = problem_of(puzzle)
        self.placements = find_placements(self.problem.bare() if assume_clues else self.problem)
        n = self.top = len(self.placements)
        self.moves = {p + 1: [(i, p + 1) for i in self.placements.of(p)] for p in range(n)}
        self._cover()
        self._counts(n)
        self._least(n)
        if assume_clues and self.problem.given:
            self._given(puzzle)

    def _cover(self) -> None:
        start, owner = self.placements.by_cell(self.problem.board.size)
        said: list[Clause] = []
        for i in self.problem.board_cells():
            pieces = [int(p) + 1 for p in owner[start[i] : start[i + 1]]]
            first, one = self.top + 1, at_most_one(pieces, self.variables)
            self.counting(pieces, one, range(first, self.top + 1), COVER)
            said += one
            said.append(pieces)
        self.extend(said, COVER)

    def _counts(self, n: int) -> None:
        for t, limit in enumerate(self.problem.limits):
            pieces = [p + 1 for p in range(n) if self.placements.tile[p] == t]
            if limit is None or not pieces:
                continue
            with self.under(self.clue(("tile", t + 1))):
                first, name = self.top + 1, limit_name(t + 1, limit)
                counted = at_most(pieces, limit, "totalizer", self.variables)
                self.extend(counted, name)
                self.counting(pieces, counted, range(first, self.top + 1), name)

    def _least(self, n: int) -> None:
        for t, tile in enumerate(self.problem.tiles):
            if tile.least:
                pieces = [p + 1 for p in range(n) if self.placements.tile[p] == t]
                with self.under(self.clue(("least", t + 1))):
                    self.at_least(tile.least, pieces, floor_name(t + 1, tile.least))

    def _given(self, puzzle: Puzzle) -> None:
        """Each clue rules out the placements that do not keep it."""
        for clue, given in given_clues(puzzle, self.problem).items():
            with self.under(self.clue(clue)):
                barred = [[-v] for v, move in self.moves.items()
                          if not given.allows([cell for cell, _ in move], int(self.placements.tile[v - 1]))]
                self.extend(barred, GIVEN)

    def about(self, literal: int) -> tuple[str, tuple[int, ...]]:
        lies = abs(literal) in self.moves
        return (self.meaning(abs(literal)), self.cells_about(literal)) if lies else super().about(literal)

    def cells_about(self, literal: int) -> tuple[int, ...]:
        move = self.moves.get(abs(literal))
        return super().cells_about(literal) if move is None else tuple(cell for cell, _ in move)

    def meaning(self, literal: int) -> str:
        move = self.moves.get(abs(literal))
        if move is None:
            return super().meaning(literal)
        return piece_words(self.grid, self.problem, self.placements, abs(literal) - 1, literal > 0)

    def cells_of(self, clause: Iterable[int]) -> tuple[int, ...]:
        """The cells that all the pieces of a clause share: the one that the clause is about."""
        pieces = [{cell for cell, _ in self.moves[abs(lit)]} for lit in clause if abs(lit) in self.moves]
        return tuple(sorted(set.intersection(*pieces))) if pieces else ()

    def decode(self, model: Sequence[int]) -> Answer:
        chosen = [p for p in range(len(self.placements)) if model[p] > 0]
        return answer_of_pieces(self.problem.board.size, [self.placements.of(p) for p in chosen])

"""Whether a hidden region can have certain sizes: a board on which such a region has a value of its own, the *marked* one.

Regions larger than all sizes told apart are hidden: cells of one value, of which those that hang together are one region. What
propagation and area reasoning know of sizes helps with a hidden region only if its size is known; so every question ("at least
n cells", "exactly n") has a board of its own, with a marked region that is there in any case. Area reasoning alone refutes most
sizes that are too large: the clues speak for so many cells that no more are left over. One solver takes all questions about
least sizes: what the board of a question knows holds in it while that question is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from studio.core.clauses import Clause
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.kernel.basics import undo
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import BoardClauses
from studio.families.fillomino.kernel.probe import probe
from studio.families.fillomino.kernel.state import HIDDEN, MARKED, Values
from studio.families.fillomino.model import Terms
from studio.solvers.constraints.cardinality import unary_count

LOOKS = 1_000_000  # cells met while looking ahead at one board: some 100 ms where kernels are compiled


class Mark:
    """A board with a marked region of some sizes, and what propagation says of it."""

    def __init__(self, puzzle: Puzzle, fewest: int, most: int) -> None:
        grid, terms = puzzle.grid, Terms.of(puzzle)
        values = replace(Values.of(puzzle.givens, terms), marked=(fewest, most))
        self.board = KernelBoard(grid.rows, grid.cols, puzzle.givens, terms, values)
        self.alive = self.board.propagate()
        self.board.state.area = 1
        self.fewest, self.most, self._k = fewest, most, len(values) - 1
        self.looked = False

    def may_hold(self, cell: int) -> bool:
        """Can the cell lie in a marked region, as far as propagation tells?"""
        return self.alive and self.board.stands(self.board.board_cells[cell], self._k)

    def follows(self, cell: int) -> list[int] | None:
        """What goes if the cell is marked (see `KernelBoard.follows`); None if it cannot be."""
        return self.board.follows(self.board.board_cells[cell], self._k)

    def look_ahead(self) -> None:
        """What short looks ahead at every cell say besides."""
        self.looked = True
        self.alive = probe(self.board.state, self.board.grid.size, LOOKS) >= 0

    def dived(self, cell: int, conflicts: int, seed: int) -> Answer | None:
        """A solution in which the cell is marked, if a short dive finds one (nobody has checked it)."""
        board, p = self.board, self.board.board_cells[cell]
        before, found = board.state.trailed, None
        if board.suppose(p, self._k) and board.dive(conflicts, seed, p):
            board.take_decided()
            found = board.numbers()[0]
        undo(board.state, before)
        return found


class MarkedClauses(BoardClauses):
    """The clauses of a board with a marked region."""

    def __init__(self, mark: Mark) -> None:
        super().__init__(mark.board)
        self._marked = {cell: literal for cell, value, literal in self.literals if value == MARKED}
        state, self._k = self.board.state, len(self.board.values) - 1
        self.always = {cell for cell, p in enumerate(self.board.board_cells) if state.value[p] == self._k}
        """cells that are marked for certain"""
        self._sizes: dict[int, int] = {}
        """literals that say "marked regions have at least so many cells", by size"""
        self._totals: list[int] = []
        self._asked = mark.fewest
        self._exact = mark.fewest == mark.most
        if not self._exact:
            self._keep_apart()
            self._totals, clauses = unary_count([self._marked[cell] for cell in in_blocks(self._marked, self.board.cols)],
                                                self._fresh)
            self.clauses += clauses

    def _keep_apart(self) -> None:
        """A hidden region that touches the marked one may as well belong to it: both together are a larger one. (Not across
        given borders: there no region goes on.)"""
        walls = self.board.terms.walls
        for cell, literal in self._marked.items():
            for other in self.board.grid.neighbours(cell):
                if not walls and (other, HIDDEN) in self._literal:
                    self.clauses.append([-literal, -self._literal[other, HIDDEN]])
        for a, b in walls:
            both = [-self._marked[cell] for cell in (a, b) if cell in self._marked]
            if len(both) + len(self.always.intersection((a, b))) == 2:
                self.clauses.append(both)

    def _fresh(self) -> int:
        self.top += 1
        return self.top

    def marks(self) -> list[int]:
        """The literals that mark cells."""
        return list(self._marked.values())

    # --- questions --------------------------------------------------------------------------------------------------
    def one_of(self, cells: Sequence[int], mark: Mark) -> tuple[list[Clause], list[int]]:
        """Clauses to add, and what to assume: one of these cells is marked, in a region such as another board has."""
        news = self._at_least(mark) if not self._exact and mark.fewest not in self._sizes else []
        self._asked = mark.fewest
        told = [] if self._exact else [self._sizes[mark.fewest]]
        if len(cells) == 1:
            var = self.board.var
            told += [-int(var[i]) for i in mark.follows(cells[0]) or [] if var[i]]
            told += [self._marked[cell] for cell in cells if cell in self._marked]
        elif not self.always.intersection(cells):
            guard = self._fresh()
            news.append([-guard, *(self._marked[cell] for cell in cells if cell in self._marked)])
            told.append(guard)
        return news, told

    def _at_least(self, mark: Mark) -> list[Clause]:
        """The clauses of a literal that only holds where marked regions are as large as on another board."""
        literal, smaller = self._fresh(), [size for size in self._sizes if size < mark.fewest]
        news: list[Clause] = [[-literal, self._sizes[max(smaller)]]] if smaller else []
        needed = mark.fewest - len(self.always)
        if needed > len(self._totals):
            news.append([-literal])
        elif needed > 0:
            news.append([-literal, self._totals[needed - 1]])
        self._sizes[mark.fewest] = literal
        return [*news, *self.known(mark)]

    def known(self, mark: Mark) -> list[Clause]:
        """What another board knows, as clauses that hold where marked regions are as large as there."""
        var, left = np.asarray(self.board.var), np.asarray(mark.board.state.poss)
        return [[-self._sizes[mark.fewest], -int(var[i])] for i in np.flatnonzero((var > 0) & (left == 0))]

    # --- cuts -------------------------------------------------------------------------------------------------------
    def cuts(self, model: Sequence[int]) -> list[Clause]:
        if self._exact:
            found = super().cuts(model)
            if not found and self._asked < 2 * self.board.values.m0 + 3:
                found = [self._unmarked(region) for region in self.board.numbers()[1]
                         if len(region) == self._asked and not self._is_marked(region)]
                self._cuts += found
            return found
        state = self.board.state
        fewest, state.lo[self._k] = state.lo[self._k], self._asked
        found = super().cuts(model)
        state.lo[self._k] = fewest
        marks, guard = set(self._marked.values()), -self._sizes[self._asked]
        return [[*clause, guard] if not clause or abs(clause[0]) in marks else clause for clause in found]

    def _is_marked(self, region: list[int]) -> bool:
        return bool(self.board.answer[self.board.board_cells[region[0]]] == self._k)

    def _unmarked(self, region: list[int]) -> Clause:
        """A hidden region of the marked size, too few cells for two: it is marked, or reaches further, or is none."""
        beside = {other for cell in region for other in self.board.grid.neighbours(cell)} - set(region)
        return [*(-self._literal[cell, HIDDEN] for cell in region if (cell, HIDDEN) in self._literal),
                *(self._literal[cell, HIDDEN] for cell in sorted(beside) if (cell, HIDDEN) in self._literal)]


def in_blocks(cells: Iterable[int], cols: int) -> list[int]:
    """Cells in an order in which every half, and every half of it, lies close together: a count of them learns about places."""
    found = sorted(cells)
    if len(found) < 3:
        return found
    rows = [cell // cols for cell in found]
    columns = [cell % cols for cell in found]
    if max(rows) - min(rows) < max(columns) - min(columns):
        found.sort(key=lambda cell: (cell % cols, cell))
    half = len(found) // 2
    return [*in_blocks(found[:half], cols), *in_blocks(found[half:], cols)]

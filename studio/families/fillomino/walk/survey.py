"""Which cells all solutions of a board share: a walk shows what differs, and the clause kernel's propagation what does not.

What neither settles is tried cell by cell: another number there either clashes at once, or a short dive around it, with the
rest of the board as in a known solution, leads to a solution that has it. What is left is for a solver.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.kernel.basics import decide, remove, undo
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.kernel.state import OPEN, Values
from studio.families.fillomino.model import Terms
from studio.families.fillomino.walk.nearby import Wanderer

QUIET = 10  # excursions for every cell that is still open, without anything new, before a walk ends
QUIET_AT_LEAST = 150
QUIET_AFTER = 20  # excursions from a solution that a dive has found
WITHIN = (3, 6)  # steps around a cell within which a dive may change the known solution
ANYWHERE = 4  # numbers of a cell for which it may change anything in the end, if it must
CONFLICTS = 8  # of a dive


class FillominoSurvey:
    """See `core.parts.Survey`."""

    def __init__(self, puzzle: Puzzle, answer: Answer, cancel: Cancel) -> None:
        self.puzzle, self.answer, self.cancel = puzzle, answer, cancel
        grid, terms = puzzle.grid, Terms.of(puzzle)
        self._board = KernelBoard(grid.rows, grid.cols, puzzle.givens, terms, Values.of(puzzle.givens, terms))
        self._alive = self._board.propagate() and self._board.probe()
        self._wanderer = Wanderer(puzzle)
        self._open: set[int] = set()
        """cells that are the same in all solutions met, and not known to be so in all"""

    def same(self) -> set[int]:
        """Cells that are proven to hold the same number in all solutions; sizes that are not told apart prove nothing."""
        if not self._alive:
            return set()  # a board with a solution has none: nothing is believed of who says so
        state, named = self._board.state, len(self._board.values.sizes)
        return {cell for cell, p in enumerate(self._board.board_cells) if 0 <= state.value[p] < named}

    def others(self, cells: set[int]) -> Iterator[Answer]:
        """Solutions that differ from the known one in some of these cells in which none before did."""
        self._open = cells - self.same()
        self._wanderer.know(self.answer)
        yield from self._walked(self.answer, QUIET * len(self._open) + QUIET_AT_LEAST)
        if self._alive:
            for cell in sorted(self._open):
                yield from self._tried(cell)

    def _walked(self, start: Answer, quiet: int) -> Iterator[Answer]:
        self._wanderer.begin(start)
        while self._open:
            self.cancel.check()
            self._wanderer.watch(self._open)
            found = self._wanderer.further(quiet)
            if found is None:
                return
            self._met(found)
            yield found

    def _met(self, other: Answer) -> None:
        self._open = {cell for cell in self._open if other[cell] == self.answer[cell]}

    # --- other numbers, one by one ----------------------------------------------------------------------------------------
    def _tried(self, cell: int) -> Iterator[Answer]:
        """Another number in this cell: refuted, or shown by a solution, or left to others."""
        state, p = self._board.state, self._board.board_cells[cell]
        left = [k for k in self._values(cell) if state.poss[k * state.cells + p]]
        for tried, k in enumerate(left):
            if cell not in self._open or state.value[p] != OPEN:
                break
            self.cancel.check()
            found = self._with(cell, k, (*WITHIN, *([self.puzzle.grid.size] if tried < ANYWHERE else [])))
            if found is not None:
                self._met(found)
                yield found
                yield from self._walked(found, QUIET_AFTER)
        if cell in self.same():
            self._open.discard(cell)

    def _values(self, cell: int) -> list[int]:
        """All values but the known one, those of the neighbours first."""
        sizes, own = self._board.values.sizes, self.answer[cell]
        index = {size: k for k, size in enumerate(sizes)}
        anonymous = len(sizes)
        near = [index.get(self.answer[other], anonymous) for other in self.puzzle.grid.neighbours(cell)]
        known = index.get(own, anonymous)
        return [k for k in dict.fromkeys([*near, *range(self._board.state.values)]) if k != known]

    def _with(self, cell: int, k: int, within: tuple[int, ...]) -> Answer | None:
        """A solution with value k in this cell, if short dives find one. A value that clashes at once is gone for good."""
        state, p = self._board.state, self._board.board_cells[cell]
        before = state.trailed
        alive = decide(state, p, k) and propagate(state)
        if not alive:
            undo(state, before)
            self._alive = remove(state, p, k) and propagate(state)
            return None
        after = state.trailed
        found = None
        for radius in within:
            if self._keep_beyond(cell, radius) and self._board.dive(CONFLICTS):
                self._board.take_decided()
                answer = self._board.numbers()[0]
                if self._board.terms.allows(self.puzzle.grid, self.puzzle.givens, answer):
                    found = answer
                    break
            undo(state, after)
        undo(state, before)
        return found

    def _keep_beyond(self, cell: int, radius: int) -> bool:
        """Everything further from the cell is as in the known solution; False if that cannot be."""
        state, board, cols = self._board.state, self._board, self.puzzle.grid.cols
        index = {size: k for k, size in enumerate(board.values.sizes)}
        row, col = divmod(cell, cols)
        for other, p in enumerate(board.board_cells):
            if state.value[p] == OPEN and abs(other // cols - row) + abs(other % cols - col) > radius:
                k = index.get(self.answer[other], len(index))
                if not state.poss[k * state.cells + p]:
                    return False
                decide(state, p, k)
        return bool(propagate(state))

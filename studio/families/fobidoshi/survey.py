"""Where the solutions of a board differ, from one that is known: the rest of the board stays, a window around a cell is open.

A cell's other value is tried in growing windows. Near a solution the circles are joined but for a few, so the quick search
needs a few calls where a solver would begin a whole board anew. What no window shows is supposed on the open board: what
clashes there at once is the same in all solutions. The clause kernel is asked about the few cells that neither settles: about
all of them at once, and led back to the known solution.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Board, Puzzle
from studio.families.fobidoshi import check
from studio.families.fobidoshi.kernel import what_if
from studio.families.fobidoshi.kernel.clauses import FobidoshiClauses
from studio.families.fobidoshi.kernel.records import borrowed
from studio.families.fobidoshi.kernel.run import OURS, backtrack
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, field, given_position
from studio.families.fobidoshi.rules.follow import ENDLESS, follow
from studio.families.fobidoshi.rules.scan import load, supposing, try_cells
from studio.solvers.sat import LazySat, forced_cells

WINDOWS = ((1, 4), (2, 8), (4, 16), (8, 32))
"""(rows and columns around a cell that may change, calls of the quick search): the first shows most of what differs."""
OTHER = {CIRCLE: CROSS, CROSS: CIRCLE}


class FobidoshiSurvey:
    """See `core.parts.Survey`."""

    def __init__(self, puzzle: Puzzle, answer: Answer, cancel: Cancel) -> None:
        self.puzzle, self.answer, self.cancel = puzzle, answer, cancel
        self.shape = field(puzzle.grid.rows, puzzle.grid.cols)
        self._position = follow(self.shape, *given_position(puzzle)) or given_position(puzzle)
        self._open: set[int] = set()
        """cells that are the same in all solutions met, and not known to be so in all"""
        self._proven: set[int] = set()
        """cells of which the clause kernel says that they are"""

    def same(self) -> set[int]:
        return self._proven | set(self.shape.cells(self.shape.full & ~self._position.undecided))

    def others(self, cells: set[int]) -> Iterator[Answer]:
        """See `core.parts.Survey`: window by window, then what cannot be otherwise is found out."""
        self._open = cells - self.same()
        for around, calls in WINDOWS:
            for cell in sorted(self._open):
                if cell in self._open:
                    yield from self._otherwise(cell, around, calls)
        for value in (CIRCLE, CROSS):
            self._refute(value)
        if self._open:
            yield from self._by_clauses()

    def _otherwise(self, cell: int, around: int, calls: int) -> Iterator[Answer]:
        """A solution with the other value in this cell and the known ones outside the window, if a few calls find one."""
        board, undecided = list(self.answer), self._position.undecided
        for other in self._window(cell, around):
            if undecided & self.shape.bits[other]:
                board[other] = EMPTY
        board[cell] = OTHER[self.answer[cell]]
        for found in backtrack(self.shape, board, OURS, 1, self.cancel, most_calls=calls).answers:
            self._open = {other for other in self._open if found[other] == self.answer[other]}
            yield found

    def _window(self, cell: int, around: int) -> list[int]:
        rows, cols = self.shape.rows, self.shape.cols
        row, col = divmod(cell, cols)
        return [r * cols + c for r in range(max(0, row - around), min(rows, row + around + 1))
                for c in range(max(0, col - around), min(cols, col + around + 1))]

    def _refute(self, value: int) -> None:
        """Cells in which this value clashes on the board as it is known have the other one in all solutions."""
        while True:
            self.cancel.check()
            left = [cell for cell in sorted(self._open) if self.answer[cell] == OTHER[value]]
            with borrowed(self.shape) as s:
                load(s, self.shape, self._position)
                try_cells(s, left)
                cell = int(what_if.first_failing(s, value, ENDLESS))
            if cell < 0:
                return
            known = follow(self.shape, *supposing(self._position, self.shape.bits[cell], OTHER[value]))
            assert known is not None, "the known solution has it"
            self._position = known
            self._open -= self.same()

    def _by_clauses(self) -> Iterator[Answer]:
        """What is left, by the clause kernel on the board as it is known: other solutions, or none."""
        found: list[Answer] = []
        settled = set(range(self.shape.size)) - self._open
        known = self.puzzle.with_givens(self._marks())
        with LazySat(FobidoshiClauses(known), self.cancel, wrong=self._faults) as sat:
            forced = forced_cells(sat, self.answer, settled=settled, met=found.append)
        yield from found
        self._proven = {cell for cell, _ in forced if cell in self._open}
        self._open = set()

    def _faults(self, answer: Answer) -> list[str]:
        return [] if check.solves(self.puzzle, answer) else [
            violation.message for violation in check.check(Board(self.puzzle, answer))]

    def _marks(self) -> list[int]:
        circles, possible = self._position
        return [CIRCLE if circles & bit else EMPTY if possible & bit else CROSS for bit in self.shape.bits]

"""The thesis' backtracking (chapter 6): strategies until nothing moves, then every number of one empty cell, one level deeper.

The maximum depth is that of 6.2: how many successive guesses stood at once. A cell in which a single number fits is a guess
like any other; nothing is concluded from a number that failed.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.core.say import marked, say
from studio.core.trace import Reason, TraceWriter
from studio.families.fillomino.thesis.board import ThesisBoard
from studio.solvers.search import Ladder

CELL_ORDERS = (marked("first"), marked("fewest"), marked("crowded"), marked("last"))
"""first: row by row, as the thesis does; fewest: the fewest fitting numbers; crowded: the most numbers around it; last: from
the end"""
VALUE_ORDERS = (marked("small"), marked("large"), marked("near"))
"""small: from 1 upwards; large: downwards; near: those of the nearest groups first"""


class Backtracking:
    def __init__(self, board: ThesisBoard, ladder: Ladder, trace: TraceWriter, cancel: Cancel, cells: str = "first",
                 values: str = "small") -> None:
        self.board, self.ladder, self.trace, self.cancel = board, ladder, trace, cancel
        self.cells, self.values = cells, values
        self.exhausted = False
        self.found = 0
        trace.tells_all()

    def solutions(self) -> Iterator[Answer]:
        """Answers one by one; if it ends by itself there are no more."""
        try:
            self.board.start()
        except Contradiction as clash:
            self._conflict(clash)
            self.exhausted = True
            return
        yield from self._search()
        self.exhausted = True

    def _search(self) -> Iterator[Answer]:
        """Everything below this position. The levels stand on a list of their own: boards can be deeper than Python's stack."""
        levels: list[_Level] = []
        alive = self._deduce()
        while True:
            self.cancel.check()
            if alive and self.board.solved():
                self.found += 1
                self.trace.solution(self.board.answer())
                yield self.board.answer()
                alive = False
            if alive:
                levels.append(self._branch())
                alive = False
            while levels and not levels[-1].numbers:
                done = levels.pop()
                if self.found == done.found_before:
                    text = say("no number is left to try in {cell}", cell=self.board.grid.cell_name(done.cell))
                    self.trace.conflict(done.cell, marked("no number left"), Reason(text, (done.cell,)))
                if levels:
                    self._step_back(levels[-1].mark, len(levels) - 1)
            if not levels:
                return
            alive = self._try(levels[-1], len(levels))

    def _branch(self) -> _Level:
        cell, numbers = self._choose()
        return _Level(self.board.mark(), cell, numbers, self.found)

    def _try(self, level: _Level, depth: int) -> bool:
        """The next number of this cell, one level deeper; False if it fails at once."""
        if self.board.mark() > level.mark:
            self._step_back(level.mark, depth - 1)
        number = level.numbers.pop(0)
        self.trace.guess(level.cell, number)
        try:
            self.board.conclude(level.cell, number)
        except Contradiction as clash:
            return self._conflict(clash)
        return self._deduce()

    def _step_back(self, mark: int, depth: int) -> None:
        self.board.undo(mark)
        if self.trace.depth > depth:
            self.trace.backtrack(depth)

    def _deduce(self) -> bool:
        try:
            for number, _ in enumerate(self.ladder.conclusions(self.board, self.trace)):
                if number % 16 == 0:
                    self.cancel.check()
        except Contradiction as clash:
            return self._conflict(clash)
        return True

    def _conflict(self, clash: Contradiction) -> bool:
        self.trace.conflict(clash.reason.cells[0] if clash.reason.cells else -1, clash.rule, clash.reason)
        return False

    def _choose(self) -> tuple[int, list[int]]:
        """The cell to try, and its fitting numbers in order."""
        board = self.board
        empty = [cell for cell, number in enumerate(board.numbers) if not number]
        if self.cells == "fewest":
            cell, numbers = min(((cell, board.candidates(cell)) for cell in empty), key=lambda each: len(each[1]))
        else:
            crowded = self.cells == "crowded"
            around = {cell: sum(board.numbers[near] > 0 for near in board.beside[cell]) for cell in empty} if crowded else {}
            cell = max(empty, key=lambda each: around[each]) if crowded else empty[-1 if self.cells == "last" else 0]
            numbers = board.candidates(cell)
        if self.values == "large":
            numbers.reverse()
        elif self.values == "near":
            numbers.sort(key=lambda number: board.reaching(cell, number) or board.grid.size)
        return cell, numbers


class _Level:
    """A cell whose numbers are tried one after the other."""

    def __init__(self, mark: int, cell: int, numbers: list[int], found_before: int) -> None:
        self.mark, self.cell, self.numbers, self.found_before = mark, cell, numbers, found_before

"""Every number that each cell can hold: walks from known solutions show most of them, and the clause kernel settles the rest.

Small numbers and those of large clues have literals of their own. Of the larger ones, which are not told apart, boards with a
marked region are asked how large the region of a cell can become, and then about the sizes below that which no solution has
shown yet (`hidden.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import BoardClauses
from studio.families.fillomino.kernel.state import HIDDEN, Values
from studio.families.fillomino.model import Terms
from studio.families.fillomino.walk.hidden import HiddenRegions
from studio.families.fillomino.walk.stock import Stock
from studio.solvers.lead import Lead
from studio.solvers.sat import QUICK_SOLVER, LazySat, WrongAnswer

QUIET_AT_FIRST = 200  # excursions without anything new after which the first walk ends


class FillominoInventory:
    """See `core.parts.Inventory`."""

    def __init__(self, puzzle: Puzzle, answers: Sequence[Answer], cancel: Cancel) -> None:
        self.puzzle, self.cancel = puzzle, cancel
        self.settled, self.whole = 0, False
        self.stock = Stock(puzzle, answers, cancel)
        self.none = self.stock.none

    def solutions(self) -> Iterator[Answer]:
        """Solutions with numbers that none before had in their cells. What makers look at comes first: the numbers up to the
        largest clue, and whether a region can be hidden at all; then how large it can be, which can take much longer."""
        stock = self.stock
        yield from stock.walked(stock.last, QUIET_AT_FIRST)
        board = presolved_board(self.puzzle)
        if board is None:
            return  # a board with a solution has none: nothing is believed of who says so
        values = _Questions(stock, board)
        try:
            yield from values.asked()
        except WrongAnswer:  # two hidden regions that only look like one: others must go on
            return
        self.settled = next(number for number in range(1, self.puzzle.grid.size + 2) if number not in stock.named) - 1
        yield stock.last  # no news but this: all numbers up to the largest clue are settled
        hidden = HiddenRegions(stock, board.values)
        yield from hidden.largest(values.room)
        yield from hidden.between()
        self.whole = hidden.whole


def presolved_board(puzzle: Puzzle) -> KernelBoard | None:
    """The board with what follows without a guess; sizes beyond the largest clue are not told apart. None: no solution."""
    grid, terms = puzzle.grid, Terms.of(puzzle)
    board = KernelBoard(grid.rows, grid.cols, puzzle.givens, terms, Values.of(puzzle.givens, terms))
    if not board.propagate() or (board.open_cells() and not board.probe()):
        return None
    return board


class _Questions:
    """Every number that is told apart, and whether a cell can lie in a hidden region at all, in order."""

    def __init__(self, stock: Stock, board: KernelBoard) -> None:
        self.stock, self.board = stock, board
        self.kernel = BoardClauses(board)
        board.state.area = 1
        self._cell = {p: cell for cell, p in enumerate(board.board_cells)}
        self.room = {cell for cell, p in enumerate(board.board_cells) if board.values.anonymous
                     and board.state.poss[len(board.values.sizes) * board.state.cells + p]}
        """cells that may lie in a hidden region"""
        self._closed_from_the_start()

    def _closed_from_the_start(self) -> None:
        state, stock = self.board.state, self.stock
        for cell, p in enumerate(self.board.board_cells):
            stock.no(cell, (size for k, size in enumerate(self.board.values.sizes) if not state.poss[k * state.cells + p]))
            if cell not in self.room:
                stock.no(cell, stock.unnamed(1))

    def asked(self) -> Iterator[Answer]:
        with LazySat(self.kernel, self.stock.cancel, QUICK_SOLVER, wrong=self.stock.wrong) as sat:
            lead = Lead(sat, self.stock.last)
            last = self.stock.puzzle.grid.size + 1
            for cell, value, literal in sorted(self.kernel.literals, key=lambda each: (each[1] or last, each[0])):
                if self._is_settled(cell, value):
                    continue
                self.stock.cancel.check()
                told, answer = self._told(cell, value, literal), None
                if told:
                    lead.towards(cell, value)
                    answer = sat.solve(told)
                if answer is None:
                    self._refuted(sat, cell, value)
                else:
                    lead.last = answer
                    yield from self.stock.met(answer)

    def _is_settled(self, cell: int, value: int) -> bool:
        if value == HIDDEN:
            return self.stock.largest(cell) > 0 or all((cell, number) in self.stock.none for number in self.stock.unnamed(1))
        return value in self.stock.shown[cell] or (cell, value) in self.stock.none

    def _value(self, value: int) -> int:
        sizes = self.board.values.sizes
        return len(sizes) if value == HIDDEN else sizes.index(value)

    def _told(self, cell: int, value: int, literal: int) -> list[int]:
        """The literal, and what follows from it; nothing if that is a clash."""
        gone = self.board.follows(self.board.board_cells[cell], self._value(value))
        var = self.board.var
        return [] if gone is None else [literal, *(-int(var[i]) for i in gone if var[i])]

    def _refuted(self, sat: LazySat, cell: int, value: int) -> None:
        """No solution has it, and what follows."""
        state, p, k = self.board.state, self.board.board_cells[cell], self._value(value)
        for i in {k * state.cells + p, *self.board.refute(p, k)}:
            if self.board.var[i]:
                sat.add([-int(self.board.var[i])])
            number = self.board.values.number(i // state.cells)
            self.stock.no(self._cell[i % state.cells], [number] if number != HIDDEN else self.stock.unnamed(1))

"""How large the hidden region of each cell can be, and which sizes below that it can have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from studio.core.puzzle import Answer
from studio.families.fillomino.kernel.marked import Mark, MarkedClauses
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.walk.divide import Divider
from studio.families.fillomino.walk.stock import Stock
from studio.solvers.sat import QUICK_SOLVER, LazySat, Undecided, WrongAnswer

PATIENCE = 1500  # conflicts of a solver before dives are tried; twice as many the next time
CONFLICTS_A_DIVE = 200  # a dive takes about as long
DIVE = 20  # contradictions of a dive


class HiddenRegions:
    """Questions about the hidden regions of one board. `least` is the smallest size that is not told apart."""

    def __init__(self, stock: Stock, values: Values) -> None:
        self.stock, self.cells = stock, stock.puzzle.grid.size
        self.least = values.m0 + 1
        self.whole = True
        """False if a question was left to others"""
        self.seen: dict[int, int] = {}
        """by cell: the most cells of a hidden region that a solution has shown there"""
        self.bound: dict[int, int] = {}
        """by cell: no hidden region there has more cells"""
        self._marks: dict[int, Mark] = {}

    # --- the largest --------------------------------------------------------------------------------------------------
    def largest(self, room: Iterable[int]) -> Iterator[Answer]:
        """How large the hidden regions of these cells can be: propagation tells bounds, and a solver is asked for larger and
        larger ones until they are reached, or there are none."""
        self.seen = {cell: max(self.stock.largest(cell), self.least - 1) for cell in sorted(room)}
        if not self.seen:
            return
        top = self._halved(self.least - 1, self.cells, lambda size: self._mark(size).alive)
        self.bound = {cell: self._bound(cell, top) for cell in self.seen}
        if self.seen != self.bound:
            with suppress(WrongAnswer):  # two hidden regions that only look like one: sizes will be asked one by one
                yield from self._rising()
        for cell, bound in self.bound.items():
            self.stock.no(cell, self.stock.unnamed(bound + 1))

    def _met(self, answer: Answer) -> Iterator[Answer]:
        yield from self.stock.met(answer)
        for cell, seen in self.seen.items():  # (its number may be that of a large clue, which is told apart)
            self.seen[cell] = max(seen, self.stock.largest(cell), answer[cell])

    def _rising(self) -> Iterator[Answer]:
        kernel = MarkedClauses(self._mark(self.least))
        with LazySat(kernel, self.stock.cancel, QUICK_SOLVER, wrong=self.stock.wrong) as sat:
            while cells := [cell for cell in self.seen if self.seen[cell] < self.bound[cell]]:
                size = self._next_size(cells)
                asked = [cell for cell in cells if self.seen[cell] < size <= self.bound[cell]]
                yield from self._asked(asked, size, kernel, sat)

    def _mark(self, size: int) -> Mark:
        """The board with a hidden region of at least so many cells."""
        if size not in self._marks:
            self._marks[size] = Mark(self.stock.puzzle, size, self.cells + 1)
        return self._marks[size]

    def _bound(self, cell: int, top: int) -> int:
        """What propagation leaves possible in a cell, of sizes up to the largest that it leaves anywhere."""
        self.stock.cancel.check()
        seen = self.seen[cell]
        if seen >= top or not self._mark(seen + 1).may_hold(cell):
            return seen
        if self._mark(top).may_hold(cell):
            return top
        return self._halved(seen + 1, top - 1, lambda size: self._mark(size).may_hold(cell))

    def _halved(self, low: int, high: int, possible: Callable[[int], bool]) -> int:
        """The largest possible size; `low` is one."""
        while low < high:
            size = (low + high + 1) // 2
            if possible(size):
                low = size
            else:
                high = size - 1
        return low

    def _next_size(self, cells: list[int]) -> int:
        """One more than any region seen in those of these cells that have the largest bound."""
        top = max(self.bound[cell] for cell in cells)
        return 1 + max(self.seen[cell] for cell in cells if self.bound[cell] == top)

    def _asked(self, cells: list[int], size: int, kernel: MarkedClauses, sat: LazySat) -> Iterator[Answer]:
        """Can one of these cells lie in a hidden region of at least so many cells?"""
        self.stock.cancel.check()
        answer = self._found(cells, self._mark(size), kernel, sat)
        if answer is None:
            self.bound.update(dict.fromkeys(cells, size - 1))
        else:
            yield from self._met(answer)

    def _found(self, cells: list[int], mark: Mark, kernel: MarkedClauses, sat: LazySat) -> Answer | None:
        """A solution in which one of these cells is marked, None if there is none. A solver that has not found out in a while
        gets help: dives may be luckier, and looks ahead tell it more of boards with such a region."""
        patience = PATIENCE
        while mark.alive:
            try:
                return _one_of(kernel, sat, cells, mark, patience)
            except Undecided:
                answer = self._dived(cells, mark, patience // CONFLICTS_A_DIVE)
                if answer is not None:
                    return answer
                if not mark.looked:
                    mark.look_ahead()
                    for clause in kernel.known(mark):
                        sat.add(clause)
                patience *= 2
        return None

    def _dived(self, cells: list[int], mark: Mark, dives: int) -> Answer | None:
        """A solution by short dives from one cell after the other: where there are many, a solver may be far from all of
        them."""
        for seed in range(1, dives + 1):
            self.stock.cancel.check()
            answer = mark.dived(cells[seed * 7 % len(cells)], DIVE, seed)
            if answer is not None and not self.stock.wrong(answer):
                return answer
        return None

    # --- the others ---------------------------------------------------------------------------------------------------
    def between(self) -> Iterator[Answer]:
        """Sizes below the largest that nobody has seen: known regions are divided, and a board is asked for the rest."""
        self._no_smaller()
        divider = Divider(self.stock)
        for size in self.stock.unnamed(self.least):
            for cell in self._missing(size):
                if size not in self.stock.shown[cell]:
                    yield from divider.divided(cell, size)
        for size in self.stock.unnamed(self.least):
            if self._missing(size):
                try:
                    yield from self._exactly(size)
                except WrongAnswer:  # two hidden regions that only look like one: others must go on
                    self.whole = False

    def _no_smaller(self) -> None:
        """A hidden region has no number below the first that is not told apart."""
        for cell in self.bound:
            self.stock.no(cell, (number for number in self.stock.unnamed(1) if number < self.least))

    def _missing(self, size: int) -> list[int]:
        """The cells of which nobody knows whether a hidden region there has so many cells."""
        return [cell for cell, bound in self.bound.items()
                if size <= bound and size not in self.stock.shown[cell] and (cell, size) not in self.stock.none]

    def _exactly(self, size: int) -> Iterator[Answer]:
        mark = Mark(self.stock.puzzle, size, size)
        for cell in self._missing(size):
            if not mark.may_hold(cell):
                self.stock.no(cell, [size])
        if not self._missing(size):
            return
        kernel = MarkedClauses(mark)
        with LazySat(kernel, self.stock.cancel, QUICK_SOLVER, wrong=self.stock.wrong) as sat:
            while cells := self._missing(size):
                answer = _one_of(kernel, sat, cells, mark)
                if answer is None:
                    for cell in cells:
                        self.stock.no(cell, [size])
                else:
                    yield from self.stock.met(answer)


def _one_of(kernel: MarkedClauses, sat: LazySat, cells: list[int], mark: Mark, patience: int | None = None) -> Answer | None:
    """A solution in which one of these cells is marked; None if there is none. Raises `Undecided` when patience ends."""
    news, told = kernel.one_of(cells, mark)
    for clause in news:
        sat.add(clause)
    sat.prefer(kernel.marks())
    return sat.solve(told, patience)

"""Every number that each cell can hold: walks from known solutions show most of them, and the clause kernel settles the rest.

Small numbers and those of large clues have literals of their own. Of the larger ones, which are not told apart, the kernel is
asked how large the region of a cell can become, and then about the sizes below that which no solution has shown yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.check import solves
from studio.families.fillomino.kernel.sizes import SizedClauses, sized_clauses
from studio.families.fillomino.walk.nearby import Wanderer
from studio.solvers.lead import Lead
from studio.solvers.sat import LazySat, WrongAnswer

QUIET_AT_FIRST, QUIET = 200, 10  # excursions without anything new after which a walk ends; and one from a solver's solution
HIDDEN = 0  # the kernel's value of numbers that it does not tell apart


class FillominoInventory:
    """See `core.parts.Inventory`."""

    def __init__(self, puzzle: Puzzle, answers: Sequence[Answer], cancel: Cancel) -> None:
        self.puzzle, self.cancel = puzzle, cancel
        self.none: set[tuple[int, int]] = set()
        self.settled, self.whole = 0, False
        self._known: list[set[int]] = [set() for _ in puzzle.grid.cells()]
        self._shown: dict[tuple[int, int], Answer] = {}
        """by cell and number: a solution that has it there"""
        self._wanderer = Wanderer(puzzle)
        self._start = answers[-1]
        for answer in answers:
            self._note(answer)

    def solutions(self) -> Iterator[Answer]:
        """Solutions with numbers that none before had in their cells."""
        self._wanderer.watch(self.puzzle.grid.cells())
        yield from self._walked(self._start, QUIET_AT_FIRST)
        kernel = sized_clauses(self.puzzle)
        if kernel is None:
            return  # a board with a solution has none: nothing is believed of who says so
        try:
            with LazySat(kernel, self.cancel, wrong=self._wrong) as sat:
                yield from _Questions(self, kernel, sat).asked()
        except WrongAnswer:  # two hidden regions that only look like one: others must go on
            pass

    def _wrong(self, answer: Answer) -> list[str]:
        return [] if solves(self.puzzle, answer) else [str(answer)]

    def _note(self, answer: Answer) -> None:
        self._wanderer.know(answer)
        for cell, number in enumerate(answer):
            if number not in self._known[cell]:
                self._known[cell].add(number)
                self._shown[cell, number] = answer

    def _walked(self, start: Answer, quiet: int) -> Iterator[Answer]:
        self._wanderer.begin(start)
        while (found := self._wanderer.further(quiet)) is not None:
            self.cancel.check()
            self._note(found)
            yield found

    def knows(self, cell: int, number: int) -> bool:
        return number in self._known[cell]

    def numbers(self, cell: int) -> set[int]:
        return self._known[cell]

    def met(self, answer: Answer) -> Iterator[Answer]:
        """A solver has found it: it, and what lies near it."""
        self._note(answer)
        yield answer
        yield from self._walked(answer, QUIET)

    def nearest(self, cell: int, number: int) -> Answer:
        """The known solution whose number in this cell is nearest to this one."""
        return self._shown[cell, min(self._known[cell], key=lambda other: (abs(other - number), other))]


class _Questions:
    """What the clause kernel is asked, in order."""

    def __init__(self, inventory: FillominoInventory, kernel: SizedClauses, sat: LazySat) -> None:
        self.of, self.kernel, self.sat = inventory, kernel, sat
        self.named, self.cells = set(kernel.board.values.sizes), inventory.puzzle.grid.size
        self.least = kernel.board.values.m0 + 1
        """the smallest size that is not told apart"""
        self.lead = Lead(sat, inventory._start)
        self.most: dict[int, int] = {}
        """by cell: the most cells of a hidden region there"""

    def asked(self) -> Iterator[Answer]:
        self._closed_from_the_start()
        yield from self._values()
        self.of.settled = next(number for number in range(1, len(self.named) + 2) if number not in self.named) - 1
        yield from self._largest()
        left: list[tuple[int, int]] = []
        yield from self._between(left)
        self.of.whole = not left

    def _closed_from_the_start(self) -> None:
        """What the kernel has no literal for, no solution has."""
        told = {(cell, value) for cell, value, _ in self.kernel.literals}
        state, sizes = self.kernel.board.state, self.kernel.board.values.sizes
        for cell, p in enumerate(self.kernel.board.board_cells):
            fixed = sizes[state.value[p]] if 0 <= state.value[p] < len(sizes) else 0
            self._no(cell, (number for number in self.named if number != fixed and (cell, number) not in told))
            if cell not in self.kernel.room:
                self._no(cell, self._unnamed(1))

    def _unnamed(self, least: int) -> list[int]:
        return [number for number in range(least, self.cells + 1) if number not in self.named]

    def _no(self, cell: int, numbers: Iterable[int]) -> None:
        self.of.none.update((cell, number) for number in numbers)

    def _solved(self, *literals: int) -> Answer | None:
        self.of.cancel.check()
        answer = self.sat.solve(literals)
        if answer is not None:
            self.lead.last = answer
        return answer

    # --- numbers with literals of their own ---------------------------------------------------------------------------
    def _values(self) -> Iterator[Answer]:
        """Every number that is told apart, and whether a cell can lie in a hidden region."""
        for cell, value, literal in sorted(self.kernel.literals, key=lambda each: (each[1] or self.cells + 1, each[0])):
            if self.of.knows(cell, value) or (value == HIDDEN and self.of.numbers(cell) - self.named):
                continue
            self.lead.towards(cell, value)
            answer = self._solved(literal)
            if answer is not None:
                yield from self.of.met(answer)
                continue
            self.sat.add([-literal])
            self._no(cell, [value] if value != HIDDEN else self._unnamed(1))
            if value == HIDDEN:
                self.kernel.room.discard(cell)

    # --- hidden regions -------------------------------------------------------------------------------------------------
    def _seen(self, cell: int) -> int:
        """The largest number, not told apart by the kernel, that a solution has shown in a cell."""
        return max(self.of.numbers(cell) - self.named, default=self.least - 1)

    def _largest(self) -> Iterator[Answer]:
        """How large the hidden region of each cell can be, one part of the board after the other: first how large any can be,
        then size by size downwards which of the cells that no such region has shown yet can lie in one."""
        for part in self.kernel.parts:
            reached = {cell: self._seen(cell) for cell in part if cell in self.kernel.room}
            size, rising = max(reached.values(), default=0) + 1, True
            while cells := [cell for cell, seen in reached.items() if rising or seen < size]:
                answer = self._larger(cells, size)
                if answer is not None:
                    yield from self.of.met(answer)
                    for cell, seen in reached.items():  # (its number may be that of a large clue, which is told apart)
                        reached[cell] = max(seen, self._seen(cell), answer[cell])
                if rising and answer is not None:
                    size = max(reached.values()) + 1
                elif answer is None:
                    size, rising = size - 1, False
                if not rising:
                    size = min(size, max(reached.values()))
            for cell, seen in reached.items():
                self.most[cell] = seen
                self._no(cell, self._unnamed(seen + 1))

    def _larger(self, cells: list[int], size: int) -> Answer | None:
        """A solution in which one of these cells lies in a hidden region of at least so many cells."""
        literals = [self._ask(self.kernel.at_least(cell, size)) for cell in cells]
        some = self._ask(self.kernel.some_of(literals))
        self.lead.towards_all(self.kernel.hidden(cells[0]))
        answer = self._solved(some)
        for literal in (some, *(literals if answer is None else ())):
            self.sat.add([-literal])
        return answer

    def _ask(self, literal: int) -> int:
        """A question's clauses are handed on; while nobody asks it, it is none."""
        for clause in self.kernel.news:
            self.sat.add(clause)
        self.kernel.news.clear()
        self.sat.prefer([-literal])
        return literal

    def _between(self, left: list[tuple[int, int]]) -> Iterator[Answer]:
        """Sizes that nobody has seen below those. Where there is room for two hidden regions, which may touch, only a solution
        is an answer; what is `left` is for others to ask."""
        self._no_smaller()
        for cell, most in self.most.items():
            for size in self._unnamed(self.least):
                if size >= most or self.of.knows(cell, size):
                    continue
                literals = [self._ask(self.kernel.at_least(cell, size)), self._ask(self.kernel.at_most(cell, size))]
                self.lead.last = self.of.nearest(cell, size)
                self.lead.towards_all(())
                answer = self._solved(*literals)
                if answer is not None:
                    yield from self.of.met(answer)
                elif size + self.least > most:
                    self._no(cell, [size])
                else:
                    left.append((cell, size))

    def _no_smaller(self) -> None:
        """A hidden region has no number below the first that is not told apart."""
        for cell in self.most:
            self._no(cell, (number for number in self._unnamed(1) if number < self.least))

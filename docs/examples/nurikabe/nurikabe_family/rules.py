"""The ladder: what a person sees, from plain to clever. A rule yields conclusions with their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from nurikabe_family.check import LAND, SEA, faults
from studio.core.deduction import Candidates, Contradiction, Step
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.core.trace import Reason
from studio.solvers.constraints.patterns import windows


class State(Candidates):
    """Sea or land in every cell, and the puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__([1 << LAND if given else 1 << SEA | 1 << LAND for given in puzzle.givens])
        self.grid, self.givens = puzzle.grid, puzzle.givens

    def now(self) -> list[int]:
        return [self.value(cell) for cell in self.grid.cells()]

    def parts(self, value: int) -> list[list[int]]:
        return self.grid.components(cell for cell in self.grid.cells() if self.value(cell) == value)

    def number(self, island: list[int]) -> int:
        """What is given for an island: its size, -1 for "?", 0 for nothing yet."""
        return next((self.givens[cell] for cell in island if self.givens[cell]), 0)

    def exits(self, part: list[int]) -> list[int]:
        return sorted({other for cell in part for other in self.grid.neighbours(cell) if not self.value(other)})


class Broken:
    name, title, level = "broken-rule", marked("The board breaks a rule"), 1

    def find(self, state: State) -> Iterator[Step]:
        for fault in faults(state.grid, state.givens, state.now()):
            raise Contradiction(fault.message, fault.cells, fault.rule)
        yield from ()


class NoPool:
    name, title, level = "no-pool", marked("The fourth cell of a square is land"), 1

    def find(self, state: State) -> Iterator[Step]:
        for window in windows(state.grid, 2, 2):
            sea = tuple(cell for cell in window if state.value(cell) == SEA)
            if len(sea) == 3:
                yield Step(next(cell for cell in window if cell not in sea), LAND, Reason(marked("else there is a pool"), sea))


class Shore:
    name, title, level = "shore", marked("Round a finished island, and between two, is sea"), 1

    def find(self, state: State) -> Iterator[Step]:
        islands = {cell: island for island in state.parts(LAND) if state.number(island) for cell in island}
        for cell in state.grid.cells():
            beside = {islands[other][0]: islands[other] for other in state.grid.neighbours(cell) if other in islands}
            if state.value(cell):
                continue
            if len(beside) > 1:
                clues = tuple(first for first in beside)
                yield Step(cell, SEA, Reason(marked("land here would join two islands"), clues))
            elif beside and state.number(island := next(iter(beside.values()))) == len(island):
                yield Step(cell, SEA, Reason(marked("this island is finished"), tuple(island)))


class OneExit:
    name, title, level = "one-exit", marked("What must grow takes its only way"), 2

    def find(self, state: State) -> Iterator[Step]:
        """All exits are counted before anything is said: every conclusion is entered at once, and changes them."""
        islands, waters = ([(part, state.exits(part)) for part in state.parts(value)] for value in (LAND, SEA))
        for island, exits in islands:
            if len(exits) == 1 and (not state.number(island) or state.number(island) > len(island)):
                yield Step(exits[0], LAND, Reason(marked("this land cannot grow elsewhere"), tuple(island)))
        for water, exits in waters if len(waters) > 1 else ():
            if len(exits) == 1:
                yield Step(exits[0], SEA, Reason(marked("this sea has no other way to the rest"), tuple(water)))


class OutOfReach:
    name, title, level = "out-of-reach", marked("No island comes so far"), 3

    def find(self, state: State) -> Iterator[Step]:
        reached: set[int] = set()
        clues = [cell for cell, given in enumerate(state.givens) if given]
        for clue in clues:
            given, level, seen = state.givens[clue], [clue], {clue}
            while level and (given < 0 or given > 1):
                given -= 1 if given > 0 else 0
                level = [other for other in {near for cell in level for near in state.grid.neighbours(cell)}
                         if other not in seen and state.value(other) != SEA and not state.givens[other]]
                seen.update(level)
            reached |= seen
        for cell in state.grid.cells():
            if cell not in reached and state.value(cell) != SEA:
                yield Step(cell, SEA, Reason(marked("no given island is near enough"), ()))


class OnlyChannel:
    name, title, level = "only-channel", marked("Land here would cut the sea in two"), 4

    def find(self, state: State) -> Iterator[Step]:
        values = state.now()
        for cell in (cell for cell, value in enumerate(values) if not value):
            water = state.grid.components(c for c in state.grid.cells() if c != cell and values[c] != LAND)
            parts = sorted((part for part in water if any(values[c] == SEA for c in part)), key=len)
            if len(parts) > 1:
                yield Step(cell, SEA, Reason(marked("else this sea is cut off"), tuple(parts[0])))


LADDER = (Broken(), NoPool(), Shore(), OneExit(), OutOfReach(), OnlyChannel())

"""All of a Fillomino in clauses, sizes and connectedness written out: for solvers outside.

Every cell has a number; neighbours with equal numbers are one region; every region has its first cell (in reading order) as
root, from which all its cells are reached, and as many cells as its number says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.fillomino.model import Terms
from studio.solvers.constraints.cardinality import Variables
from studio.solvers.outside import Whole
from studio.solvers.reach import at_most_one, counter

MOST_WORK = 3_000_000
"""cells x cells x largest number: a file of some hundred megabytes"""


def whole(puzzle: Puzzle) -> Whole:
    grid = puzzle.grid
    largest = largest_number(puzzle)
    if grid.size * grid.size * largest > MOST_WORK:
        raise BadPuzzle(say("a board of {rows}x{cols} with regions of up to {most} cells is too large for one complete file",
                            rows=grid.rows, cols=grid.cols, most=largest))
    model = _Model(puzzle, largest)
    number = model.number

    def read(values: Mapping[int, int]) -> Answer:
        return tuple(next((v for v in range(1, largest + 1) if values.get(number[cell, v])), 0) for cell in grid.cells())

    def differs(answer: Answer) -> list[int]:
        return [-number[cell, value] for cell, value in enumerate(answer)]

    legend = [f"var {literal} : {grid.cell_name(cell)} is {value}" for (cell, value), literal in number.items()]
    title = f"Fillomino {grid.rows}x{grid.cols} {puzzle.title}".rstrip()
    return Whole(title, read, differs, legend, model.clauses, None, model.fresh.top)


def largest_number(puzzle: Puzzle) -> int:
    """No region is larger than the largest given, or than the cells without a number that hang together."""
    grid, terms = puzzle.grid, Terms.of(puzzle)
    open_cells = [cell for cell in grid.cells() if puzzle.givens[cell] <= 0]
    most = max([*puzzle.givens, *map(len, grid.components(open_cells)), 1])
    if terms.basic and -1 not in puzzle.givens:
        most = max([*puzzle.givens, 1])
    return max(min(most, terms.limit) if terms.limit else most, 1)


class _Model:
    def __init__(self, puzzle: Puzzle, largest: int) -> None:
        self.puzzle, self.grid, self.largest = puzzle, puzzle.grid, largest
        self.terms = Terms.of(puzzle)
        self.fresh = Variables(0)
        self.clauses: list[list[int]] = []
        cells = self.grid.cells()
        self.number = {(cell, value): self.fresh() for cell in cells for value in range(1, largest + 1)}
        self.root = {(root, cell): self.fresh() for cell in cells for root in range(cell + 1)
                     if _distance(self.grid, root, cell) < largest}
        self.same = {pair: self.fresh() for pair in self.grid.adjacent_pairs()}
        self._numbers()
        self._regions()
        self._reached()
        self._sizes()

    def _values(self) -> range:
        return range(1, self.largest + 1)

    def _numbers(self) -> None:
        add = self.clauses.append
        for cell in self.grid.cells():
            literals = [self.number[cell, value] for value in self._values()]
            add(literals)
            self.clauses += at_most_one(literals, self.fresh)
            given = self.puzzle.givens[cell]
            if given > 0:
                self.clauses += [[self.number[cell, given]]] if given <= self.largest else [[]]
        for a, b in self.terms.walls:
            self.clauses += [[-self.number[a, value], -self.number[b, value]] for value in self._values()]

    def _regions(self) -> None:
        add = self.clauses.append
        for (a, b), same in self.same.items():
            for value in self._values():
                x, y = self.number[a, value], self.number[b, value]
                self.clauses += [[-x, -y, same], [-same, -x, y], [-same, x, -y]]
            for root in range(b + 1):
                here, there = self.root.get((root, a)), self.root.get((root, b))
                for one, other in ((here, there), (there, here)):
                    if one is not None:
                        add([-same, -one, *([other] if other is not None else [])])
        for cell in self.grid.cells():
            literals = [self.root[root, cell] for root in self._roots(cell)]
            add(literals)
            self.clauses += at_most_one(literals, self.fresh)
            self.clauses += [[-self.root[root, cell], self.root[root, root]] for root in self._roots(cell)]
        if self.terms.basic:
            clues = [cell for cell, given in enumerate(self.puzzle.givens) if given]
            for root in self.grid.cells():
                add([-self.root[root, root], *(self.root[root, clue] for clue in clues if (root, clue) in self.root)])

    def _roots(self, cell: int) -> Iterator[int]:
        return (root for root in range(cell + 1) if (root, cell) in self.root)

    def _reached(self) -> None:
        """Every cell is reached from its region's root in fewer steps than the largest region has cells."""
        before = {cell: self.root[cell, cell] for cell in self.grid.cells()}
        for _ in range(self.largest - 1):
            now = {cell: self.fresh() for cell in self.grid.cells()}
            for cell in self.grid.cells():
                ways = []
                for other in self.grid.adjacency[cell]:
                    way = self.fresh()
                    ways.append(way)
                    self.clauses += [[-way, self.same[min(cell, other), max(cell, other)]], [-way, before[other]]]
                self.clauses.append([-now[cell], before[cell], *ways])
            before = now
        self.clauses += [[literal] for literal in before.values()]

    def _sizes(self) -> None:
        for root in self.grid.cells():
            members = [self.root[root, cell] for cell in range(root, self.grid.size) if (root, cell) in self.root]
            at_least, clauses = counter(members, self.largest + 1, self.fresh)
            self.clauses += clauses
            for value in self._values():
                given = [-self.root[root, root], -self.number[root, value]]
                self.clauses.append([*given, at_least[value - 1]] if value <= len(at_least) else given)
                if value < len(at_least):
                    self.clauses.append([*given, -at_least[value]])


def _distance(grid: Grid, a: int, b: int) -> int:
    (r, c), (s, d) = grid.rc(a), grid.rc(b)
    return abs(r - s) + abs(c - d)

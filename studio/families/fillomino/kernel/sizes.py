"""How large a hidden region can be: questions that the clause kernel takes although it does not tell large sizes apart.

Regions larger than all sizes told apart are *hidden*: cells with the value 0, of which those that hang together are one region.
(Two that touch are one, too: together they are a hidden region as well. So the largest one that a cell can lie in is the
largest of any solution, while a smaller one may be missed where there is room for two.) A literal that says "the hidden region
of this cell has at least n cells" is all that a solver needs for that. It rests on a count of the hidden cells around, and on
cuts: a region that is too small has a hidden cell on its border.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from studio.core.clauses import Clause
from studio.core.puzzle import Puzzle
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import BoardClauses
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import Terms
from studio.solvers.constraints.cardinality import unary_count

DRAWS = 4  # connected sets with one cell too many that are cut off at a time, each grown in another direction


class SizedClauses(BoardClauses):
    """The clauses of a board, and literals about the sizes of its hidden regions. New clauses wait in `news`."""

    def __init__(self, board: KernelBoard) -> None:
        super().__init__(board)
        named = len(board.values.sizes)
        self._hidden = {cell: literal for cell, value, literal in self.literals if value == 0}
        self.always = {cell for cell, p in enumerate(board.board_cells) if board.state.value[p] == named}
        """cells that lie in a hidden region for certain"""
        self.room = self.always | self._hidden.keys()
        """cells that may lie in one"""
        self.parts = board.grid.components(self.room)
        self.news: list[Clause] = []
        self.part_of = {cell: number for number, part in enumerate(self.parts) for cell in part}
        self._totals: dict[int, list[int]] = {}
        self._least: dict[int, dict[int, int]] = {cell: {} for cell in self.room}
        self._most: dict[tuple[int, int], int] = {}

    def hidden(self, cell: int) -> list[int]:
        """The literals that make all cells around this one hidden."""
        return [self._hidden[other] for other in self.parts[self.part_of[cell]] if other in self._hidden]

    # --- questions --------------------------------------------------------------------------------------------------
    def at_least(self, cell: int, size: int) -> int:
        """A literal that only holds where the cell lies in a hidden region of at least so many cells."""
        known = self._least[cell]
        if size not in known:
            literal = self._new(cell)
            smaller = [each for each in known if each < size]
            if smaller:
                self.news.append([-literal, known[max(smaller)]])
            self._count(cell, size, literal)
            known[size] = literal
        return known[size]

    def at_most(self, cell: int, size: int) -> int:
        """A literal that only holds where the cell lies in a hidden region of at most so many cells."""
        if (cell, size) not in self._most:
            self._most[cell, size] = self._new(cell)
        return self._most[cell, size]

    def some_of(self, literals: Sequence[int]) -> int:
        """A literal that only holds where one of these does."""
        literal = self._fresh()
        self.news.append([-literal, *literals])
        return literal

    def _new(self, cell: int) -> int:
        literal = self._fresh()
        if cell in self._hidden:
            self.news.append([-literal, self._hidden[cell]])
        return literal

    def _count(self, cell: int, size: int, literal: int) -> None:
        """There are so many hidden cells in the part of the board that hangs together."""
        number = self.part_of[cell]
        if number not in self._totals:
            self._totals[number], clauses = unary_count(self.hidden(cell), self._fresh)
            self.news += clauses
        totals, needed = self._totals[number], size - len(self.always.intersection(self.parts[number]))
        if needed > len(totals):
            self.news.append([-literal])
        elif needed > 0:
            self.news.append([-literal, totals[needed - 1]])

    def _fresh(self) -> int:
        self.top += 1
        return self.top

    # --- cuts -------------------------------------------------------------------------------------------------------
    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = super().cuts(model)
        if not found:
            found = [clause for region in self.board.numbers()[1] for clause in self._wrong_size(set(region), model)]
            self._cuts += found
        return found

    def _wrong_size(self, region: set[int], model: Sequence[int]) -> Iterator[Clause]:
        """What the questions that this model takes for true say of a hidden region."""
        wanted = max((size for cell in region for size, literal in self._least[cell].items() if model[literal - 1] > 0),
                     default=0)
        if wanted > len(region):
            yield from self._too_small(region, wanted, model)
        for (cell, size), literal in self._most.items():
            if model[literal - 1] > 0 and cell in region and len(region) > size:
                for draw in range(DRAWS):
                    yield [-literal, *(-self._hidden[other] for other in self._grown(cell, size + 1, region, draw)
                                       if other in self._hidden)]

    def _too_small(self, region: set[int], wanted: int, model: Sequence[int]) -> Iterator[Clause]:
        """Whoever lies in these cells and in a larger region has a hidden cell on their border."""
        taken = {cell for cell in self.room if cell in self.always or model[self._hidden[cell] - 1] > 0}
        cells = self._widened(region, wanted - 1, taken)
        border = [self._hidden[cell] for cell in sorted(self._beside(cells))]
        for cell in sorted(cells):
            for size, literal in self._least[cell].items():
                if size > len(cells):
                    yield [-literal, *border]

    def _beside(self, cells: Collection[int]) -> set[int]:
        return {other for cell in cells for other in self.board.grid.neighbours(cell) if other in self.room} - set(cells)

    def _widened(self, region: set[int], most: int, taken: set[int]) -> set[int]:
        """The region with cells from its border, as long as that becomes no longer and meets no other hidden region: such a
        cut says more."""
        cells, border, around = set(region), self._beside(region), self.board.grid.neighbours
        while border and len(cells) < most:
            inner = cells | border
            outer = {cell: [other for other in around(cell) if other in self.room and other not in inner]
                     for cell in sorted(border) if not any(other in taken and other not in cells for other in around(cell))}
            cell = min(outer, key=lambda each: len(outer[each]), default=None)
            if cell is None or len(outer[cell]) > 1:
                break
            cells.add(cell)
            border = (border - {cell}).union(outer[cell])
        return cells

    def _grown(self, cell: int, size: int, region: set[int], draw: int) -> list[int]:
        """So many connected cells of a region, from one of them on."""
        found, seen = [cell], {cell}
        for place in found:
            around = self.board.grid.neighbours(place)
            for step in range(len(around)):
                other = around[(step + draw) % len(around)]
                if len(found) < size and other in region and other not in seen:
                    seen.add(other)
                    found.append(other)
        return found


def sized_clauses(puzzle: Puzzle) -> SizedClauses | None:
    """The clauses of a puzzle: sizes beyond the largest clue are not told apart. None if there is no solution."""
    grid, terms = puzzle.grid, Terms.of(puzzle)
    board = KernelBoard(grid.rows, grid.cols, puzzle.givens, terms, Values.of(puzzle.givens, terms))
    if not board.propagate() or (board.open_cells() and not board.probe()):
        return None
    return SizedClauses(board)

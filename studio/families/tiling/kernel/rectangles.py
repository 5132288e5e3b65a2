"""Rectangles made of smaller ones: 25x25 is covered by Y-pentominoes because 10x10, 10x15 and 15x15 are.

Which rectangles the tiles cover is asked of all smaller ones for a moment, the smallest first; what two of them make side by
side is known without asking. Then longer of those alone that would complete the board. Finds a tiling, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from studio.families.tiling.kernel.searching import no_totals
from studio.families.tiling.kernel.table import TableSearch, usable
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.solvers.kernels.search import BUDGET, DONE, LOST, SOLUTION, Totals

Size = tuple[int, int]
Pieces = list[list[int]]
LEAST_CELLS, MOST_CELLS = 100, 2_500
"""Smaller boards are searched as quickly as a whole, and of larger ones there are too many parts."""
FIRST_NODES, TIMES = 4_000, 8
"""Positions for every rectangle at first, and how many times as many for the next round."""
MAKING = 1_000
"""Positions that take as long as making a search."""


def can_be_parted(problem: Problem) -> bool:
    """Is the board a whole rectangle that pieces without number cover? Then its parts ask for the same tiles as it does."""
    unlimited = all(limit is None for limit in problem.limits) and not any(tile.least for tile in problem.tiles)
    return unlimited and LEAST_CELLS <= problem.area <= MOST_CELLS and bool(problem.board.all()) and usable(problem)


class RectangleSearch:
    """A resumable search (see searching.py) for one tiling."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._whole: Size = (problem.rows, problem.cols)
        self._covered: dict[Size, Pieces | tuple[Size, Size]] = {}
        """the pieces of a rectangle, by its own cell numbers, or the two rectangles that make it"""
        self._searches: dict[Size, TableSearch | None] = {
            (high, wide): None for high in range(1, problem.rows + 1) for wide in range(1, problem.cols + 1)
            if high * wide % problem.size_gcd == 0 and (high, wide) != self._whole
        }
        """of those that are open; None: not begun"""
        self._totals = no_totals()
        self.positions = 0
        self._steps = self._play()
        self._budget = 0

    @property
    def work(self) -> int:
        return 27 * self.positions

    def run(self, max_nodes: int) -> int:
        self._budget = max_nodes
        return next(self._steps, LOST)

    def totals(self) -> Totals:
        return dict(self._totals)

    def pieces(self) -> Pieces:
        return self._laid(self._whole, 0)

    def _laid(self, size: Size, corner: int) -> Pieces:
        """The pieces of a rectangle with its first cell at this cell of the board."""
        found = self._covered[size]
        if isinstance(found, list):
            return [[corner + cell // size[1] * self._whole[1] + cell % size[1] for cell in cells] for cells in found]
        first, second = found
        beside = first[1] if first[0] == size[0] else first[0] * self._whole[1]
        return self._laid(first, corner) + self._laid(second, corner + beside)

    # --- the play --------------------------------------------------------------------------------------------------
    def _play(self) -> Iterator[int]:
        """Yields BUDGET, and SOLUTION once; ends when nothing is left to be asked."""
        for size in sorted(self._searches, key=_cells):
            if not self._is_made(size):
                yield from self._ask(size, FIRST_NODES)
        nodes = FIRST_NODES
        while not self._is_made(self._whole):
            missing = sorted((size for size in self._missing(self._whole, {}) if size in self._searches), key=_cells)
            if not missing:
                return
            nodes *= TIMES
            yield from self._ask_on(missing, nodes)
        yield SOLUTION

    def _ask_on(self, missing: list[Size], nodes: int) -> Iterator[int]:
        """Look again at those that are missing, mostly at the small ones, until one of them is found."""
        for size in missing:
            yield from self._ask(size, nodes * _cells(missing[0])[0] ** 2 // _cells(size)[0] ** 2)
            if size in self._covered:
                self._join()
                return

    def _is_made(self, size: Size) -> bool:
        """Is the rectangle covered, by itself or by two that are?"""
        if size not in self._covered and (pair := next(self._cuts(size, 2), None)) is not None:
            self._covered[size] = pair
            self._searches.pop(size, None)
        return size in self._covered

    def _join(self) -> None:
        """What can be made of covered rectangles is."""
        for size in sorted(self._searches, key=_cells):
            self._is_made(size)

    def _cuts(self, size: Size, known: int) -> Iterator[tuple[Size, Size]]:
        """The ways to cut a rectangle in two, of which so many at least are covered."""
        high, wide = size
        by_rows = (((row, wide), (high - row, wide)) for row in range(1, high // 2 + 1))
        by_cols = (((high, col), (high, wide - col)) for col in range(1, wide // 2 + 1))
        for first, second in chain(by_rows, by_cols):
            if (first in self._covered) + (second in self._covered) >= known or (known == 1 and first == second):
                yield first, second

    def _missing(self, size: Size, seen: dict[Size, set[Size]]) -> set[Size]:
        """The rectangles each of which, if it were covered, would make this one (which is not)."""
        if size not in seen:
            seen[size] = {size}
            for pair in self._cuts(size, 1):
                for part in pair:
                    if not self._is_made(part):
                        seen[size] |= self._missing(part, seen)
        return seen[size]

    def _ask(self, size: Size, nodes: int) -> Iterator[int]:
        """Look at a rectangle until it has been asked about so many positions."""
        search = self._searches[size] or self._begin(size)
        while search.positions < nodes:
            if self._budget <= 0:
                yield BUDGET
            before, started = search.totals(), search.positions
            code = search.run(min(max(1, self._budget), nodes - started))
            self._count(before, search.totals(), search.positions - started)
            if code in (SOLUTION, DONE):
                del self._searches[size]
                if code == SOLUTION:
                    self._covered[size] = search.pieces()
                return

    def _begin(self, size: Size) -> TableSearch:
        problem = self._problem
        search = self._searches[size] = TableSearch(Problem(rectangle_board(*size), problem.tiles, problem.reflections), 10)
        self._spend(MAKING)
        return search

    def _count(self, before: Totals, now: Totals, positions: int) -> None:
        """Dead ends of parts are no contradictions of the board."""
        for key in ("guesses", "backtracks", "memo_hits"):
            self._totals[key] += now[key] - before[key]
        self._totals["nodes"] = 1 + self._totals["guesses"]
        self._totals["max_depth"] = max(self._totals["max_depth"], now["max_depth"])
        self._spend(positions)

    def _spend(self, positions: int) -> None:
        self.positions += positions
        self._budget -= positions


def _cells(size: Size) -> tuple[int, Size]:
    return size[0] * size[1], size


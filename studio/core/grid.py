"""The rectangular grid every family is drawn on: cells, neighbours and inner borders as plain integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from studio.core.say import say

MAX_CELLS = 2_000_000
"""Largest board that the studio accepts: a colouring proof settles 1002x1002; more is a typing error or an attack."""
MAX_SHOWN = 40_000
"""Largest board that is drawn cell by cell (200x200)."""


@dataclass(frozen=True)
class Grid:
    """`rows` x `cols` cells, numbered row by row from the top left.

    Inner borders are numbered as puzz.link does: first those to the right of a cell, then those below one.
    """

    rows: int
    cols: int

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(say("a board needs at least one row and one column, not {rows}x{cols}", rows=self.rows,
                                 cols=self.cols))
        if self.rows * self.cols > MAX_CELLS:
            raise ValueError(say("a board of {rows}x{cols} is too large (at most {max_cells} cells)", rows=self.rows,
                                 cols=self.cols, max_cells=MAX_CELLS))

    @property
    def size(self) -> int:
        return self.rows * self.cols

    @property
    def border_count(self) -> int:
        return (self.cols - 1) * self.rows + self.cols * (self.rows - 1)

    def index(self, row: int, col: int) -> int:
        return row * self.cols + col

    def rc(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.cols)

    def contains(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def cells(self) -> range:
        return range(self.size)

    @cached_property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        """For every cell its edge neighbours in the order up, left, right, down (ascending)."""
        return tuple(tuple(self._around(r, c)) for r in range(self.rows) for c in range(self.cols))

    def _around(self, row: int, col: int) -> Iterator[int]:
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if self.contains(row + dr, col + dc):
                yield self.index(row + dr, col + dc)

    def neighbours(self, cell: int) -> tuple[int, ...]:
        return self.adjacency[cell]

    def adjacent_pairs(self) -> Iterator[tuple[int, int]]:
        """Every pair of cells that share an edge, once, smaller number first."""
        for cell in self.cells():
            for other in self.adjacency[cell]:
                if other > cell:
                    yield cell, other

    def border_between(self, a: int, b: int) -> int:
        """Number of the inner border between two adjacent cells."""
        a, b = min(a, b), max(a, b)
        row, col = self.rc(a)
        if b == a + 1 and col + 1 < self.cols:
            return row * (self.cols - 1) + col
        if b == a + self.cols:
            return (self.cols - 1) * self.rows + row * self.cols + col
        raise ValueError(say("cells {a} and {b} are not adjacent", a=a, b=b))

    def border_cells(self, border: int) -> tuple[int, int]:
        """The two cells on either side of a border: left and right, or upper and lower."""
        upright = (self.cols - 1) * self.rows
        if border < upright:
            row, col = divmod(border, self.cols - 1)
            return self.index(row, col), self.index(row, col + 1)
        row, col = divmod(border - upright, self.cols)
        return self.index(row, col), self.index(row + 1, col)

    def flood(self, start: int, passable: Callable[[int], bool], most: int | None = None) -> list[int]:
        """Cells reachable from `start` through passable cells, in breadth-first order; `start` always belongs.

        `most`: as soon as so many are found, no more are looked for (a few more may be among them).
        """
        seen = {start}
        queue = [start]
        for cell in queue:
            if most is not None and len(queue) >= most:
                break
            for other in self.adjacency[cell]:
                if other not in seen and passable(other):
                    seen.add(other)
                    queue.append(other)
        return queue

    def components(self, members: Iterable[int]) -> list[list[int]]:
        """The connected parts of a set of cells, each sorted, in the order of their first cell."""
        left = set(members)
        parts = []
        for cell in sorted(left):
            if cell in left:
                part = self.flood(cell, left.__contains__)
                left.difference_update(part)
                parts.append(sorted(part))
        return parts

    def images(self, symmetry: str, cell: int) -> list[int]:
        """The cells that a symmetry puts on a level with this one, itself included.

        none, half-turn, quarter-turn, left-right, up-down, both mirrors, diagonal; on an oblong board a quarter turn is a half
        turn, and the diagonal is no symmetry.
        """
        row, col = self.rc(cell)
        high, wide = self.rows - 1, self.cols - 1
        if symmetry in ("quarter-turn", "diagonal") and high != wide:
            symmetry = "half-turn" if symmetry == "quarter-turn" else "none"
        spots: dict[str, list[tuple[int, int]]] = {
            "none": [], "half-turn": [(high - row, wide - col)], "left-right": [(row, wide - col)],
            "up-down": [(high - row, col)], "diagonal": [(col, row)],
            "both mirrors":  # not for people
                [(row, wide - col), (high - row, col), (high - row, wide - col)],
            "quarter-turn": [(high - row, wide - col), (col, high - row), (wide - col, row)],
        }
        return sorted({cell, *(self.index(r, c) for r, c in spots[symmetry])})

    def cell_name(self, cell: int) -> str:
        """How a person names a cell in a sentence: r3c4, counted from 1."""
        row, col = self.rc(cell)
        return f"r{row + 1}c{col + 1}"

    def cell_names(self, cells: Iterable[int]) -> str:
        return ", ".join(self.cell_name(cell) for cell in cells)

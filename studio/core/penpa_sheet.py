"""A Penpa+ board: the numbering of its points, what lies on it, and what the check of an answer looks for.

Points are numbered on a board with two cells more on every side: cells from 0, corners from N, N = all of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.core.say import marked, say

SHADES = (1, 3, 4, 8)
"""colours that count as shaded"""
WORDS = {"surface": "shading", "number": "numbers", "numberS": marked("small numbers"), "symbol": "symbols", "line": "lines",
         "lineE": "edges", "wall": "walls", "cage": "cages", "killercages": "cages", "deletelineE": marked("erased edges"),
         "thermo": "thermometers", "nobulbthermo": "thermometers", "arrows": "arrows", "direction": "arrows",
         "squareframe": "frames", "polygon": "polygons", "freeline": marked("free lines"), "freelineE": marked("free lines")}
"""layers of a board, and what a person calls what is on them"""


def is_shade(colour: Any) -> bool:
    """Whether a cell of this colour, or of several, is shaded."""
    return any(each in SHADES for each in (colour if isinstance(colour, list) else [colour]))


def entry_of(entry: Any) -> tuple[Any, str]:
    """The first two facts of an entry: a symbol's number and name, a number's text and style."""
    return (entry[0], str(entry[1])) if isinstance(entry, list) and len(entry) > 1 else (None, "")


@dataclass
class Sheet:
    """A Penpa+ board: its rectangle, which cells are there, what lies on them, and what the answer's lists hold."""

    grid: Grid
    top: int = 0
    left: int = 0
    width: int = 0
    height: int = 0
    inside: set[int] = field(default_factory=set)
    layer: dict[str, Any] = field(default_factory=dict)
    played: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    answers: list[list[str]] = field(default_factory=list)
    """lists that an answer is compared with: any of them (`either`), or all"""
    either: bool = True
    facts: dict[str, str] = field(default_factory=dict)
    """what a puzzle has no field for: the source, the message on success"""

    @property
    def across(self) -> int:
        return self.width + 4

    @property
    def corners(self) -> int:
        return self.across * (self.height + 4)

    def margins(self) -> list[int]:
        """Rows above and below, columns left and right of the board."""
        return [self.top, self.height - self.grid.rows - self.top, self.left, self.width - self.grid.cols - self.left]

    def point(self, cell: int) -> int:
        row, col = self.grid.rc(cell)
        return (row + 2 + self.top) * self.across + col + 2 + self.left

    def cell(self, point: int) -> int | None:
        """The cell of a point, None beside the board."""
        row, col = point // self.across - 2 - self.top, point % self.across - 2 - self.left
        return self.grid.index(row, col) if self.grid.contains(row, col) and 0 <= point < self.corners else None

    def edge(self, border: int) -> str:
        """The key of an inner border: its two corners."""
        a, b = self.grid.border_cells(border)
        point = self.point(a)
        end = self.corners + point
        return f"{end - self.across},{end}" if b == a + 1 else f"{end - 1},{end}"

    def cells_of(self, name: str, layer: str = "layer") -> dict[int, Any]:
        """What a map of a layer holds on the board, by cell."""
        found = {}
        for key, value in map_of(getattr(self, layer), name).items():
            cell = self.cell(int(key)) if key.isdecimal() and len(key) < 9 else None
            if cell is not None:
                found[cell] = value
        return found

    def named(self, entries: Sequence[str]) -> set[int]:
        """The cells that a list of an answer names: "k", or "k," and what stands there."""
        points = [entry.split(",")[0] for entry in entries]
        found = {self.cell(int(point)) for point in points if point.isdecimal() and len(point) < 9}
        return {cell for cell in found if cell is not None}

    def outside(self, name: str) -> dict[tuple[int, int], Any]:
        """What a map of the givens' layer holds beside the board, by row and column counted from its first cell."""
        found = {}
        for key, value in map_of(self.layer, name).items():
            if key.isdecimal() and len(key) < 9 and int(key) < self.corners and self.cell(int(key)) is None:
                found[int(key) // self.across - 2 - self.top, int(key) % self.across - 2 - self.left] = value
        return found

    def holds(self, layer: str = "layer") -> set[str]:
        """The names of all that lies on the board, in a layer."""
        facts = getattr(self, layer)
        found = {name for name in ("surface", "number", "symbol") if self.cells_of(name, layer)}
        found |= {name for name in WORDS if name not in ("surface", "number", "symbol")
                  and any(value not in ([], None) for value in [*map_of(facts, name).values(), *list_of(facts, name)])}
        return found

    def edge_styles(self) -> set[Any]:
        """How the inner borders of the board are drawn."""
        drawn = {key: str(style) for key, style in map_of(self.layer, "lineE").items()}
        return {drawn[key] for border in range(self.grid.border_count) if (key := self.edge(border)) in drawn}

    def borders_of(self, styles: Sequence[int]) -> set[int]:
        drawn = {key for key, style in map_of(self.layer, "lineE").items() if style in styles}
        return {border for border in range(self.grid.border_count) if self.edge(border) in drawn}

    def paths(self) -> list[list[int]]:
        """The arrows as cells from tail to head; a path that leaves the board or goes askew is refused."""
        found = []
        for path in [*list_of(self.layer, "direction"), *list_of(self.layer, "arrows")]:
            cells = [self.cell(point) if isinstance(point, int) else None for point in path] if isinstance(path, list) else []
            if not cells:
                continue
            steps = itertools.pairwise(cells)
            if None in cells or any(a is None or b not in self.grid.adjacency[a] for a, b in steps):
                raise BadPuzzle(say("an arrow of this Penpa+ board goes askew or leaves the board"))
            found.append([cell for cell in cells if cell is not None])
        return found


def map_of(layer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = layer.get(name)
    return found if isinstance(found, Mapping) else {}


def list_of(layer: Mapping[str, Any], name: str) -> list[Any]:
    found = layer.get(name)
    return found if isinstance(found, list) else []

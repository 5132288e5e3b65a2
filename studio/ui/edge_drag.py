"""Resizing by the edge: which side of a board the pointer has hold of, and how many rows or columns a drag adds. No widgets."""

from __future__ import annotations

from dataclasses import dataclass

from studio.core.draw import Rect, Shape
from studio.core.grid import Grid
from studio.core.patch import Edges

REACH = 0.16
"""How far beside the frame, in cells, an edge can be taken hold of."""
SIDES = ("top", "bottom", "left", "right")


def side_at(grid: Grid, x: float, y: float) -> str:
    """The edge at a point (in cells) just outside the frame; "" if there is none."""
    along_rows, along_cols = 0 <= y <= grid.rows, 0 <= x <= grid.cols
    if along_rows and -REACH <= x < 0:
        return "left"
    if along_rows and grid.cols < x <= grid.cols + REACH:
        return "right"
    if along_cols and -REACH <= y < 0:
        return "top"
    if along_cols and grid.rows < y <= grid.rows + REACH:
        return "bottom"
    return ""


@dataclass(frozen=True)
class EdgeDrag:
    """A side that is being dragged."""

    grid: Grid
    side: str
    x: float
    y: float

    def edges(self, x: float, y: float) -> Edges:
        """What the drag to this point would change; at least one row and column stays."""
        moved = {"left": self.x - x, "right": x - self.x, "top": self.y - y, "bottom": y - self.y}[self.side]
        room = self.grid.cols if self.side in ("left", "right") else self.grid.rows
        return Edges(**{self.side: max(1 - room, round(moved))})

    def frame(self, x: float, y: float) -> list[Shape]:
        """The frame as it would be."""
        edges = self.edges(x, y)
        wide, high = self.grid.cols + edges.left + edges.right, self.grid.rows + edges.top + edges.bottom
        return [Rect(-edges.left, -edges.top, wide, high, stroke="select", width=0.1)]

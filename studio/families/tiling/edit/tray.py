"""Where the tiles lie beside the board: one layout for drawing and for the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.families.tiling.model.convert import known_tiles, pieces_of_answer
from studio.families.tiling.model.shapes import Tile, normalise

GAP = 0.7
SCALE = 0.5


@dataclass(frozen=True)
class Slot:
    """A tile's place in the tray: its shape from (x, y) on, in cells of SCALE."""

    tile: int
    x: float
    y: float
    w: float
    h: float

    def contains(self, x: float, y: float) -> bool:
        return self.x - 0.15 <= x <= self.x + self.w and self.y - 0.15 <= y <= self.y + self.h


HEIGHTS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5)
"""How much higher than the board the tray may become."""
ASPECT = 1.2
"""A usual view of the board, width to height: board and tray together should fill it."""


def layout(grid: Grid, tiles: Sequence[Tile]) -> list[Slot]:
    """Columns to the right of the board, of the height that leaves board and tray largest in a usual view."""
    least = max(float(grid.rows), 8.0)
    return max((_columns(grid, tiles, least * high) for high in HEIGHTS), key=lambda slots: _scale(grid, slots))


def _scale(grid: Grid, slots: Sequence[Slot]) -> float:
    """How large a cell becomes in a view of height 1."""
    wide = max((slot.x + slot.w for slot in slots), default=float(grid.cols))
    high = max(float(grid.rows), max((slot.y + slot.h for slot in slots), default=0.0))
    return min(ASPECT / wide, 1 / high)


def _columns(grid: Grid, tiles: Sequence[Tile], limit: float) -> list[Slot]:
    slots: list[Slot] = []
    x, y, first = grid.cols + GAP, 0.15, 0
    for k, tile in enumerate(tiles):
        high = SCALE * (1 + max(r for r, _ in tile.cells))
        wide = SCALE * (1 + max(c for _, c in tile.cells))
        if y > 0.15 and y + high > limit:
            x, y, first = x + max(slot.w for slot in slots[first:]) + 0.5, 0.15, len(slots)
        slots.append(Slot(k, x, y, wide + 1.4, max(high, SCALE)))
        y += max(high, SCALE) + 0.35
    return slots


def tile_at(grid: Grid, tiles: Sequence[Tile], x: float, y: float) -> int | None:
    return next((slot.tile for slot in layout(grid, tiles) if slot.contains(x, y)), None)


def used_tiles(board: Board, tiles: Sequence[Tile]) -> list[int]:
    """How many pieces of each tray entry lie on the board; equal tiles are filled up in order."""
    reflections = bool(board.params.get("reflections", False))
    shapes = [set(tile.variants(reflections)) for tile in tiles]
    used = [0] * len(tiles)
    for cells in pieces_of_answer(board.marks).values():
        shape = normalise(board.grid.rc(i) for i in cells)
        same = [k for k, ways in enumerate(shapes) if shape in ways]
        for k in same:
            count = tiles[k].count
            if count is None or used[k] < count or k == same[-1]:
                used[k] += 1
                break
    return used


def left_of(board: Board, tile: int) -> int | None:
    """How many pieces of a tray entry are still in the tray; None: without end."""
    tiles = known_tiles(board.params)
    count = tiles[tile].count
    return None if count is None else max(0, count - used_tiles(board, tiles)[tile])

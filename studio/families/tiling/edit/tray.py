"""Where the tiles lie beside the board: one layout for drawing and for the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.families.tiling.model.convert import INSIDE, given_of, known_tiles, pieces_of_answer
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem, merged_numbers
from studio.families.tiling.model.shapes import ALL_TURNS, HALF_TURNS, Tile, normalise

GAP = 0.7
LABEL = 1.4
"""Room for a tile's count, name and demands, to the right of its shape."""
LINE = 0.4
"""from one line of a tile's words to the next; a slot is at least as high as they are"""


@dataclass(frozen=True)
class Slot:
    """A tile's place in the tray: its shape from (x, y) on, in cells of `scale`; words to its right."""

    tile: int
    x: float
    y: float
    w: float
    h: float
    scale: float

    def contains(self, x: float, y: float) -> bool:
        return self.x - 0.15 <= x <= self.x + self.w and self.y - 0.15 <= y <= self.y + self.h

    @property
    def words_at(self) -> float:
        """Where the words begin."""
        return self.x + self.w - LABEL + 0.15


SCALES = (1.0, 0.85, 0.7, 0.6, 0.5, 0.4)
STRETCHES = (0.6, 0.8, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
"""How much longer than the board's side the tray may become."""
ASPECT = 1.2
"""A usual view of the board, width to height: board and tray together should fill it."""
WORTH = 1.03
"""Larger tiles in the tray are worth a board that is so much smaller."""


def layout(grid: Grid, tiles: Sequence[Tile], aspect: float = 0.0) -> Sequence[Slot]:
    """Columns to the right of the board or rows below it, whichever leaves the board largest in a view of this shape; then as
    large as that allows."""
    return _layout(grid.rows, grid.cols, tuple(tiles), round(min(max(aspect or ASPECT, 0.3), 5.0), 1))


@lru_cache(maxsize=256)
def _layout(rows: int, cols: int, tiles: tuple[Tile, ...], aspect: float) -> tuple[Slot, ...]:
    best: tuple[Slot, ...] = ()
    size = 0.0
    for scale in SCALES:
        for stretch in STRETCHES:
            for slots in (_columns(rows, cols, tiles, scale, max(rows, 4) * stretch),
                          _lines(rows, tiles, scale, max(cols, 4) * stretch)):
                mine = _cell_size(rows, cols, slots, aspect)
                alike = bool(best) and best[0].scale == scale
                if mine > size * (1.0001 if alike or not best else WORTH) or (
                        alike and mine > size * 0.9999 and _foot(slots) < _foot(best)):
                    best, size = slots, mine
    return best


def _foot(slots: Sequence[Slot]) -> float:
    return max((slot.y + slot.h for slot in slots), default=0.0)


def _cell_size(rows: int, cols: int, slots: Sequence[Slot], aspect: float) -> float:
    """How large a cell becomes in a view of height 1."""
    wide = max([cols, *(slot.x + slot.w for slot in slots)]) + 0.8
    high = max([rows, *(slot.y + slot.h for slot in slots)]) + 1.2
    return min(aspect / wide, 1 / high)


def _size(tile: Tile, scale: float) -> tuple[float, float]:
    """Width and height of a slot."""
    high, wide = 1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells)
    return scale * wide + LABEL, max(scale * high, LINE * (1 + len(small_words(tile))))


def small_words(tile: Tile) -> list[str]:
    """What stands below a tile's count: its name, and what is asked of it."""
    return [part for part in (tile.label if "-omino" not in tile.label else "", demand(tile)) if part]


def demand(tile: Tile) -> str:
    """How many must be used and how the tile may not be turned, in signs."""
    turns = {ALL_TURNS: "", HALF_TURNS: "½↻"}.get(tile.turns, "↻̸")
    return " ".join(part for part in (f"≥{tile.least}" if tile.least else "", turns) if part)


def _columns(rows: int, cols: int, tiles: Sequence[Tile], scale: float, limit: float) -> tuple[Slot, ...]:
    """To the right of the board, from the top."""
    slots: list[Slot] = []
    x, y, wide = cols + GAP, 0.15, 0.0
    for k, tile in enumerate(tiles):
        w, h = _size(tile, scale)
        if y > 0.15 and y + h > limit:
            x, y, wide = x + wide + 0.3, 0.15, 0.0
        slots.append(Slot(k, x, y, w, h, scale))
        y, wide = y + h + 0.35, max(wide, w)
    return tuple(slots)


def _lines(rows: int, tiles: Sequence[Tile], scale: float, limit: float) -> tuple[Slot, ...]:
    """Below the board, from the left."""
    slots: list[Slot] = []
    x, y, high = 0.15, rows + GAP, 0.0
    for k, tile in enumerate(tiles):
        w, h = _size(tile, scale)
        if x > 0.15 and x + w > limit:
            x, y, high = 0.15, y + high + 0.35, 0.0
        slots.append(Slot(k, x, y, w, h, scale))
        x, high = x + w + 0.2, max(high, h)
    return tuple(slots)


def foot(grid: Grid, slots: Sequence[Slot]) -> float:
    """Below the board, and below a tray that lies there: where words about the board begin."""
    return max([float(grid.rows), *(slot.y + slot.h for slot in slots if slot.y > grid.rows)])


def tile_at(grid: Grid, tiles: Sequence[Tile], x: float, y: float, aspect: float = 0.0) -> int | None:
    return next((slot.tile for slot in layout(grid, tiles, aspect) if slot.contains(x, y)), None)


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


def useless_tiles(board: Board) -> tuple[int, ...]:
    """Entries of the tray that are not used up and fit nowhere on the open cells, given borders and names kept."""
    puzzle, tiles = board.puzzle(), known_tiles(board.params)
    reflections = bool(board.params.get("reflections", False))
    still_open = np.array([given >= INSIDE and not mark for given, mark in zip(board.givens, board.marks, strict=True)])
    problem = Problem(still_open.reshape(board.grid.rows, board.grid.cols), tuple(tiles), reflections,
                      given_of(puzzle, tuple(tiles), reflections))
    room = set(find_placements(problem).tile.tolist())
    used = used_tiles(board, tiles)
    numbers = merged_numbers(tuple(tiles), reflections)
    return tuple(k for k, tile in enumerate(tiles)
                 if numbers[k] not in room and (tile.count is None or used[k] < tile.count))

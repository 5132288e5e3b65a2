"""Drawing what is given: pieces that lie from the start, borders and links between two cells, cells that name their tile."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from studio.core.family import Stroke
from studio.core.puzzle import Board, Change
from studio.core.strokes import nearest_border
from studio.families.tiling.model.convert import INSIDE, known_tiles
from studio.families.tiling.model.given import JOINED, PARTED, fence, given_pieces
from studio.families.tiling.model.shapes import normalise

NEXT = {0: PARTED, PARTED: JOINED, JOINED: 0}
NEAR = 0.35
"""How far from a border, in cells, a click still means it."""


def piece(board: Board, stroke: Stroke) -> list[Change]:
    """The cells passed over are a given piece, if they have a tile's shape; a click on a given piece takes it away."""
    if (stroke.kind == "key" and stroke.key == "delete") or (stroke.kind == "press" and stroke.button == "right"):
        return _take_away(board, stroke.cell)
    if stroke.kind != "release" or not stroke.cells or stroke.button == "right":
        return []
    cells = sorted(set(stroke.cells))
    if len(cells) == 1 and (changes := _take_away(board, cells[0])):
        return changes
    shape = normalise(board.grid.rc(cell) for cell in cells)
    reflections = bool(board.params.get("reflections", False))
    known = any(shape in tile.variants(reflections) for tile in known_tiles(board.params))
    if not known or not all(board.givens[cell] for cell in cells):
        return []
    return laid(board, cells)


def laid(board: Board, cells: Sequence[int]) -> list[Change]:
    """A given piece on these cells."""
    return _set_borders(board, fence(board.grid, board.givens, cells).items())


def bare(board: Board) -> Board:
    """The board with its given pieces and nothing else on it: where another one could be given."""
    made = Board(board.puzzle())
    for number, cells in enumerate(given_pieces(board.grid, board.givens, board.borders), 1):
        for cell in cells:
            made.marks[cell] = number
    return made


def _take_away(board: Board, cell: int | None) -> list[Change]:
    """A given piece goes, but for the borders that it shares with other given pieces."""
    pieces = given_pieces(board.grid, board.givens, board.borders)
    mine = next((cells for cells in pieces if cell in cells), None)
    if mine is None:
        return []
    kept = {border for cells in pieces if cells is not mine for border in fence(board.grid, board.givens, cells)}
    return _set_borders(board, ((border, 0) for border in fence(board.grid, board.givens, mine) if border not in kept))


def border(board: Board, stroke: Stroke) -> list[Change]:
    """A click on a border, or the key of a side: two pieces meet there, one piece lies across, nothing. Dragging goes on with
    the same."""
    at = _named(board, stroke) if stroke.kind == "key" else border_at(board, stroke.x, stroke.y)
    if at is None or stroke.kind not in ("press", "drag", "key"):
        return []
    if stroke.kind != "drag":
        stroke.state["border"] = 0 if stroke.button == "right" else NEXT.get(_borders(board)[at], PARTED)
    return _set_borders(board, [(at, int(stroke.state.get("border", PARTED)))])


def _named(board: Board, stroke: Stroke) -> int | None:
    """The border that a key names as a side of the cursor's cell, if board lies on both sides of it."""
    at = nearest_border(board.grid, stroke)
    return at if at is not None and all(board.givens[cell] for cell in board.grid.border_cells(at)) else None


def border_at(board: Board, x: float, y: float) -> int | None:
    """The border between two board cells that a point means."""
    col, row = math.floor(x), math.floor(y)
    if not board.grid.contains(row, col):
        return None
    ways = ((x - col, 0, -1), (col + 1 - x, 0, 1), (y - row, -1, 0), (row + 1 - y, 1, 0))
    near, dr, dc = min(ways)
    if near > NEAR or not board.grid.contains(row + dr, col + dc):
        return None
    a, b = board.grid.index(row, col), board.grid.index(row + dr, col + dc)
    return board.grid.border_between(a, b) if board.givens[a] and board.givens[b] else None


def name(board: Board, stroke: Stroke) -> list[Change]:
    """A click names the next tile of the tray, a right click none; digits name a tile by its place."""
    cell, tiles = stroke.cell, known_tiles(board.params)
    if cell is None or not board.givens[cell] or not tiles:
        return []
    now = board.givens[cell] - INSIDE
    if stroke.kind == "key":
        wanted = 0 if stroke.key == "delete" else int(stroke.key) if stroke.key.isdecimal() else -1
    elif stroke.kind in ("press", "double"):
        wanted = 0 if stroke.button == "right" else (now + 1) % (len(tiles) + 1)
    else:
        return []
    change = board.change("givens", cell, INSIDE + wanted) if 0 <= wanted <= len(tiles) else None
    return [change] if change else []


def without_cells(board: Board, cells: Iterable[int]) -> list[Change]:
    """Cells that leave the board take the borders around them along."""
    grid = board.grid
    return _set_borders(board, {grid.border_between(cell, near): 0 for cell in cells for near in grid.neighbours(cell)}.items())


def without_tile(board: Board, tile: int) -> list[Change]:
    """A tile (counted from 0) leaves the tray: cells that name it name none, later tiles move up."""
    wanted = [(cell, INSIDE if given == INSIDE + 1 + tile else given - 1)
              for cell, given in enumerate(board.givens) if given > INSIDE + tile]
    return [change for cell, given in wanted if (change := board.change("givens", cell, given)) is not None]


def _borders(board: Board) -> list[int]:
    if not board.borders:  # a puzzle made without any
        board.borders = [0] * board.grid.border_count
    return board.borders


def _set_borders(board: Board, values: Iterable[tuple[int, int]]) -> list[Change]:
    _borders(board)
    return [change for index, value in values if (change := board.change("borders", index, value)) is not None]

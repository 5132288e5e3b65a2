"""Playing: a tile in the hand follows the pointer, is turned and flipped there, snaps to where it fits, and is laid down.

What is held is told in `hand`. The board changes only when the hand opens, so that every move is one step to undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from studio.core.family import Stroke
from studio.core.puzzle import Board, Change
from studio.families.tiling.edit.hand import (
    CARRIED,
    DRAGGED,
    corner_under,
    fits,
    forget_the_gone,
    grip_in_tray,
    let_go,
    snapped,
    spots,
    target,
    turned,
)
from studio.families.tiling.edit.tray import left_of, tile_at
from studio.families.tiling.model.convert import known_tiles, pieces_of_answer
from studio.families.tiling.model.given import given_pieces
from studio.families.tiling.model.shapes import Cell, normalise


def place(board: Board, stroke: Stroke) -> list[Change]:
    forget_the_gone(board, stroke.state)
    if stroke.kind == "key":
        return _key(board, stroke)
    if stroke.kind == "wheel":
        return _turn(board, stroke, stroke.shift) if stroke.state.get("held") else []
    if stroke.button == "right":
        if stroke.kind == "press" and not _piece_at(board, target(board, stroke)):
            let_go(stroke.state)
        return take(board, stroke)
    if stroke.kind in ("press", "double"):
        _press(board, stroke)
    elif stroke.kind == "release":
        return _release(board, stroke)
    return []


def take(board: Board, stroke: Stroke) -> list[Change]:
    """Off the board with the piece under the pointer."""
    if stroke.kind not in ("press", "drag", "key") or stroke.cell is None:
        return []
    if stroke.kind == "key" and stroke.key not in ("delete", "enter"):
        return []
    return _lift(board, _piece_at(board, stroke.cell))


# --- taking a tile in the hand ------------------------------------------------------------------------------------------


def _press(board: Board, stroke: Stroke) -> None:
    state, cell = stroke.state, target(board, stroke)
    tile = tile_at(board.grid, known_tiles(board.params), stroke.x, stroke.y, stroke.aspect) if cell is None else None
    state["from"] = cell if cell is not None else tile
    if tile is not None:
        same = state.get("how") == CARRIED and state.get("tile") == tile
        let_go(state)
        if not same:
            _hold_tile(board, state, tile, DRAGGED, grip_in_tray(board, tile, stroke))
            state["from"] = None
    elif not state.get("held") and _piece_at(board, cell):
        assert cell is not None
        _hold_piece(board, state, cell, DRAGGED)


def _hold_tile(board: Board, state: dict[str, Any], tile: int, how: str, grip: Cell | None = None) -> None:
    """Take one piece of a tile, unless the tray has no more of it."""
    if left_of(board, tile) != 0:
        shape = known_tiles(board.params)[tile].cells
        state.update(held=shape, grip=grip if grip in shape else shape[0], tile=tile, number=0, how=how)


def _hold_piece(board: Board, state: dict[str, Any], cell: int, how: str) -> None:
    number = board.marks[cell]
    mine = [board.grid.rc(i) for i in pieces_of_answer(board.marks)[number]]
    top, left = min(r for r, _ in mine), min(c for _, c in mine)
    row, col = board.grid.rc(cell)
    state.update(held=normalise(mine), grip=(row - top, col - left), tile=None, number=number, how=how)
    state["from"] = cell


# --- laying it down -----------------------------------------------------------------------------------------------------


def _release(board: Board, stroke: Stroke) -> list[Change]:
    state, cell = stroke.state, target(board, stroke)
    if not state.get("held"):
        return []
    corner = snapped(board, state, stroke.x, stroke.y)
    if state["number"]:
        return _release_piece(board, state, cell, corner)
    if cell is not None or corner is not None:
        return _lay(board, state, corner)
    over = tile_at(board.grid, known_tiles(board.params), stroke.x, stroke.y, stroke.aspect)
    if over is not None and over == state["tile"]:
        state["how"] = CARRIED  # a click on the tray: the tile stays in the hand
    elif state["how"] == DRAGGED or state.get("from") is None:
        let_go(state)
    return []


def _release_piece(board: Board, state: dict[str, Any], cell: int | None, corner: Cell | None) -> list[Change]:
    """A piece of the board: a click takes it back, beside the board it goes to the tray, where it fits it is laid down."""
    dragged = state["how"] == DRAGGED
    if (cell is None and corner is None) or (dragged and cell == state["from"] and not state.get("turned")):
        changes = _lift(board, state["number"])
        let_go(state)
        return changes
    changes = _lay(board, state, corner)
    if dragged:
        let_go(state)  # where it does not fit it springs back
    return changes


def _lay(board: Board, state: dict[str, Any], corner: Cell | None) -> list[Change]:
    """Lay the held piece with its corner on a spot where it fits; without one it stays in the hand."""
    number = int(state["number"])
    if corner is None:
        state["how"] = CARRIED
        return []
    wanted = {i: 0 for i, mark in enumerate(board.marks) if number and mark == number}
    chosen = number or _free_number(board.marks)
    wanted.update((board.grid.index(*spot), chosen) for spot in spots(state["held"], corner))
    tile, left = state["tile"], None if state["tile"] is None else left_of(board, state["tile"])
    if tile is None or state["how"] == DRAGGED or left == 1:
        let_go(state)  # else the next one of the same tile comes to the hand
    return _set(board, wanted.items())


def _set(board: Board, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for index, value in values if (change := board.change("marks", index, value)) is not None]


def _lift(board: Board, number: int) -> list[Change]:
    return _set(board, [(i, 0) for i, mark in enumerate(board.marks) if number and mark == number])


def _free_number(marks: Sequence[int]) -> int:
    used = set(marks)
    return next(n for n in range(1, len(used) + 2) if n not in used)


def _piece_at(board: Board, cell: int | None) -> int:
    """The number of a player's own piece; a given one stays where it is."""
    return 0 if cell is None or cell in fixed_cells(board) else board.marks[cell]


def fixed_cells(board: Board) -> set[int]:
    """The cells of given pieces."""
    if not any(board.borders):
        return set()
    return {cell for cells in given_pieces(board.grid, board.givens, board.borders) for cell in cells}


# --- keys ---------------------------------------------------------------------------------------------------------------


def _key(board: Board, stroke: Stroke) -> list[Change]:
    """R turns and F flips what is held, else the piece under the cursor in place; digits and Space take a tile in the hand."""
    key, state, cell = stroke.key.lower(), stroke.state, stroke.cell
    if key in ("escape", "delete") and state.get("held"):
        let_go(state)
    elif key == "delete":
        return _lift(board, _piece_at(board, cell))
    elif key == "enter" and cell is not None:
        return _enter(board, state, cell)
    elif key.isdecimal() and 0 < int(key) <= len(known_tiles(board.params)):
        _hold_tile(board, state, int(key) - 1, CARRIED)
    elif key == "space":
        _next_tile(board, state, -1 if stroke.shift else 1)
    elif key == "r" or (key == "f" and board.params.get("reflections", False)):
        return _turn(board, stroke, stroke.shift)
    return []


def _enter(board: Board, state: dict[str, Any], cell: int) -> list[Change]:
    if state.get("held"):
        row, col = board.grid.rc(cell)
        corner = corner_under(state, col, row)
        return _lay(board, state, corner if fits(board, spots(state["held"], corner), state["number"]) else None)
    if _piece_at(board, cell):
        _hold_piece(board, state, cell, CARRIED)
    return []


def _next_tile(board: Board, state: dict[str, Any], step: int) -> None:
    """The next tile of which the tray has any."""
    count = len(known_tiles(board.params))
    held = state.get("tile")
    start = held if held is not None else (-1 if step > 0 else count)
    for k in range(1, count + 1):
        tile = (start + step * k) % count
        if left_of(board, tile) != 0:
            let_go(state)
            _hold_tile(board, state, tile, CARRIED)
            return


def _turn(board: Board, stroke: Stroke, back: bool) -> list[Change]:
    state, key = stroke.state, stroke.key.lower()
    if state.get("held"):
        way = turned(board, state["held"], state["grip"], key, back)
        if way is not None:
            state["held"], state["grip"] = way
            state["turned"] = bool(state["number"])
        return []
    return _turn_piece(board, stroke.cell, key, back) if stroke.cell is not None else []


def _turn_piece(board: Board, cell: int, key: str, back: bool) -> list[Change]:
    """Turn the piece under the cursor about the cursor's cell; if it does not fit, about another of its cells."""
    if not _piece_at(board, cell):
        return []
    held: dict[str, Any] = {}
    _hold_piece(board, held, cell, CARRIED)
    way = turned(board, held["held"], held["grip"], key, back)
    row, col = board.grid.rc(cell)
    for grip in (way[1], *way[0]) if way is not None else ():
        assert way is not None
        corner = (row - grip[0], col - grip[1])
        if fits(board, spots(way[0], corner), held["number"]):
            held.update(held=way[0], grip=grip)
            return _lay(board, held, corner)
    return []

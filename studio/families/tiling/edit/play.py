"""Playing: a tile in the hand follows the pointer, shows whether it fits, is turned and flipped there, and laid down.

The hand is the tool's scratch pad (`stroke.state`): `held` (the shape), `grip` (the cell of it under the pointer), `tile` (its
place in the tray), `number` (the piece on the board that is being moved, or 0) and `how` (see below). The board changes
only when the hand opens, so that every move is one step to undo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from studio.core.draw import Line, Rect, Text, region_lines
from studio.core.draw import Shape as Drawn
from studio.core.family import Stroke
from studio.core.puzzle import Board, Change
from studio.families.tiling.draw import COLOURS, piece_colours
from studio.families.tiling.edit.tray import SCALE, layout, left_of, tile_at
from studio.families.tiling.model.convert import INSIDE, known_tiles, pieces_of_answer
from studio.families.tiling.model.given import given_pieces
from studio.families.tiling.model.shapes import Cell, Shape, flip, normalise, rotate

DRAGGED, CARRIED = "dragged", "carried"
"""how: with the button down since the tile was taken, or taken by a click or a key and carried until it is laid down"""


def place(board: Board, stroke: Stroke) -> list[Change]:
    _forget_the_gone(board, stroke.state)
    if stroke.kind == "key":
        return _key(board, stroke)
    if stroke.button == "right":
        if stroke.kind == "press" and not _piece_at(board, _target(board, stroke)):
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


def let_go(state: dict[str, Any]) -> None:
    for name in ("held", "grip", "tile", "number", "how", "from", "turned"):
        state.pop(name, None)


def _forget_the_gone(board: Board, state: dict[str, Any]) -> None:
    """An undo may have taken away the piece that was being moved."""
    if state.get("number") and state["number"] not in board.marks:
        let_go(state)


# --- taking a tile in the hand ------------------------------------------------------------------------------------------


def _press(board: Board, stroke: Stroke) -> None:
    state, cell = stroke.state, _target(board, stroke)
    tile = tile_at(board.grid, known_tiles(board.params), stroke.x, stroke.y) if cell is None else None
    state["from"] = cell if cell is not None else tile
    if tile is not None:
        same = state.get("how") == CARRIED and state.get("tile") == tile
        let_go(state)
        if not same:
            _hold_tile(board, state, tile, DRAGGED, _grip_in_tray(board, tile, stroke))
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
    spots = [board.grid.rc(i) for i in pieces_of_answer(board.marks)[number]]
    top, left = min(r for r, _ in spots), min(c for _, c in spots)
    row, col = board.grid.rc(cell)
    state.update(held=normalise(spots), grip=(row - top, col - left), tile=None, number=number, how=how)
    state["from"] = cell


def _grip_in_tray(board: Board, tile: int, stroke: Stroke) -> Cell:
    slot = layout(board.grid, known_tiles(board.params))[tile]
    return int((stroke.y - slot.y) // SCALE), int((stroke.x - slot.x) // SCALE)


# --- laying it down -----------------------------------------------------------------------------------------------------


def _release(board: Board, stroke: Stroke) -> list[Change]:
    state, cell = stroke.state, _target(board, stroke)
    if not state.get("held"):
        return []
    if state["number"]:
        return _release_piece(board, state, cell)
    if cell is not None:
        return _lay(board, state, cell)
    over = tile_at(board.grid, known_tiles(board.params), stroke.x, stroke.y)
    if over is not None and over == state["tile"]:
        state["how"] = CARRIED  # a click on the tray: the tile stays in the hand
    elif state["how"] == DRAGGED or state.get("from") is None:
        let_go(state)
    return []


def _release_piece(board: Board, state: dict[str, Any], cell: int | None) -> list[Change]:
    """A piece of the board: a click takes it back, beside the board it goes to the tray, where it fits it is laid down."""
    dragged = state["how"] == DRAGGED
    if cell is None or (dragged and cell == state["from"] and not state.get("turned")):
        changes = _lift(board, state["number"])
        let_go(state)
        return changes
    changes = _lay(board, state, cell)
    if dragged:
        let_go(state)  # where it does not fit it springs back
    return changes


def _lay(board: Board, state: dict[str, Any], cell: int) -> list[Change]:
    """Lay the held piece with its grip on a cell, if it fits; else it stays in the hand."""
    spots = _spots(board, state["held"], state["grip"], cell)
    number = int(state["number"])
    if not _fits(board, spots, number):
        state["how"] = CARRIED
        return []
    wanted = {i: 0 for i, mark in enumerate(board.marks) if number and mark == number}
    chosen = number or _free_number(board.marks)
    wanted.update((board.grid.index(*spot), chosen) for spot in spots)
    tile, left = state["tile"], None if state["tile"] is None else left_of(board, state["tile"])
    if tile is None or state["how"] == DRAGGED or left == 1:
        let_go(state)  # else the next one of the same tile comes to the hand
    return _set(board, wanted.items())


def _spots(board: Board, shape: Shape, grip: Cell, cell: int) -> list[Cell]:
    row, col = board.grid.rc(cell)
    return [(row + r - grip[0], col + c - grip[1]) for r, c in shape]


def _fits(board: Board, spots: Sequence[Cell], number: int) -> bool:
    """True if all of these are open cells of the board, those of the moved piece included."""
    grid = board.grid
    cells = [grid.index(*spot) for spot in spots if grid.contains(*spot)]
    return len(cells) == len(spots) and all(board.givens[i] >= INSIDE and board.marks[i] in (0, number) for i in cells)


def _set(board: Board, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for index, value in values if (change := board.change("marks", index, value)) is not None]


def _lift(board: Board, number: int) -> list[Change]:
    return _set(board, [(i, 0) for i, mark in enumerate(board.marks) if number and mark == number])


def _free_number(marks: Sequence[int]) -> int:
    used = set(marks)
    return next(n for n in range(1, len(used) + 2) if n not in used)


def _target(board: Board, stroke: Stroke) -> int | None:
    """The cell under the pointer itself: a stroke's path ends in the last cell that it visited."""
    row, col = math.floor(stroke.y), math.floor(stroke.x)
    return board.grid.index(row, col) if board.grid.contains(row, col) else None


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
        return _turn(board, stroke, 3 if key == "r" and stroke.shift else 1)
    return []


def _enter(board: Board, state: dict[str, Any], cell: int) -> list[Change]:
    if state.get("held"):
        return _lay(board, state, cell)
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


def _turn(board: Board, stroke: Stroke, times: int) -> list[Change]:
    state, key = stroke.state, stroke.key.lower()
    if state.get("held"):
        for _ in range(times):
            state["held"], state["grip"] = _turned(state["held"], state["grip"], key)
        state["turned"] = bool(state["number"])
        return []
    return _turn_piece(board, stroke.cell, key, times) if stroke.cell is not None else []


def _turned(shape: Shape, grip: Cell, key: str) -> tuple[Shape, Cell]:
    """The shape after a turn or flip, and where its gripped cell went."""
    if key == "r":
        turned, (r, c) = rotate(shape), (grip[1], -grip[0])
        return turned, (r, c + max(row for row, _ in shape))
    return flip(shape), (grip[0], max(col for _, col in shape) - grip[1])


def _turn_piece(board: Board, cell: int, key: str, times: int) -> list[Change]:
    """Turn the piece under the cursor about the cursor's cell; if it does not fit, about another of its cells."""
    if not _piece_at(board, cell):
        return []
    hand: dict[str, Any] = {}
    _hold_piece(board, hand, cell, CARRIED)
    shape, grip = hand["held"], hand["grip"]
    for _ in range(times):
        shape, grip = _turned(shape, grip, key)
    for candidate in (grip, *shape):
        if _fits(board, _spots(board, shape, candidate, cell), hand["number"]):
            hand.update(held=shape, grip=candidate)
            return _lay(board, hand, cell)
    return []


# --- what the hand shows ------------------------------------------------------------------------------------------------


def preview(board: Board, tool: str, stroke: Stroke) -> list[Drawn]:
    """The held piece under the pointer; where it fits it snaps into place with a green outline, else the spot is red."""
    if tool == "own":
        return _own_tile(board, stroke)
    state = stroke.state
    _forget_the_gone(board, state)
    if tool != "place" or not state.get("held"):
        return []
    if state["number"] and state["how"] == DRAGGED and _target(board, stroke) == state["from"] and not state.get("turned"):
        return []  # not yet moved: this may become a click
    grip_row, grip_col = state["grip"]
    row, col = math.floor(stroke.y) - grip_row, math.floor(stroke.x) - grip_col
    spots = [(row + r, col + c) for r, c in state["held"]]
    fits = _fits(board, spots, state["number"])
    landing = _landing(board, stroke, spots, fits)
    if fits:
        return [*_left_behind(board, state), *_piece(board, state, col, row, 0.85), *landing]
    floating = _piece(board, state, stroke.x - grip_col - 0.5, stroke.y - grip_row - 0.5, 0.6)
    return [*_left_behind(board, state), *landing, *floating]


def _left_behind(board: Board, state: dict[str, Any]) -> list[Drawn]:
    """Where the tile comes from: its place in the tray, or the spot on the board that becomes free."""
    if state["tile"] is not None:
        slot = layout(board.grid, known_tiles(board.params))[state["tile"]]
        return [Rect(slot.x - 0.15, slot.y - 0.15, slot.w - 0.4, slot.h + 0.3, stroke="cursor", width=0.05, radius=0.12)]
    spots = [board.grid.rc(i) for i, mark in enumerate(board.marks) if mark == state["number"]]
    return [Rect(col, row, 1, 1, fill="paper", opacity=0.75) for row, col in spots]


def _landing(board: Board, stroke: Stroke, spots: Sequence[Cell], fits: bool) -> list[Drawn]:
    """Where the piece would lie. Where it does not fit, the cells that are in the way are crossed."""
    state, role = stroke.state, "forced" if fits else "violation"
    seen = [board.grid.index(*spot) for spot in spots if board.grid.contains(*spot)]
    shapes: list[Drawn] = []
    for i in seen if not fits else ():
        r, c = board.grid.rc(i)
        taken = board.marks[i] not in (0, state["number"]) or board.givens[i] < INSIDE
        shapes.append(Rect(c, r, 1, 1, fill=role, opacity=0.55 if taken else 0.25))
        if taken:
            shapes.append(Text(c + 0.5, r + 0.5, "×", "given", 0.6))
    return [*shapes, *region_lines(board.grid, seen, role, 0.12)]


def _piece(board: Board, state: dict[str, Any], left: float, top: float, opacity: float) -> list[Drawn]:
    """The held piece with its corner at a point of the board."""
    colour = state["tile"] % COLOURS if state["tile"] is not None else piece_colours(board)[state["number"]]
    cells = set(state["held"])
    shapes: list[Drawn] = [Rect(left + c, top + r, 1, 1, fill=f"tile:{colour}", opacity=opacity) for r, c in state["held"]]
    for r, c in state["held"]:
        for dr, dc, ends in ((-1, 0, ((c, r), (c + 1, r))), (1, 0, ((c, r + 1), (c + 1, r + 1))),
                             (0, -1, ((c, r), (c, r + 1))), (0, 1, ((c + 1, r), (c + 1, r + 1)))):
            if (r + dr, c + dc) not in cells:
                shapes.append(Line(tuple((left + x, top + y) for x, y in ends), "wall", 0.05))
    return shapes


def _own_tile(board: Board, stroke: Stroke) -> list[Drawn]:
    """The cells that a new tile has so far."""
    if stroke.kind == "hover" or not stroke.cells:
        return []
    shapes: list[Drawn] = []
    for i in dict.fromkeys(stroke.cells):
        r, c = board.grid.rc(i)
        shapes.append(Rect(c, r, 1, 1, fill="accent", opacity=0.45))
    return [*shapes, *region_lines(board.grid, stroke.cells, "accent", 0.08)]

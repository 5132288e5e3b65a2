"""Drawing and playing with the mouse: board cells, rectangles, the tile tray, own tiles; placing, turning, flipping pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.family import Stroke, Tool
from studio.core.puzzle import BadPuzzle, Board, Change

from .convert import INSIDE, pieces_of_answer, tiles_of, tiles_to_json
from .shapes import NAMED, Shape, Tile, canonical, flip, is_connected, name_of, normalise, rotate
from .tray import tile_at

# shortcuts are letters of no tile's name, so that names can be typed into the tray
TOOLS = (
    Tool("cells", "Board cells", "draw", "Paint board cells; on a board cell or with the right button: erase", "pencil", "B"),
    Tool("rectangle", "Rectangle", "draw", "Drag a rectangle of board cells; right button: erase one", "square", "C"),
    Tool("tray", "Tile tray", "draw",
         "Click a tile: one more; right: one less; double click: unlimited; Delete: away. Type a name such as 4L to add it",
         "tile", "K"),
    Tool("own", "Own tile", "draw", "Drag over cells to draw a new tile; it goes to the tray when you let go", "shape", "D"),
    Tool("place", "Place pieces", "play",
         "Drag a tile from the tray onto the board; R turns it, F flips it; drag a piece to move it; right button: take back",
         "move", "M"),
    Tool("take", "Take back", "play", "Click a piece to take it off the board", "eraser", "E"),
)


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    handler = {"cells": _cells, "rectangle": _rectangle, "tray": _tray, "own": _own, "place": _place, "take": _take}.get(tool)
    return handler(board, stroke) if handler is not None else []


def _set(board: Board, layer: str, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for index, value in values if (change := board.change(layer, index, value)) is not None]


# --- the board ----------------------------------------------------------------------------------------------------------


def _cells(board: Board, stroke: Stroke) -> list[Change]:
    cell = stroke.cell
    if cell is None:
        return []
    if stroke.kind in ("press", "double"):
        stroke.state["paint"] = 0 if stroke.button == "right" or board.givens[cell] == INSIDE else INSIDE
    elif stroke.kind == "key":
        if stroke.key not in ("enter", "delete", "x", "."):
            return []
        stroke.state["paint"] = 0 if stroke.key in ("delete", ".") or board.givens[cell] == INSIDE else INSIDE
    elif stroke.kind != "drag":
        return []
    return _set(board, "givens", [(cell, int(stroke.state.get("paint", INSIDE)))])


def _rectangle(board: Board, stroke: Stroke) -> list[Change]:
    """The rectangle between press and pointer; what a larger one covered before comes back."""
    if not stroke.cells or stroke.kind not in ("press", "drag"):
        return []
    if stroke.kind == "press" or "before" not in stroke.state:
        stroke.state["before"] = list(board.givens)
    before: Sequence[int] = stroke.state["before"]
    (r0, c0), (r1, c1) = board.grid.rc(stroke.cells[0]), board.grid.rc(stroke.cells[-1])
    value = 0 if stroke.button == "right" else INSIDE
    wanted = []
    for i in board.grid.cells():
        r, c = board.grid.rc(i)
        inside = min(r0, r1) <= r <= max(r0, r1) and min(c0, c1) <= c <= max(c0, c1)
        wanted.append((i, value if inside else before[i]))
    return _set(board, "givens", wanted)


# --- the tiles ----------------------------------------------------------------------------------------------------------


def _known_tiles(board: Board) -> list[Tile]:
    try:
        return list(tiles_of(board.params))
    except BadPuzzle:
        return []


def _new_tiles(board: Board, tiles: Sequence[Tile]) -> list[Change]:
    change = board.change("params", "tiles", tiles_to_json(tiles))
    return [change] if change else []


def _tray(board: Board, stroke: Stroke) -> list[Change]:
    tiles = _known_tiles(board)
    if stroke.kind == "key":
        return _tray_key(board, tiles, stroke)
    k = tile_at(board.grid, tiles, stroke.x, stroke.y) if not stroke.cells else None
    if k is None or stroke.kind not in ("press", "double"):
        return []
    stroke.state["tray"] = k
    tile = tiles[k]
    if stroke.kind == "double":
        count: int | None = None
    elif stroke.button == "right":
        count = max(0, (tile.count or 1) - 1)
    else:
        count = 1 if tile.count is None else tile.count + 1
    if count == 0:
        return _new_tiles(board, tiles[:k] + tiles[k + 1 :])
    tiles[k] = Tile(tile.cells, count, tile.name)
    return _new_tiles(board, tiles)


def _tray_key(board: Board, tiles: list[Tile], stroke: Stroke) -> list[Change]:
    """A typed name adds that tile (again: one more); Delete removes the tile clicked last."""
    if stroke.key == "delete":
        k = int(stroke.state.get("tray", len(tiles) - 1))
        return _new_tiles(board, tiles[:k] + tiles[k + 1 :]) if 0 <= k < len(tiles) else []
    typed = str(stroke.state.get("typed", "")) + stroke.key.upper()
    if not any(name.startswith(typed) for name in NAMED):
        typed = stroke.key.upper()
    stroke.state["typed"] = typed
    if typed not in NAMED or any(name != typed and name.startswith(typed) for name in NAMED):
        return []
    stroke.state["typed"] = ""
    return _add_tile(board, tiles, NAMED[typed], typed)


def _add_tile(board: Board, tiles: list[Tile], shape: Shape, name: str) -> list[Change]:
    reflections = bool(board.params.get("reflections", False))
    for k, tile in enumerate(tiles):
        if canonical(tile.cells, reflections) == canonical(shape, reflections):
            tiles[k] = Tile(tile.cells, None if tile.count is None else tile.count + 1, tile.name)
            return _new_tiles(board, tiles)
    return _new_tiles(board, [*tiles, Tile(shape, 1, name)])


def _own(board: Board, stroke: Stroke) -> list[Change]:
    """The cells passed over between press and release are the new tile."""
    if stroke.kind != "release" or not stroke.cells:
        return []
    shape = normalise(board.grid.rc(i) for i in set(stroke.cells))
    if not is_connected(shape):
        return []
    return _add_tile(board, _known_tiles(board), shape, name_of(shape))


# --- playing ------------------------------------------------------------------------------------------------------------


def _take(board: Board, stroke: Stroke) -> list[Change]:
    if stroke.kind not in ("press", "drag", "key") or stroke.cell is None:
        return []
    if stroke.kind == "key" and stroke.key not in ("delete", "enter"):
        return []
    return _lift(board, board.marks[stroke.cell])


def _lift(board: Board, number: int) -> list[Change]:
    if not number:
        return []
    return _set(board, "marks", [(i, 0) for i, mark in enumerate(board.marks) if mark == number])


def _place(board: Board, stroke: Stroke) -> list[Change]:
    if stroke.kind == "key":
        return _place_key(board, stroke)
    if stroke.button == "right":
        return _take(board, stroke)
    if stroke.kind in ("press", "double"):
        return _pick_up(board, stroke)
    if stroke.kind == "drag" and stroke.cell is not None and stroke.state.get("held"):
        return _move(board, stroke, stroke.cell)
    return []


def _pick_up(board: Board, stroke: Stroke) -> list[Change]:
    """From the tray: hold that tile. On a piece: hold it where it is. On an open cell: lay the held tile there."""
    state = stroke.state
    state["before"] = list(board.marks)
    state["number"] = 0
    if stroke.cell is None:
        k = tile_at(board.grid, _known_tiles(board), stroke.x, stroke.y)
        if k is not None:
            state["held"] = _known_tiles(board)[k].cells
            state["grip"] = state["held"][0]
        return []
    number = board.marks[stroke.cell]
    if number:
        cells = pieces_of_answer(board.marks)[number]
        spots = [board.grid.rc(i) for i in cells]
        top, left = min(r for r, _ in spots), min(c for _, c in spots)
        r, c = board.grid.rc(stroke.cell)
        state["held"], state["grip"], state["number"] = normalise(spots), (r - top, c - left), number
        state["before"] = [0 if mark == number else mark for mark in board.marks]
        return []
    return _move(board, stroke, stroke.cell) if state.get("held") else []


def _move(board: Board, stroke: Stroke, cell: int) -> list[Change]:
    """Lay the held piece with its grip on a cell, if it fits on the board as it was before the stroke."""
    state = stroke.state
    before: list[int] = list(state.get("before") or board.marks)
    spots = _spots(board, state["held"], state["grip"], cell)
    if spots is None or any(before[i] for i in spots):
        return []
    number = int(state.get("number") or 0) or _free_number(before)
    state["number"] = number
    wanted = [(i, number if i in spots else before[i]) for i in board.grid.cells()]
    return _set(board, "marks", wanted)


def _spots(board: Board, shape: Shape, grip: tuple[int, int], cell: int) -> set[int] | None:
    r, c = board.grid.rc(cell)
    spots = set()
    for dr, dc in shape:
        at = (r + dr - grip[0], c + dc - grip[1])
        if not board.grid.contains(*at) or board.givens[board.grid.index(*at)] != INSIDE:
            return None
        spots.add(board.grid.index(*at))
    return spots


def _free_number(marks: Sequence[int]) -> int:
    used = set(marks)
    return next(n for n in range(1, len(used) + 2) if n not in used)


def _place_key(board: Board, stroke: Stroke) -> list[Change]:
    """R turns and F flips: the piece under the cursor in place if it fits, and the held one for the next time."""
    key, state = stroke.key.lower(), stroke.state
    if key == "delete" and stroke.cell is not None:
        return _lift(board, board.marks[stroke.cell])
    if key == "enter" and stroke.cell is not None and state.get("held") and not board.marks[stroke.cell]:
        state["before"], state["number"] = list(board.marks), 0
        return _move(board, stroke, stroke.cell)
    if key.isdigit() and 0 < int(key) <= len(_known_tiles(board)):
        state["held"] = _known_tiles(board)[int(key) - 1].cells
        state["grip"] = state["held"][0]
        return []
    if key not in ("r", "f") or (key == "f" and not board.params.get("reflections", False)):
        return []
    if stroke.cell is not None and board.marks[stroke.cell]:
        return _turn_piece(board, stroke, stroke.cell, key)
    if state.get("held"):
        state["held"], state["grip"] = _turned(state["held"], state["grip"], key)
    return []


def _turned(shape: Shape, grip: tuple[int, int], key: str) -> tuple[Shape, tuple[int, int]]:
    """The shape after a turn or flip, and where its gripped cell went."""
    if key == "r":
        turned, (r, c) = rotate(shape), (grip[1], -grip[0])
        return turned, (r, c + max(row for row, _ in shape))
    return flip(shape), (grip[0], max(col for _, col in shape) - grip[1])


def _turn_piece(board: Board, stroke: Stroke, cell: int, key: str) -> list[Change]:
    """Turn the piece under the cursor about the cursor's cell; if it does not fit, about another of its cells."""
    number = board.marks[cell]
    spots = [board.grid.rc(i) for i in pieces_of_answer(board.marks)[number]]
    top, left = min(r for r, _ in spots), min(c for _, c in spots)
    shape = normalise(spots)
    r, c = board.grid.rc(cell)
    grip = (r - top, c - left)
    before = [0 if mark == number else mark for mark in board.marks]
    turned, new_grip = _turned(shape, grip, key)
    for candidate in (new_grip, *turned):
        wanted = _spots(board, turned, candidate, cell)
        if wanted is not None and not any(before[i] for i in wanted):
            stroke.state["held"], stroke.state["grip"] = turned, candidate
            return _set(board, "marks", [(i, number if i in wanted else before[i]) for i in board.grid.cells()])
    return []

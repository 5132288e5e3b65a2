"""Drawing with mouse and keys: board cells, rectangles, the tile tray, own tiles. Pieces are played in `play`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from studio.core.family import Stroke, Tool
from studio.core.puzzle import Board, Change
from studio.core.strokes import SPACE
from studio.families.tiling.edit import giving, numbers, play
from studio.families.tiling.edit.tray import tile_at
from studio.families.tiling.model.convert import INSIDE, MAX_ALL_CELLS, MAX_TILES, known_tiles, tiles_to_json
from studio.families.tiling.model.shapes import NAMED, Shape, Tile, canonical, is_connected, name_of, normalise

# shortcuts are letters of no tile's name, so that names can be typed into the tray
TOOLS = (
    Tool("cells", "Board cells", "draw", "Paint board cells; on a board cell or with the right button: erase", "pencil", "B"),
    Tool("rectangle", "Rectangle", "draw", "Drag a rectangle of board cells; right button: erase one", "square", "C"),
    Tool("tray", "Tile tray", "draw",
         "Click a tile: one more; right: one less; double click: unlimited; Delete: away. Type a name such as 4L to add it. "
         "Keys: Space goes to the next tile (with Shift back), + one more, - one less, * unlimited",
         "tile", "K"),
    Tool("own", "Own tile", "draw", "Drag over cells to draw a new tile; it goes to the tray when you let go", "shape", "D"),
    Tool("piece", "Given piece", "draw",
         "Drag over cells: a piece that lies there from the start. Click it, or right button: away", "givens", "H"),
    Tool("border", "Borders and links", "draw",
         "Click between two cells: two pieces meet here; again: one piece lies across; again: nothing", "border"),
    Tool("name", "Name the tile", "draw", "Click a cell to say which tile covers it; again: the next; right button: none",
         "number"),
    Tool("place", "Place pieces", "play",
         "Take a tile from the tray and lay it down; R or the wheel turns, F flips it; click a piece: take back; drag: move. "
         "Keys: Space or a digit takes a tile, Enter lays it down", "move", "M"),
    Tool("take", "Take back", "play", "Click a piece to take it off the board", "eraser", "E"),
    *numbers.TOOLS,
)


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    handler = {"cells": _cells, "rectangle": _rectangle, "tray": _tray, "own": _own, "piece": giving.piece,
               "border": giving.border, "name": giving.name, "place": play.place, "take": play.take,
               "number": numbers.number, "repeat": numbers.repeat}.get(tool)
    if tool in ("cells", "rectangle", "own") and not stroke.cells and stroke.kind in ("press", "double"):
        handler = _tray  # beside the board there is only the tray to click at
    return handler(board, stroke) if handler is not None else []


def _set(board: Board, layer: str, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for index, value in values if (change := board.change(layer, index, value)) is not None]


# --- the board ----------------------------------------------------------------------------------------------------------


def _cells(board: Board, stroke: Stroke) -> list[Change]:
    cell = stroke.cell
    if cell is None:
        return []
    if stroke.kind in ("press", "double"):
        stroke.state["paint"] = 0 if stroke.button == "right" or board.givens[cell] else INSIDE
    elif stroke.kind == "key":
        if stroke.key not in ("enter", "delete", "x", "."):
            return []
        stroke.state["paint"] = 0 if stroke.key in ("delete", ".") or board.givens[cell] else INSIDE
    elif stroke.kind != "drag":
        return []
    return _painted(board, [(cell, int(stroke.state.get("paint", INSIDE)))])


def _painted(board: Board, wanted: Sequence[tuple[int, int]]) -> list[Change]:
    """Cells of the board come (what they name stays) and go, with the borders around them."""
    new = [(cell, value) for cell, value in wanted if bool(board.givens[cell]) != bool(value)]
    return [*giving.without_cells(board, (cell for cell, value in new if not value)), *_set(board, "givens", new)]


def _rectangle(board: Board, stroke: Stroke) -> list[Change]:
    """The rectangle between press and pointer; what a larger one covered before comes back."""
    if not stroke.cells or stroke.kind not in ("press", "drag"):
        return []
    if stroke.kind == "press" or "before" not in stroke.state:
        stroke.state["before"], stroke.state["borders"] = list(board.givens), list(board.borders)
    before: Sequence[int] = stroke.state["before"]
    (r0, c0), (r1, c1) = board.grid.rc(stroke.cells[0]), board.grid.rc(stroke.cells[-1])
    value = 0 if stroke.button == "right" else INSIDE
    wanted = []
    for i in board.grid.cells():
        r, c = board.grid.rc(i)
        inside = min(r0, r1) <= r <= max(r0, r1) and min(c0, c1) <= c <= max(c0, c1)
        wanted.append((i, (before[i] or value if value else 0) if inside else before[i]))
    borders = [value if all(wanted[i][1] for i in board.grid.border_cells(border)) else 0
               for border, value in enumerate(stroke.state["borders"])]
    return [*_set(board, "borders", enumerate(borders)), *_set(board, "givens", wanted)]


# --- the tiles ----------------------------------------------------------------------------------------------------------


def _new_tiles(board: Board, tiles: Sequence[Tile]) -> list[Change]:
    change = board.change("params", "tiles", tiles_to_json(tiles))
    return [change] if change else []


def _tray(board: Board, stroke: Stroke) -> list[Change]:
    tiles = known_tiles(board.params)
    if stroke.kind == "key":
        return _tray_key(board, tiles, stroke)
    k = tile_at(board.grid, tiles, stroke.x, stroke.y, stroke.aspect) if not stroke.cells else None
    if k is None or stroke.kind not in ("press", "double"):
        return []
    stroke.state["tray"] = k
    return _counted(board, tiles, k, "*" if stroke.kind == "double" else "-" if stroke.button == "right" else "+")


def _counted(board: Board, tiles: list[Tile], k: int, how: str) -> list[Change]:
    """One more (+), one less (-), or as many as wanted (*)."""
    tile = tiles[k]
    if how == "*":
        count: int | None = None
    elif how == "-":
        count = max(0, (tile.count or 1) - 1)
    else:
        count = 1 if tile.count is None else tile.count + 1
    if count == 0:
        return _without(board, tiles, k)
    tiles[k] = replace(tile, count=count, least=min(tile.least, count) if count is not None else tile.least)
    return _new_tiles(board, tiles)


def _without(board: Board, tiles: Sequence[Tile], k: int) -> list[Change]:
    return [*giving.without_tile(board, k), *_new_tiles(board, [*tiles[:k], *tiles[k + 1 :]])]


def _words(tile: Tile) -> str:
    name = tile.name or name_of(tile.cells) or f"tile of {len(tile.cells)} cells"
    return f"{name}: as many as wanted" if tile.count is None else f"{name}: {tile.count}"


def _tray_key(board: Board, tiles: list[Tile], stroke: Stroke) -> list[Change]:
    """A typed name adds that tile (again: one more). Space chooses a tile, + - * count it, Delete takes it away; without a
    choice the last one is meant."""
    chosen = int(stroke.state.get("tray", len(tiles) - 1))
    if stroke.key in SPACE and tiles:
        step = -1 if stroke.shift else 1
        stroke.state["tray"] = (chosen + step) % len(tiles) if "tray" in stroke.state else 0 if step == 1 else len(tiles) - 1
        stroke.state["says"] = _words(tiles[stroke.state["tray"]])
        return []
    if stroke.key in ("+", "=", "-", "*", "delete"):
        if not 0 <= chosen < len(tiles):
            return []
        stroke.state["tray"] = chosen
        changes = _without(board, tiles, chosen) if stroke.key == "delete" else _counted(board, tiles, chosen, stroke.key)
        stroke.state["says"] = _words(tiles[chosen]) if stroke.key != "delete" else ""
        return changes
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
            tiles[k] = replace(tile, count=None if tile.count is None else tile.count + 1)
            return _new_tiles(board, tiles)
    fits = len(tiles) < MAX_TILES and sum(len(tile.cells) for tile in tiles) + len(shape) <= MAX_ALL_CELLS
    return _new_tiles(board, [*tiles, Tile(shape, 1, name)]) if fits else []


def _own(board: Board, stroke: Stroke) -> list[Change]:
    """The cells passed over between press and release are the new tile."""
    if stroke.kind != "release" or not stroke.cells:
        return []
    shape = normalise(board.grid.rc(i) for i in set(stroke.cells))
    if not is_connected(shape):
        return []
    return _add_tile(board, known_tiles(board.params), shape, name_of(shape))

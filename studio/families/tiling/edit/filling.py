"""Filling the tray: clicks and keys on its tiles, tiles dragged onto the board as given pieces, tiles of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from studio.core.family import Stroke
from studio.core.puzzle import Board, Change
from studio.core.say import say
from studio.core.strokes import SPACE
from studio.families.tiling.edit import giving, hand
from studio.families.tiling.edit.tray import tile_at
from studio.families.tiling.model.convert import MAX_ALL_CELLS, MAX_COUNT, MAX_TILES, known_tiles, tiles_to_json
from studio.families.tiling.model.shapes import (
    ALL_TURNS,
    HALF_TURNS,
    NAMED,
    TURNS,
    Shape,
    Tile,
    canonical,
    is_connected,
    name_of,
    normalise,
)

ACTS = ("+", "=", "-", "−", "*", "[", "]", "delete")
"""keys that say something of the tile at hand"""


def tray(board: Board, stroke: Stroke) -> list[Change]:
    """A click counts up; what is dragged onto the board lies there as a given piece."""
    if stroke.kind == "key":
        return _key(board, stroke)
    if stroke.kind == "wheel":
        _turn(board, stroke)
        return []
    tiles = known_tiles(board.params)
    k = tile_at(board.grid, tiles, stroke.x, stroke.y, stroke.aspect)
    if stroke.kind == "release" and stroke.state.get("held"):
        return _released(board, stroke, k)
    if k is None or stroke.cells or stroke.kind not in ("press", "double"):
        return []
    stroke.state["tray"] = k
    if stroke.kind == "double":
        return _counted(board, tiles, k, None)
    if stroke.button == "right":
        return _counted(board, tiles, k, max(0, (tiles[k].count or 1) - 1))
    grip, shape = hand.grip_in_tray(board, k, stroke), tiles[k].cells
    stroke.state.update(held=shape, grip=grip if grip in shape else shape[0], tile=k, number=0, how=hand.DRAGGED)
    return []


def _released(board: Board, stroke: Stroke, over: int | None) -> list[Change]:
    state, tiles = stroke.state, known_tiles(board.params)
    tile, corner = state["tile"], hand.snapped(giving.bare(board), state, stroke.x, stroke.y)
    cells = [board.grid.index(*spot) for spot in hand.spots(state["held"], corner)] if corner is not None else []
    hand.let_go(state)
    if cells:
        return giving.laid(board, cells)
    if over is None or over != tile:
        return []
    return _counted(board, tiles, tile, _one_more(tiles[tile].count))


def _one_more(count: int | None) -> int:
    return 1 if count is None else min(count + 1, MAX_COUNT)


def _turn(board: Board, stroke: Stroke) -> None:
    state = stroke.state
    way = hand.turned(board, state["held"], state["grip"], "f" if stroke.key.lower() == "f" else "r", stroke.shift)
    if way is not None:
        state["held"], state["grip"] = way


def _counted(board: Board, tiles: list[Tile], k: int, count: int | None) -> list[Change]:
    """So many of a tile; none: it leaves the tray."""
    if count == 0:
        return without(board, tiles, k)
    tiles[k] = replace(tiles[k], count=count, least=min(tiles[k].least, count) if count is not None else tiles[k].least)
    return _new_tiles(board, tiles)


def without(board: Board, tiles: Sequence[Tile], k: int) -> list[Change]:
    return [*giving.without_tile(board, k), *_new_tiles(board, [*tiles[:k], *tiles[k + 1 :]])]


def _new_tiles(board: Board, tiles: Sequence[Tile]) -> list[Change]:
    change = board.change("params", "tiles", tiles_to_json(tiles))
    return [change] if change else []


# --- keys ---------------------------------------------------------------------------------------------------------------


def _key(board: Board, stroke: Stroke) -> list[Change]:
    """Keys for the tile at hand, the one clicked or chosen last; else a typed name adds that tile (again: one more)."""
    state, tiles, key = stroke.state, known_tiles(board.params), stroke.key
    if state.get("held"):
        if key.lower() in ("r", "f"):
            _turn(board, stroke)
        elif key == "escape":
            hand.let_go(state)
        return []
    k = int(state.get("tray", len(tiles) - 1))
    if key in SPACE and tiles:
        step = -1 if stroke.shift else 1
        state["tray"] = (k + step) % len(tiles) if "tray" in state else 0 if step == 1 else len(tiles) - 1
        state["says"] = words(tiles[state["tray"]])
        return []
    if 0 <= k < len(tiles) and (key in ACTS or (key in ("r", "R") and not state.get("typed"))):
        state["tray"] = k
        changes = _changed(board, tiles, k, key)
        state["says"] = words(tiles[k]) if key != "delete" else ""
        return changes
    return _typed(board, tiles, stroke)


def words(tile: Tile) -> str:
    """A tile of the tray for a reader: its name, how many, how many must be used, how it may be turned."""
    many = say("{tile}: as many as wanted", tile=tile.label) if tile.count is None else \
        say("{tile}: {count}", tile=tile.label, count=tile.count)
    least = say("{tile}, at least {least} used", tile=many, least=tile.least) if tile.least else many
    if tile.turns == ALL_TURNS:
        return least
    return (say("{tile}, turned upside down only", tile=least) if tile.turns == HALF_TURNS else
            say("{tile}, not turned", tile=least))


def _changed(board: Board, tiles: list[Tile], k: int, key: str) -> list[Change]:
    tile = tiles[k]
    most = MAX_COUNT if tile.count is None else tile.count
    if key == "delete":
        return without(board, tiles, k)
    if key not in ("[", "]", "r", "R"):
        count = None if key == "*" else _one_more(tile.count) if key in ("+", "=") else max(0, (tile.count or 1) - 1)
        return _counted(board, tiles, k, count)
    if key in ("[", "]"):
        tiles[k] = replace(tile, least=max(0, min(most, tile.least + (1 if key == "]" else -1))))
    else:
        tiles[k] = replace(tile, turns=TURNS[(TURNS.index(tile.turns) + 1) % len(TURNS)])
    return _new_tiles(board, tiles)


def _typed(board: Board, tiles: list[Tile], stroke: Stroke) -> list[Change]:
    typed = str(stroke.state.get("typed", "")) + stroke.key.upper()
    if not any(name.startswith(typed) for name in NAMED):
        typed = stroke.key.upper()
    stroke.state["typed"] = typed if any(name.startswith(typed) for name in NAMED) else ""
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


def own(board: Board, stroke: Stroke) -> list[Change]:
    """The cells passed over between press and release are the new tile."""
    if stroke.kind != "release" or not stroke.cells:
        return []
    shape = normalise(board.grid.rc(i) for i in set(stroke.cells))
    if not is_connected(shape):
        return []
    return _add_tile(board, known_tiles(board.params), shape, name_of(shape))

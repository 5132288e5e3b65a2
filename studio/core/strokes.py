"""What strokes do in most families: cells are painted, numbers are typed. A family's `edit` is mostly a call of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import EMPTY, Board, Change

GIVENS, MARKS = "givens", "marks"
SPACE = ("space", " ")
"""does what the chosen tool does with a click"""
CLEARING = ("delete", "space", " ", "-", ".")
Keys = Mapping[str, int]
SIDES = {"w": (-1, 0), "8": (-1, 0), "a": (0, -1), "4": (0, -1), "s": (1, 0), "2": (1, 0), "d": (0, 1), "6": (0, 1)}
"""Keys that mean a side of the cell: as on a keypad, or W A S D."""


def set_cells(board: Board, layer: str, cells: Iterable[int], value: int) -> list[Change]:
    """One value into every cell, once each. A player's mark never covers a given, and a new given takes the mark below it away
    (in the same change, so that undoing brings it back)."""
    changes: list[Change | None] = []
    for cell in dict.fromkeys(cells):
        if layer != GIVENS and board.givens[cell]:
            continue
        changes.append(board.change(layer, cell, value))
        if layer == GIVENS and value:
            changes.append(board.change(MARKS, cell, EMPTY))
    return [change for change in changes if change is not None]


def paint(board: Board, layer: str, stroke: Stroke, cycle: Sequence[int], keys: Keys | None = None) -> list[Change]:
    """A click goes on along the cycle of values (the right button backwards), a drag paints what the press chose; a key that
    stands in `keys` sets its value, Space does what a click does."""
    if stroke.cell is None:
        return []
    if stroke.kind == "key" and stroke.key not in SPACE:
        value = EMPTY if stroke.key in CLEARING else (keys or {}).get(stroke.key.lower())
        return [] if value is None else set_cells(board, layer, [stroke.cell], value)
    if stroke.kind == "drag" and "paint" in stroke.state:
        return set_cells(board, layer, stroke.cells, stroke.state["paint"])
    if stroke.kind not in ("press", "double", "key"):
        return []
    current = board.layer(layer)[stroke.cell]
    place = cycle.index(current) if current in cycle else 0
    stroke.state["paint"] = cycle[(place + (-1 if stroke.button == "right" else 1)) % len(cycle)]
    return set_cells(board, layer, [stroke.cell], stroke.state["paint"])


def type_number(board: Board, layer: str, stroke: Stroke, largest: int, keys: Keys | None = None) -> list[Change]:
    """Digits enter a number, several make one as long as it is not too large; clearing keys and the right button clear; a key
    that stands in `keys` ("?") sets its value."""
    cell = stroke.cell
    if cell is None or stroke.kind not in ("key", "press"):
        return []
    typing = stroke.state.pop("typing", None)
    if stroke.kind == "press":
        return set_cells(board, layer, [cell], EMPTY) if stroke.button == "right" else []
    if keys and stroke.key in keys:
        return set_cells(board, layer, [cell], keys[stroke.key])
    if stroke.key in CLEARING:
        return set_cells(board, layer, [cell], EMPTY)
    if len(stroke.key) != 1 or stroke.key not in "0123456789":
        return []
    number = int(stroke.key)
    if typing == cell and 0 < 10 * board.layer(layer)[cell] + number <= largest:
        number += 10 * board.layer(layer)[cell]
    stroke.state["typing"] = cell
    return set_cells(board, layer, [cell], number if number <= largest else EMPTY)


def nearest_border(grid: Grid, stroke: Stroke) -> int | None:
    """The inner border that a stroke means: of the pointer's cell the nearest one, or the side that its key names."""
    if stroke.cell is None:
        return None
    row, col = grid.rc(stroke.cell)
    if stroke.kind == "key":
        sides = [SIDES[stroke.key.lower()]] if stroke.key.lower() in SIDES else []
    else:
        x, y = stroke.x - col, stroke.y - row
        away = {(-1, 0): y, (1, 0): 1 - y, (0, -1): x, (0, 1): 1 - x}
        sides = sorted(away, key=away.__getitem__)[:1] if len(set(away.values())) > 1 else []  # the very middle means none
    inside = [grid.index(row + down, col + right) for down, right in sides if grid.contains(row + down, col + right)]
    return grid.border_between(stroke.cell, inside[0]) if inside else None


def draw_border(board: Board, stroke: Stroke, value: int) -> list[Change]:
    """A click or a key draws the border that it means, or clears it; a drag goes on with what the press did. Right clears."""
    border = nearest_border(board.grid, stroke)
    if border is None or stroke.kind not in ("press", "drag", "key"):
        return []
    if stroke.kind != "drag":
        drawn = board.layer("borders")[border]
        stroke.state["paint"] = EMPTY if drawn or stroke.button == "right" else value
    change = board.change("borders", border, stroke.state.get("paint", value))
    return [] if change is None else [change]

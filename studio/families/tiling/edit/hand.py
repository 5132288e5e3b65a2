"""What a hand holds, where it fits, and how it may be turned: pure questions, for strokes and for what is shown at the pointer.

The hand is the tool's scratch pad (`stroke.state`): `held` (the shape), `grip` (the cell of it under the pointer), `tile` (its
place in the tray), `number` (the piece on the board that is being moved, or 0) and `how` (see below).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.families.tiling.edit.tray import layout
from studio.families.tiling.model.convert import INSIDE, known_tiles
from studio.families.tiling.model.shapes import Cell, Shape, flip, rotate

DRAGGED, CARRIED = "dragged", "carried"
"""how: with the button down since the tile was taken, or taken by a click or a key and carried until it is laid down"""
REACH = 0.75
"""A piece snaps to a spot where it fits if it floats no further than this from it."""


def let_go(state: dict[str, Any]) -> None:
    for name in ("held", "grip", "tile", "number", "how", "from", "turned"):
        state.pop(name, None)


def forget_the_gone(board: Board, state: dict[str, Any]) -> None:
    """An undo may have taken away the piece that was being moved."""
    if state.get("number") and state["number"] not in board.marks:
        let_go(state)


def target(board: Board, stroke: Stroke) -> int | None:
    """The cell under the pointer itself: a stroke's path ends in the last cell that it visited."""
    row, col = math.floor(stroke.y), math.floor(stroke.x)
    return board.grid.index(row, col) if board.grid.contains(row, col) else None


def spots(shape: Shape, corner: Cell) -> list[Cell]:
    return [(corner[0] + r, corner[1] + c) for r, c in shape]


def fits(board: Board, cells: Sequence[Cell], number: int) -> bool:
    """True if all of these are open cells of the board, those of the moved piece included."""
    grid = board.grid
    inside = [grid.index(*spot) for spot in cells if grid.contains(*spot)]
    return len(inside) == len(cells) and all(board.givens[i] >= INSIDE and board.marks[i] in (0, number) for i in inside)


def corner_under(state: dict[str, Any], x: float, y: float) -> Cell:
    """Where the held piece's corner lies when its grip is in the cell under a point."""
    return math.floor(y) - state["grip"][0], math.floor(x) - state["grip"][1]


def snapped(board: Board, state: dict[str, Any], x: float, y: float) -> Cell | None:
    """The corner of the spot where the held piece goes: under the pointer if it fits, else the nearest one within reach."""
    under = corner_under(state, x, y)
    if fits(board, spots(state["held"], under), state["number"]):
        return under
    top, left = y - state["grip"][0] - 0.5, x - state["grip"][1] - 0.5
    near = sorted((math.hypot(row - top, col - left), (row, col)) for row in range(under[0] - 1, under[0] + 2)
                  for col in range(under[1] - 1, under[1] + 2))
    return next((corner for away, corner in near
                 if away <= REACH and fits(board, spots(state["held"], corner), state["number"])), None)


def grip_in_tray(board: Board, tile: int, stroke: Stroke) -> Cell:
    slot = layout(board.grid, known_tiles(board.params), stroke.aspect)[tile]
    return int((stroke.y - slot.y) // slot.scale), int((stroke.x - slot.x) // slot.scale)


# --- turning ------------------------------------------------------------------------------------------------------------


def turned(board: Board, shape: Shape, grip: Cell, key: str, back: bool = False) -> tuple[Shape, Cell] | None:
    """The shape after the next turn or flip that its tile allows, and where its gripped cell went; None if it may not."""
    reflections = bool(board.params.get("reflections", False))
    ways = next((mine for tile in known_tiles(board.params) if shape in (mine := tile.variants(reflections))), None)
    for _ in range(3):
        for _ in range(3 if back and key == "r" else 1):
            shape, grip = _once(shape, grip, key)
        if ways is None or shape in ways:
            return shape, grip
        if key != "r":
            break
    return None


def _once(shape: Shape, grip: Cell, key: str) -> tuple[Shape, Cell]:
    if key == "r":
        (r, c), high = (grip[1], -grip[0]), max(row for row, _ in shape)
        return rotate(shape), (r, c + high)
    return flip(shape), (grip[0], max(col for _, col in shape) - grip[1])

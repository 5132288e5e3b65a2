"""What the hand shows: the held piece under the pointer, where it would land, and where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studio.core.draw import Line, Rect, Shape, Text, region_lines
from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.families.tiling.draw.colours import shape_role
from studio.families.tiling.edit import giving, hand
from studio.families.tiling.edit.numbers import pattern_frame
from studio.families.tiling.edit.shaping import outline_so_far
from studio.families.tiling.edit.tray import Slot, layout
from studio.families.tiling.model.convert import INSIDE, known_tiles
from studio.families.tiling.model.shapes import Cell

BESIDE = ("cells", "rectangle", "outline", "lines", "flood", "own", "piece")
"""tools of Draw with which tiles are taken from the tray, too"""


def preview(board: Board, tool: str, stroke: Stroke) -> list[Shape]:
    """The held piece under the pointer; where it fits it snaps into place with a green outline, else the spot is red."""
    if tool == "own" and not stroke.state.get("held"):
        return _own_tile(board, stroke)
    if tool == "outline" and not stroke.state.get("held"):
        return outline_so_far(board, stroke)
    if tool == "repeat":
        return pattern_frame(board, stroke)
    state = stroke.state
    hand.forget_the_gone(board, state)
    if tool in BESIDE or tool == "tray":
        board = giving.bare(board) if state.get("held") else board
    elif tool != "place":
        return []
    if not state.get("held"):
        return _chosen(board, stroke) if tool == "tray" else []
    if state["number"] and state["how"] == hand.DRAGGED and hand.target(board, stroke) == state["from"] \
            and not state.get("turned"):
        return []  # not yet moved: this may become a click
    corner = hand.snapped(board, state, stroke.x, stroke.y)
    if corner is not None:
        landing = _landing(board, stroke, hand.spots(state["held"], corner), True)
        return [*_left_behind(board, stroke), *_piece(board, state, corner[1], corner[0], 0.85), *landing]
    grip_row, grip_col = state["grip"]
    landing = _landing(board, stroke, hand.spots(state["held"], hand.corner_under(state, stroke.x, stroke.y)), False)
    floating = _piece(board, state, stroke.x - grip_col - 0.5, stroke.y - grip_row - 0.5, 0.6)
    return [*_left_behind(board, stroke), *landing, *floating]


def _left_behind(board: Board, stroke: Stroke) -> list[Shape]:
    """Where the tile comes from: its place in the tray, or the spot on the board that becomes free."""
    state = stroke.state
    if state["tile"] is not None:
        slot = layout(board.grid, known_tiles(board.params), stroke.aspect)[state["tile"]]
        return [_frame(slot)]
    spots = [board.grid.rc(i) for i, mark in enumerate(board.marks) if mark == state["number"]]
    return [Rect(col, row, 1, 1, fill="paper", opacity=0.75) for row, col in spots]


def _chosen(board: Board, stroke: Stroke) -> list[Shape]:
    """The tile of the tray that keys are about."""
    slots, tile = layout(board.grid, known_tiles(board.params), stroke.aspect), int(stroke.state.get("tray", -1))
    return [_frame(slots[tile])] if 0 <= tile < len(slots) else []


def _frame(slot: Slot) -> Rect:
    return Rect(slot.x - 0.15, slot.y - 0.15, slot.w, slot.h + 0.3, stroke="cursor", width=0.05, radius=0.12)


def _landing(board: Board, stroke: Stroke, spots: Sequence[Cell], fits: bool) -> list[Shape]:
    """Where the piece would lie. Where it does not fit, the cells that are in the way are crossed."""
    state, role = stroke.state, "forced" if fits else "violation"
    seen = [board.grid.index(*spot) for spot in spots if board.grid.contains(*spot)]
    shapes: list[Shape] = []
    for i in seen if not fits else ():
        r, c = board.grid.rc(i)
        taken = board.marks[i] not in (0, state["number"]) or board.givens[i] < INSIDE
        shapes.append(Rect(c, r, 1, 1, fill=role, opacity=0.55 if taken else 0.25))
        if taken:
            shapes.append(Text(c + 0.5, r + 0.5, "×", "given", 0.6))
    return [*shapes, *region_lines(board.grid, seen, role, 0.12)]


def _piece(board: Board, state: dict[str, Any], left: float, top: float, opacity: float) -> list[Shape]:
    """The held piece with its corner at a point of the board."""
    role = shape_role(board.params, state["held"])
    cells = set(state["held"])
    shapes: list[Shape] = [Rect(left + c, top + r, 1, 1, fill=role, opacity=opacity) for r, c in state["held"]]
    for r, c in state["held"]:
        for dr, dc, ends in ((-1, 0, ((c, r), (c + 1, r))), (1, 0, ((c, r + 1), (c + 1, r + 1))),
                             (0, -1, ((c, r), (c, r + 1))), (0, 1, ((c + 1, r), (c + 1, r + 1)))):
            if (r + dr, c + dc) not in cells:
                shapes.append(Line(tuple((left + x, top + y) for x, y in ends), "wall", 0.05))
    return shapes


def _own_tile(board: Board, stroke: Stroke) -> list[Shape]:
    """The cells that a new tile has so far."""
    if stroke.kind == "hover" or not stroke.cells:
        return []
    shapes: list[Shape] = []
    for i in dict.fromkeys(stroke.cells):
        r, c = board.grid.rc(i)
        shapes.append(Rect(c, r, 1, 1, fill="accent", opacity=0.45))
    return [*shapes, *region_lines(board.grid, stroke.cells, "accent", 0.08)]

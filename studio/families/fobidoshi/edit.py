"""Drawing and playing: a click (or Space) cycles empty, circle, cross; a drag paints what the click set; keys o, x, Delete."""

from __future__ import annotations

from studio.core.family import Stroke, Tool
from studio.core.puzzle import Board, Change
from studio.core.strokes import SPACE, set_cells
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY

TOOLS = (
    Tool("given", "Circles and crosses", "draw",
         "Click: empty, circle, cross; right button: backwards. Drag paints. Keys: o, x, Space, Delete.", "circle-cross", "G"),
    Tool("given_circle", "Circle", "draw", "Click or drag to put given circles; again to take them away.", "circle"),
    Tool("given_cross", "Cross", "draw", "Click or drag to put given crosses; again to take them away.", "cross"),
    Tool("given_erase", "Eraser", "draw", "Click or drag to clear cells.", "eraser"),
    Tool("mark", "Circles and crosses", "play",
         "Click: empty, circle, cross; right button: backwards. Drag paints. Keys: o, x, Space, Delete.", "circle-cross", "M"),
    Tool("mark_circle", "Circle", "play", "Click or drag to mark circles; again to take them away.", "circle"),
    Tool("mark_cross", "No circle", "play", "Click or drag to mark cells without a circle; again to take them away.", "cross"),
    Tool("mark_erase", "Eraser", "play", "Click or drag to clear marks.", "eraser"),
)

KEYS = {
    "o": CIRCLE, "O": CIRCLE, "0": CIRCLE, "1": CIRCLE,
    "x": CROSS, "X": CROSS, "2": CROSS,
    "backspace": EMPTY, "delete": EMPTY, "-": EMPTY, ".": EMPTY,
}
CYCLE = {EMPTY: CIRCLE, CIRCLE: CROSS, CROSS: EMPTY}
BACKWARDS = {EMPTY: CROSS, CROSS: CIRCLE, CIRCLE: EMPTY}


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    """The changes of one part of a stroke; `stroke.state["paint"]` carries the value that the press chose."""
    layer = "givens" if tool.startswith("given") else "marks"
    if stroke.kind == "key" and stroke.key not in SPACE:
        value = KEYS.get(stroke.key, KEYS.get(stroke.key.lower()))
        return [] if value is None else set_cells(board, layer, stroke.cells[-1:], value)
    if stroke.cell is None or stroke.kind not in ("press", "drag", "double", "key"):
        return []
    if stroke.kind == "drag" and "paint" in stroke.state:
        return set_cells(board, layer, stroke.cells, stroke.state["paint"])
    current = board.layer(layer)[stroke.cell]
    if layer == "marks":
        current = board.givens[stroke.cell] or current
    stroke.state["paint"] = chosen_value(tool, current, stroke.button)
    return set_cells(board, layer, (stroke.cell,), stroke.state["paint"])


def chosen_value(tool: str, current: int, button: str) -> int:
    """What a press puts: the next of the cycle, or the tool's own symbol (which a second press takes away)."""
    kind = tool.rpartition("_")[2]
    if kind == "erase":
        return EMPTY
    if kind in ("circle", "cross"):
        wanted = CIRCLE if (kind == "circle") == (button != "right") else CROSS
        return EMPTY if current == wanted else wanted
    return (BACKWARDS if button == "right" else CYCLE)[current]

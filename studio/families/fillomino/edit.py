"""Drawing and playing: digits enter numbers (two or more make one number), a drag spreads the number it starts on,
the right button clears, N in front of the digits writes pencil marks."""

from __future__ import annotations

from studio.core.family import Stroke, Tool
from studio.core.puzzle import EMPTY, Board, Change
from studio.core.say import marked
from studio.core.strokes import draw_border
from studio.families.fillomino.model import BORDER, QUESTION

GIVENS, BORDERS, MARKS, NOTES = "givens", "borders", "marks", "notes"
CLEARING = ("delete", "space", "0", "-", ".")
HOW = marked("Type a number, or click again to count up, with the right button down; drag from a number to spread it; "
             "elsewhere the right button clears")
HOW_GIVEN = marked("Type a number, or click again to count up, with the right button down; drag from a number to spread it; "
                   "elsewhere the right button clears. "
                   "Key ?: a given whose number is hidden")
HOW_BORDERS = marked("Click or drag along borders between cells; again or right button clears. Keys: W A S D, or 8 4 2 6, "
                     "for a side of the cell")
MOST_NOTED = 30  # pencil marks are bits


def tools(board: Board) -> list[Tool]:
    """Two ways to draw, two to play."""
    return [
        Tool(GIVENS, "Given numbers", "draw", HOW_GIVEN, shortcut="G"),
        Tool(BORDERS, "Given borders", "draw", HOW_BORDERS, "border", "B"),
        Tool(MARKS, "Numbers", "play", HOW, shortcut="M"),
        Tool(NOTES, "Pencil marks", "play", "Digits add or remove a small candidate", shortcut="N"),
    ]


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    """The changes of one stroke."""
    cell = stroke.cell
    if tool == BORDERS:
        return draw_border(board, stroke, BORDER)
    if cell is None or tool not in (GIVENS, MARKS, NOTES):
        return []
    if stroke.kind == "key":
        return _typed(board, tool, cell, stroke)
    if stroke.kind == "press":
        stroke.state["brush"] = EMPTY if stroke.button == "right" else _number(board, tool, stroke.cells[0])
        stroke.state.pop("typing", None)
        return _paint(board, tool, stroke.cells[:1], EMPTY) if stroke.button == "right" else []
    if stroke.kind == "drag" and tool != NOTES:
        brush = stroke.state.get("brush", EMPTY)
        if stroke.button == "right" or brush:
            return _paint(board, tool, stroke.cells, EMPTY if stroke.button == "right" else brush)
    return []


def _number(board: Board, tool: str, cell: int) -> int:
    """What a drag from here spreads; "?" only as a given."""
    given = board.givens[cell]
    return given if given > 0 or (given and tool == GIVENS) else board.marks[cell]


def _paint(board: Board, tool: str, cells: tuple[int, ...], value: int) -> list[Change]:
    """One value into every cell of the path, once each; a player cannot touch the givens."""
    changes = [_set(board, tool, cell, value) for cell in dict.fromkeys(cells)]
    return [change for part in changes for change in part]


def _set(board: Board, tool: str, cell: int, value: int) -> list[Change]:
    if tool != GIVENS and board.givens[cell] > 0:
        return []
    wanted = [board.change(tool, cell, value)]
    if tool == GIVENS and value and board.marks[cell]:
        wanted.append(board.change(MARKS, cell, EMPTY))  # a new given replaces what the player had there
    return [change for change in wanted if change is not None]


def _typed(board: Board, tool: str, cell: int, stroke: Stroke) -> list[Change]:
    if stroke.key in CLEARING and not (stroke.key == "0" and stroke.state.get("typing") == cell):
        stroke.state.pop("typing", None)
        return _set(board, tool, cell, EMPTY)
    if stroke.key == "?" and tool == GIVENS:
        stroke.state.pop("typing", None)
        return _set(board, tool, cell, QUESTION)
    if len(stroke.key) != 1 or stroke.key not in "0123456789":
        return []
    if tool == NOTES:
        value = int(stroke.key)
        return _set(board, tool, cell, board.notes[cell] ^ 1 << value) if 0 < value <= MOST_NOTED else []
    number = int(stroke.key)
    if stroke.state.get("typing") == cell:
        longer = 10 * board.layer(tool)[cell] + number
        number = longer if longer <= board.grid.size else number
    stroke.state["typing"] = cell
    return _set(board, tool, cell, number)

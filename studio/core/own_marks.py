"""A player's own marks, in every family: walls between cells, colours, dots and crosses, lines. They mean nothing to any rule.

They are layers of the board like the others, so undo, trials and progress know them.
"""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.draw import Circle, Line, Shape, cell_rect
from studio.core.family import Stroke, Tool
from studio.core.grid import Grid
from studio.core.puzzle import OWN_LAYERS, Board, Change
from studio.core.say import marked, say
from studio.core.strokes import CLEARING, nearest_border

WALLS, COLOURS, DOTS, LINES = OWN_LAYERS
HUES = (0, 1, 2, 3, 4, 6)
"""of the themes' series, those that no reader of the colour-blind theme takes for one another"""
COLOUR_COUNT = len(HUES)
SHEER = 0.28
"""how much a colour covers: strong and sheer, so that the number below stays as dark as the others"""
DOT, CROSS = 1, 2
ALL = marked("Shift+Delete erases all of them")
TOOLS = (
    Tool(WALLS, "My walls", "play", say("Click a border; keys W A S D for a side of the cell; {all}", all=ALL), "border", "Q"),
    Tool(COLOURS, "My colours", "play", say("Click for the next colour, right: back; drag paints; keys 1-6; {all}",
                                            all=ALL), "shade", "Z"),
    Tool(DOTS, "My dots", "play", say("Click for a dot, again for a cross; keys 1 and 2; {all}", all=ALL), "disc", "Y"),
    Tool(LINES, "My lines", "play", say("Drag from cell to cell, or Shift and arrows; again to erase; {all}", all=ALL),
         "pencil", "U"),
)


def is_own(tool: str) -> bool:
    return tool in OWN_LAYERS


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    """What a stroke with one of these tools changes."""
    if stroke.kind == "key" and stroke.key in CLEARING and stroke.shift:
        return erased(board, tool)
    if tool == WALLS:
        return _wall(board, stroke)
    if tool == LINES:
        return _line(board, stroke)
    most = COLOUR_COUNT if tool == COLOURS else CROSS
    return _cell(board, tool, stroke, most)


def erased(board: Board, tool: str) -> list[Change]:
    """All marks of a kind away."""
    return _changes(board, tool, range(len(board.layer(tool))), 0)


def _changes(board: Board, layer: str, places: Iterable[int], value: int) -> list[Change]:
    found = [board.change(layer, place, value) for place in dict.fromkeys(places)]
    return [change for change in found if change is not None]


def _cell(board: Board, layer: str, stroke: Stroke, most: int) -> list[Change]:
    if stroke.cell is None:
        return []
    if stroke.kind == "key":
        if stroke.key in CLEARING:
            return _changes(board, layer, [stroke.cell], 0)
        return _changes(board, layer, [stroke.cell], int(stroke.key)) if stroke.key in "123456"[:most] and stroke.key else []
    if stroke.kind == "drag" and "own" in stroke.state:
        return _changes(board, layer, stroke.cells, stroke.state["own"])
    if stroke.kind not in ("press", "double"):
        return []
    step = -1 if stroke.button == "right" else 1
    stroke.state["own"] = (board.layer(layer)[stroke.cell] + step) % (most + 1)
    return _changes(board, layer, [stroke.cell], stroke.state["own"])


def _wall(board: Board, stroke: Stroke) -> list[Change]:
    border = nearest_border(board.grid, stroke)
    if border is None or stroke.kind not in ("press", "double", "drag", "key"):
        return []
    if stroke.kind != "drag":
        stroke.state["own"] = 0 if board.layer(WALLS)[border] or stroke.button == "right" else 1
    return _changes(board, WALLS, [border], stroke.state.get("own", 1))


def _line(board: Board, stroke: Stroke) -> list[Change]:
    if stroke.kind != "drag" or len(stroke.cells) < 2 or stroke.cells[-1] not in board.grid.neighbours(stroke.cells[-2]):
        return []
    border = board.grid.border_between(*stroke.cells[-2:])
    if len(stroke.cells) == 2 or "own" not in stroke.state:
        stroke.state["own"] = 0 if board.layer(LINES)[border] or stroke.button == "right" else 1
    return _changes(board, LINES, [border], stroke.state["own"])


def shapes(board: Board) -> list[Shape]:
    """The marks as they are seen, over the board."""
    grid, found = board.grid, list[Shape]()
    found += [cell_rect(grid, cell, f"series:{HUES[colour - 1]}", SHEER)
              for cell, colour in enumerate(board.own(COLOURS)) if colour]
    for border, drawn in enumerate(board.own(LINES)):
        if drawn:
            ends = tuple((grid.rc(cell)[1] + 0.5, grid.rc(cell)[0] + 0.5) for cell in grid.border_cells(border))
            found.append(Line(ends, "cut", 0.08, 0.85))
    found += [_wall_line(grid, border) for border, drawn in enumerate(board.own(WALLS)) if drawn]
    for cell, dot in enumerate(board.own(DOTS)):
        y, x = grid.rc(cell)
        if dot == DOT:
            found.append(Circle(x + 0.8, y + 0.8, 0.08, fill="cut"))
        elif dot == CROSS:
            found += [Line(((x + 0.7, y + 0.7), (x + 0.9, y + 0.9)), "cut", 0.05),
                      Line(((x + 0.9, y + 0.7), (x + 0.7, y + 0.9)), "cut", 0.05)]
    return found


def _wall_line(grid: Grid, border: int) -> Line:
    first, second = grid.border_cells(border)
    row, col = grid.rc(second)
    end = (col, row + 1) if second == first + 1 else (col + 1, row)
    return Line(((col, row), end), "cut", 0.1)

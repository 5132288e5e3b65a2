"""Shaping the board: single cells, rectangles, outlines, whole rows and columns, floods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.draw import Shape, cell_rect, region_lines
from studio.core.family import Stroke, Tool
from studio.core.grid import Grid
from studio.core.puzzle import Board, Change
from studio.families.tiling.edit import giving
from studio.families.tiling.model.convert import INSIDE

TOOLS = (
    Tool("cells", "Board cells", "draw", "Paint board cells; on a board cell or with the right button: erase", "pencil", "B"),
    Tool("rectangle", "Rectangle", "draw", "Drag a rectangle of board cells; right button: erase one", "square", "C"),
    Tool("outline", "Outline", "draw", "Drag around: all inside becomes board; right button: erase it", "shape"),
    Tool("lines", "Rows and columns", "draw",
         "Drag along a row (or click) or a column: whole rows or columns become board, or are erased", "resize"),
    Tool("flood", "Flood", "draw", "Click: all cells that hang together become board; on the board they are erased", "shade"),
)


def _set(board: Board, layer: str, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for index, value in values if (change := board.change(layer, index, value)) is not None]


def cells(board: Board, stroke: Stroke) -> list[Change]:
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
    return painted(board, [(cell, int(stroke.state.get("paint", INSIDE)))])


def painted(board: Board, wanted: Sequence[tuple[int, int]]) -> list[Change]:
    """Cells of the board come (what they name stays) and go, with the borders around them."""
    new = [(cell, value) for cell, value in wanted if bool(board.givens[cell]) != bool(value)]
    return [*giving.without_cells(board, (cell for cell, value in new if not value)), *_set(board, "givens", new)]


def rectangle(board: Board, stroke: Stroke) -> list[Change]:
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


def outline(board: Board, stroke: Stroke) -> list[Change]:
    """What the way of the pointer encloses, and the way itself."""
    if stroke.kind != "release" or not stroke.cells:
        return []
    value = 0 if stroke.button == "right" else INSIDE
    return painted(board, [(cell, value) for cell in enclosed(board.grid, stroke.cells)])


def enclosed(grid: Grid, path: Sequence[int]) -> list[int]:
    """All cells but those that are reached from the edge without crossing the path (or stepping through its corners)."""
    wall = set(path)
    rim = [i for i in grid.cells() if i not in wall and len(grid.neighbours(i)) < 4]
    seen = set(rim)
    while rim:
        for near in grid.neighbours(rim.pop()):
            if near not in seen and near not in wall:
                seen.add(near)
                rim.append(near)
    return [i for i in grid.cells() if i not in seen]


def outline_so_far(board: Board, stroke: Stroke) -> list[Shape]:
    if stroke.kind == "hover" or not stroke.cells:
        return []
    return [*(cell_rect(board.grid, i, "accent", 0.35) for i in dict.fromkeys(stroke.cells)),
            *region_lines(board.grid, stroke.cells, "accent", 0.08)]


def lines(board: Board, stroke: Stroke) -> list[Change]:
    """Whole rows where the pointer went along a row, else whole columns. By keys: Enter a row, with Shift a column."""
    keyed = stroke.kind == "key" and stroke.key == "enter"
    if not stroke.cells or not (keyed or stroke.kind == "release"):
        return []
    spots = [board.grid.rc(cell) for cell in stroke.cells]
    rows, cols = {r for r, _ in spots}, {c for _, c in spots}
    upright = len(rows) > len(cols) or (len(stroke.cells) == 1 and stroke.shift)
    value = 0 if stroke.button == "right" or board.givens[stroke.cells[0]] else INSIDE
    at = [(cell, *board.grid.rc(cell)) for cell in board.grid.cells()]
    return painted(board, [(cell, value) for cell, row, col in at if (col in cols if upright else row in rows)])


def flood(board: Board, stroke: Stroke) -> list[Change]:
    """Everything that hangs together with a cell, and is what it is, becomes the other."""
    keyed = stroke.kind == "key" and stroke.key in ("enter", "delete")
    if stroke.cell is None or not (keyed or stroke.kind in ("press", "double")):
        return []
    inside = bool(board.givens[stroke.cell])
    if not inside and (stroke.button == "right" or stroke.key == "delete"):
        return []
    same = [cell for cell in board.grid.cells() if bool(board.givens[cell]) == inside]
    part = next(part for part in board.grid.components(same) if stroke.cell in part)
    return painted(board, [(cell, 0 if inside else INSIDE) for cell in part])

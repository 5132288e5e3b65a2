"""Drawing a puzzle and playing it: arrows by dragging, shading and squares by painting."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from studio.core.family import Stroke, Tool
from studio.core.puzzle import Board, Change
from studio.core.strokes import SPACE
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, OPEN, SHADED, SQUARE, WHITE, border_between, trace_paths

TOOLS = [
    Tool("arrow", "Arrow", "draw", "Drag along cells. From an arrow's head: lengthen it, or back along it to shorten it. "
         "Double-click (or R, Space) turns it round, right-click (or Delete) deletes it.", "arrow", "A"),
    Tool("shade", "Shading", "draw", "Paint shaded cells; starting on a shaded one clears them. Keys: Space or #", "shade",
         "S"),
    Tool("given", "Given squares", "draw", "Paint given squares; starting on one clears them. Keys: Space or o", "square", "G"),
    Tool("erase", "Eraser", "draw", "Clear shading, squares and arrows under the pointer. Keys: Space or Delete", "erase", "E"),
    Tool("play", "Squares", "play", "Left: square, right: no square; again: clear. Drag to paint. Keys: o or Space, x",
         "square", "Q"),
]  # fmt: skip


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    """What a stroke changes."""
    if stroke.cell is None:
        return []
    if tool == "arrow":
        return _draw_arrow(board, stroke)
    if stroke.kind == "key" and stroke.key not in SPACE:
        return _key(board, tool, stroke)
    if stroke.kind not in ("press", "drag", "key"):
        return []
    if tool == "erase":
        return _changes(board, "givens", {stroke.cell: WHITE}) + _without_cell(board, stroke.cell)
    if tool == "play":
        return _paint(board, stroke, "marks", IS_SQUARE if stroke.button == "left" else NO_SQUARE)
    return _paint(board, stroke, "givens", SHADED if tool == "shade" else SQUARE)


def _changes(board: Board, layer: str, values: dict[int, int]) -> list[Change]:
    found = [board.change(layer, index, value) for index, value in values.items()]
    return [change for change in found if change is not None]


def _paint(board: Board, stroke: Stroke, layer: str, value: int) -> list[Change]:
    """The first cell of a stroke says whether it paints or clears; the rest follows."""
    cell = stroke.cells[-1]
    if stroke.kind != "drag":
        stroke.state["paint"] = OPEN if board.layer(layer)[cell] == value else value
    paint = stroke.state.get("paint", value)
    if layer == "marks" and board.givens[cell] != WHITE:
        return []
    if paint == SHADED and layer == "givens" and cell in _arrow_cells(board):
        return []  # an arrow runs through white cells only
    return _changes(board, layer, {cell: paint})


def _key(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    cell, key = stroke.cells[-1], stroke.key.lower()
    if tool == "play":
        values = {**dict.fromkeys(("1", "o"), IS_SQUARE), **dict.fromkeys(("2", "x", "."), NO_SQUARE)}
        value = values.get(key, OPEN)
        if key in ("delete", "backspace", "0", *values) and board.givens[cell] == WHITE:
            return _changes(board, "marks", {cell: OPEN if board.marks[cell] == value else value})
        return []
    if key in ("delete", "backspace", "0"):
        return _changes(board, "givens", {cell: WHITE}) + _without_cell(board, cell)
    if key in ("#", "3") and cell not in _arrow_cells(board):
        return _changes(board, "givens", {cell: WHITE if board.givens[cell] == SHADED else SHADED})
    if key in ("1", "o"):
        return _changes(board, "givens", {cell: WHITE if board.givens[cell] == SQUARE else SQUARE})
    return []


# --- arrows -------------------------------------------------------------------------------------------------------------


def _chains(board: Board) -> list[tuple[int, ...]]:
    """All paths, closed rings with their first cell repeated at the end."""
    paths = trace_paths(board.grid.rows, board.grid.cols, board.borders)
    return [*paths.arrows, *((*ring, ring[0]) for ring in paths.rings)]


def _arrow_cells(board: Board) -> set[int]:
    return {cell for chain in _chains(board) for cell in chain}


def _marks_of(board: Board, path: Iterable[int]) -> dict[int, int]:
    cells = list(path)
    return dict(border_between(board.grid.rows, board.grid.cols, a, b) for a, b in itertools.pairwise(cells))


def _replace(board: Board, old: Iterable[int], new: Iterable[int]) -> list[Change]:
    marks = dict.fromkeys(_marks_of(board, old), 0)
    marks.update(_marks_of(board, new))
    return _changes(board, "borders", marks)


def _without_cell(board: Board, cell: int) -> list[Change]:
    """Cut the arrow at a cell: what is left on either side stays where it is two cells or longer."""
    gone = {border: 0 for other in board.grid.neighbours(cell)
            for border in [board.grid.border_between(cell, other)] if board.borders[border]}  # fmt: skip
    return _changes(board, "borders", gone)


def _draw_arrow(board: Board, stroke: Stroke) -> list[Change]:
    cell = stroke.cells[-1]
    chain = next((chain for chain in _chains(board) if cell in chain), ())
    if stroke.kind == "double" and chain:
        return _replace(board, chain, tuple(reversed(chain)))
    if stroke.kind == "key" and stroke.key.lower() in ("r", *SPACE) and chain:
        return _replace(board, chain, tuple(reversed(chain)))
    if stroke.kind == "key":
        return _replace(board, chain, ()) if stroke.key.lower() in ("delete", "backspace") else []
    if stroke.kind == "press" and stroke.button == "right":
        return _replace(board, chain, ())
    if stroke.kind == "press":
        # from a head the arrow goes on, from a free cell a new one begins; elsewhere nothing is drawn
        held = chain if chain and cell == chain[-1] and chain[0] != chain[-1] else (cell,) if not chain else ()
        stroke.state["arrow"] = () if board.givens[cell] == SHADED else held
        return []
    if stroke.kind == "drag":
        return _drag_arrow(board, stroke, cell)
    return []


def _drag_arrow(board: Board, stroke: Stroke, cell: int) -> list[Change]:
    held: tuple[int, ...] = tuple(stroke.state.get("arrow", ()))
    longer = held
    for step in _steps(board, held[-1], cell) if held else ():
        if step in longer:
            longer = longer[: longer.index(step) + 1]
        elif board.givens[step] != SHADED and step not in _arrow_cells(board):
            longer = (*longer, step)
        else:
            break
    stroke.state["arrow"] = longer
    return [] if longer == held else _replace(board, held, longer)


def _steps(board: Board, start: int, end: int) -> list[int]:
    """A path from one cell to another: a fast pointer skips cells. Rows first, then columns."""
    (row, col), (last_row, last_col) = board.grid.rc(start), board.grid.rc(end)
    path = []
    while (row, col) != (last_row, last_col):
        if row != last_row:
            row += 1 if last_row > row else -1
        else:
            col += 1 if last_col > col else -1
        path.append(board.grid.index(row, col))
    return path

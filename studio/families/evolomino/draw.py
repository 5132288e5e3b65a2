"""The board as shapes: shaded cells, arrows, squares, and the ghost of one block inside the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.draw import (
    Arrow,
    Circle,
    Line,
    Overlay,
    Point,
    Rect,
    Shape,
    cell_rect,
    cell_text,
    grid_lines,
    overlay_backs,
    overlay_fronts,
    paper,
    region_lines,
)
from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.families.evolomino.check import blocks_of, cannot_grow, followers, is_closed, settled_marks
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, Field, OverlayFit, best_overlay, field_of

INSET = 0.2
CROSS = 0.42


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    """Back to front: paper, shading, how cells came to their values, grid, arrows, squares, ghosts, outlines."""
    grid, field = board.grid, field_of(board)
    shapes = paper(grid)
    shapes += [cell_rect(grid, cell, "shade") for cell, given in enumerate(board.givens) if given == SHADED]
    shapes += overlay_backs(grid, overlay) + grid_lines(grid)
    shapes += _arrows(grid, field)
    for cell, (given, mark) in enumerate(zip(board.givens, board.marks, strict=True)):
        if given == SQUARE:
            shapes.append(square(grid, cell, "given", 0.1))
        elif mark == IS_SQUARE:
            shapes.append(square(grid, cell, "mark", 0.07))
        elif mark == NO_SQUARE and given != SHADED:
            shapes += _cross(grid, cell, "note")
        elif cell in overlay.ghosts and given != SHADED:
            ghost = overlay.ghosts[cell]
            shapes += [square(grid, cell, "ghost", 0.06, 0.7)] if ghost == IS_SQUARE else _cross(grid, cell, "ghost")
    out = [cell for cell, value in overlay.excluded.items() if value == IS_SQUARE]
    shapes += [square(grid, cell, "conflict", 0.05, 0.6, INSET + 0.1) for cell in out]
    shapes += _shifts(board, field, overlay)
    return shapes + overlay_fronts(grid, overlay)


def square(grid: Grid, cell: int, role: str, width: float, opacity: float = 1.0, inset: float = INSET) -> Rect:
    row, col = grid.rc(cell)
    return Rect(col + inset, row + inset, 1 - 2 * inset, 1 - 2 * inset, stroke=role, width=width, radius=0.04, opacity=opacity)


def _cross(grid: Grid, cell: int, role: str) -> list[Shape]:
    """No square here. A dot would look like the tail of an arrow; a letter is drawn faster than two lines."""
    return [cell_text(grid, cell, "×", role, size=CROSS)]


def _middle(grid: Grid, cell: int) -> Point:
    row, col = grid.rc(cell)
    return col + 0.5, row + 0.5


def _arrows(grid: Grid, field: Field) -> Iterator[Shape]:
    for arrow in field.arrows:
        points = tuple(_middle(grid, cell) for cell in arrow)
        yield Arrow(points, "frame", 0.06, 0.24, 0.55)
        yield Circle(*points[0], 0.08, fill="frame", opacity=0.55)
    for ring in field.rings:  # no arrow: drawn without a head
        yield Line(tuple(_middle(grid, cell) for cell in (*ring, ring[0])), "frame", 0.05, 0.4, dashed=True)


def _shifts(board: Board, field: Field, overlay: Overlay) -> Iterator[Shape]:
    """While a film runs: the previous block inside the next. While something is wrong: the overlay that comes nearest."""
    filming = bool(overlay.deduced or overlay.guessed or overlay.current)
    if not filming and not overlay.violations:
        return
    shown = settled_marks(field, board.marks)
    for before, after in followers(field, shown, blocks_of(field, shown)):
        wrong = cannot_grow(field, shown, before, after)
        if wrong or (filming and is_closed(field, shown, before)):
            yield from shift_ghost(board.grid, before, best_overlay(field, before, after), wrong)


def shift_ghost(grid: Grid, before: Sequence[int], fit: OverlayFit, wrong: bool) -> Iterator[Shape]:
    """The previous block where it lands (outlined), the line of the shift, and what does not fit."""
    role = "violation" if wrong else "ghost"
    places = [(row + fit.down, col + fit.right) for row, col in map(grid.rc, before)]
    inside = [grid.index(row, col) for row, col in places if grid.contains(row, col)]
    yield from region_lines(grid, inside, role, 0.06, 0.1)
    x, y = _middle(grid, min(before))
    yield Line(((x, y), (x + fit.right, y + fit.down)), role, 0.03, 0.8, dashed=True)
    for row, col in fit.lost:
        yield Rect(col + 0.3, row + 0.3, 0.4, 0.4, stroke=role, width=0.05)
    for cell in fit.added:
        yield square(grid, cell, "select", 0.04, 0.9, 0.3)

"""The board as shapes: rings for circles, small crosses for cells without one."""

from __future__ import annotations

from studio.core.draw import Circle, Line, Overlay, Shape, grid_lines, overlay_backs, overlay_fronts, paper
from studio.core.puzzle import Board
from studio.families.fobidoshi.model import CIRCLE, CROSS

RADIUS = 0.33
ARM = 0.2


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    """Back to front: paper, how cells came to their values, grid, symbols, outlines."""
    grid = board.grid
    shapes = paper(grid) + overlay_backs(grid, overlay) + grid_lines(grid)
    for cell, (given, mark) in enumerate(zip(board.givens, board.marks)):
        if given:
            shapes += symbol(grid.rc(cell), given, "given", heavy=True)
        elif mark:
            shapes += symbol(grid.rc(cell), mark, "mark")
        elif cell in overlay.ghosts:
            shapes += symbol(grid.rc(cell), overlay.ghosts[cell], "ghost")
    for cell, value in overlay.excluded.items():
        shapes += symbol(grid.rc(cell), value, "conflict", opacity=0.6, scale=0.5)
    return shapes + overlay_fronts(grid, overlay)


def symbol(place: tuple[int, int], value: int, role: str, heavy: bool = False, opacity: float = 1.0,
           scale: float = 1.0) -> list[Shape]:
    """A circle or a cross in the middle of a cell."""
    x, y = place[1] + 0.5, place[0] + 0.5
    width = 0.11 if heavy else 0.07
    if value == CIRCLE:
        return [Circle(x, y, RADIUS * scale, stroke=role, width=width, opacity=opacity)]
    if value == CROSS:
        arm = ARM * scale
        strokes = (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm)))
        return [Line(points, role, width * 0.8, opacity) for points in strokes]
    return []

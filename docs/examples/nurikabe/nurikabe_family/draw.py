"""The board as shapes with colour roles."""

from __future__ import annotations

from nurikabe_family.check import LAND, SEA, UNKNOWN
from studio.core.draw import Circle, Overlay, Shape, cell_rect, cell_text, grid_lines, overlay_backs, overlay_fronts, paper
from studio.core.puzzle import Board


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    grid = board.grid
    shapes = paper(grid)
    shapes += [cell_rect(grid, cell, "wall") for cell, mark in enumerate(board.marks) if mark == SEA]
    shapes += overlay_backs(grid, overlay) + grid_lines(grid)
    for cell, given in enumerate(board.givens):
        row, col = grid.rc(cell)
        ink = "paper" if board.marks[cell] == SEA else "given"
        if given:
            shapes.append(cell_text(grid, cell, "?" if given == UNKNOWN else str(given), ink, bold=True))
        elif board.marks[cell] == LAND:
            shapes.append(Circle(col + 0.5, row + 0.5, 0.1, fill="mark"))
        elif not board.marks[cell] and cell in overlay.ghosts:
            fill = "ghost" if overlay.ghosts[cell] == SEA else ""
            shapes.append(Circle(col + 0.5, row + 0.5, 0.3, fill=fill, stroke="ghost"))
    return shapes + overlay_fronts(grid, overlay)

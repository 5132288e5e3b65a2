"""The board as shapes. Every colour is a role; the themes say what it looks like."""

from __future__ import annotations

from studio.core.draw import Circle, Overlay, Shape, cell_rect, cell_text, grid_lines, overlay_backs, overlay_fronts, paper
from studio.core.puzzle import Board
from studio.families._shading.model import SHADED, WHITE


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    grid = board.grid
    shapes = paper(grid)
    shapes += [cell_rect(grid, cell, "wall") for cell, mark in enumerate(board.marks) if mark == SHADED]
    shapes += overlay_backs(grid, overlay) + grid_lines(grid)
    for cell, given in enumerate(board.givens):
        row, col = grid.rc(cell)
        if given:
            shapes.append(cell_text(grid, cell, str(given), "paper" if board.marks[cell] == SHADED else "given", bold=True))
        elif board.marks[cell] == WHITE:
            shapes.append(Circle(col + 0.5, row + 0.5, 0.1, fill="mark"))
        elif not board.marks[cell] and cell in overlay.ghosts:
            fill = "ghost" if overlay.ghosts[cell] == SHADED else ""
            shapes.append(Circle(col + 0.5, row + 0.5, 0.3, fill=fill, stroke="ghost"))
    return shapes + overlay_fronts(grid, overlay)

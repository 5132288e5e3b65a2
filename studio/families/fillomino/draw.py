"""The board as shapes: numbers, walls between different numbers, and a tint for regions that are complete."""

from __future__ import annotations

from studio.core.draw import (
    Line,
    Overlay,
    Shape,
    Text,
    cell_rect,
    cell_text,
    grid_lines,
    overlay_backs,
    overlay_fronts,
    paper,
)
from studio.core.grid import Grid
from studio.core.puzzle import Board

from .check import groups, shown_numbers

TINTS = 12


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    """From back to front: paper, tints, the overlay's fills, grid, walls, numbers, the overlay's outlines."""
    numbers = shown_numbers(board)
    shapes = paper(board.grid)
    shapes += _tints(board.grid, numbers)
    shapes += overlay_backs(board.grid, overlay)
    shapes += grid_lines(board.grid)
    shapes += walls(board.grid, numbers)
    for cell in board.grid.cells():
        shapes += _cell(board, overlay, cell)
    return shapes + overlay_fronts(board.grid, overlay)


def _tints(grid: Grid, numbers: list[int]) -> list[Shape]:
    """Complete regions get the soft colour of their size."""
    return [cell_rect(grid, cell, f"tint:{(number - 1) % TINTS}")
            for number, group in groups(grid, numbers) if len(group) == number for cell in group]


def walls(grid: Grid, numbers: list[int]) -> list[Shape]:
    """A thick line wherever two different numbers meet; also around a complete region towards empty cells."""
    complete = {cell for number, group in groups(grid, numbers) if len(group) == number for cell in group}
    found: list[Shape] = []
    for a, b in grid.adjacent_pairs():
        both = numbers[a] and numbers[b]
        if numbers[a] != numbers[b] and (both or a in complete or b in complete):
            found.append(_wall(grid, a, b))
    return found


def _wall(grid: Grid, a: int, b: int) -> Line:
    row, col = grid.rc(b)
    end = (col, row + 1) if b == a + 1 else (col + 1, row)
    return Line(((col, row), end), "wall", 0.08)


def _cell(board: Board, overlay: Overlay, cell: int) -> list[Shape]:
    grid, shapes = board.grid, list[Shape]()
    if board.givens[cell]:
        shapes.append(cell_text(grid, cell, str(board.givens[cell]), "given", bold=True))
    elif board.marks[cell]:
        shapes.append(cell_text(grid, cell, str(board.marks[cell]), "mark"))
    elif cell in overlay.ghosts:
        shapes.append(cell_text(grid, cell, str(overlay.ghosts[cell]), "ghost"))
    elif board.notes[cell]:
        shapes += _notes(grid, cell, board.notes[cell])
    if cell in overlay.excluded:
        shapes += _excluded(grid, cell, abs(overlay.excluded[cell]))
    return shapes


def _notes(grid: Grid, cell: int, bits: int) -> list[Shape]:
    """A player's candidates in small print, three to a line."""
    row, col = grid.rc(cell)
    values = [value for value in range(1, bits.bit_length()) if bits >> value & 1]
    rows = [values[start : start + 3] for start in range(0, min(len(values), 9), 3)]
    return [Text(col + 0.5, row + 0.22 + 0.28 * line, " ".join(map(str, part)), "note", 0.24)
            for line, part in enumerate(rows)]


def _excluded(grid: Grid, cell: int, value: int) -> list[Shape]:
    """The number that the current step rules out, struck through in the corner."""
    row, col = grid.rc(cell)
    return [Text(col + 0.8, row + 0.2, str(value), "conflict", 0.28),
            Line(((col + 0.64, row + 0.32), (col + 0.96, row + 0.08)), "conflict", 0.03)]

"""The board as shapes: numbers, walls between different numbers, and a tint for regions that are complete."""

from __future__ import annotations

from studio.core.draw import (
    Line,
    Overlay,
    Shape,
    Small,
    Text,
    cell_rect,
    cell_text,
    grid_lines,
    overlay_backs,
    overlay_fronts,
    paper,
    small_print,
)
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.core.strokes import nearest_border
from studio.families.fillomino.model import QUESTION, ZERO, groups, shown_numbers

TINTS = 12


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    """From back to front: paper, tints, the overlay's fills, grid, walls, numbers, the overlay's outlines."""
    numbers = shown_numbers(board)
    complete = set[int]() if overlay.plain else _complete(board.grid, numbers)
    shapes = paper(board.grid)
    if not overlay.deduced and not overlay.guessed:  # in a film colours tell how a number came to be there
        shapes += [cell_rect(board.grid, cell, f"tint:{(numbers[cell] - 1) % TINTS}") for cell in complete]
    shapes += overlay_backs(board.grid, overlay)
    shapes += grid_lines(board.grid)
    shapes += walls(board.grid, numbers, complete) if not overlay.plain else []
    shapes += [border_line(board.grid, border, "given", 0.13) for border, given in enumerate(board.borders) if given]
    for cell in board.grid.cells():
        shapes += _cell(board, overlay, cell)
    return shapes + overlay_fronts(board.grid, overlay)


def _complete(grid: Grid, numbers: list[int]) -> set[int]:
    """The cells of complete regions; they get the soft colour of their size."""
    return {cell for number, group in groups(grid, numbers) if len(group) == number for cell in group}


def walls(grid: Grid, numbers: list[int], complete: set[int]) -> list[Shape]:
    """A thick line wherever two different numbers meet; also around a complete region towards empty cells.

    Pieces in a row become one line: a film draws hundreds of boards, and lines are what costs.
    """
    upright: dict[int, list[int]] = {}
    level: dict[int, list[int]] = {}
    for a, b in grid.adjacent_pairs():
        both = numbers[a] and numbers[b]
        if numbers[a] != numbers[b] and (both or a in complete or b in complete):
            row, col = grid.rc(b)
            if b == a + 1:
                upright.setdefault(col, []).append(row)
            else:
                level.setdefault(row, []).append(col)
    found: list[Shape] = []
    for col, rows in upright.items():
        found += [Line(((col, start), (col, end)), "wall", 0.08) for start, end in _runs(rows)]
    for row, cols in level.items():
        found += [Line(((start, row), (end, row)), "wall", 0.08) for start, end in _runs(cols)]
    return found


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Unit pieces as stretches (start, end); the pieces come in ascending order."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _cell(board: Board, overlay: Overlay, cell: int) -> list[Shape]:
    grid, shapes = board.grid, list[Shape]()
    if board.givens[cell] > 0 or board.givens[cell] == ZERO:
        shapes.append(cell_text(grid, cell, str(max(board.givens[cell], 0)), "given", bold=True))
    elif board.marks[cell]:
        shapes.append(cell_text(grid, cell, str(board.marks[cell]), "mark"))
    elif cell in overlay.ghosts:
        shapes.append(cell_text(grid, cell, str(overlay.ghosts[cell]), "ghost"))
    elif board.notes[cell] and cell not in overlay.possible:
        shapes += _notes(grid, cell, board.notes[cell])
    if board.givens[cell] == QUESTION:
        shapes += _question(grid, cell, not (board.marks[cell] or cell in overlay.ghosts or board.notes[cell]
                                              or cell in overlay.possible))
    if cell in overlay.excluded and cell not in overlay.possible:
        shapes += _excluded(grid, cell, abs(overlay.excluded[cell]))
    return shapes


def _question(grid: Grid, cell: int, alone: bool) -> list[Shape]:
    """A given "?": as large as a number, or in the corner once something is written there."""
    row, col = grid.rc(cell)
    if alone:
        return [cell_text(grid, cell, "?", "given", bold=True)]
    return [Text(col + 0.16, row + 0.2, "?", "given", 0.28, bold=True)]


def border_line(grid: Grid, border: int, role: str, width: float) -> Line:
    """The line of an inner border."""
    row, col = grid.rc(grid.border_cells(border)[1])
    across = border < (grid.cols - 1) * grid.rows
    return Line(((col, row), (col, row + 1) if across else (col + 1, row)), role, width)


def border_preview(board: Board, stroke: Stroke) -> list[Shape]:
    """The border that a click would draw or clear."""
    border = nearest_border(board.grid, stroke)
    return [] if border is None else [border_line(board.grid, border, "cursor", 0.1)]


def _notes(grid: Grid, cell: int, bits: int) -> list[Shape]:
    """A player's candidates in small print, three to a line; many of them as ranges."""
    row, col = grid.rc(cell)
    values = [value for value in range(1, bits.bit_length()) if bits >> value & 1]
    if len(values) > 9:
        return small_print(grid, cell, Small(tuple((str(value), True) for value in values)))
    rows = [values[start : start + 3] for start in range(0, min(len(values), 9), 3)]
    return [Text(col + 0.5, row + 0.22 + 0.28 * line, " ".join(map(str, part)), "note", 0.24)
            for line, part in enumerate(rows)]


def _excluded(grid: Grid, cell: int, value: int) -> list[Shape]:
    """The number that the current step rules out, struck through in the corner."""
    row, col = grid.rc(cell)
    return [Text(col + 0.8, row + 0.2, str(value), "conflict", 0.28),
            Line(((col + 0.64, row + 0.32), (col + 0.96, row + 0.08)), "conflict", 0.03)]

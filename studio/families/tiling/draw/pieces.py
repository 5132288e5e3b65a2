"""Pieces on the board: filled in their tile's colour, marked with how they came, with what is wrong in sight on any colour."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.draw import Line, Overlay, Shape, cell_rect, region_lines
from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.families.tiling.draw.colours import shape_role, tones
from studio.families.tiling.model.convert import pieces_of_answer
from studio.families.tiling.model.shapes import normalise

INNER = 0.27
"""How a piece came (a guess, a deduction, a trial) is a square in each of its cells, this far from the edge."""


def fills(board: Board) -> list[Shape]:
    found = tones(board)
    return [cell_rect(board.grid, i, found[mark].role, found[mark].strength) for i, mark in enumerate(board.marks) if mark]


def how(board: Board, overlay: Overlay) -> list[Shape]:
    """Guesses, deductions and trials: inside a piece's colour, or all over a cell that no piece covers."""

    def cell(i: int, role: str, strength: float) -> Shape:
        return cell_rect(board.grid, i, role, 1.0, INNER) if board.marks[i] else cell_rect(board.grid, i, role, strength)

    return [*(cell(i, f"deduced:{overlay.depths.get(i, 0)}", 0.9) for i in overlay.deduced if i not in overlay.guessed),
            *(cell(i, f"guess:{depth}", 1.0) for i, depth in overlay.guessed.items()),
            *(cell(i, f"trial:{level}", 0.6) for i, level in overlay.trial.items())]


def borders(grid: Grid, marks: Sequence[int]) -> list[Shape]:
    lines: list[Shape] = []
    for a, b in grid.adjacent_pairs():
        if marks[a] != marks[b]:
            r, c = grid.rc(b)
            ends = ((c, r), (c, r + 1)) if b == a + 1 else ((c, r), (c + 1, r))
            lines.append(Line(ends, "wall", 0.06))
    return lines


def fault_grounds(board: Board, cells: Sequence[int]) -> list[Shape]:
    """What is wrong: a red ground on open cells; red hatching on pieces, to be seen on any colour, a red one, too."""
    shapes: list[Shape] = []
    for i in cells:
        shapes += _hatching(board.grid, i) if board.marks[i] else [cell_rect(board.grid, i, "violation", 0.45)]
    return shapes


def fault_outline(grid: Grid, cells: Sequence[int]) -> list[Shape]:
    """A red line with a pale rim around all of it."""
    return [*region_lines(grid, cells, "paper", 0.2, 0.08), *region_lines(grid, cells, "fault", 0.1, 0.08)]


def _hatching(grid: Grid, cell: int) -> list[Shape]:
    r, c = grid.rc(cell)
    spans = (((c, r + 0.33), (c + 0.33, r)), ((c, r + 0.67), (c + 0.67, r)), ((c, r + 1.0), (c + 1.0, r)),
             ((c + 0.33, r + 1.0), (c + 1.0, r + 0.33)), ((c + 0.67, r + 1.0), (c + 1.0, r + 0.67)))
    return [line for ends in spans for line in (Line(ends, "paper", 0.1), Line(ends, "fault", 0.05))]


def ghosts(board: Board, overlay: Overlay) -> list[Shape]:
    """A hint's piece, faintly, in its own colour."""
    grid = board.grid
    shapes: list[Shape] = []
    for cells in pieces_of_answer([overlay.ghosts.get(i, 0) for i in grid.cells()]).values():
        role = shape_role(board.params, normalise(map(grid.rc, cells)))
        shapes += [cell_rect(grid, i, role, 0.45) for i in cells]
        shapes += region_lines(grid, cells, "ghost", 0.07, 0.05)
    return shapes

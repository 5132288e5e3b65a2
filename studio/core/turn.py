"""Puzzles turned and mirrored: the same puzzle to a solver, another look to a setter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from studio.core import registry
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle

TURNS = ("right", "left", "half", "mirror", "flip")
"""a quarter to the right or left, half around, left and right exchanged, top and bottom exchanged"""
MIRRORING = ("mirror", "flip")
AGAINST = {1: 2, 2: 1}
"""A border's 1 points at its upper or left cell, its 2 at the other one."""


def turned_grid(grid: Grid, turn: str) -> Grid:
    return Grid(grid.cols, grid.rows) if turn in ("right", "left") else grid


def target(grid: Grid, turn: str) -> list[int]:
    """Where each cell goes, as a cell of the turned grid."""
    high, wide = grid.rows - 1, grid.cols - 1
    new, found = turned_grid(grid, turn), []
    for cell in grid.cells():
        row, col = grid.rc(cell)
        spots = {"right": (col, high - row), "left": (wide - col, row), "half": (high - row, wide - col),
                 "mirror": (row, wide - col), "flip": (high - row, col)}
        found.append(new.index(*spots[turn]))
    return found


def turned(puzzle: Puzzle, turn: str) -> Puzzle:
    """The whole puzzle turned, its solution, too."""
    if turn not in TURNS:
        raise BadPuzzle(f"a puzzle is turned {', '.join(TURNS)}, not {turn!r}")
    to, grid = target(puzzle.grid, turn), turned_grid(puzzle.grid, turn)
    pieces = registry.family(puzzle.family).pieces
    return replace(puzzle, grid=grid, givens=moved(puzzle.givens, to), borders=_borders(puzzle, to, grid),
                   params=pieces.turned_params(puzzle.params, turn in MIRRORING) if pieces is not None else puzzle.params,
                   solution=None if puzzle.solution is None else moved(puzzle.solution, to))


def moved(values: Sequence[int], to: Sequence[int]) -> Answer:
    """One value a cell, carried to where its cell went."""
    found = [0] * len(values)
    for cell, value in zip(to, values):
        found[cell] = value
    return tuple(found)


def _borders(puzzle: Puzzle, to: Sequence[int], grid: Grid) -> tuple[int, ...]:
    found = [0] * len(puzzle.borders)
    for border, value in enumerate(puzzle.borders):
        if value:
            first, second = (to[cell] for cell in puzzle.grid.border_cells(border))
            found[grid.border_between(first, second)] = AGAINST.get(value, value) if first > second else value
    return tuple(found)

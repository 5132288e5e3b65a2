"""Puzzles turned and mirrored: the same puzzle to a solver, another look to a setter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from studio.core import registry
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say

TURNS = ("right", "left", "half", "mirror", "flip", "transpose")
"""a quarter to the right or left, half around, left and right, top and bottom, or rows and columns exchanged"""
MIRRORING = ("mirror", "flip", "transpose")
QUARTERS = ("right", "left", "transpose")
"""Those that make columns of the rows."""
AGAINST = {1: 2, 2: 1}
"""A border's 1 points at its upper or left cell, its 2 at the other one."""


def turned_grid(grid: Grid, turn: str) -> Grid:
    return Grid(grid.cols, grid.rows) if turn in QUARTERS else grid


def target(grid: Grid, turn: str) -> list[int]:
    """Where each cell goes, as a cell of the turned grid."""
    high, wide = grid.rows - 1, grid.cols - 1
    new, found = turned_grid(grid, turn), []
    for cell in grid.cells():
        row, col = grid.rc(cell)
        spots = {"right": (col, high - row), "left": (wide - col, row), "half": (high - row, wide - col),
                 "mirror": (row, wide - col), "flip": (high - row, col), "transpose": (col, row)}
        found.append(new.index(*spots[turn]))
    return found


def turned(puzzle: Puzzle, turn: str) -> Puzzle:
    """The whole puzzle turned, its solution, too."""
    if turn not in TURNS:
        raise BadPuzzle(say("a puzzle is turned {turns}, not {turn!r}", turns=', '.join(TURNS), turn=turn))
    to, grid = target(puzzle.grid, turn), turned_grid(puzzle.grid, turn)
    pieces = registry.family(puzzle.family).pieces
    return replace(puzzle, grid=grid, givens=moved(puzzle.givens, to), borders=_borders(puzzle, to, grid),
                   params=pieces.turned_params(puzzle.params, turn) if pieces is not None else puzzle.params,
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
            place, turned_value = mapped_border(puzzle.grid, border, value, to, grid)
            found[place] = turned_value
    return tuple(found)


def mapped_border(grid: Grid, border: int, value: int, to: Sequence[int], new: Grid) -> tuple[int, int]:
    """Where a border goes when its cells do, and what its value becomes: one that points at a cell goes on pointing at it."""
    first, second = (to[cell] for cell in grid.border_cells(border))
    return new.border_between(first, second), AGAINST.get(value, value) if first > second else value


SYMMETRIES: Mapping[str, tuple[str, ...]] = {
    marked("none"): (), marked("half-turn"): ("half",), marked("quarter-turn"): ("right", "half", "left"),
    marked("left-right"): ("mirror",), marked("up-down"): ("flip",), marked("both mirrors"): ("mirror", "flip", "half"),
    marked("diagonal"): ("transpose",)}
"""How clues may lie: the turns that leave a symmetric board as it is."""


def symmetric_maps(grid: Grid, symmetry: str) -> list[list[int]]:
    """Where a symmetry sends each cell, once for each of its turns. An oblong board has no diagonal, and its quarter turn is a
    half turn."""
    turns = SYMMETRIES[symmetry]
    if grid.rows != grid.cols:
        turns = tuple(turn for turn in turns if turn not in QUARTERS)
    return [target(grid, turn) for turn in turns]

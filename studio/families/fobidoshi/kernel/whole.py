"""All of a Fobidoshi in clauses, its connectivity written out: for solvers outside."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi.model import CIRCLE, CROSS
from studio.solvers.constraints.cardinality import Variables
from studio.solvers.outside import Whole
from studio.solvers.reach import connected_clauses

LINE = 4


def whole(puzzle: Puzzle) -> Whole:
    """Variable n: there is a circle in the n-th cell, row by row."""
    grid = puzzle.grid
    fresh = Variables(grid.size)
    clauses = [[cell + 1 if given == CIRCLE else -cell - 1] for cell, given in enumerate(puzzle.givens) if given]
    for cell in grid.cells():
        row, col = grid.rc(cell)
        for step, room in ((1, grid.cols - col), (grid.cols, grid.rows - row)):
            if room >= LINE:
                clauses.append([-(cell + step * k) - 1 for k in range(LINE)])
    members = {cell: cell + 1 for cell in grid.cells() if puzzle.givens[cell] != CROSS}
    fixed = next((cell for cell in members if puzzle.givens[cell] == CIRCLE), None)
    clauses += connected_clauses(grid.adjacency, members, fixed, fresh)

    def read(values: Mapping[int, int]) -> Answer:
        return tuple(CIRCLE if values.get(cell + 1) else CROSS for cell in grid.cells())

    def differs(answer: Answer) -> list[int]:
        return [-cell - 1 if value == CIRCLE else cell + 1 for cell, value in enumerate(answer)]

    legend = [f"var {cell + 1} : {grid.cell_name(cell)} is a circle" for cell in grid.cells()]  # not for people
    return Whole(f"Fobidoshi {grid.rows}x{grid.cols} {puzzle.title}".rstrip(), read, differs, legend, clauses, None, fresh.top)

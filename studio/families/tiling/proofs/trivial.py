"""What needs no search: an empty board, too little area (1.1), an area that is no sum of pieces, a cell that nothing covers."""

from __future__ import annotations

import numpy as np

from studio.core.engine import SolveResult, Status
from studio.families.tiling.model.counts import area_is_sum, enough_area
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem


def trivial_result(problem: Problem) -> SolveResult | None:
    """The answer if the areas alone give it."""
    if problem.area == 0:
        return SolveResult(Status.UNIQUE, [(0,) * problem.board.size], "the board is empty")
    if not problem.tiles:
        return SolveResult(Status.NONE, message="there are no tiles", count=0)
    if not enough_area(problem):
        return SolveResult(Status.NONE, message="all pieces together are smaller than the board", count=0,
                           proof={"kind": "area", "caption": "All pieces together are smaller than the board."})
    if not area_is_sum(problem):
        text = f"no choice of pieces has the area of the board ({problem.area} cells)"
        proof = {"kind": "area", "caption": text[0].upper() + text[1:] + "."}
        return SolveResult(Status.NONE, message=text, count=0, proof=proof)
    return None


def bare_cell(problem: Problem, placements: Placements) -> int | None:
    """A board cell that no placement covers."""
    covered = np.zeros(problem.board.size, dtype=np.bool_)
    covered[placements.cells] = True
    bare = np.flatnonzero(problem.board.ravel() & ~covered)
    return int(bare[0]) if len(bare) else None


def bare_result(problem: Problem, placements: Placements) -> SolveResult | None:
    """NONE if some cell is covered by no placement."""
    bare = bare_cell(problem, placements)
    if bare is None:
        return None
    row, col = divmod(bare, problem.cols)
    text = f"no tile fits on the cell in row {row + 1}, column {col + 1}"
    return SolveResult(Status.NONE, message=text, count=0)

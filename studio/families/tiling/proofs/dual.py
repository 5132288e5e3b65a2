"""Colouring proofs by inequality: the linear relaxation of section 2.5 has no solution, and its dual is a colouring.

Numbers y on the cells such that every piece of tile t covers at least -z_t, while the board sums to less than the c_t
pieces of each tile can have. The thesis saw that ILP solvers find colourings this way; here the dual itself is computed,
made whole, and checked.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import cell_orbits
from studio.families.tiling.proofs.proof import ONE_BY_ONE, ColouringProof, Group

Floats = npt.NDArray[np.float64]
ITERATIONS = 20_000
"""Steps of the simplex method before it is given up: a few seconds. Not a time limit, so that equal boards get equal proofs."""


def find_dual(problem: Problem, placements: Placements, iterations: int = ITERATIONS) -> ColouringProof | None:
    """A colouring whose sums the pieces cannot reach from above, or None."""
    if not len(placements):
        return None
    orbit = cell_orbits(problem)
    n = int(orbit.max()) + 1
    capped = [t for t in range(len(problem.tiles)) if _cap(problem, t) is not None]
    solved = _solve(problem, placements, orbit, n, capped, iterations)
    return None if solved is None else _whole_numbers(problem, placements, orbit, solved, capped)


def _cap(problem: Problem, tile: int) -> int | None:
    """How many pieces of a tile are used, where the area forces it; else at most how many; None: unlimited."""
    forced = forced_counts(problem)[tile]
    return problem.limits[tile] if forced is None else forced


def _solve(problem: Problem, placements: Placements, orbit: npt.NDArray[np.int64], n: int, capped: list[int],
           iterations: int) -> Floats | None:
    """Minimise board sum + sum of c_t z_t subject to (sum over a piece) + z_t >= 0, all numbers between -1 and 1."""
    import highspy

    column = np.full(len(problem.tiles), -1, dtype=np.int64)
    column[capped] = n + np.arange(len(capped))
    matrix, rows = _rows(placements, orbit, n + len(capped), column)
    lp = highspy.HighsLp()
    width = n + len(capped)
    lp.num_col_, lp.num_row_ = width, rows
    cells = orbit[problem.board_cells()]
    cost = np.bincount(cells, minlength=width).astype(np.float64)
    forced = forced_counts(problem)
    lower, upper = -np.ones(width), np.ones(width)
    for k, t in enumerate(capped):
        cost[n + k] = float(_cap(problem, t) or 0)
        upper[n + k] = problem.tiles[t].size
        lower[n + k] = -problem.tiles[t].size if forced[t] is not None else 0.0
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = cost, lower, upper
    lp.row_lower_, lp.row_upper_ = np.zeros(rows), np.full(rows, highspy.kHighsInf)
    start, index, value = matrix
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = start, index, value
    solver = highspy.Highs()
    solver.silent()
    for name, setting in (("simplex_iteration_limit", iterations), ("threads", 1), ("presolve", "off"), ("solver", "simplex")):
        solver.setOptionValue(name, setting)
    solver.passModel(lp)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    if solver.getInfo().objective_function_value > -1e-6:
        return None
    return np.array(solver.getSolution().col_value)


def _rows(placements: Placements, orbit: npt.NDArray[np.int64], width: int, column: npt.NDArray[np.int64]
          ) -> tuple[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats], int]:
    """Row-wise sparse matrix of the different rows (orbit counts of each placement, and its tile's z)."""
    flat = placements.owner().astype(np.int64) * width + orbit[placements.cells]
    dense = np.bincount(flat, minlength=len(placements) * width).reshape(len(placements), width)
    tile_column = column[placements.tile]
    has = tile_column >= 0
    dense[np.flatnonzero(has), tile_column[has]] = 1
    # rows with the same random sum are the same row (were they not, the proof would fail its check)
    _, first = np.unique(dense @ np.random.default_rng(0).random(width), return_index=True)
    dense = dense[np.sort(first)]
    row, col = np.nonzero(dense)
    start = np.zeros(len(dense) + 1, dtype=np.int32)
    np.cumsum(np.bincount(row, minlength=len(dense)), out=start[1:])
    return (start, col.astype(np.int32), dense[row, col].astype(np.float64)), len(dense)


def _whole_numbers(problem: Problem, placements: Placements, orbit: npt.NDArray[np.int64], solved: Floats,
                   capped: list[int]) -> ColouringProof | None:
    """Round multiples of the solution until whole numbers still prove it."""
    n = len(solved) - len(capped)
    cells = problem.board_cells()
    forced = forced_counts(problem)
    for scale in range(1, 121):
        weights = np.zeros(problem.rows * problem.cols, dtype=np.int64)
        weights[cells] = np.rint(solved[:n] * scale).astype(np.int64)[orbit[cells]]
        sums = np.add.reduceat(weights[placements.cells], placements.start[:-1])
        least = np.zeros(len(problem.tiles), dtype=np.int64)
        np.minimum.at(least, placements.tile, sums)
        if any(least[t] < 0 and t not in capped for t in range(len(least))):
            continue
        for t in capped:
            if forced[t] is not None and np.any(placements.tile == t):
                least[t] = sums[placements.tile == t].min()
        pieces = sum(int(least[t]) * (_cap(problem, t) or 0) for t in capped)
        board = int(weights.sum())
        if board < pieces:
            return _proof(problem, weights, least, capped, board, pieces)
    return None


def _proof(problem: Problem, weights: npt.NDArray[np.int64], least: npt.NDArray[np.int64], capped: list[int],
           board: int, pieces: int) -> ColouringProof:
    groups = tuple(Group((t,), _cap(problem, t) or 0, int(least[t])) for t in capped if least[t])
    table = tuple(tuple(int(w) for w in row) for row in weights.reshape(problem.rows, problem.cols))
    names = tuple(tile.label for tile in problem.tiles)
    return ColouringProof(table, 0, groups, board, pieces, ONE_BY_ONE, names, everywhere=False)

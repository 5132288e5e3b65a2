"""Integer linear programming (section 2.5): one binary variable per placement, equations per cell, counts per tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem

if TYPE_CHECKING:
    from studio.solvers.linear import LinearModel

VARIANTS = ("eq-ign", "eq-min", "geq-min", "leq-max")


def placement_name(problem: Problem, placements: Placements, p: int) -> str:
    """x_TILE_VARIANT_ROW_COLUMN: where the placement's first cell lies, counted from 1."""
    row, col = divmod(int(placements.cells[placements.start[p]]), problem.cols)
    tile = problem.tiles[int(placements.tile[p])].label.replace("-", "_")
    return f"x_{int(placements.tile[p]) + 1}_{tile}_{int(placements.orientation[p])}_{row + 1}_{col + 1}"


def build_model(problem: Problem, placements: Placements, variant: str = "eq-ign", opt2: bool = True, opt3: bool = True
                ) -> LinearModel:
    """Equations (2.10) and (2.11), with the objective (2.12) as the variant says."""
    from studio.solvers.linear import INFINITE, LinearModel

    model = LinearModel()
    model.variables(len(placements), lambda p: placement_name(problem, placements, p), 0, 1)
    low = 0 if variant == "leq-max" else 1
    high = INFINITE if variant == "geq-min" else 1
    start, owner = placements.by_cell(problem.board.size)
    lengths = np.diff(start)[problem.board_cells()]  # cells outside the board have no placement
    if lengths.all():
        model.add_sums("cover", lengths, owner, low, high)
    else:  # an empty sum cannot be written: a variable that is 0 stands for it
        for i in problem.board_cells():
            columns = owner[start[i] : start[i + 1]].tolist()
            nothing = f"nothing_{int(i) // problem.cols + 1}_{int(i) % problem.cols + 1}"
            model.add("cover", columns or [model.variable(nothing, 0, 0)], [1], low, high)
    for t, tile in enumerate(problem.tiles):
        counted = tile.count is not None and not (opt2 and problem.limits[t] is None)
        columns = np.flatnonzero(placements.tile == t).tolist()
        if not columns and tile.least:
            columns = [model.variable(f"no_place_{t + 1}", 0, 0)]
        if columns and (counted or tile.least):
            most = tile.count if counted and tile.count is not None else INFINITE
            model.add("count", columns, [1] * len(columns), most if counted and opt3 and problem.exact else tile.least, most)
    if variant != "eq-ign":
        sign = -1 if variant == "leq-max" else 1
        model.costs = {p: sign * problem.tiles[int(placements.tile[p])].size for p in range(len(placements))}
    return model

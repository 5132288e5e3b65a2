"""Where a single odd piece can lie: only where the rest of the board is in the other tiles' lattice.

A tile that must be used exactly once among unlimited ones: board minus placement must be an integer combination of the other
tiles' class counts. On 23x23 with one monomino and straight trominoes, 49 of 529 positions survive.
"""

from __future__ import annotations

import numpy as np

from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.lattice import Lattice, class_rows
from studio.families.tiling.proofs.patterns import torus

PERIODS = ((4, 4), (6, 6), (5, 5))


def odd_tile(problem: Problem) -> int | None:
    """The tile that is used exactly once while all others are unlimited, if there is one."""
    limited = [t for t, limit in enumerate(problem.limits) if limit is not None]
    if len(limited) != 1 or len(problem.tiles) < 2 or problem.limits[limited[0]] != 1:
        return None
    return limited[0] if forced_counts(problem)[limited[0]] == 1 else None


def drop_hopeless(problem: Problem, placements: Placements) -> Placements:
    """The placements without those of the odd tile that leave the rest outside the other tiles' lattice."""
    tile = odd_tile(problem)
    if tile is None:
        return placements
    rest = Lattice(problem.without(tile), None, counted=False)
    mine = np.flatnonzero(placements.tile == tile)
    own = placements.chosen(mine)
    first = own.cells[own.start[:-1]]
    row, col = first // problem.cols, first % problem.cols
    hopeful = np.ones(len(mine), dtype=np.bool_)
    for high, wide in PERIODS:
        pattern = torus(high, wide)
        whole, rows = rest.vector(pattern), class_rows(own, pattern.tiled(problem.rows, problem.cols), pattern.classes)
        alike = (own.orientation * high + row % high) * wide + col % wide  # they cover the same classes
        _, examples, which = np.unique(alike, return_index=True, return_inverse=True)
        hopeful &= np.array([rest.is_sum(pattern, whole - rows[p]) for p in examples.tolist()])[which]
    if hopeful.all():
        return placements
    keep = np.ones(len(placements), dtype=np.bool_)
    keep[mine] = hopeful
    return placements.keep(keep)

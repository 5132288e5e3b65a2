"""Where a single odd piece can lie: only where the rest of the board is in the other tiles' lattice.

A tile that must be used exactly once among unlimited ones: board minus placement must be an integer combination of the other
tiles' class counts. On 23x23 with one monomino and straight trominoes, 49 of 529 positions survive.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.howell import MODULUS, missing, span_of
from studio.families.tiling.proofs.lattice import Lattice
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
    keep = np.ones(len(placements), dtype=np.bool_)
    mine = np.flatnonzero(placements.tile == tile)
    for high, wide in PERIODS:
        pattern = torus(high, wide)
        span = span_of(rest.rows(pattern), MODULUS)
        whole = Lattice.vector(rest, pattern)
        seen: dict[bytes, bool] = {}
        for p in mine:
            part = _classes(problem, placements, int(p), high, wide)
            key = part.tobytes()
            if key not in seen:
                seen[key] = missing(span, whole - part) < 0
            keep[p] &= seen[key]
    return placements if keep.all() else placements.keep(keep)


def _classes(problem: Problem, placements: Placements, p: int, high: int, wide: int) -> npt.NDArray[np.int64]:
    cells = placements.cells[placements.start[p] : placements.start[p + 1]].astype(np.int64)
    row, col = cells // problem.cols, cells % problem.cols
    return np.bincount(row % high * wide + col % wide, minlength=high * wide)

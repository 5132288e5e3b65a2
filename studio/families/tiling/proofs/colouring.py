"""Finding a colouring that proves a board untileable (section 3.4 and the thesis' last paragraph).

If a board b is no *integer combination* of the rows of its pieces (`lattice.py`), a witness y modulo N tells so: the numbers y
on the classes are the colouring. Projected to one prime power and tidied up, it becomes something a person can check.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.howell import PRIME_POWERS, separate
from studio.families.tiling.proofs.lattice import Lattice, Witness, cell_pattern, lattice_of
from studio.families.tiling.proofs.patterns import CHECKERBOARD, SCREENS, Ints, Pattern, longer_stripes, simple_patterns, torus
from studio.families.tiling.proofs.proof import ONE_BY_ONE, ColouringProof, Group
from studio.families.tiling.proofs.verify import PLAIN_CELLS


def find_periodic(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """The simplest colouring that proves the board untileable, or None: of a period up to 6, or of longer stripes.

    ``placements`` None, or a large board: all offsets are taken as possible, which is sound but a little weaker.
    """
    lattice = lattice_of(problem, placements)
    pattern = separating_pattern(lattice)
    return None if pattern is None else with_remainders(lattice, pattern)


def separating_pattern(lattice: Lattice) -> Pattern | None:
    """The easiest to see of those that tell the board from all sums of pieces."""
    return next(filter(lattice.separates, _patterns(lattice)), None)


def _patterns(lattice: Lattice) -> Iterator[Pattern]:
    """Those that may separate the board, easiest to see first."""
    yield CHECKERBOARD  # the easiest of all; every screen would let it through
    for number, (high, wide) in enumerate(SCREENS):
        if lattice.separates(torus(high, wide)):
            yield from simple_patterns(high, wide)
        if number == 0 and lattice.is_small and not lattice.cells_miss():
            return
    yield from longer_stripes(lattice.problem)


def with_remainders(lattice: Lattice, pattern: Pattern) -> ColouringProof | None:
    """A proof by the pattern, with the smallest modulus that will do."""
    for q in PRIME_POWERS:
        found = lattice.witness(pattern, q)
        if found:
            return build_proof(lattice, pattern, found, q)
    return None


def find_cellwise(problem: Problem, placements: Placements) -> ColouringProof | None:
    """The same with a number of its own for every cell, where no period will do."""
    lattice = Lattice(problem, placements) if problem.area > PLAIN_CELLS else lattice_of(problem, placements)
    if not lattice.cells_miss():
        return None
    # a period that does is easier on the eye, and there can be one only where single numbers do
    if (periodic := find_periodic(problem, placements)) is not None:
        return periodic
    rows, vector = lattice.cells
    for q in PRIME_POWERS:
        y = separate(rows, vector, q)
        if len(y):
            return build_proof(lattice, cell_pattern(problem), Witness(y, False), q)
    return None


def build_proof(lattice: Lattice, pattern: Pattern, witness: Witness, q: int) -> ColouringProof:
    """Turn a witness into a proof with small, kind numbers."""
    k, y = pattern.classes, witness.numbers
    weights, values, q = _tidy(lattice, y[:k] % q, (-y[k:]) % q, q)
    groups = tuple(
        Group(tiles, count, int(v)) for (tiles, count), v in zip(lattice.groups, values, strict=True) if v % q
    )
    table = weights[pattern.table]
    if pattern.name == ONE_BY_ONE:
        table = np.where(lattice.problem.board, table, 0)
        counted = table.ravel()[lattice.problem.board_cells()].sum()
    else:
        counted = (lattice.vector(pattern)[:k] * weights).sum()
    return ColouringProof(
        tuple(tuple(int(w) for w in row) for row in table),
        q,
        groups,
        int(counted),
        sum(g.count * g.value for g in groups),
        pattern.name,
        tuple(tile.label for tile in lattice.problem.tiles),
        witness.everywhere,
    )


def _tidy(lattice: Lattice, weights: Ints, values: Ints, q: int) -> tuple[Ints, Ints, int]:
    """Try all units and shifts mod q: few distinct, small numbers. A shift adds its multiple of the size to each tile."""
    sizes = [tile.size for tile in lattice.problem.tiles]
    grouped = {t for tiles, _ in lattice.groups for t in tiles}
    loose = {size for t, size in enumerate(sizes) if t not in grouped}
    first = np.array([sizes[tiles[0]] for tiles, _ in lattice.groups], dtype=np.int64)
    unit = np.array([u for u in range(1, q) if gcd(u, q) == 1])[:, None, None]
    shift = np.array([s for s in range(q) if all(s * size % q == 0 for size in loose)])[:, None]
    all_weights = _balanced(weights * unit + shift, q).reshape(-1, len(weights))
    all_values = ((values * unit + first * shift) % q).reshape(-1, len(values))
    cost = 4 * np.abs(all_weights).sum(axis=1) + (all_values != 0).sum(axis=1) + (all_weights < 0).sum(axis=1) * 0.5
    best = int(np.argmin(cost))
    return all_weights[best], all_values[best], q


def _balanced(values: Ints, q: int) -> Ints:
    """Residues between -q/2 and q/2."""
    values = values % q
    return np.where(values > q // 2, values - q, values)

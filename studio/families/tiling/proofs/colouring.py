"""Finding a colouring that proves a board untileable (section 3.4 and the thesis' last paragraph).

If a board b is no *integer combination* of the rows of its pieces (`lattice.py`), a witness y modulo N tells so: the numbers y
on the classes are the colouring. Projected to one prime power and tidied up, it becomes something a person can check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import gcd

import numpy as np

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.howell import PRIME_POWERS, separate
from studio.families.tiling.proofs.lattice import Lattice, Witness, cell_pattern, lattice_of
from studio.families.tiling.proofs.patterns import CHECKERBOARD, SCREENS, Pattern, longer_stripes, simple_patterns, torus
from studio.families.tiling.proofs.proof import ONE_BY_ONE, ColouringProof, Group
from studio.families.tiling.proofs.verify import PLAIN_CELLS


def find_periodic(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """The simplest colouring that proves the board untileable, or None: of a period up to 6, or of longer stripes.

    ``placements`` None, or a large board: all offsets are taken as possible, which is sound but a little weaker.
    """
    lattice = lattice_of(problem, placements)
    pattern = separating_pattern(lattice)
    return None if pattern is None else with_remainders(lattice, pattern)


def is_seen_at_once(problem: Problem, placements: Placements | None) -> bool:
    """Whether what is remembered of the tiles tells that there is such a colouring: some microseconds."""
    lattice = lattice_of(problem, placements)
    return any(map(lattice.tiles_separate, (CHECKERBOARD, torus(*SCREENS[0]))))


def separating_pattern(lattice: Lattice) -> Pattern | None:
    """The easiest to see of those that tell the board from all sums of pieces."""
    return next(filter(lattice.separates, _patterns(lattice)), None)


def _patterns(lattice: Lattice) -> Iterator[Pattern]:
    """Those that may separate the board, easiest to see first."""
    yield CHECKERBOARD  # the easiest of all; every screen would let it through
    for number, (high, wide) in enumerate(SCREENS):
        if lattice.separates(torus(high, wide)):
            yield from simple_patterns(high, wide)
        if number == 0 and lattice.asks_cells and not lattice.cells_miss:
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
    if not lattice.cells_miss:
        return None
    # a period that does is easier on the eye, and there can be one only where single numbers do
    if (periodic := find_periodic(problem, placements)) is not None:
        return periodic
    for q in PRIME_POWERS:
        y = separate(lattice.cell_rows, lattice.cell_vector, q)
        if len(y):
            return build_proof(lattice, cell_pattern(problem), Witness(y, False), q)
    return None


def build_proof(lattice: Lattice, pattern: Pattern, witness: Witness, q: int) -> ColouringProof:
    """Turn a witness into a proof with small, kind numbers."""
    k, y, problem = pattern.classes, witness.numbers.tolist(), lattice.problem
    weights, values = _tidy(lattice, y[:k], [-value for value in y[k:]], q)
    groups = tuple(Group(tiles, count, value) for (tiles, count), value in zip(lattice.groups, values, strict=True) if value)
    table = np.array(weights)[pattern.table]
    if pattern.name == ONE_BY_ONE:
        table = np.where(problem.board, table, 0)
        counted = int(table.sum())
    else:
        counted = sum(many * weight for many, weight in zip(lattice.vector(pattern).tolist(), weights))
    return ColouringProof(tuple(map(tuple, table.tolist())), q, groups, counted, sum(g.count * g.value for g in groups),
                          pattern.name, tuple(tile.label for tile in problem.tiles), witness.everywhere)


def _tidy(lattice: Lattice, weights: list[int], values: list[int], q: int) -> tuple[list[int], list[int]]:
    """Try all units and shifts mod q: few distinct, small numbers. A shift adds its multiple of the size to each tile."""
    sizes = [tile.size for tile in lattice.problem.tiles]
    grouped = {t for tiles, _ in lattice.groups for t in tiles}
    loose = {size for t, size in enumerate(sizes) if t not in grouped}
    steps = [sizes[tiles[0]] for tiles, _ in lattice.groups]
    often = Counter(weight % q for weight in weights)

    def cost(change: tuple[int, int]) -> int:
        unit, shift = change
        total = 2 * sum((value * unit + step * shift) % q != 0 for value, step in zip(values, steps))
        for weight, many in often.items():
            new = _balanced(weight * unit + shift, q)
            total += many * (8 * abs(new) + (new < 0))
        return total

    unit, shift = min(((unit, shift) for unit in range(1, q) if gcd(unit, q) == 1
                       for shift in range(q) if all(shift * size % q == 0 for size in loose)), key=cost)
    return ([_balanced(weight * unit + shift, q) for weight in weights],
            [(value * unit + step * shift) % q for value, step in zip(values, steps)])


def _balanced(value: int, q: int) -> int:
    """The residue between -q/2 and q/2."""
    value %= q
    return value - q if value > q // 2 else value

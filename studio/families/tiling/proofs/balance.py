"""Exact balance: colours of which every piece covers the same amounts wherever it lies, and the board has others.

What a person sees at once: "every domino covers one black and one white cell, but there are 32 black and 30 white ones". No
remainders are needed; it is a colouring by inequality (modulus 0) in which every piece covers exactly its value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.colouring import separating_pattern, with_remainders
from studio.families.tiling.proofs.lattice import Lattice, lattice_of
from studio.families.tiling.proofs.patterns import CHECKERBOARD, Ints, Pattern, longer_stripes, simple_patterns, torus
from studio.families.tiling.proofs.proof import ColouringProof, Group

SCALES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 30, 36, 60)
LARGEST_WEIGHT = 9
"""Larger numbers on the cells are no picture any more."""
FEW_CLASSES = 12
MANY_VARIANTS = 64
"""With so many tiles in all their positions only small patterns are tried: of large ones nobody checks every tile by eye."""


PRIME = 2**31 - 1
"""Large enough that what is a combination of small whole rows in fractions is one modulo it, and the other way round. The
compiled elimination stops as soon as the board is one, while eigenvectors of a few dozen columns take milliseconds of all
processors."""


def find_kind_proof(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """A balance or a periodic colouring, the one that is easier to see.

    A balance is a colouring with any modulus: there is none where no period does, and none in a pattern that is easier to see
    than the first that does. Where two colours prove it, no balance of others is looked for."""
    lattice = lattice_of(problem, placements)
    pattern = separating_pattern(lattice)
    if pattern is None:
        return None
    balance = _in_pattern(lattice, pattern)
    if balance is None and pattern.classes > 2:
        balance = find_balance(problem, placements)
    return balance or with_remainders(lattice, pattern)


def find_balance(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """The simplest exact balance that the board breaks."""
    return next(balances(problem, placements), None)


def balances(problem: Problem, placements: Placements | None) -> Iterator[ColouringProof]:
    lattice = lattice_of(problem, placements)
    if lattice.is_small and not lattice.may_balance():
        return
    seen: set[bytes] = set()
    few = len(problem.orientations) > MANY_VARIANTS
    for pattern in chain((CHECKERBOARD,), _promising(lattice, few)):  # easiest to see, and nothing need be asked before
        key = _key(pattern)
        if key not in seen and (found := _in_pattern(lattice, pattern)) is not None:
            yield found
        seen.add(key)


def _in_pattern(lattice: Lattice, pattern: Pattern) -> ColouringProof | None:
    """A balance of the pattern's colours, where they can be seen."""
    if pattern.classes > max(FEW_CLASSES, 40 if "mod" in pattern.name else 0):
        return None
    weights = _weights(lattice, pattern)
    return None if weights is None else _proof(lattice, pattern, weights)


def _key(pattern: Pattern) -> bytes:
    return pattern.table.tobytes() + bytes(str(pattern.table.shape), "ascii")


def _promising(lattice: Lattice, few: bool) -> Iterator[Pattern]:
    """The patterns, easiest to see first, without those of a period in which no numbers at all are a broken balance: every
    pattern of the period gives numbers to the classes of its torus."""
    for side in (4,) if few else (4, 6, 5):
        each = torus(side, side)
        if _may_break(lattice, each):
            yield from simple_patterns(side, side)
    if not few:
        yield from longer_stripes(lattice.problem)


def _weights(lattice: Lattice, pattern: Pattern) -> Ints | None:
    """Numbers on the classes, then minus what each counted group covers: 0 on every piece, not 0 on the board."""
    if not _may_break(lattice, pattern):
        return None
    rows, board = lattice.rows(pattern), lattice.vector(pattern)
    found = _two_classes(rows, board, pattern.classes)
    return found if found is not None else _orthogonal(rows, board)


def _may_break(lattice: Lattice, pattern: Pattern) -> bool:
    """Whether there can be such numbers. Where it is known that not even remainders tell the board from the pieces, small
    numbers do not: they would add up to a multiple of a large modulus."""
    return not lattice.is_known_sum(pattern) and lattice.misses(pattern, PRIME)


def _two_classes(rows: Ints, board: Ints, classes: int) -> Ints | None:
    """Two colours that every piece covers equally, the most unlike on the board."""
    best, most = None, 0
    for i, j in combinations(range(classes), 2):
        if abs(board[i] - board[j]) > most and np.array_equal(rows[:, i], rows[:, j]):
            best, most = (i, j), abs(int(board[i] - board[j]))
    if best is None:
        return None
    weights = np.zeros(len(board), dtype=np.int64)
    few, many = best if board[best[0]] < board[best[1]] else best[::-1]
    weights[few], weights[many] = 1, -1
    return weights


def what_is_left(rows: Ints, board: Ints) -> npt.NDArray[np.float64] | None:
    """What is left of the board when all that pieces can cover is taken off; None if nothing is."""
    exact = rows.astype(np.float64)  # small whole numbers, multiplied by the fast routines
    sizes, axes = np.linalg.eigh(exact.T @ exact)  # a few dozen columns, whatever the number of placements
    free = axes[:, sizes <= 1e-9 * max(1.0, float(sizes.max(initial=0.0)))]
    left: npt.NDArray[np.float64] = free @ (free.T @ board)
    return None if np.abs(left).max() < 1e-7 * max(1.0, float(np.abs(board).max())) else left


def _orthogonal(rows: Ints, board: Ints) -> Ints | None:
    """What is left of the board, as small whole numbers."""
    left = what_is_left(rows, board)
    if left is None:
        return None
    size = np.abs(left).max()
    for scale in SCALES:
        whole = np.rint(-left * scale / size).astype(np.int64)
        if np.abs(whole).max() <= LARGEST_WEIGHT and not (rows @ whole).any() and int(board @ whole) < 0:
            return whole
    return None


def _proof(lattice: Lattice, pattern: Pattern, weights: Ints) -> ColouringProof:
    k = pattern.classes
    groups = tuple(Group(tiles, count, -int(w)) for (tiles, count), w in zip(lattice.groups, weights[k:], strict=True) if w)
    table = weights[:k][pattern.table]
    return ColouringProof(tuple(map(tuple, table.tolist())), 0, groups,
                          int(lattice.vector(pattern)[:k] @ weights[:k]), sum(g.count * g.value for g in groups), pattern.name,
                          tuple(tile.label for tile in lattice.problem.tiles), lattice.has_all(pattern), exact=True)

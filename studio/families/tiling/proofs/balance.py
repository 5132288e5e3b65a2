"""Exact balance: colours of which every piece covers the same amounts wherever it lies, and the board has others.

What a person sees at once: "every domino covers one black and one white cell, but there are 32 black and 30 white ones". No
remainders are needed; it is a colouring by inequality (modulus 0) in which every piece covers exactly its value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.colouring import (
    CHECKERBOARD,
    Ints,
    Lattice,
    Pattern,
    lattice_of,
    longer_stripes,
    simple_patterns,
    torus,
)
from studio.families.tiling.proofs.howell import separate
from studio.families.tiling.proofs.proof import ColouringProof, Group

SCALES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 30, 36, 60)
LARGEST_WEIGHT = 9
"""Larger numbers on the cells are no picture any more."""
FEW_CLASSES = 12
MANY_VARIANTS = 64
"""With so many tiles in all their positions only small patterns are tried: of large ones nobody checks every tile by eye."""


SMALL = 64
"""Cells up to which it is first asked, cell by cell, whether any balance is broken at all: as quick as one pattern, and
there are dozens of them."""
PRIME = 2**31 - 1
"""Large enough that what is a combination of small whole rows in fractions is one modulo it, and the other way round."""


def find_balance(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """The simplest exact balance that the board breaks."""
    return next(balances(problem, placements), None)


def balances(problem: Problem, placements: Placements | None) -> Iterator[ColouringProof]:
    lattice = lattice_of(problem, placements)
    seen: set[bytes] = set()
    if (weights := _weights(lattice, CHECKERBOARD)) is not None:  # easiest to see, and nothing need be asked before
        yield _proof(lattice, CHECKERBOARD, weights)
        seen.add(_key(CHECKERBOARD))
    elif lattice.pieces.placed is not None and problem.board.size <= SMALL and _nowhere(lattice):
        return
    for pattern in _promising(lattice, few=len(lattice.pieces.tile) > MANY_VARIANTS):
        key = _key(pattern)
        if key in seen or pattern.classes > max(FEW_CLASSES, 40 if "mod" in pattern.name else 0):
            continue
        seen.add(key)
        weights = _weights(lattice, pattern)
        if weights is not None:
            yield _proof(lattice, pattern, weights)


def _key(pattern: Pattern) -> bytes:
    return pattern.table.tobytes() + bytes(str(pattern.table.shape), "ascii")


def _promising(lattice: Lattice, few: bool) -> Iterator[Pattern]:
    """The patterns, easiest to see first, without those of a period in which no numbers at all are a broken balance: every
    pattern of the period gives numbers to the classes of its torus."""
    for side in (4,) if few else (4, 6, 5):
        each = torus(side, side)
        if can_break(lattice.rows(each), lattice.vector(each)):
            yield from simple_patterns(side, side)
    if not few:
        yield from longer_stripes(lattice.problem)


def _weights(lattice: Lattice, pattern: Pattern) -> Ints | None:
    """Numbers on the classes, then minus what each counted group covers: 0 on every piece, not 0 on the board."""
    rows, board = lattice.rows(pattern), lattice.vector(pattern)
    found = _two_classes(rows, board, pattern.classes)
    return found if found is not None else _orthogonal(rows, board)


def _nowhere(lattice: Lattice) -> bool:
    """No numbers on the single cells are a balance that the board breaks, so no pattern's are."""
    board = lattice.problem.board
    each = Pattern("", np.arange(board.size).reshape(board.shape))
    return not can_break(lattice.rows(each), lattice.vector(each))


def can_break(rows: Ints, board: Ints) -> bool:
    """Whether the board is no combination of the rows, in fractions. Asked modulo a prime: the compiled elimination stops as
    soon as the board is one, while eigenvectors of a few dozen columns take milliseconds of all processors."""
    return len(separate(rows, board, PRIME)) > 0


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
    left = what_is_left(rows, board) if can_break(rows, board) else None
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
    return ColouringProof(tuple(tuple(int(w) for w in row) for row in table), 0, groups,
                          int(lattice.vector(pattern)[:k] @ weights[:k]), sum(g.count * g.value for g in groups), pattern.name,
                          tuple(tile.label for tile in lattice.problem.tiles), lattice.everywhere, exact=True)

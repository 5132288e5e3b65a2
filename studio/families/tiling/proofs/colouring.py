"""Finding a colouring that proves a board untileable (section 3.4 and the thesis' last paragraph).

Rows of M: how many cells of each colour class a piece covers, for every variant at every offset, with one more column for
every group of tiles whose number of pieces the area forces. b: the same for the whole board. A tiling makes b a sum of
rows; if b is no *integer combination* of the rows, a witness y modulo N tells so: the numbers y on the classes are the
colouring. Projected to one prime power and tidied up, it becomes something a person can check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, starmap
from math import gcd

import numpy as np
import numpy.typing as npt

from studio.core.say import marked, say
from studio.families.tiling.model.counts import forced_counts, forced_total
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.families.tiling.proofs.howell import MODULUS, PRIME_POWERS, separate
from studio.families.tiling.proofs.proof import ONE_BY_ONE, ColouringProof, Group
from studio.families.tiling.proofs.verify import PLAIN_CELLS

Ints = npt.NDArray[np.int64]
Shapes = tuple[tuple[int, Shape], ...]


@dataclass(frozen=True, eq=False)
class Pattern:
    """A division of the plane into classes with the period of ``table``."""

    name: str
    table: Ints

    @cached_property
    def classes(self) -> int:
        return int(self.table.max()) + 1

    @cache  # noqa: B019 - there are a few hundred patterns, made once
    def tiled(self, rows: int, cols: int) -> Ints:
        """The classes of that many rows and columns, one after another."""
        high, wide = self.table.shape
        return np.tile(self.table, (rows // high, cols // wide)).ravel()


@dataclass(frozen=True, eq=False)
class Pieces:
    """The tile of each variant, and which offsets the board allows."""

    tile: Ints
    placed: tuple[Ints, Ints, Ints] | None
    """(variant, row, column) of every placement; None: all offsets are taken as possible."""


def collect_pieces(problem: Problem, placements: Placements | None) -> Pieces:
    shapes = problem.orientations
    tile = np.array([t for t, _ in shapes], dtype=np.int64)
    placed = None
    if placements is not None:
        first = placements.cells[placements.start[:-1]].astype(np.int64)
        indent = np.array([shape[0][1] for _, shape in shapes], dtype=np.int64)
        variant = placements.orientation.astype(np.int64)
        placed = (variant, first // problem.cols, first % problem.cols - indent[variant])
    return Pieces(tile, placed)


REMEMBERED = 2_000
"""Of so many variants at so many offsets class counts are remembered: whoever draws a board asks again and again about the
same tiles."""


def class_counts(shapes: Shapes, pattern: Pattern) -> Ints:
    """How many cells of each class a piece covers: a line for every variant (fastest) at every offset of the period."""
    high, wide = pattern.table.shape
    n, k = len(shapes), pattern.classes
    owner = np.repeat(np.arange(n), [len(shape) for _, shape in shapes])
    cells = np.array([cell for _, shape in shapes for cell in shape], dtype=np.int64).reshape(-1, 2)
    offsets = np.arange(high * wide)
    r = (cells[:, 0] + (offsets // wide)[:, None]) % high
    c = (cells[:, 1] + (offsets % wide)[:, None]) % wide
    flat = (offsets[:, None] * n + owner) * k + pattern.table[r, c]
    return np.bincount(flat.ravel(), minlength=len(offsets) * n * k).reshape(-1, k).astype(np.int64)


known_counts = lru_cache(maxsize=256)(class_counts)


@cache
def linear(a: int, b: int, k: int, name: str) -> Pattern:
    """Class (a r + b c) mod k."""
    high, wide = k // gcd(a, k), k // gcd(b, k)
    rows, cols = np.arange(high)[:, None], np.arange(wide)[None, :]
    return Pattern(name, (a * rows + b * cols) % k)


CHECKERBOARD = linear(1, 1, 2, marked("checkerboard"))


@cache
def torus(high: int, wide: int) -> Pattern:
    return Pattern(say("period {high}x{wide}", high=high, wide=wide), np.arange(high * wide).reshape(high, wide))


@cache
def blocks(size: int) -> Pattern:
    """A checkerboard of squares of ``size`` x ``size`` cells."""
    step = np.arange(2 * size) // size
    return Pattern(say("checkerboard of {size}x{size} squares", size=size), (step[:, None] + step[None, :]) % 2)


def simple_patterns(high: int, wide: int) -> Iterator[Pattern]:
    """Patterns whose period divides high x wide, easiest to see first, the full torus last."""
    if high % 2 == 0 and wide % 2 == 0:
        yield CHECKERBOARD
    for k in range(2, max(high, wide) + 1):
        if wide % k == 0:
            yield linear(0, 1, k, say("columns mod {k}", k=k))
        if high % k == 0:
            yield linear(1, 0, k, say("rows mod {k}", k=k))
        if k % 2 == 0 and high % k == 0 and wide % k == 0 and k >= 4:
            yield blocks(k // 2)
        if k > 2 and high % k == 0 and wide % k == 0:
            yield linear(1, 1, k, say("diagonals mod {k}", k=k))
            yield linear(1, k - 1, k, say("diagonals mod {k}", k=k))
    for k in range(4, max(high, wide) + 1):
        for a in range(1, k):
            for b in range(1, k):
                if high % (k // gcd(a, k)) == 0 and wide % (k // gcd(b, k)) == 0 and gcd(gcd(a, b), k) == 1:
                    yield linear(a, b, k, say("slanted stripes mod {k}", k=k))
    pairs = [(p, q) for p in range(1, high + 1) for q in range(1, wide + 1) if high % p == 0 and wide % q == 0]
    for p, q in sorted(pairs, key=lambda pair: (pair[0] * pair[1], pair)):
        yield torus(p, q)


SCREENS = ((4, 4), (6, 6), (5, 5), (4, 6), (6, 4), (5, 6), (6, 5), (4, 5), (5, 4))
"""Every period up to 6 divides one of these: if none separates the board, no pattern of such a period does."""


class Lattice:
    """The rows of M and the vector b of one problem, for any pattern."""

    def __init__(self, problem: Problem, placements: Placements | None, counted: bool = True) -> None:
        """``counted`` False: how many pieces there are of a tile is not looked at."""
        self.problem = problem
        self.pieces = collect_pieces(problem, placements)
        self.everywhere = placements is None
        self.groups = counted_groups(problem) if counted else []
        self._folded: dict[tuple[int, int], Ints] = {}
        self._rows: dict[Pattern, Ints] = {}
        self._vectors: dict[Pattern, Ints] = {}
        self._separates: dict[Pattern, bool] = {}

    @cached_property
    def group_columns(self) -> tuple[Ints, Ints]:
        """One column per counted group: (entry of each tile, total of each group)."""
        member = np.zeros((len(self.problem.tiles), len(self.groups)), dtype=np.int64)
        for g, (tiles, _) in enumerate(self.groups):
            member[list(tiles), g] = 1
        return member, np.array([count for _, count in self.groups], dtype=np.int64)

    def rows(self, pattern: Pattern) -> Ints:
        """Class counts of every variant at every offset that occurs, and its groups. (Several questions are asked of one
        pattern.)"""
        if pattern not in self._rows:
            self._rows[pattern] = self._new_rows(pattern)
        return self._rows[pattern]

    def _new_rows(self, pattern: Pattern) -> Ints:
        high, wide = pattern.table.shape
        pieces, n = self.pieces, len(self.pieces.tile)
        shapes = self.problem.orientations
        counts = (known_counts if n * pattern.table.size <= REMEMBERED else class_counts)(shapes, pattern)
        member, _ = self.group_columns
        if pieces.placed is None:
            return np.concatenate([counts, np.tile(member[pieces.tile], (pattern.table.size, 1))], axis=1)
        variant, row, col = pieces.placed
        used = np.zeros(len(counts), dtype=np.bool_)
        used[(row % high * wide + col % wide) * n + variant] = True
        lines = used.nonzero()[0]
        return np.concatenate([counts[lines], member[pieces.tile[lines % n]]], axis=1)

    def vector(self, pattern: Pattern) -> Ints:
        """The same of the whole board."""
        if pattern not in self._vectors:
            high, wide = pattern.table.shape
            sides = (SIDE if SIDE % high == 0 else high, SIDE if SIDE % wide == 0 else wide)
            if sides not in self._folded:
                self._folded[sides] = _fold(self.problem.board, *sides)
            counts = np.bincount(pattern.tiled(*sides), weights=self._folded[sides].ravel(), minlength=pattern.classes)
            self._vectors[pattern] = np.concatenate([counts.astype(np.int64), self.group_columns[1]])
        return self._vectors[pattern]

    def separates(self, pattern: Pattern) -> bool:
        """Does the pattern prove, by some modulus, that the board is no sum of pieces?"""
        if pattern not in self._separates:
            rows = _few_rows(self, pattern)
            self._separates[pattern] = _witness(rows, self.vector(pattern), MODULUS) is not None
        return self._separates[pattern]


@lru_cache(maxsize=1)
def lattice_of(problem: Problem, placements: Placements | None) -> Lattice:
    """The rows for periods. Remembered until another board comes: a colouring is looked for, then the same without
    remainders."""
    return Lattice(problem, placements if problem.area <= PLAIN_CELLS else None)


SIDE = 60
"""Boards are folded once to residues of this number: every period up to 6 divides it."""


def _fold(board: npt.NDArray[np.bool_], high: int, wide: int) -> Ints:
    """How many board cells have each pair of residues mod ``high`` and ``wide``."""
    rows, cols = board.shape
    total = np.zeros((high, wide), dtype=np.int64)
    columns = np.zeros((rows, wide), dtype=np.int64)
    for c in range(0, cols, wide):
        part = board[:, c : c + wide]
        columns[:, : part.shape[1]] += part
    for r in range(0, rows, high):
        part_rows = columns[r : r + high]
        total[: part_rows.shape[0]] += part_rows
    return total


def counted_groups(problem: Problem) -> list[tuple[tuple[int, ...], int]]:
    """Groups of tiles whose number of pieces the area forces."""
    forced = forced_counts(problem)
    groups: list[tuple[tuple[int, ...], int]] = [((t,), n) for t, n in enumerate(forced) if n is not None]
    total = forced_total(problem)
    if not groups and total is not None:
        groups = [(tuple(range(len(problem.tiles))), total)]
    return groups


def _few_rows(lattice: Lattice, pattern: Pattern) -> Ints:
    """The rows, equal ones once. Where every cell of the period is a class of its own hardly any are equal."""
    rows = lattice.rows(pattern)
    return rows if pattern.classes == pattern.table.size else distinct(rows)


def _witness(rows: Ints, vector: Ints, modulus: int) -> Ints | None:
    y = separate(rows, vector, modulus)
    return y if len(y) else None


def distinct(rows: Ints) -> Ints:
    """Equal rows once, in their order: two colours see few differences between dozens of tiles in all their positions."""
    text, wide = rows.tobytes(), rows.shape[1] * rows.itemsize
    if not wide:
        return rows[:1]
    first: dict[bytes, int] = {}
    for number, start in enumerate(range(0, len(text), wide)):
        first.setdefault(text[start : start + wide], number)
    return rows[list(first.values())]


LARGEST_STRIPES = 40
"""Stripes of longer periods are not looked for: nobody could see them."""


def longer_stripes(problem: Problem) -> Iterator[Pattern]:
    """Stripes (a r + b c) mod k for periods above 6 that the tiles suggest: their sizes, widths and heights, and divisors and
    doubles of these. Straight and diagonal ones first, then all slopes."""
    periods = stripe_periods(problem)
    for k in periods:
        yield linear(1, 1, k, say("diagonals mod {k}", k=k))
        yield linear(1, k - 1, k, say("diagonals mod {k}", k=k))
        yield linear(0, 1, k, say("columns mod {k}", k=k))
        yield linear(1, 0, k, say("rows mod {k}", k=k))
    for k in periods:
        for b in range(2, k - 1):
            if gcd(b, k) == 1 or k % b == 0:
                yield linear(1, b, k, say("slanted stripes mod {k}", k=k))


def stripe_periods(problem: Problem) -> list[int]:
    """Above 6, for the shorter ones are looked at anyway."""
    lengths = {1 + max(cell[axis] for cell in tile.cells) for tile in problem.tiles for axis in (0, 1)}
    lengths |= {tile.size for tile in problem.tiles}
    related = {n // d for n in lengths for d in range(1, n + 1) if n % d == 0} | {2 * n for n in lengths}
    return sorted(k for k in related if 6 < k <= LARGEST_STRIPES)


def find_periodic(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """The simplest colouring that proves the board untileable, or None: of a period up to 6, or of longer stripes.

    ``placements`` None, or a large board: all offsets are taken as possible, which is sound but a little weaker.
    """
    lattice = lattice_of(problem, placements)
    pattern = next(filter(lattice.separates, _patterns(lattice)), None)
    return None if pattern is None else _best_modulus(lattice, pattern)


def is_separated(problem: Problem, placements: Placements | None) -> bool:
    """Is there such a colouring?"""
    lattice = lattice_of(problem, placements)
    return any(map(lattice.separates, chain((CHECKERBOARD,), starmap(torus, SCREENS), longer_stripes(problem))))


def _patterns(lattice: Lattice) -> Iterator[Pattern]:
    """Those that may separate the board, easiest to see first."""
    yield CHECKERBOARD  # the easiest of all; every screen would let it through
    for high, wide in SCREENS:
        if lattice.separates(torus(high, wide)):
            yield from simple_patterns(high, wide)
    yield from longer_stripes(lattice.problem)


def _best_modulus(lattice: Lattice, pattern: Pattern) -> ColouringProof | None:
    rows, vector = _few_rows(lattice, pattern), lattice.vector(pattern)
    for q in PRIME_POWERS:
        y = _witness(rows, vector, q)
        if y is not None:
            return build_proof(lattice, pattern, y, q)
    return None


def find_cellwise(problem: Problem, placements: Placements) -> ColouringProof | None:
    """The same with a number of its own for every cell, where no period will do."""
    pattern = cell_pattern(problem)
    lattice = Lattice(problem, placements)
    rows, vector = cell_system(lattice, placements, pattern)
    if len(separate(rows, vector, MODULUS)) == 0:
        return None
    # a period that does is easier on the eye, and there can be one only where single numbers do
    if (periodic := find_periodic(problem, placements)) is not None:
        return periodic
    for q in PRIME_POWERS:
        y = separate(rows, vector, q)
        if len(y):
            return build_proof(lattice, pattern, y, q)
    return None


def cell_pattern(problem: Problem) -> Pattern:
    table = np.zeros(problem.rows * problem.cols, dtype=np.int64)
    table[problem.board_cells()] = np.arange(problem.area)
    return Pattern(ONE_BY_ONE, table.reshape(problem.rows, problem.cols))


def cell_system(lattice: Lattice, placements: Placements, pattern: Pattern) -> tuple[Ints, Ints]:
    problem = lattice.problem
    classes = pattern.table.ravel()[placements.cells]
    rows = np.zeros((len(placements), problem.area), dtype=np.int64)
    rows[placements.owner(), classes] = 1
    member, totals = lattice.group_columns
    vector = np.concatenate([np.ones(problem.area, dtype=np.int64), totals])
    return np.concatenate([rows, member[placements.tile]], axis=1), vector


def build_proof(lattice: Lattice, pattern: Pattern, y: Ints, q: int) -> ColouringProof:
    """Turn a witness into a proof with small, kind numbers."""
    k = pattern.classes
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
        lattice.everywhere,
    )


def _tidy(lattice: Lattice, weights: Ints, values: Ints, q: int) -> tuple[Ints, Ints, int]:
    """Try all units and shifts mod q: few distinct, small numbers. A shift adds its multiple of the size to each tile."""
    sizes = np.array([tile.size for tile in lattice.problem.tiles])
    grouped = {t for tiles, _ in lattice.groups for t in tiles}
    loose = [t for t in range(len(sizes)) if t not in grouped]
    first = np.array([sizes[tiles[0]] for tiles, _ in lattice.groups], dtype=np.int64)
    units = [u for u in range(1, q) if gcd(u, q) == 1]
    shifts = [s for s in range(q) if all(s * sizes[t] % q == 0 for t in loose)]
    u, s = np.meshgrid(np.array(units), np.array(shifts), indexing="ij")
    all_weights = _balanced(weights[None, :] * u.reshape(-1, 1) + s.reshape(-1, 1), q)
    all_values = (values[None, :] * u.reshape(-1, 1) + first[None, :] * s.reshape(-1, 1)) % q
    cost = 4 * np.abs(all_weights).sum(axis=1) + (all_values != 0).sum(axis=1) + (all_weights < 0).sum(axis=1) * 0.5
    best = int(np.argmin(cost))
    return all_weights[best], all_values[best], q


def _balanced(values: Ints, q: int) -> Ints:
    """Residues between -q/2 and q/2."""
    values = values % q
    return np.where(values > q // 2, values - q, values)

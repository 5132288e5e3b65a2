"""Patterns: divisions of the plane into colour classes, the ones that are easiest to see first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import gcd

import numpy as np
import numpy.typing as npt

from studio.core.say import marked, say
from studio.families.tiling.model.problem import Problem

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Pattern:
    """A division of the plane into classes with the period of ``table``."""

    name: str
    table: Ints
    regular: bool = True
    """Whether moving the pattern only renames its classes, so that an offset is told by the class that it comes to. Stripes are
    regular, squares of several cells are not."""

    @cached_property
    def classes(self) -> int:
        return int(self.table.max()) + 1

    @cached_property
    def offsets(self) -> tuple[Ints, Ints]:
        """Rows and columns of all offsets at which a piece can cover different numbers of classes."""
        high, wide = self.table.shape
        first = np.unique(self.table.ravel(), return_index=True)[1] if self.regular else np.arange(high * wide)
        return first // wide, first % wide

    def offset_at(self, row: Ints, col: Ints) -> Ints:
        """Which of the offsets places have."""
        high, wide = self.table.shape
        return self.table[row % high, col % wide] if self.regular else row % high * wide + col % wide

    @lru_cache(maxsize=256)  # noqa: B019 - there are a few hundred patterns, made once
    def tiled(self, rows: int, cols: int) -> Ints:
        """The classes of that many rows and columns, one after another."""
        high, wide = self.table.shape
        return self.table[np.arange(rows)[:, None] % high, np.arange(cols) % wide].ravel()


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
    return Pattern(say("checkerboard of {size}x{size} squares", size=size), (step[:, None] + step[None, :]) % 2, False)


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

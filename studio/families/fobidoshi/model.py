"""The puzzle's own types: what a cell holds, the playing field as bit masks, and a position on it.

A set of cells is one Python int.  Every row is followed by one padding bit, so that a shift by one never wraps into the next
row; a shift by ``stride`` moves a whole row.  Flood fills and stripe tests then cost a handful of integer operations for all
cells at once, which is what makes the pure Python search fast enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from studio.core.bits import PaddedGrid
from studio.core.puzzle import Puzzle

EMPTY, CIRCLE, CROSS = 0, 1, 2
"""Values of givens and answers; in an answer CROSS means "no circle"."""

AS_DIGITS = bytes(ord("1") if value == CIRCLE else ord("0") for value in range(256))


class Field(PaddedGrid):
    """Shape of a board: its masks, stripes of four and neighbours."""

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Orthogonal neighbours of every cell: above, right, below, left (the thesis' order, 4.2.1)."""
        rows, cols = self.rows, self.cols
        found = []
        for i in range(self.size):
            r, c = divmod(i, cols)
            near = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
            found.append(tuple(y * cols + x for y, x in near if 0 <= y < rows and 0 <= x < cols))
        return tuple(found)

    @cached_property
    def stripes(self) -> tuple[tuple[int, int, int, int], ...]:
        """All horizontal and vertical runs of four cells."""
        rows, cols = self.rows, self.cols
        across = [(i, i + 1, i + 2, i + 3) for i in range(self.size) if i % cols + 3 < cols]
        down = [(i, i + cols, i + 2 * cols, i + 3 * cols) for i in range(self.size) if i // cols + 3 < rows]
        return tuple(across + down)

    @cached_property
    def stripe_masks(self) -> tuple[int, ...]:
        return tuple(self.mask(stripe) for stripe in self.stripes)

    def where(self, values: Sequence[int], value: int) -> int:
        """Mask of the cells that hold ``value``."""
        return self.mask(i for i, v in enumerate(values) if v == value)

    def circles(self, values: bytes) -> int:
        """Mask of the circles of a whole board: its rows as binary digits, backwards, with the padding bit between them."""
        digits, cols = values.translate(AS_DIGITS), self.cols
        return int(b"0".join(digits[at : at + cols] for at in range(0, self.size, cols))[::-1], 2)

    def first(self, mask: int) -> int:
        """First cell of a non-empty mask in reading order."""
        at = (mask & -mask).bit_length() - 1
        return at - at // self.stride

    def completes_four(self, circles: int) -> int:
        """Non-circle cells where one more circle would make a stripe of four (step 2 of section 3.2)."""
        found = 0
        for step in (1, self.stride):
            pairs = circles & circles >> step
            triples = pairs & circles >> 2 * step
            found |= triples << 3 * step | triples >> step
            found |= pairs << 2 * step & circles >> step | pairs >> step & circles << step
        return found & self.full & ~circles

    def fours(self, circles: int) -> int:
        """First cells of every stripe of four circles in either direction."""
        found = 0
        for step in (1, self.stride):
            pairs = circles & circles >> step
            found |= pairs & pairs >> 2 * step
        return found

    def connected(self, circles: int) -> bool:
        """True when the circles form at most one group (no circle at all counts as connected)."""
        return not circles or self.flood(circles & -circles, circles) == circles


@lru_cache(maxsize=64)
def field(rows: int, cols: int) -> Field:
    """The shared ``Field`` of a size."""
    return Field(rows, cols)


class Position(NamedTuple):
    """Circles, and the cells where a circle is or may still come."""

    circles: int
    possible: int

    @property
    def undecided(self) -> int:
        return self.possible & ~self.circles

    @property
    def decided(self) -> bool:
        return self.circles == self.possible


def position_of(shape: Field, givens: Sequence[int]) -> Position:
    """What the givens alone say."""
    return Position(shape.where(givens, CIRCLE), shape.full & ~shape.where(givens, CROSS))


def given_position(puzzle: Puzzle) -> Position:
    return position_of(field(puzzle.grid.rows, puzzle.grid.cols), puzzle.givens)

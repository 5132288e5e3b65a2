"""Sets of cells as bits of an integer: bit i = cell i. Floods take a few shifts a step, whatever the board's size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache


class BitGrid:
    """Neighbourhoods on a board of `rows` x `cols` cells."""

    def __init__(self, rows: int, cols: int) -> None:
        self.cols = cols
        self.all = (1 << rows * cols) - 1
        left = sum(1 << row * cols for row in range(rows))
        self._not_left, self._not_right = self.all ^ left, self.all ^ (left << cols - 1)

    def around(self, cells: int) -> int:
        """The cells beside a set, without the set itself."""
        spread = cells << self.cols | cells >> self.cols | (cells & self._not_right) << 1 | (cells & self._not_left) >> 1
        return spread & self.all & ~cells

    def flood(self, seed: int, allowed: int) -> int:
        """The seed and what it reaches through allowed cells (of the board). Inline, because everything rests on it."""
        cols, not_left, not_right = self.cols, self._not_left, self._not_right
        reached = seed
        while True:
            spread = reached << cols | reached >> cols | (reached & not_right) << 1 | (reached & not_left) >> 1
            grown = reached | spread & allowed
            if grown == reached:
                return reached
            reached = grown

    def parts(self, cells: int) -> Iterator[int]:
        """The connected parts of a set."""
        while cells:
            part = self.flood(cells & -cells, cells)
            yield part
            cells &= ~part


@lru_cache(maxsize=32)
def bit_grid(rows: int, cols: int) -> BitGrid:
    return BitGrid(rows, cols)


def cells_of(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def bits_of(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits

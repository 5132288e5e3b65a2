"""Sets of cells as bits of an integer: bit i = cell i. Floods take a few shifts a step, whatever the board's size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

    def flood_to(self, seed: int, allowed: int, size: int) -> int:
        """The seed and what it reaches, until that is `size` cells or everything."""
        reached = seed
        while reached.bit_count() < size:
            grown = reached | self.around(reached) & allowed
            if grown == reached:
                break
            reached = grown
        return reached

    def way(self, seed: int, allowed: int, goal: int) -> int:
        """The allowed cells of one shortest way from the seed to a goal cell, without seed and goal; the seed's side of them
        and the goal touch. 0 if there is none or it needs no cell between."""
        waves, reached = [seed], seed
        while not self.around(waves[-1]) & goal:
            wave = self.around(waves[-1]) & allowed & ~reached
            if not wave:
                return 0
            waves.append(wave)
            reached |= wave
        found, target = 0, goal
        for wave in reversed(waves[1:]):
            step = wave & self.around(target)
            target = step & -step
            found |= target
        return found

    def parts(self, cells: int) -> Iterator[int]:
        """The connected parts of a set."""
        while cells:
            part = self.flood(cells & -cells, cells)
            yield part
            cells &= ~part


class PaddedGrid:
    """The same with one unused bit after every row: a step to the side then needs no mask, and floods are a third faster.

    The bit of a cell is `bits[cell]`, not 1 << cell; `cells` turns a set back into cells.
    """

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols, self.size, self.stride = rows, cols, rows * cols, cols + 1
        self.bits: Sequence[int] = tuple(1 << (i // cols * self.stride + i % cols) for i in range(self.size))
        self.full = sum(self.bits)

    def mask(self, cells: Iterable[int]) -> int:
        bits, found = self.bits, 0
        for cell in cells:
            found |= bits[cell]
        return found

    def cells(self, mask: int) -> list[int]:
        """The cells of a set in reading order."""
        stride, found = self.stride, []
        while mask:
            low = mask & -mask
            at = low.bit_length() - 1
            found.append(at - at // stride)
            mask ^= low
        return found

    def around(self, mask: int) -> int:
        """The cells beside a set, without the set itself."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.full & ~mask

    def flood(self, seed: int, allowed: int) -> int:
        """What of `allowed` the seed reaches through it."""
        stride = self.stride
        reached = seed & allowed
        while True:
            grown = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & allowed
            if grown == reached:
                return reached
            reached = grown

    def groups(self, mask: int) -> list[int]:
        """The connected parts of a set, in reading order of their first cells."""
        found = []
        while mask:
            group = self.flood(mask & -mask, mask)
            found.append(group)
            mask &= ~group
        return found


@lru_cache(maxsize=32)
def padded_grid(rows: int, cols: int) -> PaddedGrid:
    return PaddedGrid(rows, cols)


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


@lru_cache(maxsize=2048)
def columns_between(rows: int, cols: int, first: int, last: int) -> int:
    """The cells of some columns."""
    stripe = (1 << last + 1) - (1 << first) if last >= first else 0
    return sum(stripe << row * cols for row in range(rows))


@lru_cache(maxsize=1 << 15)
def mover(rows: int, cols: int, cells: int) -> Mover:
    """The same as a new one; tries ask for the same shapes again and again."""
    return Mover(rows, cols, cells)


class Mover:
    """Shifts a set of cells without wrapping around the edge."""

    def __init__(self, rows: int, cols: int, cells: int) -> None:
        self.rows, self.cols, self.cells = rows, cols, cells
        self.places = cells_of(cells)
        places = [divmod(cell, cols) for cell in self.places]
        self.top, self.bottom = places[0][0], places[-1][0]
        columns = [column for _, column in places]
        self.left, self.right = min(columns), max(columns)
        self.first = places[0]

    def shifts_into(self, region: int) -> Iterator[tuple[int, int, int]]:
        """Every (down, right, image) whose image lies in the region: its first cell lands on one of the region's."""
        for cell in cells_of(self.landings(region)):
            row, column = divmod(cell, self.cols)
            down, right = row - self.first[0], column - self.first[1]
            yield down, right, self.by(down, right)

    def landings(self, region: int) -> int:
        """Where the first cell comes to lie in the shifts whose image lies in the region, all at once."""
        first = self.first[0] * self.cols + self.first[1]
        ends = self.first[1] - self.left, self.cols - 1 - self.right + self.first[1]
        found = region & columns_between(self.rows, self.cols, *ends)
        for cell in self.places:
            found &= region >> cell - first
        return found

    def onto(self, place: int) -> int | None:
        """The image whose first cell is `place` (one bit); None if it would leave the board."""
        row, column = divmod(place.bit_length() - 1, self.cols)
        down, right = row - self.first[0], column - self.first[1]
        return self.by(down, right) if self.stays(down, right) else None

    def by(self, down: int, right: int) -> int:
        step = down * self.cols + right
        return self.cells << step if step >= 0 else self.cells >> -step

    def stays(self, down: int, right: int) -> bool:
        return self.top + down >= 0 <= self.left + right and self.bottom + down < self.rows and self.right + right < self.cols

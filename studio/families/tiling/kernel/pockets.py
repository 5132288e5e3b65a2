"""Pockets: parts of the board that are cut off. One whose size is no sum of piece sizes cannot be filled."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.problem import BoolGrid
from studio.solvers.kernels import I32, I64, U8, Fixed, Record, kernel
from studio.solvers.kernels.search import fill

POCKET = 64
"""Larger pockets are not looked at."""


def good_sums(sizes: Iterable[int]) -> npt.NDArray[np.uint8]:
    """Which pocket sizes up to POCKET a sum of these piece sizes can have."""
    bits = sum_bits(sizes)
    return np.array([bits >> n & 1 for n in range(POCKET + 1)], dtype=np.uint8)


def sum_bits(sizes: Iterable[int]) -> int:
    """The same as an int: a bit for each size up to POCKET."""
    bits = 1
    for size in set(map(int, sizes)):
        step = size
        while step <= POCKET:  # once, twice, four times as many of it
            bits |= bits << step
            step *= 2
    return bits & ((2 << POCKET) - 1)


@kernel
def as_int(word: np.uint64) -> int:
    """A small word as an int: compiled, an int that meets a word is neither."""
    return int(word)


@kernel
def window(low: np.uint64, high: np.uint64, shift: int) -> np.uint64:
    """64 bits of two words from a bit of the first on."""
    seen = low >> np.uint64(shift)
    if shift:
        seen |= high << np.uint64(64 - shift)
    return seen


@kernel
def _ones(x: np.uint64) -> int:
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def pocket_at(seen: np.uint64, stride: int, lines: int, sizes: np.uint64) -> int:
    """Where in the lines from the open cell on lies a pocket of a size that no pieces fill: a bit of it, or -1.

    ``seen``: 64 bits of the board from the open cell on; ``sizes`` has a bit for each size below 64 that pieces can fill. A
    pocket that touches the last line seen may go on below it and is left alone.
    """
    bits = lines * stride
    full = np.uint64(0xFFFFFFFFFFFFFFFF) if bits >= 64 else (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    open_bits = ~seen & full
    below = full & ~((np.uint64(1) << np.uint64(bits - stride)) - np.uint64(1))
    one, down = np.uint64(1), np.uint64(stride)
    while open_bits:
        lowest = open_bits & (~open_bits + one)
        pocket = lowest
        if pocket & below:
            return -1
        while True:
            grown = (pocket | (pocket << one) | (pocket >> one) | (pocket << down) | (pocket >> down)) & open_bits
            if grown == pocket:
                break
            pocket = grown
        if not pocket & below and not (sizes >> np.uint64(_ones(pocket))) & one:
            return _ones(lowest - one)
        open_bits &= ~pocket
    return -1


class Field(Record):
    """Which cells are open, their four neighbours (-1: none), which sizes pieces can fill, and room to walk in."""

    cells: Fixed
    open: U8  # a search may keep items of its own behind the cells
    near: I32
    good_size: U8
    stamp: I64  # when a cell was seen last; behind the cells: the clock
    queue: I32


@kernel
def pocket_beside(f: Field, cell: int, before: int) -> int:
    """A cell beside this one in a pocket that no pieces fill, or -1; large pockets are not looked at.

    ``before``: what the clock said before the piece that covers the cell was looked at.
    """
    opened, near, stamp, queue = f.open, f.near, f.stamp, f.queue
    for d in range(4):
        start = near[4 * cell + d]
        if start < 0 or not opened[start] or stamp[start] > before:
            continue
        now = stamp[f.cells] + 1
        stamp[f.cells] = now
        stamp[start] = now
        queue[0] = start
        head, tail = 0, 1
        while head < tail <= POCKET:
            at = 4 * queue[head]
            head += 1
            for k in range(4):
                other = near[at + k]
                if other < 0 or not opened[other] or stamp[other] == now:
                    continue
                if stamp[other] > before:
                    tail = POCKET + 1  # it belongs to a large pocket that was left half explored
                    break
                stamp[other] = now
                queue[tail] = other
                tail += 1
        if tail <= POCKET and not f.good_size[tail]:
            return start
    return -1


def make_field(board: BoolGrid, rank: npt.NDArray[np.int32], n_cells: int, sizes: Iterable[int], items: int = 0) -> Field:
    """All cells open, and ``items`` more behind them."""
    field = Field.make(cells=n_cells, open=n_cells + items, near=4 * n_cells, good_size=POCKET + 1, stamp=n_cells + 1,
                       queue=POCKET + 5)
    fill(field.open, np.ones(n_cells + items, dtype=np.uint8))
    fill(field.near, neighbours(board, rank, n_cells).ravel())
    fill(field.good_size, good_sums(sizes))
    return field


def neighbours(board: BoolGrid, rank: npt.NDArray[np.int32], n_cells: int) -> npt.NDArray[np.int32]:
    """The ranks of the four cells around each cell, -1 where the board ends."""
    grid = np.pad(np.where(board, rank.reshape(board.shape), -1), 1, constant_values=-1)
    near = np.full((n_cells, 4), -1, dtype=np.int32)
    here = grid[1:-1, 1:-1]
    inside = here >= 0
    for k, there in enumerate((grid[:-2, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:], grid[2:, 1:-1])):
        near[here[inside], k] = there[inside]
    return near

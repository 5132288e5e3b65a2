"""Pockets: parts of the board that are cut off. One whose size is no sum of piece sizes cannot be filled."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.model.problem import BoolGrid

POCKET = 64
"""Larger pockets are not looked at."""


def good_sums(sizes: Iterable[int]) -> npt.NDArray[np.uint8]:
    """Which pocket sizes up to POCKET a sum of these piece sizes can have."""
    good = np.zeros(POCKET + 1, dtype=np.uint8)
    good[0] = 1
    for size in {int(size) for size in sizes}:
        for n in range(size, POCKET + 1):
            good[n] |= good[n - size]
    return good


@njit(cache=True, nogil=True)
def window(words, bit):  # type: ignore[no-untyped-def]
    """64 bits of the board from a bit position on."""
    w, shift = bit >> 6, np.uint64(bit & 63)
    low = words[w] >> shift
    if shift:
        low |= words[w + 1] << (np.uint64(64) - shift)
    return low


@njit(cache=True, nogil=True)
def _ones(x):  # type: ignore[no-untyped-def]
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def bad_pocket(seen, stride, lines, good_size):  # type: ignore[no-untyped-def]
    """Whether the lines from the open cell on enclose a pocket of a size that no pieces fill.

    ``seen``: 64 bits of the board from the open cell on. A pocket that touches the last line seen may go on below it
    and is left alone.
    """
    bits = lines * stride
    full = np.uint64(0xFFFFFFFFFFFFFFFF) if bits >= 64 else (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    open_bits = ~seen & full
    below = full & ~((np.uint64(1) << np.uint64(bits - stride)) - np.uint64(1))
    one, down = np.uint64(1), np.uint64(stride)
    while open_bits:
        pocket = open_bits & (~open_bits + one)
        if pocket & below:
            return False
        while True:
            grown = (pocket | (pocket << one) | (pocket >> one) | (pocket << down) | (pocket >> down)) & open_bits
            if grown == pocket:
                break
            pocket = grown
        if not pocket & below and not good_size[_ones(pocket)]:
            return True
        open_bits &= ~pocket
    return False


@njit(cache=True, nogil=True)
def cuts_off(first, last, n_cells, entry_item, active, near, good_size, stamp, queue):  # type: ignore[no-untyped-def]
    """Whether the piece just laid cuts off a pocket of a size that no pieces have; large pockets are not looked at.

    ``stamp`` tells when a cell was seen last; its last entry is the clock.
    """
    before, top = stamp[-1], len(good_size) - 1
    for e in range(first, last):
        if entry_item[e] >= n_cells:
            continue
        for d in range(4):
            start = near[entry_item[e], d]
            if start < 0 or not active[start] or stamp[start] > before:
                continue
            stamp[-1] += 1
            now = stamp[-1]
            stamp[start] = now
            queue[0] = start
            head, tail = 0, 1
            while head < tail <= top:
                j = queue[head]
                head += 1
                for k in range(4):
                    other = near[j, k]
                    if other < 0 or not active[other] or stamp[other] == now:
                        continue
                    if stamp[other] > before:
                        tail = top + 1  # it belongs to a large pocket that was left half explored
                        break
                    stamp[other] = now
                    queue[tail] = other
                    tail += 1
            if tail <= top and not good_size[tail]:
                return True
    return False


def neighbours(board: BoolGrid, rank: npt.NDArray[np.int32], n_cells: int) -> npt.NDArray[np.int32]:
    """The ranks of the four cells around each cell, -1 where the board ends."""
    grid = np.pad(np.where(board, rank.reshape(board.shape), -1), 1, constant_values=-1)
    near = np.full((n_cells, 4), -1, dtype=np.int32)
    here = grid[1:-1, 1:-1]
    inside = here >= 0
    for k, there in enumerate((grid[:-2, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:], grid[2:, 1:-1])):
        near[here[inside], k] = there[inside]
    return near

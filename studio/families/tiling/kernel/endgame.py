"""The end of a large board: up to 128 cells as two words, all placements in one list that is sieved at every node.

No links to undo and no memo: sieving a few thousand masks is cheaper than taking them out of many lists, as long as the
rest of the board is small. Branches on the cell with the fewest placements, or on a tile that must be used once more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.kernel.pockets import POCKET, cuts_off, good_sums, neighbours
from studio.families.tiling.kernel.searching import BUDGET, DONE, SOLUTION
from studio.families.tiling.model.problem import BoolGrid

CELLS = 128
"""As many open cells fit into the two words."""
DEPTH, MODE, NODES, FAILS = range(4)
ENTER, ADVANCE, LEAVE = range(3)


class EndState(NamedTuple):
    """Everything the kernel knows; it stops and goes on at any node."""

    low: npt.NDArray[np.uint64]
    high: npt.NDArray[np.uint64]
    start: npt.NDArray[np.int32]
    cell: npt.NDArray[np.int32]
    tile: npt.NDArray[np.int32]
    remaining: npt.NDArray[np.int32]
    must: bool
    live: npt.NDArray[np.int32]
    level_live: npt.NDArray[np.int32]
    level_open: npt.NDArray[np.uint64]
    level_item: npt.NDArray[np.int32]
    level_next: npt.NDArray[np.int32]
    chosen: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    active: npt.NDArray[np.uint8]
    near: npt.NDArray[np.int32]
    good_size: npt.NDArray[np.uint8]
    stamp: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int32]
    reg: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def _fewest(live, n, low_open, high_open, start, cell, tile, remaining, must, counts):  # type: ignore[no-untyped-def]
    """The open cell (or CELLS + tile) with the fewest placements; -1 if a tile cannot be used as often as it must."""
    counts[:] = 0
    for k in range(n):
        p = live[k]
        counts[CELLS + tile[p]] += 1
        for e in range(start[p], start[p + 1]):
            counts[cell[e]] += 1
    best, fewest = -1, 1 << 30
    for j in range(CELLS):
        word, bit = (low_open, j) if j < 64 else (high_open, j - 64)
        if counts[j] < fewest and word >> np.uint64(bit) & np.uint64(1):
            best, fewest = j, counts[j]
    if must:
        for t in range(len(remaining)):
            if counts[CELLS + t] < remaining[t]:
                return -1
            if remaining[t] == 1 and counts[CELLS + t] < fewest:
                best, fewest = CELLS + t, counts[CELLS + t]
    return best


@njit(cache=True, nogil=True)
def _sieve(live, n, p, low_open, high_open, low, high, tile, remaining, kept):  # type: ignore[no-untyped-def]
    """Keep the placements that go with p; returns how many, or -1 if they leave a cell bare."""
    low_p, high_p = low[p], high[p]
    low_seen, high_seen = np.uint64(0), np.uint64(0)
    m = 0
    for k in range(n):
        q = live[k]
        if (low[q] & low_p) | (high[q] & high_p) or remaining[tile[q]] == 0:
            continue
        kept[m] = q
        m += 1
        low_seen |= low[q]
        high_seen |= high[q]
    return m if low_seen == low_open and high_seen == high_open else -1


@njit(cache=True, nogil=True)
def _take_back(p, start, cell, tile, active, remaining):  # type: ignore[no-untyped-def]
    remaining[tile[p]] += 1
    for e in range(start[p], start[p + 1]):
        active[cell[e]] = 1


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on for at most ``max_nodes`` nodes."""
    low, high, start, cell, tile, remaining = s.low, s.high, s.start, s.cell, s.tile, s.remaining
    live, level_live, level_open, reg = s.live, s.level_live, s.level_open, s.reg
    level_item, level_next, chosen, counts, must = s.level_item, s.level_next, s.chosen, s.counts, s.must
    active, near, good_size, stamp, queue = s.active, s.near, s.good_size, s.stamp, s.queue
    limit = reg[NODES] + max_nodes
    while True:
        depth, mode = reg[DEPTH], reg[MODE]
        if mode == ENTER:
            if level_open[depth, 0] == 0 and level_open[depth, 1] == 0:
                reg[MODE] = LEAVE
                return SOLUTION
            if reg[NODES] >= limit:
                return BUDGET
            reg[NODES] += 1
            item = _fewest(live[depth], level_live[depth], level_open[depth, 0], level_open[depth, 1], start, cell, tile,
                           remaining, must, counts)
            level_item[depth] = item
            level_next[depth] = 0 if item >= 0 else level_live[depth]
            reg[MODE] = ADVANCE
        elif mode == ADVANCE:
            item, k, n = level_item[depth], level_next[depth], level_live[depth]
            bits = np.uint64(1) << np.uint64(item & 63) if 0 <= item < CELLS else np.uint64(0)
            while k < n:
                p = live[depth, k]
                if (item < 64 and low[p] & bits) or (64 <= item < CELLS and high[p] & bits) or tile[p] == item - CELLS:
                    break
                k += 1
            level_next[depth] = k + 1
            if k >= n:
                reg[MODE] = LEAVE
                continue
            chosen[depth] = p
            remaining[tile[p]] -= 1
            level_open[depth + 1, 0] = level_open[depth, 0] & ~low[p]
            level_open[depth + 1, 1] = level_open[depth, 1] & ~high[p]
            first, last = start[p], start[p + 1]
            for e in range(first, last):
                active[cell[e]] = 0
            m = -1
            if not cuts_off(first, last, CELLS, cell, active, near, good_size, stamp, queue):
                m = _sieve(live[depth], n, p, level_open[depth + 1, 0], level_open[depth + 1, 1], low, high, tile, remaining,
                           live[depth + 1])
            if m < 0:
                reg[FAILS] += 1
                _take_back(p, start, cell, tile, active, remaining)
            else:
                level_live[depth + 1] = m
                reg[DEPTH] = depth + 1
                reg[MODE] = ENTER
        else:
            if depth == 0:
                return DONE
            reg[DEPTH] = depth - 1
            _take_back(chosen[depth - 1], start, cell, tile, active, remaining)
            reg[MODE] = ADVANCE


class Endgame:
    """The open cells of a board, the placements on them (in the order in which they are tried) and the stock that is left.

    ``cells`` holds one placement per row, padded with -1; ``stock`` is below 0 for tiles without a limit.
    """

    def __init__(self, board: BoolGrid, cells: npt.NDArray[np.int32], tile: npt.NDArray[np.int32],
                 stock: npt.NDArray[np.int32], must: bool) -> None:
        self.cells = cells
        open_cells = np.flatnonzero(board)
        place = np.full(board.size + 1, -1, dtype=np.int32)
        place[open_cells] = np.arange(len(open_cells), dtype=np.int32)
        spots = np.where(cells >= 0, place[cells], -1)
        used = spots >= 0
        n, bits = len(cells), np.uint64(1) << (spots % 64).astype(np.uint64)
        none = np.uint64(0)
        start = np.zeros(n + 1, dtype=np.int32)
        np.cumsum(used.sum(axis=1), out=start[1:])
        levels = len(open_cells) // max(1, int(used.sum(axis=1).min(initial=CELLS))) + 2
        area = len(open_cells)
        self.state = EndState(
            np.bitwise_or.reduce(np.where(used & (spots < 64), bits, none), axis=1),
            np.bitwise_or.reduce(np.where(used & (spots >= 64), bits, none), axis=1),
            start, spots[used].astype(np.int32), tile.astype(np.int32), stock.astype(np.int32), must,
            np.zeros((levels, n), dtype=np.int32), np.zeros(levels, dtype=np.int32),
            np.zeros((levels, 2), dtype=np.uint64), np.zeros(levels, dtype=np.int32), np.zeros(levels, dtype=np.int32),
            np.zeros(levels, dtype=np.int32), np.zeros(CELLS + len(stock), dtype=np.int32),
            np.ones(area, dtype=np.uint8), neighbours(board, place[:-1], area), good_sums(np.unique(used.sum(axis=1))),
            np.zeros(area + 1, dtype=np.int64), np.zeros(POCKET + 5, dtype=np.int32), np.zeros(4, dtype=np.int64),
        )
        self.state.live[0] = np.arange(n)
        self.state.level_live[0] = n
        self.state.level_open[0] = [(1 << min(area, 64)) - 1, (1 << max(area - 64, 0)) - 1]

    @property
    def nodes(self) -> int:
        return int(self.state.reg[NODES])

    def run(self, max_nodes: int) -> int:
        return int(run(self.state, max_nodes))

    def pieces(self) -> list[list[int]]:
        s = self.state
        return [[int(i) for i in self.cells[p] if i >= 0] for p in s.chosen[: s.reg[DEPTH]]]

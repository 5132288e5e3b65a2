"""The end of a large board: up to 128 cells as two words, all placements in one list that is sieved at every node.

No links to undo and no memo: sieving a few thousand masks is cheaper than taking them out of many lists, as long as the
rest of the board is small. Branches on the cell with the fewest placements, or on a tile that must be used once more.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.kernel.pockets import Field, make_field, pocket_beside
from studio.families.tiling.kernel.searching import DEAD_CELL, DEAD_TILE, PieceSearch
from studio.families.tiling.model.problem import BoolGrid
from studio.solvers.kernels import I32, U64, Fixed, Record, entry, kernel
from studio.solvers.kernels.search import (
    BUDGET,
    DONE,
    POSITIONS,
    SOLUTION,
    Course,
    dead,
    ended,
    fill,
    laid,
    new_course,
    seen,
)

CELLS = 128
"""As many open cells fit into the two words."""
ENTER, ADVANCE, LEAVE = range(3)


class End(Record):
    """The placements as two words each, and as lists of cells; pieces left of every tile; the levels of the search."""

    placements: Fixed
    tiles: Fixed
    must: Fixed
    low: U64
    high: U64
    start: I32
    cell: I32
    tile: I32
    remaining: I32
    live: I32  # a row of placements per level
    level_live: I32
    level_open: U64  # two words per level
    level_item: I32
    level_next: I32
    chosen: I32
    counts: I32


@kernel
def _fewest(s: End, depth: int) -> int:
    """The open cell (or CELLS + tile) with the fewest placements; -1 if a tile cannot be used as often as it must."""
    counts, cell, start, live = s.counts, s.cell, s.start, s.live
    row = depth * s.placements
    for j in range(CELLS + s.tiles):
        counts[j] = 0
    for k in range(s.level_live[depth]):
        p = live[row + k]
        counts[CELLS + s.tile[p]] += 1
        for e in range(start[p], start[p + 1]):
            counts[cell[e]] += 1
    best, fewest = -1, 1 << 30
    for j in range(CELLS):
        if counts[j] < fewest and s.level_open[2 * depth + (j >> 6)] >> np.uint64(j & 63) & np.uint64(1):
            best, fewest = j, counts[j]
    if s.must:
        for t in range(s.tiles):
            if counts[CELLS + t] < s.remaining[t]:
                return -1
            if s.remaining[t] == 1 and counts[CELLS + t] < fewest:
                best, fewest = CELLS + t, counts[CELLS + t]
    return best


@kernel
def _sieve(s: End, depth: int, p: int) -> int:
    """Keep the placements that go with p on the next level; returns how many, or -1 if they leave a cell bare."""
    low, high, live, tile, remaining = s.low, s.high, s.live, s.tile, s.remaining
    low_p, high_p = low[p], high[p]
    low_seen, high_seen = np.uint64(0), np.uint64(0)
    row = depth * s.placements
    kept = row + s.placements
    m = 0
    for k in range(s.level_live[depth]):
        q = live[row + k]
        if (low[q] & low_p) | (high[q] & high_p) or remaining[tile[q]] == 0:
            continue
        live[kept + m] = q
        m += 1
        low_seen |= low[q]
        high_seen |= high[q]
    below = 2 * depth + 2
    return m if low_seen == s.level_open[below] and high_seen == s.level_open[below + 1] else -1


@kernel
def _lay(s: End, f: Field, depth: int, p: int) -> int:
    """Lay a placement on the next level; returns how many others go with it, -1 if none can."""
    s.remaining[s.tile[p]] -= 1
    s.level_open[2 * depth + 2] = s.level_open[2 * depth] & ~s.low[p]
    s.level_open[2 * depth + 3] = s.level_open[2 * depth + 1] & ~s.high[p]
    for e in range(s.start[p], s.start[p + 1]):
        f.open[s.cell[e]] = 0
    before = f.stamp[f.cells]
    for e in range(s.start[p], s.start[p + 1]):
        if pocket_beside(f, s.cell[e], before) >= 0:
            return -1
    return _sieve(s, depth, p)


@kernel
def _take_back(s: End, f: Field, p: int) -> None:
    s.remaining[s.tile[p]] += 1
    for e in range(s.start[p], s.start[p + 1]):
        f.open[s.cell[e]] = 1


@kernel
def _covers(s: End, p: int, item: int) -> bool:
    """Whether a placement covers a cell, or is one of a tile (CELLS + tile)."""
    if item >= CELLS:
        return s.tile[p] == item - CELLS
    word = s.low[p] if item < 64 else s.high[p]
    return (word >> np.uint64(item & 63)) & np.uint64(1) != 0


@entry
def run(s: End, f: Field, c: Course, max_positions: int) -> int:
    """Search on for at most so many positions."""
    limit = c.total[POSITIONS] + max_positions
    while True:
        depth = c.depth
        if c.mode == ENTER:
            if s.level_open[2 * depth] == 0 and s.level_open[2 * depth + 1] == 0:
                seen(c)
                c.mode = LEAVE
                return SOLUTION
            if c.total[POSITIONS] >= limit:
                return BUDGET
            c.total[POSITIONS] += 1
            item = _fewest(s, depth)
            s.level_item[depth] = item
            s.level_next[depth] = 0 if item >= 0 else s.level_live[depth]
            if item < 0:
                dead(c, DEAD_TILE, 0)
            c.mode = ADVANCE
        elif c.mode == ADVANCE:
            item, k, n = s.level_item[depth], s.level_next[depth], s.level_live[depth]
            row = depth * s.placements
            while k < n and not _covers(s, s.live[row + k], item):
                k += 1
            s.level_next[depth] = k + 1
            if k >= n:
                c.mode = LEAVE
                continue
            p = s.live[row + k]
            s.chosen[depth] = p
            laid(c, p, 0)
            m = _lay(s, f, depth, p)
            if m < 0:
                dead(c, DEAD_CELL, 0)
                _take_back(s, f, p)
            else:
                s.level_live[depth + 1] = m
                c.depth = depth + 1
                c.mode = ENTER
        else:
            if depth == 0:
                ended(c)
                return DONE
            c.depth = depth - 1
            _take_back(s, f, s.chosen[depth - 1])
            c.mode = ADVANCE


class Endgame(PieceSearch):
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
        n, area, sizes = len(cells), len(open_cells), used.sum(axis=1)
        levels = area // max(1, int(sizes.min(initial=CELLS))) + 2
        s = self.state = End.make(
            placements=n, tiles=len(stock), must=int(must), low=n, high=n, start=n + 1, cell=int(sizes.sum()), tile=n,
            remaining=len(stock), live=levels * n, level_live=levels, level_open=2 * levels, level_item=levels,
            level_next=levels, chosen=levels, counts=CELLS + len(stock))
        bits, none = np.uint64(1) << (spots % 64).astype(np.uint64), np.uint64(0)
        s.low[:] = np.bitwise_or.reduce(np.where(used & (spots < 64), bits, none), axis=1)
        s.high[:] = np.bitwise_or.reduce(np.where(used & (spots >= 64), bits, none), axis=1)
        fill(s.start, np.append(0, np.cumsum(sizes)))
        fill(s.cell, spots[used])
        fill(s.tile, tile)
        fill(s.remaining, stock)
        s.live[:n] = range(n)
        s.level_live[0] = n
        s.level_open[0], s.level_open[1] = (1 << min(area, 64)) - 1, (1 << max(area - 64, 0)) - 1
        self.field = make_field(board, place[:-1], area, np.unique(sizes))
        self.course = new_course(levels)

    def step(self, max_positions: int) -> int:
        return run(self.state, self.field, self.course, max_positions)

    def pieces(self) -> list[list[int]]:
        return [[int(i) for i in self.cells[p] if i >= 0] for p in self.state.chosen[: self.course.depth]]

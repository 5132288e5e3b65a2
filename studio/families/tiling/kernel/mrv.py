"""Search on the most constrained cell, with sparse sets, counters and an exact memo of failures.

The exact-cover view of section 2.3, but a tile with a limited count is one item with a counter instead of one
item per piece (no duplicated options), and a position that failed once is known again: the memo holds the whole
key (open cells and stock, word for word), so that "unsolvable" never rests on a hash.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from studio.families.tiling.kernel.memo import (
    MEMO_WORDS,
    Memo,
    grown,
    key_hash,
    known_failure,
    new_memo,
    outgrown,
    pack_stock,
    slot_for,
)
from studio.families.tiling.kernel.pockets import Field, make_field, pocket_beside
from studio.families.tiling.kernel.searching import DEAD_CELL, DEAD_KNOWN, DEAD_POCKET, DEAD_TILE, PieceSearch
from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import Placements, scan_order
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels import I32, I64, U8, U64, Fixed, Record, entry, kernel
from studio.solvers.kernels.search import (
    BUDGET,
    DONE,
    FOUND,
    HITS,
    PAUSED,
    POSITIONS,
    SOLUTION,
    WORK,
    Course,
    crowded,
    dead,
    ended,
    fill,
    laid,
    new_course,
    seen,
)

LARGE = 5000
"""Boards of more cells have no memo: their keys cost more than they save."""
ENTER, ADVANCE, LEAVE, UNDO = range(4)


class Items(Record):
    """Items (cells, and behind them the tiles with a limited count), the options that cover them, and the levels of the search.

    Every item has the list of its options as a sparse set: the first `size` entries live, struck ones lie behind them. The
    open cells are a sparse set, too. Which items are open is in the field.
    """

    n_cells: Fixed
    tiles: Fixed
    pockets: Fixed  # whether there are sizes that no pieces fill
    n_open: int
    n_trail: int
    start: I32  # an option's entries begin here
    item: I32  # by entry: its item, its option, its place in the item's list
    option: I32
    place: I32
    item_start: I32
    item_list: I32
    size: I32
    alive: U8  # by option
    remaining: I32  # by tile: pieces left, and whether all must be used
    must: U8
    order: I32  # the cells, the open ones first; and where each cell is in that order
    order_place: I32
    trail: I32
    stock_word: I32  # where a tile's count stands in the memo's key, and what a piece weighs there
    stock_weight: U64
    level_item: I32
    level_next: I32
    level_trail: I32
    level_found: I64
    level_hash: U64
    level_key: U64
    chosen: I32


@kernel
def _close(s: Items, f: Field, m: Memo, j: int) -> None:
    """Take an item out of the open ones; its list stays frozen from here on."""
    f.open[j] = 0
    if j < s.n_cells:
        n = s.n_open - 1
        s.n_open = n
        p = s.order_place[j]
        other = s.order[n]
        s.order[p] = other
        s.order_place[other] = p
        s.order[n] = j
        s.order_place[j] = n
        m.key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@kernel
def _reopen(s: Items, f: Field, m: Memo, j: int) -> None:
    f.open[j] = 1
    if j < s.n_cells:
        s.n_open += 1
        m.key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@kernel
def _kill(s: Items, f: Field, first: int, last: int) -> int:
    """Remove the options of a stretch of an item's list from all open items: one that has too few left, or -1."""
    item_list, place, size, opened, start, item = s.item_list, s.place, s.size, f.open, s.start, s.item
    n_trail = s.n_trail
    starved = -1
    for k in range(first, last):
        option = s.option[item_list[k]]
        if not s.alive[option]:
            continue
        s.alive[option] = 0
        s.trail[n_trail] = option
        n_trail += 1
        for e in range(start[option], start[option + 1]):
            j = item[e]
            if not opened[j]:
                continue
            n = size[j] - 1
            size[j] = n
            p = place[e]
            end = s.item_start[j] + n
            other = item_list[end]
            item_list[p] = other
            place[other] = p
            item_list[end] = e
            place[e] = end
            if n == 0 if j < s.n_cells else s.must[j - s.n_cells] and n < s.remaining[j - s.n_cells]:
                starved = j
        if starved >= 0:
            break
    s.n_trail = n_trail
    return starved


@kernel
def _revive(s: Items, f: Field, mark: int) -> None:
    """Bring the removed options back down to a mark of the trail: their places are still the old ones."""
    size, item, opened, start = s.size, s.item, f.open, s.start
    for k in range(s.n_trail - 1, mark - 1, -1):
        back = s.trail[k]
        s.alive[back] = 1
        for e in range(start[back], start[back + 1]):
            j = item[e]
            size[j] += opened[j]
    s.n_trail = mark


@kernel
def _choose(s: Items) -> int:
    """The item with the fewest options, the first in scan order among equals."""
    size, order = s.size, s.order
    best = -1
    fewest = 1 << 30
    for k in range(s.n_open):
        j = order[k]
        n = size[j]
        if n < fewest or (n == fewest and j < best):
            best, fewest = j, n
            if n == 0:
                return best
    for t in range(s.tiles):
        # a tile that must be used once more is an item like a cell
        if s.must[t] and s.remaining[t] == 1 and size[s.n_cells + t] < fewest:
            best, fewest = s.n_cells + t, size[s.n_cells + t]
    return best


@kernel
def _starved(s: Items, c: Course, j: int) -> None:
    """An item has too few options left: this position is dead."""
    if j < s.n_cells:
        dead(c, DEAD_CELL, j)
    else:
        dead(c, DEAD_TILE, j - s.n_cells)


@kernel
def _look(s: Items, m: Memo, c: Course) -> int:
    """The item to branch on; -1 if the position is known to fail."""
    if m.slots > 1:
        h = key_hash(m)
        if known_failure(m, h):
            c.total[HITS] += 1
            dead(c, DEAD_KNOWN, 0)
            return -1
        s.level_hash[c.depth] = h
        at = c.depth * m.words
        for w in range(m.words):
            s.level_key[at + w] = m.key[w]
    j = _choose(s)
    if s.size[j] == 0:
        _starved(s, c, j)
        return -1
    return j


@kernel
def _remember(s: Items, m: Memo, depth: int) -> None:
    start, at = slot_for(m, s.level_hash[depth]), depth * m.words
    for w in range(m.words):
        m.keys[start + w] = s.level_key[at + w]


@kernel
def _cover(s: Items, f: Field, m: Memo, option: int) -> None:
    """What an option covers is no longer open."""
    for e in range(s.start[option], s.start[option + 1]):
        j = s.item[e]
        if j >= s.n_cells:
            t = j - s.n_cells
            s.remaining[t] -= 1
            m.key[s.stock_word[t]] -= s.stock_weight[t]
            if s.remaining[t] == 0:
                f.open[j] = 0
        elif f.open[j]:
            _close(s, f, m, j)


@kernel
def _bad_pocket(s: Items, f: Field, option: int) -> int:
    """A cell of a pocket that the option just laid cuts off and that no pieces fill, or -1."""
    before = f.stamp[f.cells]
    for e in range(s.start[option], s.start[option + 1]):
        if s.item[e] < s.n_cells:
            bad = pocket_beside(f, s.item[e], before)
            if bad >= 0:
                return bad
    return -1


@kernel
def _strike(s: Items, f: Field, option: int) -> int:
    """Strike what clashes with an option: an item that has too few left, or -1."""
    first, last = s.start[option], s.start[option + 1]
    # the piece itself goes first: if more of its tile are left, it must leave their list
    place = s.place[first]
    starved = _kill(s, f, place, place + 1)
    for e in range(first, last):
        j = s.item[e]
        if starved >= 0 or (j >= s.n_cells and s.remaining[j - s.n_cells] > 0):
            continue
        starved = _kill(s, f, s.item_start[j], s.item_start[j] + s.size[j])
    return starved


@kernel
def _lay(s: Items, f: Field, m: Memo, c: Course, option: int) -> bool:
    """Lay an option; False if that leaves a pocket that no pieces fill, or something that nothing covers."""
    _cover(s, f, m, option)
    if s.pockets:
        bad = _bad_pocket(s, f, option)
        if bad >= 0:
            dead(c, DEAD_POCKET, bad)
            return False
    mark = s.n_trail
    starved = _strike(s, f, option)
    c.total[WORK] += s.n_trail - mark
    if starved >= 0:
        _starved(s, c, starved)
        return False
    return True


@kernel
def _take_back(s: Items, f: Field, m: Memo, depth: int) -> None:
    """Everything returns in the opposite order."""
    option, branch = s.chosen[depth], s.level_item[depth]
    _revive(s, f, s.level_trail[depth])
    for e in range(s.start[option + 1] - 1, s.start[option] - 1, -1):
        j = s.item[e]
        if j < s.n_cells:
            if j != branch:
                _reopen(s, f, m, j)
        else:
            t = j - s.n_cells
            if s.remaining[t] == 0 and j != branch:
                f.open[j] = 1
            s.remaining[t] += 1
            m.key[s.stock_word[t]] += s.stock_weight[t]


@entry
def run(s: Items, f: Field, m: Memo, c: Course, max_positions: int) -> int:
    """Search on for at most so many positions."""
    limit = c.total[POSITIONS] + max_positions
    while True:
        depth = c.depth
        if c.mode == ENTER:
            if s.n_open == 0:
                seen(c)
                c.mode = LEAVE
                return SOLUTION
            if c.total[POSITIONS] >= limit:
                return BUDGET
            if m.kept > m.room:
                return PAUSED
            c.total[POSITIONS] += 1
            j = _look(s, m, c)
            if j < 0:
                c.mode = LEAVE
                continue
            s.level_item[depth] = j
            s.level_next[depth] = 0
            s.level_found[depth] = c.total[FOUND]
            _close(s, f, m, j)
            c.mode = ADVANCE
        elif c.mode == ADVANCE:
            if crowded(c):
                return PAUSED
            j = s.level_item[depth]
            k = s.level_next[depth]
            if k == s.size[j]:
                _reopen(s, f, m, j)
                if m.slots > 1 and c.total[FOUND] == s.level_found[depth]:
                    _remember(s, m, depth)
                c.mode = LEAVE
                continue
            option = s.option[s.item_list[s.item_start[j] + k]]
            s.level_next[depth] = k + 1
            s.level_trail[depth] = s.n_trail
            s.chosen[depth] = option
            laid(c, option, 0)
            if _lay(s, f, m, c, option):
                c.depth = depth + 1
                c.mode = ENTER
            else:
                c.mode = UNDO
        elif c.mode == UNDO:
            _take_back(s, f, m, depth)
            c.mode = ADVANCE
        else:
            if depth == 0:
                ended(c)
                return DONE
            c.depth = depth - 1
            c.mode = UNDO


def make_state(
    problem: Problem,
    placements: Placements,
    memo_bits: int = 18,
    order: npt.NDArray[np.integer] | None = None,
    rank: npt.NDArray[np.int32] | None = None,
    limits: Sequence[int | None] | None = None,
) -> tuple[Items, Field, Memo]:
    """Set up the search. ``order`` permutes the placements; ``memo_bits=0``: no memo.

    ``rank`` numbers the cells (those of a folded board share a number), ``limits`` is the stock if not the problem's.
    """
    rank = scan_order(problem) if rank is None else rank
    n_options, n_cells = len(placements), int(rank.max(initial=-1)) + 1
    limits = problem.limits if limits is None else limits
    limited = [t for t, count in enumerate(limits) if count is not None]
    item_of_tile = np.full(len(problem.tiles) + 1, -1, dtype=np.int32)
    item_of_tile[limited] = n_cells + np.arange(len(limited), dtype=np.int32)
    tile_item = item_of_tile[placements.tile]
    has_item = tile_item >= 0
    sizes = np.diff(placements.start)
    start = np.zeros(n_options + 1, dtype=np.int32)
    np.cumsum(sizes + has_item, out=start[1:])
    item = np.empty(start[-1], dtype=np.int32)
    is_tile = np.zeros(start[-1], dtype=np.bool_)
    is_tile[start[1:][has_item] - 1] = True
    item[is_tile] = tile_item[has_item]
    item[~is_tile] = rank[placements.cells]
    option = np.repeat(np.arange(n_options, dtype=np.int32), np.diff(start))
    n_items = n_cells + len(limited)
    if order is None:
        by_item = np.argsort(item, kind="stable").astype(np.int32)
    else:
        turn = np.empty(n_options, dtype=np.int64)
        turn[order] = np.arange(n_options)
        by_item = np.lexsort((turn[option], item)).astype(np.int32)
    size = np.bincount(item, minlength=n_items).astype(np.int32)
    item_start = np.zeros(n_items + 1, dtype=np.int32)
    np.cumsum(size, out=item_start[1:])
    place = np.empty(len(item), dtype=np.int32)
    place[by_item] = np.arange(len(item), dtype=np.int32)
    counts = [limits[t] or 0 for t in limited]
    stock_word, stock_weight, words = pack_stock(counts, (n_cells + 63) // 64)
    levels = n_cells // int(sizes.min(initial=n_cells + 1)) + 2
    memo = _memo(n_cells, memo_bits, words, counts, stock_word, stock_weight)
    forced = forced_counts(problem)
    field = make_field(problem.board, rank, n_cells, np.unique(sizes), len(limited))
    s = Items.make(
        n_cells=n_cells, tiles=len(limited), pockets=int(not all(field.good_size)), n_open=n_cells, start=n_options + 1,
        item=len(item), option=len(item), place=len(item), item_start=n_items + 1, item_list=len(item), size=n_items,
        alive=n_options, remaining=len(limited), must=len(limited), order=n_cells, order_place=n_cells, trail=n_options + 1,
        stock_word=len(limited), stock_weight=len(limited), level_item=levels, level_next=levels, level_trail=levels,
        level_found=levels, level_hash=levels, level_key=levels * words if memo.slots > 1 else 0, chosen=levels)
    for array, values in ((s.start, start), (s.item, item), (s.option, option), (s.place, place), (s.item_start, item_start),
                          (s.item_list, by_item), (s.size, size), (s.stock_word, stock_word), (s.stock_weight, stock_weight),
                          (s.alive, np.ones(n_options)), (s.order, np.arange(n_cells)), (s.order_place, np.arange(n_cells))):
        fill(array, values)
    s.remaining[:] = counts
    s.must[:] = [int(forced[t] == problem.limits[t]) for t in limited]
    return s, field, memo


def _memo(n_cells: int, memo_bits: int, words: int, counts: list[int], stock_word: npt.NDArray[np.int32],
          stock_weight: npt.NDArray[np.uint64]) -> Memo:
    """A memo of moderate size, and the key of the whole board in it: a bit for every open cell, then the stock."""
    while memo_bits and words << memo_bits > MEMO_WORDS:
        memo_bits -= 1
    memo = new_memo(1 << memo_bits if memo_bits and n_cells <= LARGE else 1, words)
    for j in range((n_cells + 63) // 64):
        memo.key[j] = (1 << min(64, n_cells - 64 * j)) - 1
    for t, count in ((t, count) for t, count in enumerate(counts) if count):
        memo.key[stock_word[t]] += np.uint64(count) * stock_weight[t]
    return memo


class MrvSearch(PieceSearch):
    """A problem set up for the kernel. A tile that must be used and finds no room leaves nothing to search."""

    def __init__(self, problem: Problem, placements: Placements, memo_bits: int = 18,
                 order: npt.NDArray[np.integer] | None = None, rank: npt.NDArray[np.int32] | None = None,
                 limits: Sequence[int | None] | None = None) -> None:
        self.placements = placements
        self._ranks = scan_order(problem)
        self._limited = [t for t, count in enumerate(problem.limits if limits is None else limits) if count is not None]
        self.state, self.field, self.memo = make_state(problem, placements, memo_bits, order, rank, limits)
        s = self.state
        self.course = new_course(len(s.chosen))
        if any(s.size[s.n_cells + t] < s.remaining[t] for t in range(s.tiles) if s.must[t]):
            self.course.mode = LEAVE

    def step(self, max_positions: int) -> int:
        return run(self.state, self.field, self.memo, self.course, max_positions)

    def make_room(self) -> None:
        if outgrown(self.memo):
            self.memo = grown(self.memo)

    @property
    def work(self) -> int:
        return 200 * self.positions + 10 * int(self.course.total[WORK])

    def chosen(self) -> list[int]:
        """The placements on the stack."""
        return [int(option) for option in self.state.chosen[: self.course.depth]]

    def piece(self, first: int, second: int) -> list[int]:
        return self.placements.of(first)

    def place(self, number: int) -> int:
        return int(np.flatnonzero(self._ranks == number)[0])

    def tile(self, number: int) -> int:
        return self._limited[number]

    def pieces(self) -> list[list[int]]:
        return [self.placements.of(option) for option in self.chosen()]

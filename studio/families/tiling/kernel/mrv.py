"""Search on the most constrained cell, with sparse sets, counters and an exact memo of failures.

The exact-cover view of section 2.3, but a tile with a limited count is one item with a counter instead of one
item per piece (no duplicated options), and a position that failed once is known again: the memo holds the whole
key (open cells and stock, word for word), so that "unsolvable" never rests on a hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.kernel.memo import MEMO_WORDS, key_hash, known_failure, pack_stock, remember
from studio.families.tiling.kernel.pockets import POCKET, cuts_off, good_sums, neighbours
from studio.families.tiling.kernel.searching import BUDGET, DONE, SOLUTION
from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import Placements, scan_order
from studio.families.tiling.model.problem import Problem

Array = npt.NDArray[np.generic]

LARGE = 5000

# registers of the state
DEPTH, MODE, N_ACTIVE, N_TRAIL, NODES, FOUND, HITS, FAILS, DEEPEST = range(9)
ENTER, ADVANCE, LEAVE, UNDO = range(4)


class MrvState(NamedTuple):
    """Everything the kernel knows; it stops and goes on at any node."""

    n_cells: int
    option_start: npt.NDArray[np.int32]
    entry_item: npt.NDArray[np.int32]
    entry_option: npt.NDArray[np.int32]
    entry_place: npt.NDArray[np.int32]
    item_start: npt.NDArray[np.int32]
    item_list: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]
    active: npt.NDArray[np.uint8]
    active_list: npt.NDArray[np.int32]
    active_place: npt.NDArray[np.int32]
    alive: npt.NDArray[np.uint8]
    remaining: npt.NDArray[np.int32]
    must: npt.NDArray[np.uint8]
    near: npt.NDArray[np.int32]
    good_size: npt.NDArray[np.uint8]
    stamp: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int32]
    trail: npt.NDArray[np.int32]
    level_item: npt.NDArray[np.int32]
    level_next: npt.NDArray[np.int32]
    level_trail: npt.NDArray[np.int32]
    level_found: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int32]
    key: npt.NDArray[np.uint64]
    stock_word: npt.NDArray[np.int32]
    stock_shift: npt.NDArray[np.uint64]
    level_hash: npt.NDArray[np.uint64]
    level_key: npt.NDArray[np.uint64]
    memo: npt.NDArray[np.uint64]
    memo_used: npt.NDArray[np.uint8]
    depth_nodes: npt.NDArray[np.int64]
    reg: npt.NDArray[np.int64]


# The kernels below take their arrays one by one: reading them out of the state costs a reference count each time.


@njit(cache=True, nogil=True)
def _close(j, n_cells, active, active_list, active_place, key, reg):  # type: ignore[no-untyped-def]
    """Take an item out of the active ones; its list stays frozen from here on."""
    active[j] = 0
    if j < n_cells:
        n = reg[N_ACTIVE] - 1
        reg[N_ACTIVE] = n
        p = active_place[j]
        other = active_list[n]
        active_list[p] = other
        active_place[other] = p
        active_list[n] = j
        active_place[j] = n
        key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@njit(cache=True, nogil=True)
def _reopen(j, n_cells, active, key, reg):  # type: ignore[no-untyped-def]
    active[j] = 1
    if j < n_cells:
        reg[N_ACTIVE] += 1
        key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@njit(cache=True, nogil=True)
def _kill(first, last, n_cells, option_start, entry_item, entry_option, entry_place, item_start, item_list,  # type: ignore[no-untyped-def]
          size, active, alive, remaining, must, trail, reg):
    """Remove the options of a stretch of an item's list from all active items; False if one has nothing left."""
    n_trail = reg[N_TRAIL]
    ok = True
    for k in range(first, last):
        option = entry_option[item_list[k]]
        if not alive[option]:
            continue
        alive[option] = 0
        trail[n_trail] = option
        n_trail += 1
        for e in range(option_start[option], option_start[option + 1]):
            j = entry_item[e]
            if not active[j]:
                continue
            n = size[j] - 1
            size[j] = n
            p = entry_place[e]
            end = item_start[j] + n
            other = item_list[end]
            item_list[p] = other
            entry_place[other] = p
            item_list[end] = e
            entry_place[e] = end
            if j < n_cells:
                ok = ok and n > 0
            elif must[j - n_cells] and n < remaining[j - n_cells]:
                ok = False
        if not ok:
            break
    reg[N_TRAIL] = n_trail
    return ok


@njit(cache=True, nogil=True)
def _revive(mark, option_start, entry_item, size, active, alive, trail, reg):  # type: ignore[no-untyped-def]
    """Bring the removed options back down to a mark of the trail: their places are still the old ones."""
    for k in range(reg[N_TRAIL] - 1, mark - 1, -1):
        back = trail[k]
        alive[back] = 1
        for e in range(option_start[back], option_start[back + 1]):
            j = entry_item[e]
            size[j] += active[j]
    reg[N_TRAIL] = mark


@njit(cache=True, nogil=True)
def _choose(n_cells, size, active_list, remaining, must, reg):  # type: ignore[no-untyped-def]
    """The item with the fewest options, the first in scan order among equals; -1 if one has none."""
    best = -1
    fewest = 1 << 30
    for k in range(reg[N_ACTIVE]):
        j = active_list[k]
        n = size[j]
        if n < fewest or (n == fewest and j < best):
            best, fewest = j, n
            if n == 0:
                return -1
    for t in range(len(remaining)):
        # a tile that must be used once more is an item like a cell
        if must[t] and remaining[t] == 1 and size[n_cells + t] < fewest:
            best, fewest = n_cells + t, size[n_cells + t]
    return best


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on for at most ``max_nodes`` nodes."""
    n_cells, option_start, entry_item, entry_option = s.n_cells, s.option_start, s.entry_item, s.entry_option
    entry_place, item_start, item_list, size, active = s.entry_place, s.item_start, s.item_list, s.size, s.active
    active_list, active_place, alive, remaining, must = s.active_list, s.active_place, s.alive, s.remaining, s.must
    trail, reg, key, chosen, depth_nodes = s.trail, s.reg, s.key, s.chosen, s.depth_nodes
    level_item, level_next, level_trail, level_found = s.level_item, s.level_next, s.level_trail, s.level_found
    stock_word, stock_shift, level_hash, level_key = s.stock_word, s.stock_shift, s.level_hash, s.level_key
    memo, memo_used, near, good_size, stamp, queue = s.memo, s.memo_used, s.near, s.good_size, s.stamp, s.queue
    limit = reg[NODES] + max_nodes
    use_memo = len(memo_used) > 1
    pockets = not good_size.all()
    while True:
        depth, mode = reg[DEPTH], reg[MODE]
        if mode == ENTER:
            if reg[N_ACTIVE] == 0:
                reg[FOUND] += 1
                reg[MODE] = LEAVE
                return SOLUTION
            if reg[NODES] >= limit:
                return BUDGET
            reg[NODES] += 1
            depth_nodes[depth] += 1
            reg[DEEPEST] = max(reg[DEEPEST], depth)
            if use_memo:
                h = key_hash(key)
                if known_failure(h, key, memo, memo_used):
                    reg[HITS] += 1
                    reg[MODE] = LEAVE
                    continue
                level_hash[depth] = h
                level_key[depth, :] = key
            j = _choose(n_cells, size, active_list, remaining, must, reg)
            if j < 0:
                reg[FAILS] += 1
                reg[MODE] = LEAVE
                continue
            level_item[depth] = j
            level_next[depth] = 0
            level_found[depth] = reg[FOUND]
            _close(j, n_cells, active, active_list, active_place, key, reg)
            reg[MODE] = ADVANCE
        elif mode == ADVANCE:
            j = level_item[depth]
            k = level_next[depth]
            if k == size[j]:
                _reopen(j, n_cells, active, key, reg)
                if use_memo and reg[FOUND] == level_found[depth]:
                    remember(level_hash[depth], level_key[depth], memo, memo_used)
                reg[MODE] = LEAVE
                continue
            option = entry_option[item_list[item_start[j] + k]]
            level_next[depth] = k + 1
            level_trail[depth] = reg[N_TRAIL]
            chosen[depth] = option
            first, last = option_start[option], option_start[option + 1]
            for e in range(first, last):
                j = entry_item[e]
                if j >= n_cells:
                    t = j - n_cells
                    remaining[t] -= 1
                    key[stock_word[t]] -= stock_shift[t]
                    if remaining[t] == 0:
                        active[j] = 0
                elif active[j]:
                    _close(j, n_cells, active, active_list, active_place, key, reg)
            if pockets and cuts_off(first, last, n_cells, entry_item, active, near, good_size, stamp, queue):
                reg[FAILS] += 1
                reg[MODE] = UNDO
                continue
            # the piece itself goes first: if more of its tile are left, it must leave their list
            place = entry_place[first]
            ok = _kill(place, place + 1, n_cells, option_start, entry_item, entry_option, entry_place, item_start, item_list,
                       size, active, alive, remaining, must, trail, reg)
            for e in range(first, last):
                j = entry_item[e]
                if not ok or (j >= n_cells and remaining[j - n_cells] > 0):
                    continue
                ok = _kill(item_start[j], item_start[j] + size[j], n_cells, option_start, entry_item, entry_option,
                           entry_place, item_start, item_list, size, active, alive, remaining, must, trail, reg)
            if ok:
                reg[DEPTH] = depth + 1
                reg[MODE] = ENTER
            else:
                reg[FAILS] += 1
                reg[MODE] = UNDO
        elif mode == UNDO:
            # take the piece of this level back; everything returns in the opposite order
            option, branch = chosen[depth], level_item[depth]
            _revive(level_trail[depth], option_start, entry_item, size, active, alive, trail, reg)
            for e in range(option_start[option + 1] - 1, option_start[option] - 1, -1):
                j = entry_item[e]
                if j < n_cells:
                    if j != branch:
                        _reopen(j, n_cells, active, key, reg)
                else:
                    t = j - n_cells
                    if remaining[t] == 0 and j != branch:
                        active[j] = 1
                    remaining[t] += 1
                    key[stock_word[t]] += stock_shift[t]
            reg[MODE] = ADVANCE
        else:
            if depth == 0:
                return DONE
            reg[DEPTH] = depth - 1
            reg[MODE] = UNDO


def make_state(
    problem: Problem,
    placements: Placements,
    memo_bits: int = 18,
    order: npt.NDArray[np.integer] | None = None,
    rank: npt.NDArray[np.int32] | None = None,
    limits: Sequence[int | None] | None = None,
) -> MrvState:
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
    cell_words = (n_cells + 63) // 64
    stock_word, stock_shift, words = pack_stock(counts, cell_words)
    key = np.zeros(words, dtype=np.uint64)
    for j in range(cell_words):
        key[j] = (1 << min(64, n_cells - 64 * j)) - 1
    for t, count in ((t, count) for t, count in enumerate(counts) if count):
        key[stock_word[t]] += np.uint64(count) * stock_shift[t]
    levels = n_cells // int(sizes.min(initial=n_cells + 1)) + 2
    while memo_bits and words << memo_bits > MEMO_WORDS:
        memo_bits -= 1
    if n_cells > LARGE:
        memo_bits = 0  # keys of a huge board cost more than they save
    slots = 1 << memo_bits if memo_bits else 1
    reg = np.zeros(9, dtype=np.int64)
    reg[N_ACTIVE] = n_cells
    forced = forced_counts(problem)
    must = np.array([forced[t] == problem.limits[t] for t in limited], dtype=np.uint8)
    if any(size[n_cells + t] < counts[t] for t in range(len(limited)) if must[t]):
        reg[MODE] = LEAVE  # a piece that must be used finds no room: nothing to search
    return MrvState(
        n_cells,
        start,
        item,
        option,
        place,
        item_start,
        by_item,
        size,
        np.ones(n_items, dtype=np.uint8),
        np.arange(n_cells, dtype=np.int32),
        np.arange(n_cells, dtype=np.int32),
        np.ones(n_options, dtype=np.uint8),
        np.array(counts, dtype=np.int32),
        must,
        neighbours(problem.board, rank, n_cells),
        good_sums(np.unique(sizes)),
        np.zeros(n_cells + 1, dtype=np.int64),
        np.zeros(POCKET + 5, dtype=np.int32),
        np.empty(n_options + 1, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int64),
        np.zeros(levels, dtype=np.int32),
        key,
        stock_word,
        stock_shift,
        np.zeros(levels, dtype=np.uint64),
        np.zeros((levels if memo_bits else 1, words), dtype=np.uint64),
        np.zeros((slots, words), dtype=np.uint64),
        np.zeros(slots, dtype=np.uint8),
        np.zeros(levels, dtype=np.int64),
        reg,
    )


class MrvSearch:
    """A problem set up for the kernel."""

    def __init__(self, problem: Problem, placements: Placements, memo_bits: int = 18,
                 order: npt.NDArray[np.integer] | None = None, rank: npt.NDArray[np.int32] | None = None,
                 limits: Sequence[int | None] | None = None) -> None:
        self.placements = placements
        self.state = make_state(problem, placements, memo_bits, order, rank, limits)

    def run(self, max_nodes: int) -> int:
        return int(run(self.state, max_nodes))

    def chosen(self) -> list[int]:
        """The placements on the stack."""
        return [int(option) for option in self.state.chosen[: self.state.reg[DEPTH]]]

    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""
        return [self.placements.of(option) for option in self.chosen()]

    def totals(self) -> dict[str, int]:
        reg = self.state.reg
        return {"nodes": int(reg[NODES]), "conflicts": int(reg[FAILS]), "max_depth": int(reg[DEEPEST]), "hits": int(reg[HITS])}

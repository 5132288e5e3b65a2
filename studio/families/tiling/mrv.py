"""Search on the most constrained cell, with sparse sets, counters and an exact memo of failures.

The exact-cover view of section 2.3, but a tile with a limited count is one item with a counter instead of one
item per piece (no duplicated options), and a position that failed once is known again: the memo holds the whole
key (open cells and stock, word for word), so that "unsolvable" never rests on a hash.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from .placements import Placements, scan_order
from .problem import Problem

Array = npt.NDArray[np.generic]

BUDGET, SOLUTION, DONE = 0, 1, 2
"""What ``run`` comes back with: out of nodes, a solution is on the stack, everything was searched."""

# registers of the state
DEPTH, MODE, N_ACTIVE, N_TRAIL, NODES, FOUND, HITS, FAILS, DEEPEST, HASH = range(10)
ENTER, ADVANCE, LEAVE = 0, 1, 2


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
    trail: npt.NDArray[np.int32]
    level_item: npt.NDArray[np.int32]
    level_next: npt.NDArray[np.int32]
    level_trail: npt.NDArray[np.int32]
    level_found: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int32]
    key: npt.NDArray[np.uint64]
    zobrist: npt.NDArray[np.uint64]
    stock_word: npt.NDArray[np.int32]
    stock_shift: npt.NDArray[np.uint64]
    level_hash: npt.NDArray[np.uint64]
    level_key: npt.NDArray[np.uint64]
    memo: npt.NDArray[np.uint64]
    memo_used: npt.NDArray[np.uint8]
    depth_nodes: npt.NDArray[np.int64]
    reg: npt.NDArray[np.int64]


@njit(cache=True, nogil=True, inline="always")
def _close(s, j):  # type: ignore[no-untyped-def]
    """Take an item out of the active ones; its list stays frozen from here on."""
    s.active[j] = 0
    if j < s.n_cells:
        n = s.reg[N_ACTIVE] - 1
        s.reg[N_ACTIVE] = n
        p = s.active_place[j]
        other = s.active_list[n]
        s.active_list[p] = other
        s.active_place[other] = p
        s.active_list[n] = j
        s.active_place[j] = n
        s.key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@njit(cache=True, nogil=True, inline="always")
def _reopen(s, j):  # type: ignore[no-untyped-def]
    s.active[j] = 1
    if j < s.n_cells:
        s.reg[N_ACTIVE] += 1
        s.key[j >> 6] ^= np.uint64(1) << np.uint64(j & 63)


@njit(cache=True, nogil=True)
def _kill(s, option):  # type: ignore[no-untyped-def]
    """Remove an option from the lists of all active items; False if one of them has nothing left."""
    s.alive[option] = 0
    s.trail[s.reg[N_TRAIL]] = option
    s.reg[N_TRAIL] += 1
    ok = True
    for e in range(s.option_start[option], s.option_start[option + 1]):
        j = s.entry_item[e]
        if s.active[j]:
            n = s.size[j] - 1
            s.size[j] = n
            p = s.entry_place[e]
            last = s.item_start[j] + n
            other = s.item_list[last]
            s.item_list[p] = other
            s.entry_place[other] = p
            s.item_list[last] = e
            s.entry_place[e] = last
            if j < s.n_cells:
                if n == 0:
                    ok = False
            elif s.must[j - s.n_cells] and n < s.remaining[j - s.n_cells]:
                ok = False
    return ok


@njit(cache=True, nogil=True)
def _commit(s, option):  # type: ignore[no-untyped-def]
    """Lay a piece: close its cells, count it, remove what clashes. False: some open cell cannot be covered."""
    for e in range(s.option_start[option], s.option_start[option + 1]):
        j = s.entry_item[e]
        if j < s.n_cells:
            if s.active[j]:
                _close(s, j)
        else:
            t = j - s.n_cells
            s.remaining[t] -= 1
            s.key[s.stock_word[t]] -= s.stock_shift[t]
            if s.remaining[t] == 0:
                s.active[j] = 0
    if not _kill(s, option):
        return False
    for e in range(s.option_start[option], s.option_start[option + 1]):
        j = s.entry_item[e]
        if j >= s.n_cells and s.remaining[j - s.n_cells] > 0:
            continue
        for k in range(s.item_start[j], s.item_start[j] + s.size[j]):
            other = s.entry_option[s.item_list[k]]
            if s.alive[other] and not _kill(s, other):
                return False
    return True


@njit(cache=True, nogil=True)
def _undo(s, option, branch, mark):  # type: ignore[no-untyped-def]
    """Take a piece back; everything returns in the opposite order."""
    for k in range(s.reg[N_TRAIL] - 1, mark - 1, -1):
        back = s.trail[k]
        s.alive[back] = 1
        for e in range(s.option_start[back], s.option_start[back + 1]):
            if s.active[s.entry_item[e]]:
                s.size[s.entry_item[e]] += 1
    s.reg[N_TRAIL] = mark
    for e in range(s.option_start[option + 1] - 1, s.option_start[option] - 1, -1):
        j = s.entry_item[e]
        if j < s.n_cells:
            if j != branch:
                _reopen(s, j)
        else:
            t = j - s.n_cells
            if s.remaining[t] == 0 and j != branch:
                s.active[j] = 1
            s.remaining[t] += 1
            s.key[s.stock_word[t]] += s.stock_shift[t]


@njit(cache=True, nogil=True)
def _choose(s):  # type: ignore[no-untyped-def]
    """The item with the fewest options, the first in scan order among equals; -1 if one has none."""
    best = -1
    fewest = 1 << 30
    for k in range(s.reg[N_ACTIVE]):
        j = s.active_list[k]
        n = s.size[j]
        if n < fewest or (n == fewest and j < best):
            best, fewest = j, n
            if n == 0:
                return -1
    for t in range(len(s.remaining)):
        # a tile that must be used once more is an item like a cell
        if s.must[t] and s.remaining[t] == 1 and s.size[s.n_cells + t] < fewest:
            best, fewest = s.n_cells + t, s.size[s.n_cells + t]
    return best


@njit(cache=True, nogil=True, inline="always")
def _hash(s):  # type: ignore[no-untyped-def]
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(len(s.key)):
        h = (h ^ s.key[w]) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    return h


@njit(cache=True, nogil=True)
def _known_failure(s, h):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(s.memo_used) - 1)
    for probe in range(4):
        slot = np.int64((h + np.uint64(probe)) & mask)
        if not s.memo_used[slot]:
            return False
        same = True
        for w in range(len(s.key)):
            if s.memo[slot, w] != s.key[w]:
                same = False
                break
        if same:
            return True
    return False


@njit(cache=True, nogil=True)
def _remember(s, depth):  # type: ignore[no-untyped-def]
    h = s.level_hash[depth]
    mask = np.uint64(len(s.memo_used) - 1)
    slot = np.int64((h + ((h >> np.uint64(40)) & np.uint64(3))) & mask)
    for probe in range(4):
        free = np.int64((h + np.uint64(probe)) & mask)
        if not s.memo_used[free]:
            slot = free
            break
    s.memo_used[slot] = 1
    s.memo[slot, :] = s.level_key[depth, :]


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on for at most ``max_nodes`` nodes."""
    limit = s.reg[NODES] + max_nodes
    use_memo = len(s.memo_used) > 1
    while True:
        depth = s.reg[DEPTH]
        mode = s.reg[MODE]
        if mode == ENTER:
            if s.reg[N_ACTIVE] == 0:
                s.reg[FOUND] += 1
                s.reg[MODE] = LEAVE
                return SOLUTION
            if s.reg[NODES] >= limit:
                return BUDGET
            s.reg[NODES] += 1
            s.depth_nodes[depth] += 1
            if depth > s.reg[DEEPEST]:
                s.reg[DEEPEST] = depth
            if use_memo:
                h = _hash(s)
                if _known_failure(s, h):
                    s.reg[HITS] += 1
                    s.reg[MODE] = LEAVE
                    continue
                s.level_hash[depth] = h
                s.level_key[depth, :] = s.key
            j = _choose(s)
            if j < 0:
                s.reg[FAILS] += 1
                s.reg[MODE] = LEAVE
                continue
            s.level_item[depth] = j
            s.level_next[depth] = 0
            s.level_found[depth] = s.reg[FOUND]
            _close(s, j)
            s.reg[MODE] = ADVANCE
        elif mode == ADVANCE:
            j = s.level_item[depth]
            k = s.level_next[depth]
            if k == s.size[j]:
                _reopen(s, j)
                if use_memo and s.reg[FOUND] == s.level_found[depth]:
                    _remember(s, depth)
                s.reg[MODE] = LEAVE
                continue
            option = s.entry_option[s.item_list[s.item_start[j] + k]]
            s.level_next[depth] = k + 1
            s.level_trail[depth] = s.reg[N_TRAIL]
            s.chosen[depth] = option
            if _commit(s, option):
                s.reg[DEPTH] = depth + 1
                s.reg[MODE] = ENTER
            else:
                s.reg[FAILS] += 1
                _undo(s, option, j, s.level_trail[depth])
        else:
            if depth == 0:
                s.reg[MODE] = LEAVE
                return DONE
            depth -= 1
            s.reg[DEPTH] = depth
            _undo(s, s.chosen[depth], s.level_item[depth], s.level_trail[depth])
            s.reg[MODE] = ADVANCE


def make_state(
    problem: Problem,
    placements: Placements,
    memo_bits: int = 18,
    order: npt.NDArray[np.integer] | None = None,
    rank: npt.NDArray[np.int32] | None = None,
) -> MrvState:
    """Set up the search. ``order`` permutes the placements; ``rank`` numbers the cells; ``memo_bits=0``: no memo."""
    rank = scan_order(problem) if rank is None else rank
    n_options, n_cells = len(placements), problem.area
    limited = [t for t, count in enumerate(problem.limits) if count is not None]
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
    counts = [problem.limits[t] or 0 for t in limited]
    cell_words = (n_cells + 63) // 64
    stock_word, stock_shift, words = _pack(counts, cell_words)
    key = np.zeros(words, dtype=np.uint64)
    for j in range(cell_words):
        key[j] = (1 << min(64, n_cells - 64 * j)) - 1
    for t, count in enumerate(counts):
        key[stock_word[t]] += np.uint64(count) * stock_shift[t]
    levels = n_cells + 2
    slots = 1 << memo_bits if memo_bits else 1
    reg = np.zeros(10, dtype=np.int64)
    reg[N_ACTIVE] = n_cells
    must = np.full(len(limited), problem.exact, dtype=np.uint8)
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
        np.empty(n_options + 1, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int32),
        np.zeros(levels, dtype=np.int64),
        np.zeros(levels, dtype=np.int32),
        key,
        np.zeros(1, dtype=np.uint64),
        stock_word,
        stock_shift,
        np.zeros(levels, dtype=np.uint64),
        np.zeros((levels, words), dtype=np.uint64),
        np.zeros((slots, words), dtype=np.uint64),
        np.zeros(slots, dtype=np.uint8),
        np.zeros(levels, dtype=np.int64),
        reg,
    )


def _pack(counts: list[int], first_word: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64], int]:
    """Where each counter lives in the key words: (word, weight) per counter, and the number of words."""
    word, shift = first_word, 0
    words, weights = [], []
    for count in counts:
        bits = count.bit_length()
        if shift + bits > 64:
            word, shift = word + 1, 0
        words.append(word)
        weights.append(1 << shift)
        shift += bits
    total = word + 1 if counts else first_word
    return np.array(words, dtype=np.int32), np.array(weights, dtype=np.uint64), total


def solution(s: MrvState) -> list[int]:
    """The placements on the stack."""
    return [int(o) for o in s.chosen[: s.reg[DEPTH]]]

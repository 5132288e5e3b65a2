"""Knuth's Algorithm X with dancing links, compiled and resumable. No puzzle rules: items, options, covers.

Faithful to DLX1 (The Art of Computer Programming 7.2.2.1): doubly linked lists of items and nodes, spacer nodes between
options, the item with the fewest options is branched on. No memo and no other pruning, so that it can serve as the
yardstick. Secondary items are covered at most once. The whole state lives in arrays: `run` comes back after
a number of nodes and goes on from there, so that cancelling, filming and depth statistics cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

Ints = npt.NDArray[np.int32]

BUDGET, SOLUTION, DONE = 0, 1, 2
LEVEL, MODE, NODES, FOUND, FAILS, DEEPEST = range(6)
ENTER, TRY, RETRY = 0, 1, 2


class Links(NamedTuple):
    """Items 1..n with root 0; nodes n+1.. ; a spacer has top <= 0."""

    left: Ints
    right: Ints
    size: Ints
    up: Ints
    down: Ints
    top: Ints
    option: Ints
    choice: Ints
    item: Ints
    depth_nodes: npt.NDArray[np.int64]
    reg: npt.NDArray[np.int64]


def make_links(primary: int, secondary: int, start: npt.NDArray[np.integer], items: npt.NDArray[np.integer]) -> Links:
    """Options given as rows: option o has ``items[start[o]:start[o+1]]``, items numbered from 0, primary ones first."""
    n, count = primary + secondary, len(start) - 1
    sizes = np.diff(start).astype(np.int64)
    total = n + 2 + int(sizes.sum()) + count
    node = n + 2 + np.arange(len(items)) + np.repeat(np.arange(count), sizes)
    top = np.zeros(total, dtype=np.int32)
    top[node] = np.asarray(items) + 1
    option = np.full(total, -1, dtype=np.int32)
    option[node] = np.repeat(np.arange(count), sizes)
    up, down = np.arange(total, dtype=np.int32), np.arange(total, dtype=np.int32)
    _link_columns(n, node, np.asarray(items) + 1, up, down)
    _link_spacers(n, start, sizes, top, up, down)
    left, right = _link_items(primary, secondary)
    size = np.bincount(np.asarray(items) + 1, minlength=n + 2).astype(np.int32)
    levels = primary + 2
    return Links(left, right, size, up, down, top, option, np.zeros(levels, dtype=np.int32),
                 np.zeros(levels, dtype=np.int32), np.zeros(levels, dtype=np.int64), np.zeros(6, dtype=np.int64))


def _link_columns(n: int, node: npt.NDArray[np.integer], item: npt.NDArray[np.integer], up: Ints, down: Ints) -> None:
    """Ring the nodes of every item, headed by the item itself."""
    order = np.argsort(item, kind="stable")
    ring = np.concatenate([np.arange(1, n + 1), node[order]])
    key = np.concatenate([np.arange(1, n + 1), item[order]])
    ring = ring[np.argsort(key, kind="stable")]
    key = np.sort(key, kind="stable")
    heads = np.flatnonzero(np.r_[True, key[1:] != key[:-1]]) if len(key) else np.zeros(0, dtype=np.int64)
    following = np.r_[ring[1:], ring[:1]] if len(ring) else ring
    if len(ring):
        ends = np.r_[heads[1:] - 1, len(ring) - 1]
        following[ends] = ring[heads]
        down[ring] = following
        up[following] = ring


def _link_spacers(n: int, start: npt.NDArray[np.integer], sizes: npt.NDArray[np.integer], top: Ints, up: Ints,
                  down: Ints) -> None:
    """A spacer before every option and one after the last: up = first node before it, down = last node after it."""
    count = len(sizes)
    spacer = n + 1 + np.asarray(start) + np.arange(count + 1)
    top[spacer] = -np.arange(count + 1)
    up[spacer[1:]] = spacer[:-1] + 1
    down[spacer[:-1]] = spacer[1:] - 1
    up[spacer[0]] = 0
    down[spacer[-1]] = 0


def _link_items(primary: int, secondary: int) -> tuple[Ints, Ints]:
    """Primary items in a ring with the root; secondary ones alone."""
    n = primary + secondary
    left, right = np.arange(n + 2, dtype=np.int32), np.arange(n + 2, dtype=np.int32)
    ring = np.arange(primary + 1, dtype=np.int32)
    right[ring] = np.roll(ring, -1)
    left[ring] = np.roll(ring, 1)
    return left, right


@njit(cache=True, nogil=True)
def _hide(s, p):  # type: ignore[no-untyped-def]
    q = p + 1
    while q != p:
        x = s.top[q]
        if x <= 0:
            q = s.up[q]
        else:
            u, d = s.up[q], s.down[q]
            s.down[u] = d
            s.up[d] = u
            s.size[x] -= 1
            q += 1


@njit(cache=True, nogil=True)
def _unhide(s, p):  # type: ignore[no-untyped-def]
    q = p - 1
    while q != p:
        x = s.top[q]
        if x <= 0:
            q = s.down[q]
        else:
            s.down[s.up[q]] = q
            s.up[s.down[q]] = q
            s.size[x] += 1
            q -= 1


@njit(cache=True, nogil=True)
def _cover(s, i):  # type: ignore[no-untyped-def]
    p = s.down[i]
    while p != i:
        _hide(s, p)
        p = s.down[p]
    left, right = s.left[i], s.right[i]
    s.right[left] = right
    s.left[right] = left


@njit(cache=True, nogil=True)
def _uncover(s, i):  # type: ignore[no-untyped-def]
    s.right[s.left[i]] = i
    s.left[s.right[i]] = i
    p = s.up[i]
    while p != i:
        _unhide(s, p)
        p = s.up[p]


@njit(cache=True, nogil=True)
def _fewest(s):  # type: ignore[no-untyped-def]
    best, fewest = 0, 1 << 30
    i = s.right[0]
    while i:
        if s.size[i] < fewest:
            best, fewest = i, s.size[i]
            if fewest == 0:
                break
        i = s.right[i]
    return best


@njit(cache=True, nogil=True)
def _take(s, x):  # type: ignore[no-untyped-def]
    """Cover the other items of the chosen node's option."""
    p = x + 1
    while p != x:
        j = s.top[p]
        if j <= 0:
            p = s.up[p]
        else:
            _cover(s, j)
            p += 1


@njit(cache=True, nogil=True)
def _give_back(s, x):  # type: ignore[no-untyped-def]
    p = x - 1
    while p != x:
        j = s.top[p]
        if j <= 0:
            p = s.down[p]
        else:
            _uncover(s, j)
            p -= 1


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on: SOLUTION with the options in `choice`, DONE, or BUDGET after ``max_nodes`` nodes."""
    limit = s.reg[NODES] + max_nodes
    while True:
        level = s.reg[LEVEL]
        mode = s.reg[MODE]
        if mode == ENTER:
            if s.right[0] == 0:
                s.reg[FOUND] += 1
                s.reg[MODE] = RETRY
                s.reg[LEVEL] = level - 1
                return SOLUTION
            if s.reg[NODES] >= limit:
                return BUDGET
            s.reg[NODES] += 1
            s.depth_nodes[level] += 1
            if level > s.reg[DEEPEST]:
                s.reg[DEEPEST] = level
            i = _fewest(s)
            if s.size[i] == 0:
                s.reg[FAILS] += 1
                s.reg[MODE] = RETRY
                s.reg[LEVEL] = level - 1
                continue
            _cover(s, i)
            s.item[level] = i
            s.choice[level] = s.down[i]
            s.reg[MODE] = TRY
        elif mode == TRY:
            x = s.choice[level]
            if x == s.item[level]:
                _uncover(s, s.item[level])
                s.reg[MODE] = RETRY
                s.reg[LEVEL] = level - 1
                continue
            _take(s, x)
            s.reg[LEVEL] = level + 1
            s.reg[MODE] = ENTER
        else:
            if level < 0:
                return DONE
            x = s.choice[level]
            _give_back(s, x)
            s.choice[level] = s.down[x]
            s.reg[MODE] = TRY


def chosen(s: Links) -> list[int]:
    """The options taken now (of the solution just reported, if `run` said SOLUTION)."""
    depth = int(s.reg[LEVEL]) + (1 if s.reg[MODE] == RETRY else 0)
    return [int(s.option[x]) for x in s.choice[:depth]]


def solutions(primary: int, secondary: int, options: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """All exact covers of a small instance, as lists of option numbers."""
    start = np.zeros(len(options) + 1, dtype=np.int64)
    np.cumsum([len(option) for option in options], out=start[1:])
    items = np.array([i for option in options for i in option], dtype=np.int64)
    links = make_links(primary, secondary, start, items)
    while True:
        state = run(links, 100_000)
        if state == DONE:
            return
        if state == SOLUTION:
            yield chosen(links)

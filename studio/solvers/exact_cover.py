"""Knuth's Algorithm X with dancing links, compiled and resumable. No puzzle rules: items, options, covers.

Faithful to DLX1 (The Art of Computer Programming 7.2.2.1): doubly linked lists of items and nodes, spacer nodes between
options, the item with the fewest options is branched on. No memo and no other pruning, so that it can serve as the
yardstick. Secondary items are covered at most once. The whole state lives in arrays: `run` comes back after
a number of nodes and goes on from there, so that cancelling, filming and depth statistics cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from studio.solvers.kernels import I32, Record, entry, kernel
from studio.solvers.kernels.search import (
    BUDGET,
    DEAD_END,
    DONE,
    PAUSED,
    POSITIONS,
    SOLUTION,
    Course,
    KernelSearch,
    crowded,
    dead,
    ended,
    fill,
    laid,
    new_course,
    seen,
)

Ints = npt.NDArray[np.int32]

ENTER, TRY, RETRY = 0, 1, 2


class Links(Record):
    """Items 1..n with root 0; nodes n+1.. ; a spacer has top <= 0."""

    left: I32
    right: I32
    size: I32
    up: I32
    down: I32
    top: I32
    option: I32  # by node
    choice: I32  # by level: the node that is tried, and the item that it covers
    item: I32


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
    links = Links.make(left=n + 2, right=n + 2, size=len(size), up=total, down=total, top=total, option=total, choice=levels,
                       item=levels)
    for array, values in ((links.left, left), (links.right, right), (links.size, size), (links.up, up), (links.down, down),
                          (links.top, top), (links.option, option)):
        fill(array, values)
    return links


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


@kernel
def _hide(s: Links, p: int) -> None:
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


@kernel
def _unhide(s: Links, p: int) -> None:
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


@kernel
def _cover(s: Links, i: int) -> None:
    p = s.down[i]
    while p != i:
        _hide(s, p)
        p = s.down[p]
    left, right = s.left[i], s.right[i]
    s.right[left] = right
    s.left[right] = left


@kernel
def _uncover(s: Links, i: int) -> None:
    s.right[s.left[i]] = i
    s.left[s.right[i]] = i
    p = s.up[i]
    while p != i:
        _unhide(s, p)
        p = s.up[p]


@kernel
def _fewest(s: Links) -> int:
    best, fewest = 0, 1 << 30
    i = s.right[0]
    while i:
        if s.size[i] < fewest:
            best, fewest = i, s.size[i]
            if fewest == 0:
                break
        i = s.right[i]
    return best


@kernel
def _take(s: Links, x: int) -> None:
    """Cover the other items of the chosen node's option."""
    p = x + 1
    while p != x:
        j = s.top[p]
        if j <= 0:
            p = s.up[p]
        else:
            _cover(s, j)
            p += 1


@kernel
def _give_back(s: Links, x: int) -> None:
    p = x - 1
    while p != x:
        j = s.top[p]
        if j <= 0:
            p = s.down[p]
        else:
            _uncover(s, j)
            p -= 1


@entry
def run(s: Links, c: Course, max_positions: int) -> int:
    """Search on: SOLUTION with the options in `choice`, DONE, BUDGET after so many positions, or PAUSED."""
    limit = c.total[POSITIONS] + max_positions
    while True:
        depth = c.depth
        if c.mode == ENTER:
            if s.right[0] == 0:
                seen(c)
                c.mode = RETRY
                return SOLUTION
            if c.total[POSITIONS] >= limit:
                return BUDGET
            if crowded(c):
                return PAUSED
            c.total[POSITIONS] += 1
            i = _fewest(s)
            if s.size[i] == 0:
                dead(c, DEAD_END, i - 1)
                c.mode = RETRY
                continue
            _cover(s, i)
            s.item[depth] = i
            s.choice[depth] = s.down[i]
            c.mode = TRY
        elif c.mode == TRY:
            x = s.choice[depth]
            if x == s.item[depth]:
                _uncover(s, x)
                c.mode = RETRY
                continue
            laid(c, s.option[x], 0)
            _take(s, x)
            c.depth = depth + 1
            c.mode = ENTER
        else:
            if depth == 0:
                ended(c)
                return DONE
            depth -= 1
            c.depth = depth
            x = s.choice[depth]
            _give_back(s, x)
            s.choice[depth] = s.down[x]
            c.mode = TRY


class CoverSearch(KernelSearch):
    """Algorithm X on options given as rows (see `make_links`)."""

    def __init__(self, primary: int, secondary: int, start: npt.NDArray[np.integer], items: npt.NDArray[np.integer]) -> None:
        self.state = make_links(primary, secondary, start, items)
        self.course = new_course(len(self.state.choice))

    def step(self, max_positions: int) -> int:
        return run(self.state, self.course, max_positions)

    def chosen(self) -> list[int]:
        """The options taken now (of the solution just reported, if `run` said SOLUTION)."""
        return [int(self.state.option[x]) for x in self.state.choice[: self.course.depth]]


def solutions(primary: int, secondary: int, options: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """All exact covers of a small instance, as lists of option numbers."""
    start = np.zeros(len(options) + 1, dtype=np.int64)
    np.cumsum([len(option) for option in options], out=start[1:])
    items = np.array([i for option in options for i in option], dtype=np.int64)
    search = CoverSearch(primary, secondary, start, items)
    while (code := search.run(100_000)) != DONE:
        if code == SOLUTION:
            yield search.chosen()

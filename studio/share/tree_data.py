"""The search tree of a film, grown from packed rows: one node per guess, and the root.

Depth-first order makes it cheap: nodes are numbered in the order of their guesses, a node's parent is the last guess one level
higher, its subtree is a run of consecutive numbers, and the path of a position is found by climbing from the last guess
before it. Conflicts and steps back need not be stored: what is off the path and led to no solution has failed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.core.events import TICKS_PER_SECOND, TIME
from studio.core.trace import DEPTH, KIND, VALUE, Kind, Rows

OPEN, FAILED, SOLVED, ABANDONED = range(4)
"""ABANDONED: given up by a restart, not refuted."""

TELLING = (Kind.GUESS, Kind.SOLUTION, Kind.RESTART, Kind.PHASE)
"""What makes nodes or marks them; an END closes those that are open."""

Ints = NDArray[np.int32]


class SearchTree:
    """Arrays over nodes; node 0 is the root. `version` grows with every change."""

    def __init__(self) -> None:
        self.size = 1
        self.version = 0
        self.max_depth = 0
        self._parents: Ints = np.full(1024, -1, np.int32)
        self._depths: Ints = np.zeros(1024, np.int32)
        self._events: Ints = np.full(1024, -1, np.int32)
        self._marks: NDArray[np.int8] = np.full(1024, FAILED, np.int8)
        self._marks[0] = OPEN
        self._last: list[int] = [0]
        self._seen = 0
        self._tip_depth = 0
        self._ended = OPEN
        """what the END makes of nodes that are still open"""

    @property
    def seen(self) -> int:
        """How many events it knows."""
        return self._seen

    @property
    def parents(self) -> Ints:
        return self._parents[: self.size]

    @property
    def depths(self) -> Ints:
        return self._depths[: self.size]

    @property
    def events(self) -> Ints:
        """The index of the guess event of each node; -1 for the root."""
        return self._events[: self.size]

    def update(self, rows: Rows, at_most: int = 10**9) -> bool:
        """Take in the rows that are new since the last call, or the first of them; True if the tree changed."""
        new = rows[self._seen : self._seen + at_most]
        if not len(new):
            return False
        kinds = new[:, KIND]
        telling = np.flatnonzero(np.isin(kinds, TELLING))
        self._reserve(self.size + int((kinds == Kind.GUESS).sum()))
        before = np.concatenate([[self._tip_depth], new[:-1, DEPTH]])
        facts = zip(kinds[telling].tolist(), new[telling, DEPTH].tolist(), before[telling].tolist(),
                    (telling + self._seen).tolist())
        self._take(facts)
        if int(kinds[-1]) == Kind.END:
            self._ended = FAILED if new[-1, VALUE] else ABANDONED
        self._seen += len(new)
        tip_moved = self._tip_depth != int(new[-1, DEPTH])
        self._tip_depth = int(new[-1, DEPTH])
        changed = bool(len(telling)) or tip_moved or self._ended != OPEN
        self.version += changed
        return changed

    def _reserve(self, size: int) -> None:
        if size > len(self._parents):
            more = max(size, len(self._parents) * 3 // 2) - len(self._parents)
            self._parents = np.pad(self._parents, (0, more))
            self._depths = np.pad(self._depths, (0, more))
            self._events = np.pad(self._events, (0, more))
            self._marks = np.pad(self._marks, (0, more), constant_values=FAILED)

    def _take(self, facts: zip[tuple[int, int, int, int]]) -> None:
        last, node = self._last, self.size
        parents: list[int] = []
        depths: list[int] = []
        events: list[int] = []
        first = node
        for kind, depth, before, event in facts:
            if kind == Kind.GUESS:
                depth = min(max(depth, 1), len(last))  # a guess can be at most one level deeper than the path
                parents.append(last[depth - 1])
                depths.append(depth)
                events.append(event)
                del last[depth:]
                last.append(node)
                node += 1
            elif kind == Kind.SOLUTION:
                self._mark_path(min(depth, len(last) - 1), -1, SOLVED)
            else:
                self._mark_path(min(before, len(last) - 1), depth, ABANDONED)
        if parents:
            self._parents[first:node], self._depths[first:node], self._events[first:node] = parents, depths, events
            self.max_depth = max(self.max_depth, *depths)
        self.size = node

    def _mark_path(self, deepest: int, above: int, mark: int) -> None:
        """Mark the path's nodes from depth `deepest` up to, not including, `above`; a solved node stays solved."""
        for depth in range(deepest, max(above, -1), -1):
            node = self._last[depth]
            if self._marks[node] == SOLVED:
                return
            self._marks[node] = mark

    def states(self) -> NDArray[np.int8]:
        """OPEN for the path of the newest event while the search goes on, else what became of each node."""
        marks = self._marks[: self.size].copy()
        for node in self._last[: self._tip_depth + 1]:
            if marks[node] != SOLVED:
                marks[node] = self._ended
        return marks

    def ends(self) -> Ints:
        """The first node after each subtree: nodes i+1 … ends[i]-1 lie below i."""
        ends = np.full(self.size, self.size, np.int32)
        parents, depths = self.parents, self.depths
        order, starts = by_level(depths)
        for level in range(1, len(starts) - 1):  # top-down: a subtree ends before the next of its level and within its parent's
            nodes = order[starts[level] : starts[level + 1]]
            following = np.concatenate([nodes[1:], [self.size]])
            ends[nodes] = np.minimum(following, ends[parents[nodes]])
        return ends

    def node_at(self, position: int, rows: Rows) -> int:
        """The node where the film stands after `position` events."""
        if position <= 0 or not len(rows):
            return 0
        position = min(position, self._seen, len(rows))
        depth = int(rows[position - 1, DEPTH]) if position else 0
        node = int(np.searchsorted(self._events[1 : self.size], position))
        while node and self._depths[node] > depth:
            node = int(self._parents[node])
        return node

    def path(self, node: int) -> list[int]:
        """The node and everything above it, root last."""
        found = [node]
        while node > 0:
            node = int(self._parents[node])
            found.append(node)
        return found

    def children(self, node: int) -> NDArray[np.int64]:
        below = self._depths[node] + 1
        later = np.flatnonzero((self.parents[node:] == node) & (self.depths[node:] == below)) + node
        return later[later > 0]


@dataclass(frozen=True)
class Below:
    """What lies below a node: guesses, how many of them failed, solutions told there, how deep it goes, how long it took."""

    nodes: int
    failed: int
    solutions: int
    deepest: int
    events: int
    seconds: float


def below(tree: SearchTree, node: int, rows: Rows) -> Below:
    """The statistics of a subtree. It ends where the search went on elsewhere, or where the film ends."""
    end, states = int(tree.ends()[node]), tree.states()
    first = int(tree.events[node]) + 1 if node else 0
    last = int(tree.events[end]) if end < tree.size else min(tree.seen, len(rows))
    part = rows[first:last]
    inside = slice(node + 1, end)
    deepest = int(tree.depths[inside].max()) if end > node + 1 else int(tree.depths[node])
    ticks = int(part[-1, TIME]) - int(rows[max(first - 1, 0), TIME]) if len(part) else 0
    return Below(end - node - 1, int((states[inside] == FAILED).sum()), int((part[:, KIND] == Kind.SOLUTION).sum()), deepest,
                 len(part), ticks / TICKS_PER_SECOND)


def by_level(depths: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Nodes level by level, each level in order, and where each level starts (with an end mark)."""
    order = np.argsort(depths.astype(np.int16) if len(depths) and depths.max() < 32_000 else depths, kind="stable")
    starts = np.searchsorted(depths[order], np.arange(int(depths.max()) + 2 if len(depths) else 1))
    return order, starts

"""Where the nodes of a search tree stand: leaves side by side, parents over the middle of their children, folded parts gone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.share.tree_data import FAILED, SearchTree, by_level

Floats = NDArray[np.float32]


@dataclass
class Layout:
    """Only the nodes that are shown. `at` is their place among the leaves, `left`/`right` where their children begin, end."""

    nodes: NDArray[np.int64]
    depths: NDArray[np.int32]
    at: Floats
    left: Floats
    right: Floats
    states: NDArray[np.int8]
    folded: NDArray[np.bool_]
    hidden_below: NDArray[np.int32]
    """How many nodes a folded one stands for."""
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    leaves: int

    @property
    def levels(self) -> int:
        return len(self.starts) - 1

    def index_of(self, node: int) -> int | None:
        """Where a node is in these arrays; None while it is folded away."""
        index = int(np.searchsorted(self.nodes, node))
        return index if index < len(self.nodes) and self.nodes[index] == node else None

    def nearest(self, at: float, level: int) -> int | None:
        """The index of the node of a level that is nearest to a place."""
        if not 0 <= level < self.levels:
            return None
        row = self.order[self.starts[level] : self.starts[level + 1]]
        if not len(row):
            return None
        place = int(np.searchsorted(self.at[row], at))
        choices = row[max(0, place - 1) : place + 1]
        return int(min(choices, key=lambda index: abs(float(self.at[index]) - at)))


def failed_roots(tree: SearchTree, states: NDArray[np.int8], ends: NDArray[np.int32]) -> NDArray[np.int64]:
    """The tops of failed subtrees that have something below them."""
    failed = states == FAILED
    top = failed.copy()
    top[1:] &= ~failed[tree.parents[1:]]
    return np.flatnonzero(top & (ends - np.arange(tree.size) > 1))


def small_roots(tree: SearchTree, ends: NDArray[np.int32], most: int) -> NDArray[np.int64]:
    """The tops of the largest subtrees that have something below them, but no more than so many nodes."""
    below = ends - np.arange(tree.size) - 1
    small = below <= most
    top = small.copy()
    top[1:] &= ~small[tree.parents[1:]]
    return np.flatnonzero(top & (below > 0))


def lay_out(tree: SearchTree, folded: set[int], fold_failed: bool = False, unfolded: set[int] | None = None,
            fold_up_to: int = 0) -> Layout:
    """Place the tree. `folded` nodes hide what is below them; with `fold_failed` so do failed ones, and with `fold_up_to` those
    with at most so many nodes below them, except `unfolded`."""
    states, ends = tree.states(), tree.ends()
    closed = np.zeros(tree.size, np.bool_)
    closed[[node for node in folded if node < tree.size]] = True
    if fold_failed:
        closed[failed_roots(tree, states, ends)] = True
    if fold_up_to:
        closed[small_roots(tree, ends, fold_up_to)] = True
    if fold_failed or fold_up_to:
        closed[[node for node in unfolded or () if node < tree.size]] = False
    closed &= ends - np.arange(tree.size) > 1
    edges = np.zeros(tree.size + 1, np.int32)
    shut = np.flatnonzero(closed)
    np.add.at(edges, shut + 1, 1)
    np.add.at(edges, ends[shut], -1)
    nodes = np.flatnonzero(np.cumsum(edges[:-1]) == 0)
    renumbered = np.zeros(tree.size, np.int64)
    renumbered[nodes] = np.arange(len(nodes))
    parents = renumbered[np.maximum(tree.parents[nodes], 0)]
    depths = tree.depths[nodes]
    order, starts = by_level(depths)
    at, left, right, leaves = _places(parents, order, starts)
    return Layout(nodes, depths, at, left, right, states[nodes], closed[nodes], ends[nodes] - nodes.astype(np.int32) - 1,
                  order, starts, leaves)


def _places(parents: NDArray[np.int64], order: NDArray[np.int64],
            starts: NDArray[np.int64]) -> tuple[Floats, Floats, Floats, int]:
    count = len(parents)
    has_child = np.zeros(count, np.bool_)
    has_child[parents[1:]] = True
    leaf = ~has_child
    at = np.where(leaf, np.cumsum(leaf) - 1, 0).astype(np.float32)
    left, right = at.copy(), at.copy()
    for level in range(len(starts) - 2, 0, -1):
        row = order[starts[level] : starts[level + 1]]
        above = parents[row]
        first = np.flatnonzero(np.concatenate([[True], above[1:] != above[:-1]]))
        last = np.concatenate([first[1:], [len(row)]]) - 1
        owner = above[first]
        left[owner], right[owner] = at[row[first]], at[row[last]]
        at[owner] = (left[owner] + right[owner]) / 2
    return at, left, right, int(leaf.sum())

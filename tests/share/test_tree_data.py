"""The tree against one that is built event by event, and its layout against what a layout must keep."""

from __future__ import annotations

import random

import numpy as np
import pytest

from studio.core.trace import Kind
from studio.share.film import Film
from studio.share.tree_data import ABANDONED, FAILED, OPEN, SOLVED, SearchTree
from studio.share.tree_layout import failed_roots, lay_out
from studio.ui.watch.tree_raster import BACKGROUND, FIRST_SHADE, FIRST_STATE, raster, visible
from tests.ui.watch.conftest import random_film, solved_film


class SlowTree:
    """One Python object a node, one step an event."""

    def __init__(self, film: Film) -> None:
        self.parents, self.depths, self.events, self.states = [-1], [0], [-1], [OPEN]
        self.path = [0]
        self.node_after = [0]
        for index in range(len(film.log)):
            event = film.log.event(index)
            if event.kind is Kind.GUESS:
                self.parents.append(self.path[-1])
                self.depths.append(event.depth)
                self.events.append(index)
                self.states.append(OPEN)
                self.path.append(len(self.parents) - 1)
            elif event.kind in (Kind.BACKTRACK, Kind.RESTART):
                while len(self.path) > event.depth + 1:
                    node = self.path.pop()
                    if self.states[node] != SOLVED:
                        self.states[node] = FAILED if event.kind is Kind.BACKTRACK else ABANDONED
            elif event.kind is Kind.SOLUTION:
                for node in self.path:
                    self.states[node] = SOLVED
            self.node_after.append(self.path[-1])

    def below(self, node: int) -> set[int]:
        found = {node}
        for other in range(node + 1, len(self.parents)):
            if self.parents[other] in found:
                found.add(other)
        return found


@pytest.mark.parametrize("seed", range(15))
def test_every_fact_agrees_with_the_slow_tree(seed: int) -> None:
    film = random_film(seed, 400)
    slow, tree = SlowTree(film), SearchTree()
    rng, seen = random.Random(seed), 0
    while seen < len(film.log):  # grown in bites, as a live film is
        seen = min(len(film.log), seen + rng.randint(1, 90))
        tree.update(film.log.rows[:seen])
    assert tree.parents.tolist() == slow.parents
    assert tree.depths.tolist() == slow.depths
    assert tree.events.tolist() == slow.events
    assert tree.states().tolist() == slow.states
    assert [tree.node_at(position, film.log.rows) for position in range(len(film.log) + 1)] == slow.node_after
    ends = tree.ends()
    for node in range(tree.size):
        assert set(range(node, ends[node])) == slow.below(node)
        assert tree.children(node).tolist() == [n for n in range(tree.size) if slow.parents[n] == node]


def test_bites_are_taken_one_at_a_time() -> None:
    film = random_film(3, 300)
    tree = SearchTree()
    tree.update(film.log.rows, 50)
    assert tree.seen == 50
    while tree.seen < len(film.log):
        tree.update(film.log.rows, 50)
    whole = SearchTree()
    whole.update(film.log.rows)
    assert tree.states().tolist() == whole.states().tolist()
    assert not whole.update(film.log.rows)


def grown(film: Film) -> SearchTree:
    film.grow_tree()
    return film.tree


@pytest.mark.parametrize("seed", range(8))
def test_the_layout_is_tidy(seed: int) -> None:
    tree = grown(random_film(seed, 300))
    layout = lay_out(tree, set())
    assert layout.nodes.tolist() == list(range(tree.size))
    for level in range(layout.levels):
        row = layout.order[layout.starts[level] : layout.starts[level + 1]]
        assert (layout.depths[row] == level).all()
        assert (np.diff(layout.at[row]) >= 0.5 - 1e-6).all()
    for node in range(tree.size):
        below = tree.children(node)
        if len(below):
            assert layout.at[node] == pytest.approx((layout.at[below[0]] + layout.at[below[-1]]) / 2)
            assert (layout.left[node], layout.right[node]) == (layout.at[below[0]], layout.at[below[-1]])
    leaves = [layout.at[node] for node in range(tree.size) if not len(tree.children(node))]
    assert leaves == list(range(layout.leaves))


def test_folding_hides_what_is_below() -> None:
    tree = grown(random_film(4, 400))
    node = next(n for n in range(1, tree.size) if len(tree.children(n)) > 1)
    below = int(tree.ends()[node]) - node - 1
    layout = lay_out(tree, {node})
    index = layout.index_of(node)
    assert index is not None and layout.folded[index] and layout.hidden_below[index] == below
    assert len(layout.nodes) == tree.size - below
    assert layout.index_of(node + 1) is None


def test_folding_all_failed_branches_keeps_the_way_to_the_solution() -> None:
    tree = grown(solved_film(solutions=0))
    states, ends = tree.states(), tree.ends()
    roots = failed_roots(tree, states, ends)
    layout = lay_out(tree, set(), fold_failed=True)
    hidden = sum(int(ends[root]) - root - 1 for root in roots.tolist())
    assert len(layout.nodes) == tree.size - hidden
    assert set(np.flatnonzero(states == SOLVED)) <= set(layout.nodes.tolist())
    if len(roots):
        opened = lay_out(tree, set(), fold_failed=True, unfolded={int(roots[0])})
        assert len(opened.nodes) > len(layout.nodes)


def test_the_nearest_node_of_a_level() -> None:
    layout = lay_out(grown(random_film(6, 300)), set())
    for level in range(layout.levels):
        row = layout.order[layout.starts[level] : layout.starts[level + 1]]
        for index in row.tolist():
            assert layout.nearest(float(layout.at[index]) + 0.1, level) == index
    assert layout.nearest(0, layout.levels) is None and layout.nearest(0, -1) is None


def test_the_picture_shows_every_level_and_state() -> None:
    layout = lay_out(grown(random_film(7, 4000)), set())
    shown = visible(layout, 0, layout.levels, -1, layout.leaves)
    assert len(shown) == len(layout.nodes)
    picture = raster(layout, shown, 0, layout.levels, 0, 2.0, 2 * layout.leaves)
    for level in range(layout.levels):
        assert (picture[2 * level] != BACKGROUND).any()
    seen = set(np.unique(picture[::2]).tolist()) - {BACKGROUND}
    assert {FIRST_STATE + int(state) for state in np.unique(layout.states[layout.depths > 0])} <= seen
    crowded = raster(layout, shown, 0, layout.levels, 0, 0.02, max(2, layout.leaves // 50))
    assert len(np.unique(crowded[::2][crowded[::2] >= FIRST_SHADE[FAILED]])) > 1
    left_half = visible(layout, 0, 3, 0, layout.leaves / 2)
    assert (layout.depths[left_half] <= 3).all() and (layout.left[left_half] <= layout.leaves / 2).all()

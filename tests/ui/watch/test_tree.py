"""The tree: labels where they fit, folded by size, weights, statistics, Fit; the first difference; all solutions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from studio.core.events import Batch, Kind
from studio.core.film import TraceLog
from studio.core.history import first_difference
from studio.core.trace import Reason, TraceWriter
from studio.share.film import Film
from studio.share.tree_data import FAILED, SearchTree, below
from studio.share.tree_layout import lay_out
from studio.ui import look as looks
from studio.ui.watch import tree_paint
from studio.ui.watch.page import WatchPage
from studio.ui.watch.tree_paint import heaviness
from studio.ui.watch.tree_view import BOTTOM, MARGIN, TOP
from tests.ui.watch.conftest import random_film, show, solved_film, told_film


def grown(film: Film) -> SearchTree:
    film.grow_tree()
    return film.tree


def test_subtrees_are_folded_by_their_size_and_tell_their_weight() -> None:
    for seed in range(4):
        tree = grown(random_film(seed, 400))
        ends = tree.ends()
        for most in (1, 3, 10):
            layout = lay_out(tree, set(), fold_up_to=most)
            folded = layout.nodes[layout.folded]
            sizes = ends[folded] - folded - 1
            assert (sizes <= most).all() and (sizes > 0).all()
            assert layout.hidden_below[layout.folded].tolist() == sizes.tolist()
            open_inner = [node for node in layout.nodes.tolist() if node not in set(folded.tolist()) and ends[node] - node > 1]
            assert all(ends[node] - node - 1 > most for node in open_inner)
            assert len(layout.nodes) + int(sizes.sum()) == tree.size
    assert heaviness(1) < heaviness(10) < heaviness(1000)


def test_what_lies_below_a_node() -> None:
    for seed in range(4):
        film = random_film(seed, 300)
        tree, rows = grown(film), film.log.rows
        ends, states = tree.ends(), tree.states()
        for node in range(0, tree.size, 7):
            found = below(tree, node, rows)
            inside = range(node + 1, int(ends[node]))
            assert found.nodes == len(inside) and found.failed == sum(states[each] == FAILED for each in inside)
            assert found.deepest == max([int(tree.depths[each]) for each in inside] or [int(tree.depths[node])])
        assert below(tree, 0, rows).solutions == int((rows[:, 0] == Kind.SOLUTION).sum())


def deep_film(levels: int) -> Film:
    def tell(trace: TraceWriter) -> None:
        for level in range(levels):
            trace.guess(level % 16, 1)
            if level % 3 == 0:
                trace.conflict(0)
                trace.backtrack(trace.depth - 1)
                trace.guess(level % 16, 2)

    return told_film(tell)


def test_fit_fits_every_tree(page: WatchPage) -> None:
    view = page.side.tree
    for film in (deep_film(3), deep_film(1500), random_film(2, 3000), solved_film(solutions=0)):
        show(page, film)
        view.fit()
        layout = view.layout_
        assert layout is not None
        points = [view.point(float(at), int(depth)) for at, depth in zip(layout.at, layout.depths)]
        assert min(p.x() for p in points) >= MARGIN - 1 and max(p.x() for p in points) <= view.width() - MARGIN + 1
        assert min(p.y() for p in points) >= TOP - 1 and max(p.y() for p in points) <= view.height() - BOTTOM + 1


def test_the_first_level_has_labels_although_the_leaves_are_crowded(page: WatchPage, monkeypatch: Any) -> None:
    def tell(trace: TraceWriter) -> None:
        for first in (1, 2):
            trace.guess(0, first)
            for value in range(60):
                trace.guess(1 + value % 15, 1 + value % 4)
                trace.conflict(2)
                trace.backtrack(1)
            trace.backtrack(0)

    show(page, told_film(tell))
    labelled: list[int] = []
    real = tree_paint.claim
    monkeypatch.setattr(tree_paint, "claim", lambda film, event: labelled.append(event) or real(film, event))
    page.side.tree.fit()
    page.side.tree.grab()
    tree = page.side.tree.tree
    assert tree is not None
    first_level = {int(event) for event, depth in zip(tree.events, tree.depths) if depth == 1}
    assert first_level <= set(labelled) and page.side.tree.leaf_pixels < 20


def test_folding_by_size_from_the_panel(page: WatchPage) -> None:
    show(page, random_film(3, 800))
    shown = len(page.side.tree.layout_.nodes)  # type: ignore[union-attr]
    page.side.fold_size.setCurrentIndex(1)
    assert page.side.tree.fold_up_to == 10 and len(page.side.tree.layout_.nodes) < shown  # type: ignore[union-attr]
    assert "nodes below" in page.side.tree.describe(0) and "events in" in page.side.tree.describe(0)
    page.side.fold_size.setCurrentIndex(0)
    assert len(page.side.tree.layout_.nodes) == shown  # type: ignore[union-attr]


def test_the_first_difference_of_two_films() -> None:
    one = random_film(5, 300).log
    assert first_difference(one, random_film(5, 300).log) is None
    for at in (0, 17, 150):
        other = TraceLog(16)
        trace = TraceWriter(other.add)
        trace.rule_id("a rule of its own")  # other numbers for the same rules
        for index in range(len(one)):
            event = one.event(index)
            _tell_again(trace, event, random.Random(1).randint(1, 3) + 5 if index == at else event.value)
        trace.flush()
        assert first_difference(one, other) == at + 1
    shorter = TraceLog(16)
    shorter.add(Batch(one.rows[:100].copy(), rules=list(one.rules)))
    assert first_difference(one, shorter) == first_difference(shorter, one) == 101


def _tell_again(trace: TraceWriter, event: Any, value: int) -> None:
    trace.rows(np.array([[event.kind, event.depth, event.cell, value, trace.rule_id(event.rule) if event.rule else -1, -1, 0]],
                        np.int32))


def test_compare_goes_to_the_first_difference(page: WatchPage) -> None:
    page.set_two(True)
    for lane, value in ((0, 2), (1, 3)):
        def tell(trace: TraceWriter, value: int = value) -> None:
            trace.deduce(0, 1, "elimination", Reason("so"))
            trace.guess(1, value)

        show(page, told_film(tell), lane)
    QTest.keyClick(page, Qt.Key.Key_D)
    assert page.player.position == 2 and page.side.difference.isVisible()


def test_all_solutions_are_listed_and_gone_to(page: WatchPage) -> None:
    film = solved_film(solutions=4)
    show(page, film)
    panel = page.side.solutions
    assert panel.listed.count() == len(film.log.solutions) == 4 and "4 solutions" in panel.about.text()
    page.side.tabs.setCurrentWidget(panel)
    panel.listed.setCurrentRow(2)
    assert page.player.position == film.log.solution_events()[2] + 1
    assert tuple(page.lanes[0].view.board.marks) == film.log.solutions[2]  # type: ignore[union-attr]
    told = panel.listed.item(2).text()
    other = sum(a != b for a, b in zip(film.log.solutions[2], film.log.solutions[1]))
    assert f"other in {other} cells" in told


def test_a_small_screen_shows_one_panel_for_two_films(page: WatchPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_room", lambda: QSize(1366, 768))
    page.set_two(True)
    assert not page.beside.isVisible() and page.side.which_bar.isVisible()


def test_two_films_have_their_panels_side_by_side(page: WatchPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees, logs and charts of both; each goes its own way, and the panel stands on the side of its board."""
    monkeypatch.setattr(looks, "_room", lambda: QSize(1920, 1080))
    films = [solved_film(solutions=2), solved_film(solutions=2, **{"only-place": False})]
    page.set_two(True)
    for number, film in enumerate(films):
        show(page, film, number)
    page.set_active(0)
    assert page.beside.isVisible() and page.side.tree.film is films[0] and page.beside.tree.film is films[1]
    page.player.go(5)
    assert page.side.log.view.position == 5 and page.beside.log.view.position == min(5, len(films[1]))
    page.side.tabs.setCurrentIndex(1)
    assert page.beside.tabs.currentIndex() == 1 and page.beside.depth_chart.isVisible()
    page.beside.jumped.emit(3)
    assert page.player.reference is films[1] and page.player.position == 3
    page.set_active(1)
    assert page.side.tree.film is films[1] and page.beside.tree.film is films[0] and page.sides.indexOf(page.side) == 1
    page.set_two(False)
    assert not page.beside.isVisible() and page.side.tree.film is films[0]

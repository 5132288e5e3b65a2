"""The implication graph of a contradiction in Watch: opened from its event, its statements shown on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.events import Link, Reason
from studio.core.trace import TraceWriter
from studio.ui.watch.conflict_card import layout
from studio.ui.watch.page import WatchPage
from tests.ui.watch.conftest import show, told_film

GRAPH = (Link("r1c1 1", (0,), 1), Link("r1c2 2", (1,), 2), Link("r1c3 3", (2,), 2, "one in a row", (0, 1)),
         Link("contradiction", (2, 6), 2, "one in a column", (1, 2)))


def tell(trace: TraceWriter) -> None:
    trace.guess(0, 1)
    trace.guess(1, 2)
    trace.conflict(2, "conflict", Reason("no place is left", (2, 6), graph=GRAPH))
    trace.backtrack(1)


def test_columns_run_from_what_stood_before_to_the_clash() -> None:
    boxes = layout(GRAPH)
    left = [box.rect.left() for box in boxes]
    assert left[0] == left[1] < left[2] < left[3]
    assert not any(one.rect.intersects(other.rect) for one in boxes for other in boxes if one is not other)


def test_a_contradiction_opens_its_graph_and_shows_its_cells(page: WatchPage) -> None:
    show(page, told_film(tell))
    lane, bar = page.lanes[0], page.lanes[0].conflict
    page.player.go(2)
    assert not bar.show_button.isVisibleTo(lane)
    page.player.go(3)
    assert bar.show_button.isVisibleTo(lane) and "4 steps" in bar.show_button.text()
    bar.show_button.click()
    assert bar.window_ is not None
    graph = bar.window_.graph
    at, none = graph.boxes[2].rect.center(), Qt.MouseButton.NoButton
    QApplication.sendEvent(graph, QMouseEvent(QEvent.Type.MouseMove, at, graph.mapToGlobal(at), none, none,
                                              Qt.KeyboardModifier.NoModifier))
    assert graph.current == 2 and lane.view.overlay.causes == (2,) and "one in a row" in graph.toolTip()
    QTest.keyClick(graph, Qt.Key.Key_Right)
    assert lane.view.overlay.causes == (2, 6)
    page.player.go(4)
    assert bar.window_ is None and not bar.show_button.isVisibleTo(lane)

"""A film for assistive technology: the log is a list, the tree a tree, the charts have a text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest

from studio.core.trace import Kind
from studio.ui.access_kit import Part
from studio.ui.watch import accessible
from studio.ui.watch.log_index import Wanted
from studio.ui.watch.page import WatchPage
from tests.ui.watch.conftest import random_film, show, solved_film

NAME = QAccessible.Text.Name


@pytest.fixture
def focused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a reader is led to."""
    told: list[str] = []

    def tell(part: Part) -> None:
        told.append(part.text(NAME))

    monkeypatch.setattr(accessible, "has_focus", tell)
    monkeypatch.setattr(accessible.QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(accessible.QAccessible, "updateAccessibility", staticmethod(lambda _event: None))
    return told


def test_the_log_is_a_list_of_lines(page: WatchPage) -> None:
    film = solved_film()
    show(page, film)
    view = page.side.log.view
    lines = accessible.log_list(view)
    assert lines.role() == QAccessible.Role.List and lines.childCount() == len(film)
    for number in (0, 7, len(film) - 1):
        line = lines.child(number)
        assert line is not None and line.role() == QAccessible.Role.ListItem and lines.indexOfChild(line) == number
        assert line.text(NAME) == view.describe(number) and line.parent() is lines and line.isValid()
    assert lines.child(len(film)) is None
    view.set_wanted(Wanted(frozenset({Kind.GUESS})))
    first = lines.child(0)
    guesses = [index for index, kind in enumerate(film.log.rows[:, 0].tolist()) if kind == Kind.GUESS]
    assert lines.childCount() == len(guesses) and first is not None and first.text(NAME) == view.describe(guesses[0])


def test_of_a_long_log_the_lines_around_the_marked_one_are_given_out(page: WatchPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accessible, "MOST", 30)
    monkeypatch.setattr(accessible, "STEP", 10)
    film = random_film(1, 400)
    show(page, film)
    view, lines = page.side.log.view, accessible.log_list(page.side.log.view)
    for position in (1, 25, 100, len(film)):
        view.set_position(position)
        given = [lines.child(index) for index in range(lines.childCount())]
        assert len(given) == 30 and view.describe(position - 1) in [line.text(NAME) for line in given if line is not None]
        assert [lines.indexOfChild(line) for line in given if line is not None] == list(range(30))


def test_keys_in_the_log_lead_to_its_lines(page: WatchPage, focused: list[str]) -> None:
    show(page, solved_film())
    view = page.side.log.view
    view.setFocus()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Down)
    row = view.current_row()
    assert focused[-1] == view.describe(view.index.event(row)) and accessible.log_list(view).focused(row)
    child = accessible.log_list(view).focusChild()
    assert child is not None and child.state().focused and child.text(NAME) == focused[-1]


def test_the_tree_is_a_tree_of_guesses(page: WatchPage) -> None:
    film = solved_film(solutions=0)
    show(page, film)
    view, top = page.side.tree, accessible.tree_of_items(page.side.tree)
    assert top.role() == QAccessible.Role.Tree and top.childCount() == 1
    root = top.child(0)
    assert root is not None and root.text(NAME).startswith("the start of the search") and root.parent() is top
    seen = 0
    todo = [root]
    while todo:
        node = todo.pop()
        seen += 1
        for index in range(node.childCount()):
            child = node.child(index)
            assert child is not None and child.role() == QAccessible.Role.TreeItem
            assert child.parent() is node and node.indexOfChild(child) == index
            todo.append(child)
        assert node.state().expandable == bool(node.childCount()) == bool(node.state().expanded)
    assert seen == film.tree.size
    view.set_folded(0, True)
    assert root.childCount() == 0 and root.state().collapsed and not root.state().expanded


def test_keys_in_the_tree_lead_to_its_nodes(page: WatchPage, focused: list[str]) -> None:
    show(page, solved_film(solutions=0))
    view = page.side.tree
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    deeper = view.current
    assert deeper > 0 and focused[-1] == view.describe(deeper) and "depth 1" in focused[-1]
    QTest.keyClick(view, Qt.Key.Key_BracketRight)
    assert view.current != deeper and "depth 1" in focused[-1]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.current == 0 and focused[-1].startswith("the start of the search")


def test_the_charts_have_a_text_that_is_read_and_copied(page: WatchPage) -> None:
    film = solved_film(solutions=0)
    show(page, film)
    panel = page.side.charts_panel
    page.side.tabs.setCurrentWidget(panel)
    panel.as_text.click()
    text = panel.figures.toPlainText()
    assert panel.pages.currentWidget() is panel.figures and text == panel.text()
    blocks = text.strip().split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [chart.title for chart in page.side.charts()]
    counts = {depth: count for depth, count in enumerate(film.log.stats.depth_histogram()) if count}
    told = dict(line.split("\t") for line in blocks[1].splitlines()[2:])
    assert {int(depth): int(count.replace(",", "")) for depth, count in told.items()} == counts
    depths = [line.split("\t") for line in blocks[0].splitlines()[2:]]
    assert max(int(high) for _, _, high in depths) == film.log.stats.max_depth
    assert depths[0][0].startswith("1–") and depths[-1][0].endswith(f"–{len(film):,}")
    panel.copy.click()
    assert QGuiApplication.clipboard().text() == text
    panel.as_text.click()
    assert panel.pages.currentWidget() is not panel.figures


def test_charts_without_data_say_so(page: WatchPage) -> None:
    assert "nothing yet" in page.side.charts_panel.text()

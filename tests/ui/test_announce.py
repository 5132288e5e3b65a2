"""What a screen reader hears: the cell under the cursor, messages, hints."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from studio.core.draw import Overlay
from studio.ui import accessible, announce
from studio.ui.main_window import MainWindow
from tests.ui.conftest import open_latin


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []

    class Reader:
        @staticmethod
        def isActive() -> bool:
            return True

        @staticmethod
        def updateAccessibility(event: Any) -> None:
            said.append(event.message())

    monkeypatch.setattr(announce, "QAccessible", Reader)
    return said


def test_the_cursor_is_the_focus_and_its_cell_tells_all(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    focused: list[str] = []
    monkeypatch.setattr(accessible, "cursor_moved", lambda view: focused.append(accessible.cell_words(view, view.cursor_cell)))
    page = open_latin(window, 1, *(0,) * 15)
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    QTest.keyClick(page.view, Qt.Key.Key_Left)
    assert focused[-2:] == ["row 1, column 2: empty", "row 1, column 1: 1, given"]


def test_the_board_is_a_table_of_cells(window: MainWindow) -> None:
    page = open_latin(window, 1, 1, *(0,) * 14)
    table = accessible.table_of(page.view)
    assert table.role() == QAccessible.Role.Table and table.childCount() == 16
    assert table.text(QAccessible.Text.Name) == "Latin square, 4 rows, 4 columns"
    cell = table.child(1)
    assert cell.role() == QAccessible.Role.Cell and table.indexOfChild(cell) == 1 and cell.rect().width() > 5
    page.view.show_board(page.document.family, page.document.board, Overlay(violations=(0, 1), ghosts={5: 2}, differing=(6,)))
    assert cell.text(QAccessible.Text.Name) == "row 1, column 2: 1, given, breaks a rule"
    assert table.child(5).text(QAccessible.Text.Name).endswith("empty, must be 2")
    assert table.child(6).text(QAccessible.Text.Name).endswith("solutions differ here")
    assert table.child(16) is None


def test_what_is_typed_is_read_out(window: MainWindow, heard: list[str]) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    page.view.setFocus()
    page.view.move_cursor(5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert "row 2, column 2: 3, given" in heard


def test_answers_and_faults_are_read_out(window: MainWindow, heard: list[str]) -> None:
    page = open_latin(window, 1, 2, 2, 0, mode="play")
    page.view.move_cursor(3)
    QTest.keyClick(page.view, Qt.Key.Key_1)
    assert any(text.startswith("Solved in") for text in heard)
    window.filing.open_path("nowhere.puzzle")
    assert "nowhere.puzzle does not exist" in heard[-1]


def test_nothing_is_said_when_nobody_listens(window: MainWindow) -> None:
    announce.say(window, "hello")  # off-screen there is no reader; this must simply do nothing

"""What a screen reader hears: the cell under the cursor, messages, hints."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.ui import announce
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


def test_cells_are_read_out_as_the_cursor_moves(window: MainWindow, heard: list[str]) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    QTest.keyClick(page.view, Qt.Key.Key_Right)
    QTest.keyClick(page.view, Qt.Key.Key_Left)
    assert heard[-2:] == ["row 1, column 2: empty", "row 1, column 1: 1, given"]


def test_answers_and_faults_are_read_out(window: MainWindow, heard: list[str]) -> None:
    page = open_latin(window, 1, 2, 2, 0, mode="play")
    page.view.move_cursor(3)
    QTest.keyClick(page.view, Qt.Key.Key_1)
    assert any(text.startswith("Solved in") for text in heard)
    window.filing.open_path("nowhere.puzzle")
    assert "nowhere.puzzle does not exist" in heard[-1]


def test_nothing_is_said_when_nobody_listens(window: MainWindow) -> None:
    announce.say(window, "hello")  # off-screen there is no reader; this must simply do nothing

"""Windows for tests: off-screen, with settings and data folders of their own."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from studio.core import registry
from studio.core.puzzle import Puzzle
from studio.ui import app, progress
from studio.ui.board_view import BoardView
from studio.ui.controllers.filing import Filing
from studio.ui.dialogs.generate import GenerateDialog
from studio.ui.document import Document
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from studio.ui.settings import Settings

SLOW_MACHINE_MS = 60_000
"""How long a test waits for a worker before it gives up; it goes on as soon as the answer is there."""


@pytest.fixture(autouse=True)
def no_question_on_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A modal question would wait for an answer that no test gives."""
    monkeypatch.setattr(Filing, "ask_to_save", lambda self, document: True)
    monkeypatch.setattr(GenerateDialog, "ask_to_drop", lambda self, count: True)
    for question in ("question", "warning", "critical", "information", "exec"):
        monkeypatch.setattr(QMessageBox, question, unexpected_question)


def unexpected_question(*said: Any) -> None:
    """A test that meets a question answers it itself; without an answer it would wait for ever."""
    raise AssertionError(f"nobody answers: {[part for part in said if isinstance(part, str)]}")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(progress, "data_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def window(qtbot: Any, settings: Settings, data_folder: Path) -> Iterator[MainWindow]:
    app.application().setStyle("Fusion")
    made = app.open_window([], settings)
    qtbot.addWidget(made)
    qtbot.waitExposed(made)
    yield made
    made.close()
    look().use("light")


def latin(*givens: int) -> Puzzle:
    """A Latin square of the template family."""
    size = round(len(givens) ** 0.5)
    family = registry.family("_template")
    return family.blank(size, size).with_givens(givens)


def open_latin(window: MainWindow, *givens: int, mode: str = "draw") -> DocumentPage:
    page = window.add_document(Document(latin(*(givens or (0,) * 16))), mode)
    QTest.qWait(1)
    page.view.setFocus()
    return page


def spot(view: BoardView, cell: int) -> QPoint:
    return view.cell_rect(cell).center().toPoint()


def click(view: BoardView, cell: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    QTest.mouseClick(view, button, Qt.KeyboardModifier.NoModifier, spot(view, cell))


def drag(view: BoardView, cells: list[int], button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    QTest.mousePress(view, button, Qt.KeyboardModifier.NoModifier, spot(view, cells[0]))
    for cell in cells[1:]:
        QTest.mouseMove(view, spot(view, cell))
    QTest.mouseRelease(view, button, Qt.KeyboardModifier.NoModifier, spot(view, cells[-1]))


def wait_for(qtbot: Any, check: Any) -> None:
    qtbot.waitUntil(check, timeout=SLOW_MACHINE_MS)

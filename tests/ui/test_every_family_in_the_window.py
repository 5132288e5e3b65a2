"""Every family under an unruly hand: each tool with clicks, drags and keys, then undone to the last step."""

from __future__ import annotations

import random
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core import registry
from studio.core.draw import Overlay
from studio.core.family import Family
from studio.share.theme import THEMES
from studio.ui.board_view import BoardView
from studio.ui.document import DRAW, PLAY, Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from studio.ui.parts import SELECT
from tests.ui.conftest import click, drag, spot

KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_O, Qt.Key.Key_R, Qt.Key.Key_F, Qt.Key.Key_Space, Qt.Key.Key_Return,
        Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Period, Qt.Key.Key_X)
families = pytest.mark.parametrize("family", registry.families(), ids=lambda family: family.id)


def fiddle(page: DocumentPage, tool: str, rng: random.Random) -> None:
    """A few seconds of a child at the board; a letter may have changed the tool, so it is taken up again and again."""
    view = page.view
    assert view.board is not None
    grid = view.board.grid
    for _ in range(6):
        page.palette_column.choose(tool)
        cell = rng.randrange(grid.size)
        click(view, cell, rng.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)))
        drag(view, [cell, rng.randrange(grid.size), rng.randrange(grid.size)])
        QTest.mouseDClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(view, cell))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(view, cell))
        for key in rng.sample(KEYS, 3):
            QTest.keyClick(view, key)
    for cell in range(min(3, grid.size)):
        page.palette_column.choose(tool)
        view.move_cursor(cell)
        for key in KEYS:
            QTest.keyClick(view, key)
    beside = QPoint(view.width() - 30, view.height() // 3)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, beside)


@families
@pytest.mark.parametrize("mode", (DRAW, PLAY))
def test_whatever_is_done_can_be_undone(window: MainWindow, family: Family, mode: str) -> None:
    window.desk.preferences.live_verdict = False
    sample = family.samples()[0]
    document = Document(sample)
    page = window.add_document(document, mode)
    marks, notes = list(document.board.marks), list(document.board.notes)
    rng = random.Random(5)
    assert page.palette_column.tools, "a mode without tools"
    for tool in list(page.palette_column.tools):
        fiddle(page, tool.id, rng)
    stack = document.history
    assert stack.count() > 0, "no tool changed anything"
    while stack.canUndo():
        stack.undo()
    assert document.puzzle.same_board(sample)
    assert (document.board.marks, document.board.notes) == (marks, notes)
    if mode == PLAY:
        while stack.canRedo():
            stack.redo()
        assert document.puzzle.same_board(sample), "playing changed the question"


@families
def test_every_cell_can_be_described(family: Family) -> None:
    document = Document(family.samples()[0])
    words = [family.describe_cell(document.board, cell) for cell in document.board.grid.cells()]
    assert all(text.startswith(f"row {cell // document.board.grid.cols + 1}") for cell, text in enumerate(words))


@families
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_boards_are_drawn_in_every_theme(qtbot: Any, family: Family, theme: Any) -> None:
    document = Document(family.samples()[0])
    grid = document.board.grid
    inside = [cell for cell in grid.cells() if document.board.givens[cell] or document.board.marks[cell]] or [0]
    view = BoardView(theme)
    qtbot.addWidget(view)
    view.resize(300, 300)
    plain = Overlay()
    loud = Overlay(conflict=tuple(inside[:1]), guessed={inside[-1]: 3}, causes=tuple(inside[:2]), violations=tuple(inside[:3]))
    view.show_board(family, document.board, plain)
    quiet = view.grab().toImage()
    view.show_board(family, document.board, loud)
    assert view.grab().toImage() != quiet


@families
def test_small_and_large_boards_fit(qtbot: Any, family: Family) -> None:
    for rows, cols in ((4, 4), (4, 30), (40, 40)):
        document = Document(family.blank(rows, cols))
        view = BoardView()
        qtbot.addWidget(view)
        view.resize(500, 400)
        view.show_board(family, document.board)
        last = view.cell_rect(rows * cols - 1)
        assert view.rect().contains(view.cell_rect(0).toRect()) and view.rect().contains(last.toAlignedRect())


def test_two_quick_clicks_are_two_clicks(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("evolomino").blank(4, 4)), "play")
    QTest.qWait(1)
    click(page.view, 5)
    assert page.document.board.marks[5]
    place, button = QPointF(spot(page.view, 5)), Qt.MouseButton.LeftButton
    second = QMouseEvent(QEvent.Type.MouseButtonDblClick, place, page.view.mapToGlobal(place), button, button,
                         Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(page.view, second)
    assert not page.document.board.marks[5]


@pytest.mark.skipif(all(family.id != "fobidoshi" for family in registry.families()), reason="needs Fobidoshi")
def test_no_pad_of_numbers_where_there_are_none(window: MainWindow) -> None:
    """Circles and crosses have keys 1 and 2, but no other: with no tool is there a pad of nine."""
    page = window.add_document(Document(registry.family("fobidoshi").blank(5, 5)), "draw")
    for tool in page.family_tools():
        page.palette_column.choose(tool.id)
        assert not page.keypad.isVisible(), tool.label
    page.palette_column.choose(SELECT)
    assert not page.keypad.isVisible(), "Select"

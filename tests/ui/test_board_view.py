"""The board view: strokes from mouse and keys, zoom, pan, the cursor and what it tells."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core import registry
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.ui.accessible import cell_words
from studio.ui.board_view import BoardView, walk
from tests.ui.conftest import click, drag, latin, spot


@pytest.fixture
def view(qtbot: Any) -> BoardView:
    made = BoardView()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show_board(registry.family("_template"), Board(latin(*(0,) * 25)))
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


@pytest.fixture
def strokes(view: BoardView) -> list[Stroke]:
    seen: list[Stroke] = []
    view.stroked.connect(seen.append)
    return seen


def test_a_click_is_a_press_and_a_release(view: BoardView, strokes: list[Stroke]) -> None:
    click(view, 7, Qt.MouseButton.RightButton)
    assert [(s.kind, s.cells, s.button) for s in strokes] == [("press", (7,), "right"), ("release", (7,), "right")]
    assert (int(strokes[0].x), int(strokes[0].y)) == (2, 1)


def test_a_fast_drag_leaves_no_gap(view: BoardView, strokes: list[Stroke]) -> None:
    drag(view, [0, 4])
    assert strokes[-1].cells == (0, 1, 2, 3, 4)
    drag(view, [0, 24])
    path = strokes[-1].cells
    assert all(b in Grid(5, 5).neighbours(a) for a, b in pairwise(path))


def test_beside_the_board_there_is_no_cell(view: BoardView, strokes: list[Stroke]) -> None:
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(3, 3))
    assert strokes[0].cells == () and strokes[0].cell is None


def test_keys_go_to_the_cursor_cell(view: BoardView, strokes: list[Stroke]) -> None:
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_3, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
        QTest.keyClick(view, key)
    assert [(s.kind, s.key) for s in strokes] == [("key", "3"), ("key", "delete"), ("key", "space")]
    assert {s.cells for s in strokes} == {(6,)}


def test_the_cursor_stops_at_the_edge_and_home_and_end_go_along_the_row(view: BoardView) -> None:
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.cursor_cell == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.cursor_cell == 4
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.cursor_cell == 0


def test_shift_and_arrows_drag_without_a_mouse(view: BoardView, strokes: list[Stroke]) -> None:
    for kind, key in ((QEvent.Type.KeyPress, Qt.Key.Key_Shift), (QEvent.Type.KeyPress, Qt.Key.Key_Right),
                      (QEvent.Type.KeyPress, Qt.Key.Key_Down), (QEvent.Type.KeyRelease, Qt.Key.Key_Shift)):
        QApplication.sendEvent(view, QKeyEvent(kind, key, Qt.KeyboardModifier.ShiftModifier))
    assert [s.kind for s in strokes] == ["press", "drag", "drag", "release"]
    assert strokes[-1].cells == (0, 1, 6)


def test_the_cursor_tells_its_cell_in_words(view: BoardView) -> None:
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert cell_words(view, view.cursor_cell or 0) == "row 2, column 1: empty"


def test_fit_uses_whole_pixels_and_zoom_keeps_the_point_under_the_pointer(view: BoardView) -> None:
    view.fit()
    assert view.cell_size * view.devicePixelRatioF() == int(view.cell_size * view.devicePixelRatioF())
    at = QPointF(spot(view, 12))
    before = view.board_point(at)
    view.zoom(1.7, at)
    assert view.board_point(at) == pytest.approx(before)
    view.pan(30, -20)
    moved = view.board_point(at)
    assert moved[0] < before[0] and moved[1] > before[1]
    view.fit()
    assert view.cell_rect(0).left() > 0


def test_the_wheel_zooms_with_control_and_moves_without(view: BoardView, qtbot: Any) -> None:
    def wheel(modifier: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(QPointF(100, 100), view.mapToGlobal(QPointF(100, 100)), QPoint(0, 0), QPoint(0, 120),
                            Qt.MouseButton.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(view, event)

    size = view.cell_size
    wheel(Qt.KeyboardModifier.ControlModifier)
    assert view.cell_size > size
    size, place = view.cell_size, view.cell_rect(0).top()
    wheel(Qt.KeyboardModifier.NoModifier)
    assert view.cell_size == size and view.cell_rect(0).top() > place


def test_the_middle_button_moves_the_board(view: BoardView, strokes: list[Stroke]) -> None:
    before = view.cell_rect(0).topLeft()
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, QPoint(50, 50))
    QTest.mouseMove(view, QPoint(80, 90))
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, QPoint(80, 90))
    assert (view.cell_rect(0).topLeft() - before).toPoint() == QPoint(30, 40)
    assert not strokes


def test_a_board_that_only_shows_answers_nothing(view: BoardView, strokes: list[Stroke]) -> None:
    view.interactive = False
    click(view, 3)
    QTest.keyClick(view, Qt.Key.Key_5)
    assert not strokes


def test_focus_is_visible(view: BoardView, qtbot: Any) -> None:
    focused = view.grab().toImage()
    view.clearFocus()
    assert view.grab().toImage() != focused


def test_walk_goes_over_edges() -> None:
    assert list(walk(Grid(3, 3), 0, 8)) in ([1, 4, 5, 8], [3, 4, 7, 8], [1, 2, 5, 8], [1, 4, 7, 8], [3, 4, 5, 8])
    assert list(walk(Grid(3, 3), 4, 4)) == [4]

"""Tiling in the window: a piece held under the mouse, turned, laid down, moved, taken back; and the same with keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest

from studio.core import registry
from studio.core.draw import Line, Rect
from studio.ui.board_view import BoardView
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from tests.ui.conftest import click, spot

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def page(window: MainWindow) -> DocumentPage:
    puzzle = registry.family("tiling").blank(4, 4, tiles="2:2 1:3I", reflections=True)
    made = window.add_document(Document(puzzle), "play")
    QTest.qWait(1)
    return made


def beside(view: BoardView, tile: int) -> QPoint:
    """A tile in the tray."""
    from studio.families.tiling.edit.tray import layout
    from studio.families.tiling.model.convert import known_tiles

    assert view.board is not None
    slot = layout(view.board.grid, known_tiles(view.board.params), view.aspect)[tile]
    first = view.cell_rect(0)
    return QPointF(first.x() + (slot.x + 0.1) * first.width(), first.y() + (slot.y + 0.1) * first.width()).toPoint()


def outlines(view: BoardView) -> set[str]:
    view.grab()
    return {shape.stroke for shape in view._previewed if isinstance(shape, Line)}


def test_a_piece_is_dragged_turned_and_dropped(page: DocumentPage) -> None:
    view, marks = page.view, page.document.board.marks
    assert not outlines(view)
    QTest.mousePress(view, LEFT, NONE, beside(view, 1))
    QTest.mouseMove(view, spot(view, 2))
    assert "violation" in outlines(view), "three in a row do not fit there"
    QTest.keyClick(view, Qt.Key.Key_R)
    assert "forced" in outlines(view) and not any(marks)
    QTest.mouseRelease(view, LEFT, NONE, spot(view, 2))
    assert [cell for cell, mark in enumerate(marks) if mark] == [2, 6, 10] and not outlines(view)
    assert page.document.history.count() == 1
    click(view, 6)
    assert not any(marks)
    page.document.history.undo()
    QTest.mousePress(view, LEFT, NONE, spot(view, 6))
    QTest.mouseMove(view, spot(view, 4))
    QTest.mouseRelease(view, LEFT, NONE, spot(view, 4))
    assert [cell for cell, mark in enumerate(marks) if mark] == [0, 4, 8]


def test_a_carried_piece_follows_the_mouse_until_it_is_let_go(page: DocumentPage) -> None:
    view, marks = page.view, page.document.board.marks
    QTest.mouseClick(view, LEFT, NONE, beside(view, 0))
    QTest.mouseMove(view, spot(view, 5))
    assert "forced" in outlines(view)
    click(view, 5)
    assert [cell for cell, mark in enumerate(marks) if mark] == [5, 6]
    QTest.mouseMove(view, spot(view, 8))
    assert "forced" in outlines(view), "the tray has another one"
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not outlines(view)
    QTest.mouseClick(view, LEFT, NONE, beside(view, 0))
    page.palette_column.choose("take")
    assert not outlines(view), "another tool, an empty hand"


def test_keys_alone_lay_pieces(page: DocumentPage) -> None:
    view, marks = page.view, page.document.board.marks
    view.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Right):
        QTest.keyClick(view, key)
    assert "forced" in outlines(view)
    QTest.keyClick(view, Qt.Key.Key_R)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert [cell for cell, mark in enumerate(marks) if mark] == [5, 9]


def test_an_own_tile_is_seen_while_it_is_drawn(page: DocumentPage) -> None:
    page.set_mode("draw")
    page.palette_column.choose("own")
    view = page.view
    QTest.mousePress(view, LEFT, NONE, spot(view, 0))
    QTest.mouseMove(view, spot(view, 1))
    assert "accent" in outlines(view)
    QTest.mouseRelease(view, LEFT, NONE, spot(view, 1))
    assert not outlines(view)


def turn_wheel(view: BoardView, cell: int, delta: int) -> None:
    at = QPointF(spot(view, cell))
    view.wheelEvent(QWheelEvent(at, view.mapToGlobal(at), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton, NONE,
                                Qt.ScrollPhase.NoScrollPhase, False))


def test_the_wheel_turns_a_held_piece_and_else_moves_the_board(page: DocumentPage) -> None:
    view = page.view
    QTest.mouseClick(view, LEFT, NONE, beside(view, 1))
    place, held = view.cell_rect(0), view.stroke_state["held"]
    turn_wheel(view, 5, -60)
    assert view.stroke_state["held"] == held, "half a notch"
    turn_wheel(view, 5, -60)
    assert view.stroke_state["held"] != held and view.cell_rect(0) == place
    QTest.keyClick(view, Qt.Key.Key_Escape)
    turn_wheel(view, 5, -120)
    assert view.cell_rect(0) != place


def test_pieces_that_fit_nowhere_are_greyed_on_demand(page: DocumentPage) -> None:
    view, panel = page.view, page.play_panel
    assert panel.grey.isVisibleTo(panel) and not panel.overlay().greyed
    panel.grey.setChecked(True)
    assert not panel.overlay().greyed
    wall = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0]
    page.document.edit("play", [change for cell, value in enumerate(wall)
                                if (change := page.document.board.change("marks", cell, value * 9))], "Place pieces")
    assert panel.overlay().greyed == (0, 1)
    assert "shade" in {shape.fill for shape in view.shapes() if isinstance(shape, Rect)}
    page.document.history.undo()
    assert not panel.overlay().greyed


@pytest.mark.parametrize("size", [(1500, 500), (500, 1300)])
def test_the_tray_lies_where_the_view_has_room(page: DocumentPage, size: tuple[int, int]) -> None:
    from studio.families.tiling.edit.tray import layout
    from studio.families.tiling.model.convert import known_tiles

    view = page.view
    view.setMinimumSize(*size)
    view.resize(*size)
    QTest.qWait(1)
    assert view.board is not None
    slot = layout(view.board.grid, known_tiles(view.board.params), view.aspect)[0]
    assert (slot.x >= 4) == (size[0] > size[1])
    QTest.mouseClick(view, LEFT, NONE, beside(view, 0))
    assert view.stroke_state["tile"] == 0, "the mouse finds it there"


def test_one_undo_takes_back_one_piece(page: DocumentPage) -> None:
    view, marks = page.view, page.document.board.marks
    QTest.mouseClick(view, LEFT, NONE, beside(view, 0))
    click(view, 0)
    click(view, 8)
    QTest.mousePress(view, LEFT, NONE, spot(view, 8))
    QTest.mouseMove(view, spot(view, 12))
    QTest.mouseRelease(view, LEFT, NONE, spot(view, 12))
    places = [[0, 1, 12, 13], [0, 1, 8, 9], [0, 1], []]
    for wanted in places:
        assert [cell for cell, mark in enumerate(marks) if mark] == wanted
        page.document.history.undo()

"""Select, cut, copy, paste and move parts of boards, and shape them, in the window and for every family."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from studio.core import registry
from studio.core.patch import Patch
from studio.core.puzzle import Puzzle
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from studio.ui.parts import SELECT
from tests.ui.conftest import click, drag, open_latin, spot

SAMPLES = [(family.id, sample) for family in registry.families() for sample in family.samples()[:1]]
EVERY = pytest.mark.parametrize(("family_id", "puzzle"), SAMPLES, ids=[name for name, _ in SAMPLES])


def opened(window: MainWindow, puzzle: Puzzle) -> DocumentPage:
    page = window.add_document(Document(puzzle))
    page.view.setFocus()
    QTest.qWait(1)
    return page


@EVERY
def test_all_of_a_board_goes_to_another_tab_by_keys(window: MainWindow, family_id: str, puzzle: Puzzle) -> None:
    page = opened(window, puzzle)
    window.act("select_all")
    assert window.act("copy_part")
    blank = registry.family(family_id).blank(puzzle.grid.rows, puzzle.grid.cols, **dict(puzzle.params))
    other = opened(window, blank)
    window.act("paste_part")
    assert other.view._preview_shapes(), "the part is seen before it is laid down"
    other.view.move_cursor(0)
    QTest.keyClick(other.view, Qt.Key.Key_Return)
    assert other.document.puzzle.same_board(page.document.puzzle)
    other.document.history.undo()
    assert other.document.puzzle.same_board(blank)


def test_clues_that_fall_off_the_board_are_told(window: MainWindow) -> None:
    page = open_latin(window, 1, 2, 3, 4, *([0] * 12))
    said: list[str] = []
    window.desk.said.connect(lambda text, _ms: said.append(text))
    window.act("select_all")
    window.act("copy_part")
    window.act("paste_part")
    assert said[-1] == "", "what was said of copying hides what can be done now"
    page.view.move_cursor(2)
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert page.document.puzzle.givens[:4] == (1, 2, 1, 2) and "2 clues" in said[-1] and "Undo" in said[-1]
    page.document.history.undo()
    window.act("shift_up")
    assert not any(page.document.puzzle.givens) and "4 clues" in said[-1]
    page.document.history.undo()
    window.act("drop_right")
    assert page.document.puzzle.givens[:3] == (1, 2, 3) and "One clue" in said[-1]
    told = len(said)
    window.act("drop_bottom")
    window.act("row_above")
    assert len(said) == told, "nothing fell"


def test_plain_cells_are_no_clues_that_fall(window: MainWindow) -> None:
    for family in registry.families():
        page = opened(window, family.blank(5, 5))
        fell: list[int] = []
        page.document.fell.connect(fell.append)
        window.act("drop_right")
        assert not fell, family.id


def test_a_selection_is_dragged_moved_cleared_and_filled(window: MainWindow) -> None:
    page = open_latin(window, 1, 2, *([0] * 14))
    page.palette_column.choose(SELECT)
    drag(page.view, [0, 1])
    assert page.parts.cells == (0, 1)
    drag(page.view, [1, 13])  # held at its second cell
    assert page.document.puzzle.givens == (0,) * 12 + (1, 2, 0, 0)
    assert page.parts.cells == (12, 13)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.document.puzzle.givens[12:14] == (3, 3)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert not any(page.document.puzzle.givens)
    for _ in range(3):
        page.document.history.undo()
    assert page.document.puzzle.givens[:2] == (1, 2)


def test_shift_and_arrows_select_and_go_on_from_where_they_stopped(window: MainWindow) -> None:
    page = open_latin(window)
    page.palette_column.choose(SELECT)
    page.view.move_cursor(5)
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(page.view, Qt.Key.Key_Right, shift)
    QTest.keyRelease(page.view, Qt.Key.Key_Shift)
    QTest.keyClick(page.view, Qt.Key.Key_Down, shift)
    QTest.keyRelease(page.view, Qt.Key.Key_Shift)
    assert page.parts.cells == (5, 6, 9, 10)
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert page.parts.cells == ()


def test_a_held_part_is_turned_before_it_is_laid_down(window: MainWindow) -> None:
    page = open_latin(window, 1, 2, *([0] * 14))
    page.palette_column.choose(SELECT)
    drag(page.view, [0, 1])
    window.act("cut_part")
    assert not any(page.document.puzzle.givens)
    window.act("paste_part")
    QTest.keyClick(page.view, Qt.Key.Key_R)
    click(page.view, 6)
    assert {cell: value for cell, value in enumerate(page.document.puzzle.givens) if value} == {6: 1, 10: 2}


def test_a_part_of_another_family_and_plain_text_are_refused(window: MainWindow) -> None:
    page = open_latin(window)
    QGuiApplication.clipboard().setText("nothing")
    window.act("paste_part")
    assert page.parts.held is None and window.notice.isVisible()
    other = next(family for family in registry.families() if family.id != "_template")
    window.notice.hide()
    blank = other.blank(2, 2)
    QGuiApplication.clipboard().setText(Patch(other.id, blank.grid, (0,), (1, 0, 0, 0)).text())
    window.act("paste_part")
    assert page.parts.held is None and window.notice.isVisible()


@EVERY
def test_the_board_grows_and_shifts_and_undo_brings_it_back(window: MainWindow, family_id: str, puzzle: Puzzle) -> None:
    page = opened(window, puzzle)
    before = page.document.puzzle
    for act in ("row_above", "row_below", "column_left", "column_right"):
        window.act(act)
    grid = page.document.board.grid
    assert (grid.rows, grid.cols) == (before.grid.rows + 2, before.grid.cols + 2)
    for act in ("drop_top", "drop_bottom", "drop_left", "drop_right"):
        window.act(act)
    assert page.document.puzzle.same_board(before)
    window.act("shift_right")
    assert page.document.board.grid == before.grid
    window.act("transpose")
    window.act("transpose")
    while page.document.history.canUndo():
        page.document.history.undo()
    assert page.document.puzzle == before


def test_the_last_row_stays(window: MainWindow) -> None:
    page = opened(window, registry.families()[0].blank(1, 3))
    window.act("drop_top")
    assert page.document.board.grid.rows == 1 and window.notice.isVisible()


def test_an_edge_is_dragged(window: MainWindow) -> None:
    page = open_latin(window)
    box = page.view.cell_rect(7)
    cell = box.width()
    at = QPoint(round(box.right() + 0.1 * cell), round(box.center().y()))
    QTest.mousePress(page.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseMove(page.view, at - QPoint(round(cell), 0))
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at - QPoint(round(cell), 0))
    assert page.document.board.grid.cols == 3
    page.document.history.undo()
    assert page.document.board.grid.cols == 4


def test_symmetric_strokes_are_one_step_and_are_shown(window: MainWindow) -> None:
    page = open_latin(window)
    page.draw_panel.symmetry.setCurrentIndex(page.draw_panel.symmetry.findData("half-turn"))
    assert page._above()
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert page.document.puzzle.clues() == [1, 14]
    page.document.history.undo()
    assert page.document.puzzle.clues() == []
    assert spot(page.view, 0) is not None

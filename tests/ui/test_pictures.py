"""The dialog for a picture of one puzzle: what is chosen is what is seen, copied and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core import own_marks, registry
from studio.core.puzzle import Board
from studio.share.clean import Wanted, picture_shapes, picture_size
from studio.share.theme import DARK
from studio.ui.dialogs.picture import PictureDialog
from studio.ui.main_window import MainWindow
from tests.ui.conftest import latin, open_latin, wait_for

ANSWER = (1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1)


@pytest.fixture(autouse=True)
def as_on_the_first_day() -> None:
    PictureDialog.last = Wanted(title=True)


def dialog_for(qtbot: Any, board: Board, marks: bool = False, answer: Any = None) -> PictureDialog:
    made = PictureDialog(board, "Mine", Wanted(marks=marks), answer)
    qtbot.addWidget(made)
    return made


def test_what_is_chosen_is_seen_copied_and_written(qtbot: Any, tmp_path: Path) -> None:
    dialog = dialog_for(qtbot, Board(latin(1, *(0,) * 15)), answer=ANSWER)
    assert dialog.theme.currentData() == "light" and not dialog.title.isEnabled() and not dialog.marks.isEnabled()
    dialog.cell.setValue(40)
    small = dialog.preview.image.size()
    dialog.cell.setValue(2 * dialog.cell.value())
    assert dialog.preview.image.width() == pytest.approx(2 * small.width(), abs=2)
    assert str(dialog.preview.image.width()) in dialog.size_text.text()
    alone = dialog.preview.image.width()
    assert f"{alone} × " in dialog.size_text.text()
    dialog.solution.setChecked(True)
    assert dialog.preview.image.width() > 1.8 * alone
    dialog.copy.click()
    assert QGuiApplication.clipboard().image().size() == dialog.preview.image.size()
    dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
    for ending in (".png", ".svg", ".pdf"):
        dialog.save(tmp_path / f"mine{ending}")
        assert (tmp_path / f"mine{ending}").stat().st_size > 500 and "mine" in dialog.message.text()
    written = QImage(str(tmp_path / "mine.png"))
    assert f"{written.width()} × {written.height()} pixels" in dialog.size_text.text(), "a cell is not so many pixels wide"
    assert written.size() == dialog.preview.image.size()
    assert QColor(written.pixel(1, 1)).rgb() == DARK.color("paper").rgb()
    dialog.save(tmp_path / "no folder" / "mine.png")
    assert dialog.message.property("verdict") == "bad"
    dialog.reject()
    again = dialog_for(qtbot, Board(latin(1, *(0,) * 15)), answer=ANSWER)
    assert again.wanted() == dialog.wanted(), "what was chosen is forgotten"


def test_a_large_board_makes_no_picture_that_nothing_can_show(qtbot: Any) -> None:
    family = registry.families()[0]
    dialog = dialog_for(qtbot, Board(family.blank(100, 100)))
    dialog.cell.setValue(10_000)
    wide = max(picture_size(Board(family.blank(100, 100)), dialog.wanted()))
    assert 8000 < wide < 16_000 and dialog.preview.image.width() < 2500


def test_of_several_solutions_none_stands_beside_the_puzzle(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert page.live.latest.verdict == "multiple" and page.known_solution() is None
    sure = open_latin(window, *ANSWER[:-1], 0)
    wait_for(qtbot, lambda: sure.live.latest is not None and sure.live.latest.stage == "done")
    assert sure.known_solution() == ANSWER


def test_a_players_own_marks_are_on_the_picture(qtbot: Any) -> None:
    for family in registry.families():
        board = Board(family.samples()[0])
        board.layer("own_colours")[0] = 1
        plain, marked = (picture_shapes(board, Wanted(marks=marks))[0] for marks in (False, True))
        own = own_marks.shapes(board)
        assert own and all(shape in marked for shape in own) and not any(shape in plain for shape in own)


def test_the_action_opens_it(window: MainWindow, qtbot: Any) -> None:
    open_latin(window, 1, *(0,) * 15)
    seen: list[Any] = []

    def look() -> None:
        seen.append(QApplication.activeModalWidget())
        seen[-1].reject()

    from PySide6.QtCore import QTimer

    QTimer.singleShot(50, look)
    window.act("picture")
    QTest.qWait(1)
    assert isinstance(seen[0], PictureDialog)


def test_what_a_picture_cannot_have_says_why(qtbot: Any) -> None:
    family = registry.family("_template")
    dialog = PictureDialog(Board(family.blank(4, 4)), "Untitled", Wanted())
    qtbot.addWidget(dialog)
    for box in (dialog.title, dialog.marks, dialog.solution):
        assert not box.isEnabled() and box.toolTip(), box.text()

"""A maker's wishes, wish by wish through the window: chosen in its fields, kept by what comes out, or told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.puzzle import Puzzle
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.rating import solvable_within
from studio.ui.dialogs.generate import GenerateDialog
from studio.ui.document import DRAW, Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from studio.ui.parts import SELECT
from tests.ui.conftest import spot, wait_for

KNOWN = {family.id for family in registry.families()}
TWO = [pytest.param(name, marks=pytest.mark.skipif(name not in KNOWN, reason="not here"))
       for name in ("fillomino", "fobidoshi")]
EITHER = pytest.mark.parametrize("family_id", TWO)
fillomino = pytest.mark.skipif("fillomino" not in KNOWN, reason="needs Fillomino")


@pytest.fixture(autouse=True)
def fresh_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GenerateDialog, "last", {})


def unique(puzzle: Puzzle) -> bool:
    return analyse(puzzle, want_forced=False).verdict == UNIQUE


def lies_alike(puzzle: Puzzle, symmetry: str) -> bool:
    clues = set(puzzle.clues())
    return all(image in clues for cell in clues for image in puzzle.grid.images(symmetry, cell))


def choose(box: Any, value: str) -> None:
    assert box.findData(value) >= 0, f"{value} cannot be chosen"
    box.setCurrentIndex(box.findData(value))


# --- Generate -----------------------------------------------------------------------------------------------------------------
def generated(window: MainWindow, qtbot: Any, wish: Callable[[GenerateDialog], object]) -> Puzzle:
    """What comes out of the dialog that Ctrl+G opens, onto the board at hand."""
    faults: list[BaseException] = []

    def in_dialog() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, GenerateDialog)
        try:
            dialog.size_fields.set_size(6, 6)
            wish(dialog)
            dialog.seed.setValue(7)
            dialog.go.click()
            wait_for(qtbot, lambda: dialog.puzzle is not None and dialog.use.isVisible())
            dialog.use.click()
        except BaseException as fault:
            faults.append(fault)
            dialog.reject()

    QTimer.singleShot(0, in_dialog)
    window.act("generate")
    if faults:
        raise faults[0]
    page = window.page()
    assert page is not None
    return page.document.puzzle


@EITHER
@pytest.mark.parametrize("symmetry", ["half-turn", "left-right"])
def test_generate_with_a_symmetry(window: MainWindow, qtbot: Any, family_id: str, symmetry: str) -> None:
    window.add_document(Document(registry.family(family_id).blank(6, 6)), DRAW)
    puzzle = generated(window, qtbot, lambda dialog: choose(dialog.symmetry, symmetry))
    assert puzzle.clues() and lies_alike(puzzle, symmetry) and unique(puzzle)


@EITHER
def test_generate_with_a_number_of_clues(window: MainWindow, qtbot: Any, family_id: str) -> None:
    window.add_document(Document(registry.family(family_id).blank(6, 6)), DRAW)
    puzzle = generated(window, qtbot, lambda dialog: dialog.clues.setValue(20))
    assert len(puzzle.clues()) == 20 and unique(puzzle)


@EITHER
def test_generate_with_a_difficulty(window: MainWindow, qtbot: Any, family_id: str) -> None:
    window.add_document(Document(registry.family(family_id).blank(6, 6)), DRAW)
    puzzle = generated(window, qtbot, lambda dialog: choose(dialog.difficulty, "easy"))
    assert unique(puzzle) and solvable_within(registry.family(family_id), puzzle, "easy", Cancel())


@EITHER
def test_generate_with_clues_in_the_selected_cells_only(window: MainWindow, qtbot: Any, family_id: str) -> None:
    page = window.add_document(Document(registry.family(family_id).blank(6, 6)), DRAW)
    wanted = select(page, range(6, 36))

    def wish(dialog: GenerateDialog) -> None:
        assert dialog.only.isVisible(), "it is not offered"
        dialog.only.setChecked(True)

    puzzle = generated(window, qtbot, wish)
    assert puzzle.clues() and set(puzzle.clues()) <= wanted and unique(puzzle)


# --- Mend ---------------------------------------------------------------------------------------------------------------------
def select(page: DocumentPage, cells: Sequence[int]) -> set[int]:
    """Some of the board, as the Select tool does it: a rectangle."""
    page.palette_column.choose(SELECT)
    QTest.mousePress(page.view, Qt.MouseButton.LeftButton, pos=spot(page.view, cells[0]))
    QTest.mouseMove(page.view, spot(page.view, cells[-1]))
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, pos=spot(page.view, cells[-1]))
    assert set(page.parts.cells) == set(cells)
    return set(cells)


def board(window: MainWindow, qtbot: Any, puzzle: Puzzle, verdict: str = "multiple") -> DocumentPage:
    page = window.add_document(Document(puzzle), DRAW)
    judged(page, qtbot, verdict)
    page.draw_panel.verdict.mending.more.click()
    assert page.draw_panel.verdict.mending.difficulty.isVisible(), "the wishes cannot be seen"
    return page


def judged(page: DocumentPage, qtbot: Any, verdict: str) -> None:
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.verdict == verdict and not page.live.busy)


def mended(page: DocumentPage, qtbot: Any, name: str, told: str | None = None) -> Puzzle:
    """After a press of a button of Mend; undo brings the board back. `told`: what is said where more clues came than were
    asked for."""
    mending, before = page.draw_panel.verdict.mending, page.document.puzzle
    button = getattr(mending, name)
    assert button.isVisible() and button.isEnabled()
    button.click()
    wait_for(qtbot, lambda: not mending._watcher.running)
    after = page.document.puzzle
    assert after.givens != before.givens, mending.message.text()
    assert told is None or set(after.clues()) == set(before.clues()) or told in mending.message.text()
    judged(page, qtbot, "unique")
    page.document.history.undo()
    assert page.document.puzzle.same_board(before)
    page.document.history.redo()
    return after


def loose(family_id: str) -> Puzzle:
    """A board with several solutions: a sample without most of its clues."""
    sample = min(registry.family(family_id).samples(), key=lambda puzzle: puzzle.grid.size)
    kept = sample.clues()[:2]
    return sample.with_givens(given if cell in kept else 0 for cell, given in enumerate(sample.givens))


@EITHER
def test_mend_with_a_symmetry(window: MainWindow, qtbot: Any, family_id: str) -> None:
    puzzle = loose(family_id)
    last = puzzle.grid.size - 1
    solution = analyse(puzzle).solution
    assert solution is not None
    both = {cell for clue in puzzle.clues() for cell in (clue, last - clue)}
    page = board(window, qtbot, puzzle.with_givens(
        registry.family(family_id).clues.full(puzzle, solution)[cell] if cell in both else 0  # type: ignore[union-attr]
        for cell in puzzle.grid.cells()))
    choose(page.draw_panel.symmetry, "half-turn")
    assert lies_alike(mended(page, qtbot, "add"), "half-turn")


@EITHER
def test_mend_with_a_number_of_clues(window: MainWindow, qtbot: Any, family_id: str) -> None:
    page = board(window, qtbot, loose(family_id))
    wanted = page.document.puzzle.grid.size // 2 + 2
    page.draw_panel.verdict.mending.clues.setValue(wanted)
    assert len(mended(page, qtbot, "add").clues()) == wanted


@EITHER
def test_mend_with_a_difficulty(window: MainWindow, qtbot: Any, family_id: str) -> None:
    page = board(window, qtbot, loose(family_id))
    choose(page.draw_panel.verdict.mending.difficulty, "easy")
    assert solvable_within(registry.family(family_id), mended(page, qtbot, "add"), "easy", Cancel())


@EITHER
def test_mend_with_clues_in_the_selected_cells_only(window: MainWindow, qtbot: Any, family_id: str) -> None:
    page = board(window, qtbot, loose(family_id))
    puzzle = page.document.puzzle
    allowed = select(page, range(puzzle.grid.size - puzzle.grid.cols))
    page.draw_panel.verdict.mending.only_selected.setChecked(True)
    assert set(mended(page, qtbot, "add").clues()) - set(puzzle.clues()) <= allowed


@fillomino
def test_mend_with_question_marks_kept(window: MainWindow, qtbot: Any) -> None:
    page = board(window, qtbot, registry.family("fillomino").blank(3, 3).with_givens((-1, 0, 0, 0, 4, 0, 0, 0, -1)))
    mending = page.draw_panel.verdict.mending
    assert mending.keep_questions.isVisible()
    mending.keep_questions.setChecked(True)
    puzzle = mended(page, qtbot, "add")
    assert puzzle.givens[0] == puzzle.givens[8] == -1
    assert "hidden ones named" not in mending.message.text()


@EITHER
def test_start_from_my_board(window: MainWindow, qtbot: Any, family_id: str) -> None:
    page = board(window, qtbot, loose(family_id))
    before = page.document.puzzle
    after = mended(page, qtbot, "add")
    assert all(after.givens[cell] == before.givens[cell] for cell in before.clues()), "a clue of mine went"


@EITHER
def test_start_from_my_pattern(window: MainWindow, qtbot: Any, family_id: str) -> None:
    """Where the family can fill boards at random; elsewhere the grey button says why it is."""
    family = registry.family(family_id)
    sample = min(family.samples(), key=lambda puzzle: puzzle.grid.size)
    page = board(window, qtbot, sample, "unique")
    button = page.draw_panel.verdict.mending.from_pattern
    if family.making is None or family.making.full_board is None:
        assert not button.isEnabled() and "cannot fill boards" in button.toolTip()
        return
    after = mended(page, qtbot, "from_pattern", told="more clues were added")
    assert set(after.clues()) >= set(sample.clues())


@EITHER
def test_start_from_my_solution(window: MainWindow, qtbot: Any, family_id: str) -> None:
    sample = min(registry.family(family_id).samples(), key=lambda puzzle: puzzle.grid.size)
    solution = analyse(sample).solution
    assert solution is not None
    page = board(window, qtbot, sample, "unique")
    marks = [change for cell, value in enumerate(solution) if (change := page.document.board.change("marks", cell, value))]
    page.document.edit("play", marks, "Play")
    after = mended(page, qtbot, "from_solution")
    assert analyse(after).solution == solution


def test_a_wish_that_cannot_be_met_is_told(window: MainWindow, qtbot: Any) -> None:
    """Where no clue may stand nothing is done, and that is said."""
    family_id = next(name for name in ("fillomino", "fobidoshi") if name in KNOWN)
    page = board(window, qtbot, loose(family_id))
    mending = page.draw_panel.verdict.mending
    mending.only_selected.setChecked(True)  # and nothing is selected
    before = page.document.puzzle
    mending.add.click()
    wait_for(qtbot, lambda: not mending._watcher.running)
    assert page.document.puzzle.same_board(before) and "wishes" in mending.message.text()

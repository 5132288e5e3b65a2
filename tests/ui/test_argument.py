"""The proof game in the window: numbers are painted, judged by a worker, and the proof is drawn step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest

from studio.core import files, registry
from studio.families.tiling.edit.numbers import note_of
from studio.ui.document import Document
from studio.ui.library_model import entry_of
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from tests.ui.conftest import click, wait_for

PUZZLE = Path(__file__).resolve().parents[2] / "puzzles" / "tiling" / "06-the-mutilated-chessboard.puzzle"


@pytest.fixture
def page(window: MainWindow) -> DocumentPage:
    made = window.add_document(Document(files.load(PUZZLE, "tiling").puzzle), "play")
    QTest.qWait(1)
    return made


def paint(page: DocumentPage, rows: int) -> None:
    board = page.document.board
    changes = [board.change("notes", cell, note_of(1 - 2 * (sum(board.grid.rc(cell)) % 2))) for cell in board.grid.cells()
               if board.givens[cell] and board.grid.rc(cell)[0] < rows]
    page.document.edit("play", [change for change in changes if change is not None], "Number cells")


def test_an_impossible_board_is_a_puzzle_of_its_own(qtbot: Any, page: DocumentPage) -> None:
    card, view = page.play_panel.argument, page.view
    assert card.isVisibleTo(page) and page.palette_column.current == "number"
    assert "find the proof" in entry_of(page.document.puzzle, PUZZLE, {}).caption
    assert "colour" not in page.play_panel.about.text(), "the notes would give it away"
    click(view, 1)
    assert page.document.board.notes[1] == note_of(1) and not any(page.document.board.marks)
    page.document.history.undo()
    paint(page, 5)
    card.judge()
    wait_for(qtbot, lambda: card.message.text().count("\n") == 1)
    assert not card.holds and not card.proof.isVisibleTo(card) and "2 covers" in card.message.text()
    shown = page.play_panel.overlay()
    assert len(shown.current) == len(shown.causes) == 2 and set(shown.current) != set(shown.causes)
    paint(page, 8)
    assert not card.message.text() and not page.play_panel.overlay().current, "other numbers, another argument"
    card.judge()
    wait_for(qtbot, lambda: card.holds)
    assert card.proof.isVisibleTo(card) and card.proof.step == 1 and page.play_panel.overlay().proof is not None
    assert page.document.was_solved and page.play_panel.message.text().startswith("Proved in")
    card.proof.on.click()
    assert page.play_panel.overlay().causes, "the step's example is on the board"
    kept = page.document.player()
    again = Document(page.document.puzzle, None, kept)
    assert again.board.notes == page.document.board.notes and again.ever_solved
    card.erase()
    assert not any(page.document.board.notes) and not card.holds and page.play_panel.overlay().proof is None


def test_other_boards_show_it_only_when_it_is_begun(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("tiling").blank(4, 4)), "play")
    assert not page.play_panel.argument.isVisibleTo(page) and page.palette_column.current == "place"
    paint(page, 4)
    assert page.play_panel.argument.isVisibleTo(page)
    page.document.history.undo()
    assert not page.play_panel.argument.isVisibleTo(page)
    plain = window.add_document(Document(registry.family("fillomino").blank(4, 4)), "play")
    assert not plain.play_panel.argument.isVisibleTo(plain)

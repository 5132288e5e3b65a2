"""Work that was lost once: notes, marks, trials, generated puzzles, boards that were saved and then refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from studio.core import files, registry
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.generate import Generated
from studio.ui import app, ask_path, progress, recovery
from studio.ui.controllers.filing import Filing
from studio.ui.dialogs.generate import GenerateDialog
from studio.ui.document import DRAW, PLAY, Document
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings
from tests.ui.conftest import click, latin, open_latin

ASK_TO_DROP = GenerateDialog.ask_to_drop


def type_text(widget: Any, text: str) -> None:
    widget.setFocus()
    QTest.keyClicks(widget, text)


# --- the panel's fields -------------------------------------------------------------------------------------------------
def test_notes_are_kept_when_the_board_is_clicked_and_typed_on(window: MainWindow, tmp_path: Path) -> None:
    page = open_latin(window)
    type_text(page.draw_panel.notes, "for Anna")
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.draw_panel.notes.toPlainText() == "for Anna"
    page.document.path = tmp_path / "one.puzzle"
    assert window.act("save")
    assert files.load(tmp_path / "one.puzzle").puzzle.notes == "for Anna"


def test_what_is_typed_is_in_the_document_before_the_field_is_left(window: MainWindow, data_folder: Path) -> None:
    page = open_latin(window)
    for field, text in ((page.draw_panel.title, "Mine"), (page.draw_panel.author, "Me"), (page.draw_panel.notes, "a note")):
        type_text(field, text)
    assert page.document.details == ("Mine", "Me", "a note") and page.document.is_modified
    window.desk.rescue()
    copy = next((data_folder / "recovery").glob("*/*.puzzle"))
    assert files.load(copy).puzzle.notes == "a note"


def test_typing_into_a_field_is_one_step_and_undo_empties_it(window: MainWindow) -> None:
    page = open_latin(window)
    type_text(page.draw_panel.notes, "a note")
    type_text(page.draw_panel.title, "Mine")
    assert page.document.history.count() == 2
    window.undo_action.trigger()
    window.undo_action.trigger()
    assert (page.draw_panel.title.text(), page.draw_panel.notes.toPlainText()) == ("", "")
    assert not page.document.is_modified


def test_parameters_follow_undo(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("fillomino").blank(4, 4)))
    combo: Any = page.draw_panel.form.control("variant")
    combo.setCurrentIndex(combo.findData("basic"))
    assert page.document.puzzle.param("variant") == "basic"
    window.undo_action.trigger()
    assert (page.document.puzzle.param("variant"), combo.currentData()) == ("challenging", "challenging")


# --- files with an ending -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("act, written", [("save_as", "taken.puzzle"), ("export", "taken.png")])
def test_a_name_without_ending_is_completed_before_the_question(window: MainWindow, tmp_path: Path, act: str, written: str,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    open_latin(window)
    taken = tmp_path / written
    taken.write_text("someone's work")
    asked: list[Path] = []
    answers = iter([str(tmp_path / "taken"), ""])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (next(answers), ""))
    monkeypatch.setattr(ask_path, "may_replace", lambda parent, path: bool(asked.append(path)))
    window.act(act)
    assert asked == [taken] and taken.read_text() == "someone's work"


def test_an_ending_is_added_to_names_with_dots() -> None:
    assert ask_path.completed(Path("a/no. 5"), (".puzzle",)) == Path("a/no. 5.puzzle")
    assert ask_path.completed(Path("a/x.PNG"), (".png", ".svg")) == Path("a/x.PNG")


# --- one notion of changed ----------------------------------------------------------------------------------------------
def play(document: Document, cell: int, key: str) -> None:
    assert document.stroke(PLAY, "marks", "Numbers", Stroke("key", (cell,), key=key))


def draw(document: Document, cell: int, key: str) -> None:
    assert document.stroke(DRAW, "givens", "Numbers", Stroke("key", (cell,), key=key))


def test_marks_that_undo_brings_back_are_unsaved(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_latin(window, 1, *(0,) * 15, mode="play")
    play(page.document, 6, "3")
    window.act("turn")
    window.undo_action.trigger()
    assert page.document.board.marks[6] == 3 and page.document.is_modified
    assert window.tabs.tabText(window.tabs.indexOf(page)).startswith("•")
    asked: list[Document] = []
    monkeypatch.setattr(Filing, "ask_to_save", lambda self, document: bool(asked.append(document)))
    assert not window.desk.close_tab(window.tabs.indexOf(page)) and asked == [page.document]


@pytest.mark.parametrize("family_id, tool, key, mark", [
    ("_template", "givens", "2", 3), ("fillomino", "givens", "2", 3), ("fobidoshi", "given", "o", 2),
    ("evolomino", "given", "1", 2), ("tiling", "cells", "delete", 7)])
def test_a_clue_over_a_mark_and_back_keeps_the_mark(qapp: Any, family_id: str, tool: str, key: str, mark: int) -> None:
    document = Document(registry.family(family_id).blank(4, 4))
    document.edit(PLAY, [document.board.change("marks", 5, mark)], "Mark")  # type: ignore[list-item]
    before = list(document.board.marks)
    assert document.stroke(DRAW, tool, "Clue", Stroke("key", (5,), key=key))
    document.history.undo()
    assert document.board.marks == before


def test_undo_goes_where_its_step_can_be_seen(window: MainWindow) -> None:
    page = open_latin(window)
    draw(page.document, 5, "2")
    window.set_mode(PLAY)
    play(page.document, 6, "3")
    window.undo_action.trigger()
    assert page.mode == PLAY
    window.undo_action.trigger()
    assert (page.mode, page.document.board.givens[5]) == (DRAW, 0)
    window.redo_action.trigger()
    window.redo_action.trigger()
    assert (page.mode, page.document.board.marks[6]) == (PLAY, 3)


def test_trials_are_saved_and_opened(qapp: Any, tmp_path: Path) -> None:
    document = Document(latin(1, *(0,) * 15))
    document.begin_trial()
    play(document, 6, "3")
    document.begin_trial()
    play(document, 7, "4")
    document.save(tmp_path / "one.puzzle")
    again = Document.open(tmp_path / "one.puzzle")
    assert again.trials == document.trials and again.trial_levels() == {6: 1, 7: 2}
    again.drop_trial()
    again.drop_trial()
    assert again.board.marks[6:8] == [0, 0]


@pytest.mark.parametrize("trials", ["x", [1], [{"marks": ["1"]}], [{}] * 2000])
def test_spoiled_trials_are_refused_in_a_sentence(trials: Any) -> None:
    text = files.dumps(latin(*(0,) * 16), {"marks": [0] * 16}).replace('"player": {', f'"player": {{"trials": {trials!r},'
                                                                      .replace("'", '"'))
    with pytest.raises(BadPuzzle):
        files.parse(text)


def test_library_progress_keeps_trials(qapp: Any, data_folder: Path) -> None:
    document = Document(latin(1, *(0,) * 15))
    document.begin_trial()
    play(document, 6, "3")
    progress.keep_progress(document.puzzle, document.player())
    assert Document(document.puzzle, None, progress.progress_of(document.puzzle)).trial_levels() == {6: 1}


def test_clear_leaves_title_author_and_notes(window: MainWindow) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    page.document.set_details("Mine", "Me", "for Anna")
    window.act("clear")
    assert page.document.details == ("Mine", "Me", "for Anna") and not any(page.document.board.givens)


def test_an_edited_puzzle_loses_its_old_rating(qapp: Any) -> None:
    rated = replace(latin(1, *(0,) * 15), extra={"rating": {"level": "hard"}, "generated": {"seed": 5}, "mine": 1})
    document = Document(rated)
    draw(document, 5, "2")
    assert document.puzzle.extra == {"mine": 1}
    document.history.undo()
    assert document.puzzle.extra == rated.extra
    document.resize(3, 3)
    assert document.puzzle.extra == {"mine": 1}


def test_marks_on_a_puzzle_without_file_are_asked_about(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_latin(window, mode="play")
    play(page.document, 6, "3")
    asked: list[Document] = []
    monkeypatch.setattr(Filing, "ask_to_save", lambda self, document: bool(asked.append(document)))
    assert not window.desk.close_tab(window.tabs.indexOf(page)) and asked


# --- generated puzzles ----------------------------------------------------------------------------------------------------
def made(seed: int) -> Generated:
    return Generated(replace(latin(1, *(0,) * 15), title=str(seed), extra={"generated": {"seed": seed}}), None, 1)


@pytest.fixture
def dialog(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> GenerateDialog:
    monkeypatch.setattr(GenerateDialog, "ask_to_drop", ASK_TO_DROP)
    dialog = GenerateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    for seed in (1, 2):
        dialog._add(made(seed))
    return dialog


def test_escape_asks_before_puzzles_are_dropped(dialog: GenerateDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard])
    monkeypatch.setattr(QMessageBox, "question", lambda *_: next(answers))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_saved_puzzles_are_not_asked_about(dialog: GenerateDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("nothing is lost"))
    dialog.save_all(tmp_path)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible() and len(list(tmp_path.iterdir())) == 2


def test_the_others_are_asked_about_when_one_is_used(dialog: GenerateDialog, tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.SaveAll)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.accept()
    assert not dialog.isVisible() and len(list(tmp_path.iterdir())) == 2


# --- what can be drawn can be saved and opened ------------------------------------------------------------------------------
def shrunk() -> Document:
    document = Document(registry.family("fillomino").blank(4, 4))
    document.edit(DRAW, [document.board.change("givens", 0, 12)], "Number")  # type: ignore[list-item]
    document.resize(3, 3)
    return document


def small() -> Document:
    document = Document(registry.family("fillomino").blank(2, 2))
    draw(document, 0, "9")
    return document


def own_tile() -> Document:
    document = Document(registry.family("tiling").blank(20, 20))
    path = tuple(cell for row in range(20) for cell in range(20 * row, 20 * row + 20)[:: 1 if row % 2 == 0 else -1])
    document.stroke(DRAW, "own", "Own tile", Stroke("release", path[:250]))
    assert len(document.puzzle.param("tiles")[-1]["cells"]) == 250
    return document


@pytest.mark.parametrize("draw_it", [shrunk, small, own_tile])
def test_what_can_be_drawn_can_be_saved_opened_and_recovered(qapp: Any, tmp_path: Path, data_folder: Path,
                                                            draw_it: Any) -> None:
    document = draw_it()
    document.save(tmp_path / "one.puzzle")
    assert Document.open(tmp_path / "one.puzzle").puzzle.same_board(document.puzzle)
    leave_behind(data_folder, (tmp_path / "one.puzzle").read_text())
    found = recovery.recovered()
    (again, _), = found.documents
    assert again.puzzle.same_board(document.puzzle) and not found.unread


def test_givens_that_do_not_fit_are_shown_as_errors(window: MainWindow, qtbot: Any) -> None:
    page = window.add_document(small())
    qtbot.waitUntil(lambda: page.live.wrong == (0,))
    assert "does not fit" in page.draw_panel.verdict.detail.text()
    assert page.draw_panel.overlay().violations == (0,)
    window.set_mode(PLAY)
    page.play_panel.hint()
    assert "does not fit" in page.play_panel.message.text() and page.play_panel.overlay().violations == (0,)


def test_a_solver_still_refuses_givens_that_do_not_fit(tmp_path: Path) -> None:
    files.save(tmp_path / "one.puzzle", Puzzle("fillomino", Grid(2, 2), (9, 0, 0, 0), params={"variant": "challenging"}))
    with pytest.raises(BadPuzzle, match="does not fit"):
        files.load(tmp_path / "one.puzzle")


def leave_behind(data_folder: Path, text: str) -> Path:
    """A copy of a studio that is gone."""
    folder = data_folder / "recovery"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "999999999-x.puzzle"
    file.write_text(text)
    return file


def test_a_copy_that_cannot_be_read_is_offered_as_a_file(qtbot: Any, settings: Settings, data_folder: Path) -> None:
    gone = leave_behind(data_folder, '{"format": "puzzle-studio", "version"')
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    kept = data_folder / "recovery" / "unread" / gone.name
    assert not gone.exists() and kept.read_text().startswith("{")
    assert str(kept) in window.notice.text.text() and window.notice.act.isVisibleTo(window.notice)
    window.close()


# --- names are text --------------------------------------------------------------------------------------------------------
def test_names_and_titles_are_shown_as_they_are(window: MainWindow, tmp_path: Path) -> None:
    evil = "<b>bold</b><img src=x>"
    page = open_latin(window)
    page.document.set_details(evil, "", "")
    window.notice.tell(f"{evil} cannot be opened")
    assert window.notice.text.textFormat() == Qt.TextFormat.PlainText
    page.document.path = tmp_path / evil.replace("/", "")
    page.document.renamed.emit()
    tip = window.tabs.tabToolTip(window.tabs.indexOf(page))
    assert "<b>" not in tip and "&lt;b&gt;" in tip
    assert all(each.textFormat() == Qt.TextFormat.PlainText for each in
               (page.draw_panel.verdict.detail, page.draw_panel.verdict.headline, page.play_panel.message, window.hint_label))

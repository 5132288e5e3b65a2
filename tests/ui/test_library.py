"""The library: what stands on the shelf, how it is narrowed, and how one opens a puzzle from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from studio.core import files, registry
from studio.ui import library, library_model, progress
from studio.ui.library import LibraryPage
from studio.ui.library_model import Shelf, difficulty_of
from studio.ui.main_window import MainWindow
from tests.ui.conftest import latin, wait_for


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "shelf"
    (home / "deep").mkdir(parents=True)
    easy = replace(latin(1, *(0,) * 15), title="Alpha", author="Ann", extra={"rating": {"level": "easy"}})
    hard = replace(latin(0, 2, *(0,) * 14), title="Beta", extra={"rating": {"level": "hard"}})
    files.save(home / "a.puzzle", easy)
    files.save(home / "deep" / "b.puzzle", hard, {"marks": [1, 2, 0, 0] * 4, "solved": True})
    (home / "broken.puzzle").write_text("{")
    return home


@pytest.fixture
def page(qtbot: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> LibraryPage:
    monkeypatch.setattr(registry, "families", list)
    made = LibraryPage(Shelf([folder]))
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.show_all()
    wait_for(qtbot, lambda: not made.shelf.loading)
    return made


def titles(page: LibraryPage) -> list[str]:
    return [page.filter.index(row, 0).data() for row in range(page.filter.rowCount())]


def test_files_in_all_folders_are_found_and_broken_ones_passed_over(page: LibraryPage) -> None:
    assert titles(page) == ["Alpha", "Beta"]
    assert page.count.text() == "2 puzzles · 1 file cannot be shown"


def test_search_and_filters(page: LibraryPage) -> None:
    QTest.keyClicks(page.search, "ann")
    assert titles(page) == ["Alpha"] and page.count.text() == "1 puzzle of 2 · 1 file cannot be shown"
    page.search.clear()
    page.difficulty.setCurrentIndex(page.difficulty.findData("hard"))
    assert titles(page) == ["Beta"]
    page.difficulty.setCurrentIndex(0)
    page.state.setCurrentIndex(page.state.findData("solved"))
    assert titles(page) == ["Beta"]
    QTest.keyClicks(page.search, "nothing like this")
    assert titles(page) == [] and page.body.currentWidget() is page.empty


def test_cards_are_drawn_and_differ(page: LibraryPage) -> None:
    image = page.list.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 360, 2) for y in range(0, 200, 2)}) > 20


def test_return_opens_the_chosen_puzzle(page: LibraryPage) -> None:
    seen: list[library_model.Entry] = []
    page.opened.connect(seen.append)
    page.list.setFocus()
    page.list.setCurrentIndex(page.filter.index(1, 0))
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert [entry.title for entry in seen] == ["Beta"]


def test_names_for_screen_readers_tell_the_state(page: LibraryPage) -> None:
    words = page.filter.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == "Beta, Latin square · 4×4 · hard, solved"


def test_difficulty_has_several_names() -> None:
    puzzle = latin(*(0,) * 4)
    assert difficulty_of(puzzle) == ""
    assert difficulty_of(replace(puzzle, extra={"difficulty": "easy"})) == "easy"


def test_the_window_opens_the_library_and_a_puzzle_from_it(window: MainWindow, qtbot: Any, folder: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "library_folder", lambda: folder)
    monkeypatch.setattr(library_model, "user_folder", lambda: folder / "none")
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    shelf = window.desk.library_page
    assert isinstance(shelf, library.LibraryPage)
    wait_for(qtbot, lambda: not shelf.shelf.loading)
    window.filing.open_entry(shelf.shelf.entries[0])
    page = window.page()
    assert page is not None and page.document.title == "Alpha"


def test_a_solved_library_puzzle_is_ticked_next_time(window: MainWindow, qtbot: Any, folder: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "library_folder", lambda: folder)
    assert window.filing.open_path(folder / "a.puzzle")
    page = window.page()
    assert page is not None and page.mode == "play" and page.document.path is None
    solution = (1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1)
    for cell in range(1, 16):
        page.view.move_cursor(cell)
        QTest.keyClicks(page.view, str(solution[cell]))
    assert page.document.was_solved
    entries = [entry for entry in library_model.shelf([folder]) if entry.path is not None]
    assert [entry.solved for entry in entries] == [True, True]
    assert "player" not in (folder / "a.puzzle").read_text()  # the library's own file is untouched


def test_progress_with_library_puzzles_is_kept_beside_them(data_folder: Path) -> None:
    puzzle = latin(1, *(0,) * 15)
    progress.keep_progress(puzzle, {"marks": [1, 2, *(0,) * 14], "solved": False})
    assert progress.progress_of(puzzle)["marks"][1] == 2
    assert progress.progress_of(latin(2, *(0,) * 15)) == {}


def test_a_page_that_goes_stops_reading(qtbot: Any, folder: Path) -> None:
    """A shelf left to the garbage collector went on reading: every tick was an error in somebody else's window."""
    page = LibraryPage(Shelf([folder]))
    page.show_all()
    shelf = page.shelf
    page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(shelf)

"""Nothing is lost: copies of unsaved work come back after a crash, saved work leaves none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from studio.core.family import Stroke
from studio.ui import app
from studio.ui.document import DRAW, Document
from studio.ui.progress import Autosave, recovered
from studio.ui.settings import Settings
from tests.ui.conftest import latin


def changed(path: Path | None = None) -> tuple[Document, Autosave]:
    document = Document(latin(1, *(0,) * 15), path)
    autosave = Autosave(document, 1)
    document.stroke(DRAW, "givens", "Numbers", Stroke("key", (5,), key="2"))
    return document, autosave


def crash(data_folder: Path) -> None:
    """As if another studio with a process number that no longer runs had written the copies."""
    for file in list((data_folder / "recovery").iterdir()):
        file.rename(file.with_name("999999999-" + file.name.partition("-")[2]))


def test_unsaved_work_comes_back_once(qapp: Any, data_folder: Path, tmp_path: Path) -> None:
    document, autosave = changed(tmp_path / "mine.puzzle")
    autosave.write()
    assert recovered() == ([], [])  # this studio still runs
    crash(data_folder)
    back, _ = recovered()
    assert [each.puzzle.givens[5] for each in back] == [2]
    assert back[0].path == tmp_path / "mine.puzzle" and back[0].is_modified
    assert recovered() == ([], [])
    assert document.is_modified


def test_saving_leaves_no_copy(qapp: Any, data_folder: Path, tmp_path: Path) -> None:
    document, autosave = changed()
    autosave.write()
    assert list((data_folder / "recovery").iterdir())
    document.save(tmp_path / "one.puzzle")
    assert not list((data_folder / "recovery").iterdir())


def test_autosave_can_be_switched_off(qapp: Any, data_folder: Path) -> None:
    _document, autosave = changed()
    autosave.enabled = False
    autosave.write()
    assert not (data_folder / "recovery").exists()


def test_the_copy_is_written_by_itself(qtbot: Any, data_folder: Path) -> None:
    _document, _autosave = changed()
    qtbot.waitUntil(lambda: bool(list((data_folder / "recovery").glob("*.puzzle"))), timeout=20_000)


def test_a_window_opens_what_was_left_behind(qtbot: Any, data_folder: Path, settings: Settings) -> None:
    _document, autosave = changed()
    autosave.write()
    crash(data_folder)
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    assert [page.document.puzzle.givens[5] for _, page in window.pages()] == [2]
    assert window.notice.isVisible()
    assert list((data_folder / "recovery").glob("*.puzzle")), "a second crash would lose it"

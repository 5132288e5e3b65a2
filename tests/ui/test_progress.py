"""Nothing is lost: copies of unsaved work come back after a crash, saved work leaves none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.core.family import Stroke
from studio.ui import app, recovery
from studio.ui.document import DRAW, Document
from studio.ui.recovery import Autosave
from studio.ui.settings import Settings
from tests.ui.conftest import latin

_made: list[Autosave] = []


@pytest.fixture(autouse=True)
def no_copies_into_the_next_test() -> Iterator[None]:
    """A document that nobody has collected yet would still write its copy, into the folder of the test that runs by then."""
    yield
    for autosave in _made:
        autosave._timer.stop()
        autosave.enabled = False
    _made.clear()


def changed(path: Path | None = None) -> tuple[Document, Autosave]:
    document = Document(latin(1, *(0,) * 15), path)
    autosave = Autosave(document, 1)
    _made.append(autosave)
    document.stroke(DRAW, "givens", "Numbers", Stroke("key", (5,), key="2"))
    return document, autosave


def crash() -> None:
    """As if this studio had gone: the system lets go of its lock."""
    recovery._sessions.pop(recovery.folder()).end()


def copies(data_folder: Path) -> list[Path]:
    return list((data_folder / "recovery").glob("*/*.puzzle"))


def test_unsaved_work_comes_back_once(qapp: Any, data_folder: Path, tmp_path: Path) -> None:
    document, autosave = changed(tmp_path / "mine.puzzle")
    autosave.write()
    assert not recovery.recovered().documents  # this studio still runs
    crash()
    found = recovery.recovered()
    (back, copy), = found.documents
    assert back.puzzle.givens[5] == 2 and back.path == tmp_path / "mine.puzzle" and back.is_modified
    found.forget(copy)
    found.close()
    assert not recovery.recovered().documents and not list((data_folder / "recovery").iterdir())
    assert document.is_modified


def test_saving_leaves_no_copy(qapp: Any, data_folder: Path, tmp_path: Path) -> None:
    document, autosave = changed()
    autosave.write()
    assert copies(data_folder)
    document.save(tmp_path / "one.puzzle")
    assert not copies(data_folder)


def test_autosave_can_be_switched_off(qapp: Any, data_folder: Path) -> None:
    _document, autosave = changed()
    autosave.enabled = False
    autosave.write()
    assert not (data_folder / "recovery").exists()


def test_the_copy_is_written_by_itself(qtbot: Any, data_folder: Path) -> None:
    _document, _autosave = changed()
    qtbot.waitUntil(lambda: bool(copies(data_folder)), timeout=20_000)


def test_a_window_opens_what_was_left_behind(qtbot: Any, data_folder: Path, settings: Settings) -> None:
    _document, autosave = changed()
    autosave.write()
    crash()
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    assert [page.document.puzzle.givens[5] for _, page in window.pages()] == [2]
    assert window.notice.isVisible()
    assert copies(data_folder), "a second crash would lose it"

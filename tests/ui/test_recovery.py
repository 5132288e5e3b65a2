"""Recovery: every unsaved tab with its undo, trials and mode; nothing damaged stops the start; failures are told at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from studio.core import files
from studio.core.family import Stroke
from studio.core.puzzle import BadPuzzle
from studio.ui import app, icons, progress, recovery
from studio.ui.document import DRAW, PLAY, Document
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings
from tests.ui.conftest import latin, open_latin

ROOT = Path(__file__).resolve().parents[2]


def crash() -> None:
    recovery._sessions.pop(recovery.folder()).end()


def reopened(qtbot: Any, settings: Settings) -> MainWindow:
    crash()
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    return window


def play(document: Document, cell: int, key: str) -> None:
    assert document.stroke(PLAY, "marks", "Numbers", Stroke("key", (cell,), key=key))


def draw(document: Document, cell: int, key: str) -> None:
    assert document.stroke(DRAW, "givens", "Numbers", Stroke("key", (cell,), key=key))


def test_every_unsaved_tab_is_kept_by_itself(window: MainWindow, qtbot: Any, settings: Settings) -> None:
    """Drawn, pasted, generated and played ones alike, without any further edit."""
    window.viewing.use_preferences(type(window.desk.preferences)(autosave_seconds=1))
    draw(open_latin(window).document, 5, "2")
    assert window.filing.open_text(files.dumps(latin(0, 2, *(0,) * 14)))
    window.puzzling.take_generated(latin(3, *(0,) * 15))
    play(open_latin(window, mode="play").document, 6, "4")
    qtbot.waitUntil(lambda: len(list(recovery.folder().glob("*/*.puzzle"))) == 4, timeout=30_000)
    again = reopened(qtbot, settings)
    found = [page.document for _, page in again.pages()]
    assert sorted(sum(document.board.givens) for document in found) == [0, 2, 2, 3]
    assert all(document.is_modified for document in found)
    again.close()


def test_undo_trials_and_mode_come_back(window: MainWindow, qtbot: Any, settings: Settings) -> None:
    page = open_latin(window)
    document = page.document
    draw(document, 5, "2")
    document.set_details("Mine", "", "a note")
    document.resize(5, 5)
    window.set_mode(PLAY)
    play(document, 7, "3")
    document.begin_trial()
    play(document, 8, "4")
    document.history.undo()
    window.desk.rescue()
    again = reopened(qtbot, settings)
    page = next(page for _, page in again.pages())
    back = page.document
    assert (page.mode, len(back.trials), back.history.count(), back.history.index()) == (PLAY, 1, 6, 5)
    back.history.redo()
    assert back.trial_levels() == {8: 1}
    while back.history.canUndo():
        back.history.undo()
    assert (back.board.grid.rows, back.board.givens, back.details) == (4, [0] * 16, ("", "", ""))
    assert back.is_modified
    again.close()


def test_a_history_that_cannot_be_read_costs_only_the_history(qapp: Any, data_folder: Path) -> None:
    document = Document(latin(1, *(0,) * 15))
    draw(document, 5, "2")
    autosave = recovery.Autosave(document, 1)
    autosave.write()
    copy, = recovery.folder().glob("*/*.puzzle")
    data = json.loads(copy.read_text())
    data["recovery"]["log"] = data["recovery"]["log"].replace("cells", "sells", 1)
    copy.write_text(json.dumps(data))
    crash()
    (back, _), = recovery.recovered().documents
    assert back.board.givens[5] == 2 and back.history.count() == 0


def test_a_copy_is_an_ordinary_puzzle_file(qapp: Any, data_folder: Path) -> None:
    document = Document(latin(1, *(0,) * 15))
    draw(document, 5, "2")
    opened = files.parse(recovery.copy_of(document))
    assert opened.puzzle == document.puzzle


def test_process_numbers_hide_no_copy(qapp: Any, data_folder: Path) -> None:
    """A number that runs again, as in a container where all studios have the same one."""
    place = data_folder / "recovery"
    place.mkdir(parents=True)
    files.save(place / f"{os.getpid()}-old.puzzle", latin(1, *(0,) * 15))  # as the last version wrote it
    assert len(recovery.recovered().documents) == 1


@pytest.mark.parametrize("spoiled", [b"", b"{", b"\xff\xfe\x00", b'{"format": "puzzle-studio", "version": 1, "family": "x"}',
                                     b"[" * 100_000])
def test_a_damaged_copy_never_stops_the_start(qtbot: Any, settings: Settings, data_folder: Path, spoiled: bytes) -> None:
    place = data_folder / "recovery" / "session"
    place.mkdir(parents=True)
    (place / "lock").touch()
    (place / "one.puzzle").write_bytes(spoiled)
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    assert (data_folder / "recovery" / "unread" / "one.puzzle").read_bytes() == spoiled
    assert "one.puzzle" in window.notice.text.text()
    window.close()


@pytest.mark.parametrize("text", ["\x00\xff garbage", "[preferences]\ntheme=@Variant(x)\nspeed=nan\nautosave_seconds=-7\n"
                                  "limit_seconds=1e99\nfilm_events=many\nengine=\x01\n[layout]\ngeometry=oops\n",
                                  "[preferences]\nautosave_seconds=99999999999\nlimit_memory_mb=0\nspeed=-1\nlimit_seconds=0\n"])
def test_damaged_settings_never_stop_the_start(qtbot: Any, tmp_path: Path, data_folder: Path, text: str) -> None:
    (tmp_path / "damaged.ini").write_text(text, "latin-1")
    settings = Settings(QSettings(str(tmp_path / "damaged.ini"), QSettings.Format.IniFormat))
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    page = window.add_document(Document(latin(*(0,) * 16)))
    draw(page.document, 5, "2")
    assert window.desk.rescue()
    assert window.desk.preferences.autosave_seconds >= 1 and window.desk.preferences.limit_seconds >= 1
    window.close()


def test_damaged_resources_never_stop_the_start(qtbot: Any, settings: Settings, data_folder: Path, tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "icons"
    folder.mkdir()
    for name in ("new", "open", "save"):
        (folder / f"{name}.svg").write_bytes(b"\xff\x00<svg")
    monkeypatch.setattr(icons, "FOLDER", folder)
    icons._source.cache_clear()
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    window.close()
    icons._source.cache_clear()


def test_a_fault_at_the_start_is_told_and_the_window_opens(qtbot: Any, settings: Settings, data_folder: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise KeyError("a bad day")

    monkeypatch.setattr(app, "recovered", broken)
    window = app.open_window([], settings)
    qtbot.addWidget(window)
    assert "a bad day" in window.notice.text.text()
    window.close()


def test_a_failed_copy_is_told_at_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BadPuzzle("x cannot be written: No space left on device")

    monkeypatch.setattr(recovery.files, "write_atomically", full)
    draw(open_latin(window).document, 5, "2")
    assert not window.desk.rescue()
    assert "No space left" in window.notice.text.text() and "copy" in window.notice.text.text()


def test_a_fault_with_a_full_disk_does_not_say_that_work_is_kept(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.ui.faults import Faults

    monkeypatch.setattr(recovery.files, "write_atomically", lambda *_: (_ for _ in ()).throw(BadPuzzle("full")))
    monkeypatch.setattr(sys, "__excepthook__", lambda *fault: None)
    draw(open_latin(window).document, 5, "2")
    faults = Faults()
    faults.window = window
    faults.caught(ValueError, ValueError("a bad day"), None)
    assert "Your work is kept" not in window.notice.text.text() and "save it now" in window.notice.text.text()


def test_lost_library_progress_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_latin(window, mode="play")
    page.document.shelved = True
    play(page.document, 6, "3")
    monkeypatch.setattr(progress.files, "write_atomically", lambda *_: (_ for _ in ()).throw(BadPuzzle("the disk is full")))
    window.desk.close_tab(window.tabs.indexOf(page))
    assert "the disk is full" in window.notice.text.text()


KILLED = """
import os, signal, sys
from studio.core.family import Stroke
from studio.core import registry
from studio.ui import app
from studio.ui.document import Document
app.application()
w = app.open_window([])
found = [page.document.board.givens[5] for _, page in w.pages()]
print(found, flush=True)
page = w.add_document(Document(registry.family("_template").blank(4, 4)))
page.document.stroke("draw", "givens", "Numbers", Stroke("key", (5,), key="2"))
w.desk.rescue()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_studio_is_recovered_by_the_next(tmp_path: Path) -> None:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-c", KILLED]
    told = [subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120).stdout for _ in range(3)]
    assert [json.loads(line) for line in told] == [[], [2], [2, 2]]

"""The tutorials are followed literally: every key that stands in bold is pressed, and what a step promises is looked for.

Commands of the tutorials are tried with those of all pages (tests/test_docs.py); their Python is run here as it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from tests.docs_text import ROOT
from tests.ui.conftest import wait_for

GUIDE = ROOT / "docs" / "guide"
BOLD = re.compile(r"\*\*([^*]+)\*\*")
HYPOTHETICAL = re.compile(r"[^.:;()]*\bwould\b[^.;()]*[.;)]")
"""what one could press is not pressed"""
Check = Callable[[], bool]


def steps(page: str) -> list[str]:
    """The numbered steps of a page, each as one line."""
    text = (GUIDE / f"{page}.md").read_text("utf-8")
    found = re.findall(r"^\d+\. (.*(?:\n   .*)*)", text, re.MULTILINE)
    return [re.sub(r"\s+", " ", each) for each in found]


def keys(step: str) -> list[str]:
    return BOLD.findall(HYPOTHETICAL.sub("", step))


def press(key: str, window: QWidget) -> None:
    """Where the focus is: in a dialog if one is open, else in the window."""
    top = QApplication.activeModalWidget() or window
    at = top.focusWidget() or top
    if re.fullmatch(r"[a-z]{2,}", key):
        QTest.keyClicks(at, key)
    elif len(key) == 1:
        QTest.keyClicks(at, key.lower())
    else:
        sent = QKeySequence(key)[0]
        QTest.keyClick(at, sent.key(), sent.keyboardModifiers())


class Follower:
    """Presses a step's keys one after the other, also while a dialog waits for its answer."""

    def __init__(self, window: MainWindow, qtbot: Any) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def page(self) -> DocumentPage:
        page = self.window.page()
        assert page is not None
        return page

    def follow(self, step: str, check: Check, between: Callable[[str], None] = lambda key: None) -> None:
        waiting = keys(step)

        def following() -> None:
            dialog = QApplication.activeModalWidget()
            if dialog is not None and dialog.focusWidget() is None:
                QTimer.singleShot(30, following)  # nobody types before the dialog is there
            elif waiting:
                key = waiting.pop(0)
                QTimer.singleShot(30, following)
                between(key)
                press(key, self.window)

        QTimer.singleShot(0, following)
        self.qtbot.waitUntil(lambda: not waiting, timeout=60_000)
        QTest.qWait(60)
        wait_for(self.qtbot, check)

    def on_the_board(self) -> None:
        """Without a desktop nobody gives the focus back to the window when a dialog closes."""
        self.window.activateWindow()
        self.page.view.setFocus()
        self.qtbot.waitUntil(self.page.view.hasFocus)

    def verdict(self) -> str:
        live = self.page.live
        return "" if live.busy or live.latest is None or live.latest.stage != "done" else str(live.latest.verdict)

    def to_the_puzzles(self, key: str) -> None:
        """"Tab until the puzzles have the focus": as often as it takes; and the shelf is there."""
        library = self.window.desk.library_page
        if library is not None and key in ("Tab", "Return"):
            self.qtbot.waitUntil(lambda: not library.shelf.loading, timeout=60_000)  # type: ignore[attr-defined]
        if library is not None and key == "Return":
            for _ in range(12):
                at = QApplication.focusWidget()
                if at is library.list:  # type: ignore[attr-defined]
                    break
                QTest.keyClick(at, Qt.Key.Key_Tab)
            library.list.setCurrentIndex(library.filter.index(0, 0))  # type: ignore[attr-defined]


@pytest.fixture
def follower(window: MainWindow, qtbot: Any) -> Follower:
    window.resize(1280, 800)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return Follower(window, qtbot)


def givens(follower: Follower) -> int:
    return len(follower.page.document.puzzle.clues())


def test_a_maker(follower: Follower) -> None:
    told = steps("tutorial-maker")
    assert len(told) == 6

    def made() -> bool:
        page = follower.window.page()
        return page is not None and page.document.family.id == "fillomino" and page.document.puzzle.grid.size == 25

    follower.follow(told[0], made)
    follower.on_the_board()
    follower.follow(told[1], lambda: givens(follower) == 3 and follower.verdict() == "multiple")
    follower.follow(told[2], lambda: givens(follower) > 3 and follower.verdict() == "unique")
    before = givens(follower)
    mending = follower.page.draw_panel.verdict.mending
    follower.follow(told[3], lambda: not mending._watcher.running and follower.verdict() == "unique")
    assert givens(follower) <= before
    follower.follow(told[4], lambda: follower.page.mode == "play" and bool(follower.page.play_panel.message.text()))
    follower.follow(told[5], lambda: "fillomino" in QGuiApplication.clipboard().text())


def marks(follower: Follower) -> tuple[int, ...]:
    return tuple(follower.page.document.board.marks)


def test_a_player(follower: Follower) -> None:
    told = steps("tutorial-player")
    assert len(told) == 6
    follower.follow(told[0], lambda: follower.window.page() is not None, follower.to_the_puzzles)
    assert follower.page.mode == "play" and "doorstep" in follower.page.document.title.lower()
    follower.on_the_board()
    start, panel = marks(follower), follower.page.play_panel
    follower.follow(told[1], lambda: follower.page.view.cursor_cell == 1 and follower.page.document.history.canRedo())
    assert marks(follower) == start

    def known(key: str) -> None:
        if key in ("F6", "Shift+F6"):
            follower.qtbot.waitUntil(lambda: not panel._watcher.running, timeout=60_000)

    follower.follow(told[2], lambda: marks(follower) != start, known)
    before = marks(follower)
    follower.follow(told[3], lambda: not follower.page.document.trials)
    assert marks(follower) == before
    follower.follow(told[4], lambda: bool(panel.message.text()) and "Checking" not in panel.message.text())
    follower.follow(told[5], lambda: not panel.hidden)


def test_a_teacher(follower: Follower) -> None:
    told = steps("tutorial-teacher")
    assert len(told) == 7
    follower.follow(told[0], lambda: follower.window.page() is not None, follower.to_the_puzzles)
    follower.follow(told[1], lambda: follower.page.watch is not None and follower.page.watch.film is not None
                    and follower.page.watch.film.result is not None)
    watch = follower.page.watch
    follower.follow(told[2], lambda: watch.player.position == 1 and bool(watch.lanes[0].card.step.what))
    follower.follow(told[3], lambda: watch.player.position > 1)
    follower.follow(told[4], lambda: not watch.transport.possible.isChecked())
    follower.follow(told[5], lambda: watch.side.tabs.currentWidget() is watch.side.bookmarks)
    before = look().preference
    follower.follow(told[6], lambda: look().preference != before)


@pytest.mark.parametrize("page", ["tutorial-researcher", "tutorial-developer"])
def test_the_python_of_a_tutorial_runs_as_printed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (GUIDE / f"{page}.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})
    said = capsys.readouterr().out
    assert "unique" in said if page == "tutorial-developer" else said.count("unique") == 4


def test_the_tutorials_stand_in_the_guides_contents_and_on_the_start_page(window: MainWindow) -> None:
    from studio.ui.dialogs.guide import GuideWindow

    guide = GuideWindow(window)
    names = [guide.contents.item(row).data(Qt.ItemDataRole.UserRole) for row in range(guide.contents.count())]
    assert [name for name in names if name.startswith("tutorial-")] == [
        f"tutorial-{who}" for who in ("maker", "player", "teacher", "researcher", "developer")]
    shown: list[QWidget] = [each for each in window.desk.welcome.findChildren(QWidget) if each.accessibleName() == "Tutorials"]
    assert shown
    window.act("tutorials")
    assert window.helping.guide_window is not None and "Tutorials" in window.helping.guide_window.text.toPlainText()

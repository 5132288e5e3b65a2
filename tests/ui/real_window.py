"""One end-to-end run on a real window with real X events: draw, verdict, watch, scrub, play with hints, save, reopen.

    python -m tests.ui.real_window [--shot window.png]

Needs Xvfb and xdotool; `test_real_window.py` runs it where they are. Every click and key goes through the X server.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0


class Hand:
    """Moves the mouse and presses keys as a person does, through the X server, while the window goes on living."""

    def __init__(self, window, pump: Callable[[], None]) -> None:  # type: ignore[no-untyped-def]
        self.window, self.pump = window, pump

    def x(self, *words: object) -> None:
        tool = subprocess.Popen(["xdotool", *map(str, words)])
        while tool.poll() is None:
            self.pump()
            time.sleep(0.002)
        self.rest(0.03)

    def rest(self, seconds: float) -> None:
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            self.pump()
            time.sleep(0.005)

    def until(self, check: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        deadline = time.perf_counter() + patience
        while not check():
            if time.perf_counter() > deadline:
                raise AssertionError(f"waited in vain: {what}")
            self.rest(0.02)

    def focus(self) -> None:
        self.x("windowfocus", int(self.window.winId()))

    def point(self, widget, position) -> None:  # type: ignore[no-untyped-def]
        at = widget.mapToGlobal(position)
        self.x("mousemove", at.x(), at.y())

    def click(self, widget, position=None, button: int = 1) -> None:  # type: ignore[no-untyped-def]
        self.point(widget, position if position is not None else widget.rect().center())
        self.x("click", button)

    def keys(self, *names: str) -> None:
        for name in names:
            self.x("key", name)


def cell_spot(view, cell):  # type: ignore[no-untyped-def]
    return view.cell_rect(cell).center().toPoint()


def draw(hand: Hand, page, sample) -> None:  # type: ignore[no-untyped-def]
    for cell in sample.clues():
        hand.click(page.view, cell_spot(page.view, cell))
        hand.keys(*str(sample.givens[cell]))
    hand.until(lambda: page.document.puzzle.givens == sample.givens, "the givens that were typed")
    hand.until(lambda: page.live.latest is not None and page.live.latest.verdict == "unique", "the verdict")
    hand.keys("ctrl+z")
    hand.until(lambda: page.document.puzzle.givens != sample.givens, "undo")
    hand.keys("ctrl+y")
    hand.until(lambda: page.document.puzzle.givens == sample.givens, "redo")
    print("drawn, and found unique")


def watch(hand: Hand, window, page) -> None:  # type: ignore[no-untyped-def]
    hand.click(window.mode_buttons["watch"])
    hand.until(lambda: page.watch is not None and page.watch.isVisible(), "the Watch page")
    hand.keys("F5")
    hand.until(lambda: page.watch.film is not None and page.watch.film.result is not None, "the search's end")
    film, player, timeline = page.watch.film, page.watch.player, page.watch.transport.timeline
    middle = timeline.rect().center()
    hand.point(timeline, middle)
    hand.x("mousedown", 1)
    seen = []
    for part in (0.15, 0.8, 0.3, 0.6):
        middle.setX(int(timeline.width() * part))
        hand.point(timeline, middle)
        seen.append((player.position, tuple(page.watch.view.board.marks)))
    hand.x("mouseup", 1)
    assert len(film.log) < 4 or (seen[0][0] < seen[1][0] > seen[2][0] < seen[3][0]), seen
    assert len(film.log) < 4 or seen[0][1] != seen[1][1], "the board does not follow the slider"
    print(f"watched {len(film.log)} events, scrubbed to {[position for position, _ in seen]}")


def play(hand: Hand, window, page) -> None:  # type: ignore[no-untyped-def]
    panel = page.play_panel
    hand.keys("F3")
    before = list(page.document.board.marks)
    hand.click(panel.hint_button)
    hand.until(lambda: panel._hint is not None, "a hint")
    hand.keys("F6", "F6")
    hand.until(panel.do_button.isVisible, "the hint's last grade")
    hand.click(panel.do_button)
    hand.until(lambda: page.document.board.marks != before, "the hint's move")
    hand.keys("F7")
    hand.until(lambda: panel.message.text() == "All right so far.", "the check")
    print("played a hint")


def run(shot: str) -> None:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QPushButton

    from studio.core import files, registry
    from studio.ui import app, progress
    from studio.ui.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.puzzle"
        family = registry.family("fillomino")
        sample = family.samples()[0]
        files.save(path, family.blank(sample.grid.rows, sample.grid.cols, **dict(sample.params)))
        progress.data_folder = lambda: Path(folder) / "data"
        application = app.application()
        settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        window = app.open_window([path], settings)
        hand = Hand(window, application.processEvents)
        hand.until(window.isVisible, "the window")
        hand.rest(0.5)
        hand.focus()
        page = window.page()
        assert page is not None
        draw(hand, page, sample)
        watch(hand, window, page)
        play(hand, window, page)
        if shot:
            window.grab().save(shot)
        marks = list(page.document.board.marks)
        hand.keys("ctrl+s")
        hand.until(lambda: not page.document.is_modified, "saving")
        hand.keys("ctrl+w")
        hand.until(lambda: window.page() is None, "the tab to close")
        again = next(found for found in window.desk.welcome.findChildren(QPushButton) if found.text() == path.name)
        hand.click(again)
        hand.until(lambda: window.page() is not None, "the file to open again")
        reopened = window.page()
        assert reopened is not None and reopened.document.puzzle.same_board(sample)
        assert reopened.document.board.marks == marks
        print("saved and reopened: the same board, the same marks")
        window.close()
    from studio.run import pool

    pool.shutdown_pools()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shot", default="")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        run(chosen.shot)
        return 0
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_window", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())

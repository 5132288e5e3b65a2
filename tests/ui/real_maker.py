"""A puzzle made, symmetric, mended, test-solved, saved, printed and shared in each family: by keys alone, and by mouse alone.

    python -m tests.ui.real_maker [family …] [--shots FOLDER]

On a real window with real X events (needs Xvfb and xdotool). Screenshots of every stage are for people to look at.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.ui.real_window import Hand, cell_spot

SIZE = 4


class Maker:
    """The hands of a maker; `keys_only` decides how everything is reached."""

    def __init__(self, window: Any, hand: Hand, shots: Path, keys_only: bool) -> None:
        self.window, self.hand, self.shots, self.keys_only = window, hand, shots, keys_only

    def shot(self, name: str) -> None:
        self.shots.mkdir(parents=True, exist_ok=True)
        self.window.grab().save(str(self.shots / f"{name}.png"))

    def do(self, action: str, widget: Any = None) -> None:
        """An action: by its keys, or by a click on its button, or on its entry in the menu."""
        made = self.window.actions_table[action]
        if self.keys_only:
            keys = made.shortcut().toString().split("+")
            self.hand.x("key", "+".join([*map(str.lower, keys[:-1]), keys[-1].lower() if len(keys[-1]) == 1 else keys[-1]]))
        elif widget is not None:
            self.window.page().draw_panel.ensureWidgetVisible(widget)
            self.hand.rest(0.1)
            self.hand.click(widget)
        else:
            self._menu(made)
        self.hand.rest(0.1)

    def _menu(self, action: Any) -> None:
        menu = next(menu for menu in self.window.actions_table.menus.values() if action in menu.actions())
        bar = self.window.menuBar()
        self.hand.click(bar, bar.actionGeometry(menu.menuAction()).center())
        self.hand.rest(0.2)
        self.hand.click(menu, menu.actionGeometry(action).center())
        self.hand.rest(0.2)

    def make(self, family: Any) -> None:
        from studio.ui.document import Document

        page = self.window.add_document(Document(family.blank(SIZE, SIZE)))
        self.hand.rest(0.3)
        self._symmetry(page)
        self._draw(page)
        clues = set(page.document.puzzle.clues())
        assert clues, "nothing was drawn"
        assert clues == {SIZE * SIZE - 1 - cell for cell in clues}, "the clues do not lie symmetrically"
        self.shot("1-drawn")
        self._mend(page)
        self.shot("2-mended")
        self._solve(page)
        self.shot("3-solved")
        self._keep(page)

    def _symmetry(self, page: Any) -> None:
        self.do("symmetry")
        assert page.document.symmetry == "half-turn", page.document.symmetry

    def _draw(self, page: Any) -> None:
        before = list(page.document.puzzle.givens)
        tool, stroke = next(found for found in self._ways(page) if found)
        page.palette_column.choose(tool)
        if self.keys_only:
            self.hand.keys("Down", stroke) if stroke else self.hand.keys("Down", "Return")
        else:
            self.hand.click(page.view, cell_spot(page.view, SIZE))
            if list(page.document.puzzle.givens) == before and page.keypad.isVisible():
                self.hand.click(page.keypad.keys["2"])
        self.hand.until(lambda: list(page.document.puzzle.givens) != before, "a clue")

    def _ways(self, page: Any) -> Any:
        """Tools and keys that put a clue."""
        from studio.core.family import Stroke

        for tool in page.family_tools():
            for key in ("2", "o", "x", "enter"):
                changes = page.document.family.edit(page.document.board, tool.id, Stroke("key", (SIZE,), key=key))
                if any(change.layer == "givens" for change in changes):
                    yield tool.id, "Return" if key == "enter" else key

    def _mend(self, page: Any) -> None:
        verdicts = ("unique", "multiple", "none")
        self.hand.until(lambda: page.live.latest is not None and page.live.latest.stage == "done", "the verdict")
        mending = page.draw_panel.verdict.mending
        if page.live.latest.verdict == "multiple" and mending.add.isVisible():
            self.do("mend_add", mending.add)
            self.hand.until(lambda: not mending.halt.isVisible(), "the mending")
            self.hand.until(lambda: page.live.latest is not None and page.live.latest.stage == "done", "the verdict")
        assert page.live.latest.verdict in verdicts
        print(f"   verdict: {page.live.latest.verdict}; {mending.message.text()}")

    def _solve(self, page: Any) -> None:
        """With the hints, as a tester of one's own puzzle may."""
        self.do("play")
        for _ in range(3 * SIZE * SIZE):
            if page.document.was_solved or page.live.latest is None or page.live.latest.verdict == "none":
                break
            for _ in range(3):
                self.do("hint")
                self.hand.until(lambda: page.play_panel._hint is not None, "a hint")
            if not page.play_panel._hint.settings:
                break
            self.do("do_hint")
        print(f"   solved: {page.document.was_solved}")

    def _keep(self, page: Any) -> None:
        from PySide6.QtGui import QGuiApplication

        path = self.shots / "mine.puzzle"
        page.document.path = path  # the file dialog is the desktop's, not ours
        self.do("draw")
        self.do("save")
        self.hand.until(lambda: path.is_file() and not page.document.is_modified, "saving")
        assert "player" not in path.read_text()
        _close_dialog_soon(self.hand, self.shots / "4-print.png")
        self.do("print")
        self.hand.rest(0.5)
        self.hand.focus()
        QGuiApplication.clipboard().clear()
        self.do("copy")
        assert not QGuiApplication.clipboard().image().isNull(), "no picture on the clipboard"
        print("   saved, printed, shared")


def _close_dialog_soon(hand: Hand, shot: Path) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(50, look)
            return
        hand.rest(0.8)
        dialog.grab().save(str(shot))
        dialog.close()

    QTimer.singleShot(50, look)


def run(names: list[str], shots: Path) -> int:
    from PySide6.QtCore import QSettings

    from studio.core import registry
    from studio.run import pool
    from studio.ui import app, progress
    from studio.ui.controllers.filing import Filing
    from studio.ui.settings import Settings

    Filing.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
    application, failed = app.application(), 0
    for family in registry.families():
        for way in ("keys", "mouse"):
            if names and family.id not in names:
                continue
            print(f"{family.id} by {way}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                progress.data_folder = lambda folder=folder: Path(folder) / "data"  # type: ignore[misc]
                window = app.open_window([], Settings(QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)))
                hand = Hand(window, application.processEvents)
                hand.until(window.isVisible, "the window")
                hand.rest(0.3)
                hand.focus()
                made: Callable[[Any], None] = Maker(window, hand, shots / f"{family.id}-{way}", way == "keys").make
                try:
                    made(family)
                except AssertionError as fault:
                    failed += 1
                    print(f"   FAILED: {fault}")
                window.close()
    pool.shutdown_pools()
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*")
    parser.add_argument("--shots", type=Path, default=Path("shots"))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        return run(chosen.families, chosen.shots)
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_maker", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())

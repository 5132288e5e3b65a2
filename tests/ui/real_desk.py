"""What a maker's hands expect of the real window, scene by scene, with real X events.

    python -m tests.ui.real_desk [scene …] [--shots FOLDER]

Needs Xvfb and xdotool; `test_real_desk.py` runs every scene where they are. The scenes are in `desk_scenes.py`; each is one
promise, and failed on the window as it once was unless its own words say otherwise.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.ui.real_window import Hand, cell_spot

SOON = 4.0


class Scene:
    """A window of its own, and what every scene does in it."""

    def __init__(self, window: Any, hand: Hand, folder: Path, shots: Path | None) -> None:
        self.window, self.hand, self.folder, self.shots = window, hand, folder, shots

    def open(self, family_id: str, rows: int, cols: int, givens: Any = None, **params: Any) -> Any:
        from studio.core import registry
        from studio.ui.document import Document

        puzzle = registry.family(family_id).blank(rows, cols, **params)
        page = self.window.add_document(Document(puzzle.with_givens(givens) if givens else puzzle))
        self.hand.rest(0.2)
        return page

    def open_file(self, path: Path) -> Any:
        """As the dialog does with the file that was chosen."""
        assert self.window.filing.open_path(path)
        self.hand.rest(0.2)
        return self.window.page()

    def type_at(self, page: Any, cell: int, *keys: str) -> None:
        self.hand.click(page.view, cell_spot(page.view, cell))
        self.hand.keys(*keys)

    def verdict(self, page: Any, what: str) -> None:
        self.hand.until(lambda: page.live.latest is not None and page.live.latest.verdict == what
                        and page.live.latest.stage == "done", f"the verdict {what}")

    def judged(self, page: Any) -> None:
        self.hand.until(lambda: page.live.latest is not None and page.live.latest.stage == "done"
                        and not page.live.busy, "the verdict")
        self.hand.rest(0.3)

    def holds(self, check: Callable[[], object], otherwise: str) -> None:
        """A key's effect, as soon as a busy machine shows it."""
        self.hand.until(check, otherwise, SOON)

    def on_board(self, page: Any, after: str) -> None:
        self.hand.rest(0.3)
        found = self.window.focusWidget()
        assert found is page.view, f"after {after} the keyboard is on {type(found).__name__} {found.accessibleName()!r}"

    def menu(self, action: str) -> None:
        """Choose an entry of the menu bar with the mouse."""
        made, bar = self.window.actions_table[action], self.window.menuBar()
        menu = next(menu for menu in self.window.actions_table.menus.values() if made in menu.actions())
        self.hand.click(bar, bar.actionGeometry(menu.menuAction()).center())
        self.holds(menu.isVisible, "the menu")
        self.hand.rest(0.1)
        self.hand.click(menu, menu.actionGeometry(made).center())
        self.hand.rest(0.2)

    def in_dialog(self, opens: str, does: Callable[[Any], object]) -> None:
        """What is done in a modal dialog that a key opens: the dialog's own loop runs while keys are sent from outside."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        faults: list[BaseException] = []

        def later() -> None:
            dialog = QApplication.activeModalWidget()
            if dialog is None:
                QTimer.singleShot(50, later)
                return
            self.hand.rest(0.3)
            self.hand.x("windowfocus", int(dialog.winId()))
            self.hand.rest(0.2)
            try:
                does(dialog)
            except Exception as fault:
                faults.append(fault)
            self.hand.rest(0.2)
            if QApplication.activeModalWidget() is dialog:
                dialog.close()

        self.hand.focus()  # without a window manager the focus is nobody's after a dialog
        self.hand.rest(0.2)
        QTimer.singleShot(100, later)
        self.hand.keys(opens)
        self.hand.rest(0.5)
        self.hand.focus()
        if faults:
            raise faults[0]

    def shot(self, name: str, widget: Any = None) -> None:
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            (widget or self.window).grab().save(str(self.shots / f"{name}.png"))


def run(names: list[str], shots: Path | None) -> int:
    from PySide6.QtCore import QSettings

    from studio.run import pool
    from studio.ui import app, progress
    from studio.ui.controllers.filing import Filing
    from studio.ui.settings import Settings
    from tests.ui.desk_scenes import SCENES

    Filing.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
    application, failed = app.application(), 0
    for name in names or list(SCENES):
        with tempfile.TemporaryDirectory() as folder:
            progress.data_folder = lambda folder=folder: Path(folder) / "data"  # type: ignore[misc]
            settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
            window = app.open_window([], settings)
            hand = Hand(window, application.processEvents)
            hand.until(window.isVisible, "the window")
            hand.rest(0.3)
            hand.focus()
            scene = Scene(window, hand, Path(folder), shots)
            try:
                SCENES[name](scene)
                print(f"{name}: good", flush=True)
            except (Exception, SystemExit) as fault:  # one scene that goes wrong does not hide the others
                failed += 1
                print(f"{name}: {fault or 'failed'}", flush=True)
                traceback.print_exc()
            scene.shot(name)
            window.close()
    pool.shutdown_pools()
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--shots", type=Path, default=None)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        return run(chosen.scenes, chosen.shots)
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_desk", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())

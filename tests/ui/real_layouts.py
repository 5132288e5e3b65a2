"""A real window under other keyboard layouts: letters choose tools, digits are typed, shortcuts work.

    python -m tests.ui.real_layouts

Needs Xvfb, xdotool and setxkbmap; `test_keyboard.py` runs it where they are. Keys are pressed by their place (key codes).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.ui.real_window import Hand

PLACE = {"a": 38, "s": 39, "g": 42, "n": 57, "1": 10, "3": 12, "=": 21}
LAYOUTS = ("us", "ru", "gr", "fr", "de")
AT = {("fr", "a"): 24}
"""where a letter is printed elsewhere"""


def press(hand: Hand, layout: str, key: str, held: str = "") -> None:
    code = AT.get((layout, key), PLACE[key])
    hand.x("key", f"{held}+{code}" if held else code)


def try_layout(hand: Hand, window, layout: str) -> None:  # type: ignore[no-untyped-def]
    from studio.core import registry
    from studio.ui.document import Document

    subprocess.run(["setxkbmap", layout], check=True)
    hand.rest(0.5)
    page = window.add_document(Document(registry.family("evolomino").blank(5, 5)), "draw")
    page.palette_column.choose("given")
    page.view.setFocus()
    press(hand, layout, "s")
    hand.until(lambda: page.palette_column.current == "shade", f"{layout}: S for Shading")
    press(hand, layout, "a")
    hand.until(lambda: page.palette_column.current == "arrow", f"{layout}: A for Arrow")
    page = window.add_document(Document(registry.family("fillomino").blank(5, 5)), "draw")
    page.view.setFocus()
    page.view.move_cursor(0)
    press(hand, layout, "3")
    hand.until(lambda: page.document.board.givens[0] == 3, f"{layout}: the digit 3")
    hand.keys("ctrl+l") if layout == "us" else hand.x("key", "ctrl+46")
    hand.until(lambda: window.page() is None, f"{layout}: Ctrl+L for the library")
    while window.page() is not None or window.tabs.count() > 1:
        if not window.desk.close_tab(window.tabs.count() - 1):
            break
    print(f"{layout}: letters, digits and shortcuts")


def run() -> None:
    from PySide6.QtCore import QSettings

    from studio.ui import app, progress
    from studio.ui.controllers.filing import Filing
    from studio.ui.settings import Settings

    Filing.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        progress.data_folder = lambda: Path(folder) / "data"
        application = app.application()
        window = app.open_window([], Settings(QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)))
        hand = Hand(window, application.processEvents)
        hand.until(window.isVisible, "the window")
        hand.rest(0.5)
        hand.focus()
        for layout in LAYOUTS:
            try_layout(hand, window, layout)
        window.close()
    from studio.run import pool

    pool.shutdown_pools()


def main() -> int:
    if "--inside" in sys.argv:
        run()
        return 0
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_layouts", "--inside"], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

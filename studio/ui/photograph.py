"""A picture of the window while it shows a search, for the demo on machines without a screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from studio.core.puzzle import Puzzle
from studio.ui.app import application
from studio.ui.document import Document
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.trial import own_settings

SIZE = (1280, 820)


def photograph(puzzle: Puzzle, engine_id: str, path: Path, patience: float = 60.0) -> None:
    """The window as it looks while it shows a search, as a PNG; without a screen, and leaving the user's settings alone."""
    app = application()
    with own_settings() as settings:
        look().use("light")
        window = MainWindow(settings)
        window.resize(*SIZE)
        window.show()
        page = window.add_document(Document(puzzle))
        page.set_mode("watch")
        page.start_watching(engine_id)
        _let_pass(app, patience, lambda: page.watch.lanes[0].recorder.running)
        page.watch.player.pause()
        page.watch.player.go(round(0.6 * len(page.watch.film)))
        _let_pass(app, 0.5, lambda: True)
        window.grab().save(str(path))
        window.filing.ask_to_save = lambda document: True  # type: ignore[method-assign]
        window.close()


def _let_pass(app: QApplication, seconds: float, going_on: Callable[[], bool]) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and going_on():
        app.processEvents()
        time.sleep(0.01)

"""Starts the window. Heavy solver libraries stay out of this process: engines live in workers."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from studio.ui.icons import picture
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.progress import recovered
from studio.ui.settings import Settings

WARM_UP_MS = 400


def application() -> QApplication:
    """The one QApplication, made if there is none."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    app = QApplication(sys.argv[:1])
    app.setApplicationName("puzzle-studio")
    app.setApplicationDisplayName("Puzzle Studio")
    app.setDesktopFileName("puzzle-studio")
    app.setStyle("Fusion")
    return app


def open_window(paths: Sequence[str | Path], settings: Settings | None = None) -> MainWindow:
    """A window with the given files in tabs, and whatever a crashed studio left behind."""
    settings = settings or Settings()
    look().use(settings.preferences().theme)
    window = MainWindow(settings)
    for document in recovered():
        window.add_document(document)
        window.notice.tell(window.tr("Unsaved work of the last session was brought back."), "warn")
    if not paths and not settings.preferences().start_page:
        paths = [path for path in settings.recent()[:1] if Path(path).is_file()]
    for path in paths:
        if str(path).startswith(("http:", "https:")):
            window.open_text(str(path))
        else:
            window.open_path(path)
    window.show()
    return window


def warm_up() -> None:
    """Once the window stands: start a spare worker, so that the first verdict does not wait for Python, and compile the fast
    kernels in the background if this installation has not done so."""
    from studio.run import job, prepare

    job.default_pool().prepare()
    compiling = prepare.prepare_in_background()
    if compiling is not None:
        atexit.register(prepare.stop, compiling)


def main(paths: Sequence[str | Path] = ()) -> int:
    app = application()
    window = open_window(paths)
    app.setWindowIcon(QIcon(picture("logo", look().theme.color("primary"), 64, 2.0)))
    QTimer.singleShot(WARM_UP_MS, warm_up)
    code = app.exec()
    del window
    from studio.run import job

    job.shutdown_pools()
    return code

"""A window on trial: built as for a user, looked over, never shown; for `doctor`, and for tests of installations."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from studio.core import files
from studio.core.say import say
from studio.ui import icons
from studio.ui.app import application
from studio.ui.library_model import shelf
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings


@contextmanager
def own_settings() -> Iterator[Settings]:
    """Settings of a first day that nobody keeps."""
    with tempfile.TemporaryDirectory() as folder:
        yield Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))


def faults_of(window: QWidget) -> list[str]:
    """What an incomplete installation leaves out, one sentence each."""
    names = {str(action.property("icon_name")) for action in window.findChildren(QAction) if action.property("icon_name")}
    missing = sorted(name for name in names if not icons.exists(name))
    found: list[str] = [say("icons are missing: {names}", names=", ".join(missing))] if missing or not names else []
    if not puzzles():
        found.append(say("the library is empty"))
    if "index" not in files.guide_pages():
        found.append(say("the guide is missing"))
    return found


def puzzles() -> int:
    return sum(1 for _ in shelf([files.library_folder()], samples=False))


def try_window() -> int:
    """Build one, and tell on standard output what it has; exit code 1 with the faults. Runs in a process of its own."""
    app = application()
    with own_settings() as settings:
        window = MainWindow(settings)
        window.ensurePolished()
        faults = faults_of(window)
        actions = sum(bool(action.property("icon_name")) for action in window.findChildren(QAction))
        window.close()
    good = say("Qt platform {platform}, {actions} actions with icons, {puzzles} puzzles on the shelf, {pages} pages to read",
               platform=app.platformName(), actions=actions, puzzles=puzzles(), pages=len(files.guide_pages()))
    print("; ".join(faults) if faults else good)
    return 1 if faults else 0

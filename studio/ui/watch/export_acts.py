"""The Export menu: asks where, shows how far, says in one sentence what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QMessageBox, QProgressDialog

from studio.core.puzzle import BadPuzzle
from studio.ui.ask_path import save_path
from studio.ui.look import look
from studio.ui.watch.export import Progress, write_events
from studio.ui.watch.film import Film
from studio.ui.widgets import plain_tip

if TYPE_CHECKING:
    from studio.ui.watch.page import WatchPage


class GivenUp(Exception):
    """The user cancelled an export."""


class ExportActs(QObject):
    """GIF, CSV, JSON lines, statistics."""

    def __init__(self, page: WatchPage) -> None:
        super().__init__(page)
        self.page = page

    def fill(self, menu: QMenu) -> None:
        for text, act in ((self.tr("Film as GIF …"), self.save_gif), (self.tr("Events as CSV …"), self.save_csv),
                          (self.tr("Events as JSON lines …"), self.save_json_lines)):
            menu.addAction(text).triggered.connect(lambda _checked=False, act=act: act())
        menu.addSeparator()
        menu.addAction(self.tr("Copy statistics")).triggered.connect(lambda _checked=False: self.copy_statistics())

    def save_gif(self) -> None:
        self._save(self.tr("Film as GIF"), "gif", self.write_gif)

    def save_csv(self) -> None:
        self._save(self.tr("Events as CSV"), "csv", write_events)

    def save_json_lines(self) -> None:
        self._save(self.tr("Events as JSON lines"), "jsonl", write_events)

    def copy_statistics(self) -> None:
        self.page.side.stats.show_films(self.page.films())
        self.page.side.stats.copy_text()

    def write_gif(self, film: Film, path: str | Path, progress: Progress | None = None) -> None:
        from studio.ui.render import render_film  # Pillow is not needed before

        render_film(film.family, film.puzzle, film.log, path, look().theme, progress=progress)

    def _save(self, title: str, extension: str, write: Callable[[Film, str | Path, Progress | None], None]) -> None:
        film = self.page.film
        if film is None or not len(film):
            QMessageBox.information(self.page, title, self.tr("There is no film yet: run an engine first."))
            return
        name = f"{film.puzzle.title or film.family.id}-{film.engine.id}.{extension}".replace("/", "-")
        chosen = save_path(self.page, title, name, {title: (f".{extension}",)})
        if chosen is not None:
            self.write(title, film, str(chosen[0]), write)

    def write(self, title: str, film: Film, path: str, write: Callable[[Film, str | Path, Progress | None], None]) -> bool:
        """Write with a progress dialog that can be cancelled; True if it was written."""
        self.page.player.pause()
        dialog = QProgressDialog(title, self.tr("Cancel"), 0, 100, self.page)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setMinimumDuration(400)

        def progress(fraction: float, _text: str) -> None:
            dialog.setValue(min(99, round(fraction * 100)))
            if dialog.wasCanceled():
                raise GivenUp

        try:
            write(film, path, progress)
        except GivenUp:  # nothing has been put in the old file's place
            return False
        except BadPuzzle as fault:
            QMessageBox.warning(self.page, title, plain_tip(str(fault)))
            return False
        finally:
            dialog.reset()
            dialog.deleteLater()
        return True

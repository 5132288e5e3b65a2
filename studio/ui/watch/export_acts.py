"""The Export menu: asks where, shows how far, says in one sentence what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QMessageBox, QProgressDialog

from studio.core.language import told
from studio.core.puzzle import BadPuzzle
from studio.share import film_out
from studio.share.film import Film
from studio.share.film_look import FilmLook
from studio.ui.ask_path import save_path
from studio.ui.look import look
from studio.ui.watch.film_dialog import FilmDialog
from studio.ui.widgets import plain_tip

if TYPE_CHECKING:
    from studio.ui.watch.page import WatchPage


class GivenUp(Exception):
    """The user cancelled an export."""


class ExportActs(QObject):
    """The film itself, moving pictures, pages, events, statistics."""

    def __init__(self, page: WatchPage) -> None:
        super().__init__(page)
        self.page = page

    def fill(self, menu: QMenu) -> None:
        for text, act in ((self.tr("Save the film …"), self.save_film),
                          (self.tr("Moving picture (MP4, WebM, GIF) …"), self.save_video),
                          (self.tr("Page for any browser (HTML) …"), self.save_page),
                          (self.tr("Events as CSV …"), self.save_csv),
                          (self.tr("Events as JSON lines …"), self.save_json_lines)):
            menu.addAction(text).triggered.connect(lambda _checked=False, act=act: act())
        menu.addSeparator()
        menu.addAction(self.tr("Copy statistics")).triggered.connect(lambda _checked=False: self.copy_statistics())

    def save_film(self) -> None:
        self._save(self.tr("Save the film"), ("film",))

    def save_video(self) -> None:
        film = self.page.film
        if film is None or not len(film):
            self._nothing_yet(self.tr("Moving picture"))
            return
        chosen = self.ask_look(film)
        if chosen is not None:
            self._save(self.tr("Moving picture"), ("mp4", "webm", "gif"), chosen)

    def ask_look(self, film: Film) -> FilmLook | None:
        dialog = FilmDialog(film, self.page)
        return dialog.film_look() if dialog.exec() else None

    def save_page(self) -> None:
        self._save(self.tr("Page for any browser"), ("html",), FilmLook(theme=look().theme))

    def save_csv(self) -> None:
        self._save(self.tr("Events as CSV"), ("csv",))

    def save_json_lines(self) -> None:
        self._save(self.tr("Events as JSON lines"), ("jsonl",))

    def copy_statistics(self) -> None:
        self.page.side.stats.show_films(self.page.films())
        self.page.side.stats.copy_text()

    def _nothing_yet(self, title: str) -> None:
        QMessageBox.information(self.page, title, self.tr("There is no film yet: run an engine first."))

    def _save(self, title: str, endings: tuple[str, ...], chosen_look: FilmLook | None = None) -> None:
        film = self.page.film
        if film is None or not len(film):
            self._nothing_yet(title)
            return
        name = f"{film.puzzle.title or film.family.id}-{film.engine.id}.{endings[0]}".replace("/", "-")
        all_kinds = [f".{ending}" for ending in endings]
        kinds = {kind[1:].upper() if len(endings) > 1 else title: (kind, *all_kinds) for kind in all_kinds}
        chosen = save_path(self.page, title, name, kinds)
        if chosen is not None and self.write(title, film, str(chosen[0]), chosen_look):
            self.page.film_saved.emit(str(chosen[0]))

    def write(self, title: str, film: Film, path: str, chosen_look: FilmLook | None = None) -> bool:
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
            film_out.write(film, path, chosen_look, progress)
        except GivenUp:  # nothing has been put in the old file's place
            return False
        except BadPuzzle as fault:
            QMessageBox.warning(self.page, title, plain_tip(told(str(fault))))
            return False
        finally:
            dialog.reset()
            dialog.deleteLater()
        return True

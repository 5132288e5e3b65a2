"""Bookmarks: places of a film with the teacher's own words. They are kept in the film's file."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from studio.share.film import Bookmark, Film
from studio.share.words import log_line
from studio.ui.widgets import button, label, row

PLACE = Qt.ItemDataRole.UserRole


class BookmarkPanel(QWidget):
    """`jumped` to the bookmark that was chosen; the field below holds its words."""

    jumped = Signal(int)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.position = 0
        self.add = button(self.tr("Bookmark this step"), "star", self.mark_here,
                          self.tr("Remember the step that the film shows (B); N and Shift+N go from one to the next"))
        self.remove = button(self.tr("Remove"), "erase", self.remove_chosen, self.tr("Take the chosen bookmark away"))
        self.listed = QListWidget()
        self.listed.setAccessibleName(self.tr("Bookmarks"))
        self.listed.currentItemChanged.connect(lambda now, _before: self._chosen(now))
        self.listed.itemActivated.connect(self._chosen)
        self.listed.itemClicked.connect(self._chosen)
        self.note = QPlainTextEdit()
        self.note.setPlaceholderText(self.tr("Your own words about this step"))
        self.note.setAccessibleName(self.tr("Your words about the chosen bookmark"))
        self.note.setTabChangesFocus(True)
        self.note.setMaximumHeight(110)
        self.note.textChanged.connect(self._written)
        self.hint = label(self.tr("Saved with the film (Export ▸ Save the film)."), "muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addLayout(row(self.add, self.remove, stretch=True))
        column.addWidget(self.listed, 1)
        column.addWidget(self.note)
        column.addWidget(self.hint)
        self._filling = False
        self._suit()

    def show_film(self, film: Film | None) -> None:
        if film is not self.film:
            self.film = film
            self._fill(-1)

    def set_position(self, position: int) -> None:
        self.position = position
        self._suit()

    def _suit(self) -> None:
        self.add.setEnabled(self.film is not None and len(self.film) > 0)
        chosen = self._mark() is not None
        self.remove.setEnabled(chosen)
        self.note.setEnabled(chosen)

    def mark_here(self) -> None:
        """A bookmark at the film's position, if there is none yet; its words can be written at once."""
        if self.film is None:
            return
        if not any(mark.position == self.position for mark in self.film.bookmarks):
            self.film.mark(self.position, "")
        self._fill(self.position)
        self.note.setFocus()
        self.changed.emit()

    def remove_chosen(self) -> None:
        mark = self._mark()
        if self.film is not None and mark is not None:
            self.film.unmark(mark.position)
            self._fill(-1)
            self.changed.emit()

    def next(self, forward: bool) -> bool:
        """To the next or previous bookmark; False if there is none."""
        places = [mark.position for mark in self.film.bookmarks] if self.film is not None else []
        fitting = [place for place in places if (place > self.position if forward else place < self.position)]
        if not fitting:
            return False
        self._fill(min(fitting) if forward else max(fitting))
        self.jumped.emit(min(fitting) if forward else max(fitting))
        return True

    def _fill(self, chosen: int) -> None:
        self._filling = True
        self.listed.clear()
        for mark in self.film.bookmarks if self.film is not None else ():
            item = QListWidgetItem(self._words(mark))
            item.setData(PLACE, mark.position)
            self.listed.addItem(item)
            if mark.position == chosen:
                self.listed.setCurrentItem(item)
        now = self._mark()
        self.note.setPlainText(now.note if now is not None else "")
        self._filling = False
        self._suit()

    def _words(self, mark: Bookmark) -> str:
        assert self.film is not None
        told = mark.note.strip().partition("\n")[0]
        if not told:
            told = log_line(self.film, mark.position - 1) if 0 < mark.position <= len(self.film) else self.tr("the beginning")
        return f"{mark.position:,}   {told}"

    def _mark(self) -> Bookmark | None:
        item = self.listed.currentItem()
        if item is None or self.film is None:
            return None
        place = int(item.data(PLACE))
        return next((mark for mark in self.film.bookmarks if mark.position == place), None)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        mark = self._mark()
        if item is None or mark is None or self._filling:
            return
        self._filling = True
        self.note.setPlainText(mark.note)
        self._filling = False
        self._suit()
        self.jumped.emit(mark.position)

    def _written(self) -> None:
        mark, item = self._mark(), self.listed.currentItem()
        if self._filling or mark is None or self.film is None or item is None:
            return
        self.film.mark(mark.position, self.note.toPlainText())
        item.setText(self._words(Bookmark(mark.position, self.note.toPlainText())))
        self.changed.emit()

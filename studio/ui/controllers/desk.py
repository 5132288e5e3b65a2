"""The desk: open documents in tabs, each with its recovery copy; what every other controller works on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QUndoGroup
from PySide6.QtWidgets import QApplication, QTabBar, QTabWidget, QWidget

from studio.core.puzzle import BadPuzzle
from studio.share.film_file import EXTENSION as FILM
from studio.ui import recovery, translate
from studio.ui.document import DRAW, WATCH, Document
from studio.ui.fields import Homing, is_typing
from studio.ui.notice import Notice
from studio.ui.page import DocumentPage
from studio.ui.settings import Preferences, Settings
from studio.ui.welcome import WelcomePage
from studio.ui.widgets import plain_tip

FALLEN_MS = 8000
"""How long it is told that clues are off the board."""


class Desk(QObject):
    """Documents in tabs; the first tab is the start page.

    `page_shown`: another page or mode is at hand. `titled(title, modified)` for the window's title, `hinted`, `described` and
    `zoomed` for its status bar, `said(text, ms)` for a passing message there. `wants` names an action.
    """

    page_shown = Signal()
    titled = Signal(str, bool)
    hinted = Signal(str)
    described = Signal(str)
    zoomed = Signal(str)
    said = Signal(str, int)
    wants = Signal(str)

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self.window = window
        """what dialogs stand over"""
        self.settings = settings
        self.preferences = settings.preferences()
        self.undo_group = QUndoGroup(self)
        self.tabs = QTabWidget()
        self.notice = Notice()
        self.welcome = translate.made(WelcomePage)
        self.library_page: QWidget | None = None
        self.may_go: Callable[[Document], bool] = lambda _document: True
        """asked before a document with unsaved changes goes; False keeps it"""
        self._autosaves: dict[Document, recovery.Autosave] = {}
        self._build()
        self.homing = Homing(window, self.focus_board)

    def _build(self) -> None:
        self.tabs.setDocumentMode(True)
        self.tabs.setTabsClosable(True)
        self.tabs.setMovable(True)
        self.tabs.setAccessibleName(self.tr("Documents"))
        self.tabs.tabBar().setAccessibleName(self.tr("Documents"))
        self.tabs.addTab(self.welcome, self.tr("Start"))
        for side in (QTabBar.ButtonPosition.RightSide, QTabBar.ButtonPosition.LeftSide):
            self.tabs.tabBar().setTabButton(0, side, None)  # type: ignore[arg-type]
        self.tabs.currentChanged.connect(self.tab_changed)
        self.tabs.tabCloseRequested.connect(self.close_tab)
        self.welcome.wants.connect(self.wants)
        self.welcome.show_recent(self.settings.recent())

    def tell(self, sentence: str) -> None:
        self.notice.tell(sentence)

    def use_preferences(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.settings.keep(preferences)
        for _, page in self.pages():
            page.use_preferences(preferences)
        for autosave in self._autosaves.values():
            autosave.enabled = preferences.autosave
            autosave.set_seconds(preferences.autosave_seconds)

    # --- tabs ---------------------------------------------------------------------------------------------------------
    def pages(self) -> Iterator[tuple[int, DocumentPage]]:
        for number in range(self.tabs.count()):
            widget = self.tabs.widget(number)
            if isinstance(widget, DocumentPage):
                yield number, widget

    def page(self) -> DocumentPage | None:
        widget = self.tabs.currentWidget()
        return widget if isinstance(widget, DocumentPage) else None

    def _film_saved(self, path: str) -> None:
        if Path(path).suffix.lower() == FILM:
            self.settings.add_recent(path)
        self.said.emit(self.tr("Written to {0}").format(path), 4000)

    def add_document(self, document: Document, mode: str = DRAW) -> DocumentPage:
        page = translate.made(lambda: DocumentPage(document, self.preferences))
        document.setParent(page)
        self.undo_group.addStack(document.history)
        document.modified.connect(lambda: self._retitle(page))
        document.renamed.connect(lambda: self._retitle(page))
        document.solved.connect(lambda: self._keep_progress(document))
        document.fell.connect(self._fell)
        page.hinted.connect(self.hinted)
        page.film_saved.connect(self._film_saved)
        page.described.connect(self.described)
        page.wants.connect(self.wants)
        page.mode_changed.connect(lambda _mode: self.page_shown.emit())
        page.view.zoomed.connect(lambda _scale: self._show_zoom(page))
        autosave = recovery.Autosave(document, self.preferences.autosave_seconds, self.preferences.autosave)
        autosave.failed.connect(self._not_kept)
        self._autosaves[document] = autosave
        page.restore_layout(self.settings)
        number = self.tabs.addTab(page, "")
        self._retitle(page)
        self.tabs.setCurrentIndex(number)
        page.set_mode(mode)
        self.notice.hide()
        return page

    def _fell(self, count: int) -> None:
        """Clues are off the board: told, and how they come back."""
        self.said.emit(self.tr("One clue is off the board now; Undo brings it back.") if count == 1 else
                       self.tr("{0} clues are off the board now; Undo brings them back.").format(count), FALLEN_MS)

    def _show_zoom(self, page: DocumentPage) -> None:
        """How large the board is shown, against the size at which all of it is seen."""
        zoom = page.view.zoom_factor
        self.zoomed.emit("" if zoom is None else f"{zoom:.0%}")

    def _retitle(self, page: DocumentPage) -> None:
        number = self.tabs.indexOf(page)
        if number < 0:
            return
        document = page.document
        self.tabs.setTabText(number, ("• " if document.is_modified else "") + document.title.replace("&", "&&"))
        self.tabs.setTabToolTip(number, plain_tip(str(document.path or self.tr("Not saved yet"))))
        if page is self.page():
            self.titled.emit(f"{document.title}[*] – Puzzle Studio", document.is_modified)

    def tab_changed(self, _index: int = 0) -> None:
        current = self.page()
        for _, page in self.pages():
            if page is not current:
                page.deactivate()
        self.described.emit("")
        self.zoomed.emit("")
        if current is None:
            self.titled.emit("Puzzle Studio", False)
            self.welcome.show_recent(self.settings.recent())
            hint = self.tr("Ctrl+N new, Ctrl+O open, Ctrl+L library, Ctrl+K everything else; or drop a file here.")
            self.hinted.emit(hint)
        else:
            self._retitle(current)
            if current.mode:
                current.activate()
        self.page_shown.emit()

    def close_tab(self, number: int) -> bool:
        """True if the tab is gone (or was the start page, which stays)."""
        page = self.tabs.widget(number)
        if page is None or page is self.welcome:
            return True
        if isinstance(page, DocumentPage):
            page.draw_panel.leave()
            if page.document.is_modified and self.is_worth_asking(page.document):
                self.tabs.setCurrentIndex(number)
                if not self.may_go(page.document):
                    return False
            self._let_go(page)
        elif page is self.library_page:
            self.library_page = None
        self.tabs.removeTab(self.tabs.indexOf(page))
        page.deleteLater()
        return True

    def is_worth_asking(self, document: Document) -> bool:
        """Progress with a puzzle that has a file or is one of the library is kept by itself; only a question could be lost."""
        return document.has_own_work() or (document.path is None and not document.shelved)

    def rescue(self) -> bool:
        """Write copies of everything unsaved, now; False if one could not be written."""
        written = [autosave.write() for autosave in list(self._autosaves.values())]
        return all(written)

    def _not_kept(self, fault: str) -> None:
        self.notice.tell(self.tr("No copy of your unsaved work can be kept; save it elsewhere: {0}").format(fault))

    def look_outside(self) -> None:
        """The window is used again: was the file at hand changed by someone else meanwhile? Told once for each change."""
        page = self.page()
        if page is not None and page.document.news_outside():
            document = page.document
            self.notice.tell(self.tr("{0} was changed by another program").format(document.path), "warn",
                             self.tr("Load it"), lambda: self.take_theirs(document))

    def take_theirs(self, document: Document) -> None:
        """The file's content in place of what is on the table; undo brings that back."""
        try:
            document.take_theirs()
        except BadPuzzle as fault:
            self.notice.tell(str(fault))
        else:
            self.notice.hide()

    def _keep_progress(self, document: Document) -> None:
        """How far the player came, apart from the puzzle's file."""
        if document.shelved or document.path is not None:
            fault = document.keep_progress()
            if fault:
                self.notice.tell(self.tr("Your progress with this puzzle cannot be kept: {0}").format(fault))

    def _let_go(self, page: DocumentPage) -> None:
        document = page.document
        self._keep_progress(document)
        page.keep_layout(self.settings)
        page.close_page()
        self._autosaves.pop(document).remove()

    # --- modes -------------------------------------------------------------------------------------------------------
    def set_mode(self, mode: str) -> None:
        page = self.page()
        if page is not None:
            page.set_mode(mode)
        self.page_shown.emit()

    def acted(self) -> None:
        """An action of a menu or of the palette was done: on with the board, unless somebody writes a text."""
        page = self.page()
        here = QApplication.activeWindow() is self.window and QApplication.activePopupWidget() is None
        if here and page is not None and page.mode != WATCH and not is_typing(self.window.focusWidget()):
            self.focus_board()

    def focus_board(self) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

"""The window's frame: its tabs, documents and messages. Actions and menus are built on top of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QUndoGroup
from PySide6.QtWidgets import QLabel, QMainWindow, QTabWidget, QWidget

from studio.ui import progress
from studio.ui.actions import Actions
from studio.ui.document import DRAW, Document
from studio.ui.notice import Notice
from studio.ui.page import DocumentPage
from studio.ui.settings import Settings
from studio.ui.welcome import WelcomePage


class WindowBase(QMainWindow):
    """Documents in tabs; the first tab is the start page."""

    actions_table: Actions

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.preferences = self.settings.preferences()
        self.undo_group = QUndoGroup(self)
        self.tabs = QTabWidget()
        self.notice = Notice()
        self.welcome = WelcomePage()
        self.library_page: QWidget | None = None
        self.hint_label, self.cell_label, self.zoom_label = QLabel(), QLabel(), QLabel()
        self._autosaves: dict[Document, progress.Autosave] = {}

    def act_named(self, name: str) -> None:
        """An action by id, as pages ask for it."""
        getattr(self, f"act_{name}")()

    def page_shown(self) -> None:
        """Hook: another page or mode is at hand."""

    def ask_to_save(self, document: Document) -> bool:
        """Hook: before a document with unsaved changes goes; False keeps it."""
        return True

    def tell_while(self, going_on: Callable[[], bool], text: str, tip: str) -> QLabel:
        """Something in the background that the user may feel: told in the status bar until it is over."""
        told, timer = QLabel(text), QTimer(self)
        told.setToolTip(tip)
        told.setAccessibleDescription(tip)
        self.statusBar().addPermanentWidget(told)

        def look() -> None:
            if not going_on():
                timer.stop()
                self.statusBar().removeWidget(told)
                told.deleteLater()

        timer.timeout.connect(look)
        timer.start(1000)
        return told

    # --- tabs ---------------------------------------------------------------------------------------------------------
    def pages(self) -> Iterator[tuple[int, DocumentPage]]:
        for number in range(self.tabs.count()):
            widget = self.tabs.widget(number)
            if isinstance(widget, DocumentPage):
                yield number, widget

    def page(self) -> DocumentPage | None:
        widget = self.tabs.currentWidget()
        return widget if isinstance(widget, DocumentPage) else None

    def add_document(self, document: Document, mode: str = DRAW) -> DocumentPage:
        page = DocumentPage(document, self.preferences)
        document.setParent(page)
        self.undo_group.addStack(document.history)
        document.modified.connect(lambda: self._retitle(page))
        document.renamed.connect(lambda: self._retitle(page))
        document.solved.connect(lambda: self._keep_progress(document))
        page.hinted.connect(self.hint_label.setText)
        page.described.connect(self.cell_label.setText)
        page.wants.connect(self.act_named)
        page.mode_changed.connect(lambda _mode: self.page_shown())
        page.view.zoomed.connect(lambda _scale: self._show_zoom(page))
        self._autosaves[document] = progress.Autosave(document, self.preferences.autosave_seconds, self.preferences.autosave)
        page.restore_layout(self.settings)
        number = self.tabs.addTab(page, "")
        self._retitle(page)
        self.tabs.setCurrentIndex(number)
        page.set_mode(mode)
        self.notice.hide()
        return page

    def _show_zoom(self, page: DocumentPage) -> None:
        """How large the board is shown, against the size at which all of it is seen."""
        zoom = page.view.zoom_factor
        self.zoom_label.setText("" if zoom is None else f"{zoom:.0%}")

    def _retitle(self, page: DocumentPage) -> None:
        number = self.tabs.indexOf(page)
        if number < 0:
            return
        document = page.document
        self.tabs.setTabText(number, ("• " if document.is_modified else "") + document.title.replace("&", "&&"))
        self.tabs.setTabToolTip(number, str(document.path or self.tr("Not saved yet")))
        if page is self.page():
            self.setWindowTitle(f"{document.title}[*] – Puzzle Studio")
            self.setWindowModified(document.is_modified)

    def _tab_changed(self) -> None:
        current = self.page()
        for _, page in self.pages():
            if page is not current:
                page.deactivate()
        self.cell_label.clear()
        self.zoom_label.clear()
        if current is None:
            self.setWindowTitle("Puzzle Studio")
            self.setWindowModified(False)
            self.welcome.show_recent(self.settings.recent())
            hint = self.tr("Ctrl+N new, Ctrl+O open, Ctrl+L library, Ctrl+K everything else; or drop a file here.")
            self.hint_label.setText(hint)
        else:
            self._retitle(current)
            if current.mode:
                current.activate()
        self.page_shown()

    def close_tab(self, number: int) -> bool:
        """True if the tab is gone (or was the start page, which stays)."""
        page = self.tabs.widget(number)
        if page is None or page is self.welcome:
            return True
        if isinstance(page, DocumentPage):
            page.draw_panel.leave()
            if page.document.is_modified and self._is_worth_asking(page.document):
                self.tabs.setCurrentIndex(number)
                if not self.ask_to_save(page.document):
                    return False
            self._let_go(page)
        elif page is self.library_page:
            self.library_page = None
        self.tabs.removeTab(self.tabs.indexOf(page))
        page.deleteLater()
        return True

    def _is_worth_asking(self, document: Document) -> bool:
        """Progress with a library puzzle is kept by itself; only a changed question would be lost."""
        return not document.shelved or document.has_own_work()

    def rescue(self) -> None:
        """Write copies of everything unsaved, now."""
        for autosave in self._autosaves.values():
            autosave.write()

    def _keep_progress(self, document: Document) -> None:
        """How far the player came with a puzzle that has no file of theirs."""
        if document.shelved and document.path is None and document.player():
            progress.keep_progress(document.puzzle, document.player())

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
        self.page_shown()

    def focus_board(self) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

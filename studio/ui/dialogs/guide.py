"""The guide inside the studio: the Markdown pages of `docs/guide`, with a list of contents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QTextBrowser, QVBoxLayout, QWidget

from studio.core import files, language
from studio.ui.look import scaled, share_of_screen
from studio.ui.widgets import button, open_with, row

FIRST = "index"
ROW = 30
LEAST_PICTURE, PICTURE_MARGIN = 200, 14


def pages(paths: Mapping[str, Path]) -> dict[str, str]:
    """Page name -> its heading: the index first, then as the index names them, then what it does not name."""
    index = paths[FIRST].read_text("utf-8") if FIRST in paths else ""
    named = [FIRST, *re.findall(r"\]\(([\w-]+)\.md[#)]", index)]
    places = {name: named.index(name) for name in named}
    found = {}
    for name in sorted(paths, key=lambda name: (places.get(name, len(named)), name)):
        lines = paths[name].read_text("utf-8").splitlines()
        found[name] = next((line.lstrip("# ").strip() for line in lines if line.startswith("#")), "") or name
    return found


class GuideText(QTextBrowser):
    """Pages as wide as the window: larger pictures are shown smaller."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        found = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource:
            return found
        url = name if isinstance(name, QUrl) else QUrl(name)
        image = QImage(self.source().resolved(url).toLocalFile())
        room = max(LEAST_PICTURE, self.viewport().width() - 2 * PICTURE_MARGIN)
        if image.isNull() or image.width() <= room:
            return found
        ratio = self.devicePixelRatioF()
        small = image.scaledToWidth(min(image.width(), round(room * ratio)), Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(small.width() / room)
        return small

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and not self.source().isEmpty():
            place = self.verticalScrollBar().value() / max(1, self.verticalScrollBar().maximum())
            self.document().clear()
            self.reload()
            self.verticalScrollBar().setValue(round(place * self.verticalScrollBar().maximum()))


class GuideWindow(QWidget):
    """A window of its own, so that one can read and try at the same time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Guide to Puzzle Studio"))
        self.paths = files.guide_pages(language.current())
        self.text = GuideText()
        self.text.setOpenExternalLinks(True)
        self.text.setSearchPaths([str(files.docs_folder() / "guide")])
        self.text.setAccessibleName(self.windowTitle())
        self.contents = QListWidget()
        self.contents.setFixedWidth(min(scaled(210), share_of_screen(0.3)))
        self.contents.setAccessibleName(self.tr("Contents"))
        for name, heading in pages(self.paths).items():
            item = QListWidgetItem(heading)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, ROW))
            self.contents.addItem(item)
        self.contents.currentItemChanged.connect(self._chosen)
        self.text.sourceChanged.connect(self._arrived)
        back = button(self.tr("Back"), "undo", self.text.backward, self.tr("To the page before"))
        forth = button(self.tr("Forward"), "redo", self.text.forward, self.tr("To the page after"))
        column = QVBoxLayout()
        column.addLayout(row(back, forth, stretch=True))
        column.addWidget(self.text, 1)
        across = QHBoxLayout(self)
        across.setContentsMargins(12, 12, 12, 12)
        across.setSpacing(12)
        across.addWidget(self.contents)
        across.addLayout(column, 1)
        open_with(self, 1000, 720)

    def show_page(self, name: str = FIRST) -> None:
        """Open a page; one that is not there leads to the index."""
        path = self.paths.get(name) or self.paths.get(FIRST)
        if path is not None and path.is_file():
            self.text.setSource(QUrl.fromLocalFile(str(path)))
        else:
            self.text.setPlainText(self.tr("The guide is not installed here."))
        self.show()
        self.raise_()

    def go_to_heading(self, words: str) -> None:
        """To a heading of the page that is shown, at the top of the window."""
        block = self.text.document().begin()
        while block.isValid() and block.text() != words:
            block = block.next()
        if block.isValid():
            top = self.text.document().documentLayout().blockBoundingRect(block).top()
            self.text.verticalScrollBar().setValue(round(top))

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            path = self.paths[item.data(Qt.ItemDataRole.UserRole)]
            if self.text.source() != QUrl.fromLocalFile(str(path)):
                self.text.setSource(QUrl.fromLocalFile(str(path)))

    def _arrived(self, source: QUrl) -> None:
        """A link was followed: mark its page in the contents."""
        name = next((name for name, path in self.paths.items() if path == Path(source.toLocalFile())), "")
        for number in range(self.contents.count()):
            item = self.contents.item(number)
            if item.data(Qt.ItemDataRole.UserRole) == name and item is not self.contents.currentItem():
                self.contents.setCurrentItem(item)

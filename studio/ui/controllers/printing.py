"""Printing: this puzzle on paper, and many of them as a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from studio.core.puzzle import Puzzle
from studio.ui.controllers.controller import Controller

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog


class Printing(Controller):
    preview: QPrintPreviewDialog | None = None

    def act_print(self) -> None:
        """A preview of this puzzle: paper, margins and printer are chosen there."""
        from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

        page = self.page()
        if page is None:
            return
        puzzle = page.document.puzzle
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(page.document.title)
        self.preview = QPrintPreviewDialog(printer, self.desk.window)
        self.preview.setWindowTitle(self.tr("Print {0}").format(page.document.title))
        self.preview.paintRequested.connect(lambda device: print_puzzle(device, puzzle))
        self.preview.resize(860, 720)
        self.preview.exec()
        self.preview = None

    def act_book(self) -> None:
        """What the library shows, if one looks at it; else the open puzzles."""
        from studio.ui.dialogs.book import BookDialog
        from studio.ui.library import LibraryPage

        shelf_page = self.desk.tabs.currentWidget()
        if isinstance(shelf_page, LibraryPage):
            puzzles = [entry.puzzle for entry in shelf_page.shown()]
        else:
            puzzles = [page.document.puzzle for _, page in self.desk.pages()]
        if puzzles:
            BookDialog(puzzles, self.desk.window).exec()
        else:
            self.desk.notice.tell(self.tr("Open a puzzle or the library first."))



def print_puzzle(printer: QPrinter, puzzle: Puzzle) -> None:
    """The puzzle with its rules in brief on one sheet of whatever paper the printer has."""
    from PySide6.QtGui import QPainter
    from PySide6.QtPrintSupport import QPrinter as Device

    from studio.share.book import draw_page

    painter = QPainter(printer)
    millimetres = printer.pageRect(Device.Unit.Millimeter)
    dots = printer.pageRect(Device.Unit.DevicePixel)
    painter.scale(dots.width() / millimetres.width(), dots.height() / millimetres.height())
    draw_page(painter, QRectF(0, 0, millimetres.width(), millimetres.height()), puzzle)
    painter.end()

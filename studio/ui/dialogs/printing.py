"""One puzzle on paper: a preview beside what can be chosen, all of it reached by keys as well."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPageSize, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewWidget
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.share.book import PAPERS, draw_alone, write_alone
from studio.ui.ask_path import safe_name, save_path
from studio.ui.fields import ChoiceField
from studio.ui.library_model import user_folder
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import button, form_label, form_layout, label, open_with, set_state

PANEL = 220


class PrintDialog(QDialog):
    """`answer` is offered for a second page, if it is known."""

    def __init__(self, puzzle: Puzzle, title: str, answer: Answer | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Print {0}").format(title))
        self._puzzle, self._title, self._answer = puzzle, title, answer
        self.printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        self.printer.setDocName(title)
        self.preview = QPrintPreviewWidget(self.printer)
        self.preview.setAccessibleName(self.tr("Preview"))
        self.preview.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.preview.paintRequested.connect(self.paint)
        self._build()
        self._paper_chosen()
        open_with(self, 900, 700)

    def _build(self) -> None:
        self.paper = ChoiceField()
        self.paper.setAccessibleName(self.tr("Paper"))
        for name in PAPERS:
            self.paper.addItem(name, name)
        own = self.printer.pageLayout().pageSize().id()
        self.paper.setCurrentIndex(max(0, list(PAPERS.values()).index(own) if own in PAPERS.values() else 0))
        self.rules = WrappedCheck(self.tr("With the &rules"))
        self.rules.setChecked(True)
        self.solution = WrappedCheck(self.tr("&Solution on a second page"))
        self.solution.setEnabled(bool(self._answer))
        self.solution.setToolTip("" if self._answer else self.tr("No solution is known to be the only one"))
        self.go = button(self.tr("&Print …"), act=self.print, primary=True, tip=self.tr("Choose a printer and print"))
        self.go.setDefault(True)
        self.keep = button(self.tr("Save as P&DF …"), "save", self.ask, self.tr("The same pages as a file"))
        leave = button(self.tr("Close"), act=self.reject)
        self.message = label(wrap=True)
        self.paper.currentIndexChanged.connect(self._paper_chosen)
        for each in (self.rules, self.solution):
            each.toggled.connect(self.preview.updatePreview)
        form = form_layout()
        form.addRow(form_label(self.tr("Paper")), self.paper)
        side = QWidget()
        side.setMinimumWidth(PANEL)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(form)
        for shown in (self.rules, self.solution, self.message):
            column.addWidget(shown)
        column.addStretch(1)
        for last in (self.go, self.keep, leave):
            column.addWidget(last)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(16)
        across.addWidget(self.preview, 1)
        across.addWidget(side)
        self.go.setFocus()

    def _paper_chosen(self) -> None:
        self.printer.setPageSize(QPageSize(PAPERS[self.paper.currentData()]))
        self.preview.updatePreview()
        self.preview.fitInView()

    def paint(self, printer: QPrinter) -> None:
        """On a sheet of whatever paper the printer has."""
        painter = QPainter(printer)
        sheet, dots = printer.pageRect(QPrinter.Unit.Millimeter), printer.pageRect(QPrinter.Unit.DevicePixel)
        painter.scale(dots.width() / sheet.width(), dots.height() / sheet.height())
        draw_alone(painter, printer, sheet.size(), self._puzzle, self.rules.isChecked(), self._wanted_answer())
        painter.end()

    def _wanted_answer(self) -> Answer | None:
        return self._answer if self.solution.isChecked() else None

    def print(self) -> None:
        chosen = QPrintDialog(self.printer, self)
        if chosen.exec() == QDialog.DialogCode.Accepted:
            self.paint(self.printer)
            self.accept()

    def ask(self) -> None:
        wanted = save_path(self, self.windowTitle(), user_folder() / (safe_name(self._title) + ".pdf"), {"PDF": (".pdf",)})
        if wanted is not None:
            self.save(wanted[0])

    def save(self, path: Path) -> None:
        """The pages as a file; says where they are, or why not."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_alone(self._puzzle, path, self.paper.currentData(), self.rules.isChecked(), self._wanted_answer())
        except (BadPuzzle, OSError) as fault:
            set_state(self.message, "verdict", "bad")
            self.message.setText(str(fault))
            return
        set_state(self.message, "verdict", "good")
        self.message.setText(self.tr("Written to {0}").format(path))

"""Puzzles to print: how many on a page, with solutions or without; the missing ones are found in the background."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QDialog, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from studio.core.engine import SolveResult
from studio.core.language import told
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.setter.requests import Solutions
from studio.share.book import AUTO, PAPERS, SLOTS, write_book
from studio.ui.ask_path import save_path
from studio.ui.fields import ChoiceField
from studio.ui.jobs import Watcher
from studio.ui.library_model import user_folder
from studio.ui.look import scaled, share_of_screen
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import button, form_label, form_layout, label, row, set_state


class BookDialog(QDialog):
    def __init__(self, puzzles: Sequence[Puzzle], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A book of puzzles"))
        self._puzzles = list(puzzles)
        self._path = Path()
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(self._progress)
        self._watcher.finished.connect(self._solved)
        self._build()
        self.setMinimumWidth(min(scaled(420), share_of_screen(0.8)))

    def _build(self) -> None:
        self.title = QLineEdit(self.tr("Puzzles"))
        self.per_page = ChoiceField()
        self.per_page.addItem(self.tr("As fits"), AUTO)
        for count in SLOTS:
            self.per_page.addItem(str(count), count)
        self.paper = ChoiceField()
        for paper in PAPERS:
            self.paper.addItem(paper, paper)
        self.with_solutions = WrappedCheck(self.tr("Solutions at the end"))
        self.with_solutions.setChecked(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.message = label(wrap=True)
        self.go = button(self.tr("Save as PDF …"), "save", self.ask, primary=True)
        leave = button(self.tr("Close"), act=self.reject)
        form = form_layout()
        for text, field in ((self.tr("Title"), self.title), (self.tr("Paper"), self.paper),
                            (self.tr("Boards on a page"), self.per_page)):
            field.setAccessibleName(text)
            form.addRow(form_label(text), field)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        count = len(self._puzzles)
        column.addWidget(label(self.tr("1 puzzle") if count == 1 else self.tr("{0} puzzles").format(count), "heading"))
        column.addLayout(form)
        for each in (self.with_solutions, self.message, self.bar):
            column.addWidget(each)
        column.addLayout(row(leave, self.go))

    def ask(self) -> None:
        chosen = save_path(self, self.windowTitle(), user_folder() / "book.pdf", {"PDF": (".pdf",)})
        if chosen is not None:
            self.save(chosen[0])

    def save(self, path: Path) -> None:
        self._path = path
        if not self.with_solutions.isChecked():
            self._write([None] * len(self._puzzles))
            return
        self.go.setEnabled(False)
        self.bar.show()
        self._watcher.start(Solutions(self._puzzles))

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.setValue(round(1000 * fraction))
        self._say("busy", self.tr("Solving {0}").format(text))

    def _solved(self, result: Any) -> None:
        self.bar.hide()
        self.go.setEnabled(True)
        if isinstance(result, SolveResult):
            self._say("bad", result.message or result.status.value)
        else:
            self._write(result)

    def _write(self, answers: Sequence[Answer | None]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            pages = write_book(self._puzzles, answers, self._path, self.title.text().strip(), self.per_page.currentData(),
                               paper=self.paper.currentData())
        except (BadPuzzle, OSError) as fault:
            self._say("bad", str(fault))
            return
        self._say("good", self.tr("{0} pages in {1}").format(pages, self._path))

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))

    def done(self, code: int) -> None:
        self._watcher.cancel()
        super().done(code)

"""Mending on the verdict card: one button that adds the missing clues or drops the superfluous ones, as one undoable step."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.engine import SolveResult
from studio.core.puzzle import Answer
from studio.setter.mend import Mended, can_mend
from studio.setter.requests import MakeUnique, ThinOut
from studio.ui.document import DRAW, Document
from studio.ui.jobs import Watcher
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import button, label


class Mending(QWidget):
    """Offered where the verdict is "several" (add) or "unique" (thin out), to families whose clues tell about single cells."""

    def __init__(self, document: Document, live: LiveVerdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._live = document, live
        self._meant: Answer | None = None
        self._how = ""
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(lambda _fraction, text: self._say(text))
        self._watcher.finished.connect(self._finished)
        self.add = button(self.tr("Add clues until unique"), "generate", lambda: self._start("add"),
                          self.tr("As few clues as make the shown solution the only one"))
        self.thin = button(self.tr("Drop superfluous clues"), "eraser", lambda: self._start("thin"),
                           self.tr("Take away clues that the others make superfluous"))
        self.halt = button(self.tr("Stop"), "stop", self.stop)
        self.message = label(role="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for each in (self.add, self.thin, self.halt, self.message):
            column.addWidget(each)
        document.changed.connect(self._changed)
        self.offer("")

    def mean(self, solution: Answer | None) -> None:
        """The user flipped to this solution: it is the one to keep."""
        self._meant = solution

    def offer(self, verdict: str, meant: Answer | None = None) -> None:
        """What can be done under this verdict; `meant` is the solution that is to become the only one."""
        self._meant = meant
        useful = can_mend(self._document.family) and not self._document.is_blank()
        running = self._watcher.running
        self.add.setVisible(useful and verdict == "multiple" and not running)
        self.thin.setVisible(useful and verdict == "unique" and not running)
        self.halt.setVisible(running)
        self.message.setVisible(bool(self.message.text()))

    def _start(self, how: str) -> None:
        puzzle = self._document.puzzle
        self._how = how
        self._say(self.tr("Thinking …"))
        self._watcher.start(MakeUnique(puzzle, self._meant) if how == "add" else ThinOut(puzzle), self._live.limits)
        self.offer("")

    def stop(self) -> None:
        self._watcher.cancel()
        self._say("")
        self._offer_again()

    def _changed(self, question: bool) -> None:
        """The board is another one now: an answer about the old one is of no use."""
        if question and self._watcher.running:
            self._watcher.cancel()
            self._say("")

    def _finished(self, result: Any) -> None:
        if isinstance(result, SolveResult):
            self._say(result.message or result.status.value)
        elif isinstance(result, Mended):
            self._apply(result)
        self._offer_again()

    def _apply(self, mended: Mended) -> None:
        board = self._document.board
        cells = [*mended.added, *mended.removed]
        changes = [change for cell in cells if (change := board.change("givens", cell, mended.puzzle.givens[cell]))]
        if not changes:
            self._say(self.tr("Every clue is needed.") if self._how == "thin" else self.tr("It is unique already."))
            return
        words = self.tr("Added {0} clues.") if self._how == "add" else self.tr("Dropped {0} clues.")
        self._document.edit(DRAW, changes, self.thin.text().strip() if self._how == "thin" else self.add.text().strip())
        self._say(words.format(len(changes)) + " " + self.tr("Undo brings the board back."))

    def _offer_again(self) -> None:
        latest = self._live.latest
        self.offer(latest.verdict if latest is not None else "", self._meant)

    def _say(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

"""What is still possible while one plays: shown in small print over the board, or filled in as pencil marks in one step."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.draw import Small
from studio.core.engine import Limits, SolveResult
from studio.core.language import told
from studio.core.puzzle import BadPuzzle
from studio.setter.pencil import Pencil
from studio.setter.requests import AskPencil
from studio.share.words import sentence
from studio.ui import announce
from studio.ui.document import PLAY, Document
from studio.ui.jobs import Watcher
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import button, card, label, section

MOST_PENCILLED = 16
"""A cell with more possible values gets no pencil marks: nobody could read them."""
MOST_NOTED = 30
"""pencil marks are bits of a whole number that files keep"""
REST_MS = 120
NOTES = "notes"


class PencilCard(QWidget):
    """`changed` when the board should show something else."""

    changed = Signal()

    def __init__(self, document: Document, limits: Limits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self._limits = document, limits
        self._answer: Pencil | None = None
        self._for: tuple[int, ...] = ()
        self._filling = False
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._answered)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        frame, column = card()
        column.addWidget(section(self.tr("What is possible")))
        self.shown = WrappedCheck(self.tr("Show what is still possible"))
        self.shown.setToolTip(self.tr("In every cell what the givens, your marks and the easy rules leave"))
        self.shown.toggled.connect(self._wanted)
        self.fill = button(self.tr("Fill in pencil marks"), "pencil", self.fill_in,
                           self.tr("Write what is still possible into every open cell; one undo takes all of it back"))
        self.message = label(role="muted", wrap=True)
        self.message.hide()
        for part in (self.shown, self.fill, self.message):
            column.addWidget(part)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)
        document.changed.connect(self._board_changed)

    def suit(self) -> None:
        """Only what the family can do. (Asked once it lies in its panel: a card without one would be a window.)"""
        family = self.document.family
        self.fill.setVisible(any(tool.id == NOTES for tool in family.tools(self.document.board)))
        self.setVisible(family.rulebook is not None)

    def leave(self) -> None:
        self._rest.stop()
        self._watcher.cancel()

    def enter(self) -> None:
        if self.shown.isChecked():
            self._ask()

    # --- asking -------------------------------------------------------------------------------------------------------
    def _wanted(self, on: bool) -> None:
        if on:
            self._ask()
        else:
            self._say("")
        self.changed.emit()

    def fill_in(self) -> None:
        self._filling = True
        self._ask()

    def _board_changed(self, question: bool) -> None:
        if question:
            self.suit()
        if self._filling or tuple(self.document.board.marks) != self._for or question:
            self._answer, self._filling = None, False
            self._watcher.cancel()
            self._say("")
            if self.shown.isChecked() and self.isVisible():
                self._rest.start()

    def _ask(self) -> None:
        try:
            self.document.family.validate(self.document.puzzle)
        except BadPuzzle as fault:
            self._say(sentence(str(fault)))
            return
        self._for = tuple(self.document.board.marks)
        self._watcher.start(AskPencil(self.document.puzzle, self._for), self._limits)

    def _answered(self, answer: Any) -> None:
        filling, self._filling = self._filling, False
        if isinstance(answer, SolveResult):
            self._say(sentence(answer.message or answer.status.value))
            return
        self._answer = answer
        if answer.slate is None:
            self._say(self.tr("What is possible in single cells cannot be told for this board."))
        elif answer.clash:
            self._say(sentence(answer.clash))
        elif filling:
            self._write(answer)
        self.changed.emit()

    def _write(self, answer: Pencil) -> None:
        """The pencil marks of all open cells, in one step."""
        board, changes, left_out = self.document.board, [], 0
        assert answer.slate is not None
        for cell, values in answer.slate.numbers(board.marks, answer.gone).items():
            if len(values) > MOST_PENCILLED or max(values, default=0) > MOST_NOTED:
                left_out += 1
                continue
            change = board.change(NOTES, cell, sum(1 << value for value in values))
            if change is not None:
                changes.append(change)
        self.document.edit(PLAY, changes, self.tr("Fill in pencil marks"))
        done = self.tr("Filled in {0} cells.").format(len(changes))
        self._say(done + (self.tr(" {0} cells have too many possible values.").format(left_out) if left_out else ""))

    def _say(self, text: str) -> None:
        self.message.setText(told(text))
        self.message.setVisible(bool(text))
        if text:
            announce.say(self.message, text)

    # --- the board ----------------------------------------------------------------------------------------------------
    def possible(self) -> dict[int, Small]:
        """What lies over the board; nothing while it is not wanted, or not known for the marks as they are."""
        marks, answer = self.document.board.marks, self._answer
        if not self.shown.isChecked() or answer is None or answer.slate is None or answer.clash or tuple(marks) != self._for:
            return {}
        return answer.slate.left(marks, answer.gone)

    def clashing(self) -> tuple[int, ...]:
        return self._answer.cells if self.shown.isChecked() and self._answer is not None else ()

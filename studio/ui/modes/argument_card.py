"""Find the proof: where a puzzle has no solution, the player's argument for it is the puzzle. Judged by a worker."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from studio.core.draw import Overlay
from studio.core.engine import Limits, SolveResult
from studio.core.language import told
from studio.core.parts import Judgement
from studio.core.puzzle import BadPuzzle
from studio.setter.requests import JudgeArgument
from studio.ui import announce
from studio.ui.document import PLAY, Document
from studio.ui.jobs import Watcher
from studio.ui.modes.proof_view import ProofView
from studio.ui.widgets import button, card, label, row, section, set_state


class ArgumentCard(QWidget):
    """Seen where the puzzle is known to have no solution, or the player has begun an argument; else hidden."""

    changed = Signal()
    proved = Signal()
    wants_tool = Signal(str)

    def __init__(self, document: Document, limits: Limits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self._limits = document, limits
        self._arguments = document.family.arguments
        self._judged: Judgement | None = None
        self._notes: tuple[int, ...] = ()
        """what was judged"""
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._answered)
        self._build()
        document.changed.connect(self._follow)

    def _build(self) -> None:
        frame, column = card()
        assert isinstance(frame, QFrame)
        column.addWidget(section(self.tr("Find the proof")))
        self.goal = label(told(self._arguments.goal) if self._arguments is not None else "", "muted", wrap=True)
        column.addWidget(self.goal)
        self.judge_button = button(self.tr("Judge"), "check", self.judge,
                                   self.tr("Do these numbers show that there is no solution?"), primary=True)
        self.erase_button = button(self.tr("Erase"), "clear", self.erase, self.tr("Take all numbers away (undo restores them)"))
        column.addLayout(row(self.judge_button, self.erase_button))
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setObjectName("message")
        self.message.setWordWrap(True)
        self.message.hide()
        column.addWidget(self.message)
        self.proof = ProofView()
        self.proof.changed.connect(self.changed)
        column.addWidget(self.proof)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    @property
    def wanted(self) -> bool:
        """Whether the puzzle says that it has no solution, and an argument can be made."""
        return self._arguments is not None and self.document.puzzle.extra.get("solutions") == 0

    @property
    def tools(self) -> tuple[str, ...]:
        return self._arguments.tools if self._arguments is not None else ()

    @property
    def holds(self) -> bool:
        return self._judged is not None and self._judged.holds

    # --- judging ------------------------------------------------------------------------------------------------------
    def judge(self) -> None:
        try:
            self.document.family.validate(self.document.puzzle)
        except BadPuzzle as fault:
            self._say("warn", str(fault))
            return
        self._say("busy", self.tr("Looking at every way to lay every piece …"))
        self._notes = tuple(self.document.board.notes)
        self._watcher.start(JudgeArgument(self.document.puzzle, self._notes), self._limits)

    def _answered(self, result: Any) -> None:
        if isinstance(result, SolveResult):
            self._say("warn", result.message or result.status.value)
            return
        self._judged = result
        self._say("good" if result.holds else "bad", "\n".join(result.sentences))
        self.proof.show_proof(result.proof)
        if result.holds:
            self.proof.go(1)
            self.proved.emit()
        else:
            self.wants_tool.emit(self.tools[0])
        self.changed.emit()

    def erase(self) -> None:
        board = self.document.board
        changes = [change for cell in board.grid.cells() if (change := board.change("notes", cell, 0)) is not None]
        self.document.edit(PLAY, changes, self.tr("Erase the numbers"))

    def leave(self) -> None:
        self._watcher.cancel()

    def _follow(self, question: bool) -> None:
        """Other numbers are another argument."""
        if question or tuple(self.document.board.notes) != self._notes:
            self._watcher.cancel()
            self._judged, self._notes = None, ()
            self.proof.show_proof(None)
            self._say("", "")
        self.suit()

    def suit(self) -> None:
        """Seen or not. (Asked once it lies in its panel: a card without one would be a window.)"""
        begun = self._arguments is not None and any(self.document.board.notes)
        self.setVisible(self.wanted or begun)
        self.erase_button.setEnabled(begun)

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))
        self.message.setVisible(bool(text))
        announce.say(self.message, text)

    def draw_into(self, overlay: Overlay) -> None:
        """What spoils the argument, beside what it is compared with; or the proof."""
        if self._judged is None:
            return
        if self._judged.holds:
            self.proof.draw_into(overlay)
        else:
            overlay.current, overlay.causes = self._judged.spoils, self._judged.beside

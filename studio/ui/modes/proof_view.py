"""A proof that there is no solution, to look at: drawn on the board, whole or step by step as a person would check it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core import language
from studio.core.draw import Overlay
from studio.share.words import sentence
from studio.ui.widgets import button, label, row


class ProofView(QWidget):
    """Hidden while there is no proof. `changed` when the board should be drawn anew."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.proof: Mapping[str, Any] | None = None
        self.step = 0
        """0: the whole proof; else the number of a step"""
        self.look = button(self.tr("Look"), "check", tip=self.tr("Draw the proof on the board"), checkable=True)
        self.look.setAccessibleName(self.tr("Show the proof on the board"))
        self.back = button(self.tr("Back"), "", lambda: self.go(self.step - 1), self.tr("The step before"))
        self.on = button(self.tr("Next step"), "", lambda: self.go(self.step + 1), self.tr("The proof step by step"))
        self.words = label(role="muted", wrap=True)
        self.look.toggled.connect(self._shown)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row(self.look, self.back, self.on))
        column.addWidget(self.words)
        self.hide()

    def show_proof(self, proof: Mapping[str, Any] | None) -> None:
        """Another verdict; a proof is shown at once."""
        if proof == self.proof:
            return
        self.proof, self.step = proof, 0
        self.setVisible(proof is not None)
        self.look.setChecked(proof is not None)
        self._say()

    @property
    def steps(self) -> list[Mapping[str, Any]]:
        return list((self.proof or {}).get("steps", ()))

    def go(self, step: int) -> None:
        self.step = max(0, min(step, len(self.steps)))
        self.look.setChecked(True)
        self._say()
        self.changed.emit()

    def _shown(self, _on: bool) -> None:
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        self.back.setEnabled(self.step > 0)
        self.on.setEnabled(self.step < len(self.steps))
        self.back.setVisible(bool(self.steps))
        self.on.setVisible(bool(self.steps))
        told = 0 < self.step <= len(self.steps) and self.look.isChecked()
        if told:
            text = sentence(str(self.steps[self.step - 1]["text"]))
            self.words.setText(self.tr("Step {0} of {1}: {2}").format(self.step, len(self.steps), language.told(text)))
        self.words.setVisible(told)

    def draw_into(self, overlay: Overlay) -> None:
        """What of the proof the board should show."""
        if self.proof is None or not self.look.isChecked():
            return
        overlay.proof = {**self.proof, "step": self.step} if self.step else self.proof
        if 0 < self.step <= len(self.steps):
            told = self.steps[self.step - 1]
            overlay.causes, overlay.current = tuple(told.get("cells", ())), tuple(told.get("witness", ()))

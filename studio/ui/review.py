"""The review: which rules the board breaks, and whether it is solved. Small boards are looked at at once, large ones by a
worker: no check, however long it takes, stands between the player and the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.engine import Limits, SolveResult
from studio.core.puzzle import Violation
from studio.setter.requests import CheckBoard
from studio.ui.document import Document
from studio.ui.jobs import Watcher


class Review(QObject):
    """`told()` when `broken` and `complete` are those of the board as it stands; `failed(sentence)` if they are not known."""

    told = Signal()
    failed = Signal(str)

    def __init__(self, document: Document, limits: Limits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.broken: list[Violation] = []
        self.complete = False
        self._document, self._limits = document, limits
        self._again = False
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._answered)

    def look(self) -> None:
        """Find out about the board as it is now. Asked again while a worker thinks, it thinks once more afterwards."""
        if self._document.is_small():
            self.broken = self._document.violations()
            self.complete = self._document.family.is_complete(self._document.board)
            self.told.emit()
        elif self._watcher.running:
            self._again = True
        else:
            self._again = False
            self._watcher.start(CheckBoard(self._document.puzzle, tuple(self._document.board.marks)), self._limits)

    def stop(self) -> None:
        self._watcher.cancel()
        self._again = False

    def _answered(self, result: Any) -> None:
        if self._again:
            self.look()
        elif isinstance(result, SolveResult):
            self.failed.emit(result.message or result.status.value)
        else:
            self.broken, self.complete = result
            self.told.emit()

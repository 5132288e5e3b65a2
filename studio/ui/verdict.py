"""The live verdict: asks the setter's mind about the board that is being drawn, again after every real change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.engine import Limits, SolveResult
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.requests import Analyse, Rate
from studio.ui.document import Document
from studio.ui.jobs import Watcher

DEBOUNCE_MS = 180
"""Also the grace for a running analysis: what ends within it leaves its worker warm instead of killed."""
FEW = 6
"""Cells that a stroke changes, at most, if the clues near it shall be blamed first."""
MODULES = ("studio.setter.analysis", "studio.setter.rating", "studio.setter.hints")


class LiveVerdict(QObject):
    """`thinking` when an answer is on its way, `told(verdict)` for every partial and the final one, `failed(sentence)`."""

    thinking = Signal()
    told = Signal(object)
    failed = Signal(str)
    rated = Signal(object)

    def __init__(self, document: Document, limits: Limits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limits = limits
        self.count_up_to = 2
        self.enabled = True
        self.latest: Any = None
        self.wrong: tuple[int, ...] = ()
        """cells whose givens do not fit the board, so that there is nothing to ask"""
        self._document = document
        self._asked: Puzzle | None = None
        self._current = False
        self._rating = False
        self._watcher = Watcher(self)
        self._watcher.partial.connect(self._tell)
        self._watcher.finished.connect(self._finish)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(DEBOUNCE_MS)
        self._pause.timeout.connect(self._ask)
        document.changed.connect(self._changed)

    @property
    def busy(self) -> bool:
        return self._pause.isActive() or (self._watcher.running and not self._rating)

    def wake(self) -> None:
        """Someone looks: make sure that the question as it stands is answered."""
        if self.enabled:
            self.stay_warm()
        if self.enabled and not self._is_asked(self._document.puzzle):
            self._changed(True)

    def stay_warm(self) -> None:
        """Every edit may cost a worker; the next one should have loaded what it needs."""
        from studio.run import pool
        from studio.run.requests import Load

        pool.default_pool().keep_warm(Load(self._document.family.id, "auto", tuple(MODULES)))

    def sleep(self) -> None:
        """Nobody looks: stop thinking."""
        self._pause.stop()
        if self._watcher.running:
            self._watcher.cancel()
            self._asked = None

    def ask_once(self) -> None:
        """Ask now, even if live verdicts are off."""
        self._asked = None
        self.latest = None
        self.thinking.emit()
        self._ask()

    def _is_asked(self, puzzle: Puzzle) -> bool:
        return self._asked is not None and self._asked.same_board(puzzle)

    def _changed(self, question: bool) -> None:
        if not question or not self.enabled or self._is_asked(self._document.puzzle):
            return
        self._current = False
        self.latest, self.wrong = None, ()
        self.thinking.emit()
        self._pause.start()

    def _ask(self) -> None:
        puzzle = self._document.puzzle
        if self._is_asked(puzzle):
            return
        self._watcher.cancel()
        newest = changed_cells(self._asked, puzzle)
        self.wrong = ()
        self._asked = puzzle
        try:
            self._document.family.validate(puzzle)
        except BadPuzzle as fault:
            self.wrong = getattr(fault, "cells", ())
            self.failed.emit(str(fault))
            return
        self._current, self._rating = True, False
        self._watcher.start(Analyse(puzzle, self.count_up_to, newest), self.limits)

    def _tell(self, verdict: Any) -> None:
        if self._current and not self._rating:
            self.latest = verdict
            self.told.emit(verdict)

    def _finish(self, result: Any) -> None:
        if not self._current:
            return
        if isinstance(result, SolveResult):
            if self._rating:
                return
            if self.latest is None:
                self.failed.emit(result.message or result.status.value)
            else:  # the verdict itself is known; only what was to follow ran out of time
                self._tell(replace(self.latest, stage="done"))
            return
        if self._rating:
            self.rated.emit(result)
            return
        self._tell(result)
        rated = result is not None and (result.verdict == "unique" or result.one_up_to_symmetry)
        if rated and self._document.family.rulebook and self._asked is not None:
            self._rating = True
            self._watcher.start(Rate(self._asked), self.limits)


def changed_cells(before: Puzzle | None, now: Puzzle) -> tuple[int, ...]:
    """The givens of the last stroke; none if so many differ that it was no stroke."""
    if before is None or before.grid != now.grid:
        return ()
    changed = tuple(cell for cell, pair in enumerate(zip(before.givens, now.givens)) if pair[0] != pair[1])
    return changed if len(changed) <= FEW else ()

"""A puzzle made once more, under the camera: the same request gives the same puzzle, and now its steps are kept."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core import registry
from studio.core.engine import Limits, SolveResult
from studio.core.film import TraceLog
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.setter.generate import request_behind
from studio.setter.requests import Generate
from studio.share.filming import film_of_making
from studio.ui.jobs import Watcher


class MakingCamera(QObject):
    """`finished` with the film, or with a sentence where there is none."""

    progressed = Signal(float, str)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._puzzle: Puzzle | None = None
        self._request: GenerateRequest | None = None
        self._log = TraceLog(1, 1)
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(self.progressed)
        self._watcher.filmed.connect(lambda batch: self._log.add(batch))
        self._watcher.finished.connect(self._answered)

    def start(self, puzzle: Puzzle, limits: Limits) -> bool:
        """False where a puzzle does not say how it was made."""
        request = request_behind(puzzle)
        if request is None:
            return False
        self._puzzle, self._request, self._log = puzzle, request, TraceLog(puzzle.grid.size, limits.events)
        self._watcher.start(Generate(puzzle.family, request), limits, film=True)
        return True

    def cancel(self) -> None:
        self._watcher.cancel()

    def _answered(self, made: Any) -> None:
        assert self._puzzle is not None and self._request is not None
        if isinstance(made, SolveResult):
            self.finished.emit(made.message)
        elif made.puzzle.givens != self._puzzle.givens:
            self.finished.emit(self.tr("This studio makes another puzzle of the same request."))
        else:
            self.finished.emit(film_of_making(registry.family(self._puzzle.family), self._request, self._log, made))

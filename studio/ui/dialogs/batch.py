"""One puzzle after the other from a generator, in a worker; what is made stays, whatever happens to the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.engine import Limits, SolveResult
from studio.core.parts import GenerateRequest
from studio.setter.requests import Generate
from studio.ui.jobs import Watcher


class Batch(QObject):
    """`made` after each puzzle, `failed` with a sentence where there is none; `finished` when nothing is left to do."""

    made = Signal(object)
    failed = Signal(str)
    progressed = Signal(float, str)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._family = ""
        self._requests: list[GenerateRequest] = []
        self._done = 0
        self._limits = Limits()
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(self._progress)
        self._watcher.finished.connect(self._answered)

    @property
    def running(self) -> bool:
        return self._watcher.running

    def start(self, family: str, request: GenerateRequest, count: int, limits: Limits) -> None:
        """`count` puzzles from the request's seed on, as the command line makes them."""
        self._family, self._limits, self._done = family, limits, 0
        self._requests = [replace(request, seed=request.seed + number) for number in range(count)]
        self._next()

    def cancel(self) -> None:
        self._requests = []
        self._watcher.cancel()

    def _next(self) -> None:
        self._progress(0.0, self.tr("Starting …"))
        self._watcher.start(Generate(self._family, self._requests[self._done]), self._limits)

    def _progress(self, fraction: float, text: str) -> None:
        count = len(self._requests)
        if count > 1:
            text = self.tr("Puzzle {0} of {1}: {2}").format(self._done + 1, count, text)
        self.progressed.emit((self._done + fraction) / max(count, 1), text)

    def _answered(self, result: Any) -> None:
        self._done += 1
        left = len(self._requests) - self._done
        if isinstance(result, SolveResult):
            self.failed.emit(result.message or result.status.value)
        else:
            self.made.emit(result)
        if left and self._requests:
            self._next()
        else:
            self.finished.emit()

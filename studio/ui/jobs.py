"""A job of the run room, seen from the window: a timer drains it within a budget and turns messages into signals."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core.engine import Limits
from studio.core.requests import Request

TICK_MS = 30
BUDGET_SECONDS = 0.008


class Watcher(QObject):
    """One task at a time. Nothing ticks while nothing runs; results of cancelled tasks are never told."""

    partial = Signal(object)
    progressed = Signal(float, str)
    finished = Signal(object)
    filmed = Signal(object)
    """a batch of events, where the request is filmed"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Any = None
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._drain)

    @property
    def running(self) -> bool:
        return self._job is not None

    def start(self, request: Request[Any], limits: Limits | None = None, film: bool = False) -> None:
        """Run a request in a worker; an earlier one is cancelled."""
        from studio.run import job  # the run room's processes are not needed before the first question

        self.cancel()
        self._job = job.start(request, limits or Limits(), film)
        self._timer.start()

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._timer.stop()

    def _drain(self) -> None:
        job = self._job
        if job is None:
            return
        for message in job.poll(BUDGET_SECONDS):
            if self._job is not job:
                return
            if message.kind == "partial":
                self.partial.emit(message.value)
            elif message.kind == "batch":
                self.filmed.emit(message.value)
            elif message.kind == "progress":
                self.progressed.emit(*message.value)
            elif message.kind == "result":
                self._job = None
                self._timer.stop()
                self.finished.emit(message.value)
                return

"""What is shown while somebody waits for an answer that takes more than a moment: for how long, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.ui.jobs import Watcher
from studio.ui.widgets import button

SECOND_MS = 1000


class Patience(QWidget):
    """Hidden for the first second, so that quick answers move nothing. `waited(seconds)` every second; `stopped` when the user
    has enough of it, and the question is withdrawn."""

    waited = Signal(int)
    stopped = Signal()

    def __init__(self, watcher: Watcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watcher, self._seconds = watcher, 0
        self.halt = button(self.tr("Stop"), "stop", self._stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.halt)
        self._timer = QTimer(self)
        self._timer.setInterval(SECOND_MS)
        self._timer.timeout.connect(self._tick)
        watcher.finished.connect(self.end)
        self.hide()

    def begin(self) -> None:
        self._seconds = 0
        self._timer.start()

    def end(self) -> None:
        self._timer.stop()
        self.hide()

    def _tick(self) -> None:
        if not self._watcher.running:
            self.end()
            return
        self._seconds += 1
        self.show()
        self.waited.emit(self._seconds)

    def _stop(self) -> None:
        self._watcher.cancel()
        self.end()
        self.stopped.emit()

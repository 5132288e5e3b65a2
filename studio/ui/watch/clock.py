"""The page's one clock: drains running searches, moves the player, and shares what time is left among the panels.

Ticks alternate: one drains and refreshes a panel, the next moves the film and draws the boards, so that neither waits long
for the other. Of the panels only the one that has waited longest is refreshed in a frame, and one that was slow (a tree of
a hundred thousand nodes) has to wait ten times as long as it took. Without a running search or a playing film nothing ticks.

While it ticks, Python's cycle collector does not come by itself: looking through all objects of the studio would stop the film
for a tenth of a second. Only young objects are looked through, once a second.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer

TICK_MS = 15
"""Every second tick draws: about 33 pictures a second."""
DRAIN_SECONDS = 0.008
TIDY_EVERY = 64
SHARE = 10.0
LEAST_WAIT = 0.06


@dataclass
class Panel:
    """Something to refresh when there is time. `wanted` says whether anyone can see it."""

    refresh: Callable[[], None]
    wanted: Callable[[], bool]
    dirty: bool = False
    last: float = 0.0
    cost: float = 0.0

    def due(self, now: float) -> bool:
        return self.dirty and now - self.last >= max(LEAST_WAIT, SHARE * self.cost) and self.wanted()

    def run(self) -> None:
        started = time.perf_counter()
        self.dirty = False
        self.refresh()
        self.last = time.perf_counter()
        self.cost = self.last - started


class FrameClock(QObject):
    """`drain(budget)` and `frame()` are called in turn; `active` says whether another tick is needed."""

    def __init__(self, drain: Callable[[float], None], frame: Callable[[], None], active: Callable[[], bool],
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.panels: list[Panel] = []
        self._drain, self._frame, self._active = drain, frame, active
        self._count = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    @property
    def ticking(self) -> bool:
        return self._timer.isActive()

    def add(self, refresh: Callable[[], None], wanted: Callable[[], bool]) -> Panel:
        panel = Panel(refresh, wanted)
        self.panels.append(panel)
        return panel

    def wake(self) -> None:
        if not self._timer.isActive():
            gc.disable()
            self._timer.start()

    def sleep(self) -> None:
        self._timer.stop()
        gc.enable()

    def soil(self) -> None:
        """Something changed that every panel may show."""
        for panel in self.panels:
            panel.dirty = True

    def tick(self) -> None:
        self._count += 1
        if self._count % 2:
            self._frame()
            if self._count % TIDY_EVERY == 1:
                gc.collect(0)
        else:
            self._drain(DRAIN_SECONDS)
            self._refresh_one()
        if not self._active():
            self.sleep()
            self._frame()  # the last move may have come since the last drawing tick
            self.settle()

    def _refresh_one(self) -> None:
        now = time.perf_counter()
        waiting = [panel for panel in self.panels if panel.due(now)]
        if waiting:
            min(waiting, key=lambda panel: panel.last).run()

    def settle(self) -> None:
        """Everything as it is now: after the last tick, and when the user moves by hand."""
        for panel in self.panels:
            if panel.dirty and panel.wanted():
                panel.run()

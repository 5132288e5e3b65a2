"""Frame times while a search floods the window with events and the film plays at full speed on a 20x20 board.

Run: python -m tests.ui.watch.bench_flood [SECONDS] [log|charts|statistics]. A frame is one tick of the page's clock with all
the painting that it causes; the gap is the time between two ticks.
"""

from __future__ import annotations

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from studio.core import registry
from studio.core.engine import Limits, Options
from studio.core.film import TraceLog
from studio.run.job import start
from studio.run.pool import default_pool, shutdown_pools
from studio.share.film import Film
from studio.ui.look import look
from studio.ui.watch.page import WatchPage
from studio.ui.watch.player import AS_FAST
from tests.ui.watch.flood import Flood

SIDE = 20


class FrameMeter(QObject):
    """Times every tick together with the painting it asked for: an event of the lowest priority comes after all of it."""

    def __init__(self, page: WatchPage) -> None:
        super().__init__()
        self.frames: list[float] = []
        self.gaps: list[float] = []
        self.work: list[float] = []
        self._busy = time.thread_time()
        self._started = self._before = time.perf_counter()
        self._tick = page.clock.tick
        page.clock._timer.timeout.disconnect()
        page.clock._timer.timeout.connect(self.tick)

    def tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append(now - self._before)
        self._started = self._before = now
        self._busy = time.thread_time()
        self._tick()
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), Qt.EventPriority.LowEventPriority.value - 10)

    def customEvent(self, event: QEvent) -> None:
        self.frames.append(time.perf_counter() - self._started)
        self.work.append(time.thread_time() - self._busy)


def words(times: list[float]) -> str:
    ordered = sorted(times)
    at = lambda part: ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1e3  # noqa: E731
    return f"median {at(0.5):.1f} ms, 99% {at(0.99):.1f} ms, worst {ordered[-1] * 1e3:.1f} ms ({len(ordered)} of them)"


def main(seconds: float, tab: str) -> None:
    app = QApplication([])
    app.setStyle("Fusion")
    look().use("light")
    default_pool().prepare()
    page = WatchPage()
    page.resize(1280, 760)
    family = registry.family("fillomino" if any(f.id == "fillomino" for f in registry.families()) else "_template")
    puzzle = family.blank(SIDE, SIDE)
    page.show()
    page.set_puzzle(puzzle)
    page.side.tabs.setCurrentIndex(("log", "charts", "statistics").index(tab))
    recorder = page.lanes[0].recorder
    recorder.film = Film(family, puzzle, family.engines()[0], Options(), TraceLog(puzzle.grid.size, 5_000_000), running=True)
    recorder._job = start(Flood(puzzle.grid.size, seconds), Limits(seconds + 20), film=True)
    page.set_speed(AS_FAST)
    meter = FrameMeter(page)
    page._started(0)
    while recorder.running:
        app.processEvents()
        time.sleep(0.0005)
    film = recorder.film
    print(f"{family.id} {SIDE}x{SIDE}, {tab} open: {len(film):,} events shown live, {film.tree.size:,} nodes in the tree")
    print(f"  frames: {words(meter.frames[5:])}")
    print(f"  of this processor time: {words(meter.work[5:])}")
    print(f"  gaps:   {words(meter.gaps[5:])}")
    shutdown_pools()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 6.0, sys.argv[2] if len(sys.argv) > 2 else "log")

"""How long the window is deaf while engines work hard in jobs: the longest gap between two 16 ms ticks (budget: 100 ms).

    python -m tests.ui.bench_gap [--seconds 15] [--engines z3,cadical]

Opens the real window, lets an engine flood events into the Watch page, and measures a 16 ms timer meanwhile.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def ticks(page, engine: str, seconds: float) -> list[float]:  # type: ignore[no-untyped-def]
    """Gaps between ticks while the engine runs and its film plays as fast as it comes."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    gaps: list[float] = []
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    page.start_watching(engine)
    page.watch.set_speed(0)
    last = time.perf_counter()
    timer.start(16)
    loop.exec()
    page.watch.stop()
    return gaps


def main() -> None:
    from PySide6.QtCore import QSettings

    from studio.core import registry
    from studio.ui import app, progress
    from studio.ui.document import Document
    from studio.ui.settings import Settings

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--family", default="fillomino")
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--engines", default="", help="ids, all that tell their steps by default")
    chosen = parser.parse_args()
    family = registry.family(chosen.family)
    wanted = chosen.engines.split(",") if chosen.engines else [engine.id for engine in family.engines() if engine.animated]
    print(f"{'engine':<20} {'ticks':>6} {'median ms':>10} {'99 % ms':>9} {'longest ms':>11}   events")
    with tempfile.TemporaryDirectory() as folder:
        progress.data_folder = lambda: Path(folder)
        settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        application = app.application()
        window = app.open_window([], settings)
        window.filing.ask_to_save = lambda document: True  # type: ignore[method-assign]
        for engine in wanted:
            page = window.add_document(Document(family.blank(chosen.size, chosen.size)))
            page.set_mode("watch")
            for _ in range(50):
                application.processEvents()
            gaps = sorted(1000 * gap for gap in ticks(page, engine, chosen.seconds))
            events = len(page.watch.film.log) if page.watch.film is not None else 0
            high = gaps[int(len(gaps) * 0.99)]
            print(f"{engine:<20} {len(gaps):>6} {statistics.median(gaps):>10.1f} {high:>9.1f} {gaps[-1]:>11.1f}   {events}",
                  flush=True)
            window.act("close_tab")
        window.close()
    from studio.run import pool

    pool.shutdown_pools()


if __name__ == "__main__":
    main()

"""How long a large search tree takes to open and to pan. Run: python -m tests.ui.watch.bench_tree [NODES]"""

from __future__ import annotations

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from studio.core import registry
from studio.core.engine import Options
from studio.core.film import TraceLog
from studio.share.film import Film
from studio.ui.watch.tree_view import TreeView
from tests.core.bench_film import batches


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] * 1e3


def long_film(guesses: int) -> Film:
    log = TraceLog(400, 20_000_000)
    for batch in batches(10**9, False):
        log.add(batch)
        if log.stats.guesses >= guesses:
            break
    family = registry.family("_template")
    return Film(family, family.samples()[0], family.engines()[0], Options(), log)


def paint_times(view: TreeView, act: object, count: int = 60) -> tuple[list[float], list[float]]:
    """Time on the wall, and time of this processor: they differ where others use the machine."""
    picture = QImage(view.size(), QImage.Format.Format_RGB32)
    times, work = [], []
    for number in range(count):
        act(number)  # type: ignore[operator]
        started, busy = time.perf_counter(), time.thread_time()
        view.render(picture)
        times.append(time.perf_counter() - started)
        work.append(time.thread_time() - busy)
    return times, work


def main(nodes: int) -> None:
    app = QApplication([])
    film = long_film(nodes)
    view = TreeView()
    view.resize(620, 420)
    started = time.perf_counter()
    view.show_film(film)
    view.render(QImage(view.size(), QImage.Format.Format_RGB32))
    spent = time.perf_counter() - started
    print(f"{film.tree.size:,} nodes, {film.tree.max_depth} deep: opened and painted in {spent * 1e3:.0f} ms")
    middle = QPointF(310, 200)
    for zoom in (1, 8, 60, 500, 4000):
        view.fit()
        view.zoom(zoom, middle)
        times, work = paint_times(view, lambda number: view.pan(7 if number % 20 < 10 else -9, 0))
        print(f"  zoomed {zoom:>4} times: a panned frame takes {percentile(times, 0.5):.1f} ms (median), "
              f"{percentile(times, 0.99):.1f} ms (99%); "
              f"processor time {percentile(work, 0.5):.1f} and {percentile(work, 0.99):.1f} ms")
    started = time.perf_counter()
    view.set_fold_failed(True)
    view.render(QImage(view.size(), QImage.Format.Format_RGB32))
    print(f"  folding all failed branches: {(time.perf_counter() - started) * 1e3:.0f} ms")
    app.quit()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)

"""Frame budget of the board view: a 20x20 board of every family, redrawn whole with a changing overlay.

    python -m tests.ui.bench_frames [--frames 300]

Prints the median and the 99th percentile of drawing and painting one frame (budget: 16 ms and 50 ms), and the processor
time that a frame needs, which a busy machine does not blur.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def frames(family, count: int) -> list[tuple[float, float]]:  # type: ignore[no-untyped-def]
    from studio.core.draw import Overlay
    from studio.core.puzzle import Board
    from studio.ui.app import application
    from studio.ui.board_view import BoardView

    app = application()
    puzzle = family.blank(20, 20)
    view = BoardView()
    view.resize(900, 900)
    view.show()
    rng = random.Random(1)
    values = sorted(family.notation.marks) or list(range(1, 71))
    marks = [0] * puzzle.grid.size
    guessed: dict[int, int] = {}
    times = []
    for number in range(count):
        for _ in range(12):
            cell = rng.randrange(puzzle.grid.size)
            row, col = puzzle.grid.rc(cell)  # blocks of equal values, as regions and pieces are
            marks[cell] = values[(row // 2 * 7 + col // 3) % len(values)] if rng.random() < 0.85 else 0
            guessed[cell] = rng.randrange(30)
        filled = {cell: mark for cell, mark in enumerate(marks) if mark}
        overlay = Overlay(deduced=filled, depths={cell: cell % 9 for cell in filled},
                          guessed={cell: depth for cell, depth in guessed.items() if cell in filled},
                          causes=tuple(rng.sample(range(400), 6)), current=(number % 400,))
        started, worked = time.perf_counter(), time.process_time()
        view.show_board(family, Board(puzzle, marks), overlay)
        view.repaint()
        times.append((time.perf_counter() - started, time.process_time() - worked))
        app.processEvents()
    view.close()
    return times


def main() -> None:
    from studio.core import registry

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=300)
    chosen = parser.parse_args()
    print(f"{'family':<12} {'median ms':>10} {'99 % ms':>9} {'max ms':>8} {'median CPU ms':>14}")
    for family in registry.families():
        measured = frames(family, chosen.frames)
        times = sorted(1000 * seconds for seconds, _ in measured)
        work = statistics.median(1000 * seconds for _, seconds in measured)
        high = times[min(len(times) - 1, int(len(times) * 0.99))]
        print(f"{family.id:<12} {statistics.median(times):>10.1f} {high:>9.1f} {times[-1]:>8.1f} {work:>14.1f}")


if __name__ == "__main__":
    main()

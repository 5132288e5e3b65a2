"""Pictures of tilings in Draw, Play, Watch and the proof game: python -m tests.ui.shoot_tilings OUT_FOLDER [SCENE ...]

Not a test. Each scene at 1280x820 and 1920x1080, light and dark.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
PUZZLES = Path(__file__).resolve().parents[2] / "puzzles" / "tiling"
SIZES = ((1280, 820), (1920, 1080))
PATIENCE = 60.0


def settle(done: Callable[[], bool] = lambda: False, seconds: float = PATIENCE) -> None:
    from PySide6.QtWidgets import QApplication

    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not done():
        QApplication.processEvents()
        time.sleep(0.01)


def laid(page: Any, wanted: int) -> None:
    """The first pieces of a solution, as a player lays them."""
    from studio.core.engine import Cancel, Limits, Options
    from studio.core.trace import TraceWriter

    document = page.document
    answer = document.family.engine("mrv").solve(document.puzzle, Options(), Limits(), TraceWriter(), Cancel()).solutions[0]
    changes = [change for cell, value in enumerate(answer) if 0 < value <= wanted
               and (change := document.board.change("marks", cell, value))]
    document.edit("play", changes, "Place pieces")


def play(page: Any) -> None:
    page.set_mode("play")
    laid(page, 5)


def red(page: Any) -> None:
    """Every colour with an error on it."""
    play(page)
    page.play_panel._marked = tuple(i for i, mark in enumerate(page.document.board.marks) if mark)
    page.refresh()


def watch(page: Any) -> None:
    page.set_mode("watch")
    page.start_watching("mrv")
    settle(lambda: not page.watch.lanes[0].recorder.running)
    page.watch.player.pause()
    page.watch.player.go(min(60, len(page.watch.film)))


def draw(page: Any) -> None:
    page.set_mode("draw")
    page.palette_column.choose("tray")
    page.view.stroke_state["tray"] = 2
    page.draw_panel.supply.choose(2)
    page.draw_panel.supply.form.control("least").setValue(1)  # type: ignore[attr-defined]
    page.view.point_at_cursor()
    settle(seconds=2.0)


def judged(page: Any, numbers: Callable[[int, int], int]) -> None:
    """The proof game with these numbers."""
    from studio.families.tiling.edit.numbers import note_of

    page.set_mode("play")
    board = page.document.board
    page.document.edit("play", [change for cell in board.grid.cells() if board.givens[cell]
                                and (change := board.change("notes", cell, note_of(numbers(*board.grid.rc(cell)))))], "Number")
    page.play_panel.argument.judge()
    settle(lambda: not page.play_panel.argument._watcher.running)


SCENES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "play-6x10": ("14-six-by-ten", play),
    "play-3x20": ("17-three-by-twenty", play),
    "play-hexominoes": ("23-the-thirty-five-hexominoes", lambda page: page.set_mode("play")),
    "play-small": ("03-five-tetrominoes", lambda page: page.set_mode("play")),
    "play-errors": ("14-six-by-ten", red),
    "proof-wrong": ("12-twenty-five-l", lambda page: judged(page, lambda r, c: (r * c) % 2)),
    "proof-right": ("12-twenty-five-l", lambda page: judged(page, lambda r, c: c % 2)),
    "proof-chess": ("06-the-mutilated-chessboard", lambda page: judged(page, lambda r, c: 1 - 2 * ((r + c) % 2))),
    "watch-6x10": ("14-six-by-ten", watch),
    "draw-6x10": ("14-six-by-ten", draw),
}


def main(out: Path, wanted: list[str]) -> None:
    from PySide6.QtCore import QSettings

    from studio.core import files
    from studio.run import pool
    from studio.ui.app import application
    from studio.ui.document import Document
    from studio.ui.look import look
    from studio.ui.main_window import MainWindow
    from studio.ui.settings import Settings

    application()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)))
        window.show()
        for name, (file, prepare) in SCENES.items():
            if wanted and name not in wanted:
                continue
            page = window.add_document(Document(files.load(PUZZLES / f"{file}.puzzle", "tiling").puzzle))
            prepare(page)
            for theme in ("light", "dark"):
                look().use(theme)
                for size in SIZES:
                    window.resize(*size)
                    settle(seconds=0.4)
                    window.grab().save(str(out / f"{name}-{size[0]}-{theme}.png"))
    pool.shutdown_pools()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "tiling-pictures"), sys.argv[2:])

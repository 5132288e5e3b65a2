"""Photographs the real window, off-screen, for README and guide: `python docs/tools/make_screens.py [NAME …]`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from PySide6.QtCore import QPoint, QPointF, QSettings, QSize, Qt  # noqa: E402
from PySide6.QtGui import QImage, QPixmap  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QWidget  # noqa: E402

from studio import cli  # noqa: E402
from studio.core.engine import Options  # noqa: E402
from studio.run import pool  # noqa: E402
from studio.ui import app, progress  # noqa: E402
from studio.ui.main_window import MainWindow  # noqa: E402
from studio.ui.settings import Settings  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
SIZE = QSize(1180, 760)
PATIENCE = 60.0


def wait(until: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        QTest.qWait(20)
    QTest.qWait(150)


def save(window: QWidget, name: str) -> None:
    """As large as it is: README and guide show it as wide as there is room. 256 colours are enough for a window."""
    QTest.qWait(120)
    PICTURES.mkdir(parents=True, exist_ok=True)
    frame = pillow(window.grab()).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    frame.save(PICTURES / f"{name}.png", optimize=True)
    print(f"docs/pictures/{name}.png")


def pillow(picture: QPixmap) -> Image.Image:
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    size, stride = (image.width(), image.height()), image.bytesPerLine()
    return Image.frombuffer("RGB", size, bytes(image.constBits()), "raw", "RGB", stride, 1)


def open_sample(window: MainWindow, sample: str, mode: str) -> object:
    window.filing.open_path(ROOT / "puzzles" / sample)
    window.set_mode(mode)
    return window.page()


# --- what is photographed ---------------------------------------------------------------------------------------------
def start(window: MainWindow) -> None:
    save(window, "start")


def library(window: MainWindow) -> None:
    window.act("library")
    page = window.desk.library_page
    wait(lambda: not page.shelf.loading)  # type: ignore[union-attr]
    save(window, "library")


def draw(window: MainWindow) -> None:
    page = open_sample(window, "fillomino/10-rice-terraces.puzzle", "draw")
    clue = page.document.puzzle.clues()[9]
    page.document.edit("draw", [page.document.board.change("givens", clue, 0)], "Eraser")
    page.live.wake()
    wait(lambda: page.live.latest is not None and page.live.latest.stage == "done" and not page.live.busy)
    page.draw_panel.verdict.forced.setChecked(True)
    save(window, "draw-fillomino")


def play(window: MainWindow) -> None:
    page = open_sample(window, "fobidoshi/15-moonlit-path.puzzle", "play")
    puzzle = page.document.puzzle
    mine = [cell for cell in range(puzzle.grid.size) if cell < 62 or puzzle.givens[cell]]
    changed = (page.document.board.change("marks", cell, puzzle.solution[cell]) for cell in mine)
    changes = [change for change in changed if change is not None]
    page.document.edit("play", changes, "Mark")
    panel = page.play_panel
    for _ in range(3):
        panel.hint()
        wait(lambda: not panel._watcher.running)
    save(window, "play-fobidoshi")


def watch(window: MainWindow) -> None:
    page = open_sample(window, "tiling/18-dudeneys-chessboard.puzzle", "watch")
    film_of(page, "mrv", 0.72)
    save(window, "watch-tiling")


def evolomino(window: MainWindow) -> None:
    page = open_sample(window, "evolomino/16-bonsai.puzzle", "watch")
    film_of(page, "search", 0.6)
    save(window, "watch-evolomino")


def film_of(page: object, engine: str, share: float) -> None:
    watch_page = page.watch  # type: ignore[attr-defined]
    watch_page.start(engine, Options(1))
    wait(lambda: not watch_page.lanes[0].recorder.running)
    watch_page.player.pause()
    wait(lambda: not watch_page.clock.ticking)
    watch_page.player.go(round(len(watch_page.film) * share))
    watch_page.side.tabs.setCurrentIndex(1)
    QTest.qWait(400)


def hand(window: MainWindow) -> None:
    """A piece in the hand, where it fits."""
    from studio.families.tiling.edit.tray import layout
    from studio.families.tiling.model.convert import known_tiles

    page = open_sample(window, "tiling/04-two-sets-of-tetrominoes.puzzle", "play")
    view, board = page.view, page.document.board
    changes = [board.change("marks", cell, number) for cell, number in ((0, 1), (1, 1), (2, 1), (8, 1), (3, 2), (4, 2), (11, 2),
                                                                        (12, 2))]
    page.document.edit("play", [change for change in changes if change is not None], "Place")
    QTest.qWait(100)
    size, corner = view.cell_rect(0).width(), view.cell_rect(0).topLeft()
    slot = layout(board.grid, known_tiles(board.params), view.aspect)[4]

    def spot(x: float, y: float) -> QPoint:
        return (corner + QPointF(x * size, y * size)).toPoint()

    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(slot.x + 0.2, slot.y + 0.2))
    QTest.mouseMove(view, spot(2.5, 2.5))
    QTest.keyClick(view, Qt.Key.Key_R)
    save(window, "play-tiling")
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(2.5, 2.5))


def argument(window: MainWindow) -> None:
    """The proof game: an argument that two positions spoil."""
    from studio.families.tiling.edit.numbers import note_of

    page = open_sample(window, "tiling/12-twenty-five-l.puzzle", "play")
    board, card = page.document.board, page.play_panel.argument
    changes = [board.change("notes", cell, note_of(cell // 10 % 2 * (cell % 2))) for cell in board.grid.cells()]
    page.document.edit("play", [change for change in changes if change is not None], "Number")
    card.judge()
    wait(lambda: not card._watcher.running)
    save(window, "play-proof")


def generate(window: MainWindow) -> None:
    from studio.ui.dialogs.generate import GenerateDialog

    dialog = GenerateDialog("evolomino", window.puzzling.limits(), window)
    dialog.size_fields.set_size(7, 7)
    dialog.count.setValue(5)
    dialog.seed.setValue(2024)
    dialog.show()
    dialog.generate()
    wait(lambda: not dialog._batch.running)
    dialog.shelf.setCurrentRow(1)
    save(dialog, "generate")
    dialog.close()


# --- the moving picture -----------------------------------------------------------------------------------------------
FILM = "film puzzles/fillomino/20-tectonics.puzzle --engine rules --layout full --height 400 --speed 6 --frames 90"


def film(window: MainWindow) -> None:
    """README's film, made by the studio's own command."""
    cli.run([*FILM.split(), "--out", str(PICTURES / "film.gif")])


SCREENS = {each.__name__: each for each in (start, library, draw, play, watch, evolomino, hand, argument, generate, film)}


def main() -> None:
    parser = argparse.ArgumentParser(description="photographs the window")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SCREENS)} (default: all)")
    names = parser.parse_args().names or SCREENS
    folder = Path(tempfile.mkdtemp())
    progress.data_folder = lambda: folder  # type: ignore[assignment]
    app.application()
    for name in names:
        settings = Settings(QSettings(str(folder / f"{name}.ini"), QSettings.Format.IniFormat))
        preferences = settings.preferences()
        preferences.theme = "light"
        settings.keep(preferences)
        window = app.open_window([], settings)
        window.resize(SIZE)
        QTest.qWait(200)
        SCREENS[name](window)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        MainWindow.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
        window.close()
    pool.shutdown_pools()


if __name__ == "__main__":
    main()

"""Tilings on a real window with real X events: a piece laid, turned by the wheel and taken back; a proof found; a tray filled.

    python -m tests.ui.real_tilings [--shots FOLDER]        (needs Xvfb and xdotool)
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.ui.real_window import Hand, cell_spot

PUZZLES = Path(__file__).resolve().parents[2] / "puzzles" / "tiling"


def opened(window: Any, name: str, mode: str) -> Any:
    from studio.core import files
    from studio.ui.document import Document

    return window.add_document(Document(files.load(PUZZLES / f"{name}.puzzle", "tiling").puzzle), mode)


def slot_spot(view: Any, tile: int) -> Any:
    from PySide6.QtCore import QPointF

    from studio.families.tiling.edit.tray import layout
    from studio.families.tiling.model.convert import known_tiles

    slot, first = layout(view.board.grid, known_tiles(view.board.params), view.aspect)[tile], view.cell_rect(0)
    row, col = known_tiles(view.board.params)[tile].cells[0]
    at = (slot.x + (col + 0.5) * slot.scale, slot.y + (row + 0.5) * slot.scale)
    return QPointF(first.x() + at[0] * first.width(), first.y() + at[1] * first.width()).toPoint()


def play(hand: Hand, window: Any) -> None:
    """From the tray to the board, turned by the wheel on the way; moved; taken back; the same undone piece by piece."""
    page = opened(window, "14-six-by-ten", "play")
    hand.rest(0.3)
    view, marks = page.view, page.document.board.marks
    hand.point(view, slot_spot(view, 1))
    hand.x("mousedown", 1)
    hand.point(view, cell_spot(view, 10))
    hand.x("click", 5)
    hand.x("mouseup", 1)
    laid = [cell for cell, mark in enumerate(marks) if mark]
    assert laid == [10, 20, 30, 40, 50], f"five upright: {laid}"
    hand.click(view, slot_spot(view, 4))
    hand.click(view, cell_spot(view, 2))
    assert len(set(marks)) == 3, "a tile carried by clicks"
    hand.click(view, cell_spot(view, 20))
    assert [cell for cell, mark in enumerate(marks) if mark] != laid and len(set(marks)) == 2, "a click takes it back"
    hand.keys("ctrl+z", "ctrl+z", "ctrl+z")
    assert not any(marks)
    print("played: laid, turned by the wheel, taken back, undone piece by piece")


def prove(hand: Hand, window: Any) -> None:
    """Two cells numbered, repeated over the board, judged, stepped through."""
    page = opened(window, "06-the-mutilated-chessboard", "play")
    hand.rest(0.3)
    view, card = page.view, page.play_panel.argument
    hand.click(view, cell_spot(view, 9))
    hand.click(card.judge_button)
    hand.until(lambda: card.message.text().startswith("2 covers"), "what spoils it")
    hand.click(view, cell_spot(view, 10), 3)
    hand.click(view, cell_spot(view, 17), 3)
    hand.click(view, cell_spot(view, 18))
    hand.keys("p")
    hand.point(view, cell_spot(view, 9))
    hand.x("mousedown", 1)
    hand.point(view, cell_spot(view, 18))
    hand.x("mouseup", 1)
    hand.click(card.judge_button)
    hand.until(lambda: card.holds, "the proof")
    hand.click(card.proof.on)
    assert card.proof.step == 2 and page.document.was_solved
    print("proved: a spoiled argument was told, the chessboard holds, stepped through")


def draw(hand: Hand, window: Any) -> None:
    """A tile dragged from the tray becomes a given piece; keys say what is asked of it."""
    from studio.families.tiling.model.given import given_pieces

    page = opened(window, "14-six-by-ten", "draw")
    hand.rest(0.3)
    view, board = page.view, page.document.board
    hand.point(view, slot_spot(view, 1))
    hand.x("mousedown", 1)
    hand.point(view, cell_spot(view, 22))
    hand.x("mouseup", 1)
    assert given_pieces(board.grid, board.givens, board.borders) == [[22, 23, 24, 25, 26]]
    hand.keys("k", "space", "bracketright", "r")
    tile = board.params["tiles"][0]
    assert tile["least"] == 1 and tile["turns"] == "half", tile
    assert page.draw_panel.supply.form.values() == {"count": 1, "least": 1, "turns": "half"}
    print("drawn: a given piece from the tray, a least count and turns by keys")


def run(shots: Path | None) -> None:
    from PySide6.QtCore import QSettings

    from studio.run import pool
    from studio.ui import app, progress
    from studio.ui.main_window import MainWindow
    from studio.ui.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        progress.data_folder = lambda: Path(folder)  # type: ignore[assignment]
        application = app.application()
        window = MainWindow(Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)))
        window.resize(1280, 820)
        window.show()
        hand = Hand(window, application.processEvents)
        hand.rest(0.5)
        hand.focus()
        for scene in (play, prove, draw):
            scene(hand, window)
            if shots is not None:
                shots.mkdir(parents=True, exist_ok=True)
                window.grab().save(str(shots / f"real-{scene.__name__}.png"))
    pool.shutdown_pools()
    sys.stdout.flush()
    os._exit(0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        run(chosen.shots)
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_tilings", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Draws the guide's pictures with the studio itself: `python docs/tools/make_pictures.py [rules] [steps] [proof]`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from PySide6.QtCore import QPointF, QRectF, Qt  # noqa: E402
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF  # noqa: E402
from rule_boards import ALL, Pair  # noqa: E402

from studio.core import files, registry  # noqa: E402
from studio.core.draw import Overlay  # noqa: E402
from studio.core.engine import Limits, Options  # noqa: E402
from studio.core.film import TraceLog  # noqa: E402
from studio.core.puzzle import Board, Puzzle  # noqa: E402
from studio.core.trace import Kind  # noqa: E402
from studio.run.job import start_solve  # noqa: E402
from studio.share import render  # noqa: E402
from studio.share.film_frames import film_board  # noqa: E402
from studio.share.theme import LIGHT  # noqa: E402

GUIDE = ROOT / "docs" / "guide" / "pictures"
CELL = 38.0
GAP, BADGE, MARGIN = 36, 26, 10


# --- rules: right and wrong -------------------------------------------------------------------------------------------
def board_picture(board: Board, faulty: bool) -> QImage:
    family = registry.family(board.family)
    cells = tuple(dict.fromkeys(cell for fault in family.check(board) for cell in fault.cells)) if faulty else ()
    return render.board_image(family, board, Overlay(violations=cells), LIGHT, CELL)


def judged(pair: Pair) -> None:
    """Nothing is drawn as right or wrong that the checker does not find so."""
    family = registry.family(pair.right.family)
    faults = family.check(pair.right)
    if faults:
        raise SystemExit(f"{pair.name}: the right board is wrong: {faults[0].message}")
    found = {fault.rule for fault in family.check(pair.wrong)}
    if pair.rule not in found:
        raise SystemExit(f"{pair.name}: the wrong board breaks {found or 'nothing'}, not {pair.rule}")


def badge(painter: QPainter, x: float, y: float, good: bool) -> None:
    """A tick or a cross in a disc."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(LIGHT.color("good" if good else "bad"))
    painter.drawEllipse(QRectF(x, y, BADGE, BADGE))
    painter.setPen(QPen(QColor("white"), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    strokes = [[(7, 13), (11, 18), (19, 8)]] if good else [[(8, 8), (18, 18)], [(18, 8), (8, 18)]]
    for stroke in strokes:
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in stroke]))


def draw_pair(pair: Pair) -> None:
    judged(pair)
    boards = [board_picture(pair.right, False), board_picture(pair.wrong, True)]
    width = MARGIN * 2 + sum(board.width() + BADGE + 6 for board in boards) + GAP
    height = MARGIN * 2 + max(board.height() for board in boards)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(LIGHT.color("paper"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    x = MARGIN
    for board, good in zip(boards, (True, False)):
        badge(painter, x, MARGIN + 8, good)
        painter.drawImage(x + BADGE + 6, MARGIN, board)
        x += BADGE + 6 + board.width() + GAP
    painter.end()
    save(image, GUIDE / f"{pair.name}.png")


def save(image: QImage, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise SystemExit(f"{path} cannot be written")
    print(path.relative_to(ROOT))


# --- films ------------------------------------------------------------------------------------------------------------
def filmed(puzzle: Puzzle, engine: str, **options: object) -> TraceLog:
    log = TraceLog(puzzle.grid.size)
    job = start_solve(puzzle, engine, Options(1, options), Limits(60.0), film=True)
    job.wait(on_message=lambda message: log.add(message.value) if message.kind == "batch" else None)
    return log


def sample(path: str) -> Puzzle:
    return files.load(ROOT / "puzzles" / path).puzzle


# --- what a film shows: one frame per kind of event -------------------------------------------------------------------
FILMED = ("fillomino/20-tectonics.puzzle", "rules")
STEPS = ((Kind.DEDUCE, "deduction"), (Kind.GUESS, "guess"), (Kind.CONFLICT, "contradiction"), (Kind.BACKTRACK, "step-back"))


def draw_steps() -> None:
    puzzle = sample(FILMED[0])
    family, log = registry.family(puzzle.family), filmed(puzzle, FILMED[1])
    kinds = log.rows[:, 0].tolist()
    first_guess = kinds.index(Kind.GUESS)
    for kind, name in STEPS:
        at = kinds.index(kind, 12 if kind is Kind.DEDUCE else first_guess)
        board, overlay = film_board(family, puzzle, log, at + 1)
        save(render.board_image(family, board, overlay, LIGHT, 30), GUIDE / f"film-{name}.png")


# --- a proof ----------------------------------------------------------------------------------------------------------
def draw_proof() -> None:
    puzzle = sample("tiling/12-twenty-five-l.puzzle")
    family = registry.family(puzzle.family)
    result = start_solve(puzzle, "colouring", Options(1), Limits(60.0)).wait()
    save(render.board_image(family, Board(puzzle), Overlay(proof=result.proof), LIGHT, 28), GUIDE / "tiling-proof.png")


def main() -> None:
    parts = {"rules": lambda: [draw_pair(pair) for pair in ALL], "steps": draw_steps, "proof": draw_proof}
    parser = argparse.ArgumentParser(description="draws the guide's pictures")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(parts)} (default: all)")
    render.ensure_application()
    for part in parser.parse_args().parts or parts:
        parts[part]()


if __name__ == "__main__":
    main()

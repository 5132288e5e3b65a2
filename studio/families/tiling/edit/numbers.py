"""Numbers on cells, for a player who looks for a proof. They are kept in the notes, which are never negative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.draw import Rect, Shape
from studio.core.family import Stroke, Tool
from studio.core.puzzle import Board, Change
from studio.families.tiling.model.convert import INSIDE

MOST = 99
TOOLS = (
    Tool("number", "Number cells", "play",
         "For a proof: click for one more, right for one less; drag goes on with the same. Keys: digits, − changes the sign",
         "number", "N"),
    Tool("repeat", "Repeat numbers", "play", "Drag over a few numbered cells: their pattern is repeated over the whole board",
         "shade", "P"),
)


def note_of(number: int) -> int:
    """0, 1, −1, 2, −2 … as 0, 1, 2, 3, 4 …"""
    return 2 * number - 1 if number > 0 else -2 * number


def number_of(note: int) -> int:
    return (note + 1) // 2 if note % 2 else -note // 2


def numbers_of(board: Board) -> list[int]:
    return [number_of(note) for note in board.notes]


def number(board: Board, stroke: Stroke) -> list[Change]:
    cell = stroke.cell
    if cell is None or board.givens[cell] < INSIDE:
        return []
    now = number_of(board.notes[cell])
    if stroke.kind == "key":
        return _typed(board, stroke, cell, now)
    if stroke.kind in ("press", "double"):
        step = -1 if stroke.button == "right" else 1
        stroke.state["number"] = max(-MOST, min(MOST, now + step))
    elif stroke.kind != "drag" or "number" not in stroke.state:
        return []
    return _set(board, [(cell, int(stroke.state["number"]))])


def _typed(board: Board, stroke: Stroke, cell: int, now: int) -> list[Change]:
    """A digit, and another one at once for a number of two; − or + for the sign; Delete for none."""
    key = stroke.key
    if key in ("-", "−", "+"):
        return _set(board, [(cell, -abs(now) if key != "+" else abs(now))]) if now else []
    if key in ("delete", "."):
        return _set(board, [(cell, 0)])
    if not (key.isdecimal() and key.isascii()):
        return []
    before = now if stroke.state.get("typed") == cell and 0 < abs(now) <= MOST // 10 else 0
    stroke.state["typed"] = cell if not before else None
    return _set(board, [(cell, (abs(before) * 10 + int(key)) * (-1 if before < 0 else 1))])


def repeat(board: Board, stroke: Stroke) -> list[Change]:
    """The rectangle between press and release, laid side by side over the board."""
    if stroke.kind != "release" or not stroke.cells:
        return []
    (top, left), (bottom, right) = corners(board, stroke)
    numbers, grid = numbers_of(board), board.grid
    high, wide = bottom - top + 1, right - left + 1
    wanted = []
    for cell in grid.cells():
        r, c = grid.rc(cell)
        if board.givens[cell] >= INSIDE:
            wanted.append((cell, numbers[grid.index(top + (r - top) % high, left + (c - left) % wide)]))
    return _set(board, wanted)


def corners(board: Board, stroke: Stroke) -> tuple[tuple[int, int], tuple[int, int]]:
    (r0, c0), (r1, c1) = board.grid.rc(stroke.cells[0]), board.grid.rc(stroke.cells[-1])
    return (min(r0, r1), min(c0, c1)), (max(r0, r1), max(c0, c1))


def pattern_frame(board: Board, stroke: Stroke) -> list[Shape]:
    """What will be repeated."""
    if stroke.kind != "drag" or not stroke.cells:
        return []
    (top, left), (bottom, right) = corners(board, stroke)
    return [Rect(left, top, right - left + 1, bottom - top + 1, stroke="select", width=0.1)]


def erased(board: Board) -> list[Change]:
    return _set(board, ((cell, 0) for cell in board.grid.cells()))


def _set(board: Board, values: Iterable[tuple[int, int]]) -> list[Change]:
    return [change for cell, value in values if (change := board.change("notes", cell, note_of(value))) is not None]


def shown(board: Board, inside: Sequence[int]) -> dict[int, int]:
    """Cell -> number, where there is any number at all."""
    if not any(board.notes):
        return {}
    numbers = numbers_of(board)
    return {cell: numbers[cell] for cell in inside}

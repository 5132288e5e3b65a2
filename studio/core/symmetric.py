"""Drawing symmetrically: what a stroke does is done to its partner cells, too. Symmetry is about where clues stand.

A partner that has a clue keeps it; one that has none gets the weakest that the family knows ("?"), or else the same. Clues that
are taken away take their partners with them. Borders (arrows, walls) are mirrored with their direction.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.draw import Circle, Line, Rect, Shape
from studio.core.grid import Grid
from studio.core.parts import Clues
from studio.core.puzzle import EMPTY, Board, Change
from studio.core.say import marked
from studio.core.turn import mapped_border, symmetric_maps

GIVENS, BORDERS, MARKS = "givens", "borders", "marks"


def with_partners(clues: Clues | None, board: Board, changes: Sequence[Change], symmetry: str) -> list[Change]:
    """The changes of a stroke (not applied yet) and those of the partner cells."""
    done = {(change.layer, change.index) for change in changes}
    made = list(changes)

    def put(layer: str, index: int, value: int) -> None:
        change = board.change(layer, index, value)
        if change is not None and (layer, index) not in done:
            done.add((layer, index))
            made.append(change)

    for to in symmetric_maps(board.grid, symmetry):
        for change in changes:
            if change.layer == BORDERS:
                place, value = mapped_border(board.grid, int(change.index), change.new, to, board.grid)
                put(BORDERS, place, value)
            elif change.layer == GIVENS:
                _partner(clues, board, change, to[int(change.index)], put)
    return made


def _partner(clues: Clues | None, board: Board, change: Change, cell: int, put) -> None:  # type: ignore[no-untyped-def]
    if change.new == EMPTY:
        put(GIVENS, cell, EMPTY)
    elif board.givens[cell] == EMPTY:
        put(GIVENS, cell, _weakest(clues, board, cell, change.new))
        put(MARKS, cell, EMPTY)


def _weakest(clues: Clues | None, board: Board, cell: int, value: int) -> int:
    """The weakest clue that still is one, where this value could stand."""
    if clues is None:
        return value
    puzzle = board.puzzle()
    given = puzzle.with_givens(value if other == cell else old for other, old in enumerate(puzzle.givens))
    return next((weaker for weaker in clues.weaker(given, cell) if weaker != EMPTY), value)


def guides(grid: Grid, symmetry: str) -> list[Shape]:
    """Axes and centre of a symmetry, to be seen on the board."""
    high, wide = grid.rows, grid.cols
    lines: dict[str, list[Shape]] = {
        "left-right": [_axis(wide / 2, -0.2, wide / 2, high + 0.2)], "up-down": [_axis(-0.2, high / 2, wide + 0.2, high / 2)],
        "diagonal": [_axis(-0.15, -0.15, wide + 0.15, high + 0.15)] if high == wide else [],
        "half-turn": [Circle(wide / 2, high / 2, 0.2, stroke="accent", width=0.06)],
        "quarter-turn": [Circle(wide / 2, high / 2, 0.2, stroke="accent", width=0.06)],
    }
    if symmetry == marked("both mirrors"):
        return lines["left-right"] + lines["up-down"]
    if symmetry == "quarter-turn" and high == wide:
        return [*lines[symmetry], Rect(wide / 2 - 0.32, high / 2 - 0.32, 0.64, 0.64, stroke="accent", width=0.04)]
    return lines.get(symmetry, [])


def _axis(x0: float, y0: float, x1: float, y1: float) -> Line:
    return Line(((x0, y0), (x1, y1)), "accent", 0.06, 0.8, dashed=True)

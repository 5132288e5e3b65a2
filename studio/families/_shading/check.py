"""The checker: one small function a rule. A partial board is only blamed for what no mark can mend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Board, Violation
from studio.core.say import say
from studio.families._shading.model import SHADED, WHITE, seen


def shown(board: Board) -> list[int]:
    """What stands in every cell: numbers are not shaded."""
    return [WHITE if given and not mark else mark for given, mark in zip(board.givens, board.marks)]


def check(board: Board) -> list[Violation]:
    values = shown(board)
    return [*_shaded_numbers(board), *_touching(board.grid, values), *_apart(board.grid, values), *_counts(board, values)]


def _shaded_numbers(board: Board) -> Iterator[Violation]:
    for cell, given in enumerate(board.givens):
        if given and board.marks[cell] == SHADED:
            yield Violation("shaded-number", say("a number is never shaded"), (cell,))


def _touching(grid: Grid, values: Sequence[int]) -> Iterator[Violation]:
    for one, other in grid.adjacent_pairs():
        if values[one] == values[other] == SHADED:
            yield Violation("touching", say("shaded cells touch"), (one, other))


def _apart(grid: Grid, values: Sequence[int]) -> Iterator[Violation]:
    """Cells that are white for sure, and that no open cell can join any more."""
    parts = grid.components(cell for cell in grid.cells() if values[cell] != SHADED)
    settled = [part for part in parts if any(values[cell] == WHITE for cell in part)]
    if len(settled) > 1:
        smallest = min(settled, key=len)
        yield Violation("apart", say("shaded cells cut the others in two"), tuple(smallest))


def _counts(board: Board, values: Sequence[int]) -> Iterator[Violation]:
    for cell, number in enumerate(board.givens):
        if number:
            least, most = (seen(board.grid, cell, values, passable) for passable in ((WHITE,), (WHITE, 0)))
            if len(least) > number:
                text = say("this {number} sees {count} cells", number=number, count=len(least))
                yield Violation("too-many", text, tuple(least))
            elif len(most) < number:
                text = say("this {number} can only see {count} cells", number=number, count=len(most))
                yield Violation("too-few", text, tuple(most))

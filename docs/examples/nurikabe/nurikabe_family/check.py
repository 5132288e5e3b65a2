"""The checker: what a board breaks, and which cells show it. Partial boards are blamed only for what no mark can mend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Board, Violation
from studio.core.say import say
from studio.solvers.constraints.patterns import windows

SEA, LAND = 1, 2
UNKNOWN = -1
"""The given of a "?": an island of any size."""


def values_of(board: Board) -> list[int]:
    return [mark or (LAND if given else 0) for given, mark in zip(board.givens, board.marks)]


def faults(grid: Grid, givens: Sequence[int], values: Sequence[int]) -> Iterator[Violation]:
    """`values`: SEA, LAND or 0 (open) in every cell."""
    for cell, given in enumerate(givens):
        if given and values[cell] == SEA:
            yield Violation("flooded", say("a given cell is land"), (cell,))
    for window in windows(grid, 2, 2):
        if all(values[cell] == SEA for cell in window):
            yield Violation("pool", say("a pool: four cells of sea in a square"), window)
    waters = [part for part in grid.components(cell for cell in grid.cells() if values[cell] != LAND)
              if any(values[cell] == SEA for cell in part)]
    if len(waters) > 1:
        yield Violation("sea-apart", say("land cuts the sea in two"), tuple(min(waters, key=len)))
    for island in grid.components(cell for cell in grid.cells() if values[cell] == LAND):
        yield from _island(grid, givens, values, island)


def _island(grid: Grid, givens: Sequence[int], values: Sequence[int], island: list[int]) -> Iterator[Violation]:
    clues = [cell for cell in island if givens[cell]]
    room = grid.flood(island[0], lambda cell: values[cell] != SEA)
    size = max((givens[cell] for cell in clues), default=0)
    if len(clues) > 1:
        yield Violation("joined", say("an island has only one given cell"), tuple(island))
    elif not clues and not any(givens[cell] for cell in room):
        yield Violation("unnamed", say("an island without a given cell"), tuple(island))
    elif size > 0 and len(island) > size:
        yield Violation("too-large", say("this island has more than {size} cells", size=size), tuple(island))
    elif size > len(room):
        yield Violation("too-small", say("there is no room for {size} cells", size=size), tuple(room))


def check(board: Board) -> list[Violation]:
    return list(faults(board.grid, board.givens, values_of(board)))

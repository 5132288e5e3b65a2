"""Values and lines of sight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from studio.core.grid import Grid

WHITE, SHADED = 1, 2


@cache
def rays(grid: Grid, cell: int) -> tuple[tuple[int, ...], ...]:
    """The cells that one looks at from a cell, nearest first: up, left, right, down."""
    row, col = grid.rc(cell)
    line, column = [grid.index(row, c) for c in range(grid.cols)], [grid.index(r, col) for r in range(grid.rows)]
    return tuple(column[:row][::-1]), tuple(line[:col][::-1]), tuple(line[col + 1 :]), tuple(column[row + 1 :])


def seen(grid: Grid, cell: int, values: Sequence[int], passable: tuple[int, ...]) -> list[int]:
    """The cells seen from a number, itself included, through cells with these values (0 = open)."""
    found = [cell]
    for ray in rays(grid, cell):
        for other in ray:
            if values[other] not in passable:
                break
            found.append(other)
    return found

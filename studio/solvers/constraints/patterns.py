"""Windows of a board in which something must not fill up: "no 2x2", "no four in a row"."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.grid import Grid


def windows(grid: Grid, rows: int, cols: int) -> Iterator[tuple[int, ...]]:
    """The cells of every `rows` x `cols` window."""
    for top in range(grid.rows - rows + 1):
        for left in range(grid.cols - cols + 1):
            yield tuple(grid.index(top + r, left + c) for r in range(rows) for c in range(cols))


def runs(grid: Grid, length: int) -> Iterator[tuple[int, ...]]:
    """The cells of every straight run, across and down."""
    yield from windows(grid, 1, length)
    if length > 1:
        yield from windows(grid, length, 1)

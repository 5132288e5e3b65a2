"""Boards that between them call every kernel once."""

from __future__ import annotations

from functools import cache

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.families.fillomino.kernel.solve import solve_board


@cache
def warm_up() -> None:
    solve_board(Grid(1, 2), (2, 0), False, 2, Cancel())
    solve_board(Grid(4, 4), (0,) * 16, False, 5, Cancel())
    solve_board(Grid(3, 3), (0, 0, 0, 0, 3, 0, 0, 4, 0), False, 0, Cancel())

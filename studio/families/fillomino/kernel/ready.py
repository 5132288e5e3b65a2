"""When to use the compiled kernel: once it is there, or when waiting for it pays.

Loading numba and its cache takes about a second, a first compilation most of a minute; plain Python answers a common board in
some ten milliseconds. So plain functions work first, and after they have cost about as much as loading would, it is done.
"""

from __future__ import annotations

from studio.families.fillomino.kernel import compiled
from studio.families.fillomino.kernel.board import KERNEL

LARGE = 900  # cells: plain Python needs about as long as loading
HUGE = 2500  # cells: worth even the first compilation
LOADING = 1.0  # seconds

_state = {"ready": 0.0, "spent": 0.0}


def use_compiled(cells: int) -> bool:
    """Compiled functions for this board?"""
    if not _state["ready"] and (cells > HUGE or ((cells > LARGE or _state["spent"] > LOADING) and is_cached())):
        warm_up()
    return bool(_state["ready"])


def is_ready() -> bool:
    """Is the compiled kernel loaded?"""
    return bool(_state["ready"])


def spent(seconds: float) -> None:
    """Plain functions have worked for so long."""
    _state["spent"] += seconds


def is_cached() -> bool:
    """Has an earlier process left its compiled functions on disk?"""
    return compiled.is_cached(*KERNEL)


def warm_up() -> None:
    """Run every compiled function once, on boards that need them all."""
    from studio.core.engine import Cancel
    from studio.core.grid import Grid
    from studio.families.fillomino.kernel.solve import solve_board

    if not _state["ready"]:
        solve_board(Grid(1, 2), (2, 0), False, 2, True, Cancel())
        solve_board(Grid(4, 4), (0,) * 16, False, 5, True, Cancel())
        solve_board(Grid(3, 3), (0, 0, 0, 0, 3, 0, 0, 4, 0), False, 0, True, Cancel())
        _state["ready"] = 1.0

"""When to use the compiled kernel: once it is there, or when a board is worth waiting for it."""

from __future__ import annotations

import threading
from pathlib import Path

from . import cnf, propagate
from .compiled import is_loaded

LARGE = 900  # cells: plain Python needs about as long as loading numba
HUGE = 2500  # cells: worth even the first compilation

_ready = threading.Event()


def use_compiled(cells: int) -> bool:
    """Compiled functions for this board?"""
    if _ready.is_set():
        return True
    return cells > HUGE or (cells > LARGE and is_cached())


def is_cached() -> bool:
    """Has an earlier process left its compiled functions on disk (so that loading takes a second, not a minute)?"""
    folder = Path(__file__).parent / "__pycache__"
    newest = max(Path(module.__file__ or "").stat().st_mtime for module in (propagate, cnf))
    index = list(folder.glob("propagate.settle_value-*.nbi"))
    return any(file.stat().st_mtime >= newest for file in index)


def warm_up() -> None:
    """Load the compiled kernel now if it is cached, else compile it beside the work."""
    if is_loaded(propagate, cnf) or _ready.is_set():
        return
    if is_cached():
        compile_now()
    else:
        threading.Thread(target=compile_now, name="compile fillomino", daemon=True).start()


def compile_now() -> None:
    """Run every compiled function once, on boards that need them all."""
    from studio.core.engine import Cancel
    from studio.core.grid import Grid

    from .solve import solve_board

    solve_board(Grid(1, 2), (2, 0), False, 2, True, Cancel())
    solve_board(Grid(4, 4), (0,) * 16, False, 2, True, Cancel())
    _ready.set()

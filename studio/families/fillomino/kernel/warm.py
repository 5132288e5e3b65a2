"""Everything of the kernel that Python calls, made ready."""

from __future__ import annotations

from functools import cache

from studio.families.fillomino.kernel.basics import decide, load, open_cells, undo
from studio.families.fillomino.kernel.cnf import number_variables, read_model, write_clauses
from studio.families.fillomino.kernel.cuts import same_value, write_cuts
from studio.families.fillomino.kernel.dive import begin_again, guess, take_back
from studio.families.fillomino.kernel.probe import probe
from studio.families.fillomino.kernel.settle import propagate
from studio.solvers.kernels import prepare

ENTRIES = (load, propagate, decide, undo, open_cells, probe, guess, take_back, begin_again, number_variables, write_clauses,
           read_model, same_value, write_cuts)


@cache
def warm_up() -> None:
    prepare(*ENTRIES)

"""The one question that everything here rests on, put to a family's best engine."""

from __future__ import annotations

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter


def ask_best(puzzle: Puzzle, wanted: int, cancel: Cancel, trace: TraceWriter | None = None) -> SolveResult:
    """Look for so many solutions within the clock's time; every answer is checked. Running out of time is a status, too."""
    family = registry.family(puzzle.family)
    limits, engine = Limits(cancel.remaining()), family.engine("auto")
    return run_engine(engine, puzzle, Options(wanted), limits, trace or TraceWriter(), cancel, family.wrong)


def shorter(cancel: Cancel, seconds: float) -> Cancel:
    """A clock of so many seconds that also stops when the given one does."""
    def asked() -> bool:
        cancel.check()
        return False

    left = cancel.remaining()
    return Cancel(Limits(seconds if left is None else min(left, seconds)), asked)

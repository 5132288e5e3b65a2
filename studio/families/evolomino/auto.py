"""The `auto` engine: the compiled search kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import CELL, COLUMNS, DEPTH, KIND, REASON, RULE, VALUE, Kind, Rows, TraceWriter
from studio.families.evolomino.check import IS_SQUARE, NO_SQUARE, field_of
from studio.families.evolomino.field import Field

if TYPE_CHECKING:
    from studio.families.evolomino.kernel.solve import Solver

FILM_SLICE = 40  # conflicts between two batches of the film
REASONS = ("guess", "clause", "rule of neighbours", "rule of neighbours", "unreachable", "only way", "two squares added",
           "nothing to add", "same shape", "only square to add")  # fmt: skip


class KernelEngine(Engine):
    """Conflict-driven search; connectivity and shifts as rules that explain themselves when asked."""

    id = "auto"
    name = "Search kernel"
    description = "Learns from every conflict; connected blocks and shifts are looked at only when they matter. The fastest."

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.families.evolomino.kernel.solve import SLICE, Solver

        solver = Solver(field_of(puzzle), trace.enabled)
        budget = FILM_SLICE if trace.enabled else SLICE

        def keep_going() -> bool:
            film(solver, trace)
            cancel.check()
            return True

        found: list[Answer] = []
        exhausted = False
        while not exhausted and (not options.solutions or len(found) < options.solutions):
            squares = solver.next(keep_going, budget)
            film(solver, trace)
            if squares is None:
                exhausted = True
            else:
                found.append(tuple(IS_SQUARE if square else NO_SQUARE for square in squares))
                trace.solution(found[-1])
                cancel.check()
        counts = solver.counts()
        if not trace.enabled:
            trace.count(nodes=counts["nodes"], guesses=counts["nodes"], conflicts=counts["conflicts"],
                        backtracks=counts["conflicts"], restarts=counts["restarts"], max_depth=counts["max_depth"])  # fmt: skip
        return SolveResult.of(found, exhausted, options.solutions)

    def warm_up(self) -> None:
        from studio.families.evolomino.kernel.solve import Solver

        list(Solver(Field(2, 3, (0,) * 6, ((0, 1, 2),))))


def film(solver: Solver, trace: TraceWriter) -> None:
    """Pass on what the kernel wrote down since the last time: decisions on squares, and what follows for squares."""
    if not trace.enabled:
        return
    from studio.families.evolomino.kernel import layout as k

    m = solver.kernel.m
    count = int(m[k.NFILM])
    raw = solver.kernel.table(k.FILM_ROWS, 4 * count).reshape(count, 4).copy()
    m[k.NFILM] = 0
    kind, literal, reason, depth = raw.T
    variable = np.maximum(literal, 0) >> 1
    what, cell, truth = m[m[k.KIND] + variable], m[m[k.VA] + variable], literal & 1 == 0
    guess, deduce = kind == k.FILM_GUESS, kind == k.FILM_DEDUCE
    shown = (guess & ((what == k.X) | ((what == k.O) & truth))) | (deduce & (what == k.X))
    keep = ~deduce | shown
    rows: Rows = np.full((count, COLUMNS), -1, np.int32)
    kinds = {k.FILM_GUESS: Kind.GUESS, k.FILM_DEDUCE: Kind.DEDUCE, k.FILM_CONFLICT: Kind.CONFLICT, k.FILM_BACK: Kind.BACKTRACK,
             k.FILM_RESTART: Kind.RESTART}  # fmt: skip
    for mine, theirs in kinds.items():
        rows[kind == mine, KIND] = theirs
    rows[:, DEPTH] = depth
    rows[:, CELL] = np.where(shown, cell, -1)
    rows[:, VALUE] = np.where(shown, np.where(truth, IS_SQUARE, NO_SQUARE), 0)
    names = np.array([trace.rule_id(name) for name in REASONS], np.int32)
    rows[:, RULE] = np.where(guess | deduce, names[np.clip(reason, 0, len(REASONS) - 1)], -1)
    rows[:, REASON] = -1
    trace.rows(rows[keep])

"""The `auto` engine: presolve, clauses, lazy cuts. Compiled when that pays, plain Python in a cold process."""

from __future__ import annotations

import time

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel import ready
from studio.families.fillomino.kernel.clauses import puzzle_clauses
from studio.families.fillomino.kernel.solve import Outcome, solve_board
from studio.families.fillomino.model import is_basic
from studio.solvers.sat import DEFAULT_SOLVER, dimacs

SPEEDS = ("best", "plain", "compiled")


class AutoEngine(Engine):
    """Reachability, probing, then CaDiCaL on the rest."""

    id = "auto"
    name = "Clause kernel"
    description = ("Reachability and short looks ahead decide most cells; the rest becomes clauses, and sizes and connectivity "
                   "are enforced by cuts when an answer breaks them.")
    options = (Option("speed", "Kernel", "best", SPEEDS, "compiled by numba, plain Python, or what pays"),)

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        speed = str(options.get("speed", "best"))
        fast = ready.use_compiled(puzzle.grid.size) if speed == "best" else speed == "compiled"
        started = time.perf_counter()
        outcome = solve_board(puzzle.grid, puzzle.givens, is_basic(puzzle), options.solutions, fast, cancel, trace,
                              limits.events)
        if not fast:
            ready.spent(time.perf_counter() - started)
        for answer in outcome.answers:
            trace.solution(answer)
        self._count(outcome, trace)
        return SolveResult.of(outcome.answers, outcome.exhausted, options.solutions,
                              stats={**outcome.stats, "kernel": "compiled" if fast else "plain"})

    def _count(self, outcome: Outcome, trace: TraceWriter) -> None:
        """Unfilmed, CaDiCaL's own totals are the statistics."""
        own = outcome.stats
        if not trace.enabled:
            trace.count(guesses=own.get("decisions", 0), conflicts=own.get("conflicts", 0),
                        restarts=own.get("restarts", 0), cuts=own.get("cuts", 0))

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        kernel = puzzle_clauses(puzzle, is_basic(puzzle), False)
        notes = ["sizes and connectivity are enforced lazily and are not in here: a model must also pass the checker"]
        notes += [f"{puzzle.grid.cell_name(cell)}={value or 'hidden'} : {literal}" for cell, value, literal in kernel.literals]
        return {"cnf": dimacs(kernel.clauses, kernel.top, notes)}

    def load(self) -> None:
        """The compiled kernel only where an earlier process left it: the plain one can begin at once."""
        if ready.is_cached():
            self.warm_up()

    def warm_up(self) -> None:
        from pysat.solvers import Solver

        Solver(name=DEFAULT_SOLVER, bootstrap_with=[[1]]).delete()
        ready.warm_up()

"""`auto`: a short compiled search, then the clause kernel on CaDiCaL."""

from __future__ import annotations

import sys

from studio.core.engine import Cancel, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fobidoshi.engines.backtrack import BacktrackEngine
from studio.families.fobidoshi.kernel.explained import Improvements, Teller
from studio.families.fobidoshi.model import field, given_position
from studio.families.fobidoshi.rules.follow import follow
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.sat import LazySat, dimacs

COMPILED = "studio.families.fobidoshi.kernel.compiled"
QUICK = 40
"""Calls of the compiled search before the clause kernel takes over."""
MOST_QUICK = 100


class AutoEngine(ClauseEngine):
    """The clause kernel; when filmed, what the presolve decides is told first, with its reasons.

    Where the compiled search is loaded already (a warm worker) it gets a short try first: most printed puzzles fall to it
    before a SAT solver has read its clauses. What it does not finish in `QUICK` calls goes to the kernel.
    """

    judges_parts = True
    options = (  # type: ignore[assignment]
        *ClauseEngine.options,
        Option("quick", "Quick try first", True, help="a short compiled search before the SAT solver, where it is loaded"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        if trace.enabled:
            shape = field(puzzle.grid.rows, puzzle.grid.cols)
            follow(shape, *given_position(puzzle), watcher=Teller(shape, trace))
        elif options.get("quick", True) and COMPILED in sys.modules and 0 < options.solutions <= MOST_QUICK:
            from studio.families.fobidoshi.kernel import fast

            shape = field(puzzle.grid.rows, puzzle.grid.cols)
            done = fast.backtrack(shape, puzzle.givens, Improvements(), options.solutions, cancel, most_calls=QUICK)
            if not done.gave_up:
                trace.count(nodes=done.calls, max_depth=done.max_depth - 1)
                return SolveResult.of(done.answers, done.exhausted, options.solutions, stats={"quick_calls": done.calls})
        return super().solve(puzzle, options, limits, trace, cancel)

    def warm_up(self) -> None:
        super().warm_up()
        BacktrackEngine().warm_up()

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        """CNF with the cuts that the uniqueness proof needs: on a unique puzzle the solution is its only model."""
        kernel = self._kernel(puzzle)
        cuts: list[list[int]] = []
        with LazySat(kernel, on_cut=cuts.append) as sat:
            answer = sat.solve()
            if answer is not None and sat.second(answer) is not None:
                answer = None
        notes = [f"Fobidoshi {puzzle.grid.rows}x{puzzle.grid.cols} {puzzle.title}".rstrip()]
        notes += ["variable v is true iff there is a circle in the cell"]
        notes += [f"{puzzle.grid.cell_name(cell)} : {cell + 1}" for cell in puzzle.grid.cells()]
        notes += [f"{len(cuts)} connectivity cuts, those that were needed to " + ("prove the solution unique" if answer else
                  "find two solutions, or none; other models may be disconnected")]
        return {"cnf": dimacs([*kernel.clauses, *cuts], puzzle.grid.size, notes)}

"""`auto`: a quick search, then the clause kernel on CaDiCaL."""

from __future__ import annotations

from studio.core.engine import Cancel, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say_n
from studio.core.stats import DepthStats
from studio.core.trace import Kind, TraceWriter
from studio.families.fobidoshi.engines.backtrack import BacktrackEngine, tell_totals
from studio.families.fobidoshi.kernel.film import Teller
from studio.families.fobidoshi.kernel.run import OURS, Counted, Told, backtrack
from studio.families.fobidoshi.model import field, given_position
from studio.families.fobidoshi.rules.follow import follow
from studio.solvers.clause_engine import ClauseEngine, solve_kernel

QUICK_WORK = 64_000
"""Calls of the quick search times cells of the board, before the clause kernel takes over."""
QUICK_CALLS = 8
"""At least so many, on boards of any size."""
MOST_QUICK = 100
"""Answers up to which the quick search is asked; to count all of them is no quick matter."""


class AutoEngine(ClauseEngine):
    """A quick backtracking search with all our improvements, then the clause kernel on CaDiCaL.

    Most printed puzzles fall to the quick search before a SAT solver has read its clauses; what it does not finish in a set
    number of calls goes to the kernel, with the answers that it has found. (Fobidoshi's circles must hang together, which a
    SAT solver learns only by cuts, one after another; the search sees it in every position.)
    """

    judges_parts = True
    options = (  # type: ignore[assignment]
        *ClauseEngine.options,
        Option("quick", "Quick search first", True, help="a short backtracking search with look-ahead before the SAT solver"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        if not options.get("quick", True) or not 0 < options.solutions <= MOST_QUICK:
            if trace.enabled:
                start = given_position(puzzle)
                with trace.filming():
                    follow(shape, *start, watcher=Teller(shape, start, trace))
            return super().solve(puzzle, options, limits, trace, cancel)
        done, most = Counted(), max(QUICK_CALLS, QUICK_WORK // shape.size)
        try:
            backtrack(shape, puzzle.givens, OURS, options.solutions, cancel, done, most, Told(trace, limits.events))
        finally:
            tell_totals(trace, done)
        if not done.gave_up:
            return SolveResult.of(done.answers, done.exhausted, options.solutions, stats={"quick_calls": done.calls})
        if trace.enabled:
            trace.phase(marked("clause kernel"), say_n("{n} call of the quick search did not suffice: CaDiCaL goes on",
                                                       "{n} calls of the quick search did not suffice: CaDiCaL goes on",
                                                       n=done.calls))
        return self._by_clauses(puzzle, options, limits, trace, cancel, done)

    def _by_clauses(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel,
                    before: Counted) -> SolveResult:
        """CaDiCaL goes on where the quick search stopped: its answers count, and so do its guesses."""
        kernel = self._kernel(puzzle)
        cancel.check()
        try:
            word = self.family.notation.word
            result = solve_kernel(kernel, options, limits, trace, cancel, before.answers, word=word)
        finally:
            trace.count(**with_quick(trace.stats, before))
        result.stats["quick_calls"] = before.calls
        return result

    def warm_up(self) -> None:
        super().warm_up()
        BacktrackEngine().warm_up()


def with_quick(stats: DepthStats, quick: Counted) -> dict[str, int | None]:
    """CaDiCaL's totals and those of the search before it; what only one of them knows is not known."""
    own = stats.solver
    sums: dict[str, int | None] = {"backtracks": None, "deductions": None, "max_depth": None}
    sums["guesses"] = int(own.get("decisions", 0)) + quick.counts[Kind.GUESS]
    sums["conflicts"] = int(own.get("conflicts", 0)) + quick.counts[Kind.CONFLICT]
    return sums

"""The `sat` engine: the clause kernel, with near blocks first."""

from __future__ import annotations

from collections import Counter

from studio.core.engine import Cancel, Limits, Options, SolveResult
from studio.core.events import HELPER
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.core.trace import NO_CELL, Reason, TraceWriter
from studio.families.evolomino.kernel.clauses import EvolominoClauses
from studio.families.evolomino.model import field_of
from studio.solvers.clause_engine import ClauseEngine, solve_kernel

RADII = (3, 6)
FROM_CELLS = 100


class NearFirstEngine(ClauseEngine):
    """On larger boards answers are first looked for among those whose blocks stay near their arrow squares: that takes a tenth
    of the time. Only that there is no further answer needs blocks of any reach. Such a radius is a guess, and filmed as one."""

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        found: list[Answer] = []
        totals: Counter[str] = Counter()
        if options.solutions and puzzle.grid.size >= FROM_CELLS:
            for radius in RADII:
                if trace.enabled:
                    text = say("all blocks stay within {radius} steps of their arrow squares", radius=radius)
                    trace.guess(NO_CELL, 0, Reason(text, tuple(field_of(puzzle).place_on_arrow)), HELPER)
                near = EvolominoClauses(puzzle, False, radius)
                try:
                    result = solve_kernel(near, options, limits, trace, cancel, found, 1, self.family.notation.word)
                finally:
                    _add_up(trace, totals, 1)
                found = list(result.solutions)
                if len(found) == options.solutions:
                    return result
                if trace.enabled:
                    trace.backtrack(0)
        try:
            word = self.family.notation.word
            return solve_kernel(EvolominoClauses(puzzle, False), options, limits, trace, cancel, found, word=word)
        finally:
            _add_up(trace, totals, 0)


def _add_up(trace: TraceWriter, totals: Counter[str], radii: int) -> None:
    """The counters of all runs of the solver together; a radius is a guess of ours."""
    own = trace.stats.solver
    totals.update({name: count for name, count in own.items() if isinstance(count, int)})
    totals["radii"] += radii
    trace.solver(str(own.get("name", "")), {name: count for name, count in totals.items() if name != "radii"})
    known = {ours: totals[theirs] for ours, theirs in (("guesses", "decisions"), ("conflicts", "conflicts"),
                                                       ("restarts", "restarts"), ("cuts", "cuts")) if theirs in totals}
    if "guesses" in known:
        known["guesses"] += totals["radii"]
    trace.count(**known)

"""The `auto` engine: presolve, clauses, lazy cuts."""

from __future__ import annotations

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel.solve import solve_board
from studio.families.fillomino.kernel.warm import warm_up
from studio.families.fillomino.model import Terms
from studio.families.fillomino.walk.steps import walk
from studio.solvers.kernels import prepare
from studio.solvers.outside import exports
from studio.solvers.sat import DEFAULT_SOLVER
from studio.solvers.sat_film import FILM_NOTE


class AutoEngine(Engine):
    """Reachability, probing, then CaDiCaL on the rest."""

    id = "auto"
    name = "Clause kernel"
    description = ("Reachability and short looks ahead decide most cells; the rest becomes clauses, and sizes and connectivity "
                   "are enforced by cuts when an answer breaks them.")
    film_note = FILM_NOTE

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        outcome = solve_board(puzzle.grid, puzzle.givens, Terms.of(puzzle), options.solutions, cancel, trace, limits.events)
        totals = outcome.totals
        own_search = not outcome.solver
        trace.count(guesses=totals["guesses"], conflicts=totals["conflicts"], restarts=totals["restarts"], cuts=totals["cuts"],
                    backtracks=totals["backtracks"] if own_search else None, max_depth=outcome.deepest)
        return SolveResult.of(outcome.answers, outcome.exhausted, options.solutions, stats=dict(outcome.stats))

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        """The whole puzzle: the engine's own clauses leave sizes and connectedness to cuts."""
        from studio.families.fillomino.kernel.whole import whole

        return exports(whole(puzzle))

    def warm_up(self) -> None:
        from pysat.solvers import Solver

        Solver(name=DEFAULT_SOLVER, bootstrap_with=[[1]]).delete()
        warm_up()
        prepare(walk)

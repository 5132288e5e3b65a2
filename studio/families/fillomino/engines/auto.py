"""The `auto` engine: presolve, clauses, lazy cuts."""

from __future__ import annotations

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel.clauses import puzzle_clauses
from studio.families.fillomino.kernel.solve import solve_board
from studio.families.fillomino.kernel.warm import warm_up
from studio.families.fillomino.model import is_basic
from studio.solvers.sat import DEFAULT_SOLVER, dimacs
from studio.solvers.sat_film import FILM_NOTE


class AutoEngine(Engine):
    """Reachability, probing, then CaDiCaL on the rest."""

    id = "auto"
    name = "Clause kernel"
    description = ("Reachability and short looks ahead decide most cells; the rest becomes clauses, and sizes and connectivity "
                   "are enforced by cuts when an answer breaks them.")
    film_note = FILM_NOTE

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        outcome = solve_board(puzzle.grid, puzzle.givens, is_basic(puzzle), options.solutions, cancel, trace, limits.events)
        totals = outcome.totals
        own_search = not outcome.solver
        trace.count(guesses=totals["guesses"], conflicts=totals["conflicts"], restarts=totals["restarts"], cuts=totals["cuts"],
                    backtracks=totals["backtracks"] if own_search else None, max_depth=outcome.deepest)
        return SolveResult.of(outcome.answers, outcome.exhausted, options.solutions, stats=dict(outcome.stats))

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        kernel = puzzle_clauses(puzzle, is_basic(puzzle), False)
        notes = ["sizes and connectivity are enforced lazily and are not in here: a model must also pass the checker"]
        notes += [f"{puzzle.grid.cell_name(cell)}={value or 'hidden'} : {literal}" for cell, value, literal in kernel.literals]
        return {"cnf": dimacs(kernel.clauses, kernel.top, notes)}

    def warm_up(self) -> None:
        from pysat.solvers import Solver

        Solver(name=DEFAULT_SOLVER, bootstrap_with=[[1]]).delete()
        warm_up()

"""Integer linear programming (section 2.5) on HiGHS, CBC or SCIP; on CP-SAT the same model for a solver of another kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.trivial import known_at_once
from studio.families.tiling.translate.ilp import VARIANTS, build_model
from studio.families.tiling.translate.seen import seen

if TYPE_CHECKING:
    from studio.solvers.linear import LinearModel

SOLVERS = ("highs", "cbc", "scip", "cpsat")
PARAMETERS = ("adjusted", "default")


def _covers(problem: Problem, placements: Placements, values: list[int]) -> list[int] | None:
    """The chosen placements if they cover the board exactly (the optimum of a weakened variant need not)."""
    chosen = [p for p, value in enumerate(values[: len(placements)]) if value]
    area = sum(problem.tiles[int(placements.tile[p])].size for p in chosen)
    return chosen if area == problem.area else None


class IlpEngine(Engine):
    id = "ilp"
    legend = marked("x_T_NAME_V_R_C is 1: a piece of tile T (from 1) lies in its way V (from 0) with its first cell in row "
                    "R, column C (from 1).")
    name = "Integer linear programming"
    description = "Placements as binary variables, one equation per cell (section 2.5), on HiGHS, CBC or SCIP."
    options = (
        Option("solver", "Solver", "highs", SOLVERS,
               "highs, cbc and scip solve linear programs and branch; cpsat gets the same model, but searches with clauses"),
        Option("variant", "Translation", "eq-ign", VARIANTS,
               "equations without or with the covered area as objective, or inequalities that the optimum makes equations"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, say so"),
        Option("parameters", "Parameters", "adjusted", PARAMETERS,
               "adjusted: interior points first (highs), the whole linear relaxation (cpsat); cbc and scip stay as they are"),
        Option("seed", "Seed", 0, low=0, high=1_000_000, help="of the solver's random numbers (cbc takes none)"),
    )
    animated = False

    def _model(self, problem: Problem, placements: Placements, options: Options) -> LinearModel:
        return build_model(problem, placements, str(options.get("variant", "eq-ign")), bool(options.get("opt2", True)),
                           bool(options.get("opt3", True)))

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.solvers.ilp import Tuning, load

        problem = problem_of(puzzle)
        placements = find_placements(problem)
        known = known_at_once(problem, placements, trace)
        if known is not None:
            return known
        model = self._model(problem, placements, options)
        trace.note(say("{variables} variables, {constraints} constraints", variables=model.n_variables,
                       constraints=model.n_constraints))
        solver = load(model, str(options.get("solver", "highs")), trace=trace,
                      reading=lambda values: seen(problem, placements, values),
                      tuning=Tuning(int(options.get("seed", 0)), options.get("parameters", "adjusted") == "adjusted"))
        collector = Collector(problem, options.solutions)
        while not collector.enough:
            values = solver.solve(cancel)
            chosen = None if values is None else _covers(problem, placements, values)
            if chosen is None:
                if values is not None:
                    cancel.check()  # an unfinished optimisation proves nothing
                collector.exhausted = True
                break
            collector.tell([placements.of(p) for p in chosen], trace)
            solver.add(chosen, [-1] * len(chosen), 1 - len(chosen))
        return collector.result(stats={"variables": model.n_variables, "constraints": model.n_constraints})

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        from studio.solvers.ilp_files import lp_text, mps_text

        problem = problem_of(puzzle)
        model = self._model(problem, find_placements(problem), options)
        title = f"tiling of {problem.area} cells, {options.get('variant', 'eq-ign')}"  # not for people
        return {"lp": lp_text(model, title), "mps": mps_text(model, title)}

    def warm_up(self) -> None:
        from studio.solvers.ilp import load_libraries

        load_libraries()

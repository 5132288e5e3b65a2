"""Integer linear programming (section 2.5): one binary variable per placement, equations per cell, counts per tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter

from .convert import problem_of
from .placements import Placements, find_placements
from .problem import Problem
from .searching import Collector
from .trivial import bare_result, trivial_result

if TYPE_CHECKING:
    from studio.solvers.ilp import LinearModel

VARIANTS = ("eq-ign", "eq-min", "geq-min", "leq-max")
SOLVERS = ("cpsat", "highs", "cbc", "scip")


def placement_name(problem: Problem, placements: Placements, p: int) -> str:
    """x_TILE_VARIANT_ROW_COLUMN: where the placement's first cell lies, counted from 1."""
    row, col = divmod(int(placements.cells[placements.start[p]]), problem.cols)
    tile = problem.tiles[int(placements.tile[p])].label.replace("-", "_")
    return f"x_{int(placements.tile[p]) + 1}_{tile}_{int(placements.orientation[p])}_{row + 1}_{col + 1}"


def build_model(problem: Problem, placements: Placements, variant: str = "eq-ign", opt2: bool = True, opt3: bool = True
                ) -> LinearModel:
    """Equations (2.10) and (2.11), with the objective (2.12) as the variant says."""
    from studio.solvers.ilp import INFINITE, LinearModel

    model = LinearModel()
    for p in range(len(placements)):
        model.variable(placement_name(problem, placements, p), 0, 1)
    low = 0 if variant == "leq-max" else 1
    high = INFINITE if variant == "geq-min" else 1
    start, owner = placements.by_cell(problem.board.size)
    for i in problem.board_cells():
        columns = [int(p) for p in owner[start[i] : start[i + 1]]]
        if not columns:  # an empty sum cannot be written: a variable that is 0 stands for it
            columns = [model.variable(f"nothing_{int(i) // problem.cols + 1}_{int(i) % problem.cols + 1}", 0, 0)]
        model.add("cover", columns, [1] * len(columns), low, high)
    for t, tile in enumerate(problem.tiles):
        if tile.count is None or (opt2 and problem.limits[t] is None):
            continue
        columns = [p for p in range(len(placements)) if placements.tile[p] == t]
        if columns:
            exactly = opt3 and problem.exact
            model.add("count", columns, [1] * len(columns), tile.count if exactly else 0, tile.count)
    if variant != "eq-ign":
        sign = -1 if variant == "leq-max" else 1
        model.costs = {p: sign * problem.tiles[int(placements.tile[p])].size for p in range(len(placements))}
    return model


def _covers(problem: Problem, placements: Placements, values: list[int]) -> list[int] | None:
    """The chosen placements if they cover the board exactly (the optimum of a weakened variant need not)."""
    chosen = [p for p, value in enumerate(values[: len(placements)]) if value]
    area = sum(problem.tiles[int(placements.tile[p])].size for p in chosen)
    return chosen if area == problem.area else None


class IlpEngine(Engine):
    id = "ilp"
    name = "Integer linear programming"
    description = "Placements as binary variables, one equation per cell (section 2.5), on CP-SAT, HiGHS, CBC or SCIP."
    options = (
        Option("solver", "Solver", "cpsat", SOLVERS),
        Option("variant", "Translation", "eq-ign", VARIANTS,
               "equations without or with the covered area as objective, or inequalities that the optimum makes equations"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, say so"),
    )
    animated = False

    def _model(self, problem: Problem, placements: Placements, options: Options) -> LinearModel:
        return build_model(problem, placements, str(options.get("variant", "eq-ign")), bool(options.get("opt2", True)),
                           bool(options.get("opt3", True)))

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.solvers.ilp import load

        problem = problem_of(puzzle)
        placements = find_placements(problem)
        known = trivial_result(problem) or bare_result(problem, placements)
        if known is not None:
            return known
        model = self._model(problem, placements, options)
        trace.note(f"{model.n_variables} variables, {model.n_constraints} constraints")
        solver = load(model, str(options.get("solver", "cpsat")))
        collector = Collector(problem, options.solutions)
        while not collector.enough:
            values = solver.solve(cancel)
            chosen = None if values is None else _covers(problem, placements, values)
            if chosen is None:
                if values is not None:
                    cancel.check()  # an unfinished optimisation proves nothing
                collector.exhausted = True
                break
            trace.solution(collector.add([placements.of(p) for p in chosen]))
            solver.add(chosen, [-1] * len(chosen), 1 - len(chosen))
        return collector.result(stats={"variables": model.n_variables, "constraints": model.n_constraints})

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        from studio.solvers.ilp_files import lp_text, mps_text

        problem = problem_of(puzzle)
        model = self._model(problem, find_placements(problem), options)
        title = f"tiling of {problem.area} cells, {options.get('variant', 'eq-ign')}"
        return {"lp": lp_text(model, title), "mps": mps_text(model, title)}

    def warm_up(self) -> None:
        from studio.solvers.ilp import load_libraries

        load_libraries()

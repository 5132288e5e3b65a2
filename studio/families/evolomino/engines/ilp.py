"""The study's model on five solvers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, field_of

if TYPE_CHECKING:
    from studio.families.evolomino.engines.ilp_model import EvolominoModel

SOLVERS = ("cpsat", "scip", "cbc", "bop", "highs")


class IlpEngine(Engine):
    """Model (1)-(21). Uniqueness by solving again with the first answer excluded (section 3)."""

    id = "ilp"
    legend = marked("x_C is 1: there is a square in cell C. Cells count from 0, row by row. All other variables only help.")
    name = "Integer linear model"
    description = "The study's model (1)-(21): block, flow and translation variables, on CP-SAT, SCIP, CBC, BOP or HiGHS."
    options = (
        Option("solver", "Solver", "cpsat", SOLVERS, "which solver gets the model"),
        Option("workers", "Threads", 1, help="threads for CP-SAT and HiGHS; 0 = all processors", low=0, high=64),
        Option("shifts", "Shifts", "plane", ("plane", "line"), "line: the study's own, one number each; they can wrap around"),
        Option("region", "Regions", "narrow", ("narrow", "text"),
               "text: as section 2.1 defines C_a; narrow: they also stop before given squares of other arrows"),
    )
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.solvers.ilp import load

        field = field_of(puzzle)
        if field.rings and any(field.givens[cell] == 2 for ring in field.rings for cell in ring):
            return SolveResult.of([], True, options.solutions)
        model = _model(puzzle, options)
        sizes = {"variables": model.linear.n_variables, "constraints": model.linear.n_constraints}
        if trace.enabled:
            trace.note(say("the model has {variables:,} variables and {constraints:,} constraints", **sizes))
        if model.clash:
            return SolveResult.of([], True, options.solutions, stats=sizes)
        cancel.check()
        solver = load(model.linear, str(options.get("solver", "cpsat")), int(options.get("workers", 1)), trace,
                      reading=lambda values: _seen([values[variable] for variable in model.x]))
        found: list[Answer] = []
        exhausted = False
        while not exhausted and (not options.solutions or len(found) < options.solutions):
            values = solver.solve(cancel)
            if values is None:
                exhausted = True
                break
            squares = [values[variable] for variable in model.x]
            found.append(tuple(IS_SQUARE if square else NO_SQUARE for square in squares))
            trace.solution(found[-1])
            solver.add(*model.differs_from(squares))
        return SolveResult.of(found, exhausted, options.solutions, stats=sizes)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        from studio.solvers.ilp_files import lp_text, mps_text

        model = _model(puzzle, options).linear
        title = f"Evolomino {puzzle.grid.rows}x{puzzle.grid.cols} {puzzle.title}".rstrip()
        return {"lp": lp_text(model, title), "mps": mps_text(model, title)}

    def warm_up(self) -> None:
        from studio.families.evolomino.engines.ilp_model import EvolominoModel  # noqa: F401
        from studio.solvers.ilp import load_libraries

        load_libraries()


def _seen(squares: Sequence[float]) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """The model's linear relaxation on the board: how far each cell is a square."""
    shares = tuple(round(100 * min(1.0, max(0.0, square))) for square in squares)
    half = sum(0 < share < 100 for share in shares)
    text = say("the model's linear relaxation: a cell may be a square in part. The darker, the more; {n} of {cells} cells are "
               "neither empty nor a whole square", n=half, cells=len(shares))
    return tuple(IS_SQUARE if share > 50 else 0 for share in shares), shares, text


def _model(puzzle: Puzzle, options: Options) -> EvolominoModel:
    from studio.families.evolomino.engines.ilp_model import EvolominoModel

    return EvolominoModel(field_of(puzzle), options.get("shifts", "plane") == "line", options.get("region", "narrow") == "text")

"""Constraint satisfaction (section 2.6): the placement model of translate/csp.py on CP-SAT."""

from __future__ import annotations

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.proofs.trivial import known_at_once
from studio.families.tiling.translate.csp import PlacementModel
from studio.families.tiling.translate.minizinc import minizinc_text


class CspEngine(Engine):
    id = "csp"
    name = "Constraint model"
    description = "Position and orientation of every piece with one no-overlap constraint (section 2.6), on CP-SAT."
    options = (
        Option("order", "Order equal pieces", True, help="equal pieces lie in reading order"),
        Option("squares", "Unit squares", False, help="decompose pieces into unit squares, as the thesis does, not strips"),
        Option("workers", "Threads", 1, low=1, high=16),
    )
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        known = known_at_once(problem, find_placements(problem), trace)
        if known is not None:
            return known
        model = PlacementModel(problem, bool(options.get("order", True)), bool(options.get("squares", False)))
        trace.note(f"{len(model.pieces)} pieces, {len(model.across)} rectangles")
        collector = Collector(problem, options.solutions)
        while not collector.enough:
            pieces = model.solve(cancel, int(options.get("workers", 1)), trace.progress)
            if pieces is None:
                collector.exhausted = True
            else:
                collector.tell(pieces, trace)
        return collector.result(stats={"pieces": len(model.pieces), "rectangles": len(model.across)})

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        return {"mzn": minizinc_text(problem_of(puzzle))}

    def warm_up(self) -> None:
        from ortools.sat.python import cp_model  # noqa: F401

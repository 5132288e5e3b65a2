"""Constraint satisfaction (section 2.6): pieces that do not overlap, or words of a regular language; on CP-SAT or MiniZinc."""

from __future__ import annotations

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.trivial import known_at_once
from studio.families.tiling.translate.csp import PlacementModel
from studio.families.tiling.translate.minizinc import MODELS, minizinc_model, minizinc_text
from studio.families.tiling.translate.regular import RegularOnCpSat, regular_model
from studio.solvers.cpsat import CpSatRuns
from studio.solvers.minizinc import MiniZinc, installed


class CspEngine(Engine):
    id = "csp"
    legend = marked("Where there is an array x, x[p] (from 1) is a placement, and stands in the constraint of every cell "
                    "that it covers.")
    name = "Constraint model"
    description = "Where each piece lies: a no-overlap constraint (section 2.6) or regular expressions, on CP-SAT or MiniZinc."
    options = (
        Option("solver", "Solver", "cpsat", ("cpsat", "minizinc") if installed() else ("cpsat",),
               "minizinc: the study's way, by MiniZinc and Gecode, where they are installed"),
        Option("model", "Model", "geost", MODELS,
               "geost: objects that do not overlap; regular: by Lagerkvist and Pesant; placements: a variable each"),
        Option("goal", "Goal", "cover", ("cover", "most"),
               "geost: cover everything, or cover as much as can be (its film shows every better candidate)"),
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
        collector = Collector(problem, options.solutions)
        if options.get("solver", "cpsat") == "minizinc":
            return _by_minizinc(problem, options, collector, trace, cancel)
        model = options.get("model", "geost")
        if model == "regular":
            return _by_words(problem, options, collector, trace, cancel)
        if model == "placements":
            return _by_placements(puzzle, options, limits, trace, cancel)
        return _by_objects(problem, options, collector, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        model, squares = str(options.get("model", "geost")), bool(options.get("squares", False))
        return {"mzn": minizinc_text(problem_of(puzzle), model, squares, bool(options.get("order", True)))}

    def warm_up(self) -> None:
        from ortools.sat.python import cp_model  # noqa: F401


def _by_objects(problem: Problem, options: Options, collector: Collector, trace: TraceWriter, cancel: Cancel) -> SolveResult:
    most = options.get("goal", "cover") == "most"
    model = PlacementModel(problem, bool(options.get("order", True)), bool(options.get("squares", False)), most)
    runs = CpSatRuns(trace, int(options.get("workers", 1)), model.candidate if most else None)
    trace.note(say("{pieces} pieces, {rectangles} rectangles", pieces=len(model.pieces), rectangles=len(model.across)))
    while not collector.enough:
        pieces = model.solve(runs, cancel)
        if pieces is None:
            collector.exhausted = True
        else:
            collector.tell(pieces, trace)
    return collector.result(stats={"pieces": len(model.pieces), "rectangles": len(model.across)})


def _by_words(problem: Problem, options: Options, collector: Collector, trace: TraceWriter, cancel: Cancel) -> SolveResult:
    model = regular_model(problem)
    states = sum(machine.states for machine in model.automata)
    trace.note(say("{pieces} pieces, automata with {states} states", pieces=len(model.pieces), states=states))
    solver, runs = RegularOnCpSat(model), CpSatRuns(trace, int(options.get("workers", 1)))
    while not collector.enough:
        pieces = solver.solve(runs, cancel)
        if pieces is None:
            collector.exhausted = True
        else:
            collector.tell(pieces, trace)
    return collector.result(stats={"pieces": len(model.pieces), "states": states})


def _by_placements(puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
    """A variable per placement on CP-SAT is the integer model on that solver."""
    from studio.families.tiling.engines.ilp import IlpEngine

    values = {"solver": "cpsat", "workers": options.get("workers", 1)}
    return IlpEngine().solve(puzzle, Options(options.solutions, values), limits, trace, cancel)


def _by_minizinc(problem: Problem, options: Options, collector: Collector, trace: TraceWriter, cancel: Cancel) -> SolveResult:
    """Answers as they come; without order equal pieces change places, and only new tilings count."""
    ordered = bool(options.get("order", True))
    text, decode = minizinc_model(problem, str(options.get("model", "geost")), bool(options.get("squares", False)), ordered)
    trace.note(say("a model of {count:,} characters for MiniZinc", count=len(text)))
    trace.progress(say("MiniZinc flattens and Gecode searches; they tell nothing until there is an answer"))
    run = MiniZinc(text, options.solutions if ordered else 0)
    for values in run.answers(cancel):
        collector.tell(decode(values), trace)
        if collector.enough:
            break
    collector.exhausted = run.exhausted
    return collector.result(stats={"characters": len(text)})

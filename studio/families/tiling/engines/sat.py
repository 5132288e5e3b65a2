"""SAT (section 2.4): the CNF of translate/cnf.py on CaDiCaL, Glucose and other solvers."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.proofs.trivial import known_at_once
from studio.families.tiling.translate.cnf import COVERS, SYMMETRIES, TRANSLATIONS, Encoding, Wishes, encode, granted
from studio.families.tiling.translate.ilp import placement_name
from studio.solvers.constraints.cardinality import AT_MOST_K, AT_MOST_ONE, Variables

SOLVERS = ("cadical195", "cadical153", "glucose42", "maplechrono", "lingeling", "minisat22")


def installed_solvers() -> tuple[str, ...]:
    """python-sat brings its own; CryptoMiniSat is an extra (puzzle-studio[solvers])."""
    return (*SOLVERS, "cryptominisat") if find_spec("pycryptosat") is not None else SOLVERS


class SatEngine(Engine):
    id = "sat"
    name = "SAT"
    description = "Placements as variables, exactly one on every cell (section 2.4), on CaDiCaL, Glucose and other SAT solvers."
    options = (
        Option("solver", "SAT solver", "cadical195", installed_solvers()),
        Option("translation", "Translation", "amk", TRANSLATIONS,
               "amk: at most k of a tile; amo: one row of variables per piece; amo-ordered: pieces in order of position"),
        Option("amo", "At most one", "sequential", tuple(AT_MOST_ONE)),
        Option("amk", "At most k", "cardinality network", AT_MOST_K),
        Option("opt1", "Optimisation 1", True, help="the j-th piece of a tile stays off the first j-1 positions (amo)"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, say so"),
        Option("cover", "Cells", "exactly one", COVERS,
               "at least one: where all pieces must be used the areas do the rest (2.4.1); elsewhere exactly one is kept"),
        Option("symmetry", "Break symmetries", "off", SYMMETRIES,
               "pieces: equal ones lie in order (amo); board: turned tilings count once (for a first tiling only)"),
    )
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        placements = find_placements(problem)
        known = known_at_once(problem, placements, trace)
        if known is not None:
            return known
        wishes = Wishes.of(options)
        if options.solutions != 1 and wishes.symmetry in ("board", "all"):
            wishes = replace(wishes, symmetry="off" if wishes.symmetry == "board" else "pieces")
            trace.note("symmetries of the board are not broken: all tilings are wanted, not one of each kind")
        if granted(problem, wishes).cover != wishes.cover:
            trace.note("exactly one piece on every cell: without an exact set of pieces, at least one would not do")
        encoding = encode(problem, placements, wishes)
        trace.note(f"{encoding.top} variables, {len(encoding.clauses)} clauses")
        cancel.check()
        collector = Collector(problem, options.solutions)
        name = str(options.get("solver", "cadical195"))
        solver = _open(name, encoding)
        try:
            _enumerate(solver, encoding, placements, collector, trace, cancel)
        finally:
            trace.solver(name, _counters(solver))
            solver.delete()
        return collector.result(stats={"variables": encoding.top, "clauses": len(encoding.clauses)})

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        from studio.solvers.sat import dimacs

        problem = problem_of(puzzle)
        placements = find_placements(problem)
        encoding = encode(problem, placements, Wishes.of(options))
        names = [f"{v} = {placement_name(problem, placements, p)}"
                 + (f" piece {encoding.copy[v] + 1}" if any(encoding.copy.values()) else "")
                 for v, p in encoding.placement.items()]
        return {"cnf": dimacs(encoding.clauses, encoding.top, names)}

    def warm_up(self) -> None:
        import pysat.card
        import pysat.solvers  # noqa: F401


def _open(name: str, encoding: Encoding) -> Any:
    from pysat.solvers import Solver

    try:
        return Solver(name=name, bootstrap_with=encoding.clauses)
    except (NameError, ModuleNotFoundError, AssertionError) as fault:
        raise RuntimeError(f"{name} is not installed: {fault}") from None


def _counters(solver: Any) -> dict[str, int]:
    """What the solver counted; CryptoMiniSat tells nothing."""
    try:
        return solver.accum_stats() or {}
    except NotImplementedError:
        return {}


def _enumerate(solver: Any, encoding: Encoding, placements: Placements, collector: Collector, trace: TraceWriter,
               cancel: Cancel) -> None:
    """Tilings one by one; each is blocked for all orders of its equal pieces."""
    variables_of: dict[int, list[int]] = {}
    for v, p in encoding.placement.items():
        variables_of.setdefault(p, []).append(v)
    helper = Variables(encoding.top)
    chosen_as: dict[int, int] = {}
    while not collector.enough:
        cancel.check()
        trace.progress("", solutions=len(collector.found))
        if not solver.solve():
            collector.exhausted = True
            return
        model = solver.get_model()
        chosen = sorted({encoding.placement[v] for v in model if v > 0 and v in encoding.placement})
        collector.tell([placements.of(p) for p in chosen], trace)
        if collector.enough:
            return
        clause = []
        for p in chosen:
            if p not in chosen_as:
                chosen_as[p] = _some_copy(solver, variables_of[p], helper)
            clause.append(-chosen_as[p])
        solver.add_clause(clause)


def _some_copy(solver: Any, variables: list[int], helper: Variables) -> int:
    """A literal that is true if any piece lies here."""
    if len(variables) == 1:
        return variables[0]
    any_of = helper()
    for v in variables:
        solver.add_clause([-v, any_of])
    return any_of

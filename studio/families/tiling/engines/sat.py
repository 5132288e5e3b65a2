"""SAT (section 2.4): the CNF of translate/cnf.py on CaDiCaL, Glucose and other solvers."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.events import HELPER
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import NO_CELL, Reason, TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.proofs.trivial import known_at_once
from studio.families.tiling.translate.cnf import COVERS, SYMMETRIES, TRANSLATIONS, Encoding, Wishes, encode, granted
from studio.families.tiling.translate.ilp import placement_name
from studio.families.tiling.translate.spoken import SpokenEncoding
from studio.solvers.clause_engine import FILMED_SOLVER
from studio.solvers.constraints.cardinality import AT_MOST_K, AT_MOST_ONE, Variables
from studio.solvers.sat_film import FILM_NOTE, SatFilm

SOLVERS = ("cadical195", "cadical153", "glucose42", "maplechrono", "lingeling", "minisat22")


def installed_solvers() -> tuple[str, ...]:
    """python-sat brings its own; CryptoMiniSat is an extra (puzzle-studio[solvers])."""
    return (*SOLVERS, "cryptominisat") if find_spec("pycryptosat") is not None else SOLVERS


class SatEngine(Engine):
    id = "sat"
    legend = marked("x_T_NAME_V_R_C: a piece of tile T (from 1) lies in its way V (from 0) with its first cell in row R, "
                    "column C (from 1).")
    name = "SAT"
    description = "Placements as variables, exactly one on every cell (section 2.4), on CaDiCaL, Glucose and other SAT solvers."
    options = (
        Option("solver", "SAT solver", FILMED_SOLVER, installed_solvers(), "only cadical195 can show its own search"),
        Option("translation", "Translation", "amk", TRANSLATIONS,
               "amk: at most k of a tile; amo: one row of variables per piece; amo-ordered: pieces in order of position"),
        Option("amo", "At most one", "sequential", tuple(AT_MOST_ONE)),
        Option("amk", "At most k", marked("cardinality network"), AT_MOST_K),
        Option("opt1", "Optimisation 1", True, help="the j-th piece of a tile stays off the first j-1 positions (amo)"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, say so"),
        Option("cover", "Cells", "exactly one", COVERS,
               "at least one: where all pieces must be used the areas do the rest (2.4.1); elsewhere exactly one is kept"),
        Option("symmetry", "Break symmetries", "off", SYMMETRIES,
               "pieces: equal ones lie in order (amo); board: turned tilings count once (for a first tiling only)"),
    )
    film_note = FILM_NOTE

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        placements = find_placements(problem)
        known = known_at_once(problem, placements, trace)
        if known is not None:
            return known
        wishes = Wishes.of(options)
        if options.solutions != 1 and wishes.symmetry in ("board", "all"):
            wishes = replace(wishes, symmetry="off" if wishes.symmetry == "board" else "pieces")
            trace.note(say("symmetries of the board are not broken: all tilings are wanted, not one of each kind"))
        if granted(problem, wishes).cover != wishes.cover:
            trace.note(say("exactly one piece on every cell: without an exact set of pieces, at least one would not do"))
        encoding = encode(problem, placements, wishes)
        trace.note(say("{variables} variables, {clauses} clauses", variables=encoding.top, clauses=len(encoding.clauses)))
        cancel.check()
        collector = Collector(problem, options.solutions)
        name = str(options.get("solver", FILMED_SOLVER))
        solver = _open(name, encoding)
        film = _film(SpokenEncoding(puzzle.grid, problem, placements, encoding), wishes, limits, trace, cancel) \
            if trace.enabled and name == FILMED_SOLVER else None
        if film is not None:
            film.attach(solver)
        try:
            _Enumeration(solver, encoding, film).run(placements, collector, trace, cancel)
        finally:
            _totals(name, solver, film, trace)
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
        raise RuntimeError(say("{name} is not installed: {fault}", name=name, fault=str(fault))) from None


def _counters(solver: Any) -> dict[str, int]:
    """What the solver counted; CryptoMiniSat tells nothing."""
    try:
        return solver.accum_stats() or {}
    except NotImplementedError:
        return {}


def _film(kernel: SpokenEncoding, wishes: Wishes, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SatFilm:
    """A formula that tells equal pieces apart, or keeps one of several turned tilings, says more than the board shows: that is
    one guess about everything below it."""
    apart = wishes.translation != "amk" or wishes.symmetry != "off"
    if apart:
        text = say("of tilings that differ in the order of equal pieces, or by turning, one is looked for")
        trace.guess(NO_CELL, 0, Reason(text), HELPER)
    return SatFilm(kernel, trace, cancel, max_events=limits.events, base=int(apart))


def _totals(name: str, solver: Any, film: SatFilm | None, trace: TraceWriter) -> None:
    own = _counters(solver)
    trace.solver(name, own)
    if "decisions" in own:
        trace.count(guesses=own["decisions"] + (film.base if film is not None else 0), conflicts=own.get("conflicts"),
                    restarts=own.get("restarts"))


class _Enumeration:
    """Tilings one by one; each is blocked for all orders of its equal pieces."""

    def __init__(self, solver: Any, encoding: Encoding, film: SatFilm | None) -> None:
        self.solver, self.encoding, self.film = solver, encoding, film
        self._helper = Variables(encoding.top)
        self._chosen_as: dict[int, int] = {}
        self._variables_of: dict[int, list[int]] = {}
        for v, p in encoding.placement.items():
            self._variables_of.setdefault(p, []).append(v)

    def run(self, placements: Placements, collector: Collector, trace: TraceWriter, cancel: Cancel) -> None:
        placement = self.encoding.placement
        while not collector.enough:
            cancel.check()
            trace.progress("", solutions=len(collector.found))
            found = self.solver.solve()
            if self.film is not None and self.film.stopped is not None:
                raise self.film.stopped  # CaDiCaL answered "no" only because the film stopped it
            if not found:
                if self.film is not None:
                    self.film.refuted()
                collector.exhausted = True
                return
            chosen = sorted({placement[v] for v in self.solver.get_model() if v > 0 and v in placement})
            collector.tell([placements.of(p) for p in chosen], trace)
            if not collector.enough:
                self._add([-self._some_copy(p) for p in chosen])

    def _add(self, clause: list[int]) -> None:
        if self.film is not None:
            self.film.kernel.top = max(self.film.kernel.top, self._helper.top)
            self.film.added(clause)
        self.solver.add_clause(clause)

    def _some_copy(self, placement: int) -> int:
        """A literal that is true if any piece lies here."""
        variables = self._variables_of[placement]
        if len(variables) == 1:
            return variables[0]
        known = self._chosen_as.get(placement)
        if known is None:
            known = self._chosen_as[placement] = self._helper()
            for v in variables:
                self._add([-v, known])
        return known

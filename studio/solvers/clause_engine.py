"""The engine that any family with a clause kernel has: SAT with lazy cuts, filmed down to CaDiCaL's own decisions."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.clauses import Clause, Clauses
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.family import Family
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.solvers.outside import exports
from studio.solvers.sat import DEFAULT_SOLVER, LazySat, dimacs
from studio.solvers.sat_film import FILM_NOTE, SatFilm
from studio.solvers.sat_words import Word

SOLVERS = ("cadical195", "cadical153", "glucose42", "maplechrono", "lingeling", "minisat22")
FILMED_SOLVER = "cadical195"

OPTIONS = (
    Option("solver", "SAT solver", DEFAULT_SOLVER, SOLVERS, "only cadical195 can show its own search"),
    Option("first_try", "Decides", marked("as it likes"), (marked("as it likes"), marked("value first")),
           "value first: CaDiCaL always tries that a cell has a value before it tries that it has not"),
    Option("exclusions", "Film exclusions", False, help="also show every \"this cell is not 5\" (much longer films)"),
)


class ClauseEngine(Engine):
    """The family's clause kernel on an incremental SAT solver. Filmed when somebody watches, only counted otherwise."""

    options = OPTIONS
    film_note = FILM_NOTE

    def __init__(self, family: Family, engine_id: str = "sat", name: str = marked("SAT with lazy cuts")) -> None:
        self.family = family
        self.id = engine_id
        self.name = name
        self.description = say("The rules as clauses; what they leave out is forbidden once an answer breaks it. "
                               "Films CaDiCaL.")

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        kernel = self._kernel(puzzle)
        cancel.check()
        return solve_kernel(kernel, options, limits, trace, cancel, word=self.family.notation.word)

    def _kernel(self, puzzle: Puzzle) -> Clauses:
        assert self.family.kernel is not None
        return self.family.kernel(puzzle, False)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        if self.family.whole is not None:
            return exports(self.family.whole(puzzle))
        kernel = self._kernel(puzzle)
        notes = [f"{self.family.name} {puzzle.grid.rows}x{puzzle.grid.cols} {puzzle.title}".rstrip(),
                 say("lazily enforced rules are not in here: a model must also pass the checker")]
        notes += [f"r{r + 1}c{c + 1}={value} : {literal}" for cell, value, literal in kernel.literals
                  for r, c in [puzzle.grid.rc(cell)]]
        return {"cnf": dimacs(kernel.clauses, kernel.top, notes)}

    def warm_up(self) -> None:
        from pysat.solvers import Solver

        Solver(name=DEFAULT_SOLVER, bootstrap_with=[[1]]).delete()


def solve_kernel(kernel: Clauses, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel,
                 known: Sequence[Answer] = (), base: int = 0, word: Word = str) -> SolveResult:
    """Up to `options.solutions` answers of a kernel, filmed if `trace` wants it and the solver can. `known` ones count;
    `base` guesses of the caller stand already; `word` says a value."""
    solver = str(options.get("solver", DEFAULT_SOLVER))
    film: SatFilm | None = None
    if trace.enabled and solver == FILMED_SOLVER:
        film = SatFilm(kernel, trace, cancel, bool(options.get("exclusions", False)),
                       options.get("first_try", "") == "value first", limits.events, base, word)

    def on_cut(clause: Clause) -> None:
        if film is not None:
            film.cut(clause)
        elif trace.enabled:
            trace.cut(kernel.cut_cells(clause))

    with LazySat(kernel, cancel, solver, on_cut, on_add=film.added if film is not None else None) as sat:
        if film is not None:
            film.attach(sat.solver)
        elif options.get("first_try", "") == "value first" and solver.startswith("cadical"):
            sat.solver.set_phases([literal for _, _, literal in kernel.literals])
        try:
            found, exhausted = _answers(sat, film, options.solutions, trace, known)
        finally:
            _totals(sat, solver, trace)
    return SolveResult.of(found, exhausted, options.solutions)


def _answers(sat: LazySat, film: SatFilm | None, wanted: int, trace: TraceWriter,
             known: Sequence[Answer]) -> tuple[list[Answer], bool]:
    found = list(known)
    for earlier in found[:-1]:
        sat.block(earlier)
    while not wanted or len(found) < wanted:
        if found:
            sat.block(found[-1])
        answer = sat.solve()
        if film is not None and film.stopped is not None:
            raise film.stopped  # CaDiCaL answered "no" only because the film stopped it
        if answer is None:
            if film is not None:
                film.refuted()
            return found, True
        trace.solution(answer)
        found.append(answer)
    return found, False


def _totals(sat: LazySat, name: str, trace: TraceWriter) -> None:
    """The solver's own counters, filmed or not. Its decisions are guesses; the deepest level it does not tell."""
    own: dict[str, int] = dict(sat.solver.accum_stats() or {})
    trace.solver(name, {**own, "rounds": sat.rounds, "cuts": sat.cuts})
    trace.count(guesses=own.get("decisions"), conflicts=own.get("conflicts"), restarts=own.get("restarts"), cuts=sat.cuts)

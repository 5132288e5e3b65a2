"""Section 5.1 on Z3: run afresh for every further answer, as in the thesis; filmed by the shared Z3 film."""

from __future__ import annotations

from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.fobidoshi.kernel import smt_instance as smt
from studio.families.fobidoshi.model import CIRCLE, CROSS, field
from studio.solvers.smt import FILM_NOTE, SmtProblem, SmtSearch


class FilmedSearch(SmtSearch):
    """Z3's search in circles and crosses: the instance writes 1 for a circle, 0 or 2 for none."""

    def _watched(self) -> list[tuple[Any, int, int, int]]:
        return [(term == 1, cell, CIRCLE, CROSS) for cell, term in enumerate(self.terms)]

    def _answer(self, model: Any) -> Answer:
        return tuple(CIRCLE if value == 1 else CROSS for value in super()._answer(model))

    def _different(self, answer: Answer) -> Any:
        return self.z3.Or([(term == 1) != (value == CIRCLE) for term, value in zip(self.terms, answer)])


class SmtEngine(Engine):
    """The SMT-LIB text that `export` writes is exactly what is solved."""

    id = "smt"
    legend = marked("xCyR is column C of row R, both from 0: 1 a circle, 2 a given cross. Names that begin with V only help.")
    name = "SMT (Z3)"
    description = "The thesis' SMT instance: cell variables, vertex variables with the connectivity lemma, a uniqueness clause."
    film_note = FILM_NOTE

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        if trace.enabled:
            return self._filmed(puzzle, options.solutions, limits, trace, cancel)
        return self._as_thesis(puzzle, options.solutions, trace, cancel)

    def _as_thesis(self, puzzle: Puzzle, wanted: int, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        """Z3 with its own defaults, from scratch for every answer, on the instance with one more clause each time."""
        import z3

        text, found, decisions = smt.instance(puzzle), list[Answer](), 0
        while not wanted or len(found) < wanted:
            cancel.check()
            solver: Any = z3.Solver()
            solver.from_string(text + smt.other_than(puzzle, found))
            left = cancel.remaining()
            if left is not None:
                solver.set("timeout", max(1, int(left * 1000)))
            verdict = solver.check()
            decisions += _decisions(solver)
            if verdict == z3.unknown:
                cancel.check()
                return SolveResult(Status.TIMEOUT, found, say("Z3 gave up: {why}", why=solver.reason_unknown()))
            if verdict == z3.unsat:
                break
            found.append(_answer(puzzle, solver.model()))
            trace.solution(found[-1])
        trace.count(guesses=decisions)
        return SolveResult.of(found, not wanted or len(found) < wanted, wanted)

    def _filmed(self, puzzle: Puzzle, wanted: int, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        terms = [smt.cell_name(shape, cell) for cell in range(shape.size)]
        problem = SmtProblem(smt.instance(puzzle), terms, (1,), cell_of=lambda text: smt.cell_of(shape, text),
                             words=smt.vocabulary(puzzle.grid))
        search = FilmedSearch(problem, trace, cancel, limits.events)
        return SolveResult.of(search.solve(wanted), search.exhausted, wanted)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        return {"smt2": smt.instance(puzzle) + "(check-sat)\n(get-model)\n"}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()


def _decisions(solver: Any) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("decisions")) if "decisions" in statistics.keys() else 0  # noqa: SIM118


def _answer(puzzle: Puzzle, model: Any) -> Answer:
    import z3

    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    values = (model.eval(z3.Int(smt.cell_name(shape, cell)), model_completion=True) for cell in range(shape.size))
    return tuple(CIRCLE if value.as_long() == 1 else CROSS for value in values)

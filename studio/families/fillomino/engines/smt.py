"""The thesis' SMT engine (chapters 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.engines.smt_encoding import smt2_text, smt_lines
from studio.families.fillomino.model import is_basic
from studio.solvers.smt import FILM_NOTE, SmtProblem, SmtSearch


class SmtEngine(Engine):
    """Spanning trees on Z3."""

    id = "smt"
    name = "Spanning trees on Z3 (thesis)"
    description = "The thesis' encoding 8.2 to 8.10 as SMT-LIB 2, solved by Z3. Its real search is shown."
    film_note = FILM_NOTE

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        numbers = {cell: puzzle.givens[cell] for cell in puzzle.clues()}
        return solve_smt(puzzle, numbers, options, limits, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        numbers = {cell: puzzle.givens[cell] for cell in puzzle.clues()}
        return {"smt2": smt2_text(puzzle.grid, numbers, roots(puzzle))}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()


def roots(puzzle: Puzzle) -> list[int] | None:
    """Where trees may be rooted: anywhere, or (basic variant) in the clues."""
    return puzzle.clues() if is_basic(puzzle) else None


def solve_smt(puzzle: Puzzle, numbers: Mapping[int, int], options: Options, limits: Limits, trace: TraceWriter,
              cancel: Cancel) -> SolveResult:
    """Z3 on a puzzle of which some numbers are known."""
    text = "\n".join(smt_lines(puzzle.grid, numbers, roots(puzzle)))
    watched = range(1, max(9, *numbers.values(), 0) + 1)
    problem = SmtProblem(text, [f"n_{cell}" for cell in puzzle.grid.cells()], watched)
    search = SmtSearch(problem, trace, cancel, limits.events)
    found = search.solve(options.solutions)
    return SolveResult.of(found, search.exhausted, options.solutions)

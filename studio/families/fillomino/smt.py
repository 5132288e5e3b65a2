"""The thesis' SMT engine (chapters 7 and 8), and the hybrid that its conclusion proposes: rules first, SMT on what is left."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.solvers.search import Ladder
from studio.solvers.smt import SmtProblem, SmtSearch

from .check import is_basic
from .deduction import FillominoDeduction
from .own_rules import LADDER
from .smt_encoding import smt2_text, smt_lines


class SmtEngine(Engine):
    """Spanning trees on Z3."""

    id = "smt"
    name = "Spanning trees on Z3 (thesis)"
    description = "The thesis' encoding 8.2 to 8.10 as SMT-LIB 2, solved by Z3. Its real search is shown."

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


class HybridEngine(Engine):
    """The thesis' proposal (section 9.2): deduce until nothing moves, then let Z3 finish."""

    id = "hybrid"
    name = "Rules, then SMT (thesis' proposal)"
    description = "The deduction ladder as far as it goes; then Z3 on the board that is left."
    options = (Option("level", "Rules up to level", 7, (), "1 to 9; 9 also tries numbers ahead", 1, 9),)

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        state = FillominoDeduction(puzzle)
        try:
            state.start()
            for _ in Ladder(LADDER).conclusions(state, trace, int(options.get("level", 7))):
                cancel.check()
        except Contradiction as clash:
            trace.conflict(clash.reason.cells[0] if clash.reason.cells else -1, clash.rule, clash.reason)
            return SolveResult(Status.NONE, message=clash.reason.text)
        numbers = state.exact_numbers()
        if len(numbers) == puzzle.grid.size:  # every number followed from the rules: there is no other solution
            trace.solution(state.answer())
            return SolveResult.of([state.answer()], True, options.solutions)
        trace.note(f"the rules found {len(numbers) - len(puzzle.clues())} numbers; Z3 looks for the rest")
        return solve_smt(puzzle, numbers, options, limits, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        state = FillominoDeduction(puzzle)
        for _ in Ladder(LADDER).conclusions(state, None, int(options.get("level", 7))):
            pass
        return {"smt2": smt2_text(puzzle.grid, state.exact_numbers(), roots(puzzle))}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()

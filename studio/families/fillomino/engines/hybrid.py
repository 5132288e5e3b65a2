"""The hybrid that the thesis' conclusion proposes: rules first, SMT on what is left."""

from __future__ import annotations

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.engines.hidden import HiddenTrace, exact_state
from studio.families.fillomino.engines.smt import roots, solve_smt
from studio.families.fillomino.engines.smt_encoding import smt2_text
from studio.families.fillomino.rules import LADDER
from studio.solvers.search import Ladder
from studio.solvers.smt import FILM_NOTE


class HybridEngine(Engine):
    """The thesis' proposal (section 9.2): deduce until nothing moves, then let Z3 finish."""

    id = "hybrid"
    name = "Rules, then SMT (thesis' proposal)"
    description = "The deduction ladder as far as it goes; then Z3 on the board that is left."
    film_note = FILM_NOTE
    options = (Option("level", "Rules up to level", 7, (), "1 to 9; 9 also tries numbers ahead", 1, 9),)

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        state = exact_state(puzzle)
        film = HiddenTrace(trace, puzzle).over(state)
        try:
            state.start()
            for _ in Ladder(LADDER).conclusions(state, film, int(options.get("level", 7))):
                cancel.check()
        except Contradiction as clash:
            trace.tells_all()
            trace.conflict(clash.reason.cells[0] if clash.reason.cells else -1, clash.rule, clash.reason)
            return SolveResult(Status.NONE, message=clash.reason.text)
        numbers = state.exact_numbers()
        if len(numbers) == puzzle.grid.size:  # every number followed from the rules: there is no other solution
            trace.tells_all()
            trace.solution(state.answer())
            return SolveResult.of([state.answer()], True, options.solutions)
        trace.phase("Z3", f"the rules found {len(numbers) - len(puzzle.clues())} numbers; Z3 looks for the rest")
        return solve_smt(puzzle, numbers, options, limits, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        state = exact_state(puzzle)
        for _ in Ladder(LADDER).conclusions(state, None, int(options.get("level", 7))):
            pass
        return {"smt2": smt2_text(puzzle.grid, state.exact_numbers(), roots(puzzle))}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()

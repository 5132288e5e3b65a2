"""The hybrid that the thesis' conclusion proposes: rules first, SMT on what is left."""

from __future__ import annotations

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.fillomino.engines.hidden import HiddenTrace, exact_state
from studio.families.fillomino.engines.smt import CLUE_ROOTS, exported, given_numbers, solve_smt
from studio.families.fillomino.rules import LADDER
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.families.fillomino.thesis.board import ThesisBoard
from studio.families.fillomino.thesis.strategies import strategies
from studio.solvers.search import Ladder
from studio.solvers.smt import FILM_NOTE

THESIS, OURS = marked("thesis"), marked("ours")


class HybridEngine(Engine):
    """The thesis' proposal (section 9.2): deduce until nothing moves, then let Z3 finish."""

    id = "hybrid"
    legend = marked("n_C is the number in cell C. Cells count from 0, row by row. All other variables only help.")
    name = "Rules, then SMT (thesis' proposal)"
    description = "The thesis' three strategies (or our ladder) as far as they go; then Z3 on the board that is left."
    film_note = FILM_NOTE
    options = (
        Option("rules", "Rules", THESIS, (THESIS, OURS), "the thesis' three strategies, or our ladder"),
        Option("level", "Our rules up to level", 7, (), "1 to 9; 9 also tries numbers ahead", 1, 9),
        CLUE_ROOTS,
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        state, ladder, film = _begin(puzzle, options, trace)
        try:
            state.start()
            for _ in ladder.conclusions(state, film, int(options.get("level", 7))):
                cancel.check()
        except Contradiction as clash:
            trace.tells_all()
            trace.conflict(clash.reason.cells[0] if clash.reason.cells else -1, clash.rule, clash.reason)
            return SolveResult(Status.NONE, message=clash.reason.text)
        numbers = _numbers(state)
        if len(numbers) == puzzle.grid.size:  # every number followed from the rules: there is no other solution
            trace.tells_all()
            trace.solution(state.answer())
            return SolveResult.of([state.answer()], True, options.solutions)
        trace.phase("Z3", say("the rules found {count} numbers; Z3 looks for the rest",
                              count=len(numbers) - len(given_numbers(puzzle))))
        return solve_smt(puzzle, numbers, options, limits, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        state, ladder, _ = _begin(puzzle, options, TraceWriter())
        state.start()
        for _ in ladder.conclusions(state, None, int(options.get("level", 7))):
            pass
        return {"smt2": exported(puzzle, _numbers(state), options)}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()


State = FillominoDeduction | ThesisBoard


def _begin(puzzle: Puzzle, options: Options, trace: TraceWriter) -> tuple[State, Ladder, TraceWriter]:
    if options.get("rules", THESIS) == THESIS:
        return ThesisBoard(puzzle), Ladder(strategies()), trace
    state = exact_state(puzzle)
    return state, Ladder(LADDER), HiddenTrace(trace, puzzle).over(state)


def _numbers(state: State) -> dict[int, int]:
    """What is known exactly."""
    if isinstance(state, FillominoDeduction):
        return state.exact_numbers()
    return {cell: number for cell, number in enumerate(state.numbers) if number}

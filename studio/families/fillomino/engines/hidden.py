"""The ladder's hidden regions in a film: "9 or more" is no number, and what only looks like a solution is none.

Sizes that a hidden region could have are told apart from the start, as far as the kernel finds room for them. Only beyond that
limit does the ladder know a value "m0 + 1 or more" (see `kernel.state`); a film then tells a guess of it without a number, and
the solutions only once they have proved to be some.
"""

from __future__ import annotations

from typing import Any, cast

from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.core.trace import Reason, TraceWriter
from studio.families.fillomino.kernel.clauses import propagated
from studio.families.fillomino.model import QUESTION, Terms, is_basic
from studio.families.fillomino.rules.state import FillominoDeduction


def exact_state(puzzle: Puzzle, at_least: int = 0) -> FillominoDeduction:
    """The ladder's state with all sizes told apart that a hidden region could have (up to a limit)."""
    if not is_basic(puzzle) or QUESTION in puzzle.givens:
        board = propagated(puzzle)
        at_least = max(at_least, board.values.m0 if board is not None else 0)
    return FillominoDeduction(puzzle, at_least)


class HiddenTrace:
    """Stands between a search over a state and the film."""

    def __init__(self, trace: TraceWriter, puzzle: Puzzle) -> None:
        self.trace, self.puzzle = trace, puzzle
        self.state: FillominoDeduction

    def over(self, state: FillominoDeduction) -> TraceWriter:
        """The same for a state, as a search takes it."""
        self.state = state
        return cast(TraceWriter, self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.trace, name)

    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        if value < 0 or not self.state.is_hidden(value):
            self.trace.deduce(cell, value, rule, reason, seconds)

    def guess(self, cell: int, value: int, reason: Reason | None = None, rule: str = "guess") -> None:
        if self.state.is_hidden(value):
            value, reason = 0, Reason(say("a hidden region of {value} or more cells", value=value), (cell,))
        self.trace.guess(cell, value, reason, rule)

    def solution(self, answer: Answer) -> None:
        puzzle = self.puzzle
        if answer not in self.trace.found and Terms.of(puzzle).allows(puzzle.grid, puzzle.givens, answer):
            self.trace.solution(answer)

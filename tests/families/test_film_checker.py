"""The film checker proves itself: every fault that films have had is put back, and every one is caught."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from studio.core import engine as engine_module
from studio.core import registry
from studio.core.deduction import Contradiction
from studio.core.engine import SolveResult
from studio.core.events import NO_CELL, Kind, Reason
from studio.core.possible import Exclusions
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.solvers import search
from tests.families.film_boards import boards
from tests.families.film_checker import Report, check_film, filmed

LATIN = registry.family("_template")
ENGINE = LATIN.engine("auto")
VALUES: dict[str, Any] = {"order": "first"}


def many() -> list[tuple[Puzzle, list[Answer]]]:
    """Boards that need guesses: several solutions, or none."""
    return [known for known in boards("_template", 30) if len(known[1]) != 1] + [(LATIN.blank(3, 3), all_latin())]


def all_latin() -> list[Answer]:
    return list(filmed(LATIN.blank(3, 3), ENGINE, 0).result.solutions)


def faults(writer: type[TraceWriter] = TraceWriter, off: Sequence[str] = ()) -> list[str]:
    values = {**VALUES, **dict.fromkeys(off, False)}
    reports: list[Report] = [check_film(filmed(puzzle, ENGINE, 0, values, writer), known) for puzzle, known in many()]
    return [fault for report in reports for fault in report.faults]


def rules() -> list[str]:
    assert LATIN.rulebook is not None
    return [rule.name for rule in LATIN.rulebook.rules]


def test_true_films_pass() -> None:
    assert faults() == []
    assert faults(off=rules()[:1]) == []


class ConflictAfterSolution(TraceWriter):
    def backtrack(self, depth: int) -> None:
        if self.last_kind is Kind.SOLUTION:
            self.conflict()
        super().backtrack(depth)


class FalseConflict(TraceWriter):
    """Gives a guess up at once, and says that it cannot be."""

    def guess(self, cell: int, value: int, reason: Reason | None = None, rule: str = "guess") -> None:
        super().guess(cell, value, reason, rule)
        self.conflict(cell)
        self.backtrack(self.depth - 1)
        super().guess(cell, value, reason, rule)


class UntrueDeduction(TraceWriter):
    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        super().deduce(cell, value % 3 + 1 if value > 0 else value, rule, reason, seconds)


class MadeUpReason(TraceWriter):
    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        said = Reason(f"r1c1 is not {abs(value)}, r1c2 is not {abs(value)}, and r1c3 is not {abs(value)}")
        super().deduce(cell, value, rule, said, seconds)


class CellsBesideTheBoard(TraceWriter):
    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        super().deduce(cell, value, rule, Reason("look at r99c1", (999,)), seconds)


class SolutionsAtTheEnd(TraceWriter):
    """Answers are told when the run is over, not when they are found."""

    def solution(self, answer: Answer) -> None:
        self.late = [*getattr(self, "late", []), answer]

    def end(self, text: str, everything: bool = True) -> None:
        for answer in getattr(self, "late", []):
            super().solution(answer)
        super().end(text, everything)


class LostSolution(TraceWriter):
    def solution(self, answer: Answer) -> None:
        if self.found or self.stats.solutions:
            super().solution(answer)
        else:
            self.found.append(tuple(answer))


class NoEnd(TraceWriter):
    def end(self, text: str, everything: bool = True) -> None:
        """Falls silent."""


class StaysDeep(TraceWriter):
    """Tells a step back that is too short."""

    def backtrack(self, depth: int) -> None:
        super().backtrack(depth)
        self._emit(Kind.BACKTRACK, depth + 1, NO_CELL, 0, -1, -1)


class WrongTotals(TraceWriter):
    def tells_all(self) -> None:
        super().tells_all()
        self.count(guesses=0, max_depth=0)


class GoesOnAfterConflict(TraceWriter):
    def backtrack(self, depth: int) -> None:
        """The step back is swallowed."""
        self._depth = depth


LIARS = [ConflictAfterSolution, FalseConflict, UntrueDeduction, MadeUpReason, CellsBesideTheBoard, SolutionsAtTheEnd,
         LostSolution,
         NoEnd, StaysDeep, WrongTotals, GoesOnAfterConflict]


@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.__name__)
def test_every_lie_is_caught(liar: type[TraceWriter]) -> None:
    assert faults(liar)


def test_a_swallowed_step_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver as it was: the step whose entering fails is never told."""
    def ask(self: search.Ladder, rule: Any, state: Any, trace: TraceWriter | None) -> Iterator[search.Applied]:
        for step in rule.find(state):
            if state.known(step.cell, step.value):
                continue
            try:
                state.conclude(step.cell, step.value)
            except Contradiction as clash:
                raise Contradiction(clash.reason.text, (*clash.reason.cells, *step.reason.cells), clash.rule) from None
            if trace is not None:
                trace.deduce(step.cell, step.value, rule.name, step.reason)
                search.tell_settled(state, step.cell, step.value, trace)
            yield search.Applied(step, rule)

    assert not [fault for fault in faults() if "was not told" in fault]
    monkeypatch.setattr(search.Ladder, "_ask", ask)
    assert [fault for fault in faults() if "was not told" in fault]


def test_an_end_without_a_word_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(result: SolveResult, wanted: int, trace: TraceWriter) -> None:
        trace.end("")

    monkeypatch.setattr(engine_module, "_tell_end", silent)
    assert faults()


def test_a_board_that_forgets_steps_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown as possible would leave out what a guess that is taken back had ruled out."""
    monkeypatch.setattr(Exclusions, "standing", lambda self, position: self.all_before(position))
    assert any("the board leaves out" in fault for fault in faults())

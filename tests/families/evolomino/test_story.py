"""The search kernel's film: every decision in words, what it shows is the search, and it ends on the solution."""

from __future__ import annotations

from random import Random

import pytest

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import Kind, TraceWriter
from studio.families.evolomino import FAMILY
from studio.families.evolomino.kernel import solve as kernel_solve
from studio.families.evolomino.model import IS_SQUARE, field_of
from tests.families.evolomino.boards import drawn, random_board, solve


def filmed(puzzle: Puzzle, solutions: int = 1) -> tuple[TraceLog, SolveResult]:
    log, limits = TraceLog(puzzle.grid.size), Limits(60.0)
    result = run_engine(FAMILY.engine("auto"), puzzle, Options(solutions), limits, TraceWriter(log.add), Cancel(limits),
                        FAMILY.wrong)  # fmt: skip
    return log, result


@pytest.fixture(autouse=True, params=["far", "near first"])
def radii(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards are searched at once; large ones by several searches that take turns, which is filmed as well."""
    if request.param == "near first":
        monkeypatch.setattr(kernel_solve, "RADII", ((0, (1, 2)),))
        monkeypatch.setattr(kernel_solve, "FIRST_TURN", 3)
        monkeypatch.setattr(kernel_solve, "SLICE", 1)


@pytest.mark.parametrize("number", range(4))
def test_the_film_ends_on_the_solution(number: int) -> None:
    puzzle = FAMILY.samples()[number]
    log, result = filmed(puzzle, 2)
    start = FAMILY.start_marks(puzzle)
    for event, answer in zip(log.solution_events(), result.solutions, strict=True):
        frame, _ = log.frame(event)
        assert tuple(value or first for value, first in zip(frame.values.tolist(), start, strict=True)) == answer


def test_a_filmed_search_is_the_same_search() -> None:
    for puzzle in FAMILY.samples():
        log, _ = filmed(puzzle, 2)
        silent = TraceWriter()
        run_engine(FAMILY.engine("auto"), puzzle, Options(2), Limits(60.0), silent, Cancel(), FAMILY.wrong)
        counted, seen = silent.stats.summary(), log.stats.summary()
        assert (counted["guesses"], counted["conflicts"]) == (seen["guesses"], seen["conflicts"])


def test_every_decision_and_deduction_is_told_in_words() -> None:
    log, _ = filmed(FAMILY.samples()[3], 2)
    decisions = set()
    for index in range(len(log)):
        event = log.event(index)
        if event.kind is Kind.GUESS:
            assert event.cell >= 0 or (event.reason is not None and event.reason.cells), f"event {index}"
            decisions.add("no cell" if event.cell < 0 else "cell")
        if event.kind in (Kind.DEDUCE, Kind.CONFLICT):
            assert event.reason is not None and event.reason.text and event.rule, f"event {index}"
    texts = {event.reason.text for event in map(log.event, range(len(log))) if event.reason is not None}
    assert decisions == {"cell", "no cell"}
    for words in ("does not belong to the block of", "shifted", "plus one square", "cut off from", "no block can have it"):
        assert any(words in text for text in texts), words


def test_deductions_of_a_film_are_true() -> None:
    """What the film shows before the first guess holds in every solution."""
    rng = Random(8)
    for _ in range(25):
        puzzle = random_board(rng, 5, 5)
        log, _ = filmed(puzzle)
        answers = solve(puzzle, "sat", 30).solutions
        for index in range(len(log)):
            event = log.event(index)
            if event.kind is not Kind.DEDUCE:
                break
            assert all(answer[event.cell] == event.value for answer in answers)


def test_givens_that_clash_are_told() -> None:
    log, result = filmed(drawn("00. ...", ((0, 0), (0, 1), (0, 2))))
    last = [log.event(index).kind for index in range(len(log))]
    assert not result.solutions and last[-1] is Kind.END and Kind.CONFLICT in last


def test_a_cell_between_two_blocks_is_told_as_such(request: pytest.FixtureRequest) -> None:
    """Whatever is empty because it would join two blocks lies beside squares of both; only a search with a limit says that a
    cell is too far away."""
    rng, between = Random(12), 0
    for _ in range(25):
        puzzle = random_board(rng, 6, 6)
        log, _ = filmed(puzzle)
        field, start = field_of(puzzle), FAMILY.start_marks(puzzle)
        for index in range(len(log)):
            event = log.event(index)
            text = event.reason.text if event.kind is Kind.DEDUCE and event.reason is not None else ""
            assert "too far" not in text or "near first" in request.node.name
            if text.startswith("it touches a square of another block") and event.cell not in field.place_on_arrow:
                marks = log.frame(index)[0].values
                squares = [cell for cell in field.neighbours[event.cell] if IS_SQUARE in (marks[cell], start[cell])]
                assert len(squares) > 1 and any(cell in field.place_on_arrow for cell in squares), (index, text)
                between += 1
    assert between > 3

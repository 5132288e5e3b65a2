from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from studio.core import engine as engine_room
from studio.core import registry
from studio.core.engine import Cancel, Cancelled, Engine, Limits, Option, Options, SolveResult, Status, run_engine
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.trace import TraceWriter

FAMILY = registry.family("_template")
PUZZLE = FAMILY.samples()[0]


class Fixed(Engine):
    """Answers what it is told to: to see that nothing is believed."""

    id = "fixed"
    name = "Fixed"
    options = (Option("speed", "Speed", 3, low=1, high=9), Option("loud", "Loud", False), Option("way", "Way", "a", ("a", "b")))

    def __init__(self, answers: list[Answer], fault: Exception | None = None) -> None:
        self.answers = answers
        self.fault = fault

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        if self.fault:
            raise self.fault
        cancel.check()
        return SolveResult.of(self.answers, True, options.solutions)


def run(engine: Engine, solutions: int = 2, limits: Limits | None = None) -> SolveResult:
    limits = limits or Limits()
    return run_engine(engine, PUZZLE, Options(solutions), limits, TraceWriter(), Cancel(limits), FAMILY.wrong)


def right() -> Answer:
    return run(FAMILY.engine("auto"), 1).solutions[0]


def test_a_right_answer_passes() -> None:
    assert run(Fixed([right()])).status is Status.UNIQUE
    assert run(Fixed([right()]), 1).status is Status.SOLVED


def test_wrong_incomplete_and_repeated_answers_are_errors() -> None:
    for answers in ([(1,) * 16], [(0,) * 16], [right(), right()]):
        result = run(Fixed(answers))
        assert result.status is Status.ERROR and not result.solutions and result.message


def test_a_crash_is_an_error_with_its_name() -> None:
    result = run(Fixed([], RuntimeError("boom")))
    assert result.status is Status.ERROR and "boom" in result.message


def test_an_engine_refuses_in_one_sentence() -> None:
    """Before it begins, or on the way; it is no failure, and nothing is solved."""

    class Picky(Fixed):
        def refuses(self, puzzle: Puzzle) -> str:
            return "this engine takes no question marks"

    before, later = run(Picky([right()])), run(Fixed([], BadPuzzle("this engine is for small boards")))
    assert (before.status, before.message, before.solutions) == (Status.ERROR, "this engine takes no question marks", [])
    assert (later.status, later.message) == (Status.ERROR, "this engine is for small boards")


def test_time_limit_and_cancel_become_statuses() -> None:
    assert run(Fixed([]), limits=Limits(seconds=-1.0)).status is Status.TIMEOUT
    with pytest.raises(Cancelled):
        Cancel(asked=lambda: True).check()


def test_no_answers_after_everything_was_seen_is_none() -> None:
    assert run(Fixed([])).status is Status.NONE


@pytest.mark.parametrize("pairs", [{"speed": "fast"}, {"speed": "10"}, {"loud": "maybe"}, {"way": "c"}, {"unknown": "1"}])
def test_bad_options_are_one_sentence(pairs: dict[str, str]) -> None:
    with pytest.raises(BadPuzzle):
        Options.parse(Fixed([]), pairs)


def test_options_are_typed() -> None:
    options = Options.parse(Fixed([]), {"speed": "5", "loud": "on", "way": "b"})
    assert dict(options.values) == {"speed": 5, "loud": True, "way": "b"}


class Stopped(Engine):
    """Tells many answers and is stopped: there is no time left to check them all."""

    id = name = "stopped"

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        for number in range(10_000):
            trace.solution((number,))
        raise Cancelled(Status.TIMEOUT)


def test_a_stopped_run_keeps_the_answers_that_it_has_time_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_room, "CHECK_SECONDS", 0.0)
    looked: list[Answer] = []

    def wrong(puzzle: Puzzle, answer: Answer) -> list[str]:
        looked.append(answer)
        return []

    result = run_engine(Stopped(), PUZZLE, Options(0), Limits(), TraceWriter(), Cancel(), wrong)
    assert 1 < len(result.solutions) < 100 and result.solutions == looked
    assert result.status is Status.MULTIPLE and not result.complete


def test_words_are_made_when_they_are_read() -> None:
    made: list[str] = []

    def proof() -> dict[str, str]:
        made.append("proof")
        return {"caption": "why"}

    result = SolveResult(Status.NONE, message=lambda: proof()["caption"], proof=proof)
    assert not made and (SolveResult(Status.NONE).message, SolveResult(Status.NONE).proof) == ("", None)
    assert result.proof == {"caption": "why"} and result.proof is result.proof and made == ["proof"]
    sent = pickle.loads(pickle.dumps(SolveResult(Status.NONE, message=lambda: "so", proof=lambda: {"caption": "so"})))
    assert (sent.message, sent.proof) == ("so", {"caption": "so"})
    assert replace(result, seconds=2.0).message == "why"

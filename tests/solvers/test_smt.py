"""Z3 on SMT-LIB text: answers, exhaustion, films and interruption, with problems that are no puzzle."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel, Cancelled, Limits, Status
from studio.core.trace import Batch, Kind, TraceWriter
from studio.solvers.smt import SmtProblem, SmtSearch

NUMBERS = """
(declare-fun a_0 () Int) (declare-fun a_1 () Int)
(assert (and (>= a_0 1) (<= a_0 3) (>= a_1 1) (<= a_1 3) (not (= a_0 a_1)) (= (+ a_0 a_1) 4)))
"""
SWITCHES = """
(declare-fun b_0 () Bool) (declare-fun b_1 () Bool)
(assert (xor b_0 b_1))
"""


def pigeons(holes: int) -> SmtProblem:
    """One pigeon more than there are holes: nothing for a solver without counting."""
    names = [f"x_{pigeon}" for pigeon in range(holes + 1)]
    lines = [f"(declare-fun {name} () Int) (assert (and (>= {name} 1) (<= {name} {holes})))" for name in names]
    lines += [f"(assert (not (= {a} {b})))" for i, a in enumerate(names) for b in names[:i]]
    return SmtProblem("\n".join(lines), names, range(1, holes + 1), logic="QF_LIA")


def test_all_answers_of_integers() -> None:
    search = SmtSearch(SmtProblem(NUMBERS, ["a_0", "a_1"], (1, 2, 3)), TraceWriter(), Cancel())
    assert sorted(search.solve(0)) == [(1, 3), (3, 1)]
    assert search.exhausted


def test_all_answers_of_switches() -> None:
    problem = SmtProblem(SWITCHES, ["b_0", "b_1", ""], (1, 2), boolean=True, logic="QF_UF")
    search = SmtSearch(problem, TraceWriter(), Cancel())
    assert sorted(search.solve(0)) == [(1, 2, 0), (2, 1, 0)]


def test_one_answer_does_not_exhaust() -> None:
    search = SmtSearch(SmtProblem(NUMBERS, ["a_0", "a_1"], (1, 2, 3)), TraceWriter(), Cancel())
    assert len(search.solve(1)) == 1
    assert not search.exhausted


def test_film_shows_decisions_and_steps_back() -> None:
    batches: list[Batch] = []
    trace = TraceWriter(batches.append)
    search = SmtSearch(pigeons(5), trace, Cancel())
    assert search.solve(1) == []
    trace.flush()
    kinds = [Kind(int(row[0])) for batch in batches for row in batch.rows]
    assert {Kind.GUESS, Kind.CONFLICT, Kind.BACKTRACK, Kind.DEDUCE} <= set(kinds)
    assert trace.stats.max_depth > 1
    depths = [int(row[1]) for batch in batches for row in batch.rows]
    assert min(depths) == 0


def test_film_and_plain_run_agree() -> None:
    plain = SmtSearch(SmtProblem(NUMBERS, ["a_0", "a_1"], (1, 2, 3)), TraceWriter(), Cancel()).solve(0)
    filmed = SmtSearch(SmtProblem(NUMBERS, ["a_0", "a_1"], (1, 2, 3)), TraceWriter(lambda batch: None), Cancel()).solve(0)
    assert set(plain) == set(filmed)


@pytest.mark.parametrize("filmed", [False, True])
def test_the_clock_interrupts(filmed: bool) -> None:
    trace = TraceWriter((lambda batch: None) if filmed else None)
    search = SmtSearch(pigeons(14), trace, Cancel(Limits(0.2)))
    with pytest.raises(Cancelled) as stop:
        search.solve(1)
    assert stop.value.status is Status.TIMEOUT

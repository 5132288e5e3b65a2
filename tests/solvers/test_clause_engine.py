"""The generic SAT engine on the template family: statuses, checking, export."""

from __future__ import annotations

from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.registry import family
from studio.core.trace import TraceWriter
from studio.solvers.clause_engine import ClauseEngine

LATIN = family("_template")


def latin(rows: list[list[int]]) -> Puzzle:
    blank = LATIN.blank(len(rows), len(rows))
    return blank.with_givens(value for row in rows for value in row)


def solve(puzzle: Puzzle, solutions: int, filmed: bool = False, **values: object) -> Status:
    trace = TraceWriter((lambda batch: None) if filmed else None)
    engine = ClauseEngine(LATIN)
    result = run_engine(engine, puzzle, Options(solutions, values), Limits(), trace, Cancel(), LATIN.wrong)
    assert not result.message
    return result.status


UNIQUE = latin([[1, 2, 3, 0], [0, 0, 0, 2], [0, 0, 0, 1], [2, 0, 0, 0]])


def test_statuses() -> None:
    for filmed in (False, True):
        assert solve(UNIQUE, 1, filmed) is Status.SOLVED
        assert solve(UNIQUE, 2, filmed) in (Status.UNIQUE, Status.MULTIPLE)
        assert solve(LATIN.blank(3, 3), 2, filmed) is Status.MULTIPLE
        assert solve(latin([[1, 1], [0, 0]]), 1, filmed) is Status.NONE


def test_it_agrees_with_the_explained_search() -> None:
    rules = LATIN.engine("rules") if any(e.id == "rules" for e in LATIN.engines()) else LATIN.engines()[0]
    for puzzle in (UNIQUE, LATIN.blank(3, 3), *LATIN.samples()):
        by_rules = run_engine(rules, puzzle, Options(2), Limits(), TraceWriter(), Cancel(), LATIN.wrong)
        assert solve(puzzle, 2) is by_rules.status


def test_all_latin_squares_of_order_three() -> None:
    engine = ClauseEngine(LATIN)
    result = run_engine(engine, LATIN.blank(3, 3), Options(0), Limits(), TraceWriter(lambda batch: None), Cancel(), LATIN.wrong)
    assert len(result.solutions) == 12


def test_export_names_every_literal_and_is_what_is_solved() -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    engine = ClauseEngine(LATIN)
    text = engine.export(UNIQUE, Options())["cnf"]
    assert "c r1c1=1 : 1" in text
    formula = CNF(from_string=text)
    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        answer = LATIN.kernel(UNIQUE, False).decode(solver.get_model())
    assert not LATIN.wrong(UNIQUE, answer)


def test_a_deadline_becomes_timeout() -> None:
    engine = ClauseEngine(LATIN)
    cancel = Cancel(Limits(seconds=0.0))
    result = run_engine(engine, UNIQUE, Options(1), Limits(seconds=0.0), TraceWriter(), cancel, LATIN.wrong)
    assert result.status is Status.TIMEOUT

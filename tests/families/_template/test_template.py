from __future__ import annotations

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.family import GenerateRequest
from studio.core.puzzle import Board
from studio.core.trace import TraceWriter
from studio.setter.generate import generate
from studio.solvers.sat import LazySat

FAMILY = registry.family("_template")


def test_it_is_hidden_from_menus_but_always_there() -> None:
    assert FAMILY in registry.all_families() and FAMILY not in registry.families()


def test_one_failing_board_per_rule() -> None:
    puzzle = FAMILY.blank(2, 2)
    for marks, rule in (((1, 1, 0, 0), "row-repeat"), ((1, 0, 1, 0), "column-repeat")):
        assert [violation.rule for violation in FAMILY.check(Board(puzzle, marks))] == [rule]
    given = puzzle.with_givens((1, 0, 0, 0))
    assert FAMILY.check(Board(given, (2, 0, 0, 0)))[0].rule == "given-changed"


def test_rules_and_clauses_agree_on_how_many_solutions_there_are() -> None:
    for seed in range(10):
        puzzle = generate(FAMILY, GenerateRequest(4, 4, seed), lambda *_: None, Cancel()).puzzle
        fewer = puzzle.with_givens(value if cell % 3 else 0 for cell, value in enumerate(puzzle.givens))
        for question in (puzzle, fewer):
            result = run_engine(FAMILY.engine("auto"), question, Options(0), Limits(), TraceWriter(), Cancel(), FAMILY.wrong)
            with LazySat(FAMILY.kernel(question, False)) as sat:
                assert sorted(sat.answers()) == sorted(result.solutions)
        assert run_engine(FAMILY.engine("auto"), puzzle, Options(2), Limits(), TraceWriter(), Cancel(),
                          FAMILY.wrong).status is Status.UNIQUE

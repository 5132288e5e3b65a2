from __future__ import annotations

from studio.core import registry
from studio.core.puzzle import Board

FAMILY = registry.family("_template")


def test_it_is_hidden_from_menus_but_always_there() -> None:
    assert FAMILY in registry.all_families() and FAMILY not in registry.families()


def test_one_failing_board_per_rule() -> None:
    puzzle = FAMILY.blank(2, 2)
    for marks, rule in (((1, 1, 0, 0), "row-repeat"), ((1, 0, 1, 0), "column-repeat")):
        assert [violation.rule for violation in FAMILY.check(Board(puzzle, marks))] == [rule]
    given = puzzle.with_givens((1, 0, 0, 0))
    assert FAMILY.check(Board(given, (2, 0, 0, 0)))[0].rule == "given-changed"

"""One failing board per rule, each naming that rule; then the solution, which breaks none."""

from __future__ import annotations

from random import Random

import pytest

from studio.core.puzzle import Board
from studio.families.evolomino import FAMILY
from studio.families.evolomino.check import RULES
from studio.families.evolomino.codecs.raw_text import read_raw
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, OPEN, field_of, puzzle_of
from studio.families.evolomino.solved import solves
from tests.families.evolomino.boards import drawn, marked, solve

ROW = ((0, 0), (0, 1), (0, 2))
BOARD = drawn("... ... #..", ROW)
RING = puzzle_of(read_raw("3 3\n10 5 0\n8 11 0\n1 1 1\n"))
CASES = {
    "shaded-square": (BOARD, "0-0 --0 0--", (6,)),
    "ring-square": (RING, "0-- --0 0-0", (0,)),
    "given-changed": (drawn("... ... ..0", ROW), "0-0 --0 ---", (8,)),
    "no-arrow-square": (BOARD, "0-0 --0 -0-", (7,)),
    "two-arrow-squares": (BOARD, "0-0 000 ---", (0, 2, 3, 4, 5)),
    "too-few-blocks": (BOARD, "0-- --- ---", (0, 1, 2)),
    "next-block": (BOARD, "0-0 0-0 ---", (0, 2, 3, 5)),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_board_that_breaks_one_rule_names_it(rule: str) -> None:
    puzzle, marks, cells = CASES[rule]
    faults = FAMILY.check(marked(puzzle, marks))
    assert (rule, cells) in [(fault.rule, fault.cells) for fault in faults]
    assert {fault.rule for fault in faults} == {rule}


def test_every_rule_has_its_board() -> None:
    assert set(CASES) == set(RULES)


def test_the_solution_breaks_none() -> None:
    board = marked(BOARD, "0-0 --0 ---")
    assert FAMILY.check(board) == [] and FAMILY.is_complete(board)


def test_squares_alone_complete_a_board() -> None:
    """Nobody needs to mark the empty cells."""
    board = marked(BOARD, "0.0 ..0 ...")
    assert FAMILY.check(board) == [] and FAMILY.is_complete(board)
    assert not FAMILY.is_complete(marked(BOARD, "0.. ... ..."))


def test_the_best_overlay_is_told() -> None:
    """An L of three should grow, but a column of four follows: laid over it, one square is missing and two are added."""
    puzzle = drawn("...... ...... ...... ......", ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)))
    (fault,) = FAMILY.check(marked(puzzle, "0---0- 00--0- ----0- ----0-"))
    assert fault.rule == "next-block" and "shifted 4 right" in fault.message
    assert "r2c6 is missing" in fault.message and "r3c5 is added" in fault.message and "r4c5 is added" in fault.message


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ("0.. ... ...", None),
        ("-.. ... ...", "too-few-blocks"),
        ("0-0 -.. ...", None),
        ("0-0 --- ---", "next-block"),
        ("0-0 --- -0-", "next-block"),
        ("... ... .0.", None),
        ("... --- .0.", "no-arrow-square"),
        ("0.0 0.. ...", None),
        ("0-0 0-- ---", "next-block"),
    ],
)
def test_a_partial_board_is_blamed_only_for_what_cannot_be_mended(marks: str, rule: str | None) -> None:
    rules = [fault.rule for fault in FAMILY.check(marked(BOARD, marks))]
    assert (rule in rules) if rule else not rules


def test_partial_blame_is_never_wrong_on_the_way_to_a_solution() -> None:
    """Any part of a solution is blameless."""
    for puzzle in FAMILY.samples():
        (solution,) = solve(puzzle, "auto").solutions
        for step in range(1, 5):
            marks = [value if cell % step else 0 for cell, value in enumerate(solution)]
            assert FAMILY.check(Board(puzzle, marks)) == []


def test_the_quick_question_is_the_same_question() -> None:
    """Solutions, and solutions with some cells turned around: `solves` says yes exactly where no rule is broken."""
    rng = Random(5)
    for puzzle in [*FAMILY.samples()[:12], BOARD, RING, CASES["given-changed"][0]]:
        anything = tuple(rng.choice((IS_SQUARE, NO_SQUARE)) for _ in range(puzzle.grid.size))
        answers = solve(puzzle, "auto", 2).solutions or [anything]
        for _ in range(60):
            answer = list(rng.choice(answers))
            for cell in rng.sample(range(len(answer)), rng.randrange(4)):
                answer[cell] = rng.choice((OPEN, IS_SQUARE, NO_SQUARE, 3 - answer[cell]))
            broken = FAMILY.check(Board(puzzle, answer)) or OPEN in answer
            assert solves(field_of(puzzle), answer) == (not broken)
    assert not solves(field_of(BOARD), [NO_SQUARE] * 10)


def test_a_block_that_leaves_the_board_has_not_grown() -> None:
    """Shifted as far as its first square, a row of three would go on in the next row."""
    puzzle = drawn("..... .....", ((0, 1), (0, 2), (0, 3), (0, 4)), ((1, 0), (1, 1), (1, 2), (1, 3)))
    answer = marked(puzzle, "-0-00 0-00-").marks
    assert not solves(field_of(puzzle), answer) and FAMILY.wrong(puzzle, tuple(answer))

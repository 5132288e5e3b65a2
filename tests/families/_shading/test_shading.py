"""What the conformance kit cannot know: which rule a broken board breaks, and what an address of a stranger says."""

from __future__ import annotations

import pytest

from studio.core import files, registry
from studio.core.engine import Cancel, Options, Status
from studio.core.family import Stroke
from studio.core.puzzle import BadGivens, Board, Puzzle
from studio.setter.ask import ask_best

FAMILY = registry.family("_shading")


def board(givens: str, marks: str) -> Board:
    """Rows apart by slashes: numbers or dots; # shaded, o white, dot open."""
    rows = [row.split() for row in givens.split("/")]
    puzzle = FAMILY.blank(len(rows), len(rows[0])).with_givens(int(token.replace(".", "0")) for row in rows for token in row)
    return Board(puzzle, [{"#": 2, "o": 1, ".": 0}[mark] for mark in marks.replace("/", "").replace(" ", "")])


@pytest.mark.parametrize(("rule", "givens", "marks", "cells"), [
    ("shaded-number", "2 . .", "#..", (0,)),
    ("touching", ". . .", "##.", (0, 1)),
    ("apart", ". . / . .", "o# / #o", (0,)),
    ("too-many", "2 . .", "ooo", (0, 1, 2)),
    ("too-few", "3 . .", "..#", (0, 1)),
])
def test_one_failing_board_per_rule(rule: str, givens: str, marks: str, cells: tuple[int, ...]) -> None:
    found = {violation.rule: violation.cells for violation in FAMILY.check(board(givens, marks))}
    assert found == {rule: cells}


def test_it_is_hidden_from_menus_but_always_there() -> None:
    assert FAMILY in registry.all_families() and FAMILY not in registry.families()


def test_an_address_with_two_digits() -> None:
    puzzle = files.parse("https://puzz.link/p?kurodoko/7/7/j4iat7j4i73jbk8j").puzzle
    assert puzzle.family == FAMILY.id and {10, 11} <= set(puzzle.givens)
    assert ask_best(puzzle, 2, Cancel()).status is Status.UNIQUE
    large = Puzzle(FAMILY.id, FAMILY.blank(12, 12).grid, (23, *(0,) * 142, 17))
    assert FAMILY.codecs()[0].read(FAMILY.codecs()[0].write(large), "").givens == large.givens


def test_the_sample_has_one_solution() -> None:
    assert ask_best(FAMILY.samples()[0], 2, Cancel()).status is Status.UNIQUE


def test_numbers_that_cannot_be_are_refused_with_their_cells() -> None:
    with pytest.raises(BadGivens) as refusal:
        FAMILY.validate(FAMILY.blank(2, 3).with_givens((0, 5, 0, 0, 0, 0)))
    assert refusal.value.cells == (1,)


def test_two_digits_are_typed_and_a_drag_paints() -> None:
    drawn = Board(FAMILY.blank(8, 8))
    state: dict[str, object] = {}
    for key in "12":
        drawn.apply(FAMILY.edit(drawn, "givens", Stroke("key", (3,), key=key, state=state)))
    assert drawn.givens[3] == 12
    drawn.apply(FAMILY.edit(drawn, "givens", Stroke("key", (3,), key="9", state=state)))
    assert drawn.givens[3] == 9, "129 is more than a cell can see"
    drawn.apply(FAMILY.edit(drawn, "marks", Stroke("press", (0,), state=state)))
    drawn.apply(FAMILY.edit(drawn, "marks", Stroke("drag", (0, 1, 2, 3), state=state)))
    assert drawn.marks[:4] == [2, 2, 2, 0], "marks leave givens alone"


def test_cuts_and_clauses_say_their_rule() -> None:
    puzzle = FAMILY.blank(3, 3)
    assert FAMILY.kernel is not None
    kernel = FAMILY.kernel(puzzle, False)
    apart = [-literal if cell in (1, 3) else literal for cell, value, literal in kernel.literals if value == 1]
    cut = kernel.cuts(apart)[0]
    reason = kernel.reason(cut)  # type: ignore[attr-defined]
    assert reason.rule == "only-way" and "connected" in reason.text and set(reason.cells) <= set(puzzle.grid.cells())
    assert "cnf" in FAMILY.engine("auto").export(puzzle, Options())

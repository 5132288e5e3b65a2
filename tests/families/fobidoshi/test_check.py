"""The checker: one failing board per rule that must name that rule, and what a partial board may be blamed for."""

from __future__ import annotations

from random import Random

from studio.core.puzzle import Board
from studio.families.fobidoshi import FAMILY, check
from tests.families.fobidoshi.boards import answer, played, puzzle, small_puzzles


def broken(board: Board) -> list[tuple[str, tuple[int, ...]]]:
    return [(violation.rule, violation.cells) for violation in FAMILY.check(board)]


def test_a_changed_given_is_named() -> None:
    board = played("o-- --- --x", "x-- --- --o")
    assert broken(board) == [("given", (0,)), ("given", (8,))]
    assert "r1c1" in FAMILY.check(board)[0].message and "circle" in FAMILY.check(board)[0].message


def test_a_stripe_of_four_names_its_cells() -> None:
    across = Board(puzzle("oooo ---- ---- ----"))
    assert broken(across) == [("stripe", (0, 1, 2, 3))]
    assert "r1c1 to r1c4" in FAMILY.check(across)[0].message
    down = Board(puzzle("-o-- -o-- -o-- -o-- -o--"))
    assert broken(down) == [("stripe", (1, 5, 9, 13, 17))]
    assert "5 circles" in FAMILY.check(down)[0].message


def test_three_in_a_row_are_allowed() -> None:
    assert broken(Board(puzzle("ooo- ---- ---- ----"))) == []


def test_cut_off_groups_are_named_apart() -> None:
    board = Board(puzzle("oox-x xxxxx oxoox xxxxx -xo-x"))
    assert broken(board) == [("connected", (10,)), ("connected", (12, 13)), ("connected", (22,))]
    messages = [violation.message for violation in FAMILY.check(board)]
    assert messages[0].startswith("the circle at r3c1 is cut off") and "2 circles at r3c3, r3c4" in messages[1]


def test_a_partial_board_is_blamed_only_for_what_cannot_be_mended() -> None:
    assert broken(Board(puzzle("o-o --- o-o"))) == []
    assert broken(played("o-- --- --o", "ox- x-- --o")) == [("connected", (0,))] or broken(
        played("o-- --- --o", "ox- x-- --o")) == [("connected", (8,))]


def test_crosses_need_not_be_drawn_to_finish() -> None:
    assert not FAMILY.is_complete(Board(puzzle("o-o --- ---")))
    assert FAMILY.is_complete(played("o-o --- ---", "ooo --- ---"))
    assert FAMILY.wrong(puzzle("o-o"), (1, 1, 0)) != [], "an engine must decide every cell"


def test_no_given_no_circle_is_not_finished_before_it_began() -> None:
    assert not FAMILY.is_complete(Board(puzzle("--- ---")))


def test_the_checker_accepts_exactly_the_solutions() -> None:
    for board, solutions in small_puzzles(11, 25, cells=7):
        accepted = set()
        empty = [cell for cell, given in enumerate(board.givens) if not given]
        for number in range(1 << len(empty)):
            values = list(board.givens)
            for at, cell in enumerate(empty):
                values[cell] = 1 if number >> at & 1 else 2
            if FAMILY.wrong(board, tuple(values)) == []:
                accepted.add(tuple(values))
        assert accepted == set(solutions)


def test_a_solution_that_ignores_a_given_is_wrong() -> None:
    assert FAMILY.wrong(puzzle("ox-"), answer("ooo")) != []


def test_the_quick_check_of_answers_says_what_the_slow_one_says() -> None:
    rng, right = Random(5), 0
    for board, solutions in small_puzzles(41, 80):
        wrong = [tuple(rng.choice((1, 2)) for _ in board.givens) for _ in range(20)]
        for each in [*solutions[:20], *wrong]:
            assert check.solves(board, each) == (not FAMILY.check(Board(board, each))), (board.givens, each)
            right += check.solves(board, each)
    assert right > 100

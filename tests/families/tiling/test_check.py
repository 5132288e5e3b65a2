"""The checker: one failing board per rule, partial boards, and the trivial impossibilities."""

from __future__ import annotations

import random

import pytest

from studio.core.engine import Status
from studio.core.puzzle import Board
from studio.families.tiling import FAMILY, check
from studio.families.tiling.check import check_pieces
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import board_from_picture, rectangle_board
from tests.families.tiling.instances import as_puzzle, solvable_problem, solve

FAILING = [
    ("outside", "xxx\nxx.", "3L 2", [1, 1, 0, 1, 2, 2]),
    ("overlap", "xxxxx\nxxxxx", "5I 3I", [1, 1, 2, 1, 1, 0, 0, 2, 0, 0]),
    ("wrong-shape", "xxxx\nxxxx", "4L 4O", [1, 1, 1, 1, 0, 0, 0, 0]),
    ("too-many", "xxxx\nxxxx", "1:4O 2", [1, 1, 2, 2, 1, 1, 2, 2]),
    ("hole", "xxxxx", "2 4I", [1, 1, 0, 2, 2]),
]


@pytest.mark.parametrize(("rule", "board", "tiles", "marks"), FAILING, ids=[case[0] for case in FAILING])
def test_one_failing_board_per_rule(rule: str, board: str, tiles: str, marks: list[int]) -> None:
    puzzle = puzzle_of(board_from_picture(board), tiles_from_words(tiles), False)
    broken = FAMILY.check(Board(puzzle, marks))
    assert rule in [violation.rule for violation in broken]
    assert all(violation.message and violation.cells for violation in broken)


def test_pieces_that_overlap_or_leave_holes_are_named() -> None:
    puzzle = puzzle_of(board_from_picture("xxxx"), tiles_from_words("2"), False)
    assert [v.rule for v in check_pieces(puzzle.grid, puzzle.givens, [[0, 1], [1, 2]])] == ["overlap", "hole"]
    assert check_pieces(puzzle.grid, puzzle.givens, [[0, 1], [2, 3]]) == []


def test_mirror_images_count_only_where_reflections_are_allowed() -> None:
    board = board_from_picture("xxx\nx..")
    for reflections, faults in ((False, ["wrong-shape"]), (True, [])):
        puzzle = puzzle_of(board, tiles_from_words("4J"), reflections)
        assert [v.rule for v in FAMILY.check(Board(puzzle, [1, 1, 1, 1, 0, 0]))] == faults


def test_no_part_of_a_solution_is_blamed() -> None:
    """Whatever marks of a tiling are missing, cell by cell or piece by piece, the rest breaks no rule."""
    rng = random.Random(8)
    seen = 0
    for _ in range(40):
        puzzle = as_puzzle(solvable_problem(rng))
        answer = solve(puzzle, "table").solutions[0]
        for _ in range(6):
            kept = {number for number in answer if rng.random() < 0.5}
            by_piece = [mark if mark in kept else 0 for mark in answer]
            by_cell = [mark if rng.random() < 0.6 else 0 for mark in answer]
            assert FAMILY.check(Board(puzzle, by_piece)) == []
            assert FAMILY.check(Board(puzzle, by_cell)) == []
            seen += 1
    assert seen == 240


@pytest.mark.parametrize(("board", "tiles", "text"), [
    ("xxx\nxxx", "1:2 1:3I", "smaller than the board"),
    ("xxxxx", "2", "no choice of pieces"),
    ("xx.x\nxx..", "4O 1:3I 2:2", "no choice|no tile fits"),
])
def test_trivial_impossibility_comes_first(board: str, tiles: str, text: str) -> None:
    puzzle = puzzle_of(board_from_picture(board), tiles_from_words(tiles), False)
    import re

    for engine in ("auto", "simple", "dlx", "sat", "ilp", "csp", "table", "mrv"):
        result = solve(puzzle, engine)
        assert result.status is Status.NONE and re.search(text, result.message), engine


def test_an_empty_board_has_its_one_tiling() -> None:
    puzzle = puzzle_of(board_from_picture("..\n.."), tiles_from_words("2"), False)
    for engine in ("auto", "table", "count"):
        assert solve(puzzle, engine).solutions == [(0, 0, 0, 0)]


def test_contents_do_not_depend_on_the_numbers_of_the_pieces() -> None:
    puzzle = puzzle_of(board_from_picture("xxxx"), tiles_from_words("2"), False)
    assert list(FAMILY.contents(puzzle, (1, 1, 2, 2))) == list(FAMILY.contents(puzzle, (7, 7, 3, 3)))


def test_a_dead_end_names_the_cell_that_nothing_covers() -> None:
    puzzle = puzzle_of(rectangle_board(2, 3), tiles_from_words("2:3I"), False)
    shown = Board(puzzle, [1, 1, 1, 0, 0, 0])
    assert FAMILY.dead_end(shown) is None
    puzzle = puzzle_of(rectangle_board(2, 3), tiles_from_words("3:2"), False)
    dead = FAMILY.dead_end(Board(puzzle, [0, 1, 0, 0, 1, 0]))
    assert dead is None
    dead = FAMILY.dead_end(Board(puzzle, [0, 1, 1, 2, 2, 0]))
    assert dead is not None and dead.cells in ((0,), (5,)) and "covers" in dead.message
    one_left = puzzle_of(rectangle_board(2, 3), tiles_from_words("1:2 1:4L"), False)
    dead = FAMILY.dead_end(Board(one_left, [1, 1, 0, 0, 0, 0]))
    assert dead is None
    dead = FAMILY.dead_end(Board(one_left, [0, 0, 1, 0, 0, 1]))
    assert dead is not None, "the 4L does not fit, and the domino is used up"


def test_the_quick_look_at_answers_believes_only_what_the_checker_does() -> None:
    rng, right = random.Random(7), 0
    for _ in range(150):
        puzzle = FAMILY.trials.random_puzzle(rng, 5)
        result = solve(puzzle, "auto", solutions=2)
        spoiled = [tuple(rng.choice(answer) if rng.random() < 0.2 else mark for mark in answer) for answer in result.solutions]
        exchanged = [tuple(answer[-1::-1]) for answer in result.solutions]
        for answer in [*result.solutions, *spoiled, *exchanged]:
            board = Board(puzzle, answer)
            fine = not check.check(board) and check.is_complete(board)
            assert fine or not check.solves(puzzle, answer), (puzzle, answer)
            clues = any(puzzle.borders) or max(puzzle.givens) > 1
            assert clues or check.solves(puzzle, answer) == fine, (puzzle, answer)
            right += check.solves(puzzle, answer)
    assert right > 30


def test_round_the_edge_of_a_board_lies_no_piece() -> None:
    puzzle = puzzle_of(rectangle_board(2, 3), tiles_from_words("2"), False)
    assert check.solves(puzzle, (1, 1, 2, 3, 3, 2))
    assert not check.solves(puzzle, (1, 2, 2, 2, 3, 3)) and not check.solves(puzzle, (1, 1, 2, 2, 3, 3))

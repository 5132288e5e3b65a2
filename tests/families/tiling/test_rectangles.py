"""Rectangles made of smaller ones: what is found is a tiling, and only where parts ask for the same as the whole."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core.engine import Status
from studio.families.tiling import FAMILY
from studio.families.tiling.kernel.rectangles import RectangleSearch, can_be_parted
from studio.families.tiling.model.convert import answer_of_pieces, puzzle_of, tiles_from_words
from studio.families.tiling.model.given import Given
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.solvers.kernels.search import BUDGET, LOST, SOLUTION
from tests.families.tiling.instances import solve


def problem_of(words: str, high: int, wide: int) -> Problem:
    return Problem(rectangle_board(high, wide), tiles_from_words(words), True)


def outcome(search: RectangleSearch, slice_nodes: int = 5_000) -> int:
    while (code := search.run(slice_nodes)) == BUDGET:
        pass
    return code


BOARDS = [("5Y", 20, 15), ("3L", 9, 14), ("4L", 12, 14), ("5P 5L", 15, 15), ("2", 10, 13)]


@pytest.mark.parametrize(("words", "high", "wide"), BOARDS)
def test_what_it_makes_is_a_tiling(words: str, high: int, wide: int) -> None:
    problem = problem_of(words, high, wide)
    search = RectangleSearch(problem)
    assert outcome(search) == SOLUTION
    answer = answer_of_pieces(high * wide, search.pieces())
    assert FAMILY.wrong(puzzle_of(problem.board, problem.tiles, True), answer) == []
    assert search.run(100) == LOST, "one tiling is all that it looks for"


def test_slices_of_any_length_find_the_same() -> None:
    found = []
    for nodes in (300, 100_000):
        search = RectangleSearch(problem_of("5Y", 20, 15))
        assert outcome(search, nodes) == SOLUTION
        found.append((search.pieces(), search.positions))
    assert found[0] == found[1]


def test_a_tile_that_covers_no_rectangle_is_left_alone_in_the_end() -> None:
    search = RectangleSearch(problem_of("4S", 10, 12))
    assert outcome(search) == LOST
    assert search.totals()["conflicts"] == 0, "parts without a tiling are no contradictions of the board"


def test_only_boards_whose_parts_ask_for_the_same_are_parted() -> None:
    assert can_be_parted(problem_of("5Y", 25, 25))
    assert not can_be_parted(problem_of("10:5Y 5P", 25, 25)), "a number of pieces"
    assert not can_be_parted(problem_of("5Y", 5, 10)), "as quick as a whole"
    holed = rectangle_board(25, 25)
    holed[3, 3] = False
    assert not can_be_parted(Problem(np.asarray(holed), tiles_from_words("5Y"), True))
    assert not can_be_parted(Problem(rectangle_board(25, 25), tiles_from_words("5Y"), True, Given(joined=((0, 1),))))


def test_the_portfolio_is_helped_by_it() -> None:
    """Without it not even CP-SAT beside is done in ten seconds."""
    result = solve(puzzle_of(rectangle_board(25, 25), tiles_from_words("5Y"), True), "auto", 1, helpers=False)
    assert result.status is Status.SOLVED and result.stats["winner"] == "rectangles"

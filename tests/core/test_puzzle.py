from __future__ import annotations

import pytest

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Board, Change, Puzzle


def puzzle() -> Puzzle:
    return Puzzle("_template", Grid(2, 2), (1, 0, 0, 0), params={"variant": "a"}, solution=(1, 2, 2, 1))


def test_changes_apply_and_revert_in_order() -> None:
    board = Board(puzzle())
    changes = [Change("givens", 1, 0, 2), Change("givens", 1, 2, 3), Change("params", "variant", "a", "b")]
    board.apply(changes)
    assert (board.givens[1], board.params["variant"]) == (3, "b")
    board.revert(changes)
    assert board.puzzle() == puzzle()


def test_a_change_that_changes_nothing_is_none() -> None:
    board = Board(puzzle())
    assert board.change("givens", 0, 1) is None
    assert board.change("marks", 0, 1) == Change("marks", 0, 0, 1)


def test_a_stored_solution_goes_when_the_question_changes() -> None:
    board = Board(puzzle())
    assert board.puzzle().solution == (1, 2, 2, 1)
    board.givens[3] = 2
    assert board.puzzle().solution is None


def test_lengths_must_fit() -> None:
    with pytest.raises(BadPuzzle, match="4 cells but 3"):
        Puzzle("_template", Grid(2, 2), (1, 0, 0))
    with pytest.raises(BadPuzzle, match="borders"):
        Puzzle("_template", Grid(2, 2), (1, 0, 0, 0), borders=(1,))


def test_unknown_layers_are_an_error() -> None:
    with pytest.raises(KeyError):
        Board(puzzle()).layer("nonsense")

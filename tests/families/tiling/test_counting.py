"""Counts against known numbers, against enumeration, and up to symmetry."""

from __future__ import annotations

import numpy as np
import pytest

from studio.families.tiling.kernel import frontier
from studio.families.tiling.kernel.counting import count_fixed, count_tilings, count_up_to_symmetry
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.problem import Problem, board_from_picture, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.model.symmetry import board_symmetries, canonical_answer
from studio.families.tiling.samples import PENTOMINOES
from tests.families.tiling.instances import as_puzzle, instances, solve

TWENTY = 1269984011256235834242602753102293934298576249856


def rectangle(rows: int, cols: int, name: str) -> Problem:
    return Problem(rectangle_board(rows, cols), (Tile(NAMED[name]),))


@pytest.mark.parametrize(("rows", "cols", "name", "number"), [
    (1, 1, "1", 1), (2, 3, "2", 3), (4, 4, "2", 36), (8, 8, "2", 12_988_816), (12, 12, "3L", 2_033_502_499_954),
    (16, 16, "2", 2444888770250892795802079170816), (3, 5, "2", 0),
])
def test_known_numbers(rows: int, cols: int, name: str, number: int) -> None:
    assert count_tilings(rectangle(rows, cols, name)) == number


@pytest.mark.slow
def test_dominoes_on_20x20() -> None:
    assert count_tilings(rectangle(20, 20, "2")) == TWENTY


def test_limited_pieces_with_long_numbers() -> None:
    """Counters and numbers beyond 64 bits together: as many dominoes as needed, counted, plus monominoes that stay away."""
    problem = Problem(rectangle_board(14, 14), (Tile(NAMED["2"], 98), Tile(NAMED["1"], 1)))
    assert count_tilings(problem) == count_tilings(rectangle(14, 14, "2")) > 2**64


def test_nothing_is_read_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh tables full of rubbish change no number, however long the numbers get."""
    clean = frontier._arena

    def dirty(capacity: int, n_words: int, limbs: int) -> frontier.Arena:
        arena = clean(capacity, n_words, limbs)
        for array in (arena.keys, arena.numbers, arena.position, arena.following):
            array[:] = np.iinfo(array.dtype).max // 3
        return arena

    monkeypatch.setattr(frontier, "_arena", dirty)
    problem = Problem(rectangle_board(12, 12), (Tile(NAMED["2"], 72), Tile(NAMED["1"], 1)))
    assert count_tilings(problem) == 53060477521960000
    long = Problem(rectangle_board(14, 13), (Tile(NAMED["2"], 91), Tile(NAMED["1"], 1)))
    assert count_tilings(long) == count_tilings(rectangle(14, 13, "2")) > 2**64


@pytest.mark.parametrize(("rows", "cols", "number"), [(3, 20, 2), (4, 15, 368), (5, 12, 1010)])
def test_twelve_pentominoes_up_to_symmetry(rows: int, cols: int, number: int) -> None:
    problem = Problem(rectangle_board(rows, cols), tuple(Tile(NAMED[name], 1) for name in PENTOMINOES), True)
    assert count_tilings(problem) == 4 * number == 4 * count_up_to_symmetry(problem)


def test_symmetry_classes_by_enumeration() -> None:
    checked = 0
    for problem in instances(150, 31):
        if not 0 < count_tilings(problem) <= 60:
            continue
        symmetries = board_symmetries(problem)
        every = solve(as_puzzle(problem), "table", 0).solutions
        assert count_up_to_symmetry(problem) == len({canonical_answer(answer, symmetries) for answer in every})
        for perm in symmetries:
            fixed = [a for a in every if canonical_answer(a, [perm]) == canonical_answer(a, [symmetries[0]])]
            assert count_fixed(problem, perm) == len(fixed)
        checked += len(symmetries) > 1
    assert checked > 10


def test_boards_with_holes_and_mirror_images() -> None:
    board = board_from_picture("xxxxxx\nxxxxxx\nxx..xx\nxx..xx\nxxxxxx\nxxxxxx")
    chiral = Problem(board, (Tile(NAMED["4L"]),))
    both = Problem(board, (Tile(NAMED["4L"]), Tile(NAMED["4J"])))
    assert len(board_symmetries(chiral)) == 4 and len(board_symmetries(both)) == 8
    assert count_tilings(Problem(board, (Tile(NAMED["4L"]),), True)) == count_tilings(both)


def test_the_engine_tells_the_number() -> None:
    puzzle = puzzle_of(rectangle_board(4, 4), (Tile(NAMED["2"]),), False)
    result = solve(puzzle, "count")
    assert result.count == 36 and len(result.solutions) == 1 and "36" in result.message
    assert solve(puzzle, "count", symmetry=True).count == 9

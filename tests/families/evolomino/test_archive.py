"""The collection of the study: 350 boards (skipped where it is absent)."""

from __future__ import annotations

import pytest

from studio.core.engine import Status
from studio.core.puzzle import Puzzle
from studio.families.evolomino.codecs.raw_text import RawText
from tests.data import shared_data
from tests.families.evolomino.boards import solve


def boards(size: int, count: int = 25) -> list[Puzzle]:
    folder = shared_data("evolomino") / f"{size}x{size}"
    return [RawText().read((folder / f"sample{number}.txt").read_text(), "") for number in range(1, count + 1)]


@pytest.mark.parametrize("size", range(5, 19))
def test_auto_solves_every_board(size: int) -> None:
    for puzzle in boards(size):
        assert solve(puzzle, "auto", 1).status == Status.SOLVED


@pytest.mark.parametrize("size", range(5, 13))
def test_the_boards_are_unique_as_published(size: int) -> None:
    """All but one: 8x8 sample 13 has several solutions."""
    for number, puzzle in enumerate(boards(size), 1):
        expected = Status.MULTIPLE if (size, number) == (8, 13) else Status.UNIQUE
        assert solve(puzzle, "auto").status == expected, (size, number)


@pytest.mark.parametrize("size", range(5, 9))
def test_the_explained_search_solves_the_small_ones(size: int) -> None:
    for puzzle in boards(size, 8):
        result = solve(puzzle, "search")
        assert result.status in (Status.UNIQUE, Status.MULTIPLE)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(5, 9))
def test_the_explained_search_solves_all_small_ones(size: int) -> None:
    for puzzle in boards(size):
        assert solve(puzzle, "search").solutions[0] in solve(puzzle, "auto", 50).solutions


@pytest.mark.slow
@pytest.mark.parametrize("size", [13, 14])
def test_larger_boards_are_unique_as_published(size: int) -> None:
    for number, puzzle in enumerate(boards(size), 1):
        assert solve(puzzle, "auto").status == Status.UNIQUE, (size, number)

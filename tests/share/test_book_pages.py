"""How a book's boards share its pages."""

from __future__ import annotations

from studio.core import registry
from studio.core.draw import Overlay
from studio.core.puzzle import Board
from studio.share.book import AUTO, Item, packed, quarters, sheets


def items(*sides: int) -> list[Item]:
    family = registry.all_families()[0]
    return [Item(number, family.blank(side, side)) for number, side in enumerate(sides, 1)]


def test_small_and_middle_boards_share_pages_in_order() -> None:
    made = items(5, 12, 5, 5, 18, 5)
    assert list(quarters(made)) == [(0, 1), (2, 2), (4, 1), (5, 1), (8, 4), (12, 1)]
    assert [[item.number for item in page] for page in packed(made)] == [[1, 2], [3, 4], [5], [6]]
    puzzles = [item.puzzle for item in made]
    boards = [sheet for sheet in sheets(puzzles, [None] * len(puzzles), AUTO, "") if sheet.kind == "boards"]
    assert [item.number for sheet in boards for item in sheet.items] == [1, 2, 3, 4, 5, 6]


def test_a_solution_stands_alone() -> None:
    """Without the tray, which has nothing left in it."""
    for family in registry.families():
        sample = family.samples()[0]
        board = Board(sample, family.start_marks(sample))
        whole, alone = family.draw(board, Overlay()), family.draw(board, Overlay(alone=True))
        assert len(alone) <= len(whole)
        assert family.pieces is None or len(alone) < len(whole)

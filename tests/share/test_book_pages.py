"""How a book's boards share its pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QImage, QPageSize, QPainter

from studio.core import registry
from studio.core.draw import Overlay
from studio.core.puzzle import Board
from studio.share.book import PAPERS, Book
from studio.share.book_sheets import AUTO, Item, Sheet, packed, quarters, sheets, slots_for, solution_columns, solution_pages


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


def test_many_pieces_need_more_of_a_page() -> None:
    """Beside a board of eight rows, twelve pieces on a quarter of a page are too small to be told apart."""
    tiling = next((family for family in registry.families() if family.pieces is not None), None)
    if tiling is None:
        pytest.skip("needs a family with pieces")
    few, many = tiling.blank(8, 8, tiles="2"), tiling.blank(8, 8, tiles="5F 5I 5L 5N 5P 5T 5U 5V 5W 5X 5Y 5Z")
    assert (slots_for(few), slots_for(many)) == (4, 2)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_solutions_and_type_can_be_read_on_every_paper(paper: str, qapp: Any) -> None:
    """Cells of a solution are at least two and a half millimetres wide, letters at least 2.7 high."""
    size = QPageSize(PAPERS[paper]).size(QPageSize.Unit.Millimeter)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    book = Measured(painter, size.width(), size.height())
    made = [replace(item, answer=(1,) * item.puzzle.grid.size, solved=True) for item in items(5, 10, 12, 20, 9, 15, 25)]
    for page in solution_pages(made):
        book.draw(Sheet("solutions", "Solutions", items=tuple(page)), 3)
    book.draw(Sheet("boards", "", items=tuple(items(6, 8))), 4)
    painter.end()
    assert [item.number for page in solution_pages(made) for item in page] == [item.number for item in made]
    assert len(book.cells) == len(made) + 2 and min(book.cells) >= 2.4, book.cells
    assert min(book.letters) >= 2.7, book.letters


def test_what_needs_no_room_gets_none() -> None:
    """"No solution" is two words, and pieces can be told apart where numbers cannot be read."""
    large, tiles = items(20)[0], [family for family in registry.families() if family.pieces is not None]
    assert solution_columns([replace(large, answer=(1,) * 400)]) == 1 and solution_columns([replace(large, answer=())]) == 3
    for family in tiles:
        assert solution_columns([Item(1, family.blank(20, 20), (1,) * 400)]) == 3


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_no_title_of_the_contents_is_cut_short(paper: str, qapp: Any) -> None:
    """A long one goes on in a second line, and all of them stay on the page, with its number below them."""
    size = QPageSize(PAPERS[paper]).size(QPageSize.Unit.Millimeter)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    book = Measured(painter, size.width(), size.height())
    puzzles = [replace(item.puzzle, title="Straight Tetrominoes on a Board of Ten" if item.number % 9 == 0 else "Short")
               for item in items(*(5,) * 101)]
    contents = next(sheet for sheet in sheets(puzzles, [None] * 101, AUTO, "") if sheet.kind == "contents")
    book.draw(contents, 2)
    painter.end()
    assert len(contents.listed) == 101 and not book.cut
    assert book.lowest < size.height() - 0.076 * size.width() - book.letters[-1], "titles run into the page's number"


def test_several_ways_to_lie_are_told() -> None:
    """Nobody has counted how the pieces of a tiling fit: what is shown is not called the only way."""
    tiling = next((family for family in registry.families() if family.pieces is not None), None)
    if tiling is None:
        pytest.skip("needs a family with pieces")
    sample = tiling.samples()[0]
    back = [sheet for sheet in sheets([sample], [(1,) * sample.grid.size], AUTO, "") if sheet.kind == "solutions"]
    assert "several ways" in back[0].lines[0][0]
    numbers = items(5)[0]
    back = [sheet for sheet in sheets([numbers.puzzle], [(1,) * 25], AUTO, "") if sheet.kind == "solutions"]
    assert not back[0].lines


class Measured(Book):
    """A book that remembers how large its cells and letters became."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.cells: list[float] = []
        self.letters: list[float] = []
        self.cut: list[str] = []
        self.lowest = 0.0

    def board(self, puzzle: Any, answer: Any, room: Any, *rest: Any, **more: Any) -> None:
        self.cells.append(self.cell_in(room, puzzle, answer))
        super().board(puzzle, answer, room, *rest, **more)

    def words(self, text: str, top: float, size: float, *rest: Any, **more: Any) -> float:
        self.letters.append(size)
        box = more.get("box") or self._page
        if not more.get("wrap", True) and self.lines(text, size, box.width()) > 1:
            self.cut.append(text)
        high = super().words(text, top, size, *rest, **more)
        if not text.isdecimal():  # page numbers stand below everything else
            self.lowest = max(self.lowest, top + high)
        return high


def test_the_contents_name_every_puzzle_and_its_page() -> None:
    puzzles = [item.puzzle for item in items(5, 12, 5, 18, 6, 7)]
    made = list(sheets(puzzles, [None] * len(puzzles), AUTO, ""))
    assert [item.number for item, _ in made[1].listed] == [1, 2, 3, 4, 5, 6]
    for item, page in made[1].listed:
        assert item in made[page - 1].items, "the contents name another page"
    too_many = puzzles * 40
    assert not list(sheets(too_many, [None] * len(too_many), AUTO, ""))[1].listed, "more than a page can hold"

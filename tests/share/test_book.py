"""Books: what stands on which page, the PDF itself, and the dialog that asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from studio.cli import run
from studio.core import files, language, registry
from studio.core.draw import Text
from studio.core.engine import Cancel
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.setter.solutions import solutions
from studio.share.book import Book, Item, sheets, write_book
from studio.share.clean import Wanted, picture_shapes, write_picture
from studio.share.theme import LIGHT
from studio.ui.dialogs.book import BookDialog


@pytest.fixture
def puzzles() -> list[Puzzle]:
    return [sample for family in registry.families() for sample in family.samples()[:2]]


def solved(puzzles: list[Puzzle]) -> list[Any]:
    return solutions(puzzles, Cancel(), lambda fraction, text: None)


def test_families_keep_together_and_solutions_come_last(puzzles: list[Puzzle]) -> None:
    answers = solved(puzzles)
    made = list(sheets(puzzles[::-1], answers[::-1], 1, "My book"))
    assert [sheet.kind for sheet in made[:2]] == ["cover", "contents"] and made[0].heading == "My book"
    boards = [sheet for sheet in made if sheet.kind == "boards"]
    assert [item.number for sheet in boards for item in sheet.items] == sorted(range(1, len(puzzles) + 1))
    assert sum(sheet.kind == "rules" for sheet in made) == len(registry.families())
    back = [sheet for sheet in made if sheet.kind == "solutions"]
    assert made[-len(back):] == back and back[0].heading == "The solutions"
    assert sum(len(sheet.items) for sheet in back) == sum(answer is not None for answer in answers)
    for heading, page in made[1].lines:
        assert made[page - 1].heading == heading, "the contents name another page"


def test_a_puzzle_tells_its_own_terms() -> None:
    fillomino, tiling = registry.family("fillomino"), registry.family("tiling")
    assert "Variant: basic" in Item(1, fillomino.blank(3, 3, variant="basic")).terms
    assert "flipped" in Item(1, tiling.blank(3, 3, reflections=True)).terms
    assert Item(1, fillomino.blank(3, 3)).terms == ""
    assert "impossible" in Item(1, tiling.blank(3, 3), ()).terms
    assert solutions([tiling.blank(3, 3)], Cancel(), lambda fraction, text: None) == [()]


def test_a_book_has_one_language(puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its headings and what holds for a puzzle alone are told as the window is, also by those who speak German."""
    fillomino = registry.family("fillomino")
    answers = solved(puzzles)
    monkeypatch.setenv(language.VARIABLE, "de")
    made = list(sheets(puzzles, answers, 1, ""))
    assert made[1].heading == "Inhalt" and made[1].lines[-1][0] == "Die Lösungen"
    assert Item(1, fillomino.blank(3, 3, variant="basic")).terms == "Variante: Grundvariante"
    assert Item(1, fillomino.blank(3, 3, limit=4)).terms == "Größtes Gebiet: 4"


def test_what_is_drawn_is_no_term() -> None:
    assert Item(1, registry.family("tiling").blank(4, 4, tiles="4:4L")).terms == ""


def test_an_unsolved_board_shows_nothing_deduced(qapp: Any) -> None:
    puzzle = registry.family("fillomino").blank(2, 2).with_givens((1, 2, 0, 0))
    shapes, _ = picture_shapes(Board(puzzle), Wanted())
    assert not [shape for shape in shapes if str(getattr(shape, "fill", "")).startswith("tint")
                or getattr(shape, "stroke", "") == "wall"]


@pytest.mark.parametrize("family", registry.families(), ids=lambda family: family.id)
def test_pictures_have_the_wanted_parts(family: Any, tmp_path: Path, qapp: Any) -> None:
    puzzle = family.samples()[0]
    answer = solved([puzzle])[0]
    plain, _ = picture_shapes(Board(puzzle), Wanted())
    both, wide = picture_shapes(Board(puzzle), Wanted(title=True, solution=answer))
    assert wide.cols > 2 * puzzle.grid.cols and len(both) > len(plain)
    write_picture(Board(puzzle), tmp_path / "small.png", Wanted(cell_pixels=20))
    write_picture(Board(puzzle), tmp_path / "large.png", Wanted(cell_pixels=40))
    small, large = QImage(str(tmp_path / "small.png")), QImage(str(tmp_path / "large.png"))
    assert large.width() > 1.9 * small.width() > 0


@pytest.mark.parametrize("per_page", (0, 1, 2, 4, 6, 12))
def test_every_board_leaves_ink_and_stays_on_its_page(per_page: int, puzzles: list[Puzzle], qapp: Any) -> None:
    for number, sheet in enumerate(sheets(puzzles, solved(puzzles), per_page, "Book"), 1):
        image = QImage(420, 594, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(2, 2)
        Book(painter, 210, 297, LIGHT).draw(sheet, number)
        painter.end()
        white = image.pixel(0, 0)
        sides = {image.pixel(x, y) for x in (8, 411) for y in range(594)}
        ends = {image.pixel(x, y) for y in (8, 585) for x in range(420)}
        assert sides == ends == {white}, f"page {number} reaches its edge"
        assert sum(image.pixel(x, y) != white for x in range(0, 420, 3) for y in range(0, 594, 3)) > 100


def test_everything_beside_a_board_can_be_read_on_small_paper(tmp_path: Path, qapp: Any,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of 6 points at least, on A5, for every puzzle of the library that has pieces."""
    least: dict[str, float] = {}
    draw = Book.board

    def board(self: Book, puzzle: Puzzle, answer: Any, room: Any, *more: Any, **named: Any) -> None:
        if answer is None:
            millimetres = self.cell_in(room, puzzle, answer, *more[1:], **{k: v for k, v in named.items() if k == "largest"})
            sizes = [shape.size for shape in self._shapes(puzzle, answer, room) if isinstance(shape, Text)]
            least[puzzle.title] = min(sizes, default=1.0) * millimetres * 72 / 25.4
        draw(self, puzzle, answer, room, *more, **named)

    monkeypatch.setattr(Book, "board", board)
    folder = files.library_folders()[0]
    found = [files.load(path).puzzle for path in sorted(folder.rglob("*.puzzle"))]
    puzzles = [puzzle for puzzle in found if registry.family(puzzle.family).pieces is not None]
    if not puzzles:
        pytest.skip("needs a family with pieces")
    write_book(puzzles, [None] * len(puzzles), tmp_path / "book.pdf", paper="A5")
    assert {puzzle.title for puzzle in puzzles} <= set(least)
    assert not {title: points for title, points in least.items() if points < 6}


def test_a_pdf_with_all_pages(tmp_path: Path, puzzles: list[Puzzle], qapp: Any) -> None:
    pages = write_book(puzzles, solved(puzzles), tmp_path / "book.pdf", "Book", 2)
    content = (tmp_path / "book.pdf").read_bytes()
    assert content.startswith(b"%PDF") and content.count(b"/Type /Page\n") == pages
    for wrong, page in (([], 4), (puzzles, 5)):
        with pytest.raises(BadPuzzle):
            write_book(wrong, [None] * len(wrong), tmp_path / "no.pdf", "", page)
    with pytest.raises(BadPuzzle, match="cannot be written"):
        write_book(puzzles, [None] * len(puzzles), tmp_path / "nowhere" / "book.pdf")


def test_the_command(tmp_path: Path, puzzles: list[Puzzle], capsys: pytest.CaptureFixture[str]) -> None:
    for number, puzzle in enumerate(puzzles[:3]):
        files.save(tmp_path / f"{number}.puzzle", puzzle)
    assert run(["book", str(tmp_path), "--out", str(tmp_path / "book.pdf"), "--per-page", "2"]) == 0
    assert "3 puzzles on" in capsys.readouterr().out
    assert run(["book", str(tmp_path), "--out", str(tmp_path / "book.txt")]) == 2


def test_the_dialog_finds_solutions_and_says_where_the_book_is(tmp_path: Path, puzzles: list[Puzzle], qtbot: QtBot) -> None:
    dialog = BookDialog(puzzles[:2])
    qtbot.addWidget(dialog)
    dialog.save(tmp_path / "new" / "book.pdf")
    qtbot.waitUntil(lambda: "pages" in dialog.message.text(), timeout=60_000)
    assert (tmp_path / "new" / "book.pdf").is_file() and dialog.go.isEnabled()

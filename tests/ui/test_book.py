"""Books: what stands on which page, the PDF itself, and the dialog that asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from studio.cli import run
from studio.core import files, registry
from studio.core.engine import Cancel
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.solutions import solutions
from studio.ui.book import Book, sheets, write_book
from studio.ui.dialogs.book import BookDialog
from studio.ui.theme import LIGHT


@pytest.fixture
def puzzles() -> list[Puzzle]:
    return [sample for family in registry.families() for sample in family.samples()[:2]]


def solved(puzzles: list[Puzzle]) -> list[Any]:
    return solutions(puzzles, Cancel(), lambda fraction, text: None)


def test_families_keep_together_and_solutions_come_last(puzzles: list[Puzzle]) -> None:
    answers = solved(puzzles)
    made = list(sheets(puzzles[::-1], answers[::-1], 1, "My book"))
    boards = [sheet for sheet in made if sheet.slots == 1]
    assert [item.number for sheet in boards for item in sheet.items] == sorted(range(1, len(puzzles) + 1))
    assert boards[0].heading.startswith("My book: ")
    assert sum(bool(sheet.heading) for sheet in boards) == len(registry.families())
    back = [sheet for sheet in made if sheet.slots != 1]
    assert made[-len(back):] == back and back[0].heading == "Solutions"
    assert sum(len(sheet.items) for sheet in back) == sum(answer is not None for answer in answers)


@pytest.mark.parametrize("per_page", (1, 2, 4, 6, 12))
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

"""A book of puzzles as PDF: boards with their titles, the rules of each family in brief, and the solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPageSize, QPainter, QPdfWriter

from studio.core import registry
from studio.core.draw import Overlay, extent
from studio.core.files import write_atomically
from studio.core.puzzle import Answer, BadPuzzle, Board, Puzzle
from studio.ui.library_model import difficulty_of
from studio.ui.painter import paint
from studio.ui.render import ensure_application, pdf_bytes
from studio.ui.theme import LIGHT, Theme

MARGIN = 16.0
HEADING, BODY, CAPTION, FOOTER = 8.0, 3.8, 3.9, 3.2
"""sizes of letters in millimetres"""
SLOTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""boards on a page -> columns and rows"""
SOLUTIONS = 12
GAP = 8.0
LARGEST_CELL = 12.0
"""A small board is not blown up beyond this, in millimetres."""


@dataclass(frozen=True)
class Item:
    """One board on a page: a puzzle with its number, or its solution."""

    number: int
    puzzle: Puzzle
    marks: Sequence[int] | None = None

    @property
    def caption(self) -> str:
        if self.marks is not None:
            return str(self.number)
        parts = [self.puzzle.title or registry.family(self.puzzle.family).name, self.puzzle.author, difficulty_of(self.puzzle)]
        return f"{self.number}. " + " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Sheet:
    heading: str
    text: str
    items: tuple[Item, ...]
    slots: int


def sheets(puzzles: Sequence[Puzzle], answers: Sequence[Answer | None], per_page: int, title: str) -> Iterator[Sheet]:
    """The pages: family by family in the given order, then the solutions that are known."""
    if per_page not in SLOTS:
        raise BadPuzzle(f"a page has {', '.join(map(str, SLOTS))} boards, not {per_page}")
    numbered = [Item(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
    first = True
    for family_id in dict.fromkeys(puzzle.family for puzzle in puzzles):
        family = registry.family(family_id)
        mine = [item for item in numbered if item.puzzle.family == family_id]
        for start in range(0, len(mine), per_page):
            heading = (f"{title}: {family.name}" if first and title else family.name) if start == 0 else ""
            yield Sheet(heading, family.summary if start == 0 else "", tuple(mine[start : start + per_page]), per_page)
            first = False
    solved = [Item(item.number, item.puzzle, answer) for item, answer in zip(numbered, answers) if answer is not None]
    for start in range(0, len(solved), SOLUTIONS):
        yield Sheet("Solutions" if start == 0 else "", "", tuple(solved[start : start + SOLUTIONS]), SOLUTIONS)


class Book:
    """Draws sheets with a painter whose unit is a millimetre."""

    def __init__(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._page = QRectF(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)

    def draw(self, sheet: Sheet, number: int) -> None:
        top = self._page.top()
        if sheet.heading:
            top += self._words(sheet.heading, top, HEADING, True)
        if sheet.text:
            top += self._words(sheet.text, top + 1, BODY) + 1
        if sheet.heading:
            top += GAP / 2
        self._words(str(number), self._page.bottom() - FOOTER, FOOTER, align=Qt.AlignmentFlag.AlignHCenter)
        columns, rows = SLOTS[sheet.slots]
        wide = (self._page.width() - GAP * (columns - 1)) / columns
        high = (self._page.bottom() - FOOTER - 4 - top - GAP * (rows - 1)) / rows
        for place, item in enumerate(sheet.items):
            left = self._page.left() + (place % columns) * (wide + GAP)
            self._item(item, QRectF(left, top + (place // columns) * (high + GAP), wide, high))

    def _item(self, item: Item, box: QRectF) -> None:
        family = registry.family(item.puzzle.family)
        self._words(item.caption, box.top(), CAPTION, box=box, wrap=False)
        board = Board(item.puzzle, item.marks if item.marks is not None else family.start_marks(item.puzzle))
        shapes = family.draw(board, Overlay())
        x, y, w, h = extent(shapes, item.puzzle.grid)
        room = box.adjusted(0, CAPTION * 1.6, 0, 0)
        cell = min(room.width() / w, room.height() / h, LARGEST_CELL)
        self._painter.save()
        self._painter.translate(room.left() - 0.25 * cell, room.top())
        self._painter.scale(cell, cell)
        self._painter.translate(-x, -y)
        paint(self._painter, shapes, self._theme, vector=True)
        self._painter.restore()

    def _words(self, text: str, top: float, size: float, bold: bool = False, box: QRectF | None = None,
               align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft, wrap: bool = True) -> float:
        """Text from `top` down, wrapped or cut short; how high it became. Letters are measured `zoom` times as large: fonts
        have whole sizes only."""
        zoom = 100.0
        font = QFont()
        font.setPixelSize(round(size * zoom))
        font.setBold(bold)
        frame = box or self._page
        room = QRectF(frame.left() * zoom, top * zoom, frame.width() * zoom, 10_000)
        self._painter.save()
        self._painter.scale(1 / zoom, 1 / zoom)
        self._painter.setFont(font)
        self._painter.setPen(self._theme.color("given"))
        metrics = QFontMetricsF(font)
        flags = int(align | Qt.AlignmentFlag.AlignTop | (Qt.TextFlag.TextWordWrap if wrap else Qt.TextFlag.TextSingleLine))
        shown = text if wrap else metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        used = metrics.boundingRect(room, flags, shown)
        self._painter.drawText(room, flags, shown)
        self._painter.restore()
        return used.height() / zoom


def write_book(puzzles: Sequence[Puzzle], answers: Sequence[Answer | None], path: Path, title: str = "", per_page: int = 4,
               theme: Theme = LIGHT) -> int:
    """Write the PDF; how many pages it has. BadPuzzle with one sentence if that cannot be done."""
    if not puzzles:
        raise BadPuzzle("a book needs at least one puzzle")
    made = list(sheets(puzzles, answers, per_page, title))
    ensure_application()
    size = QPageSize(QPageSize.PageSizeId.A4)
    millimetres = size.size(QPageSize.Unit.Millimeter)

    def draw(painter: QPainter, writer: QPdfWriter) -> None:
        painter.scale(writer.width() / millimetres.width(), writer.height() / millimetres.height())
        book = Book(painter, millimetres.width(), millimetres.height(), theme)
        for number, sheet in enumerate(made, 1):
            if number > 1:
                writer.newPage()
            book.draw(sheet, number)

    write_atomically(path, pdf_bytes(size, title or "Puzzle Studio", draw))
    return len(made)

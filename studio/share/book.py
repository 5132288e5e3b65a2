"""A book of puzzles as PDF: cover, contents, the rules of each family with a drawn example, the puzzles, and their solutions.

The pages are laid out as data first (`book_sheets`), so that contents and page numbers are known; then they are drawn with a
painter whose unit is a millimetre, on whatever paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPagedPaintDevice, QPageSize, QPainter, QPdfWriter

from studio.core import language, registry
from studio.core.draw import Overlay, Shape, extent
from studio.core.family import Family
from studio.core.files import write_atomically
from studio.core.puzzle import Answer, BadPuzzle, Board, Puzzle
from studio.core.say import say
from studio.share.book_sheets import (
    AUTO,
    LIST_COLUMNS,
    MOST_LISTED,
    SLOTS,
    SOLUTION_HEIGHTS,
    Item,
    Listed,
    Sheet,
    list_columns,
    quarters,
    rows_listed,
    sheets,
    solution_columns,
    solution_rows,
)
from studio.share.painter import paint
from studio.share.render import ensure_application, pdf_bytes
from studio.share.theme import LIGHT, Theme

PAPERS = {"A4": QPageSize.PageSizeId.A4, "A5": QPageSize.PageSizeId.A5, "Letter": QPageSize.PageSizeId.Letter}
GAP = 0.045
"""between boards, as a part of the paper's width"""
LARGEST_CELL = 0.07
"""A small board is not blown up beyond this part of the paper's width."""
LARGEST_ALONE = 0.11
"""The same for a board that has a sheet by itself."""
LEAST = {"body": 3.1, "caption": 3.2, "small": 2.7}
"""Type in millimetres, at least: on small paper it does not shrink with the page."""


class Book:
    """Draws sheets with a painter whose unit is a millimetre."""

    def __init__(self, painter: QPainter, width: float, height: float, theme: Theme = LIGHT) -> None:
        self._painter, self._theme, self._width = painter, theme, width
        margin = 0.076 * width
        self._page = QRectF(margin, margin, width - 2 * margin, height - 2 * margin)
        self._heading = 0.038 * width
        self._body, self._caption, self._small = (max(part * width, LEAST[kind]) for kind, part in (
            ("body", 0.0178), ("caption", 0.0186), ("small", 0.0152)))

    def draw(self, sheet: Sheet, number: int) -> None:
        drawers = {"cover": self._cover, "contents": self._contents, "rules": self._rules, "alone": self._alone,
                   "solutions": self._solutions}
        drawers.get(sheet.kind, self._boards)(sheet)
        if sheet.kind != "cover" and number:
            bottom = self._page.bottom() - self._small
            self.words(str(number), bottom, self._small, align=Qt.AlignmentFlag.AlignHCenter)

    # --- the front ------------------------------------------------------------------------------------------------------
    def _cover(self, sheet: Sheet) -> None:
        middle = Qt.AlignmentFlag.AlignHCenter
        top = self._page.top() + 0.08 * self._page.height()
        top += self.words(sheet.heading or language.told(say("Puzzles")), top, 2 * self._heading, True, align=middle)
        for name, count in sheet.lines:
            top += self.words(f"{count} × {language.told(name)}", top + 2, 1.3 * self._body, align=middle) + 2
        room = QRectF(self._page.left() + 0.15 * self._page.width(), top + 0.06 * self._page.height(),
                      0.7 * self._page.width(), self._page.bottom() - top - 0.16 * self._page.height())
        self.board(sheet.items[0].puzzle, None, room, centred=True, largest=1.0)

    def _contents(self, sheet: Sheet) -> None:
        columns = list_columns(sheet.listed)
        top, wrap = self._page.top(), self._can_wrap(sheet, columns)
        top += self.words(sheet.heading, top, self._heading, True) + self._body
        for text, page in sheet.lines:
            self.words(str(page), top, 1.2 * self._body, align=Qt.AlignmentFlag.AlignRight)
            top += self.words(text, top, 1.2 * self._body, bold=bool(sheet.listed)) + 0.5 * self._body
            top = self._titles([column for column in columns if column and _family_name(column[0][0]) == text], top, wrap)

    def _titles(self, columns: Sequence[Listed], top: float, wrap: bool) -> float:
        """The puzzles of a family with their pages, in columns; where the next line begins. A long title goes on in a line of
        its own where there is room for that."""
        gap, pitch = GAP * self._width, 1.35 * self._small
        wide, room = self._list_widths()
        lowest = top
        for number, column in enumerate(columns):
            left, line = self._page.left() + number * (wide + gap), top
            for item, page in column:
                self.words(item.caption, line, self._small, box=QRectF(left, top, room, pitch), wrap=wrap)
                line += pitch * ((self.lines(item.caption, self._small, room) if wrap else 1) - 1)
                whole = QRectF(left, top, wide, pitch)
                self.words(str(page), line, self._small, box=whole, align=Qt.AlignmentFlag.AlignRight, wrap=False)
                line += pitch
            lowest = max(lowest, line)
        return lowest + (0.6 * self._body if columns else 0.2 * self._body)

    def _list_widths(self) -> tuple[float, float]:
        """Of a column of titles: with and without the room for page numbers."""
        wide = (self._page.width() - GAP * self._width * (LIST_COLUMNS - 1)) / LIST_COLUMNS
        return wide, wide - 2.2 * self._small

    def _can_wrap(self, sheet: Sheet, columns: Sequence[Listed]) -> bool:
        """Whether titles that take two lines still leave the contents on their page."""
        more: dict[str, int] = {}
        for column in filter(None, columns):
            extra = sum(self.lines(item.caption, self._small, self._list_widths()[1]) - 1 for item, _ in column)
            name = _family_name(column[0][0])
            more[name] = max(more.get(name, 0), extra)
        return rows_listed(sheet.listed) + sum(more.values()) <= MOST_LISTED

    def _rules(self, sheet: Sheet) -> None:
        """The rules in full, and below them a small puzzle with its solution."""
        family = registry.family(sheet.family)
        top = self._page.top()
        top += self.words(language.told(family.name), top, self._heading, True) + 0.4 * self._body
        top += self.words(language.told(family.summary), top, 1.1 * self._body) + self._body
        top += self.markdown(language.told(family.rules_text), top) + 1.5 * self._body
        example = example_of(family)
        if example is None:
            return
        puzzle, answer = example
        top += self.words(language.told(say("An example and its solution")), top, self._body, True) + 0.6 * self._body
        gap = GAP * self._width
        wide, high = (self._page.width() - gap) / 2, self._page.bottom() - 3 * self._small - top
        left = QRectF(self._page.left(), top, wide, high)
        cell = min(self.cell_in(left, puzzle, shown) for shown in (None, answer)) / self._width  # both alike
        self.board(puzzle, None, left, largest=cell)
        self.board(puzzle, answer, left.translated(wide + gap, 0), largest=cell)

    def _alone(self, sheet: Sheet) -> None:
        """One puzzle to hand to somebody: its name, what it is, the rules if they are wanted, and the board in the middle."""
        item, family = sheet.items[0], registry.family(sheet.family)
        top = self._page.top()
        top += self.words(sheet.heading, top, self._heading, True) + 0.2 * self._body
        name = language.told(family.name)
        what = language.told(say("Solution")) if item.solved else name if sheet.heading != name else ""
        told = " · ".join(part for part in (what, item.terms) if part)
        if told:
            top += self.words(told, top, self._body) + 0.6 * self._body
        if sheet.lines:
            top += self.markdown(language.told(family.rules_text), top) + 0.8 * self._body
        top += 0.8 * self._body
        room = QRectF(self._page.left(), top, self._page.width(), self._page.bottom() - top)
        self.board(item.puzzle, item.answer if item.solved else None, room, centred=True, largest=LARGEST_ALONE)

    # --- boards ---------------------------------------------------------------------------------------------------------
    def _boards(self, sheet: Sheet) -> None:
        top = self._page.top()
        if sheet.heading:
            top += self.words(sheet.heading, top, self._heading, True) + self._body
        if sheet.slots == AUTO:
            self._packed(sheet.items, top)
            return
        columns, rows = SLOTS[sheet.slots]
        gap = GAP * self._width
        wide = (self._page.width() - gap * (columns - 1)) / columns
        high = (self._page.bottom() - 2.5 * self._small - top - gap * (rows - 1)) / rows
        for place, item in enumerate(sheet.items):
            left = self._page.left() + (place % columns) * (wide + gap)
            self._item(item, QRectF(left, top + (place // columns) * (high + gap), wide, high))

    def _packed(self, items: Sequence[Item], top: float) -> None:
        """Boards for a quarter, a half or the whole of a page, the larger ones in the middle."""
        gap = GAP * self._width
        wide, high = (self._page.width() - gap) / 2, (self._page.bottom() - 2.5 * self._small - top - gap) / 2
        places = [(start % 4, size) for start, size in quarters(items)]
        for item, (start, size) in zip(items, places):
            lonely = sum(other // 2 == start // 2 for other, _ in places) == 1  # in its row: it need not keep to one side
            left = self._page.left() + (0 if lonely else (start % 2) * (wide + gap))
            box = QRectF(left, top + (start // 2) * (high + gap), self._page.width() if lonely else wide, high)
            if size > 2 or len(items) == 1:
                box.setHeight(2 * high + gap)
            self._item(item, box, centred=lonely)

    def _solutions(self, sheet: Sheet) -> None:
        """Rows of three small solutions, of two middle ones, or one large one: all can be read."""
        top, gap = self._page.top(), GAP * self._width
        if sheet.heading:
            top += self.words(sheet.heading, top, self._heading, True) + self._body
        for remark, _ in sheet.lines:
            top += self.words(remark, top, self._small) + self._body
        room = self._page.bottom() - 2.5 * self._small - top
        for row in solution_rows(sheet.items):
            columns = solution_columns(row)
            high, wide = SOLUTION_HEIGHTS[columns] * room, (self._page.width() - gap * (columns - 1)) / columns
            for place, item in enumerate(row):
                left = self._page.left() + place * (wide + gap)
                self._item(item, QRectF(left, top, wide, high - gap))
            top += high

    def _item(self, item: Item, box: QRectF, centred: bool = False) -> None:
        align = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
        top = box.top()
        top += self.words(item.caption, top, self._caption, not item.solved, box, align, wrap=False)
        if item.terms:
            top += self.words(item.terms, top, self._small, box=box, align=align)
        room = QRectF(box.left(), top + 0.5 * self._small, box.width(), box.bottom() - top - 0.5 * self._small)
        if not item.solved:
            self.board(item.puzzle, None, room, centred)
        elif item.answer:
            self.board(item.puzzle, item.answer, room, centred)

    def board(self, puzzle: Puzzle, answer: Answer | None, room: QRectF, centred: bool = False,
              largest: float = LARGEST_CELL) -> None:
        """A board as large as it fits; without an answer nothing but what is given."""
        shapes = self._shapes(puzzle, answer, room)
        x, y, w, _ = extent(shapes, puzzle.grid)
        cell = self.cell_in(room, puzzle, answer, largest)
        left = room.left() + ((room.width() - w * cell) / 2 if centred else -0.2 * cell)
        self._painter.save()
        self._painter.translate(left, room.top())
        self._painter.scale(cell, cell)
        self._painter.translate(-x, -y)
        paint(self._painter, shapes, self._theme, vector=True)
        self._painter.restore()

    def cell_in(self, room: QRectF, puzzle: Puzzle, answer: Answer | None, largest: float = LARGEST_CELL) -> float:
        """How large a board's cells become in a room, in millimetres."""
        _, _, w, h = extent(self._shapes(puzzle, answer, room), puzzle.grid)
        return min(room.width() / w, room.height() / h, largest * self._width)

    def _shapes(self, puzzle: Puzzle, answer: Answer | None, room: QRectF) -> list[Shape]:
        """The board, and what lies beside it where the room is: a tray of pieces takes no room from the board needlessly."""
        family = registry.family(puzzle.family)
        board = Board(puzzle, answer if answer is not None else family.start_marks(puzzle))
        return family.draw(board, Overlay(plain=answer is None, alone=answer is not None,
                                          aspect=room.width() / max(room.height(), 1.0)))

    # --- words ----------------------------------------------------------------------------------------------------------
    def markdown(self, text: str, top: float) -> float:
        """Rules with their lists and emphasis; how high they became."""
        from PySide6.QtGui import QTextDocument

        zoom = 10.0
        made = QTextDocument()
        font = QFont()
        font.setPixelSize(round(self._body * zoom))
        made.setDefaultFont(font)
        made.setMarkdown(text)
        made.setDocumentMargin(0)
        made.setTextWidth(self._page.width() * zoom)
        self._painter.save()
        self._painter.translate(self._page.left(), top)
        self._painter.scale(1 / zoom, 1 / zoom)
        self._painter.setPen(self._theme.color("given"))
        made.drawContents(self._painter)
        self._painter.restore()
        return made.size().height() / zoom

    def lines(self, text: str, size: float, width: float) -> int:
        """How many lines a text takes in this width."""
        zoom = 100.0
        font = QFont()
        font.setPixelSize(round(size * zoom))
        metrics = QFontMetricsF(font)
        used = metrics.boundingRect(QRectF(0, 0, width * zoom, 10_000), int(Qt.TextFlag.TextWordWrap), text)
        return max(1, round(used.height() / metrics.lineSpacing()))

    def words(self, text: str, top: float, size: float, bold: bool = False, box: QRectF | None = None,
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


def _family_name(item: Item) -> str:
    return language.told(registry.family(item.puzzle.family).name)


def example_of(family: Family) -> tuple[Puzzle, Answer] | None:
    """A small puzzle of the family with its one solution, to explain the rules by."""
    from studio.core.engine import Cancel, Limits
    from studio.setter.ask import ask_best

    for sample in sorted(family.samples(), key=lambda puzzle: puzzle.grid.size):
        if sample.solution is not None and not family.wrong(sample, sample.solution):
            return sample, sample.solution
        result = ask_best(sample, 1, Cancel(Limits(5.0)))
        if result.solutions:
            return sample, result.solutions[0]
    return None


def draw_alone(painter: QPainter, device: QPagedPaintDevice, paper: QSizeF, puzzle: Puzzle, rules: bool = True,
               answer: Answer | None = None) -> None:
    """One puzzle on a sheet by itself and, with an answer, its solution on another. The painter's unit is a millimetre."""
    family = registry.family(puzzle.family)
    book, heading = Book(painter, paper.width(), paper.height()), puzzle.title or language.told(family.name)
    book.draw(Sheet("alone", heading, (("rules", 1),) if rules else (), family.id, (Item(1, puzzle),)), 0)
    if answer:
        device.newPage()
        book.draw(Sheet("alone", heading, (), family.id, (Item(1, puzzle, answer, solved=True),)), 0)


def write_alone(puzzle: Puzzle, path: Path, paper: str = "A4", rules: bool = True, answer: Answer | None = None) -> None:
    """The same as a PDF. BadPuzzle with one sentence if that cannot be done."""
    ensure_application()
    size = QPageSize(PAPERS[paper])
    millimetres = size.size(QPageSize.Unit.Millimeter)

    def draw(painter: QPainter, writer: QPdfWriter) -> None:
        painter.scale(writer.width() / millimetres.width(), writer.height() / millimetres.height())
        draw_alone(painter, writer, millimetres, puzzle, rules, answer)

    write_atomically(path, pdf_bytes(size, puzzle.title or "Puzzle Studio", draw))


def write_book(puzzles: Sequence[Puzzle], answers: Sequence[Answer | None], path: Path, title: str = "", per_page: int = AUTO,
               theme: Theme = LIGHT, paper: str = "A4") -> int:
    """Write the PDF; how many pages it has. BadPuzzle with one sentence if that cannot be done."""
    if not puzzles:
        raise BadPuzzle(say("a book needs at least one puzzle"))
    if paper not in PAPERS:
        raise BadPuzzle(say("a book is printed on {papers}, not on {paper!r}", papers=', '.join(PAPERS), paper=paper))
    made = list(sheets(puzzles, answers, per_page, title))
    ensure_application()
    size = QPageSize(PAPERS[paper])
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

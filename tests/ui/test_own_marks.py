"""Numbers by mouse alone, a player's own marks in every family, and the numbers of rows and columns."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.core import files, own_marks, registry
from studio.core.draw import Rect
from studio.core.family import Stroke
from studio.core.puzzle import OWN_LAYERS, Board, Puzzle
from studio.share.theme import THEMES, Theme
from studio.ui import rulers
from studio.ui.board_view import BoardView
from studio.ui.cell_pad import place_beside
from studio.ui.document import PLAY, Document
from studio.ui.keypad import counted, typed_layer
from studio.ui.main_window import MainWindow
from studio.ui.parts import SELECT
from tests.ui.conftest import click, drag, open_latin, spot

SAMPLES = [(family.id, sample) for family in registry.families() for sample in family.samples()[:1]]
EVERY = pytest.mark.parametrize(("family_id", "puzzle"), SAMPLES, ids=[name for name, _ in SAMPLES])


@EVERY
def test_own_marks_are_drawn_undone_kept_and_erased(window: MainWindow, family_id: str, puzzle: Puzzle, tmp_path: Path) -> None:
    page = window.add_document(Document(puzzle), PLAY)
    page.view.setFocus()
    QTest.qWait(1)
    ids = [tool.id for tool in page.palette_column.tools]
    assert ids[-4:] == list(OWN_LAYERS)
    for layer in OWN_LAYERS:
        page.palette_column.choose(layer)
        inside = puzzle.grid.cols + 1
        drag(page.view, [inside, inside + 1])
    drawn = {layer: list(page.document.board.own(layer)) for layer in OWN_LAYERS}
    assert all(any(values) for values in drawn.values()) and page._above()
    assert page.document.puzzle.same_board(puzzle), "own marks are no part of the question"
    assert len(own_marks.shapes(page.document.board)) >= 4
    path = tmp_path / "mine.puzzle"
    page.document.save(path)
    assert not files.load(path).player
    again = Document.open(path)
    assert {layer: list(again.board.own(layer)) for layer in OWN_LAYERS} == drawn
    page.palette_column.choose(OWN_LAYERS[1])
    window.act("erase_own")
    assert not any(page.document.board.own(OWN_LAYERS[1])) and any(page.document.board.own(OWN_LAYERS[0]))
    while page.document.history.canUndo():
        page.document.history.undo()
    assert not any(any(page.document.board.own(layer)) for layer in OWN_LAYERS)


def test_own_marks_solve_nothing() -> None:
    """A single circle already keeps the rules of Fobidoshi; a wall beside it is no reason to celebrate."""
    if "fobidoshi" not in {family.id for family in registry.families()}:
        pytest.skip("needs Fobidoshi")
    document = Document(registry.family("fobidoshi").blank(3, 3).with_givens((1, *(0,) * 8)))
    solved: list[object] = []
    document.solved.connect(lambda: solved.append(1))
    for layer in OWN_LAYERS:
        document.edit(PLAY, [change for change in (document.board.change(layer, 0, 1),) if change], "Mine")
    assert document.is_solved() and not solved and not document.was_solved
    document.edit(PLAY, [change for change in (document.board.change("marks", 8, 2),) if change], "Mark")
    assert solved


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_number_below_a_colour_is_read_and_no_two_colours_are_alike(theme: Theme) -> None:
    """Ink through a colour keeps most of its contrast; every colour on paper differs from every other."""
    board = Board(registry.family(SAMPLES[0][0]).blank(5, 5))
    for colour in range(1, own_marks.COLOUR_COUNT + 1):
        board.apply([change for change in (board.change(own_marks.COLOURS, colour, colour),) if change])
    fills = [shape for shape in own_marks.shapes(board) if isinstance(shape, Rect)]
    assert len(fills) == own_marks.COLOUR_COUNT

    def through(shape: Rect, below: str) -> tuple[float, ...]:
        over, under = QColor(theme.color(str(shape.fill))).getRgbF(), QColor(theme.color(below)).getRgbF()
        return tuple(shape.opacity * a + (1 - shape.opacity) * b for a, b in zip(over[:3], under[:3]))

    papers = [through(shape, "paper") for shape in fills]
    for paper, shape in zip(papers, fills):
        ink = through(shape, "given")
        assert abs(sum(paper) - sum(ink)) / 3 > 0.55, "the number fades"
    for one, other in combinations(papers, 2):
        assert sum(abs(a - b) for a, b in zip(one, other)) > 0.06, "two colours look alike"


def test_own_marks_by_keys() -> None:
    board = Board(SAMPLES[0][1])
    for tool, key in (("own_colours", "3"), ("own_dots", "2"), ("own_walls", "d")):
        changes = own_marks.edit(board, tool, Stroke("key", (0,), key=key))
        assert changes and own_marks.edit(board, tool, Stroke("key", (0,), key="9")) == []
        board.apply(changes)
        board.apply(own_marks.edit(board, tool, Stroke("key", (0,), key="delete", shift=True)))
        assert not any(board.own(tool))


def test_clicks_count_and_the_pad_types(window: MainWindow) -> None:
    page = open_latin(window)
    assert page.keypad.isVisible() and not page.keypad.keys["?"].isVisible()
    click(page.view, 5)
    assert not any(page.document.puzzle.givens), "the first click only goes there"
    click(page.view, 5)
    click(page.view, 5)
    assert page.document.puzzle.givens[5] == 2
    click(page.view, 5, Qt.MouseButton.RightButton)
    assert page.document.puzzle.givens[5] == 1
    click(page.view, 6)
    page.keypad.keys["3"].click()
    assert page.document.puzzle.givens[5:7] == (1, 3)
    page.keypad.keys["delete"].click()
    assert page.document.puzzle.givens[6] == 0
    assert typed_layer(page.document.family, page.document.board, "marks") == "marks"


def test_a_hidden_number_is_reached_by_clicks() -> None:
    """Between 9 and nothing, both ways round, where the family has it; a larger number is taken away."""
    family = registry.family("fillomino")
    board = Board(family.blank(4, 4))

    def around(step: int) -> list[str]:
        keys = []
        for _ in range(11):
            keys.append(counted(family, board, "givens", 5, step))
            board.apply(family.edit(board, "givens", Stroke("key", (5,), key=keys[-1])))
        return keys

    assert around(1) == [*"123456789", "?", "delete"] and around(-1) == ["?", *"987654321", "delete"]
    board.apply(family.edit(board, "marks", Stroke("key", (5,), key="9")))
    assert counted(family, board, "marks", 5, 1) == "delete", "a player hides nothing"
    board.apply([change for change in (board.change("givens", 5, 12),) if change])
    assert counted(family, board, "givens", 5, 1) == counted(family, board, "givens", 5, -1) == "delete"


def test_the_pad_lies_beside_the_cell(window: MainWindow) -> None:
    page = open_latin(window)
    click(page.view, 5)
    assert not page.cell_pad.isVisible()
    page.keypad.move_pad.click()
    assert page.keypad.isVisible() and not page.keypad.pad.isVisible() and window.desk.preferences.cell_pad
    for cell in (5, 3, 12):
        click(page.view, cell)
        pad, spot_of = page.cell_pad.geometry(), page.view.cell_rect(cell).toRect()
        assert page.cell_pad.isVisible() and page.view.rect().contains(pad) and not pad.intersects(spot_of)
        page.cell_pad.pad.keys["3"].click()
        assert page.document.puzzle.givens[cell] == 3 and page.cell_pad.isVisible()
    before = page.document.puzzle.givens
    QTest.mouseClick(page.cell_pad, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert page.document.puzzle.givens == before and page.view.cursor_cell == 12, "a click between its keys reached the board"
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert not page.cell_pad.isVisible()
    click(page.view, 5)
    window.act("zoom_in")
    assert not page.cell_pad.isVisible(), "it stays where its cell no longer is"
    window.act("cell_pad")
    assert page.keypad.pad.isVisible() and not page.cell_pad.wanted


@pytest.mark.parametrize("cell", [(0, 0), (90, 40), (90, 90), (0, 90)])
def test_a_pad_never_covers_its_cell(cell: tuple[int, int]) -> None:
    spot_of = QRectF(*cell, 10, 10)
    for room, depth in ((200, 100), (100, 100), (60, 100), (100, 60)):
        at = QRectF(*place_beside(spot_of, 40, 30, room, depth), 40, 30)
        assert not at.intersects(spot_of)


def test_a_selection_is_filled_with_the_pad(window: MainWindow) -> None:
    page = open_latin(window)
    page.palette_column.choose(SELECT)
    drag(page.view, [0, 5])
    page.keypad.keys["4"].click()
    assert [cell for cell, given in enumerate(page.document.puzzle.givens) if given == 4] == [0, 1, 4, 5]
    page.keypad.keys["delete"].click()
    assert not any(page.document.puzzle.givens)


def test_a_quick_second_click_after_a_key_does_not_count(window: MainWindow) -> None:
    """The system calls it a double click, however many keys came between."""
    page = open_latin(window)
    click(page.view, 5)
    QTest.keyClicks(page.view, "3")
    assert page.document.puzzle.givens[5] == 3
    QTest.mouseDClick(page.view, Qt.MouseButton.LeftButton, pos=spot(page.view, 5))
    QTest.mouseRelease(page.view, Qt.MouseButton.LeftButton, pos=spot(page.view, 5))
    assert page.document.puzzle.givens[5] == 3
    click(page.view, 5)
    assert page.document.puzzle.givens[5] == 4


class Numbers:
    """Where the numbers of rows and columns are put: a painter that only remembers."""

    def __init__(self, view: BoardView) -> None:
        self.words: list[tuple[str, QRectF]] = []
        self.font, self._view = QFont(), view
        assert view.board is not None
        rulers.paint(cast(QPainter, self), view.board.grid, view._origin, view.cell_size, view.size(), view.theme)

    def setFont(self, font: QFont) -> None:
        self.font = font

    def setPen(self, colour: object) -> None: ...
    def fillRect(self, *where: object) -> None: ...

    def drawText(self, box: QRectF, _align: object, text: str) -> None:
        self.words.append((text, box))

    def in_sight(self) -> bool:
        return all(QRectF(self._view.rect()).contains(box.center()) for _, box in self.words)


def test_rows_and_columns_have_numbers(window: MainWindow) -> None:
    page = open_latin(window)
    assert page.view.numbered
    assert sorted(text for text, _ in Numbers(page.view).words) == sorted("11223344")
    before = page.view.grab().toImage()
    window.act("labels")
    assert not page.view.numbered and page.view.grab().toImage() != before


def test_numbers_of_large_boards_are_read_wherever_one_has_zoomed_to(qtbot: QtBot) -> None:
    """On 20x20 they are no smaller than other small print, all of them beside the board; zoomed in, they stay in sight."""
    view, family = BoardView(), registry.family("fillomino")
    qtbot.addWidget(view)
    view.number(True)
    view.resize(680, 660)
    view.show_board(family, Board(family.blank(20, 20)))
    view.shapes()
    view.fit()
    whole = Numbers(view)
    assert len(whole.words) == 40 and whole.in_sight() and whole.font.pixelSize() >= 11
    board = view.cell_rect(0).united(view.cell_rect(399))
    metrics = QFontMetricsF(whole.font)
    for text, box in whole.words:
        ink = metrics.boundingRect(text)
        ink.moveCenter(box.center())
        assert not ink.intersects(board) and QRectF(view.rect()).contains(ink), f"{text} lies over the board or is cut"
    view.zoom(4)
    near = Numbers(view)
    assert near.in_sight() and 4 < len(near.words) < 40 and near.font.pixelSize() <= 26
    view.zoom(0.02)
    small = Numbers(view)
    assert {"10", "20"} <= {text for text, _ in small.words} and "1" not in {text for text, _ in small.words}

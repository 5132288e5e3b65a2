"""A maker's further tools in the window: turning, every symmetry, candidates and solutions, kinds of clues."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from studio.core import registry
from studio.core.puzzle import Puzzle
from studio.core.turn import SYMMETRIES, turned
from studio.setter.mend import Mended
from studio.ui.document import DRAW, Document
from studio.ui.main_window import MainWindow
from tests.ui.conftest import click, open_latin, wait_for

SAMPLES = [(family.id, sample) for family in registry.families() for sample in family.samples()[:1]]
EVERY = pytest.mark.parametrize(("family_id", "puzzle"), SAMPLES, ids=[name for name, _ in SAMPLES])
TURNED = {"turn": "right", "turn_left": "left", "mirror": "mirror", "flip": "flip", "transpose": "transpose"}
fillomino = pytest.mark.skipif("fillomino" not in dict(SAMPLES), reason="needs Fillomino")


def judged(page: Any, qtbot: Any) -> Any:
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done" and not page.live.busy)
    return page.live.latest


# --- the shape of the board ---------------------------------------------------------------------------------------------------
@EVERY
def test_a_board_is_turned_both_ways_and_mirrored_in_three_axes(window: MainWindow, family_id: str, puzzle: Puzzle) -> None:
    page = window.add_document(Document(puzzle), DRAW)
    for act, turn in TURNED.items():
        before = page.document.puzzle
        window.act(act)
        assert page.document.puzzle.same_board(turned(before, turn)), act
        page.document.history.undo()
        assert page.document.puzzle.same_board(before), "undo"
    for back in (("turn", "turn_left"), ("mirror", "mirror"), ("flip", "flip"), ("turn",) * 4):
        for act in back:
            window.act(act)
        assert page.document.puzzle.same_board(puzzle), back


# --- symmetric input --------------------------------------------------------------------------------------------------------
@fillomino
@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_every_symmetry_holds_while_one_draws_and_mends(window: MainWindow, qtbot: Any, symmetry: str) -> None:
    page = window.add_document(Document(registry.family("fillomino").blank(4, 4)), DRAW)
    box = page.draw_panel.symmetry
    assert box.findData(symmetry) >= 0, "it cannot be chosen"
    box.setCurrentIndex(box.findData(symmetry))
    assert page._above(), "it is not shown on the board"
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    drawn = set(page.document.puzzle.clues())
    assert 1 in drawn and len(drawn) > 1 and drawn == images(page, symmetry, drawn)
    page.document.history.undo()
    assert not page.document.puzzle.clues(), "one stroke is one step"
    click(page.view, 0)
    QTest.keyClick(page.view, Qt.Key.Key_4)
    assert judged(page, qtbot).verdict in ("multiple", "none")
    if page.live.latest.verdict == "multiple":
        page.draw_panel.verdict.mending.add.click()
        wait_for(qtbot, lambda: not page.draw_panel.verdict.mending._watcher.running)
        mended = set(page.document.puzzle.clues())
        assert mended == images(page, symmetry, mended), "the mender forgot the symmetry"


def images(page: Any, symmetry: str, cells: set[int]) -> set[int]:
    """These cells and all that lie like them: what `turned` does to a board with a clue in each."""
    bare = page.document.family.blank(4, 4)
    marked = bare.with_givens(tuple(int(cell in cells) for cell in range(16)))
    return cells | {cell for turn in SYMMETRIES[symmetry] for cell, value in enumerate(turned(marked, turn).givens) if value}


# --- candidates and solutions -------------------------------------------------------------------------------------------------
def test_candidates_are_those_of_all_solutions_and_one_is_made_the_only_one(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, 2, 3, 4, 2, 1, 4, 3, *(0,) * 8)
    assert judged(page, qtbot).verdict == "multiple"
    card = page.draw_panel.verdict.solutions
    card.browse.click()
    wait_for(qtbot, lambda: card.found is not None and card.found.all)
    answers = card.found.answers
    assert len(set(answers)) == len(answers) > 2 and f"1 of {len(answers)}" in card.where.text()
    card.candidates.click()
    wait_for(qtbot, lambda: card.listed is not None and card.listed.final and bool(card.listed.counts))
    for cell in range(16):
        values = sorted({answer[cell] for answer in answers})
        assert sorted(card.listed.values[cell]) == values
        counts = dict(zip(card.listed.values[cell], card.listed.counts[cell]))
        assert counts == {value: min(sum(answer[cell] == value for answer in answers), card.listed.bound) for value in values}
    assert "can be" in card.describe(8) and card.marks()
    card.on.click()
    card.on.click()
    meant = card.shown()
    assert meant == answers[2] and list(page.view.board.marks) == list(meant), "the solution that is browsed to is seen"
    card.keep.click()
    wait_for(qtbot, lambda: not page.draw_panel.verdict.mending._watcher.running and len(page.document.puzzle.clues()) > 8)
    assert judged(page, qtbot).verdict == "unique" and tuple(page.live.latest.solution) == tuple(meant)


# --- the kinds of clues that puzz.link has ----------------------------------------------------------------------------------
@fillomino
def test_hidden_numbers_given_borders_and_a_largest_region_are_drawn_judged_and_shared(window: MainWindow, qtbot: Any) -> None:
    page = window.add_document(Document(registry.family("fillomino").blank(3, 3)), DRAW)
    click(page.view, 0)
    QTest.keyClicks(page.view, "?")
    click(page.view, 8)
    QTest.keyClicks(page.view, "3")
    assert page.document.puzzle.givens[0] < 0 and page.document.puzzle.givens[8] == 3
    page.palette_column.choose("borders")
    between = (page.view.cell_rect(0).center() + page.view.cell_rect(1).center()) / 2
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, between.toPoint())
    grid = page.document.board.grid
    assert page.document.puzzle.borders[grid.border_between(0, 1)]
    field = page.draw_panel.form.control("limit")
    field.setValue(3)
    assert page.document.puzzle.params["limit"] == 3
    found = judged(page, qtbot)
    assert found.verdict == "multiple"
    for answer in (found.solution, found.second):
        assert max(answer) <= 3 and answer[0] != answer[1] and not page.document.family.wrong(page.document.puzzle, answer)
    page.draw_panel.verdict.mending.add.click()
    wait_for(qtbot, lambda: not page.draw_panel.verdict.mending._watcher.running)
    assert judged(page, qtbot).verdict == "unique"
    made = page.document.puzzle
    window.act("copy_address")
    window.act("paste")
    assert window.page() is not page and window.page().document.puzzle.same_board(made), "the address keeps all of it"


@fillomino
def test_an_empty_board_is_no_failure_where_clues_are_needed(window: MainWindow, qtbot: Any) -> None:
    """In the basic variant every region holds a given number, so an empty board has no solution, but only until one draws."""
    family = registry.family("fillomino")
    page = window.add_document(Document(family.blank(3, 3, variant="basic")), DRAW)
    assert judged(page, qtbot).verdict == "none"
    assert "No solution" not in page.draw_panel.verdict.headline.text()
    click(page.view, 0)
    QTest.keyClicks(page.view, "1")
    assert judged(page, qtbot).verdict == "none"
    assert "more of them may help" in page.draw_panel.verdict.detail.text(), "half-drawn, it is not hopeless"
    small = window.add_document(Document(family.blank(3, 3, limit=1)), DRAW)
    assert judged(small, qtbot).verdict == "none"
    assert small.draw_panel.verdict.headline.text() == "No solution", "no clue can mend that"
    assert "whatever the clues" in small.draw_panel.verdict.detail.text()


@fillomino
def test_a_hidden_number_that_is_named_is_not_counted_as_added(window: MainWindow) -> None:
    hidden = registry.family("fillomino").blank(2, 2).with_givens((-1, 0, 0, 0))
    page = window.add_document(Document(hidden), DRAW)
    mending = page.draw_panel.verdict.mending
    mending._how = "add"
    mending._apply(Mended(hidden.with_givens((2, 1, 0, 0)), added=(0, 1)))
    assert mending.message.text().startswith("Clues added: 1, hidden ones named: 1.")
    assert page.document.puzzle.givens[:2] == (2, 1)


@pytest.mark.skipif("fobidoshi" not in dict(SAMPLES), reason="needs Fobidoshi")
def test_given_crosses_are_clicked_both_ways_and_hold(window: MainWindow, qtbot: Any) -> None:
    page = window.add_document(Document(registry.family("fobidoshi").blank(4, 4)), DRAW)
    click(page.view, 0)
    click(page.view, 5)
    click(page.view, 5)
    at = page.view.cell_rect(10).center().toPoint()
    QTest.mouseClick(page.view, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, QPoint(at))
    givens = page.document.puzzle.givens
    assert (givens[0], givens[5], givens[10]) == (1, 2, 2)
    found = judged(page, qtbot)
    assert all(answer[cell] == 2 for answer in (found.solution, found.second) if answer for cell in (5, 10))

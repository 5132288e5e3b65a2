"""Draw mode as a user meets it: keys and mouse on the board, the live verdict beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox

from studio.core import registry
from studio.core.family import Tool
from studio.ui import verdict
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.modes.draw_panel import DrawPanel
from tests.ui.conftest import click, latin, open_latin, wait_for

UNIQUE = (1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1)
CLASH = (1, 0, 0, 1, *(0,) * 12)


def headline(panel: DrawPanel) -> str:
    return panel.verdict.headline.text()


def test_typing_a_clue_changes_the_puzzle_and_the_title(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window)
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.document.puzzle.givens[5] == 3
    assert window.tabs.tabText(window.tabs.currentIndex()).startswith("• ")
    assert window.cell_label.text() == "row 2, column 2: 3, given"


def test_undo_and_redo_by_keys(window: MainWindow) -> None:
    page = open_latin(window)
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.document.puzzle.givens[5] == 0
    QTest.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert page.document.puzzle.givens[5] == 3


def test_the_verdict_follows_the_drawing(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *UNIQUE)
    panel = page.draw_panel
    wait_for(qtbot, lambda: not page.live.busy and page.live.latest is not None)
    assert page.live.latest.verdict in ("unique", "multiple")
    click(page.view, 3)
    QTest.keyClick(page.view, Qt.Key.Key_1)
    assert headline(panel) == "Thinking …"
    wait_for(qtbot, lambda: headline(panel) == "No solution")
    wait_for(qtbot, lambda: bool(page.view.overlay.clashing))
    assert 3 in page.view.overlay.clashing
    assert "Remove any of them" in panel.verdict.detail.text()
    QTest.keyClick(page.view, Qt.Key.Key_Backspace)
    wait_for(qtbot, lambda: headline(panel) not in ("Thinking …", "No solution"))


def test_several_solutions_differ_flip_and_share(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    card = page.draw_panel.verdict
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert page.live.latest.verdict == "multiple"
    assert card.other.isEnabled() and not card.forced.isEnabled(), "only the given itself is forced"
    assert not card.differing.isChecked() and page.view.overlay.differing == (), "a board full of differences tells nothing"
    card.differing.click()
    assert page.view.overlay.differing == tuple(range(1, 16))
    card.other.click()
    assert card.solution.isChecked()
    second = list(page.view.board.marks)
    card.other.click()
    first = list(page.view.board.marks)
    assert first != second and 0 not in first and 0 not in second
    assert page.document.board.marks[1:] == [0] * 15  # showing is not playing


def test_forced_cells_and_few_differences_are_shown(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, 2, 3, 4, 2, 1, 4, 3, 3, 4, *(0,) * 6)
    card = page.draw_panel.verdict
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert page.live.latest.verdict == "multiple" and card.forced.isEnabled() == card._tells_news(page.live.latest.forced)
    page.document.edit("draw", [page.document.board.change("givens", 1, 0)], "Less")
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert card.forced.isEnabled() and card._tells_news(page.live.latest.forced)
    card.forced.click()
    assert page.view.overlay.ghosts[1] == 2
    assert card.differing.isChecked() == (2 * len(page.live.latest.differing) <= 7)
    assert page.live.latest.solution is not None
    page.document.replace_puzzle(latin(*page.live.latest.solution), "More")
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.verdict == "unique")
    assert not card.differing.isChecked() and not card.differing.isEnabled(), "nothing differs, and nothing looks so"


def test_a_board_that_breaks_a_rule_by_itself_says_which(window: MainWindow, qtbot: Any) -> None:
    family = registry.family("evolomino")
    blank = family.blank(3, 3)
    short = [0] * len(blank.borders)
    short[blank.grid.border_between(0, 1)] = 2
    page = window.add_document(Document(replace(blank, borders=tuple(short))))
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert page.draw_panel.verdict.detail.text() == "An arrow passes through fewer than two blocks."
    assert page.view.overlay.clashing == (0, 1)


def test_a_verdict_is_not_asked_again_for_cosmetic_changes(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *UNIQUE)
    wait_for(qtbot, lambda: not page.live.busy and page.live.latest is not None)
    asked: list[bool] = []
    page.live.thinking.connect(lambda: asked.append(True))
    page.draw_panel.title.setFocus()
    QTest.keyClicks(page.draw_panel.title, "Name")
    QTest.keyClick(page.draw_panel.title, Qt.Key.Key_Return)
    assert page.document.puzzle.title == "Name"
    assert not asked and not page.live.busy


def test_nothing_thinks_while_nobody_looks(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *UNIQUE)
    window.set_mode("play")
    assert not page.live.busy
    window.set_mode("draw")
    wait_for(qtbot, lambda: page.live.latest is not None)


def test_switched_off_verdicts_answer_when_asked(window: MainWindow, qtbot: Any) -> None:
    window.desk.preferences.live_verdict = False
    page = open_latin(window, *CLASH)
    qtbot.wait(verdict.DEBOUNCE_MS + 100)
    assert not page.live.busy and page.live.latest is None
    QTest.keyClick(window, Qt.Key.Key_F8)
    wait_for(qtbot, lambda: headline(page.draw_panel) == "No solution")


def test_an_empty_board_says_what_to_do(window: MainWindow) -> None:
    page = open_latin(window)
    assert "Ctrl+G" in page.draw_panel.verdict.detail.text()


def test_clear_and_resize_can_be_undone(window: MainWindow) -> None:
    page = open_latin(window, *UNIQUE)
    window.act("clear")
    assert page.document.is_blank()
    page.document.resize(3, 3)
    assert page.view.board.grid.size == 9
    for _ in range(2):
        window.undo_action.trigger()
    assert page.document.puzzle.givens == UNIQUE


def test_solutions_are_counted_up_to_the_users_bound(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    card = page.draw_panel.verdict
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    card.bound.setFocus()
    card.bound.selectAll()
    QTest.keyClicks(card.bound, "1000")
    QTest.keyClick(card.bound, Qt.Key.Key_Return)
    wait_for(qtbot, lambda: headline(page.draw_panel) == "144 solutions")  # 576 Latin squares of order 4, a quarter has 1 first


def test_a_key_belongs_to_the_tool_before_it_chooses_another(window: MainWindow, monkeypatch: Any) -> None:
    tools = [Tool("givens", "Numbers", "draw"), Tool("other", "Other", "draw", shortcut="3"),
             Tool("more", "More", "draw", shortcut="k")]
    monkeypatch.setattr(type(registry.family("_template")), "tools", lambda self, board: tools)
    page = open_latin(window)
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.document.puzzle.givens[5] == 3 and page.palette_column.current == "givens"
    click(page.view, 6)
    QTest.keyClick(page.view, Qt.Key.Key_K)
    assert page.palette_column.current == "more"


def test_g_generates_on_an_empty_board(window: MainWindow) -> None:
    page = open_latin(window)
    wanted: list[str] = []
    page.wants.disconnect()
    page.wants.connect(wanted.append)
    QTest.keyClick(page.view, Qt.Key.Key_G)
    assert wanted == ["generate"]


def test_the_tiles_of_a_tiling_have_controls(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("tiling").blank(3, 9, tiles="4:4L 5P")), "draw")
    card, board = page.draw_panel.supply, page.document.board
    assert card.isVisibleTo(page) and card.summary.text() == "27 cells, pieces without end"
    card.form.control("least").setValue(2)
    assert board.params["tiles"][0]["least"] == 2
    card.choose(1)
    turns = card.form.control("turns")
    turns.setCurrentIndex(turns.findData("none"))
    card.form.control("count").setValue(3)
    assert board.params["tiles"][1]["turns"] == "none" and card.summary.text() == "27 cells, pieces for 31"
    page.document.history.undo()
    page.document.history.undo()
    assert "turns" not in board.params["tiles"][1] and turns.currentData() == "all"
    card.take_set("Pentominoes (12)")
    assert card.entry.count() == 12 and board.params["reflections"] is True
    page.document.history.undo()
    assert card.entry.count() == 2 and not page.document.board.params["reflections"]
    other = window.add_document(Document(registry.family("fillomino").blank(4, 4)), "draw")
    assert not other.draw_panel.supply.isVisibleTo(other)


def test_a_number_that_means_no_limit_says_so(window: MainWindow) -> None:
    """A bare 0 for "Largest region" leaves one wondering."""
    for family in registry.families():
        page = window.add_document(Document(family.blank(*family.default_size)))
        for option in family.parameters:
            if option.least:
                field = page.draw_panel.form.control(option.name)
                assert isinstance(field, QSpinBox) and field.text() == option.least
                field.setValue(5)
                assert field.text() == "5" and page.document.puzzle.params[option.name] == 5


def test_fields_of_the_puzzle_begin_at_the_same_place(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("fillomino").blank(5, 5)))
    panel = page.draw_panel
    fields = [panel.form.control("variant"), panel.form.control("limit"), panel.symmetry]
    QTest.qWait(1)
    assert len({field.mapTo(panel, field.rect().topLeft()).x() for field in fields}) == 1


def test_no_tool_is_cut_short_where_there_is_room(window: MainWindow) -> None:
    """The column was measured before its buttons were counted in."""
    window.resize(1280, 820)
    for family in registry.families():
        page = window.add_document(Document(family.blank(*family.default_size)))
        for mode in ("draw", "play"):
            page.set_mode(mode)
            QTest.qWait(1)
            cut = [made.text() for made in page.palette_column._buttons.values() if made.width() < made.sizeHint().width()]
            assert not cut, (family.id, mode, cut)


def test_the_board_does_not_jump_when_solutions_are_browsed(window: MainWindow, qtbot: Any) -> None:
    window.resize(1280, 820)
    page = open_latin(window, 1, *(0,) * 15)
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    QTest.qWait(20)
    before = page.view.width()
    page.draw_panel.verdict.solutions.browse.click()
    wait_for(qtbot, lambda: page.draw_panel.verdict.solutions.keep.isVisible())
    QTest.qWait(20)
    assert page.view.width() == before


def test_nothing_jumps_while_the_next_verdict_is_thought_about(window: MainWindow, qtbot: Any) -> None:
    """A field below the verdict stays where it is from stroke to stroke, or a click hits another one."""
    page = open_latin(window, 1, *(0,) * 15)
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    card, field = page.draw_panel.verdict, page.draw_panel.symmetry
    QTest.qWait(20)

    def place() -> int:
        return field.mapTo(page.draw_panel.widget(), field.rect().topLeft()).y()

    before = place()
    click(page.view, 5)
    QTest.keyClicks(page.view, "3")
    assert page.live.latest is None and "Thinking" in card.headline.text()
    QTest.qWait(1)
    assert card.solution.isVisible() and not card.solution.isEnabled()
    assert abs(place() - before) < 60, "the buttons went away, and came back"
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    assert card.solution.isEnabled() and card.mending.isEnabled()


@pytest.mark.parametrize("family_id", [family.id for family in registry.families()])
def test_nothing_jumps_when_the_first_verdict_arrives(window: MainWindow, qtbot: Any, family_id: str) -> None:
    """From the empty board to the first clue and its verdict the fields below stay where they are."""
    page = window.add_document(Document(registry.family(family_id).blank(5, 5)))
    field = page.draw_panel.symmetry if page.draw_panel.symmetry.isVisible() else page.draw_panel.title
    QTest.qWait(20)

    def place() -> int:
        return field.mapTo(page.draw_panel.widget(), field.rect().topLeft()).y()

    before = place()
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    QTest.qWait(20)
    assert place() == before or page.draw_panel.verdict.proof.isVisible(), "the verdict of the empty board"
    sample = min(registry.family(family_id).samples(), key=lambda puzzle: puzzle.grid.size)
    page.document.replace_puzzle(sample, "Draw")
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.stage == "done")
    QTest.qWait(20)
    lines = page.draw_panel.verdict.detail.height() // page.draw_panel.verdict.detail.fontMetrics().lineSpacing()
    assert abs(place() - before) <= max(0, lines - 2) * 20, "only a longer sentence takes more room"


def test_a_single_stroke_is_judged_at_once_and_a_flurry_once(window: MainWindow, qtbot: Any, monkeypatch: Any) -> None:
    """Nobody waits for the pause between strokes after a quiet while; those that follow one another are asked together."""
    page = open_latin(window, *UNIQUE)
    wait_for(qtbot, lambda: not page.live.busy and page.live.latest is not None and not page.live._watcher.running)
    pauses: list[int] = []
    monkeypatch.setattr(page.live._pause, "start", pauses.append)
    for cell in (0, 1, 6):
        page.document.edit("draw", [page.document.board.change("givens", cell, 0)], "Less")
    assert pauses == [0, verdict.DEBOUNCE_MS, verdict.DEBOUNCE_MS]
    qtbot.wait(verdict.QUIET_MS + 50)
    page.document.edit("draw", [page.document.board.change("givens", 7, 0)], "Less")
    assert pauses[3:] == [0]

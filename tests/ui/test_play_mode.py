"""Play mode: marks, locked givens, clock, check, graded hints, trials."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core import files, registry
from studio.core.events import Event, Kind, Reason
from studio.setter.hints import Hint
from studio.ui.accessible import cell_words
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.modes.play_panel import clock_text
from tests.ui.conftest import click, open_latin, wait_for

ALMOST = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 0, 0)
SOME = (1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2)


def test_marks_are_the_players_and_givens_are_locked(window: MainWindow) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    click(page.view, 0)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.document.puzzle.givens[0] == 1
    click(page.view, 14)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert page.document.board.marks[14] == 2
    assert page.play_panel.progress.text() == "1 cell marked"


def test_solving_stops_the_clock_and_says_so(window: MainWindow) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    for cell, key in ((14, Qt.Key.Key_2), (15, Qt.Key.Key_1)):
        click(page.view, cell)
        QTest.keyClick(page.view, key)
    assert page.document.was_solved
    assert page.play_panel.message.text().startswith("Solved in")
    assert not page.play_panel._clock.isActive()


def test_check_names_the_broken_rule_and_shows_its_cells(window: MainWindow) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    click(page.view, 14)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert "3" in page.play_panel.message.text()
    assert 14 in page.view.overlay.violations
    QTest.keyClick(page.view, Qt.Key.Key_2)  # a new mark wipes the old complaint
    assert not page.play_panel.message.text() and not page.view.overlay.violations


def test_check_finds_a_wrong_mark_that_breaks_no_rule_yet(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *SOME, mode="play")
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    before = page.document.violations()
    QTest.keyClick(window, Qt.Key.Key_F7)
    wait_for(qtbot, lambda: page.play_panel.message.text() not in ("", "Thinking …"))
    assert not before
    told = page.play_panel.message.text()
    assert "mistake" in told or told == "All right so far."


def test_hints_come_in_grades_and_can_be_done(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    panel = page.play_panel
    QTest.keyClick(window, Qt.Key.Key_F6)
    wait_for(qtbot, lambda: panel.message.text() not in ("", "Thinking …"))
    first = panel.message.text()
    assert "Press Hint again" in first and not panel.do_button.isVisible()
    QTest.mouseClick(panel.hint_button, Qt.MouseButton.LeftButton)
    second = panel.message.text()
    QTest.mouseClick(panel.hint_button, Qt.MouseButton.LeftButton)
    third = panel.message.text()
    assert len({first, second, third}) == 3
    assert page.view.overlay.ghosts and panel.do_button.isVisible()
    before = list(page.document.board.marks)
    QTest.mouseClick(panel.do_button, Qt.MouseButton.LeftButton)
    assert page.document.board.marks != before
    window.undo_action.trigger()
    assert page.document.board.marks == before


def test_hints_lead_to_the_end(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    panel = page.play_panel
    for _ in range(4):
        if page.document.was_solved:
            break
        panel.hint()
        wait_for(qtbot, lambda: panel._hint is not None)
        panel.hint()
        panel.hint()
        panel.do_hint()
    assert page.document.was_solved


def test_trials_by_keys(window: MainWindow) -> None:
    page = open_latin(window, *SOME, mode="play")
    QTest.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert page.view.overlay.trial == {1: 1}
    assert "level 1" in page.play_panel.level.text()
    QTest.keyClick(window, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert page.document.board.marks[1] == 0 and not page.document.trials
    QTest.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.document.board.marks[1] == 2 and not page.document.trials


def test_broken_rules_can_be_shown_while_playing(window: MainWindow) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    page.play_panel.mistakes.click()
    click(page.view, 14)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert 14 in page.view.overlay.violations


def test_a_paused_board_is_hidden_and_deaf(window: MainWindow) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    place = page.view.cell_rect(14).center().toPoint()
    page.play_panel.pause.click()
    assert page.view.board is None
    QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert page.document.board.marks[14] == 0
    page.play_panel.pause.click()
    assert page.view.board is page.document.board


def test_the_clock_runs_only_in_play(window: MainWindow) -> None:
    page = open_latin(window, *SOME, mode="play")
    assert page.play_panel._clock.isActive()
    window.set_mode("draw")
    assert not page.play_panel._clock.isActive()
    window.set_mode("play")
    window.act("home")
    assert not page.play_panel._clock.isActive()


def test_clock_text() -> None:
    assert [clock_text(s) for s in (0, 59, 61, 3600)] == ["0:00", "0:59", "1:01", "1:00:00"]


def test_a_solved_board_is_celebrated_and_leads_to_the_next_one(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *ALMOST, mode="play")
    panel = page.play_panel
    glowed: list[bool] = []
    panel.celebrated.connect(lambda: glowed.append(True))
    page.document.hints = 1
    missing = [cell for cell, given in enumerate(ALMOST) if not given]
    for cell in missing:
        row = [ALMOST[i] for i in range(cell - cell % 4, cell - cell % 4 + 4)]
        column = [ALMOST[i] for i in range(cell % 4, 16, 4)]
        value = next(value for value in range(1, 5) if value not in row and value not in column)
        click(page.view, cell)
        QTest.keyClick(page.view, Qt.Key(Qt.Key.Key_0 + value))
    assert glowed == [True] and panel.next_button.isVisible()
    assert panel.message.text().endswith("with one hint. Well done!")
    wanted: list[str] = []
    page.wants.connect(wanted.append)
    panel.next_button.click()
    assert wanted == ["next_puzzle"]
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not panel.next_button.isVisible()


def test_the_next_puzzle_of_the_library_takes_the_solved_ones_place(window: MainWindow) -> None:
    first, second = (path for path in sorted(files.sample_folder("fobidoshi").glob("*.puzzle"))[:2])
    window.filing.open_path(first)
    page = window.page()
    assert page is not None and page.mode == "play"
    solution = page.document.puzzle.solution
    assert solution is not None and page.document.open_cells() == sum(not given for given in page.document.puzzle.givens)
    board = page.document.board
    changes = [board.change("marks", cell, value) for cell, value in enumerate(solution)]
    page.document.edit("play", [change for change in changes if change is not None], "")
    assert page.document.was_solved
    count = window.tabs.count()
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    now = window.page()
    assert now is not None and now.document.title == files.load(second).puzzle.title and window.tabs.count() == count


def test_the_status_bar_follows_undo(window: MainWindow) -> None:
    page = open_latin(window, *SOME, mode="play")
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_2)
    assert window.cell_label.text().endswith("2")
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.cell_label.text().endswith("empty")


def test_what_is_possible_lies_over_the_board_and_follows_it(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *SOME, mode="play")
    page.play_panel.pencil.shown.setChecked(True)
    wait_for(qtbot, lambda: bool(page.view.overlay.possible))
    assert page.view.overlay.possible[1].words() == "2 3"
    assert "possible: 2 3" in cell_words(page.view, 1)
    click(page.view, 1)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert not page.view.overlay.possible  # nothing old is shown
    wait_for(qtbot, lambda: bool(page.view.overlay.possible))
    assert 1 not in page.view.overlay.possible and page.view.overlay.possible[2].words() == "2 4"
    page.play_panel.pencil.shown.setChecked(False)
    assert not page.view.overlay.possible


def test_pencil_marks_are_filled_in_and_taken_back_in_one_step(window: MainWindow, qtbot: Any) -> None:
    puzzle = registry.family("fillomino").samples()[0]
    page = window.add_document(Document(puzzle), "play")
    steps = page.document.history.count()
    page.play_panel.pencil.fill.click()
    wait_for(qtbot, lambda: any(page.document.board.notes))
    assert page.document.history.count() == steps + 1 and "Filled in" in page.play_panel.pencil.message.text()
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if given <= 0]
    assert all(page.document.board.notes[cell] for cell in open_cells)
    window.undo_action.trigger()
    assert not any(page.document.board.notes)


def test_clashing_marks_are_told_instead_of_pencil_marks(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, *SOME, mode="play")
    page.play_panel.pencil.shown.setChecked(True)
    for cell in (1, 2):
        click(page.view, cell)
        QTest.keyClick(page.view, Qt.Key.Key_2)
    wait_for(qtbot, lambda: bool(page.play_panel.pencil.message.text()))
    assert not page.view.overlay.possible and page.view.overlay.clashing


def test_a_hint_unfolds_on_the_board(window: MainWindow, qtbot: Any) -> None:
    """The whole chain at once, numbered; then step by step, and closed again. The player's own marks stay as they are."""
    clash = Event(Kind.CONFLICT, 1, 2, 0, "only-place", Reason("no place is left", (2, 3)), 0.0)
    trial = (Event(Kind.GUESS, 1, 1, 2, "supposition", None, 0.0),
             Event(Kind.DEDUCE, 1, 2, 4, "elimination", Reason("it follows", (1,)), 0.0), clash)
    move = Event(Kind.DEDUCE, 0, 1, 3, "trial", Reason("else a clash", trials=(trial,)), 0.0)
    page = open_latin(window, *SOME, mode="play")
    panel, marks = page.play_panel, list(page.document.board.marks)
    panel._hint, panel._grade = Hint("move", ("Look.", "Think.", "r1c2 is 3."), ((1, 3),), (1,), event=move), 3
    panel._tell_hint()
    assert panel.trial.isVisible() and page.view.overlay.order == {1: 1, 2: 2} and page.view.overlay.conflict == (2, 3)
    assert page.view.board is not None and page.view.board.marks[1:3] == [2, 4] and "r1c2 is 3." in panel.message.text()
    panel.trial.back.click()
    assert panel.message.text().startswith("Then r1c3 = 4") and page.view.overlay.current == (2,)
    panel.trial.close_button.click()
    assert page.view.overlay.ghosts == {1: 3} and page.view.board.marks == marks == page.document.board.marks
    panel.do_button.click()
    assert not panel.trial.isVisible() and page.document.board.marks[1] == 3


def test_whose_puzzle_it_is_stands_right_below_the_clock(window: MainWindow) -> None:
    """Without scrolling, also in a small window."""
    window.resize(1000, 640)
    page = open_latin(window, mode="play")
    page.document.set_details("A name", "Somebody", "Mind the corners")
    page.document.changed.emit(True)
    panel = page.play_panel
    assert "Somebody" in panel.about.text() and "corners" in panel.about.text()
    QTest.qWait(1)
    assert panel.about.visibleRegion().boundingRect().height() >= panel.about.height(), "it must be scrolled to"


def test_a_list_that_goes_on_ends_its_sentence_once(window: MainWindow) -> None:
    page = open_latin(window)
    page.set_mode("play")
    page.play_panel._answered(Hint("move", ("there is no way out for r1c1, r1c2 ….",), ((0, 1),), (0,)))
    assert page.play_panel.message.text() == "there is no way out for r1c1, r1c2 …"


def test_a_long_thought_tells_how_long_and_can_be_stopped(window: MainWindow, qtbot: Any) -> None:
    """As if the worker had no answer for a while: the board is free meanwhile, and so is whoever waits."""
    page = open_latin(window, mode="play")
    panel = page.play_panel
    panel._watcher._timer.timeout.disconnect()
    panel.hint()
    assert not panel.patience.isVisible(), "a quick answer moves nothing"
    wait_for(qtbot, lambda: panel.patience.isVisible() and panel.message.text() == "Thinking … 1 s")
    panel.patience.halt.click()
    assert not panel._watcher.running and panel.message.text() == "" and not panel.patience.isVisible()

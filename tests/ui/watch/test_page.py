"""The Watch page as a user meets it: run, scrub, step, jump, filter, fold, compare, export; with mouse and keys."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QFileDialog, QMessageBox, QSlider, QSpinBox, QWidget

from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trace import Kind, Reason, TraceWriter, move_cell
from studio.share.film_file import read_film
from studio.ui.look import look
from studio.ui.watch.film_dialog import FilmDialog
from studio.ui.watch.page import WatchPage
from studio.ui.watch.player import AS_FAST, BY_TIME, SPEEDS
from tests.ui.watch.conftest import blank, kinds_of, random_film, show, solved_film, told_film

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
PATIENCE_MS = 60_000


def press(page: WatchPage, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    page.view.setFocus()
    QTest.keyClick(page.view, key, modifier)


def finish(page: WatchPage, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not any(lane.recorder.running for lane in page.lanes), timeout=PATIENCE_MS)


# --- running ----------------------------------------------------------------------------------------------------------
def test_run_films_a_real_search_in_a_worker(page: WatchPage, qtbot: Any) -> None:
    page.set_speed(AS_FAST)
    page.lanes[0].bar.wanted.setCurrentIndex(page.lanes[0].bar.wanted.findData(10))
    QTest.mouseClick(page.lanes[0].bar.run, LEFT)
    assert page.lanes[0].bar.run.text() == "Stop" and page.clock.ticking
    finish(page, qtbot)
    film = page.film
    assert film is not None and film.result is not None and film.result.status is Status.MULTIPLE
    assert "10 solutions" in page.lanes[0].status.text() and page.lanes[0].bar.run.text() == "Run"
    qtbot.waitUntil(lambda: not page.player.playing, timeout=PATIENCE_MS)
    assert page.player.position == len(film) > 10
    qtbot.waitUntil(lambda: not page.clock.ticking, timeout=PATIENCE_MS)  # idle: nothing ticks
    assert gc.isenabled()
    assert page.view.board is not None and tuple(page.view.board.marks) == film.log.solutions[-1]


def test_stop_keeps_the_film_so_far(page: WatchPage, qtbot: Any) -> None:
    page.set_puzzle(blank(7))
    page.set_speed(AS_FAST)
    page.start("auto", Options(0, {"order": "first"}), Limits(120))
    qtbot.waitUntil(lambda: page.film is not None and len(page.film) > 500, timeout=PATIENCE_MS)
    QTest.mouseClick(page.lanes[0].bar.run, LEFT)
    assert not page.lanes[0].recorder.running
    assert page.film is not None and page.film.result is not None and page.film.result.stopped == Status.CANCELLED
    assert page.film.log.event(len(page.film.log) - 1).kind is Kind.END
    kept = len(page.film)
    press(page, Qt.Key.Key_Home)
    press(page, Qt.Key.Key_End)
    assert page.player.position == kept


def test_scrubbing_while_the_film_still_grows(page: WatchPage, qtbot: Any) -> None:
    page.set_puzzle(blank(8))
    page.set_speed(AS_FAST)
    page.start("auto", Options(0, {"order": "first"}), Limits(120))
    qtbot.waitUntil(lambda: page.transport.timeline.maximum() > 300, timeout=PATIENCE_MS)
    line = page.transport.timeline
    QTest.mousePress(line, LEFT, NONE, QPoint(line.width() // 2, 20))
    QTest.mouseMove(line, QPoint(line.width() // 4, 20))
    middle = page.player.position
    length = page.player.length
    assert 0 < middle < length and not page.player.playing
    assert line.words_at(middle).startswith(f"event {middle:,}")
    qtbot.waitUntil(lambda: page.player.length > length, timeout=PATIENCE_MS)
    assert page.player.position == middle
    QTest.mouseMove(line, QPoint(line.width() // 2, 20))
    assert page.player.position > middle
    QTest.mouseRelease(line, LEFT, NONE, QPoint(line.width() // 2, 20))
    page.stop()


def test_options_of_the_engine_are_controls(page: WatchPage, qtbot: Any) -> None:
    bar = page.lanes[0].bar
    assert bar.form is not None
    order = bar.form.control("order")
    assert isinstance(order, QComboBox)
    order.setCurrentIndex(order.findData("first"))
    switch = next(box for box in bar.form.findChildren(QCheckBox))
    switch.setChecked(False)
    assert bar.options().values["order"] == "first" and "(2)" in bar.options_button.text()
    bar.seconds.setValue(7)
    assert bar.limits().seconds == 7
    page.start()
    finish(page, qtbot)
    assert page.film is not None and page.film.options.values["order"] == "first" and "order first" in page.film.title()


def test_the_time_limit_ends_a_search(page: WatchPage, qtbot: Any) -> None:
    page.set_puzzle(blank(9))
    page.start("auto", Options(0), Limits(1))
    finish(page, qtbot)
    assert "solutions so far" in page.lanes[0].status.text()


def test_options_open_and_change_by_keyboard(page: WatchPage, qtbot: Any) -> None:
    bar = page.lanes[0].bar
    bar.options_button.setFocus()
    QTest.keyClick(bar.options_button, Qt.Key.Key_Space)
    assert bar.popup is not None and bar.popup.isVisible() and bar.form is not None
    switch = bar.form.findChildren(QCheckBox)[0]
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert not switch.isChecked() and "(1)" in bar.options_button.text()
    QTest.keyClick(bar.popup, Qt.Key.Key_Escape)
    assert not bar.popup.isVisible()


# --- the keyboard -----------------------------------------------------------------------------------------------------
def test_keys_of_the_player(page: WatchPage) -> None:
    film = random_film(5, 300)
    show(page, film)
    kinds = kinds_of(film)
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Right)
    assert page.player.position == 2
    press(page, Qt.Key.Key_Left)
    assert page.player.position == 1
    press(page, Qt.Key.Key_Right, SHIFT)
    assert page.player.position == 11
    for key, kind in ((Qt.Key.Key_G, Kind.GUESS), (Qt.Key.Key_C, Kind.CONFLICT), (Qt.Key.Key_S, Kind.SOLUTION)):
        press(page, Qt.Key.Key_Home)
        press(page, key)
        assert page.player.position == kinds.index(kind) + 1
    press(page, Qt.Key.Key_End)
    assert page.player.position == len(film)
    press(page, Qt.Key.Key_G, SHIFT)
    assert page.player.position == max(i for i, kind in enumerate(kinds[:-1]) if kind is Kind.GUESS) + 1
    before = page.transport.speed.value()
    press(page, Qt.Key.Key_Period)
    assert page.transport.speed.value() == before + 1 and page.player.speed == SPEEDS[before + 1]
    press(page, Qt.Key.Key_Space)
    assert page.player.playing
    press(page, Qt.Key.Key_Space)
    assert not page.player.playing


def test_space_on_a_focused_button_presses_the_button(page: WatchPage) -> None:
    show(page, random_film(5, 100))
    page.transport.forth.setFocus()
    QTest.keyClick(page.transport.forth, Qt.Key.Key_Space)
    assert page.player.position == 1 and not page.player.playing


def test_buttons_of_the_transport(page: WatchPage) -> None:
    film = random_film(5, 300)
    show(page, film)
    bar = page.transport
    QTest.mouseClick(bar.forth, LEFT)
    QTest.mouseClick(bar.forth, LEFT)
    QTest.mouseClick(bar.back, LEFT)
    assert page.player.position == 1
    QTest.mouseClick(bar.jumps[Kind.CONFLICT][1], LEFT)
    assert kinds_of(film)[page.player.position - 1] is Kind.CONFLICT
    QTest.mouseClick(bar.end, LEFT)
    assert page.player.position == len(film) and f"of {len(film):,}" in bar.where.text()
    QTest.mouseClick(bar.start, LEFT)
    assert page.player.position == 0
    bar.speed.setFocus()
    QTest.keyClick(bar.speed, Qt.Key.Key_End)
    assert page.player.speed == AS_FAST and bar.speed_words.text() == "as fast as it comes"


# --- what is shown ----------------------------------------------------------------------------------------------------
def telling(trace: TraceWriter) -> None:
    trace.deduce(5, 3, "only-place", Reason("no other cell of the row can be 3", (4, 6)))
    trace.guess(0, 4)
    trace.deduce(1, 2, "elimination")
    trace.conflict(2, "contradiction", Reason("no value is left", (2, 3)))
    trace.backtrack(0)
    trace.cut([8, 9], "they hang apart")


def test_the_board_tells_deduced_guessed_contradicted_and_undone_apart(page: WatchPage) -> None:
    show(page, told_film(telling))
    seen = []
    for _ in range(6):
        press(page, Qt.Key.Key_Right)
        seen.append((page.view.overlay, page.lanes[0].card.step))
    assert seen[0][0].current == (5,) and seen[0][0].causes == (4, 6) and "no other cell" in seen[0][1].why
    assert seen[1][0].guessed == {0: 1} and seen[1][1].what == "Guess 1: r1c1 = 4"
    assert seen[2][0].deduced.keys() == {5, 1} and seen[2][0].depths[1] == 1 and seen[2][0].depths[5] == 0
    assert set(seen[3][0].conflict) == {2, 3}
    assert set(seen[4][0].undone) == {0, 1} and "2 cells undone" in seen[4][1].what
    assert seen[5][0].cut == (8, 9)
    press(page, Qt.Key.Key_Left)
    assert page.view.overlay.undone == seen[4][0].undone


def test_an_engine_without_events_shows_its_answer(page: WatchPage) -> None:
    film = told_film(lambda trace: None)
    answer = solved_film(solutions=1).log.solutions[0]
    film.result = SolveResult(Status.SOLVED, [answer])
    show(page, film)
    assert page.view.board is not None and tuple(page.view.board.marks) == answer
    assert "not its steps" in page.lanes[0].card.step.why


def test_the_log_jumps_by_click_and_keys(page: WatchPage) -> None:
    film = random_film(9, 400)
    show(page, film)
    view = page.side.log.view
    QTest.mouseClick(view.viewport(), LEFT, NONE, QPoint(80, 23 * 4 + 5))
    assert page.player.position == 5
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert page.player.position == 6
    QTest.keyClick(view, Qt.Key.Key_End)
    assert page.player.position == len(film) and view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert page.player.position == 1
    assert view.accessibleDescription().startswith("1: ")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert page.player.position == 2, "left and right step through the film from here, too"


def test_the_log_follows_the_film_until_the_user_scrolls(page: WatchPage) -> None:
    film = random_film(9, 400)
    view = page.side.log.view
    view.set_position(300)  # known before the film's events are
    show(page, film)
    page.player.go(300)
    bar = view.verticalScrollBar()

    def in_view() -> bool:
        return bar.value() <= view.current_row() < bar.value() + view._lines()

    assert in_view() and bar.value() > 0
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    view.show_film(film)
    assert bar.value() == 0, "it stays where the user scrolled to"
    page.player.step(1)
    assert in_view()


def test_the_log_filter_lists_only_what_is_wanted(page: WatchPage) -> None:
    film = random_film(9, 400)
    show(page, film)
    panel = page.side.log
    panel.turning.trigger()
    assert len(panel.view.index) == sum(kind is not Kind.DEDUCE for kind in kinds_of(film))
    panel.kinds[Kind.GUESS].trigger()
    guesses = kinds_of(film).count(Kind.GUESS)
    assert len(panel.view.index) == sum(kind is not Kind.DEDUCE for kind in kinds_of(film)) - guesses
    QTest.keyClick(panel.view, Qt.Key.Key_Home)
    assert kinds_of(film)[page.player.position - 1] not in (Kind.DEDUCE, Kind.GUESS)
    panel.everything.trigger()
    assert len(panel.view.index) == len(film)


def test_the_tree_jumps_walks_and_folds(page: WatchPage) -> None:
    film = solved_film(solutions=0)
    show(page, film)
    view = page.side.tree
    node = next(n for n in range(1, film.tree.size) if len(film.tree.children(n)) > 1)
    place = view.place_of(node)
    assert place is not None
    QTest.mouseClick(view, LEFT, NONE, place.toPoint())
    near = view.node_near(QPointF(place.toPoint()))
    assert near is not None and page.player.position == int(film.tree.events[near]) + 1 and view.current == near
    view.go(node)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current == film.tree.children(node)[0]
    QTest.keyClick(view, Qt.Key.Key_BracketRight)
    assert view.current == film.tree.children(node)[1]
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.current == node
    assert view.layout_ is not None
    shown = len(view.layout_.nodes)
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.is_folded(node) and len(view.layout_.nodes) < shown
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert len(view.layout_.nodes) == shown
    assert "depth" in view.describe(node) and "nodes below" in view.describe(node)


def test_failed_branches_fold_with_one_click(page: WatchPage) -> None:
    film = random_film(12, 600, restarts=False)
    show(page, film)
    layout = page.side.tree.layout_
    assert layout is not None
    QTest.mouseClick(page.side.fold, LEFT)
    folded = page.side.tree.layout_
    assert folded is not None and len(folded.nodes) < len(layout.nodes) and folded.folded.any()
    QTest.mouseClick(page.side.fold, LEFT)
    assert page.side.tree.layout_ is not None and len(page.side.tree.layout_.nodes) == len(layout.nodes)


def test_the_tree_pans_and_zooms_by_mouse(page: WatchPage) -> None:
    show(page, random_film(12, 600))
    view = page.side.tree
    before = QPointF(view.origin)
    QTest.mousePress(view, LEFT, NONE, QPoint(100, 60))
    QTest.mouseMove(view, QPoint(130, 90))
    QTest.mouseMove(view, QPoint(160, 110))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(160, 110))
    assert view.origin != before and page.player.position == 0
    wide = view.leaf_pixels
    view.zoom(2.0, QPointF(50, 50))
    assert view.leaf_pixels == pytest.approx(2 * wide)
    QTest.mouseClick(page.side.fit, LEFT)
    assert view.leaf_pixels == pytest.approx(wide)


def test_charts_and_statistics_agree_with_the_film(page: WatchPage) -> None:
    film = solved_film(solutions=0)
    show(page, film)
    page.side.tabs.setCurrentIndex(1)
    page.grab()
    chart = page.side.depth_chart
    QTest.mouseClick(chart, LEFT, NONE, QPoint(int(chart.plot_box().center().x()), int(chart.plot_box().center().y())))
    assert page.player.position == pytest.approx(len(film) / 2, abs=len(film) / 50 + 2)
    page.side.tabs.setCurrentIndex(2)
    QTest.mouseClick(page.side.stats.copy, LEFT)
    text = QGuiApplication.clipboard().text()
    rows = dict(line.split("\t")[:2] for line in text.splitlines())
    assert rows["Guesses"] == f"{film.log.stats.guesses:,}" and rows["Deepest"] == str(film.log.stats.max_depth)
    QTest.mouseClick(page.side.stats.copy_as_json, LEFT)
    assert json.loads(QGuiApplication.clipboard().text())[0]["nodes"] == film.log.stats.nodes


# --- two films --------------------------------------------------------------------------------------------------------
def test_two_films_side_by_side(page: WatchPage) -> None:
    QTest.mouseClick(page.compare, LEFT)
    assert page.lanes[1].isVisible() and page.transport.in_step.isVisible()
    left, right = solved_film(solutions=0), solved_film(solutions=2)
    show(page, left)
    show(page, right, 1)
    press(page, Qt.Key.Key_Right)
    assert page.player.position_of(left) == page.player.position_of(right) == 1
    QTest.mouseClick(page.lanes[1].view, LEFT, NONE, QPoint(30, 30))
    assert page.active == 1 and page.film is right and page.side.tree.film is right and page.player.reference is right
    page.side.tabs.setCurrentIndex(2)
    assert page.side.stats.table.columnCount() == 3
    page.transport.in_step.setCurrentIndex(page.transport.in_step.findData(BY_TIME))
    press(page, Qt.Key.Key_End)
    assert page.player.position_of(right) == len(right)
    assert page.player.position_of(left) == min(len(left), left.position_at(right.seconds))
    QTest.mouseClick(page.compare, LEFT)
    assert not page.lanes[1].isVisible() and page.films() == [left] and page.film is left


def test_two_engines_run_at_the_same_time(page: WatchPage, qtbot: Any) -> None:
    page.set_two(True)
    page.set_speed(AS_FAST)
    order = page.lanes[1].bar.form.control("order")  # type: ignore[union-attr]
    assert isinstance(order, QComboBox)
    order.setCurrentIndex(1 - order.currentIndex())
    page.run()
    finish(page, qtbot)
    assert [film.result.status for film in page.films() if film.result] == [Status.SOLVED, Status.SOLVED]
    assert page.films()[0].title() != page.films()[1].title()


# --- exports ----------------------------------------------------------------------------------------------------------
def test_films_are_saved_in_many_ways(page: WatchPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = solved_film(solutions=1)
    show(page, film)
    monkeypatch.setattr(page.exports, "ask_look", lambda film: FilmDialog(film).film_look())
    saved: list[str] = []
    page.film_saved.connect(saved.append)
    for act, name in ((page.exports.save_video, "film.gif"), (page.exports.save_csv, "events.csv"),
                      (page.exports.save_json_lines, "events.jsonl"), (page.exports.save_film, "kept.film"),
                      (page.exports.save_page, "page.html")):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        act()
    from PIL import Image

    with Image.open(tmp_path / "film.gif") as picture:
        assert picture.n_frames > 5
    assert len(saved) == 5 and len(read_film(tmp_path / "kept.film")) == len(film)
    assert "<svg" in (tmp_path / "page.html").read_text()
    assert len((tmp_path / "events.jsonl").read_text().splitlines()) == len(film)
    assert len((tmp_path / "events.csv").read_text().splitlines()) == len(film) + 1


def test_saving_nothing_or_nowhere_is_explained(page: WatchPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    for kind in ("information", "warning"):
        monkeypatch.setattr(QMessageBox, kind, lambda parent, title, text: said.append(text))
    page.exports.save_csv()
    show(page, solved_film(solutions=1))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.csv"), ""))
    page.exports.save_csv()
    assert "run an engine first" in said[0] and "cannot be written" in said[1]


# --- for everyone -----------------------------------------------------------------------------------------------------
def test_every_control_has_a_name_and_a_tip(page: WatchPage) -> None:
    page.set_two(True)
    controls: list[QWidget] = [*page.findChildren(QAbstractButton), *page.findChildren(QComboBox), *page.findChildren(QSpinBox),
                               *page.findChildren(QSlider)]
    own = [c for c in controls if c.isVisibleTo(page) and not c.objectName().startswith("qt_")]
    own = [c for c in own if type(c.parent()).__name__ not in ("QTabBar", "QTableWidget")]
    nameless = [c for c in own if not c.accessibleName()]
    assert len(own) > 20 and not nameless
    for widget in (page.side.tree, page.side.log.view, page.transport.timeline, page.lanes[0].card, page.side.depth_chart):
        assert widget.accessibleName()


@pytest.mark.parametrize("theme", ["dark", "safe", "light"])
def test_every_theme_paints_every_panel(page: WatchPage, theme: str) -> None:
    show(page, random_film(3, 900))
    look().use(theme)
    press(page, Qt.Key.Key_End)
    for tab in range(3):
        page.side.tabs.setCurrentIndex(tab)
        picture = page.grab().toImage()
        assert picture.pixelColor(picture.width() - 30, 60).lightness() < 128 if theme == "dark" else True


def test_another_puzzle_clears_the_films(page: WatchPage) -> None:
    show(page, random_film(3, 100))
    press(page, Qt.Key.Key_End)
    page.set_puzzle(blank(5))
    assert page.film is None and page.player.length == 0 and page.view.board is not None and page.view.board.grid.rows == 5
    assert not page.transport.play.isEnabled()


def test_a_contradiction_without_words_is_explained_by_the_family(page: WatchPage) -> None:
    puzzle = Puzzle("tiling", Grid(1, 3), (1, 1, 1), (), {"tiles": "3:2", "reflections": False})

    def tell(trace: TraceWriter) -> None:
        trace.guess(move_cell(trace.declare_move([(0, 1), (1, 1)])), 1)
        trace.conflict()

    film = told_film(tell, of=puzzle)
    page.set_puzzle(puzzle)
    show(page, film)
    page.player.to_end()
    assert page.lanes[0].card.step.why == "No piece that is left covers r1c3."
    assert page.view.overlay.conflict == (2,)


def test_the_legend_leaves_out_what_does_not_fit(page: WatchPage) -> None:
    legend = page.lanes[0].legend
    assert legend.isVisible() and legend.accessibleDescription()
    everything = legend.shown(2000)
    assert len(everything) == len(legend.entries) and legend.shown(10) == []
    assert legend.shown(220) == everything[: len(legend.shown(220))] and 0 < len(legend.shown(220)) < len(everything)

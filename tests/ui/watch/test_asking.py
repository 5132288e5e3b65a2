"""Asking a film: a cell's history, the log searched, the next use of a rule, stops, bookmarks. All by mouse and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core.history import Stop
from studio.core.trace import Reason, TraceWriter
from studio.share.film import Bookmark, Film
from studio.share.film_file import read_film, write_film
from studio.ui.watch.page import WatchPage
from tests.ui.conftest import click
from tests.ui.watch.conftest import show, solved_film, told_film


def told() -> Film:
    def tell(trace: TraceWriter) -> None:
        trace.deduce(0, 1, "elimination", Reason("given beside it"))  # 1
        trace.guess(5, 2)  # 2
        trace.deduce(6, 3, "only-place", Reason("no other place", (5,)))  # 3
        trace.guess(7, 4)  # 4
        trace.deduce(6, -1, "elimination", Reason("a one stands there"))  # 5
        trace.conflict(6)  # 6
        trace.backtrack(0)  # 7
        trace.deduce(6, 2, "elimination", Reason("what is left"))  # 8

    return told_film(tell)


def listed(page: WatchPage) -> list[int]:
    index = page.side.log.view.index
    return [index.event(row) + 1 for row in range(len(index))]


def test_a_click_on_a_cell_lists_its_history_and_goes_there(page: WatchPage) -> None:
    show(page, told())
    page.side.tabs.setCurrentIndex(2)
    page.player.go(3)
    click(page.lanes[0].view, 6)
    assert page.side.tabs.currentWidget() is page.side.log and page.lanes[0].view.asked_cell == 6
    assert listed(page) == [3, 5, 6, 7, 8]  # set, ruled out, clashed, taken back, set again
    assert page.lanes[0].view.shapes() and page.side.log.search.text() == "r2c3"
    page.side.log.view._go(3)
    assert page.player.position == 7
    page.side.log.search.clear()
    assert len(page.side.log.view.index) == 8


def test_a_cell_is_asked_by_keys_alone(page: WatchPage) -> None:
    show(page, told())
    hints: list[str] = []
    page.hinted.connect(hints.append)
    QTest.keyClick(page, Qt.Key.Key_A)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(page, key)
    assert page.lanes[0].view.asked_cell == 6 and listed(page) == [3, 5, 6, 7, 8] and "r2c3: 5 events" in hints[-1]
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.lanes[0].view.asked_cell is None and len(listed(page)) == 8
    QTest.keyClick(page, Qt.Key.Key_Right)
    assert page.player.position == 1  # the arrow keys are the film's again


def test_the_log_is_searched_by_words_rules_and_cells(page: WatchPage, qtbot: Any) -> None:
    show(page, told())
    log = page.side.log
    QTest.keyClick(page, Qt.Key.Key_Slash)
    for text, found in (("no other place", [3]), ("only-place", [3]), ("ELIMINATION", [1, 5, 8]), ("r2c3", [3, 5, 6, 7, 8]),
                        ("r2c3 what is left", [8]), ("nothing of the kind", [])):
        log.search.setText(text)
        qtbot.waitUntil(lambda: log.view.index.complete, timeout=10_000)
        assert listed(page) == found, text


def test_a_long_search_does_not_hold_the_window(page: WatchPage, qtbot: Any) -> None:
    film = solved_film(solutions=0)
    show(page, film)
    page.side.log.search.setText("guess")
    page.side.log.view._search_on()
    assert "still looking" in page.side.log.count.text() or page.side.log.view.index.complete
    qtbot.waitUntil(lambda: page.side.log.view.index.complete, timeout=60_000)
    assert len(page.side.log.view.index) >= int((film.log.rows[:, 0] == 1).sum())


def test_the_next_use_of_this_rule(page: WatchPage) -> None:
    show(page, told())
    page.player.go(1)
    places = []
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        QTest.keyClick(page, Qt.Key.Key_U, modifier)
        places.append(page.player.position)
    assert places == [5, 8, 5]


def test_playing_stops_where_it_was_told_to(page: WatchPage) -> None:
    film = told()
    show(page, film)
    hints: list[str] = []
    page.hinted.connect(hints.append)
    for stop, at in ((Stop(depth=2), 4), (Stop(rule="only-place"), 3), (Stop(cell=7), 4)):
        film.stops = []
        page.asking.add_stop(stop)
        page.player.go(0)
        page.player.set_speed(1000)
        page.player.play()
        page.player.tick(page.player._last_tick + 0.2)
        assert page.player.position == at and not page.player.playing and hints[-1].startswith("Stopped")
    page.player.play()
    page.player.tick(page.player._last_tick + 0.2)
    assert page.player.position == 7  # the cell changes again when it is taken back
    menu = page.transport.stops.menu()
    page.asking.fill_menu(menu)
    assert page.transport.stops.text() == "stops: 1" and any("Do not stop" in action.text() for action in menu.actions())
    menu.actions()[-1].trigger()
    assert film.stops == [] and page.transport.stops.text() == "stops"


def test_bookmarks_with_notes_are_kept_in_the_file(page: WatchPage, tmp_path: Path) -> None:
    film = told()
    show(page, film)
    panel = page.side.bookmarks
    page.player.go(3)
    QTest.keyClick(page, Qt.Key.Key_B)
    QTest.keyClicks(panel.note, "look at the row")
    page.player.go(6)
    page.view.setFocus()
    QTest.keyClick(page, Qt.Key.Key_B)
    assert film.bookmarks == [Bookmark(3, "look at the row"), Bookmark(6, "")]
    page.player.go(0)
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_N)
    assert page.player.position == 3 and panel.note.toPlainText() == "look at the row"
    film.stops = [Stop(depth=5), Stop(rule="only-place"), Stop(cell=6)]
    write_film(film, tmp_path / "a.film")
    again = read_film(tmp_path / "a.film")
    assert again.bookmarks == film.bookmarks and again.stops == film.stops
    panel.remove_chosen()
    assert film.bookmarks == [Bookmark(6, "")]

"""Trials in Watch: folded, opened by a click or a key, walked through on the board in a layer of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core import registry
from studio.core.engine import Options
from studio.core.events import Event, Kind, Reason
from studio.core.trace import TraceWriter
from studio.share.film import Film
from studio.ui.watch.page import WatchPage
from tests.families.test_trials import film_of, tries
from tests.ui.watch.conftest import show, told_film


def step(kind: Kind, cell: int, value: int, reason: Reason | None = None) -> Event:
    return Event(kind, 1, cell, value, "elimination", reason, 0.0)


def nested() -> Film:
    clash = step(Kind.CONFLICT, 1, 0, Reason("two of them", (0, 1)))
    inner = Reason("else a clash", (3,), trials=((step(Kind.GUESS, 5, 2), clash),))
    first = (step(Kind.GUESS, 2, 1), step(Kind.DEDUCE, 3, 4, inner), clash)
    second = (step(Kind.GUESS, 2, 3), clash)

    def tell(trace: TraceWriter) -> None:
        trace.deduce(0, 1, "elimination", Reason("given"))
        trace.deduce(2, -1, "elimination", Reason("it cannot be", (2,), trials=(first, second)))
        trace.deduce(4, 2, "elimination", Reason("so"))

    return told_film(tell)


def test_a_trial_is_opened_and_walked_through(page: WatchPage) -> None:
    show(page, nested())
    lane, bar = page.lanes[0], page.lanes[0].trials
    page.player.go(1)
    assert not bar.any
    page.player.go(2)
    assert bar.any and not bar.layers and "2 cases" in bar.toggle.text()
    QTest.keyClick(page, Qt.Key.Key_T)
    assert lane.card.step.what == "Suppose r1c3 = 1" and lane.view.overlay.trial == {2: 1}
    QTest.keyClick(page, Qt.Key.Key_Right)
    assert lane.card.step.what == "Then r1c4 = 4" and lane.view.overlay.trial == {2: 1, 3: 1}
    QTest.keyClick(page, Qt.Key.Key_T)
    assert lane.card.step.what == "Suppose r2c2 = 2" and lane.view.overlay.trial == {2: 1, 5: 2}
    QTest.keyClick(page, Qt.Key.Key_Escape)
    QTest.keyClick(page, Qt.Key.Key_Right)
    assert lane.card.step.what.startswith("A clash") and lane.view.overlay.conflict == (1, 0)
    bar.other.click()
    assert lane.card.step.what == "Suppose r1c3 = 3" and "case 2 of 2" in bar.place.text()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not bar.layers and lane.card.step.what == "r1c3 is not 1"
    page.player.go(3)
    assert not bar.any and lane.card.step.what == "r2c1 = 2"


def test_a_real_trial_on_the_board(page: WatchPage) -> None:
    made = film_of("fillomino/20-tectonics")
    film = Film(registry.family("fillomino"), made.puzzle, made.engine, Options(), made.log, result=made.result)
    page.set_puzzle(film.puzzle)
    show(page, film)
    index, event = tries(made)[0]
    page.player.go(index + 1)
    page.lanes[0].trials.toggle.click()
    assert page.lanes[0].view.overlay.trial == {event.cell: 1}
    for _ in range(100):
        page.lanes[0].trials.step(1)
    assert page.lanes[0].view.overlay.conflict

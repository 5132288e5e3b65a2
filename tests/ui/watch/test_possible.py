"""What is still possible in Watch: asked for once, shown in every cell, struck out where ruled out, told under the pointer."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.events import Kind
from studio.core.film import TraceLog
from studio.core.trace import Reason, TraceWriter
from studio.share.film import Film
from studio.ui.accessible import cell_words
from studio.ui.watch.page import WatchPage
from tests.ui.watch.conftest import show, told_film
from tests.ui.watch.test_trials import nested


def wanted(page: WatchPage, qtbot: Any) -> None:
    QTest.keyClick(page, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: page.lanes[0].possible.slate is not None, timeout=30_000)


def test_exclusions_stay_until_they_are_taken_back(page: WatchPage, qtbot: Any) -> None:
    def tell(trace: TraceWriter) -> None:
        trace.deduce(0, -1, "elimination", Reason("no"))
        trace.guess(1, 2)
        trace.deduce(0, -2, "elimination", Reason("no"))
        trace.deduce(2, 3, "elimination", Reason("so"))
        trace.conflict(1)
        trace.backtrack(0)

    show(page, told_film(tell))
    view = page.lanes[0].view
    page.player.go(3)
    assert not view.overlay.possible
    wanted(page, qtbot)
    small = view.overlay.possible
    assert small[0].words() == "3 4" and small[0].now == ("2",) and 1 not in small and small[3].words() == "1 2 3 4"
    assert "possible: 3 4" in cell_words(view, 0)
    page.player.go(4)
    assert view.overlay.possible[0].words() == "3 4" and view.overlay.possible[0].now == ()
    page.player.go(6)
    assert view.overlay.possible[0].words() == "2 3 4" and 1 in view.overlay.possible
    QTest.keyClick(page, Qt.Key.Key_P)
    assert not view.overlay.possible


def test_a_trial_rules_out_for_itself_only(page: WatchPage, qtbot: Any) -> None:
    show(page, nested())
    wanted(page, qtbot)
    page.player.go(2)
    assert page.lanes[0].view.overlay.possible[2].words() == "2 3 4"
    QTest.keyClick(page, Qt.Key.Key_T)
    assert 2 not in page.lanes[0].view.overlay.possible and 3 in page.lanes[0].view.overlay.possible


def tiling_film() -> Film:
    family = registry.family("tiling")
    puzzle = min(family.samples(), key=lambda puzzle: puzzle.grid.size)
    engine, log = family.engine("rules"), TraceLog(puzzle.grid.size)
    result = run_engine(engine, puzzle, Options(1), Limits(10), TraceWriter(log.add), Cancel(), family.wrong)
    return Film(family, puzzle, engine, Options(1), log, result=result)


def test_a_tiling_counts_placements_and_tells_which(page: WatchPage, qtbot: Any) -> None:
    film = tiling_film()
    page.set_puzzle(film.puzzle)
    show(page, film)
    wanted(page, qtbot)
    page.player.go(0)
    lane = page.lanes[0]
    cell = next(iter(lane.view.overlay.possible))
    choices = lane.choices(cell)
    assert choices and len(choices) == int(lane.view.overlay.possible[cell].words())
    assert all(cell in choice.cells for choice in choices)
    lane.view.pointed.emit(cell)
    assert lane.view.above is not None and len(lane.view.above()) == len({c for choice in choices for c in choice.cells})
    out = next((i for i in range(len(film)) if film.log.rows[i, 0] == Kind.DEDUCE and film.log.rows[i, 3] < 0), None)
    if out is not None:  # one fewer on each of its cells
        page.player.go(out)
        before = {c: int(small.words()) for c, small in lane.view.overlay.possible.items()}
        page.player.go(out + 1)
        for c, _ in film.log.event_cells(out):
            assert int(lane.view.overlay.possible[c].words()) == before[c] - 1

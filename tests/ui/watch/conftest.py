"""Films made in this process, and a Watch page that shows them."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import Kind, Reason, TraceWriter
from studio.share.film import Film
from studio.ui.look import look
from studio.ui.watch.page import WatchPage

LATIN = registry.family("_template")


def blank(size: int = 4) -> Puzzle:
    return LATIN.blank(size, size)


def solved_film(puzzle: Puzzle | None = None, solutions: int = 4, **values: Any) -> Film:
    """A real search of the template's engine, filmed here."""
    puzzle = puzzle or blank()
    engine = LATIN.engines()[0]
    options = Options(solutions, {"order": "first", **values})
    log = TraceLog(puzzle.grid.size)
    result = run_engine(engine, puzzle, options, Limits(), TraceWriter(log.add), Cancel(), LATIN.wrong)
    return Film(LATIN, puzzle, engine, options, log, result=result)


def told_film(tell: Callable[[TraceWriter], None], size: int = 4, of: Puzzle | None = None) -> Film:
    """A film of whatever a test tells."""
    puzzle = of or blank(size)
    log = TraceLog(puzzle.grid.size)
    trace = TraceWriter(log.add)
    tell(trace)
    trace.flush()
    return Film(registry.family(puzzle.family), puzzle, LATIN.engines()[0], Options(), log)


def random_film(seed: int, length: int, restarts: bool = True) -> Film:
    """A made-up search with everything in it."""

    def tell(trace: TraceWriter) -> None:
        rng = random.Random(seed)
        for _ in range(length):
            cell, draw = rng.randrange(16), rng.random()
            if draw < 0.4:
                trace.deduce(cell, rng.choice((1, 2, -3)), "elimination", Reason("because", (cell,)))
            elif draw < 0.7:
                trace.guess(cell, rng.randint(1, 4))
            elif draw < 0.9 and trace.depth:
                trace.conflict(cell)
                trace.backtrack(rng.randrange(trace.depth))
            elif draw < 0.93 and restarts and trace.depth:
                trace.restart(rng.randrange(trace.depth))
            elif draw < 0.96:
                trace.solution((1,) * 16)
            elif draw < 0.98:
                trace.cut([0, 1, 4])

    return told_film(tell)


def show(page: WatchPage, film: Film, lane: int = 0) -> None:
    """Put a ready film into a lane."""
    page.lanes[lane].recorder.film = film
    page._new_films()


def kinds_of(film: Film) -> list[Kind]:
    return [Kind(int(kind)) for kind in film.log.rows[:, 0]]


@pytest.fixture
def page(qtbot: Any) -> Iterator[WatchPage]:
    look().use("light")
    made = WatchPage()
    made.resize(1200, 760)
    qtbot.addWidget(made)
    made.set_puzzle(blank())
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.stop()
    made.clock.sleep()

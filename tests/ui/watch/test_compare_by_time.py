"""Two films in step by time: the engine that comes first is the one that is faster unfilmed."""

from __future__ import annotations

import statistics

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.run.job import Message, start_solve
from studio.share.film import Film
from studio.ui.watch.player import BY_TIME, FilmPlayer

PAIRS = [("fobidoshi", "backtrack", "rules"), ("evolomino", "auto", "search"), ("fillomino", "auto", "rules"),
         ("tiling", "dlx", "rules"), ("tiling", "table", "simple")]
CLEAR = 2.0
"""Engines whose times differ less are equal on a busy machine."""


def unfilmed(puzzle: Puzzle, engine_id: str) -> float:
    family, times = registry.family(puzzle.family), []
    engine = family.engine(engine_id)
    engine.warm_up()
    for _ in range(3):
        limits = Limits(30)
        times.append(run_engine(engine, puzzle, Options(2), limits, TraceWriter(), Cancel(limits), family.wrong).seconds)
    return statistics.median(times)


def film(puzzle: Puzzle, engine_id: str) -> Film:
    family, log = registry.family(puzzle.family), TraceLog(puzzle.grid.size)

    def listen(message: Message) -> None:
        if message.kind == "batch":
            log.add(message.value)

    result = start_solve(puzzle, engine_id, Options(2), Limits(60), film=True, timed=True).wait(120, listen)
    return Film(family, puzzle, family.engine(engine_id), Options(2), log, result=result)


@pytest.mark.slow
@pytest.mark.parametrize(("family_id", "one", "other"), PAIRS)
def test_the_right_engine_wins(family_id: str, one: str, other: str) -> None:
    puzzle = max(registry.family(family_id).samples(), key=lambda puzzle: puzzle.grid.size)
    alone = {engine_id: unfilmed(puzzle, engine_id) for engine_id in (one, other)}
    faster = min(alone, key=lambda engine_id: alone[engine_id])
    slower = other if faster == one else one
    if alone[slower] < CLEAR * alone[faster]:
        pytest.skip(f"too close to tell: {alone}")
    films = {engine_id: film(puzzle, engine_id) for engine_id in (one, other)}
    player = FilmPlayer()
    player.set_films(list(films.values()))
    player.set_step(BY_TIME)
    player.go_in(films[faster], len(films[faster]))
    assert player.position_of(films[slower]) < len(films[slower])
    player.go_in(films[slower], len(films[slower]))
    assert player.position_of(films[faster]) == len(films[faster])


def test_a_film_s_clock_is_stretched_to_the_engine_s_own_time() -> None:
    puzzle = registry.family("_template").samples()[0]
    made = film(puzzle, "auto")
    assert made.result is not None and made.result.stats["timed"] == "unfilmed"
    assert made.seconds == made.result.seconds and abs(made.time_at(len(made)) - made.seconds) < 1e-9
    assert made.position_at(made.seconds) == len(made) and made.position_at(-1.0) == 0

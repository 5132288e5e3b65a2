"""The one owner of the position: stepping, jumping, speeds, live films, and two films in step."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core.trace import Batch, Kind
from studio.share.film import Film
from studio.ui.watch.player import AS_FAST, BY_EVENT, BY_TIME, FilmPlayer
from tests.ui.watch.conftest import kinds_of, random_film, solved_film, told_film


@pytest.fixture
def player(qapp: object) -> FilmPlayer:
    made = FilmPlayer()
    made.set_films([random_film(5, 300)])
    return made


def test_steps_stay_inside_the_film(player: FilmPlayer) -> None:
    player.step(-1)
    assert player.position == 0
    player.step(3)
    assert player.position == 3
    player.to_end()
    player.step(1)
    assert player.position == player.length
    player.go(-7)
    assert player.position == 0


def test_jumps_find_the_next_and_the_previous(player: FilmPlayer) -> None:
    kinds = kinds_of(player.films[0])
    first, second = [i + 1 for i, kind in enumerate(kinds) if kind is Kind.CONFLICT][:2]
    assert player.jump((Kind.CONFLICT,)) and player.position == first
    assert player.jump((Kind.CONFLICT,)) and player.position == second
    assert player.jump((Kind.CONFLICT,), forward=False) and player.position == first
    assert not player.jump((Kind.CONFLICT,), forward=False) and player.position == first


def test_playing_goes_at_its_speed(player: FilmPlayer) -> None:
    player.set_speed(100)
    player.play()
    start = player._last_tick
    for tick in range(1, 11):
        player.tick(start + tick * 0.1)
    assert player.position == pytest.approx(100, abs=1)
    player.pause()
    player.tick(start + 5)
    assert player.position == pytest.approx(100, abs=1)


def test_slow_speeds_owe_parts_of_events(player: FilmPlayer) -> None:
    player.set_speed(1)
    player.play()
    start = player._last_tick
    for tick in range(1, 21):
        player.tick(start + tick * 0.1)
    assert player.position == 2


def test_a_finished_film_stops_at_its_end_and_plays_again_from_the_start(player: FilmPlayer) -> None:
    player.set_speed(AS_FAST)
    player.play()
    start = player._last_tick
    for tick in range(1, 200):
        player.tick(start + tick * 0.05)
    assert player.position == player.length and not player.playing
    player.play()
    assert player.position == 0 and player.playing


def test_a_growing_film_is_followed(player: FilmPlayer) -> None:
    film = player.films[0]
    film.running = True
    player.set_speed(AS_FAST)
    player.play()
    start = player._last_tick
    for tick in range(1, 100):
        player.tick(start + tick * 0.05)
    assert player.position == len(film) and player.playing
    film.log.add(Batch(np.full((50, 7), 7, np.int32)))
    for tick in range(100, 200):
        player.tick(start + tick * 0.05)
    assert player.position == len(film)


def clocked(times: list[float]) -> Film:
    """Notes at given moments."""
    film = told_film(lambda trace: None)
    rows = np.full((len(times), 7), -1, np.int32)
    rows[:, 0], rows[:, 1], rows[:, 6] = Kind.NOTE, 0, [round(t * 100_000) for t in times]
    film.log.add(Batch(rows))
    return film


def test_two_films_in_step_by_event_and_by_time(qapp: object) -> None:
    slow, fast = clocked([1, 2, 3, 4]), clocked([0.5, 1.0, 1.5, 2.0, 2.5, 6.0])
    player = FilmPlayer()
    player.set_films([slow, fast])
    player.go(2)
    assert player.in_step == BY_EVENT and player.position_of(fast) == 2
    player.set_step(BY_TIME)
    assert player.position_of(fast) == 4
    player.go(0)
    assert player.position_of(fast) == 0
    player.go_in(fast, 5)
    assert player.reference is fast and player.position_of(slow) == 2
    player.set_reference(slow)
    assert player.position == 2


def test_the_longer_film_plays_on(qapp: object) -> None:
    short, long = clocked([1, 2]), clocked([1, 2, 3, 4, 5])
    player = FilmPlayer()
    player.set_films([short, long])
    player.set_speed(AS_FAST)
    player.play()
    start = player._last_tick
    for tick in range(1, 50):
        player.tick(start + tick * 0.05)
    assert player.reference is long and player.position == 5 and not player.playing
    assert player.position_of(short) == 2


def test_no_film_no_fault(qapp: object) -> None:
    player = FilmPlayer()
    player.play()
    player.step(1)
    player.tick()
    assert not player.jump((Kind.GUESS,)) and player.position == 0 and not player.playing


def test_replacing_the_film_rewinds(player: FilmPlayer) -> None:
    player.go(20)
    old = player.films[0]
    player.set_films([old, solved_film()])
    assert player.position == 20
    player.set_films([solved_film()])
    assert player.position == 0

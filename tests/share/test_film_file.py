"""Films as files: what is written is read again, and what was spoiled on the way is told in one sentence."""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from studio.core import registry
from studio.core.engine import Engine
from studio.core.events import Event, Kind, Reason
from studio.core.family import Family
from studio.core.history import Stop, first_stop, history
from studio.core.possible import Exclusions
from studio.core.puzzle import BadPuzzle
from studio.core.trace import TraceWriter
from studio.share.film import Bookmark, Film
from studio.share.film_file import MAGIC, film_of, film_pieces, is_film, read_film, write_film
from studio.share.film_frames import film_board
from studio.share.words import step_words
from tests.families import film_checker
from tests.ui.watch.conftest import random_film, told_film

FILMED = [(family, engine) for family in registry.all_families() for engine in family.engines() if engine.animated]
PARAMS = [pytest.param(family, engine, id=f"{family.id}-{engine.id}") for family, engine in FILMED]


def film_by(family: Family, engine: Engine) -> Film:
    puzzle = min(family.samples(), key=lambda each: each.grid.size)
    made = film_checker.filmed(puzzle, engine, 2)
    made.log.proof = made.result.proof
    return Film(family, puzzle, engine, film_checker.Options(2), made.log, result=made.result)


def bytes_of(film: Film) -> bytes:
    return b"".join(film_pieces(film))


def same(one: Film, other: Film) -> None:
    assert np.array_equal(one.log.rows, other.log.rows)
    assert [one.log.event(number) for number in range(len(one))] == [other.log.event(number) for number in range(len(other))]
    assert one.log.solutions == other.log.solutions and one.log.rules == other.log.rules
    assert one.puzzle == other.puzzle and one.engine.id == other.engine.id and one.options == other.options
    assert one.bookmarks == other.bookmarks and one.stops == other.stops
    if one.result is not None and other.result is not None:
        assert json.loads(json.dumps(vars(one.result), default=str)) == json.loads(json.dumps(vars(other.result), default=str))
    else:
        assert one.result is other.result


def shown(film: Film, position: int) -> Any:
    board, overlay = film_board(film.family, film.puzzle, film.log, position)
    return film.family.draw(board, overlay)


@pytest.mark.parametrize(("family", "engine"), PARAMS)
def test_what_is_written_is_read_again(family: Family, engine: Engine, tmp_path: Path) -> None:
    film = film_by(family, engine)
    film.bookmarks = [Bookmark(0, "look"), Bookmark(len(film), "the end · ö")]
    film.stops = [Stop(depth=3), Stop(rule=film.log.rules[0] if film.log.rules else "x"), Stop(cell=film.puzzle.grid.size - 1)]
    write_film(film, tmp_path / "a.film")
    assert is_film(tmp_path / "a.film")
    again = read_film(tmp_path / "a.film")
    same(film, again)
    for position in (0, len(film) // 2, len(film)):
        assert shown(film, position) == shown(again, position)
        assert step_words(film, position) == step_words(again, position)
    assert bytes_of(again) == bytes_of(film)


def test_trials_travel_with_their_reasons() -> None:
    clash = Event(Kind.CONFLICT, 2, 1, 0, "row", Reason("two of them", (0, 1)), 0.0)
    inner = Reason("else", (3,), trials=((Event(Kind.GUESS, 2, 3, 1, "suppose", None, 0.0), clash),))
    trial = (Event(Kind.GUESS, 1, 2, 1, "suppose", Reason("say"), 0.0), Event(Kind.DEDUCE, 1, 3, -1, "try", inner, 0.0), clash)

    def tell(trace: TraceWriter) -> None:
        for _ in range(1500):
            trace.deduce(2, -1, "try", Reason("it cannot be", (2,), trials=(trial,)))

    film = told_film(tell)
    again = film_of(bytes_of(film))
    same(film, again)
    reason = again.log.event(700).reason
    assert reason is not None and reason.trials == (trial,)


def test_a_film_that_still_runs_is_not_saved(tmp_path: Path) -> None:
    film = random_film(1, 20)
    film.running = True
    with pytest.raises(BadPuzzle, match="when its search has ended"):
        write_film(film, tmp_path / "a.film")


def spoiled(data: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, lost or doubled, anywhere."""
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, draw = rng.randrange(len(spoilt)), rng.random()
        if draw < 0.5:
            spoilt[at] = rng.randrange(256)
        elif draw < 0.7:
            del spoilt[at : at + rng.randint(1, 40)]
        elif draw < 0.9:
            spoilt[at:at] = rng.randbytes(rng.randint(1, 20))
        else:
            del spoilt[at:]
        spoilt = spoilt or bytearray(b"x")
    return bytes(spoilt)


def forged(data: bytes, rng: random.Random) -> bytes:
    """Numbers inside the parts changed, with lengths and checks that fit again: what damage alone would not get past."""
    end = data.index(b"\n", len(MAGIC))
    head, at, parts = json.loads(data[len(MAGIC) : end]), end + 1, []
    for entry in head["parts"]:
        packed = data[at : at + entry[1]]
        at += entry[1]
        if entry[0] != "reasons" and entry[2] and rng.random() < 0.3:
            raw = bytearray(zlib.decompress(packed))
            for _ in range(rng.randint(1, 3)):
                raw[rng.randrange(len(raw))] = rng.choice((0, 1, 2, 3, 9, 127, 255, rng.randrange(256)))
            packed = zlib.compress(bytes(raw))
        entry[1], entry[3] = len(packed), f"{zlib.crc32(packed):08x}"
        parts.append(packed)
    if rng.random() < 0.5:
        spoil_heading(head, rng)
    return MAGIC + json.dumps(head).encode() + b"\n" + b"".join(parts)


def spoil_heading(head: dict[str, Any], rng: random.Random) -> None:
    name = rng.choice(sorted(head))
    head[name] = rng.choice((None, -1, 10**9, "x", [], {}, [[0, 0, 0, 0]], True, 1.5, head[rng.choice(sorted(head))]))
    if rng.random() < 0.3:
        number = rng.choice((-2, -1, 0, 3, 10**9, 1.5, None, "x", True))
        entry = rng.choice(([number, "", 0], [0, number, -1], [1, "a", number], [number], 7))
        head[rng.choice(("stops", "bookmarks"))] = [entry]
    if rng.random() < 0.5 and isinstance(head.get("result"), dict) and head["result"]:
        part = rng.choice(sorted(head["result"]))
        head["result"][part] = rng.choice((None, -1, "x", [], {}, {"kind": 3}, 1e300, [7]))


SMALL = [(family, engine) for family, engine in FILMED if not family.id.startswith("_")]


@pytest.mark.parametrize("spoil", [spoiled, forged])
def test_a_spoiled_film_is_told_in_one_sentence_or_can_be_shown(spoil: Any, qapp: Any) -> None:
    rng = random.Random(7)
    told = 0
    for family, engine in rng.sample(SMALL, 5):
        data = bytes_of(film_by(family, engine))
        for _ in range(60):
            try:
                film = film_of(spoil(data, rng), "x.film")
            except BadPuzzle as fault:
                assert str(fault).startswith("x.film") and "\n" not in str(fault)
                told += 1
                continue
            show_all(film)
    assert told > 100


def show_all(film: Film) -> None:
    """What Watch does with a film: every board drawn, every step in words, its tree."""
    for position in {0, 1, len(film) // 3, len(film) // 2, len(film)}:
        board, overlay = film_board(film.family, film.puzzle, film.log, position)
        film.family.draw(board, overlay)
        step_words(film, position)
        Exclusions(film.log).at(position)
        first_stop(film.log, film.stops, 0, position)
    for mark in film.bookmarks:
        assert 0 <= mark.position <= len(film)
    history(film.log, film.puzzle.grid.size - 1)
    film.grow_tree()
    film.log.stats.summary()


def test_other_files_and_newer_films_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.film").write_text("hello")
    with pytest.raises(BadPuzzle, match="no film of the studio"):
        read_film(tmp_path / "a.film")
    with pytest.raises(BadPuzzle, match="does not exist"):
        read_film(tmp_path / "b.film")
    data = bytes_of(random_film(1, 20)).replace(b'"version":1', b'"version":2')
    with pytest.raises(BadPuzzle, match="newer studio"):
        film_of(data)

"""Evolutions of arrows, and the two engines that rest on them."""

from __future__ import annotations

import pytest

from studio.core import registry
from studio.core.engine import Status
from studio.core.events import Kind
from studio.families.evolomino.engines import evolutions as listing
from studio.families.evolomino.engines.evolutions import TooMany, evolutions
from studio.families.evolomino.model import field_of, grows_into
from tests.families.film_boards import boards
from tests.families.film_checker import filmed, unfilmed

FAMILY = registry.family("evolomino")


@pytest.mark.parametrize("engine", ["dlx", "cp"])
def test_all_solutions_as_by_the_kernel(engine: str) -> None:
    for puzzle, solutions in boards("evolomino", 20):
        result = unfilmed(puzzle, FAMILY.engine(engine), 0)
        assert set(result.solutions) == set(solutions) and result.complete


def test_evolutions_grow_and_do_not_touch() -> None:
    seen = 0
    for puzzle, _ in boards("evolomino", 20):
        field = field_of(puzzle)
        for way in evolutions(field, lambda: None).ways or ():
            seen += 1
            assert len(way.blocks) > 1 and not way.squares & way.empty
            for before, after in zip(way.blocks, way.blocks[1:]):
                assert grows_into(field, before, after)
            assert {tuple(sorted(block)) for block in way.blocks} == {tuple(sorted(part)) for part in
                                                                     field.components(set(way.squares))}
    assert seen > 20


def test_too_many_ways_are_told_and_no_answer_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST", 1)
    puzzle = next(puzzle for puzzle in FAMILY.samples() if puzzle.title == "Four arrows")
    with pytest.raises(TooMany):
        evolutions(field_of(puzzle), lambda: None)
    for engine in ("dlx", "cp"):
        result = unfilmed(puzzle, FAMILY.engine(engine), 1)
        assert result.status is Status.TIMEOUT and "too many" in result.message and not result.solutions


def test_the_film_fills_an_arrow_a_step() -> None:
    puzzle = next(puzzle for puzzle in FAMILY.samples() if puzzle.title == "Four arrows")
    film = filmed(puzzle, FAMILY.engine("dlx"), 1)
    guesses = [film.log.event(i) for i in range(len(film.log)) if film.log.rows[i, 0] == Kind.GUESS]
    assert len(guesses) >= len(field_of(puzzle).arrows)
    assert all(event.reason is not None and "the arrow from" in event.reason.text for event in guesses)

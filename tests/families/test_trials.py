"""Trials unfold: every look ahead of every ladder is told step by step, to a clash that the film checker accepts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.core import files, registry
from studio.core.events import Event, Kind, Trial
from tests.families.film_checker import Film, check_film, filmed
from tests.families.trial_checker import trial_faults

TRYING = {"trial", "what-if", "try-piece", "two-deep", "bars-the-way", "either-way", "whichever-exit", "long-circle",
          "long-cross", "short-circle", "short-cross"}
BOARDS = {"evolomino/16-bonsai": ("search", 30), "fillomino/20-tectonics": ("rules", 4),
          "fobidoshi/20-spiders-thread": ("rules", 60)}


def film_of(name: str) -> Film:
    puzzle = files.load(files.library_folder() / f"{name}.puzzle").puzzle
    return filmed(puzzle, registry.family(puzzle.family).engine(BOARDS[name][0]), 1)


def tries(film: Film) -> list[tuple[int, Event]]:
    return [(index, event) for index in range(len(film.log)) if (event := film.log.event(index)).rule in TRYING]


@pytest.mark.parametrize("name", BOARDS)
def test_every_trial_unfolds_to_a_clash_that_the_checker_accepts(name: str) -> None:
    film = film_of(name)
    report = check_film(film, film.result.solutions)
    assert not report.faults, report.faults[:3]
    found = tries(film)
    assert len(found) >= BOARDS[name][1]
    for _, event in found:
        assert event.reason is not None and event.reason.trials, event
        for trial in event.reason.trials:
            assert trial[0].kind is Kind.GUESS
            assert len(trial) > 1 or (trial[0].cell, trial[0].value) == (event.cell, event.value)
            assert trial[-1].kind is Kind.CONFLICT or event.rule in ("either-way", "whichever-exit")
    assert report.checked["trials"] == sum(len(event.reason.trials) for _, event in found if event.reason)


def position_before(film: Film, index: int) -> list[tuple[int, int]]:
    facts: list[list[tuple[int, int]]] = [[]]
    for number in range(index):
        event = film.log.event(number)
        if event.kind in (Kind.BACKTRACK, Kind.RESTART):
            del facts[event.depth + 1 :]
        if event.kind is Kind.GUESS:
            facts.append([])
        if event.kind in (Kind.GUESS, Kind.DEDUCE):
            facts[-1].append((event.cell, event.value))
    return [fact for level in facts for fact in level]


def test_the_checker_misses_no_step_that_is_left_out() -> None:
    film = film_of("evolomino/16-bonsai")
    caught = spoilt = 0
    for index, event in tries(film):
        assert event.reason is not None
        trial, position = event.reason.trials[0], position_before(film, index)
        assert not trial_faults(film.family, film.puzzle, position, event)
        changed: list[Trial] = [trial[:1] + trial[2:]] if len(trial) > 4 else []
        changed.append(trial[:-1])  # no clash
        changed.append((replace(trial[0], value=3 - trial[0].value), *trial[1:]))  # the other supposition
        for other in changed:
            spoilt += 1
            wrong = replace(event, reason=replace(event.reason, trials=(other,)))
            caught += bool(trial_faults(film.family, film.puzzle, position, wrong))
    assert caught > 0.8 * spoilt, (caught, spoilt)

"""Hints as pictures: what a hint unfolds into is a true chain, whose last step is the clash that the words tell."""

from __future__ import annotations

import re

import pytest

from studio.core import registry
from studio.core.events import Event, Kind, Reason, Trial
from studio.core.files import load, sample_folder
from studio.core.puzzle import Puzzle
from studio.setter.hints import MOVE, Adviser, Hint
from tests.families.film_boards import boards


def trials_in(event: Event) -> list[Trial]:
    """The trials of an event and those within them."""
    own = list(event.reason.trials) if event.reason is not None else []
    return own + [inner for trial in own for step in trial for inner in trials_in(step)]


def hints_of(puzzle: Puzzle, most: int) -> list[Hint]:
    """One hint after another, each of them done."""
    adviser, found = Adviser(puzzle), []
    marks = registry.family(puzzle.family).start_marks(puzzle)
    while len(found) < most:
        hint = adviser.hint(marks)
        if hint.kind != MOVE:
            break
        found.append(hint)
        marks = [dict(hint.settings).get(cell, mark) for cell, mark in enumerate(marks)]
    return found


LIBRARY_CELLS = 64


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?:\s|$)", text))


@pytest.mark.parametrize("family_id", ["fillomino", "fobidoshi", "evolomino", "tiling", "_template", "_shading"])
def test_hints_are_short_and_their_trials_clash_truly(family_id: str) -> None:
    family, unfolded = registry.family(family_id), 0
    for puzzle, solutions in boards(family_id, 10):
        if len(solutions) != 1:
            continue
        for hint in hints_of(puzzle, 12):
            assert all(1 <= sentences(text) <= 3 for text in hint.texts), hint.texts
            if hint.event is None:
                continue
            for trial in trials_in(hint.event):
                steps = [step for step in trial if step.kind is not Kind.CONFLICT and step.cell != -1]
                assert all(hint.settings_of(step.cell, step.value) for step in steps)
                if trial[0].kind is Kind.GUESS and trial[-1].kind is Kind.CONFLICT and family.pieces is None:
                    unfolded += 1
                    cell, value = trial[0].cell, trial[0].value
                    kept = solutions[0][cell] == value if value > 0 else solutions[0][cell] != -value
                    assert not kept, f"{family_id}: a supposition that is said to clash holds in the solution"


@pytest.mark.parametrize("family_id", ["fillomino", "fobidoshi", "evolomino", "tiling"])
def test_hints_of_the_library_are_short(family_id: str) -> None:
    """At most three sentences in every grade, and no tale of "First, … First, …", however long the chain is."""
    told = 0
    for path in sorted(sample_folder(family_id).glob("*.puzzle")):
        puzzle = load(path).puzzle
        if puzzle.grid.size <= LIBRARY_CELLS:
            for hint in hints_of(puzzle, 6):
                assert all(1 <= sentences(text) <= 3 and text.count("First,") <= 1 for text in hint.texts), hint.texts
                told += 1
    assert told >= 6


def test_the_words_tell_the_clash_that_the_picture_ends_with() -> None:
    family = registry.family("fobidoshi")
    told = 0
    for puzzle in family.samples()[:6]:
        for hint in hints_of(puzzle, 25):
            trials = hint.event.reason.trials if hint.event is not None and hint.event.reason is not None else ()
            if len(trials) == 1 and trials[0][0].kind is Kind.GUESS and trials[0][-1].kind is Kind.CONFLICT:
                end = trials[0][-1].reason
                assert end is not None and end.text.rstrip(".") in hint.texts[-1]
                told += 1
    assert told


@pytest.mark.parametrize("forced, words", [(0, "at once, "), (1, "after 1 forced step, "), (2, "after 2 forced steps, ")])
def test_forced_steps_are_told_in_their_number(forced: int, words: str) -> None:
    adviser = Adviser(registry.family("fobidoshi").samples()[0])
    trial = (Event(Kind.GUESS, 1, 0, 1, "supposition", None, 0.0),
             *(Event(Kind.DEDUCE, 1, cell, 2, "stripe", Reason("why"), 0.0) for cell in range(1, forced + 1)),
             Event(Kind.CONFLICT, 1, 3, 0, "stripe", Reason("four circles in a row", (3,)), 0.0))
    move = Event(Kind.DEDUCE, 0, 0, 2, "short-circle", Reason("it would clash", (0,), trials=(trial,)), 0.0)
    assert f"Suppose the contrary: {words}four circles in a row." in adviser._as_drawn("", [(0, 2)], [move])

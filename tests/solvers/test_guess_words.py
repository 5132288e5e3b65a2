"""A guess tells its choice, and what it tells is so."""

from __future__ import annotations

import re

import pytest

from studio.core import registry
from studio.core.events import Kind
from tests.families.film_boards import boards
from tests.families.film_checker import filmed

LADDERS = [(family.id, engine.id, order) for family in registry.families() if family.rulebook is not None
           for engine in family.engines() if engine.id in ("rules", "search")
           for option in engine.options if option.name == "order" for order in option.choices]


@pytest.mark.parametrize(("family_id", "engine_id", "order"), LADDERS)
def test_options_are_as_many_as_the_state_has(family_id: str, engine_id: str, order: str) -> None:
    family = registry.family(family_id)
    off = {option.name: False for option in family.engine(engine_id).options if option.name != "order"}
    seen = 0
    for puzzle in (puzzle for puzzle, _ in boards(family_id, 6) if puzzle.grid.size <= 12):  # without rules: small ones
        film = filmed(puzzle, family.engine(engine_id), 2, {**off, "order": order})
        assert family.rulebook is not None
        facts: list[list[tuple[int, int]]] = [[]]
        for index in range(len(film.log)):
            event = film.log.event(index)
            if event.kind is Kind.PHASE or (event.kind is Kind.GUESS and not event.value):  # a hidden region: cells show less
                break
            if event.kind is Kind.GUESS and event.rule == "guess":
                assert event.reason is not None
                told = re.search(r"has (\d+) options|one of (\d+) ways", event.reason.text)
                assert told is not None, event.reason.text
                state = family.rulebook.state(puzzle)
                for cell, value in (fact for level in facts for fact in level):
                    if not state.known(cell, value):
                        state.conclude(cell, value)
                assert int(told[1] or told[2]) == len(state.alternatives((event.cell, event.value), order))
                assert state.choose(order) == (event.cell, event.value)
                seen += 1
            if event.kind is Kind.BACKTRACK:
                del facts[event.depth + 1 :]
            if event.kind is Kind.GUESS:
                facts.append([])
            if event.kind in (Kind.GUESS, Kind.DEDUCE):
                facts[-1].append((event.cell, event.value))
    assert seen

"""Every rule of every ladder is sound, tried one by one: on many positions its conclusions hold in every solution that goes on
from there. Solutions come from enumeration by the checker alone, or, on larger boards, from an engine that is no ladder.

The proof can fail: each rule is also planted in two unsound forms, and both are caught on the same positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from studio.core import files, registry
from studio.core.deduction import Contradiction, Deduction, Rule, Step
from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.family import Family
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.solvers.search import Ladder
from tests.families.brute import TooLarge, solutions

FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "tools" / "ladder_boards"
SMALL, LARGE, MOST = (80, (9, 12, 16), 2000), (90, (25, 36)), 200
"""boards and cells: of those that are enumerated, in so many tries, and of those that an engine solves; solutions at most"""
WANTED = 12
"""conclusions (or clashes) of each rule that must have been checked, lest the proof be empty"""
ONLY_CLASHES = ("broken-rule", "pocket-size")
"""rules that say nothing but that a board cannot be"""


@dataclass(frozen=True)
class Case:
    puzzle: Puzzle
    answers: tuple[Answer, ...]


def rule_of(family_id: str, name: str) -> Rule:
    return next(rule for rule in book_of(family_id).rules if rule.name == name)


def book_of(family_id: str):  # type: ignore[no-untyped-def]
    book = registry.family(family_id).rulebook
    assert book is not None
    return book


@cache
def cases(family_id: str) -> tuple[Case, ...]:
    """Small random boards with all their solutions, impossible ones among them, and the guide's boards."""
    family, rng = registry.family(family_id), Random(f"every rule of {family_id}")
    assert family.trials is not None
    found = [case for path in sorted((EXAMPLES / family_id).glob("*.puzzle"))
             if (case := _by_engine(family, files.load(path).puzzle)) is not None]
    for _ in range(SMALL[0]):
        puzzle = family.trials.random_puzzle(rng, rng.choice(SMALL[1]))
        with suppress(TooLarge):
            found.append(Case(puzzle, tuple(solutions(family, puzzle, SMALL[2]))))
    for _ in range(LARGE[0]):
        case = _by_engine(family, family.trials.random_puzzle(rng, rng.choice(LARGE[1])))
        found += [case] if case is not None else []
    return tuple(case for case in found if len(case.answers) <= MOST)


def _by_engine(family: Family, puzzle: Puzzle) -> Case | None:
    """All solutions, by the clause kernel or a table search: neither knows the ladder's rules."""
    limits = Limits(20.0)
    engine = family.engine("table" if family.id == "tiling" else "auto")
    result = run_engine(engine, puzzle, Options(MOST + 1), limits, TraceWriter(), Cancel(limits), family.wrong)
    known = result.status in (Status.NONE, Status.UNIQUE, Status.MULTIPLE) and len(result.solutions) <= MOST
    return Case(puzzle, tuple(result.solutions)) if known else None


def positions(family_id: str, rng: Random) -> Iterator[tuple[Deduction, list[Answer]]]:
    """States from the givens alone and with part of a solution entered, each with the solutions that go on from there."""
    family, book = registry.family(family_id), book_of(family_id)
    for case in cases(family_id):
        for share in (0.0, 0.3, 0.6) if case.answers else (0.0,):
            state, alive = book.state(case.puzzle), list(case.answers)
            if share:
                answer = rng.choice(case.answers)
                parts = sorted({value for value in answer if value}) if family.pieces is not None else ()
                kept = {part for part in parts if rng.random() < share}
                cells = [cell for cell, value in enumerate(answer) if value
                         and (value in kept if family.pieces is not None else rng.random() < share)]
                mine = family.contents(case.puzzle, answer)
                state.enter(cells, answer)
                alive = [other for other in alive
                         if all(family.contents(case.puzzle, other)[cell] == mine[cell] for cell in cells)]
            yield state, alive


Planted = Callable[[Rule, Random], Rule]


def verdict(family_id: str, name: str, planted: Planted | None = None, until_caught: bool = False) -> tuple[int, list[str]]:
    """How many conclusions of a rule were checked, each on its own and after the easier rules, and what was untrue of them."""
    rng, checked, untrue = Random(f"{family_id} {name}"), 0, []
    book = book_of(family_id)
    rule = rule_of(family_id, name)
    easier = book.rules[: book.rules.index(rule)]
    asked = planted(rule, rng) if planted is not None else rule
    for climbing in (False, True):
        for state, alive in positions(family_id, rng):
            if climbing and not _climbed(state, easier):
                continue
            counted, fault = _asked(asked, state, alive)
            checked += counted
            untrue += [fault] if fault else []
            if until_caught and untrue:
                return checked, untrue
    return checked, untrue


def _climbed(state: Deduction, easier: Sequence[Rule]) -> bool:
    try:
        state.start()
        for _ in Ladder(easier).conclusions(state):
            pass
    except Contradiction:
        return False
    return not state.solved()


def _asked(rule: Rule, state: Deduction, alive: Sequence[Answer]) -> tuple[int, str]:
    """Enter what a rule says, as the driver does, and compare it with the solutions."""
    checked = 0
    try:
        for step in rule.find(state):
            if state.known(step.cell, step.value):
                continue
            checked += 1
            if not all(state.holds(step.cell, step.value, answer) for answer in alive):
                return checked, f"{rule.name}: {step}"
            state.conclude(step.cell, step.value)
    except Contradiction as clash:
        return checked + 1, f"{rule.name}: {clash}" if alive else ""
    return checked, ""


RULES = [(family_id, rule.name) for family_id in FAMILIES for rule in book_of(family_id).rules]


@pytest.mark.parametrize("family_id, name", RULES, ids=lambda each: each)
def test_what_it_says_holds_in_every_solution(family_id: str, name: str) -> None:
    checked, untrue = verdict(family_id, name)
    assert not untrue, untrue[:3]
    assert checked >= WANTED, f"only {checked} conclusions were checked"


@dataclass
class Opposite:
    """Says the contrary of its rule."""

    rule: Rule
    rng: Random

    def __post_init__(self) -> None:
        self.name, self.title, self.level = self.rule.name, self.rule.title, self.rule.level

    def find(self, state: Deduction) -> Iterator[Step]:
        for step in list(self.rule.find(state)):
            yield Step(step.cell, -step.value, step.reason)


@dataclass
class Forgetful(Opposite):
    """Supposes something and takes what its rule then says, clashes too, for the truth about the board."""

    def find(self, state: Deduction) -> Iterator[Step]:
        choices = [choice for choice in state.choices() if choice]
        if not choices:
            return
        mark = state.mark()
        try:
            state.conclude(*self.rng.choice(self.rng.choice(choices)))
            said = list(self.rule.find(state))
        finally:
            state.undo(mark)
        yield from said


@pytest.mark.parametrize("planted", [Opposite, Forgetful])
@pytest.mark.parametrize("family_id, name", RULES, ids=lambda each: each)
def test_an_unsound_one_in_its_place_is_caught(family_id: str, name: str, planted: Planted) -> None:
    if planted is Opposite and name in ONLY_CLASHES:
        return
    assert verdict(family_id, name, planted, until_caught=True)[1]

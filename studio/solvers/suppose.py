"""Trying things out, for any ladder: suppose something, follow the rules below, and look at what came of it.

Of a *choice* one case must hold: the numbers left for a cell, a square or none, the pieces that cover a cell. A case that leads
to a contradiction is out (`out`); what follows from every case that is left is certain (`Shared`, "what all tries share").
Conclusions carry their trials (`core.events.Trial`) where somebody looks: the supposition, what follows with its reasons, and
the clash, so that films and hints can unfold them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from studio.core.deduction import Contradiction, Deduction, Fact, Rule, Step
from studio.core.events import Event, Kind, Reason, Trial
from studio.core.say import marked, say
from studio.core.stats import DepthStats
from studio.solvers.search import Ladder

Choice = Sequence[Fact]
SUPPOSED = marked("supposition")
MOST_TOLD = 5000
"""Trials of one search that are told step by step; a film says when it stops."""


class Tries:
    """Suppositions followed by the rules of a ladder; the state is as before when they are over."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.ladder = Ladder(rules)

    def what_follows(self, state: Deduction, fact: Fact) -> set[Fact] | None:
        """Everything that is known after a supposition and was not before; None if it leads to a contradiction."""
        state.heed()
        state.suppositions += 1
        mark, left_off = state.mark(), state.left_off
        try:
            state.conclude(*fact)
            for _ in self.ladder.conclusions(state):
                pass
            return state.since(mark)
        except Contradiction:
            return None
        finally:
            state.undo(mark)
            state.left_off = left_off

    def clash(self, state: Deduction, fact: Fact) -> Reason | None:
        """Why a supposition cannot be; None if these rules find nothing against it."""
        mark = state.mark()
        try:
            state.conclude(*fact)
            for _ in self.ladder.conclusions(state):
                pass
        except Contradiction as clash:
            return clash.reason
        finally:
            state.undo(mark)
        return None

    def told(self, state: Deduction, fact: Fact, upto: Fact | None = None) -> Trial:
        """The same as a film within the film; with `upto` it ends where that is known, and is () where it never is."""
        with state.filming():
            state.told_trials += 1
            if state.told_trials >= MOST_TOLD:
                state.telling = False
            mark, told = state.mark(), TrialWriter([_event(Kind.GUESS, fact, SUPPOSED, None)])
            try:
                state.conclude(*fact)
                going_on = self.ladder.conclusions(state, told)  # type: ignore[arg-type]
                while not (upto is not None and state.known(*upto)) and next(going_on, None) is not None:
                    pass
                if upto is not None and not state.known(*upto):
                    return ()
            except Contradiction as clash:
                cells = clash.reason.cells
                told.events.append(_event(Kind.CONFLICT, (cells[0] if cells else -1, 0), clash.rule, clash.reason))
            finally:
                state.undo(mark)
            return tuple(told.events)

    def trials(self, state: Deduction, *cases: Fact, upto: Fact | None = None) -> tuple[Trial, ...]:
        """For a reason: the trial of each case, where somebody looks. Only if each comes to a clash or to `upto`."""
        if not state.telling:
            return ()
        told = tuple(self.told(state, case, upto) for case in cases)
        return told if all(trial and (trial[-1].kind is Kind.CONFLICT or upto is not None) for trial in told) else ()


class TrialWriter:
    """Takes down what a ladder concludes, as the film's own writer does: also the step that clashes."""

    enabled = True

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.stats = DepthStats()
        self.clock = time.perf_counter

    def rule_id(self, name: str) -> int:
        return 0

    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        self.events.append(_event(Kind.DEDUCE, (cell, value), rule, reason))


def _event(kind: Kind, fact: Fact, rule: str, reason: Reason | None) -> Event:
    return Event(kind, 1, fact[0], fact[1], rule, reason, 0.0)


@dataclass(eq=False)
class Shared:
    """Suppose every case of a choice and follow the rules below: what all of them come to is certain."""

    below: tuple[Rule, ...]
    name: str
    title: str
    level: int
    patience: int = 1 << 30
    """suppositions, those within others included, after which it gives up: no clock decides what a rule finds"""
    in_search: bool = False
    most: int = 1 << 30
    """cases of a choice, beyond which nobody tries them all"""

    def __post_init__(self) -> None:
        self.tries = Tries(self.below)

    def find(self, state: Deduction) -> Iterator[Step]:
        enough = state.suppositions + self.patience
        # (where nothing is left a rule below says so, and why)
        choices = [choice for choice in state.choices() if 0 < len(choice) <= self.most]
        for choice in going_on(choices, [choice[0][0] for choice in choices], state.left_off):
            if state.suppositions > enough:
                return
            ends = self._ends(state, choice)
            steps = conclusions(self.tries, state, choice, ends) if ends is not None else iter(())
            first = next(steps, None)
            if first is not None:
                state.left_off = choice[0][0]
                yield first
                yield from steps
                return


    def _ends(self, state: Deduction, choice: Choice) -> list[set[Fact] | None] | None:
        """What follows from each case; None where it is clear that they tell nothing. The case that a solution at hand holds
        comes last: it is not tried where another one fails, or where no other leads to anything that the solution has."""
        held = next((fact for fact in choice if state.witnessed(fact)), None)
        ends = {fact: self.tries.what_follows(state, fact) for fact in choice if fact != held}
        if held is not None and None not in ends.values():
            common = set.intersection(*(end for end in ends.values() if end is not None)) if ends else set[Fact]()
            if not any(state.witnessed(fact) for fact in common):
                return None
            ends[held] = self.tries.what_follows(state, held)
        return [ends.get(fact, set()) for fact in choice]


T = TypeVar("T")


def going_on(things: Sequence[T], cells: Sequence[int], left_off: int) -> list[T]:
    """The same things, from the one at a cell onwards and round again; as they are if there is none."""
    start = cells.index(left_off) if left_off in cells else 0
    return [*things[start:], *things[:start]]


def conclusions(tries: Tries, state: Deduction, choice: Choice, ends: Sequence[set[Fact] | None]) -> Iterator[Step]:
    """What the ends of all cases say: those that failed are out; if none did, what they have in common."""
    dead = [fact for fact, end in zip(choice, ends) if end is None]
    if dead:
        yield from (out(tries, state, fact) for fact in dead)
        return
    cells = tuple(dict.fromkeys(cell for fact in choice for cell in state.fact_cells(fact)))
    cases = ", ".join(state.fact_text(fact) for fact in choice)
    text = say("it follows from each of these, of which one must hold: {cases}", cases=cases)
    common = set.intersection(*[end for end in ends if end is not None])
    for fact in sorted(common, key=lambda fact: (fact[1] < 0, fact)):
        yield Step(*fact, Reason(text, cells, trials=tries.trials(state, *choice, upto=fact)))


def out(tries: Tries, state: Deduction, fact: Fact) -> Step:
    """The step that a refuted supposition comes to."""
    what, cells, clash = state.fact_text(fact), state.fact_cells(fact), tries.clash(state, fact)
    if clash is None:  # (whoever has refuted it reasons better than these rules)
        return Step(fact[0], -fact[1], Reason(say("{what} would lead to a contradiction", what=what), cells))
    text = say("{what} would mean: {clash}", what=what, clash=clash.text)
    cells = tuple(dict.fromkeys((*cells, *clash.cells)))
    return Step(fact[0], -fact[1], Reason(text, cells, trials=tries.trials(state, fact)))

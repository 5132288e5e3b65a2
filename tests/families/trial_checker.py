"""Inner layers of films: is a trial what it says? Each is played again on a fresh state of the position that the film shows.

Under a supposition that clashes there are no solutions, so that a table of them tells nothing. Instead the named rule is asked,
in the position that film and trial have told so far, whether it really gives this step; at the end some rule, or the state
itself, must refuse to go on. What is not told (a step left out of the chain) is missed by the rule that needs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.deduction import Contradiction, Deduction, Rule
from studio.core.events import Event, Kind, Trial
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.solvers.rule_engine import in_search

Fact = tuple[int, int]
LAST = "last candidate"


def trial_faults(family: Family, puzzle: Puzzle, position: Sequence[Fact], event: Event) -> list[str]:
    """What is wrong with the trials of an event, given all facts that stood before it."""
    assert event.reason is not None and family.rulebook is not None
    faults: list[str] = []
    rules = {rule.name: rule for rule in family.rulebook.rules}
    for trial in event.reason.trials:
        state = family.rulebook.state(puzzle)
        entered = all(_enter(state, fact) for fact in position)
        if not entered:
            faults.append("the position that the film shows clashes by itself")
            continue
        faults += [f"trial: {fault}" for fault in _played(state, trial, rules, (event.cell, event.value), family, puzzle)]
    return faults


def _enter(state: Deduction, fact: Fact) -> bool:
    try:
        if not state.known(*fact):
            state.conclude(*fact)
    except Contradiction:
        return False
    return True


def _played(state: Deduction, trial: Trial, rules: dict[str, Rule], goal: Fact, family: Family, puzzle: Puzzle) -> list[str]:
    if not trial or trial[0].kind is not Kind.GUESS or any(step.kind is Kind.GUESS for step in trial[1:]):
        return ["it does not begin with its supposition"]
    dead = not _enter(state, (trial[0].cell, trial[0].value))
    told = [(trial[0].cell, trial[0].value)]
    for number, step in enumerate(trial[1:], 1):
        if step.kind is Kind.CONFLICT:
            if number != len(trial) - 1:
                return ["it goes on after its clash"]
            quick = [rule for rule in rules.values() if in_search(rule)]
            return [] if dead or clashes(state, quick) else [f"there is no clash: {step.reason}"]
        if dead:
            return ["it goes on after a step that cannot be"]
        if not follows(state, step, rules):
            return [f"step {number}: {step.rule} does not give ({step.cell}, {step.value}): {step.reason}"]
        told.append((step.cell, step.value))
        dead = not _enter(state, (step.cell, step.value))
    return [] if not dead and state.known(*goal) else ["it ends neither with a clash nor with what is concluded"]


def follows(state: Deduction, step: Event, rules: dict[str, Rule]) -> bool:
    """Does the named rule give this step here? A rule that sees a clash instead gives everything."""
    if step.rule == LAST:
        return state.settled_value(step.cell) == step.value
    rule = rules.get(step.rule)
    if rule is None:
        return False
    mark = state.mark()
    try:
        return any((found.cell, found.value) == (step.cell, step.value) for found in rule.find(state))
    except Contradiction:
        return True
    finally:
        state.undo(mark)


def clashes(state: Deduction, rules: Sequence[Rule] | object) -> bool:
    for rule in rules:  # type: ignore[attr-defined]
        mark = state.mark()
        try:
            for found in rule.find(state):
                if not state.known(found.cell, found.value):
                    break
        except Contradiction:
            return True
        finally:
            state.undo(mark)
    return False

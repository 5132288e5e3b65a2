"""The driver that all families share: rules until nothing moves, then guess, then backtrack.

It knows no puzzle. A family gives a `Deduction` state and a ladder of named rules; every step becomes an event with its
reason, so that the search can be watched, explained and counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from studio.core.deduction import Contradiction, Deduction, Fact, Rule, Step
from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.core.say import marked, say
from studio.core.trace import Reason, TraceWriter


@dataclass(frozen=True)
class Applied:
    """A conclusion as the ladder drew it: the step and the rule behind it."""

    step: Step
    rule: Rule


class Ladder:
    """Named rules, cheapest first; after every conclusion it starts again at the bottom, as a person would."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self.asking: Rule | None = None
        """the rule that looks now: all that are easier have found nothing"""

    @classmethod
    def without(cls, rules: Sequence[Rule], switched_off: Sequence[str]) -> Ladder:
        return cls([rule for rule in rules if rule.name not in switched_off])

    def conclusions(self, state: Deduction, trace: TraceWriter | None = None, limit_level: int = 99,
                    patient_level: int = 99) -> Iterator[Applied]:
        """New conclusions, each entered into the state when it is yielded; ends when no rule finds more.

        A rule that found something is asked on until it has no more, then the ladder starts again at its first rule. From
        `patient_level` on it starts again after every single conclusion: then no hard step is counted that was not needed.
        """
        moved = True
        while moved:
            moved = False
            for rule in self.rules:
                if rule.level > limit_level:
                    continue
                for applied in self._ask(rule, state, trace):
                    moved = True
                    yield applied
                    if rule.level >= patient_level:
                        break
                if moved:
                    break

    def _ask(self, rule: Rule, state: Deduction, trace: TraceWriter | None) -> Iterator[Applied]:
        self.asking = rule
        state.heed()
        clock = time.perf_counter if trace is None else trace.clock
        started = clock()
        try:
            for step in rule.find(state):
                if state.known(step.cell, step.value):
                    continue
                try:
                    state.conclude(step.cell, step.value)
                except Contradiction:
                    if trace is not None:  # the step that clashes belongs to the story, with its own reason
                        trace.deduce(step.cell, step.value, rule.name, step.reason)
                    raise
                if trace is not None:
                    trace.deduce(step.cell, step.value, rule.name, step.reason)
                    tell_settled(state, step.cell, step.value, trace)
                yield Applied(step, rule)
        except Contradiction as clash:
            if clash.rule == "contradiction":
                clash.rule = rule.name
            raise
        finally:
            if trace is not None:
                trace.stats.add_rule_seconds(trace.rule_id(rule.name), clock() - started)


def tell_settled(state: Deduction, cell: int, value: int, trace: TraceWriter) -> None:
    """When an exclusion has left one value only, say so: the cell is decided from here on."""
    left = state.settled_value(cell) if value < 0 <= cell else 0
    if left:
        trace.deduce(cell, left, LAST, Reason(say("all other values are out"), (cell,)))


LAST, SEEN, REFUTED = marked("last candidate"), marked("seen guess"), marked("refuted guess")
"""rules that every search has"""


class Search:
    """Depth-first search over a state: binary branching "cell = value, then cell != value"."""

    def __init__(self, state: Deduction, ladder: Ladder, trace: TraceWriter, cancel: Cancel, order: str = "first",
                 guess_limit: int | None = None, why: Callable[[Fact], Reason] | None = None) -> None:
        """`why` tells a guess's choice in words."""
        self.state = state
        self.ladder = ladder
        self.trace = trace
        self.cancel = cancel
        self.order = order
        self.exhausted = False
        self.guesses = 0
        self.deepest = 0
        self._guess_limit = guess_limit
        self._why = why
        self._found = 0
        self._stack: list[tuple[int, int, int, int]] = []
        """of every guess: the state's mark, cell, value, and the solutions found before it"""
        state.telling, state.filming, state.heed = trace.enabled, trace.filming, cancel.check
        self._tells = trace.enabled
        trace.tells_all()
        for move in state.moves:
            trace.declare_move(move)

    def solutions(self) -> Iterator[Answer]:
        """Answers one by one; when the iterator ends by itself, `exhausted` is True, or the guesses were used up."""
        alive = self._start() and self._propagate()
        while True:
            self.cancel.check()
            if alive and self.state.solved():
                answer = self.state.answer()
                self._found += 1
                self.trace.solution(answer)
                yield answer
                alive = False
            if not alive:
                if not self._stack:
                    self.exhausted = True
                    return
                alive = self._refute()
            elif self._guess_limit is not None and self.guesses >= self._guess_limit:
                return
            else:
                alive = self._guess()

    def _start(self) -> bool:
        try:
            self.state.start()
        except Contradiction as clash:
            return self._conflict(clash)
        return True

    def _guess(self) -> bool:
        try:
            cell, value = self.state.choose(self.order)
        except Contradiction as clash:
            return self._conflict(clash)
        with self.trace.filming():
            why = self._why((cell, value)) if self._why is not None and self.trace.enabled else None
        self._stack.append((self.state.mark(), cell, value, self._found))
        self.guesses += 1
        self.deepest = max(self.deepest, len(self._stack))
        self.trace.guess(cell, value, why)
        try:
            self.state.conclude(cell, value)
        except Contradiction as clash:
            return self._conflict(clash)
        return self._propagate()

    def _refute(self) -> bool:
        """Take the last guess back: that it cannot be, or that all its solutions are known, holds one level higher."""
        mark, cell, value, found_before = self._stack.pop()
        self.state.undo(mark)
        self.trace.backtrack(len(self._stack))
        about = (cell,) if cell >= 0 else ()
        if self._found > found_before:
            rule, why = SEEN, Reason(say("all solutions with this guess have been shown; what else is there?"), about)
        else:
            rule, why = REFUTED, Reason(say("every way on from this guess has come to a contradiction"), about)
        self.trace.deduce(cell, -value, rule, why)
        try:
            self.state.conclude(cell, -value)
        except Contradiction as clash:
            return self._conflict(clash)
        tell_settled(self.state, cell, -value, self.trace)
        return self._propagate()

    def _propagate(self) -> bool:
        try:
            for number, _ in enumerate(self.ladder.conclusions(self.state, self.trace)):
                if number % 16 == 0:
                    self.cancel.check()
                if self._tells and not self.state.telling:
                    self._tells = False
                    self.trace.note(say("So many suppositions have been told step by step; the rest is told in short."))
        except Contradiction as clash:
            return self._conflict(clash)
        return True

    def _conflict(self, clash: Contradiction) -> bool:
        cell = clash.reason.cells[0] if clash.reason.cells else -1
        self.trace.conflict(cell, clash.rule, clash.reason)
        return False


def find_solutions(search: Search, wanted: int) -> list[Answer]:
    """Up to `wanted` answers (0 = all); `search.exhausted` tells whether there can be more."""
    found: list[Answer] = []
    for answer in search.solutions():
        found.append(answer)
        if wanted and len(found) >= wanted:
            break
    return found

"""A rule by its example: the position at which all easier rules have nothing more to say, and what this one says there.

The guide draws such a position for every rule of every ladder (`docs/tools/make_ladder.py`). The same function finds, draws and
tests them, so that a drawn example is what the program does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.core.deduction import Contradiction, Deduction, Rule, Step
from studio.core.events import Event, Kind, move_of
from studio.core.parts import RuleBook
from studio.core.puzzle import Puzzle
from studio.solvers.search import Ladder


@dataclass(frozen=True)
class Shown:
    """A rule's first word on a board: its step, or, where it sees that the board is impossible, its objection."""

    rule: Rule
    marks: tuple[int, ...]
    """what is decided before it"""
    said: Step | Contradiction
    settings: tuple[tuple[int, int], ...] = ()
    """the cells that the step is about, with their values"""

    @property
    def event(self) -> Event:
        """The same as an event of a film."""
        if isinstance(self.said, Step):
            value = self.said.value if self.said.cell < 0 else self.settings[0][1]
            return Event(Kind.DEDUCE, 0, self.said.cell, value, self.rule.name, self.said.reason, 0.0)
        cells = self.said.reason.cells
        return Event(Kind.CONFLICT, 0, cells[0] if cells else -1, 0, self.rule.name, self.said.reason, 0.0)


def first_words(book: RuleBook, puzzle: Puzzle) -> Iterator[Shown]:
    """Of every rule that the board needs, in the ladder's order, what it says when all rules before it are at an end: each is
    the ladder's next step at that position. Ends with a clash, if there is one: a full board may be wrong."""
    state = book.state(puzzle)
    try:
        state.start()
        for number, rule in enumerate(book.rules):
            for _ in Ladder(book.rules[:number]).conclusions(state):
                pass
            told = _ask(rule, state)
            if told is not None:
                yield told
                if isinstance(told.said, Contradiction):
                    return
    except Contradiction:
        return  # an easier rule objects, or this board cannot be


def example(book: RuleBook, puzzle: Puzzle, name: str) -> Shown | None:
    """What a rule says on a board where the easier ones are at an end; None if it says nothing there."""
    return next((told for told in first_words(book, puzzle) if told.rule.name == name), None)


def _ask(rule: Rule, state: Deduction) -> Shown | None:
    marks = tuple(state.marks())
    try:
        for step in rule.find(state):
            if not state.known(step.cell, step.value):
                state.conclude(step.cell, step.value)
                return Shown(rule, marks, step, _about(state, step))
    except Contradiction as clash:
        return Shown(rule, marks, clash)
    return None


def _about(state: Deduction, step: Step) -> tuple[tuple[int, int], ...]:
    """The cells of a step with their values; of a cell that has only one value left, that one."""
    move = move_of(step.cell)
    if move is not None:
        return tuple(state.moves[move])
    settled = state.settled_value(step.cell) if step.value < 0 else 0
    return ((step.cell, settled or step.value),)

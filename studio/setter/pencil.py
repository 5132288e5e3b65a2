"""Pencil marks on demand: what each cell could still be beside a player's marks, as a person fills it in before thinking.

Only the ladder's easy rules are asked, and only for what they rule out: nothing is written, so a cell may well be left with one
value and its owner may see it. All of it holds in every solution that has the player's marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from studio.core import registry
from studio.core.deduction import Contradiction, Deduction, Step
from studio.core.engine import Cancel
from studio.core.events import Reason
from studio.core.parts import RuleBook
from studio.core.possible import Gone, Slate, gone_by, slate_of
from studio.core.puzzle import Puzzle
from studio.core.say import marked

EASY = 3
"""the highest level of the rules that are asked: what is seen at once"""
MOST_STEPS = 20_000
"""A rule is asked for that many at most: some count on being told what was done with each."""
BY_MARKS = Reason(marked("a mark on the board rules it out"))


@dataclass(frozen=True)
class Pencil:
    """`slate` is None where nothing can be said of cells; `clash` tells why the marks cannot all be right."""

    slate: Slate | None
    gone: Gone = field(default_factory=Gone)
    clash: str = ""
    cells: tuple[int, ...] = ()


def _by_marks(state: Deduction, before: Sequence[Sequence[int]]) -> list[Step]:
    """What went as soon as the marks were entered."""
    return [Step(cell, -value, BY_MARKS) for cell, values in enumerate(before)
            for value in sorted(set(values) - set(state.values_left(cell)))]


def pencil(puzzle: Puzzle, marks: Sequence[int], cancel: Cancel | None = None) -> Pencil:
    family = registry.family(puzzle.family)
    family.validate(puzzle)
    slate, book, cancel = slate_of(family, puzzle), family.rulebook, cancel or Cancel()
    if slate is None or book is None:
        return Pencil(None)
    start = family.start_marks(puzzle)
    try:
        state = (book.exact or book.state)(puzzle)
        state.heed = cancel.check
        before = [state.values_left(cell) for cell in puzzle.grid.cells()]
        _enter(state, marks, start, named=family.pieces is not None)
        steps = [*_by_marks(state, before), *_ruled_out(state, book, cancel)]
        return Pencil(slate, gone_by(steps, state.moves))
    except Contradiction as clash:
        return Pencil(slate, Gone(), clash.reason.text, clash.reason.cells)


def _enter(state: Deduction, marks: Sequence[int], start: Sequence[int], named: bool) -> None:
    """The player's marks. Pieces need not be entered: what lies in the way of a placement is seen on the board."""
    if not named:
        state.enter([cell for cell, mark in enumerate(marks) if mark and not start[cell]], marks)


def _ruled_out(state: Deduction, book: RuleBook, cancel: Cancel) -> list[Step]:
    """What the easy rules see at once. Nothing of it is entered: what a last value left leads to is for the player to see."""
    found: list[Step] = []
    for rule in book.rules:
        if rule.level <= EASY:
            for step in islice(rule.find(state), MOST_STEPS):
                cancel.check()
                if step.value < 0:
                    found.append(step)
    _nothing_left(state, found)
    return found


def _nothing_left(state: Deduction, steps: Sequence[Step]) -> None:
    """Raise Contradiction if these rule out every value of a cell."""
    left: dict[int, set[int]] = {}
    for step in steps:
        if step.cell >= 0:
            values = left.setdefault(step.cell, set(state.values_left(step.cell)))
            values.discard(-step.value)
            if not values:
                raise Contradiction(step.reason.text, (step.cell, *step.reason.cells))

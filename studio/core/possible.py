"""What is still possible: a slate knows what each cell of one puzzle could hold, and what is left of it at a position.

A position is the board's marks and what was ruled out (`Gone`: by a film, or by the ladder for a player). A slate only ever
leaves out what the givens, the marks or such an exclusion forbid: nothing that some solution of the position has. Usually it
comes from the ladder's own state; a family whose answers number pieces counts placements instead (`Thinking.slate`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from studio.core.deduction import Contradiction, Step
from studio.core.draw import Small
from studio.core.events import CELL, DEPTH, KIND, STEPS_BACK, VALUE, Event, Kind, Rows
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle

if TYPE_CHECKING:
    from studio.core.family import Family

_NEVER = np.iinfo(np.int32).max


@dataclass
class Gone:
    """What was ruled out: values of single cells, and moves (the cells that a piece would cover)."""

    values: dict[int, set[int]] = field(default_factory=dict)
    moves: set[frozenset[int]] = field(default_factory=set)

    def add(self, settings: Sequence[tuple[int, int]], single: bool) -> None:
        """One more exclusion: of a cell's value, or of all that a move would set."""
        if single:
            for cell, value in settings:
                self.values.setdefault(cell, set()).add(abs(value))
        else:
            self.moves.add(frozenset(cell for cell, _ in settings))

    def copy(self) -> Gone:
        return Gone({cell: set(values) for cell, values in self.values.items()}, set(self.moves))


@dataclass(frozen=True)
class Choice:
    """One thing that a cell could still be: in words, and the cells that it would take."""

    words: str
    cells: tuple[int, ...]


class Slate(ABC):
    """What each cell of one puzzle could hold. Made once for a puzzle; asked at every position that is shown."""

    @abstractmethod
    def left(self, marks: Sequence[int], gone: Gone) -> dict[int, Small]:
        """The small print of every cell that is not decided yet."""

    @abstractmethod
    def choices(self, marks: Sequence[int], gone: Gone, cell: int) -> list[Choice]:
        """What one cell could still be."""

    def numbers(self, marks: Sequence[int], gone: Gone) -> dict[int, tuple[int, ...]]:
        """The values left in each open cell, where cells have values of their own; for a player's pencil marks."""
        return {}

    def keeps(self, marks: Sequence[int], gone: Gone, answer: Sequence[int]) -> list[int]:
        """The open cells in which an answer has what this slate leaves out. None, if the slate is true and the answer fits."""
        return []


class ValueSlate(Slate):
    """Cells with values of their own. `start[cell]`: what it could hold by the givens alone."""

    def __init__(self, start: Sequence[Sequence[int]], word: Callable[[int], str], open_ended: int = 0) -> None:
        self.start = [tuple(values) for values in start]
        self.word = word
        self.open_ended = open_ended
        """0, or the value that stands for itself and everything beyond: no exclusion of single values rules it out"""

    def numbers(self, marks: Sequence[int], gone: Gone) -> dict[int, tuple[int, ...]]:
        return {cell: tuple(value for value in values if not self._out(gone, cell, value))
                for cell, values in enumerate(self.start) if len(values) > 1 and not marks[cell]}

    def _out(self, gone: Gone, cell: int, value: int) -> bool:
        return value != self.open_ended and value in gone.values.get(cell, ())

    def left(self, marks: Sequence[int], gone: Gone) -> dict[int, Small]:
        return {cell: Small(tuple((self._said(value), value in values) for value in self.start[cell]))
                for cell, values in self.numbers(marks, gone).items()}

    def _said(self, value: int) -> str:
        return f"{self.word(value)}+" if value == self.open_ended else self.word(value)

    def choices(self, marks: Sequence[int], gone: Gone, cell: int) -> list[Choice]:
        return [Choice(self._said(value), (cell,)) for value in self.numbers(marks, gone).get(cell, ())]

    def keeps(self, marks: Sequence[int], gone: Gone, answer: Sequence[int]) -> list[int]:
        return [cell for cell, values in self.numbers(marks, gone).items() if not self._has(values, answer[cell])]

    def _has(self, values: Sequence[int], value: int) -> bool:
        return value in values or bool(self.open_ended and self.open_ended in values and value >= self.open_ended)


def slate_of(family: Family, puzzle: Puzzle) -> Slate | None:
    """The slate of a puzzle; None where nothing can be said of single cells, or the givens clash by themselves."""
    thinking = family.thinking
    if thinking is None:
        return None
    try:
        if thinking.slate is not None:
            return thinking.slate(puzzle)
        return None if thinking.rulebook is None else _ladder_slate(family, puzzle)
    except Contradiction:
        return None


def _ladder_slate(family: Family, puzzle: Puzzle) -> Slate | None:
    assert family.rulebook is not None
    state = family.rulebook.state(puzzle)
    start = [state.values_left(cell) for cell in puzzle.grid.cells()]
    return ValueSlate(start, family.notation.short) if any(len(values) > 1 for values in start) else None


# --- what a film has ruled out --------------------------------------------------------------------------------------------
class Exclusions:
    """What a film has ruled out and not taken back, at any position. Grows with its film; only new events are looked at."""

    def __init__(self, log: TraceLog) -> None:
        self.log = log
        self._seen = 0
        self._out: NDArray[np.int64] = np.zeros(0, np.int64)
        self._back: NDArray[np.int64] = np.zeros(0, np.int64)

    def _grow(self) -> None:
        rows: Rows = self.log.rows[self._seen :]
        if len(rows):
            out = np.flatnonzero((rows[:, KIND] == Kind.DEDUCE) & (rows[:, VALUE] < 0)) + self._seen
            back = np.flatnonzero(np.isin(rows[:, KIND], STEPS_BACK)) + self._seen
            self._out, self._back = np.concatenate([self._out, out]), np.concatenate([self._back, back])
            self._seen += len(rows)

    def all_before(self, position: int) -> NDArray[np.int64]:
        """The events before a position that rule something out, those that were taken back among them."""
        self._grow()
        return self._out[: np.searchsorted(self._out, position)]

    def standing(self, position: int) -> NDArray[np.int64]:
        """The events before a position that rule something out which no step back has taken back."""
        out = self.all_before(position)
        depths = self.log.rows[out, DEPTH]
        if not depths.any():
            return out
        back = self._back[: np.searchsorted(self._back, position)]
        lowest_later = np.minimum.accumulate(self.log.rows[back, DEPTH][::-1])[::-1] if len(back) else np.zeros(0, np.int32)
        after = np.searchsorted(back, out)
        low = np.append(lowest_later, _NEVER)[after]
        return out[depths <= low]

    def at(self, position: int) -> Gone:
        gone, rows = Gone(), self.log.rows
        standing = self.standing(position)
        cells, values = rows[standing, CELL], rows[standing, VALUE]
        for cell, value in set(zip(cells.tolist(), values.tolist())):
            gone.add(self.log.settings(cell, value), cell >= 0)
        return gone


def gone_in_trial(log: TraceLog, gone: Gone, steps: Sequence[Event]) -> Gone:
    """What is ruled out inside a trial, on top of what was."""
    more = gone.copy()
    for event in steps:
        if event.kind is Kind.DEDUCE and event.value < 0:
            more.add(log.settings(event.cell, event.value), event.cell >= 0)
    return more


def gone_by(steps: Sequence[Step], moves: Sequence[tuple[tuple[int, int], ...]]) -> Gone:
    """What the ladder's conclusions rule out."""
    gone = Gone()
    for step in steps:
        if step.value < 0:
            gone.add(((step.cell, step.value),) if step.cell >= 0 else moves[-2 - step.cell], step.cell >= 0)
    return gone


def current(small: Mapping[int, Small], cells: Mapping[int, int], word: Callable[[int], str]) -> dict[int, Small]:
    """The same small print with what the current step rules out told apart."""
    changed = dict(small)
    for cell, value in cells.items():
        if cell in changed:
            changed[cell] = replace(changed[cell], now=(word(abs(value)),))
    return changed

"""What a film tells of one cell: when it was set or something ruled out there, by which rule, and when that was taken back.

Also what a player stops at: a depth, a rule, a change of a cell. All of it is found by whole columns, not event by event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.core.events import CELL, DEPTH, KIND, RULE, STEPS_BACK, VALUE, Kind, Rows
from studio.core.film import TraceLog

MOST_ENTRIES = 20_000
"""A cell's history is told up to here; it is rarely longer, and nobody reads on."""
_BITE = 65_536
Numbers = NDArray[np.int64]


def about_cell(log: TraceLog, rows: Rows, cell: int) -> NDArray[np.bool_]:
    """Which of these events set the cell or rule something out there; a move does so for every cell that it covers."""
    cells = rows[:, CELL]
    found: NDArray[np.bool_] = cells == cell
    if len(log.moves):
        starts, covered, _ = log.moves.arrays()
        covering = np.unique(np.searchsorted(starts, np.flatnonzero(covered == cell), side="right") - 1)
        made = cells <= -2
        found = found | (made & np.isin(-2 - cells, covering))
    return found & (rows[:, KIND] <= Kind.CONFLICT)


@dataclass(frozen=True)
class Told:
    """One entry of a cell's history: the event, and the step back that took it back (-1: it stands to the end)."""

    event: int
    taken_back: int = -1


def history(log: TraceLog, cell: int) -> list[Told]:
    """What happened to a cell, in order."""
    rows = log.rows
    events = np.flatnonzero(about_cell(log, rows, cell))[:MOST_ENTRIES]
    backs = np.flatnonzero(np.isin(rows[:, KIND], STEPS_BACK))
    depths = rows[backs, DEPTH]
    found = []
    for event in events.tolist():
        depth, kind = int(rows[event, DEPTH]), int(rows[event, KIND])
        back = -1 if kind == Kind.CONFLICT or depth == 0 else _first_below(backs, depths, event, depth)
        found.append(Told(event, back))
    return found


def _first_below(backs: Numbers, depths: NDArray[np.int32], event: int, depth: int) -> int:
    """The first step back after an event that goes above its depth."""
    start = int(np.searchsorted(backs, event))
    while start < len(backs):
        hits = np.flatnonzero(depths[start : start + _BITE] < depth)
        if len(hits):
            return int(backs[start + int(hits[0])])
        start += _BITE
    return -1


def next_use(log: TraceLog, rule: str, position: int, forward: bool = True) -> int | None:
    """The position just after the next (or previous) event under a rule."""
    if rule not in log.rules:
        return None
    uses = np.flatnonzero(log.rows[:, RULE] == log.rules.index(rule)) + 1
    if forward:
        later = uses[np.searchsorted(uses, position, side="right") :]
        return int(later[0]) if len(later) else None
    earlier = uses[: np.searchsorted(uses, position, side="left")]
    return int(earlier[-1]) if len(earlier) else None


@dataclass(frozen=True)
class Stop:
    """Where a playing film stops by itself: when the search is so deep, at a rule, or when a cell changes."""

    depth: int = 0
    rule: str = ""
    cell: int = -1

    def first(self, log: TraceLog, start: int, end: int) -> int | None:
        """The first position in (start, end] at which it holds."""
        rows = log.rows[start:end]
        if self.depth:
            hits = np.flatnonzero((rows[:, KIND] == Kind.GUESS) & (rows[:, DEPTH] == self.depth))
        elif self.rule:
            number = log.rules.index(self.rule) if self.rule in log.rules else -2
            hits = np.flatnonzero(rows[:, RULE] == number)
        else:
            hits = np.flatnonzero(about_cell(log, rows, self.cell))
            hits = self._with_steps_back(log, hits, start, end)
        return start + int(hits[0]) + 1 if len(hits) else None

    def _with_steps_back(self, log: TraceLog, hits: Numbers, start: int, end: int) -> Numbers:
        """A cell also changes when its value is taken back."""
        before, _ = log.frame(start)
        if not before.values[self.cell]:
            return hits
        rows, depth = log.rows[start:end], int(before.depths[self.cell])
        backs = np.flatnonzero(np.isin(rows[:, KIND], STEPS_BACK) & (rows[:, DEPTH] < depth))
        return np.sort(np.concatenate([hits, backs[:1]]))


def first_stop(log: TraceLog, stops: Sequence[Stop], start: int, end: int) -> tuple[int, Stop] | None:
    """The first of several stops in (start, end]."""
    found = [(at, stop) for stop in stops if (at := stop.first(log, start, end)) is not None]
    return min(found, key=lambda each: each[0]) if found else None


def first_difference(one: TraceLog, other: TraceLog) -> int | None:
    """The position just after the first event in which two films of a puzzle differ (rules are told apart by name); None if
    they are the same film. Where one film goes on after the other has ended, that is the difference."""
    length = min(len(one), len(other))
    names = {name: number for number, name in enumerate(dict.fromkeys([*one.rules, *other.rules]))}
    rules = [np.array([*(names[name] for name in log.rules), -1], np.int64) for log in (one, other)]
    for start in range(0, length, _BITE):
        mine, theirs = one.rows[start : min(start + _BITE, length)], other.rows[start : min(start + _BITE, length)]
        differs = (mine[:, [KIND, DEPTH, VALUE]] != theirs[:, [KIND, DEPTH, VALUE]]).any(axis=1)
        differs |= rules[0][mine[:, RULE]] != rules[1][theirs[:, RULE]]
        differs |= mine[:, CELL] != theirs[:, CELL]
        for place in np.flatnonzero(differs).tolist():
            at = start + place
            if one.event(at).kind != other.event(at).kind or _said(one, at) != _said(other, at):
                return int(at) + 1
    return None if len(one) == len(other) else length + 1


def _said(log: TraceLog, index: int) -> tuple[object, ...]:
    """An event free of how its film numbers moves and rules."""
    event = log.event(index)
    return event.depth, event.rule, event.value > 0, tuple(log.settings(event.cell, event.value)) or event.cell

"""The one language in which every search tells what it does: packed events, their reasons, and who writes them.

An event is one row of int32: kind, depth, cell, value, rule, reason, time. Rows travel in batches, because a Python
object per event is a hundred times slower. `cell` >= 0 names a cell, -1 none, and <= -2 a declared *move* that sets
several cells at once (a placed tile). `value` < 0 means "the cell is not |value|".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core.puzzle import Answer
from studio.core.stats import DepthStats

Rows = NDArray[np.int32]


class Kind(IntEnum):
    DEDUCE = 0
    GUESS = 1
    CONFLICT = 2
    BACKTRACK = 3
    RESTART = 4
    CUT = 5
    SOLUTION = 6
    NOTE = 7


KIND, DEPTH, CELL, VALUE, RULE, REASON, TIME = range(7)
COLUMNS = 7
BATCH = 1000
TICKS_PER_SECOND = 100_000
"""Times are counted in units of 10 microseconds since the start: int32 holds six hours."""

NO_CELL = -1


def move_cell(move: int) -> int:
    """How a declared move is written into the cell column."""
    return -2 - move


def move_of(cell: int) -> int | None:
    return -2 - cell if cell <= -2 else None


@dataclass(frozen=True)
class Reason:
    """Why an event happened: a sentence in plain words and the cells it follows from."""

    text: str
    cells: tuple[int, ...] = ()


@dataclass(frozen=True)
class Event:
    """One event, unpacked for people: logs, tests and the player's current step."""

    kind: Kind
    depth: int
    cell: int
    value: int
    rule: str
    reason: Reason | None
    seconds: float


@dataclass
class Batch:
    """What travels from a search to whoever watches: rows, and the tables that grew since the last batch."""

    rows: Rows
    rules: list[str] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    moves: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    solutions: list[Answer] = field(default_factory=list)


Sink = Callable[[Batch], None]
_NO_ROWS: Rows = np.zeros((0, COLUMNS), dtype=np.int32)


class TraceWriter:
    """Collects a search's events into batches, keeps its depth statistics, and hands batches to a sink.

    With no sink nobody films: `enabled` is False, and a fast engine then reports totals with `count` only.
    """

    def __init__(self, sink: Sink | None = None) -> None:
        self.enabled = sink is not None
        self.stats = DepthStats()
        self._sink = sink
        self._start = time.perf_counter()
        self._events: list[tuple[int, ...]] = []
        self._rules: dict[str, int] = {}
        self._pending = Batch(_NO_ROWS)
        self._reason_count = 0
        self._move_count = 0
        self._depth = 0

    @property
    def depth(self) -> int:
        return self._depth

    def begin(self) -> None:
        """The search starts now: loading the engine is not part of its time."""
        if not self.stats.events and not self._events:
            self._start = time.perf_counter()

    def rule_id(self, name: str) -> int:
        """The number of a rule's name, announced to the watchers when it is first used."""
        known = self._rules.get(name)
        if known is None:
            known = self._rules[name] = len(self._rules)
            self._pending.rules.append(name)
            self.stats.rule_names.append(name)
        return known

    def reason_id(self, reason: Reason | None) -> int:
        if reason is None or not self.enabled:
            return -1
        self._pending.reasons.append(reason)
        self._reason_count += 1
        return self._reason_count - 1

    def declare_move(self, settings: Iterable[tuple[int, int]]) -> int:
        """Announce a move that sets several cells at once; use `move_cell(result)` as its cell."""
        self._pending.moves.append(tuple(settings))
        self._move_count += 1
        return self._move_count - 1

    def deduce(self, cell: int, value: int, rule: str, reason: Reason | None = None, seconds: float = 0.0) -> None:
        rule_number = self.rule_id(rule)
        if seconds:
            self.stats.add_rule_seconds(rule_number, seconds)
        self._emit(Kind.DEDUCE, self._depth, cell, value, rule_number, self.reason_id(reason))

    def guess(self, cell: int, value: int, reason: Reason | None = None, rule: str = "guess") -> None:
        self._depth += 1
        self._emit(Kind.GUESS, self._depth, cell, value, self.rule_id(rule), self.reason_id(reason))

    def conflict(self, cell: int = NO_CELL, rule: str = "contradiction", reason: Reason | None = None) -> None:
        self._emit(Kind.CONFLICT, self._depth, cell, 0, self.rule_id(rule), self.reason_id(reason))

    def backtrack(self, depth: int) -> None:
        """Everything set deeper than `depth` is undone."""
        self._depth = depth
        self._emit(Kind.BACKTRACK, depth, NO_CELL, 0, -1, -1)

    def restart(self, depth: int = 0) -> None:
        """The search starts over; a modern solver may keep its first `depth` guesses."""
        self._depth = depth
        self._emit(Kind.RESTART, depth, NO_CELL, 0, -1, -1)

    def cut(self, cells: Sequence[int], text: str = "", rule: str = "lazy cut") -> None:
        """A rule enforced lazily: the region it is about becomes the event's cause."""
        cell = cells[0] if cells else NO_CELL
        self._emit(Kind.CUT, self._depth, cell, 0, self.rule_id(rule), self.reason_id(Reason(text, tuple(cells))))

    def solution(self, answer: Answer) -> None:
        self._pending.solutions.append(tuple(answer))
        self._emit(Kind.SOLUTION, self._depth, NO_CELL, 0, -1, -1)

    def note(self, text: str) -> None:
        """A remark; the blank lines of a solver's own report are none."""
        if text.strip():
            self._emit(Kind.NOTE, self._depth, NO_CELL, 0, -1, self.reason_id(Reason(text)))

    def rows(self, rows: Rows) -> None:
        """Append ready-made rows of a compiled kernel; their time column is filled in here."""
        self.flush()
        rows = rows.astype(np.int32, copy=True)
        rows[:, TIME] = self._ticks()
        if len(rows):
            self._depth = int(rows[-1, DEPTH])
            self._send(rows)

    def count(self, **totals: int) -> None:
        """Totals of an engine that does not send single events: nodes, guesses, conflicts, backtracks, max_depth."""
        self.stats.add_totals(**totals)

    def flush(self) -> None:
        if self._events or self._pending.moves:
            rows = np.array(self._events, dtype=np.int32).reshape(-1, COLUMNS)
            self._events = []
            self._send(rows)

    def _send(self, rows: Rows) -> None:
        self.stats.add_rows(rows)
        batch, self._pending = self._pending, Batch(_NO_ROWS)
        batch.rows = rows
        if self._sink is not None:
            self._sink(batch)

    def _ticks(self) -> int:
        return int((time.perf_counter() - self._start) * TICKS_PER_SECOND)

    def _emit(self, kind: int, depth: int, cell: int, value: int, rule: int, reason: int) -> None:
        self._events.append((kind, depth, cell, value, rule, reason, self._ticks()))
        if len(self._events) >= BATCH:
            self.flush()


def stats_of(trace: TraceWriter) -> dict[str, Any]:
    trace.flush()
    return trace.stats.summary()

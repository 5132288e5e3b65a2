"""Which events a filtered log shows: a growing list of event numbers, or all of them without any list.

Kinds and cells are found by whole columns; words are looked for event by event, a slice at a time: the window never waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.core.film import TraceLog
from studio.core.history import history
from studio.core.trace import KIND, Kind, Rows

ALL = frozenset(Kind)
_BETWEEN_LOOKS = 16
"""Events whose words are looked at before the clock is."""


@dataclass(frozen=True)
class Wanted:
    """What is listed: kinds, perhaps only what happened to one cell, perhaps only what has some words."""

    kinds: frozenset[Kind] = ALL
    cell: int = -1
    text: str = ""

    @property
    def everything(self) -> bool:
        return len(self.kinds) == len(Kind) and self.cell < 0 and not self.text


class LogIndex:
    """Rows of the log <-> events of the film. Only new events are looked at when the film has grown."""

    def __init__(self) -> None:
        self.wanted = Wanted()
        self._hits: NDArray[np.int32] = np.zeros(1024, np.int32)
        self._count = 0
        self._seen = 0
        self._waiting: NDArray[np.int64] = np.zeros(0, np.int64)
        """events that fit but for their words, which nobody has looked at yet"""

    def __len__(self) -> int:
        return self._seen if self.everything else self._count

    @property
    def kinds(self) -> frozenset[Kind]:
        return self.wanted.kinds

    @property
    def everything(self) -> bool:
        return self.wanted.everything

    @property
    def complete(self) -> bool:
        return not len(self._waiting)

    def choose(self, wanted: Wanted, log: TraceLog | None) -> None:
        """Show these only."""
        self.wanted = wanted
        self.clear()
        if log is not None:
            self.update(log)

    def clear(self) -> None:
        self._count = self._seen = 0
        self._waiting = np.zeros(0, np.int64)

    def update(self, log: TraceLog) -> None:
        rows = log.rows
        if self.everything or len(rows) == self._seen:
            self._seen = len(rows)
            return
        if self.wanted.cell >= 0:
            self._count = self._seen = 0  # what is taken back later is known only later
            self._waiting = np.zeros(0, np.int64)
        hits = self._fitting(log, rows)
        self._seen = len(rows)
        if self.wanted.text:
            self._waiting = np.concatenate([self._waiting, hits])
        else:
            self._append(hits)

    def _fitting(self, log: TraceLog, rows: Rows) -> NDArray[np.int64]:
        kinds = np.array([kind in self.wanted.kinds for kind in Kind], np.bool_)
        if self.wanted.cell < 0:
            return np.flatnonzero(kinds[rows[self._seen :, KIND]]) + self._seen
        entries = history(log, self.wanted.cell)
        found = sorted({event for entry in entries for event in (entry.event, entry.taken_back) if event >= 0})
        numbers = np.array(found, np.int64)
        return numbers[kinds[rows[numbers, KIND]]] if len(numbers) else numbers

    def _append(self, hits: NDArray[np.int64]) -> None:
        end = self._count + len(hits)
        if end > len(self._hits):
            self._hits = np.pad(self._hits, (0, max(end, len(self._hits) * 3 // 2) - len(self._hits)))
        self._hits[self._count : end] = hits
        self._count = end

    def work(self, words: Callable[[int], str], seconds: float) -> bool:
        """Look at the words of waiting events for so long; True when none is left."""
        deadline, text = time.perf_counter() + seconds, self.wanted.text.casefold()
        while len(self._waiting) and time.perf_counter() < deadline:
            part, self._waiting = self._waiting[:_BETWEEN_LOOKS], self._waiting[_BETWEEN_LOOKS:]
            self._append(np.array([event for event in part.tolist() if text in words(event).casefold()], np.int64))
        return self.complete

    def event(self, row: int) -> int:
        """The event number that a row of the log shows."""
        return row if self.everything else int(self._hits[row])

    def row(self, event: int) -> int:
        """The last row that is not later than an event; -1 if there is none."""
        if self.everything:
            return min(event, self._seen - 1)
        return int(np.searchsorted(self._hits[: self._count], event, side="right")) - 1

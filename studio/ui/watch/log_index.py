"""Which events a filtered log shows: a growing list of event numbers, or all of them without any list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from studio.core.trace import KIND, Kind, Rows


class LogIndex:
    """Rows of the log <-> events of the film. Only new events are looked at when the film has grown."""

    def __init__(self) -> None:
        self.kinds: frozenset[Kind] = frozenset(Kind)
        self._hits: NDArray[np.int32] = np.zeros(1024, np.int32)
        self._count = 0
        self._seen = 0

    def __len__(self) -> int:
        return self._seen if self.everything else self._count

    @property
    def everything(self) -> bool:
        return len(self.kinds) == len(Kind)

    def choose(self, kinds: frozenset[Kind], rows: Rows) -> None:
        """Show these kinds only."""
        self.kinds = kinds
        self._count = self._seen = 0
        self.update(rows)

    def clear(self) -> None:
        self._count = self._seen = 0

    def update(self, rows: Rows) -> None:
        if not self.everything and len(rows) > self._seen:
            wanted = np.array([kind in self.kinds for kind in Kind], np.bool_)
            hits = np.flatnonzero(wanted[rows[self._seen :, KIND]]) + self._seen
            end = self._count + len(hits)
            if end > len(self._hits):
                self._hits = np.pad(self._hits, (0, max(end, len(self._hits) * 3 // 2) - len(self._hits)))
            self._hits[self._count : end] = hits
            self._count = end
        self._seen = len(rows)

    def event(self, row: int) -> int:
        """The event number that a row of the log shows."""
        return row if self.everything else int(self._hits[row])

    def row(self, event: int) -> int:
        """The last row that is not later than an event; -1 if there is none."""
        if self.everything:
            return min(event, self._seen - 1)
        return int(np.searchsorted(self._hits[: self._count], event, side="right")) - 1

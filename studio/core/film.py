"""TraceLog: a search as a film that can be wound to any event, whatever its length.

Events stay packed; every KEYFRAME events the state of all cells is copied, and a seek replays from the nearest copy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.core.puzzle import Answer
from studio.core.stats import DepthStats
from studio.core.trace import (
    CELL,
    COLUMNS,
    DEPTH,
    KIND,
    REASON,
    RULE,
    TICKS_PER_SECOND,
    TIME,
    VALUE,
    Batch,
    Event,
    Kind,
    Reason,
    Rows,
    move_of,
)

KEYFRAME = 1000
DEFAULT_CAP = 2_000_000


@dataclass
class Frame:
    """The board as the search saw it after some event: values, the depth at which each was set, and how."""

    values: NDArray[np.int32]
    depths: NDArray[np.int32]
    guessed: NDArray[np.bool_]

    @classmethod
    def blank(cls, cells: int) -> Frame:
        return cls(np.zeros(cells, np.int32), np.zeros(cells, np.int32), np.zeros(cells, np.bool_))

    def copy(self) -> Frame:
        return Frame(self.values.copy(), self.depths.copy(), self.guessed.copy())

    def set(self, cell: int, value: int, depth: int, guessed: bool) -> None:
        if 0 <= cell < len(self.values):
            self.values[cell] = value
            self.depths[cell] = depth
            self.guessed[cell] = guessed

    def undo_below(self, depth: int) -> list[int]:
        """Clear what was set deeper than `depth`; tells which cells that were."""
        gone = np.flatnonzero((self.depths > depth) & (self.values != 0))
        self.values[gone] = 0
        self.depths[gone] = 0
        self.guessed[gone] = False
        return [int(cell) for cell in gone]


class TraceLog:
    """A growing film. Past `cap` events it keeps statistics and solutions only, and `cut` says so."""

    def __init__(self, cells: int, cap: int = DEFAULT_CAP) -> None:
        self.cells = cells
        self.cap = cap
        self.cut = False
        self.stats = DepthStats()
        self.rules: list[str] = []
        self.reasons: list[Reason] = []
        self.moves: list[tuple[tuple[int, int], ...]] = []
        self.solutions: list[Answer] = []
        self._solution_events: list[int] = []
        self._rows: Rows = np.zeros((4096, COLUMNS), np.int32)
        self._length = 0
        self._keyframes: list[Frame] = [Frame.blank(cells)]
        self._tip = Frame.blank(cells)

    def __len__(self) -> int:
        return self._length

    @property
    def rows(self) -> Rows:
        return self._rows[: self._length]

    @property
    def nbytes(self) -> int:
        frames = len(self._keyframes) * self.cells * (4 + 4 + 1)
        return int(self._rows.nbytes) + frames

    def add(self, batch: Batch) -> None:
        self.rules.extend(batch.rules)
        self.stats.rule_names.extend(batch.rules)
        self.moves.extend(batch.moves)
        self.stats.add_rows(batch.rows)
        self.solutions.extend(batch.solutions)
        room = self.cap - self._length
        rows = batch.rows[:room] if room < len(batch.rows) else batch.rows
        if len(rows) < len(batch.rows):
            self.cut = True
        else:
            self.reasons.extend(batch.reasons)
        if self.cut and not len(rows):
            return
        self._append(rows)

    def _append(self, rows: Rows) -> None:
        end = self._length + len(rows)
        if end > len(self._rows):
            grown = np.zeros((max(end, len(self._rows) * 3 // 2), COLUMNS), np.int32)
            grown[: self._length] = self._rows[: self._length]
            self._rows = grown
        self._rows[self._length : end] = rows
        solved = np.flatnonzero(rows[:, KIND] == Kind.SOLUTION) + self._length
        self._solution_events.extend(int(i) for i in solved)
        position = self._length
        self._length = end
        while position < end:
            stop = min(end, (position // KEYFRAME + 1) * KEYFRAME)
            self._replay(self._tip, position, stop)
            position = stop
            if position % KEYFRAME == 0:
                self._keyframes.append(self._tip.copy())

    def _replay(self, frame: Frame, start: int, stop: int) -> list[int]:
        """Apply events start..stop-1 to a frame; returns the cells that the last of them undid."""
        undone: list[int] = []
        for kind, depth, cell, value in self._rows[start:stop, :VALUE + 1].tolist():
            if kind <= Kind.GUESS:
                undone = []
                if cell <= -2 and value > 0:
                    for covered, covered_value in self.moves[-2 - cell]:
                        frame.set(covered, covered_value, depth, kind == Kind.GUESS)
                elif cell >= 0 and value > 0:
                    frame.set(cell, value, depth, kind == Kind.GUESS)
            elif kind in (Kind.BACKTRACK, Kind.RESTART):
                undone = frame.undo_below(depth)
            else:
                undone = []
        return undone

    def frame(self, position: int) -> tuple[Frame, list[int]]:
        """The board after the first `position` events, and the cells that the last of them undid."""
        position = max(0, min(position, self._length))
        key = position // KEYFRAME
        if key and key * KEYFRAME == position:
            key -= 1  # replay the last stretch, so that the undone cells of this very step are known
        frame = self._keyframes[key].copy()
        return frame, self._replay(frame, key * KEYFRAME, position)

    def event(self, index: int) -> Event:
        row = self._rows[index]
        return Event(Kind(int(row[KIND])), int(row[DEPTH]), int(row[CELL]), int(row[VALUE]), self._rule_name(row),
                     self._reason(row), float(row[TIME]) / TICKS_PER_SECOND)

    def _rule_name(self, row: Rows) -> str:
        number = int(row[RULE])
        return self.rules[number] if 0 <= number < len(self.rules) else ""

    def _reason(self, row: Rows) -> Reason | None:
        number = int(row[REASON])
        return self.reasons[number] if 0 <= number < len(self.reasons) else None

    def event_cells(self, index: int) -> list[tuple[int, int]]:
        """The cells that an event is about, with the values it speaks of."""
        cell, value = int(self._rows[index, CELL]), int(self._rows[index, VALUE])
        move = move_of(cell)
        if move is not None:
            return list(self.moves[move])
        return [(cell, value)] if cell >= 0 else []

    def solution_at(self, position: int) -> Answer | None:
        """The answer that the event before `position` announced, if it was a SOLUTION."""
        if position and position - 1 in self._solution_events:
            number = self._solution_events.index(position - 1)
            if number < len(self.solutions):
                return self.solutions[number]
        return None

    def find(self, kinds: tuple[Kind, ...], start: int, forward: bool = True) -> int | None:
        """Position just after the next (or previous) event of one of these kinds, seen from position `start`."""
        kind_column = self.rows[:, KIND]
        hits = np.flatnonzero(np.isin(kind_column, [int(kind) for kind in kinds])) + 1
        if forward:
            later = hits[hits > start]
            return int(later[0]) if len(later) else None
        earlier = hits[hits < start]
        return int(earlier[-1]) if len(earlier) else None

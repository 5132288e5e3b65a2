"""TraceLog: a search as a film that can be wound to any event, whatever its length.

Events stay packed; every so often the state of all cells is copied, and a seek replays from the nearest copy. A replay does not
walk through events: a value survives a stretch of film iff no later step back in it goes above the depth where it was set,
which numpy finds for the whole stretch at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core.events import (
    CANDIDATE,
    CELL,
    COLUMNS,
    DEPTH,
    GLIMPSE,
    KIND,
    MAKING,
    NO_CELL,
    REASON,
    RULE,
    STEPS_BACK,
    TICKS_PER_SECOND,
    TIME,
    VALUE,
    Batch,
    Draft,
    Event,
    Glimpse,
    Kind,
    Reason,
    Rows,
    Sample,
    move_of,
)
from studio.core.packed import Moves, Reasons
from studio.core.puzzle import Answer
from studio.core.stats import DepthStats

KEYFRAME = 1000
"""Events between two copies of a usual board; larger boards are copied more rarely, so that copies cost no more than rows."""
CELLS_PER_KEYFRAME_EVENT = 3
DEFAULT_CAP = 2_000_000
ROOM = 8_000_000
"""Rows that are asked for at once. The system gives memory only where it is written to, and no growing film is copied."""
_NEVER = np.iinfo(np.int32).max
_SCAN = 65_536


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

    def undo_below(self, depth: int) -> list[int]:
        """Clear what was set deeper than `depth`; tells which cells that were."""
        gone = np.flatnonzero((self.depths > depth) & (self.values != 0))
        self.values[gone] = 0
        self.depths[gone] = 0
        self.guessed[gone] = False
        return [int(cell) for cell in gone]

    def replay(self, rows: Rows, moves: Moves) -> None:
        """Apply a stretch of events at once. A cell that is set stays as it was first set until a step back clears it."""
        kinds, depths = rows[:, KIND], rows[:, DEPTH]
        back = np.where(np.isin(kinds, STEPS_BACK), depths, _NEVER)
        lowest_later = np.minimum.accumulate(back[::-1])[::-1]
        if len(rows) and lowest_later[0] != _NEVER:
            self.undo_below(int(lowest_later[0]))
        kept = np.flatnonzero((kinds <= Kind.GUESS) & (rows[:, VALUE] > 0) & (depths <= lowest_later) & (rows[:, CELL] != -1))
        if not len(kept):
            return
        cells, values = rows[kept, CELL].astype(np.int64), rows[kept, VALUE]
        if cells.min() < 0:
            cells, values, kept = self._with_moves(cells, values, kept, moves)
        fits = (cells >= 0) & (cells < len(self.values))
        if not fits.all():
            cells, values, kept = cells[fits], values[fits], kept[fits]
        fresh = np.flatnonzero(self.values[cells] == 0)[::-1]  # newest first: of several assignments the last one stays
        cells, kept = cells[fresh], kept[fresh]
        self.values[cells] = values[fresh]
        self.depths[cells] = depths[kept]
        self.guessed[cells] = kinds[kept] == Kind.GUESS

    @staticmethod
    def _with_moves(cells: NDArray[np.int64], values: NDArray[np.int32], kept: NDArray[np.int64],
                    moves: Moves) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """Every made move unfolded into the cells that it sets, in the order of events."""
        single, made = np.flatnonzero(cells >= 0), np.flatnonzero(cells < 0)
        owner, move_cells, move_values = moves.expand(-2 - cells[made])
        order = np.argsort(np.concatenate([single, made[owner]]), kind="stable")
        return (np.concatenate([cells[single], move_cells])[order], np.concatenate([values[single], move_values])[order],
                np.concatenate([kept[single], kept[made][owner]])[order])


class TraceLog:
    """A growing film. Past `cap` events it keeps statistics and solutions only, and `cut` says so."""

    def __init__(self, cells: int, cap: int = DEFAULT_CAP) -> None:
        self.cells = cells
        self.cap = cap
        self.cut = False
        self.stats = DepthStats()
        self.rules: list[str] = []
        self.reasons = Reasons()
        self.moves = Moves()
        self.solutions: list[Answer] = []
        self.glimpses: list[Glimpse] = []
        self.samples: list[Sample] = []
        """a solver's own numbers, in the order of their moments"""
        self.drafts: list[Draft] = []
        """the boards of a film of making, one for every event of such a kind"""
        self.proof: dict[str, Any] | None = None
        """a proof about the whole board (`SolveResult.proof`), whose steps the film tells"""
        self.keyframe_every = max(KEYFRAME, cells // CELLS_PER_KEYFRAME_EVENT)
        self._solution_events: list[int] = []
        self._making_events: list[int] = []
        self._rows: Rows = np.zeros((min(cap, ROOM), COLUMNS), np.int32)
        self._length = 0
        self._keyframes: list[Frame] = [Frame.blank(cells)]

    def __len__(self) -> int:
        return self._length

    @property
    def rows(self) -> Rows:
        return self._rows[: self._length]

    @property
    def nbytes(self) -> int:
        frames = len(self._keyframes) * self.cells * (4 + 4 + 1)
        return self._length * COLUMNS * 4 + frames + self.reasons.nbytes

    @property
    def seconds(self) -> float:
        """The time of the last event kept."""
        return float(self._rows[self._length - 1, TIME]) / TICKS_PER_SECOND if self._length else 0.0

    def add(self, batch: Batch) -> None:
        self.rules.extend(batch.rules)
        self.stats.rule_names.extend(batch.rules)
        self.moves.extend(batch.moves)
        self.stats.add_rows(batch.rows)
        self.solutions.extend(batch.solutions)
        self.samples.extend(batch.samples)
        if not self.cut:
            self.glimpses.extend(batch.glimpses)
            self.drafts.extend(batch.drafts)
        room = self.cap - self._length
        if not self.cut:
            self.reasons.extend(batch.reasons)
        if room < len(batch.rows):
            self.cut = True
        if room > 0:
            self._append(batch.rows[:room])

    def close(self, text: str) -> None:
        """The last word over a film whose search could not say it any more, because it was killed."""
        if self._length and not self.cut and int(self._rows[self._length - 1, KIND]) != Kind.END:
            depth, ticks = self._rows[self._length - 1, [DEPTH, TIME]].tolist()
            row = [Kind.END, depth, NO_CELL, 0, -1, len(self.reasons), ticks]
            self.add(Batch(np.array([row], np.int32), reasons=[Reason(text)]))

    def _append(self, rows: Rows) -> None:
        end = self._length + len(rows)
        if end > len(self._rows):
            size = min(max(end, len(self._rows) * 3 // 2), max(end, self.cap))
            grown = np.zeros((size, COLUMNS), np.int32)
            grown[: self._length] = self._rows[: self._length]
            self._rows = grown
        self._rows[self._length : end] = rows
        self._solution_events += (np.flatnonzero(rows[:, KIND] == Kind.SOLUTION) + self._length).tolist()
        made = (rows[:, KIND] >= MAKING[0]) & (rows[:, KIND] <= MAKING[-1])
        if made.any():
            self._making_events += (np.flatnonzero(made) + self._length).tolist()
        self._length = end
        every = self.keyframe_every
        while len(self._keyframes) * every <= end:
            start = (len(self._keyframes) - 1) * every
            frame = self._keyframes[-1].copy()
            frame.replay(self._rows[start : start + every], self.moves)
            self._keyframes.append(frame)

    def frame(self, position: int) -> tuple[Frame, list[int]]:
        """The board after the first `position` events, and the cells that the last of them undid."""
        position = max(0, min(position, self._length))
        back = position > 0 and int(self._rows[position - 1, KIND]) in STEPS_BACK
        until = position - 1 if back else position
        key = until // self.keyframe_every
        frame = self._keyframes[key].copy()
        frame.replay(self._rows[key * self.keyframe_every : until], self.moves)
        return frame, frame.undo_below(int(self._rows[until, DEPTH])) if back else []

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
        return self.settings(int(self._rows[index, CELL]), int(self._rows[index, VALUE]))

    def settings(self, cell: int, value: int) -> list[tuple[int, int]]:
        """The cells that a cell or move of this film stands for, with their values."""
        move = move_of(cell)
        if move is not None:
            return list(self.moves[move]) if move < len(self.moves) else []
        return [(cell, value)] if cell >= 0 else []

    def solution_at(self, position: int) -> Answer | None:
        """The answer that the event before `position` announced: a SOLUTION, or an END that knows everything (the last one)."""
        if not 0 < position <= self._length:
            return None
        kind, value = self._rows[position - 1, [KIND, VALUE]].tolist()
        if kind != Kind.SOLUTION and not (kind == Kind.END and value):
            return None
        number = int(np.searchsorted(self._solution_events, position)) - 1
        return self.solutions[number] if 0 <= number < len(self.solutions) else None

    def glimpse_at(self, position: int) -> Glimpse | None:
        """What the event before `position` lets see of a solver's work; where a run was stopped, the best that it had."""
        if not self.glimpses or not 0 < position <= self._length:
            return None
        event = self.event(position - 1)
        if event.kind is Kind.END and not event.value and not self.solutions:
            return next((glimpse for glimpse in reversed(self.glimpses) if glimpse.sort == CANDIDATE), None)
        shown = event.kind is Kind.NOTE and event.rule == GLIMPSE and 0 <= event.value < len(self.glimpses)
        return self.glimpses[event.value] if shown else None

    def draft_at(self, position: int) -> Draft | None:
        """The board as its maker has it after `position` events; None before the first step, and in films of searches."""
        number = int(np.searchsorted(self._making_events, position)) if self.drafts else 0
        return self.drafts[min(number, len(self.drafts)) - 1] if number else None

    def making_events(self) -> int:
        """How many steps of a maker the film tells: each has a draft."""
        return len(self._making_events)

    def solution_events(self) -> list[int]:
        """The indices of the SOLUTION events."""
        return self._solution_events

    def find(self, kinds: tuple[Kind, ...], start: int, forward: bool = True) -> int | None:
        """Position just after the next (or previous) event of one of these kinds, seen from position `start`."""
        wanted = np.zeros(len(Kind), np.bool_)
        wanted[[int(kind) for kind in kinds]] = True
        column = self.rows[:, KIND]
        if forward:
            for low in range(max(0, start), self._length, _SCAN):
                hits = np.flatnonzero(wanted[column[low : low + _SCAN]])
                if len(hits):
                    return low + int(hits[0]) + 1
            return None
        for high in range(min(start - 1, self._length), 0, -_SCAN):
            low = max(0, high - _SCAN)
            hits = np.flatnonzero(wanted[column[low:high]])
            if len(hits):
                return low + int(hits[-1]) + 1
        return None

    def position_at(self, seconds: float) -> int:
        """How many events had happened by a moment of the search's own clock."""
        return int(np.searchsorted(self.rows[:, TIME], int(seconds * TICKS_PER_SECOND), side="right"))

    def time_at(self, position: int) -> float:
        """The moment of the search's own clock at which the film stands after `position` events."""
        position = min(position, self._length)
        return float(self._rows[position - 1, TIME]) / TICKS_PER_SECOND if position > 0 else 0.0

"""The one language in which every search tells what it does: packed events, their reasons, and who writes them.

An event is one row of int32: kind, depth, cell, value, rule, reason, time. Rows travel in batches, because a Python
object per event is a hundred times slower. `cell` >= 0 names a cell, -1 none, and <= -2 a declared *move* that sets
several cells at once (a placed tile). `value` < 0 means "the cell is not |value|".

What an engine promises (and `tests/families/film_checker.py` tests):

- *The position* of a film is what guesses and deductions have set and excluded and no step back has undone. A deduction holds
  in every solution of the position that has not been told yet; at a conflict there is none. The step that clashes is told
  first, with its own reason and cells, then the conflict, with the smallest offence.
- After a SOLUTION there is no conflict: the search steps back and goes on, or the film ends. END is written by `run_engine`.
- Every answer is told with `solution` when it is found, filmed or not: a run that is stopped keeps what it found.
- `count` gives the totals of the run, filmed or not, for what the engine's own counters know. What it does not name is what
  the events say, where they tell every step; else it is unknown (None), never 0.
- Time spent on the film is not the engine's: wrap the making of reasons and rows in `with trace.filming():`. Event times are
  those of the engine's own clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from studio.core.events import (
    CELL,
    COLUMNS,
    DEPTH,
    GLIMPSE,
    KIND,
    NO_CELL,
    NO_ROWS,
    PROOF,
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
    Progress,
    Reason,
    Rows,
    Sample,
    Sink,
    move_cell,
    move_of,
)
from studio.core.puzzle import Answer
from studio.core.say import marked
from studio.core.stats import DepthStats

__all__ = ["BATCH", "CELL", "COLUMNS", "DEPTH", "KIND", "NO_CELL", "REASON", "RULE", "STEPS_BACK", "TICKS_PER_SECOND", "TIME",
           "VALUE", "Batch", "Event", "Kind", "Progress", "Reason", "Rows", "Sink", "TraceWriter", "move_cell", "move_of"]

BATCH = 1000
FLUSH_SECONDS = 0.05
"""No event waits longer than this for its batch to fill (the run room's pulse sees to it while an engine is silent)."""
PROGRESS_SECONDS = 0.1


class TraceWriter:
    """Collects a search's events into batches, keeps its statistics, and hands batches to a sink.

    With no sink nobody films: `enabled` is False, and a fast engine then reports totals with `count` only.
    """

    def __init__(self, sink: Sink | None = None, progress: Callable[[Progress], None] | None = None,
                 answers: Callable[[list[Answer]], None] | None = None) -> None:
        self.enabled = sink is not None
        self.stats = DepthStats()
        self.found: list[Answer] = []
        """every answer told so far: what is left of a run that is stopped"""
        self.film_seconds = 0.0
        """time spent on the film, which is not the engine's"""
        self._sink, self._progress, self._answers = sink, progress, answers
        self._start = time.perf_counter()
        self._paused: float | None = None
        self._flushed = self._start
        self._told = -PROGRESS_SECONDS
        self._events: list[tuple[int, ...]] = []
        self._rules: dict[str, int] = {}
        self._pending = Batch(NO_ROWS)
        self._reason_count = 0
        self._move_count = 0
        self._glimpse_count = 0
        self._depth = 0
        self._last_ticks = 0
        self._last_kind: int | None = None
        self._sent_answers = 0
        self._lock = threading.RLock()

    @property
    def depth(self) -> int:
        return self._depth

    @property
    def last_kind(self) -> Kind | None:
        return None if self._last_kind is None else Kind(self._last_kind)

    def begin(self) -> None:
        """The search starts now: loading the engine is not part of its time."""
        if not self.stats.events and not self._events:
            self._start = self._flushed = time.perf_counter()
            self.film_seconds = 0.0

    def clock(self) -> float:
        """Seconds of the engine's own time: since `begin`, without the time spent on the film."""
        now = time.perf_counter() if self._paused is None else self._paused
        return now - self._start - self.film_seconds

    @contextmanager
    def filming(self) -> Iterator[None]:
        """What is done in here serves the film only: the engine's clock stands still."""
        if self._paused is not None or not self.enabled:
            yield
            return
        self._paused = time.perf_counter()
        try:
            yield
        finally:
            self.film_seconds += time.perf_counter() - self._paused
            self._paused = None

    # --- tables ------------------------------------------------------------------------------------------------------
    def rule_id(self, name: str) -> int:
        """The number of a rule's name, announced to the watchers when it is first used."""
        known = self._rules.get(name)
        if known is None:
            with self._lock:
                known = self._rules[name] = len(self._rules)
                self._pending.rules.append(name)
                self.stats.rule_names.append(name)
        return known

    def reason_id(self, reason: Reason | int | None) -> int:
        """The number of a reason. Whoever gives one reason many times asks once, and from then on gives the number."""
        if isinstance(reason, int):
            return reason
        if reason is None or not self.enabled:
            return -1
        with self._lock:
            self._pending.reasons.append(reason)
            self._reason_count += 1
            return self._reason_count - 1

    def declare_move(self, settings: Iterable[tuple[int, int]]) -> int:
        """Announce a move that sets several cells at once; use `move_cell(result)` as its cell."""
        with self._lock:
            self._pending.moves.append(tuple(settings))
            self._move_count += 1
            return self._move_count - 1

    # --- events ------------------------------------------------------------------------------------------------------
    def deduce(self, cell: int, value: int, rule: str, reason: Reason | int | None = None, seconds: float = 0.0) -> None:
        rule_number = self.rule_id(rule)
        if seconds:
            self.stats.add_rule_seconds(rule_number, seconds)
        self._emit(Kind.DEDUCE, self._depth, cell, value, rule_number, self.reason_id(reason))

    def guess(self, cell: int, value: int, reason: Reason | int | None = None, rule: str = "guess") -> None:
        self._depth += 1
        self._emit(Kind.GUESS, self._depth, cell, value, self.rule_id(rule), self.reason_id(reason))

    def conflict(self, cell: int = NO_CELL, rule: str = "contradiction", reason: Reason | None = None) -> None:
        """A dead end: nothing that has not been told yet is left of this position. Not for the way on after a solution."""
        self._emit(Kind.CONFLICT, self._depth, cell, 0, self.rule_id(rule), self.reason_id(reason))

    def backtrack(self, depth: int, reason: Reason | int | None = None) -> None:
        """Everything set deeper than `depth` is undone."""
        self._depth = depth
        self._emit(Kind.BACKTRACK, depth, NO_CELL, 0, -1, self.reason_id(reason))

    def restart(self, depth: int = 0, reason: Reason | int | None = None) -> None:
        """The search starts over; a modern solver may keep its first `depth` guesses."""
        self._depth = depth
        self._emit(Kind.RESTART, depth, NO_CELL, 0, -1, self.reason_id(reason))

    def cut(self, cells: Sequence[int], text: str = "", rule: str = marked("lazy cut")) -> None:
        """A rule enforced lazily: the region it is about becomes the event's cause."""
        cell = cells[0] if cells else NO_CELL
        self._emit(Kind.CUT, self._depth, cell, 0, self.rule_id(rule), self.reason_id(Reason(text, tuple(cells))))

    def solution(self, answer: Answer, ticks: int | None = None) -> None:
        """An answer, told when it is found, whether filmed or not (`ticks`: told later, it was found then)."""
        answer = tuple(answer)
        self.found.append(answer)
        if self.enabled:
            with self._lock:
                self._pending.solutions.append(answer)
        self._emit(Kind.SOLUTION, self._depth, NO_CELL, 0, -1, -1, ticks)

    def note(self, text: str, cells: Sequence[int] = ()) -> None:
        """A remark, perhaps about some cells; the blank lines of a solver's own report are none."""
        if text.strip():
            self._emit(Kind.NOTE, self._depth, NO_CELL, 0, -1, self.reason_id(Reason(text, tuple(cells))))

    def proof_step(self, number: int, text: str, cells: Sequence[int] = ()) -> None:
        """One sentence of a proof about the whole board (`SolveResult.proof`): a note that draws its step `number`."""
        reason = self.reason_id(Reason(text, tuple(cells)))
        self._emit(Kind.NOTE, self._depth, NO_CELL, number, self.rule_id(PROOF), reason)

    def glimpse(self, shown: Glimpse, text: str) -> None:
        """What a solver without steps lets see: a note with a picture of its own."""
        if not self.enabled:
            return
        with self._lock:
            self._pending.glimpses.append(shown)
            self._glimpse_count += 1
            number = self._glimpse_count - 1
        self._emit(Kind.NOTE, self._depth, NO_CELL, number, self.rule_id(GLIMPSE), self.reason_id(Reason(text)))

    def making(self, kind: Kind, draft: Draft, cells: Sequence[int], text: str, causes: Sequence[int] = ()) -> None:
        """A step of a puzzle's maker (PUT, TAKE or KEEP): the cells that it is about, why, and the board after it."""
        if not self.enabled:
            return
        cell = NO_CELL if not cells else cells[0] if len(cells) == 1 else move_cell(self.declare_move((c, 0) for c in cells))
        with self._lock:
            self._pending.drafts.append(draft)
            self._emit(kind, 0, cell, 0, -1, self.reason_id(Reason(text, tuple(causes))))

    def phase(self, name: str, text: str = "", ticks: int | None = None) -> None:
        """From here on the search called `name` is at work; what the one before had set below the root leaves the board."""
        self._depth = 0
        reason = self.reason_id(Reason(text or name))
        self._emit(Kind.PHASE, 0, NO_CELL, 0, self.rule_id(name), reason, ticks)

    def end(self, text: str, everything: bool = True) -> None:
        """The run is over; `run_engine` says so. Everything known: all nodes are closed, and the board shows the answer."""
        self._depth = 0 if everything else self._depth
        self._emit(Kind.END, self._depth, NO_CELL, int(everything), -1, self.reason_id(Reason(text)))

    def rows(self, rows: Rows) -> None:
        """Append ready-made rows of a compiled kernel. A kernel with a clock writes ticks of `ticks()` into the time column;
        where that is all zero, the rows are spread evenly over the time since the event before them."""
        if not len(rows):
            return
        with self.filming(), self._lock:
            self._flush()
            rows = rows.astype(np.int32, copy=True)
            now = self.ticks()
            if not rows[:, TIME].any():
                rows[:, TIME] = np.linspace(self._last_ticks, now, len(rows) + 1)[1:]
            rows[:, TIME] = np.maximum.accumulate(np.maximum(rows[:, TIME], self._last_ticks))
            self._last_ticks = int(rows[-1, TIME])
            self._depth, self._last_kind = int(rows[-1, DEPTH]), int(rows[-1, KIND])
            self._send(rows)

    # --- totals and progress -----------------------------------------------------------------------------------------
    def count(self, **totals: int | None) -> None:
        """Totals of the whole run by the engine's own counters, filmed or not: guesses (or nodes, which is one more),
        conflicts, backtracks, restarts, cuts, deductions, max_depth. Only what it really knows; called again, it corrects."""
        self.stats.set_totals(**totals)

    def solver(self, name: str, counters: Mapping[str, float]) -> None:
        """The counters of a foreign solver, by its own definitions: they stand apart, under its name."""
        self.stats.solver = {"name": name, **counters}

    def tells_all(self) -> None:
        """Every step of this search is told as an event, filmed or not: its events are its totals, even if there are none."""
        self.stats.told = True

    def film_ends(self) -> None:
        """The film is as long as it may be, and the search goes on unfilmed: the events are not the totals any more."""
        if self.stats.whole:
            self.stats.whole = False
            self.note("the film ends here; the search goes on unfilmed")

    def progress(self, text: str = "", **numbers: float) -> None:
        """How it goes, for engines without steps to show: bounds, branches, conflicts, best. Sent a few times a second."""
        now = time.perf_counter()
        if now - self._told < PROGRESS_SECONDS:
            return
        self._told = now
        self.sample(**numbers)
        if self._progress is not None:
            self._progress(Progress(text, dict(numbers)))

    def sample(self, **numbers: float) -> None:
        """What a solver counts at this moment, for the film's chart; told, not shown as an event."""
        if self.enabled and numbers:
            with self._lock:
                self._pending.samples.append(Sample(self.ticks(), dict(numbers)))

    def flush(self) -> None:
        """Send what is waiting."""
        with self.filming(), self._lock:
            self._flush()

    def pulse(self) -> None:
        """Send what has waited too long; called by the run room from a thread of its own, while the engine works on."""
        with self._lock:
            if time.perf_counter() - self._flushed >= FLUSH_SECONDS:
                self._flush()

    def ticks(self) -> int:
        """The engine's own clock as it stands in the time column."""
        return int(self.clock() * TICKS_PER_SECOND)

    def _flush(self) -> None:
        if self._answers is not None and len(self.found) > self._sent_answers:
            new, self._sent_answers = self.found[self._sent_answers :], len(self.found)
            self._answers(new)
        if self._sink is None and self.stats.add_few(self._events):
            self._events = []
        elif self._events or self._pending.moves or self._pending.samples:
            rows = np.array(self._events, dtype=np.int32).reshape(-1, COLUMNS)
            self._events = []
            self._send(rows)
        self._flushed = time.perf_counter()

    def _send(self, rows: Rows) -> None:
        self.stats.add_rows(rows)
        batch, self._pending = self._pending, Batch(NO_ROWS)
        batch.rows = rows
        if self._sink is not None:
            self._sink(batch)

    def _emit(self, kind: int, depth: int, cell: int, value: int, rule: int, reason: int, ticks: int | None = None) -> None:
        entered = time.perf_counter()
        with self._lock:
            own = (entered if self._paused is None else self._paused) - self._start - self.film_seconds
            self._last_ticks = max(self._last_ticks, int(own * TICKS_PER_SECOND) if ticks is None else ticks)
            self._last_kind = kind
            self._events.append((kind, depth, cell, value, rule, reason, self._last_ticks))
            if len(self._events) >= BATCH or entered - self._flushed > FLUSH_SECONDS:
                self._flush()
        if self.enabled and self._paused is None:
            self.film_seconds += time.perf_counter() - entered


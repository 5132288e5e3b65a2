"""DepthStats: what the studies compare searches by, gathered from packed events without looping over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core.events import DEPTH, KIND, RULE, TICKS_PER_SECOND, TIME, Kind

CURVE_POINTS = 2048
"""Resolution of depth over time. When it is full, neighbouring buckets merge and keep their extremes: no peak is lost."""
RATE_POINTS = 256
FEW = 8


class Band:
    """Lowest and highest of a long series of numbers, in at most CURVE_POINTS buckets of equal width."""

    def __init__(self) -> None:
        self._low: list[int] = []
        self._high: list[int] = []
        self._width = 1
        self._open: tuple[int, int, int] | None = None
        """(lowest, highest, how many) of the bucket that is not full yet"""

    def add(self, numbers: NDArray[np.int32]) -> None:
        while self._open is not None and len(numbers):
            low, high, count = self._open
            part, numbers = numbers[: self._width - count], numbers[self._width - count :]
            self._open = (min(low, int(part.min())), max(high, int(part.max())), count + len(part))
            self._close_full()
        whole = len(numbers) // self._width * self._width
        if whole:
            buckets = numbers[:whole].reshape(-1, self._width)
            self._low += buckets.min(axis=1).tolist()
            self._high += buckets.max(axis=1).tolist()
        if whole < len(numbers):
            rest = numbers[whole:]
            self._open = (int(rest.min()), int(rest.max()), len(rest))
        while len(self._high) > CURVE_POINTS:
            self._merge()

    def add_few(self, numbers: Iterable[int]) -> None:
        """The same one by one: quicker for a handful."""
        for number in numbers:
            low, high, count = self._open or (number, number, 0)
            self._open = (min(low, number), max(high, number), count + 1)
            self._close_full()
        while len(self._high) > CURVE_POINTS:
            self._merge()

    def _close_full(self) -> None:
        if self._open is not None and self._open[2] >= self._width:
            self._low.append(self._open[0])
            self._high.append(self._open[1])
            self._open = None

    def _merge(self) -> None:
        """Twice the width; an odd last bucket is open again."""
        if len(self._high) % 2:
            low, high = self._low.pop(), self._high.pop()
            rest = self._open or (low, high, 0)
            self._open = (min(low, rest[0]), max(high, rest[1]), rest[2] + self._width)
        self._low = [min(pair) for pair in zip(self._low[::2], self._low[1::2])]
        self._high = [max(pair) for pair in zip(self._high[::2], self._high[1::2])]
        self._width *= 2

    def points(self) -> tuple[list[int], list[int], list[int]]:
        low, high = list(self._low), list(self._high)
        if self._open is not None:
            low.append(self._open[0])
            high.append(self._open[1])
        return [i * self._width for i in range(len(high))], low, high


class Rate:
    """How many things happened per stretch of time, in at most RATE_POINTS stretches of equal length."""

    def __init__(self) -> None:
        self._ticks = TICKS_PER_SECOND // 100
        self._counts: NDArray[np.int64] = np.zeros(RATE_POINTS, np.int64)
        self._now = 0

    def add(self, ticks: NDArray[np.int32], now: int) -> None:
        """Things at these moments; the clock itself has come to `now`."""
        self.go_on(max(now, int(ticks.max()) if len(ticks) else 0))
        if len(ticks):
            self._counts += np.bincount(np.maximum(ticks, 0) // self._ticks, minlength=RATE_POINTS)

    def go_on(self, now: int) -> None:
        """The clock has come to `now`, and nothing happened."""
        self._now = max(self._now, now)
        while self._now // self._ticks >= RATE_POINTS:
            self._counts[: RATE_POINTS // 2] = self._counts.reshape(-1, 2).sum(axis=1)
            self._counts[RATE_POINTS // 2 :] = 0
            self._ticks *= 2

    def points(self) -> tuple[list[float], list[float]]:
        used = self._now // self._ticks + 1
        length = self._ticks / TICKS_PER_SECOND
        rates = (self._counts[:used] / length).tolist()
        last = self._now / TICKS_PER_SECOND - (used - 1) * length
        if used > 1 and last < length / 2:
            rates.pop()  # too short a stretch to tell a rate
        elif last > 0:
            rates[-1] *= length / last
        return [i * length for i in range(len(rates))], rates


TOTALS = {"guesses": Kind.GUESS, "backtracks": Kind.BACKTRACK, "conflicts": Kind.CONFLICT, "restarts": Kind.RESTART,
          "cuts": Kind.CUT, "deductions": Kind.DEDUCE}
"""What is counted, and the kind of event that stands for one of it."""
STEPS = (Kind.DEDUCE, Kind.GUESS, Kind.CONFLICT, Kind.BACKTRACK, Kind.RESTART)
RESULTS = (Kind.SOLUTION, Kind.CONFLICT)
NOT_RULES = (Kind.PHASE, Kind.END)
"""Kinds whose rule column holds no rule."""


class DepthStats:
    """Counts, depths and rule usage of one search. `add_rows` takes events in batches; `summary` is plain JSON.

    A number is what the engine's own counters say of the run (`set_totals`); else what the events say, if they tell every
    step (`told`: some step was told, or the engine promised it); else None: unknown. See docs/guide/statistics.md.
    """

    def __init__(self) -> None:
        self.events = 0
        self.solutions = 0
        self.told = False
        self.whole = True
        """False once a film was ended before its search"""
        self.current_depth = 0
        self.seconds = 0.0
        self.first_solution_seconds: float | None = None
        self.histogram: NDArray[np.int64] = np.zeros(16, dtype=np.int64)
        self.rule_names: list[str] = []
        self.rule_uses: NDArray[np.int64] = np.zeros(8, dtype=np.int64)
        self.rule_seconds: dict[int, float] = {}
        self._seen: dict[str, int] = dict.fromkeys([*TOTALS, "max_depth"], 0)
        self._counted: dict[str, int | None] = {}
        self.solver: dict[str, Any] = {}
        """counters of a foreign solver, with its name"""
        self._depth_sum = 0
        self._curve = Band()
        self._rate = Rate()

    # --- numbers, or None ------------------------------------------------------------------------------------------------
    def total(self, name: str) -> int | None:
        """A number of the run."""
        if name in self._counted:
            return self._counted[name]
        return self._seen[name] if self.told and self.whole else None

    def filmed(self, name: str) -> int:
        """The same number of the film alone."""
        return self._seen[name]

    @property
    def guesses(self) -> int | None:
        return self.total("guesses")

    @property
    def nodes(self) -> int | None:
        """Search nodes: the root and one for every guess."""
        return None if self.guesses is None else 1 + self.guesses

    @property
    def backtracks(self) -> int | None:
        return self.total("backtracks")

    @property
    def conflicts(self) -> int | None:
        return self.total("conflicts")

    @property
    def restarts(self) -> int | None:
        return self.total("restarts")

    @property
    def cuts(self) -> int | None:
        return self.total("cuts")

    @property
    def deductions(self) -> int | None:
        return self.total("deductions")

    @property
    def max_depth(self) -> int | None:
        return self.total("max_depth")

    @property
    def mean_depth(self) -> float | None:
        """Mean depth of the guesses that were told."""
        if not self.told:
            return None
        return self._depth_sum / self.filmed("guesses") if self.filmed("guesses") else 0.0

    @property
    def nodes_per_second(self) -> float | None:
        nodes = self.nodes
        if nodes is None:
            return None
        return nodes / self.seconds if self.seconds > 0 else 0.0

    def film_differs(self) -> bool:
        """True when the events are not the whole run, or the engine's own counters say other numbers than they do."""
        return not self.whole or any(self._counted.get(name) not in (None, seen) for name, seen in self._seen.items())

    # --- what comes in -------------------------------------------------------------------------------------------------
    def set_totals(self, nodes: int | None = None, guesses: int | None = None, conflicts: int | None = None,
                   backtracks: int | None = None, max_depth: int | None = None, restarts: int | None = None,
                   cuts: int | None = None, deductions: int | None = None) -> None:
        """The run's totals by the engine's own counters; None: not known to them."""
        if guesses is None and nodes is not None:
            guesses = nodes - 1
        given = {"guesses": guesses, "conflicts": conflicts, "backtracks": backtracks, "max_depth": max_depth,
                 "restarts": restarts, "cuts": cuts, "deductions": deductions}
        self._counted.update({name: number for name, number in given.items() if number is not None})

    def add_rule_seconds(self, rule: int, seconds: float) -> None:
        self.rule_seconds[rule] = self.rule_seconds.get(rule, 0.0) + seconds

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Take over from the searcher's own summary what events cannot tell: the run's totals, or that they are not known,
        and seconds per rule."""
        if not summary:
            return
        self.whole = bool(summary.get("whole", True))
        self._counted.update({name: summary[name] for name in (*TOTALS, "max_depth") if name in summary})
        self.seconds = float(summary.get("seconds", self.seconds))
        for name, use in summary.get("rules", {}).items():
            if name not in self.rule_names:
                self.rule_names.append(name)
            number = self.rule_names.index(name)
            self.rule_seconds[number] = max(self.rule_seconds.get(number, 0.0), float(use["seconds"]))

    def add_rows(self, rows: NDArray[np.int32]) -> None:
        if not len(rows):
            return
        kinds, depths = rows[:, KIND], rows[:, DEPTH]
        if self.add_few(rows):
            return
        counts = np.bincount(kinds, minlength=len(Kind))
        self.events += len(rows)
        self.told = self.told or any(counts[kind] for kind in STEPS)
        for name, kind in TOTALS.items():
            self._seen[name] += int(counts[kind])
        self._seen["max_depth"] = max(self._seen["max_depth"], int(depths.max()))
        if counts[Kind.SOLUTION]:
            self.solutions += int(counts[Kind.SOLUTION])
            if self.first_solution_seconds is None:
                first = int(np.argmax(kinds == Kind.SOLUTION))
                self.first_solution_seconds = float(rows[first, TIME]) / TICKS_PER_SECOND
        guesses = kinds == Kind.GUESS
        self._add_histogram(depths[guesses])
        self.current_depth = int(depths[-1])
        self.seconds = max(self.seconds, float(rows[-1, TIME]) / TICKS_PER_SECOND)
        self._add_rules(rows[~np.isin(kinds, NOT_RULES), RULE] if counts[list(NOT_RULES)].any() else rows[:, RULE])
        self._curve.add(depths)
        self._rate.add(rows[guesses, TIME], int(rows[-1, TIME]))

    def add_few(self, rows: NDArray[np.int32] | Sequence[Sequence[int]]) -> bool:
        """An unfilmed run tells its solutions only, or the contradiction of the whole board, and its statistics must not take
        as long as a small board. False, and nothing is added, where these rows tell more than that."""
        if not 0 < len(rows) <= FEW or any(row[KIND] not in RESULTS for row in rows):
            return False
        depths, last = [int(row[DEPTH]) for row in rows], int(rows[-1][TIME])
        self.events += len(rows)
        for row in rows:
            if row[KIND] == Kind.CONFLICT:
                self.told = True
                self._seen["conflicts"] += 1
                self._add_rule(int(row[RULE]))
                continue
            self.solutions += 1
            if self.first_solution_seconds is None:
                self.first_solution_seconds = int(row[TIME]) / TICKS_PER_SECOND
        self.current_depth = depths[-1]
        self._seen["max_depth"] = max(self._seen["max_depth"], *depths)
        self.seconds = max(self.seconds, last / TICKS_PER_SECOND)
        self._curve.add_few(depths)
        self._rate.go_on(last)
        return True

    def _add_histogram(self, guess_depths: NDArray[np.int32]) -> None:
        if not len(guess_depths):
            return
        self._depth_sum += int(guess_depths.sum())
        counts = np.bincount(guess_depths)
        if len(counts) > len(self.histogram):
            self.histogram = np.pad(self.histogram, (0, 2 * len(counts) - len(self.histogram)))
        self.histogram[: len(counts)] += counts

    def _add_rule(self, rule: int) -> None:
        if 0 <= rule < len(self.rule_uses):
            self.rule_uses[rule] += 1
        else:
            self._add_rules(np.array([rule], np.int32))

    def _add_rules(self, rules: NDArray[np.int32]) -> None:
        used = rules[rules >= 0]
        if len(used):
            counts = np.bincount(used)
            if len(counts) > len(self.rule_uses):
                self.rule_uses = np.pad(self.rule_uses, (0, 2 * len(counts) - len(self.rule_uses)))
            self.rule_uses[: len(counts)] += counts

    def curve(self) -> tuple[list[int], list[int], list[int]]:
        """Depth over time, down-sampled: event number at each bucket's start, lowest and highest depth inside it."""
        return self._curve.points()

    def rate_curve(self) -> tuple[list[float], list[float]]:
        """Nodes per second over the search's own time: the start of each stretch in seconds, and the rate in it."""
        return self._rate.points()

    def depth_histogram(self) -> list[int]:
        """How many guesses were made at each depth, from depth 0, without trailing zeros."""
        used = np.flatnonzero(self.histogram)
        return self.histogram[: int(used[-1]) + 1].tolist() if len(used) else []

    def rules(self) -> dict[str, dict[str, float]]:
        """Uses and seconds per rule, in the order of first use."""
        table: dict[str, dict[str, float]] = {}
        for number, name in enumerate(self.rule_names):
            uses = int(self.rule_uses[number]) if number < len(self.rule_uses) else 0
            if uses or number in self.rule_seconds:
                table[name] = {"uses": uses, "seconds": round(self.rule_seconds.get(number, 0.0), 6)}
        return table

    def summary(self) -> dict[str, Any]:
        mean, rate = self.mean_depth, self.nodes_per_second
        numbers: dict[str, Any] = {
            "nodes": self.nodes, "guesses": self.guesses, "backtracks": self.backtracks, "conflicts": self.conflicts,
            "restarts": self.restarts, "cuts": self.cuts, "deductions": self.deductions, "max_depth": self.max_depth,
            "mean_depth": None if mean is None or not self.whole else round(mean, 3),
            "depth_histogram": self.depth_histogram() if self.told and self.whole else None,
            "nodes_per_second": None if rate is None else round(rate, 1), "seconds": round(self.seconds, 6),
            "first_solution_seconds": self.first_solution_seconds, "events": self.events, "whole": self.whole,
            "rules": self.rules(),
        }
        if self.told and self.film_differs():
            numbers["film"] = {"nodes": 1 + self._seen["guesses"], **self._seen}
        if self.solver:
            numbers["solver"] = dict(self.solver)
        return numbers

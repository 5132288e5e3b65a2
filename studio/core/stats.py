"""DepthStats: what the studies compare searches by, gathered from packed events without looping over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_DEDUCE, _GUESS, _CONFLICT, _BACKTRACK, _RESTART, _CUT, _SOLUTION = range(7)
_KIND, _DEPTH, _RULE, _TIME = 0, 1, 4, 6
_TICKS_PER_SECOND = 100_000
CURVE_POINTS = 2048
"""Resolution of depth over time. When it is full, neighbouring buckets merge and keep their extremes: no peak is lost."""
RATE_POINTS = 256


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
        self._ticks = _TICKS_PER_SECOND // 100
        self._counts: NDArray[np.int64] = np.zeros(RATE_POINTS, np.int64)
        self._now = 0

    def add(self, ticks: NDArray[np.int32], now: int) -> None:
        """Things at these moments; the clock itself has come to `now`."""
        self._now = max(self._now, now, int(ticks.max()) if len(ticks) else 0)
        while self._now // self._ticks >= RATE_POINTS:
            self._counts[: RATE_POINTS // 2] = self._counts.reshape(-1, 2).sum(axis=1)
            self._counts[RATE_POINTS // 2 :] = 0
            self._ticks *= 2
        if len(ticks):
            self._counts += np.bincount(np.maximum(ticks, 0) // self._ticks, minlength=RATE_POINTS)

    def points(self) -> tuple[list[float], list[float]]:
        used = self._now // self._ticks + 1
        length = self._ticks / _TICKS_PER_SECOND
        rates = (self._counts[:used] / length).tolist()
        last = self._now / _TICKS_PER_SECOND - (used - 1) * length
        if used > 1 and last < length / 2:
            rates.pop()  # too short a stretch to tell a rate
        elif last > 0:
            rates[-1] *= length / last
        return [i * length for i in range(len(rates))], rates


class DepthStats:
    """Counts, depths and rule usage of one search. `add_rows` takes events in batches; `summary` is plain JSON."""

    def __init__(self) -> None:
        self.events = 0
        self.guesses = 0
        self.backtracks = 0
        self.conflicts = 0
        self.restarts = 0
        self.cuts = 0
        self.solutions = 0
        self.deductions = 0
        self.extra_nodes = 0
        self.max_depth = 0
        self.current_depth = 0
        self.seconds = 0.0
        self.first_solution_seconds: float | None = None
        self.histogram: NDArray[np.int64] = np.zeros(16, dtype=np.int64)
        self.rule_names: list[str] = []
        self.rule_uses: NDArray[np.int64] = np.zeros(8, dtype=np.int64)
        self.rule_seconds: dict[int, float] = {}
        self._depth_sum = 0
        self._curve = Band()
        self._rate = Rate()

    @property
    def nodes(self) -> int:
        """Search nodes: the root and one for every guess, plus those that an engine reported as totals."""
        return 1 + self.guesses + self.extra_nodes

    @property
    def mean_depth(self) -> float:
        return self._depth_sum / self.guesses if self.guesses else 0.0

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def add_totals(self, nodes: int = 0, guesses: int = 0, conflicts: int = 0, backtracks: int = 0,
                   max_depth: int = 0, restarts: int = 0, cuts: int = 0, deductions: int = 0) -> None:
        self.extra_nodes += max(0, nodes - guesses)
        self.guesses += guesses
        self.conflicts += conflicts
        self.backtracks += backtracks
        self.restarts += restarts
        self.cuts += cuts
        self.deductions += deductions
        self.max_depth = max(self.max_depth, max_depth)

    def add_rule_seconds(self, rule: int, seconds: float) -> None:
        self.rule_seconds[rule] = self.rule_seconds.get(rule, 0.0) + seconds

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Take over from the searcher's own summary what events cannot tell: totals of unfilmed parts, seconds per rule."""
        for name in ("guesses", "backtracks", "conflicts", "restarts", "cuts", "deductions", "max_depth"):
            setattr(self, name, max(getattr(self, name), int(summary.get(name, 0))))
        self.extra_nodes = max(self.extra_nodes, int(summary.get("nodes", 0)) - 1 - self.guesses)
        for name, use in summary.get("rules", {}).items():
            if name not in self.rule_names:
                self.rule_names.append(name)
            number = self.rule_names.index(name)
            self.rule_seconds[number] = max(self.rule_seconds.get(number, 0.0), float(use["seconds"]))

    def add_rows(self, rows: NDArray[np.int32]) -> None:
        if not len(rows):
            return
        kinds, depths = rows[:, _KIND], rows[:, _DEPTH]
        counts = np.bincount(kinds, minlength=8)
        self.events += len(rows)
        self.deductions += int(counts[_DEDUCE])
        self.guesses += int(counts[_GUESS])
        self.conflicts += int(counts[_CONFLICT])
        self.backtracks += int(counts[_BACKTRACK])
        self.restarts += int(counts[_RESTART])
        self.cuts += int(counts[_CUT])
        if counts[_SOLUTION]:
            self.solutions += int(counts[_SOLUTION])
            if self.first_solution_seconds is None:
                first = int(np.argmax(kinds == _SOLUTION))
                self.first_solution_seconds = float(rows[first, _TIME]) / _TICKS_PER_SECOND
        guess_depths = depths[kinds == _GUESS]
        self._add_histogram(guess_depths)
        self.max_depth = max(self.max_depth, int(depths.max()))
        self.current_depth = int(depths[-1])
        self.seconds = max(self.seconds, float(rows[-1, _TIME]) / _TICKS_PER_SECOND)
        self._add_rules(rows[:, _RULE])
        self._curve.add(depths)
        self._rate.add(rows[kinds == _GUESS, _TIME], int(rows[-1, _TIME]))

    def _add_histogram(self, guess_depths: NDArray[np.int32]) -> None:
        if not len(guess_depths):
            return
        self._depth_sum += int(guess_depths.sum())
        counts = np.bincount(guess_depths)
        if len(counts) > len(self.histogram):
            self.histogram = np.pad(self.histogram, (0, 2 * len(counts) - len(self.histogram)))
        self.histogram[: len(counts)] += counts

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
        return {
            "nodes": self.nodes, "guesses": self.guesses, "backtracks": self.backtracks, "conflicts": self.conflicts,
            "restarts": self.restarts, "cuts": self.cuts, "deductions": self.deductions, "max_depth": self.max_depth,
            "mean_depth": round(self.mean_depth, 3), "depth_histogram": self.depth_histogram(),
            "nodes_per_second": round(self.nodes_per_second, 1),
            "first_solution_seconds": self.first_solution_seconds, "events": self.events, "rules": self.rules(),
        }

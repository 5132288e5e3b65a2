"""DepthStats: what the studies compare searches by, gathered from packed events without looping over them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_DEDUCE, _GUESS, _CONFLICT, _BACKTRACK, _RESTART, _CUT, _SOLUTION = range(7)
_KIND, _DEPTH, _RULE, _TIME = 0, 1, 4, 6
_TICKS_PER_SECOND = 100_000
CURVE_POINTS = 2048
"""Resolution of depth over time. When it is full, neighbouring buckets merge and keep their maximum: no peak is lost."""


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
        self._low: list[int] = []
        self._high: list[int] = []
        self._per_bucket = 1
        self._open: NDArray[np.int32] = np.zeros(0, dtype=np.int32)

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
        self._add_curve(depths)

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

    def _add_curve(self, depths: NDArray[np.int32]) -> None:
        pool = np.concatenate([self._open, depths])
        whole = len(pool) // self._per_bucket * self._per_bucket
        if whole:
            buckets = pool[:whole].reshape(-1, self._per_bucket)
            self._low.extend(buckets.min(axis=1).tolist())
            self._high.extend(buckets.max(axis=1).tolist())
        self._open = pool[whole:]
        while len(self._high) > CURVE_POINTS:
            self._merge_buckets()

    def _merge_buckets(self) -> None:
        if len(self._high) % 2:
            self._low.append(self._low[-1])
            self._high.append(self._high[-1])
        self._low = [min(pair) for pair in zip(self._low[::2], self._low[1::2])]
        self._high = [max(pair) for pair in zip(self._high[::2], self._high[1::2])]
        self._per_bucket *= 2

    def curve(self) -> tuple[list[int], list[int], list[int]]:
        """Depth over time, down-sampled: event number at each bucket's start, lowest and highest depth inside it."""
        low, high = list(self._low), list(self._high)
        if len(self._open):
            low.append(int(self._open.min()))
            high.append(int(self._open.max()))
        return [i * self._per_bucket for i in range(len(high))], low, high

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

"""Compiled searches that lay options on a stack: what each counts, and the events it writes down when somebody films it.

Counting and filming are the same lines: a search that is filmed makes the same decisions, and its events add up to its
totals. Beside the record of its own, every search has a `Course`.

A node is the root or an option laid (a guess). Steps back are counted where the search goes on from them: from whatever
depth it was at, straight to the depth at which the next option is laid.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from studio.solvers.kernels import I32, I64, Record, kernel, wrapping

POSITIONS, GUESSES, BACKS, FOUND, DEAD, HITS, WORK = range(7)
"""What is counted: positions looked into (which budgets count), options laid, steps back, solutions, dead ends, dead ends that
were known, and whatever a search takes as a measure of its work."""

LAID, BACK, SEEN, DEAD_END = range(4)
"""Events. DEAD_END and above: a position without solution, for one reason or another that the search has numbers for."""
COLUMNS = 4
"""An event: what, depth, and two numbers that say which option or which item."""
ROOM = 8
"""A search pauses while there is still room for so many events."""
REEL = 8192
"""Events that a kernel writes before they are fetched."""

BUDGET, SOLUTION, DONE, LOST, PAUSED = range(5)
"""What a stretch of search comes back with: out of positions, a solution, everything searched, nothing more to find (but no
proof), or a pause for its keeper to make room (events to fetch, a memo to grow)."""

Totals = dict[str, int]


class Course(Record):
    """Where a search stands, what it has counted, and what it has written down since its events were last fetched."""

    depth: int
    mode: int
    shown: int  # the depth at which the last event was
    deepest: int
    filming: int
    told: int  # events written
    total: I64
    by_depth: I64  # options laid at each depth
    film: I32


@kernel
def tell(c: Course, what: int, depth: int, first: int, second: int) -> None:
    """Write an event down."""
    at = COLUMNS * c.told
    c.film[at] = what
    c.film[at + 1] = depth
    c.film[at + 2] = first
    c.film[at + 3] = second
    c.told += 1


@kernel
def crowded(c: Course) -> bool:
    """Whether the events must be fetched before the search goes on."""
    return c.filming != 0 and c.told + ROOM > REEL


@kernel
def laid(c: Course, first: int, second: int) -> None:
    """An option is laid on a position of `depth` options."""
    depth = c.depth
    if c.shown > depth:
        c.total[BACKS] += 1
        if c.filming:
            tell(c, BACK, depth, 0, 0)
    c.total[GUESSES] += 1
    c.shown = depth + 1
    c.by_depth[depth + 1] += 1
    if depth >= c.deepest:
        c.deepest = depth + 1
    if c.filming:
        tell(c, LAID, depth + 1, first, second)


@kernel
def dead(c: Course, what: int, first: int) -> None:
    """The position shown has no solution, and this is why."""
    c.total[DEAD] += 1
    if c.filming:
        tell(c, what, c.shown, first, 0)


@kernel
def seen(c: Course) -> None:
    """The position shown is a solution."""
    c.total[FOUND] += 1
    if c.filming:
        tell(c, SEEN, c.shown, 0, 0)


@kernel
def ended(c: Course) -> None:
    """Everything is searched: back to the root."""
    if c.shown > 0:
        c.total[BACKS] += 1
        c.shown = 0
        if c.filming:
            tell(c, BACK, 0, 0, 0)


def fill(array: Any, values: npt.ArrayLike) -> None:
    """Fill an array of a record, be it of numpy or a list."""
    array[:] = np.asarray(values).tolist() if isinstance(array, list) else values


def new_course(levels: int) -> Course:
    return Course.make(total=7, by_depth=levels + 1, film=0)


Watch = Callable[[np.ndarray[tuple[int, int], np.dtype[np.int32]]], bool]


class KernelSearch(ABC):
    """A record, its course, and the compiled function that works on both.

    `watch`, if there is one, is called with the events as they are fetched, until it says that it has seen enough.
    """

    course: Course
    watch: Watch | None = None

    def run(self, max_positions: int) -> int:
        """Go on for at most so many positions, however often the kernel must pause."""
        target = self.positions + max_positions
        with wrapping():
            return self._run(target)

    def _run(self, target: int) -> int:
        while True:
            code = int(self.step(target - self.positions))
            if self.watch is not None:
                self._fetch()
            if code != PAUSED:
                return code
            self.make_room()

    @abstractmethod
    def step(self, max_positions: int) -> int:
        """Call the compiled function."""

    def film(self, watch: Watch) -> None:
        """From here on events are written down."""
        self.watch = watch
        self.course = self.course.copied(film=COLUMNS * REEL)
        self.course.filming = 1

    @property
    def filming(self) -> bool:
        return self.watch is not None

    def _fetch(self) -> None:
        rows = np.array(self.course.film[: COLUMNS * self.course.told], dtype=np.int32).reshape(-1, COLUMNS)
        self.course.told = 0
        if len(rows) and self.watch is not None and not self.watch(rows):
            self.watch = None
            self.course.filming = 0

    def make_room(self) -> None:
        """What a pause is for, besides the events."""

    @property
    def positions(self) -> int:
        """How many positions were looked into: what budgets count."""
        return int(self.course.total[POSITIONS])

    def totals(self) -> Totals:
        total = self.course.total
        return {"nodes": 1 + int(total[GUESSES]), "guesses": int(total[GUESSES]), "backtracks": int(total[BACKS]),
                "conflicts": int(total[DEAD]), "max_depth": self.course.deepest, "memo_hits": int(total[HITS]),
                "restarts": 0}

    def nodes_by_depth(self) -> list[int]:
        """How many options were laid at each depth, from depth 0 (the root, where none is)."""
        return [int(n) for n in self.course.by_depth[: self.course.deepest + 1]]

"""The kernel as Python sees it: one answer after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from studio.families.evolomino.field import Field
from studio.families.evolomino.kernel.build import Kernel, assume, build, grow
from studio.families.evolomino.kernel.layout import (
    ARENA_ROOM,
    ATOP,
    CLAUSE_ROOM,
    CONFLICTS,
    DECISIONS,
    DEEPEST,
    FOUND,
    NCLAUSE,
    REFUTED,
    RESTARTS,
    ROOM,
    VAL,
    XVAR,
)
from studio.families.evolomino.kernel.search import exclude, search

SLICE = 2_000  # conflicts between two looks at the clock and the cancel button


class Stopped(Exception):
    """Cancelled, or out of time."""


class Solver:
    """One field under search. `next()` gives the next answer (one flag per cell) or None when there are no more."""

    def __init__(self, field: Field, film: bool = False) -> None:
        self.kernel: Kernel
        self.kernel, self._open = build(field, film)
        self._film = film
        self.field = field

    def require(self, cell: int, square: bool) -> None:
        """Before the search: this cell holds a square, or none."""
        self._open = self._open and bool(assume(self.kernel.m, cell, square))

    def next(self, keep_going: Callable[[], bool] | None = None, budget: int = SLICE) -> tuple[int, ...] | None:
        """Raises `Stopped` when `keep_going` says so."""
        answer = self.find(keep_going, budget)
        if answer is not None:
            self.exclude(answer)
        return answer

    def find(self, keep_going: Callable[[], bool] | None = None, budget: int = SLICE) -> tuple[int, ...] | None:
        """An answer that is not excluded. The search stays where it found it until `exclude` or another `find`."""
        answer = self._find(keep_going, budget)
        return None if answer is None else tuple(answer.tolist())

    def exclude(self, answer: tuple[int, ...]) -> None:
        """No further answer shall be this one."""
        self._open = self._exclude(np.array(answer, np.int8))

    def shared(self, keep_going: Callable[[], bool] | None = None) -> np.ndarray | None:
        """Flags of the cells on which all answers agree, None if there are none: every answer that is looked for differs
        from the first in a cell on which all so far agree."""
        first = self._find(keep_going, SLICE)
        if first is None:
            return None
        agreed = np.ones(first.size, np.bool_)
        while self._open:
            self._open = self._exclude(np.where(agreed, first, 2).astype(np.int8))
            other = self._find(keep_going, SLICE)
            if other is not None:
                agreed &= other == first
        return agreed

    def _find(self, keep_going: Callable[[], bool] | None, budget: int) -> np.ndarray | None:
        while self._open:
            status = search(self.kernel.m, self.kernel.act, budget)
            if status == FOUND:
                return self._answer()
            if status == REFUTED:
                self._open = False
            elif status == ROOM:
                self.kernel = grow(self.kernel)
            if keep_going is not None and not keep_going():
                raise Stopped
        return None

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        while (answer := self.next()) is not None:
            yield answer

    def counts(self) -> dict[str, int]:
        names = {"nodes": DECISIONS, "conflicts": CONFLICTS, "restarts": RESTARTS, "max_depth": DEEPEST}
        return {name: int(self.kernel.m[place]) for name, place in names.items()}

    def _answer(self) -> np.ndarray:
        xvar = self.kernel.table(XVAR, self.field.size)
        values = self.kernel.m[self.kernel.m[VAL] + 2 * np.maximum(xvar, 0)]
        return ((xvar >= 0) & (values > 0)).astype(np.int8)

    def _exclude(self, answer: np.ndarray) -> bool:
        m = self.kernel.m
        if m[NCLAUSE] + 2 >= m[CLAUSE_ROOM] or m[ATOP] + answer.size + 2 >= m[ARENA_ROOM]:
            self.kernel = grow(self.kernel)
        return bool(exclude(self.kernel.m, self.kernel.act, answer))

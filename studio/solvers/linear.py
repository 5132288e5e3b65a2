"""Integer linear models as plain arrays: what every solver and both file formats are fed from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

INFINITE = 10**9


class LinearModel:
    """Bounded integer variables and constraints low <= sum of coefficient * variable <= high; usually no objective."""

    def __init__(self) -> None:
        self._names: list[tuple[int, Callable[[int], str]]] = []
        """runs of variables: how many, and what the k-th of them is called"""
        self.low: list[int] = []
        self.high: list[int] = []
        self.groups: dict[str, int] = {}
        """how many constraints each named group has, in the order of their making"""
        self.costs: dict[int, int] = {}
        """column -> factor of the sum to minimise; empty: any solution will do"""
        self._chunks: list[tuple[Any, Any, Any, Any, Any]] = []

    def variable(self, name: str, low: int, high: int) -> int:
        return self.variables(1, lambda _: name, low, high)

    def variables(self, count: int, name: Callable[[int], str], low: int, high: int) -> int:
        """Many at once, and the column of the first. They are called by their names only when somebody wants to read them."""
        first = len(self.low)
        self._names.append((count, name))
        self.low += [low] * count
        self.high += [high] * count
        return first

    @property
    def names(self) -> list[str]:
        """Anew at each call: keep it."""
        return [name(k) for count, name in self._names for k in range(count)]

    @property
    def n_variables(self) -> int:
        return len(self.low)

    @property
    def n_constraints(self) -> int:
        return sum(self.groups.values())

    def add(self, group: str, columns: Sequence[int], coefficients: Sequence[int],
            low: int = -INFINITE, high: int = INFINITE) -> None:
        """One constraint."""
        self.add_many(group, [columns], [coefficients], low, high)

    def add_many(self, group: str, columns: ArrayLike, coefficients: ArrayLike,
                 low: int = -INFINITE, high: int = INFINITE) -> None:
        """Constraints of one length at once: a row of `columns` each; the coefficients may be the same for all."""
        where: NDArray[np.int32] = np.asarray(columns, np.int32)
        if where.size == 0:
            if where.ndim == 2 and where.shape[0] and not low <= 0 <= high:
                raise ValueError("an empty sum cannot be within these bounds")  # not for people
            return
        count, length = where.shape
        factors = np.broadcast_to(np.asarray(coefficients, np.int32), (count, length))
        self._chunks.append((np.full(count, length), where.reshape(-1), factors.reshape(-1), low, high))
        self.groups[group] = self.groups.get(group, 0) + count

    def add_sums(self, group: str, lengths: NDArray[Any], columns: NDArray[Any], low: int, high: int) -> None:
        """Constraints of any lengths at once, their columns one after the other, with factors 1."""
        self._chunks.append((lengths, columns, np.ones(len(columns), np.int32), low, high))
        self.groups[group] = self.groups.get(group, 0) + len(lengths)

    def rows(self) -> Rows:
        """All constraints as compressed rows."""
        if not self._chunks:
            empty = np.zeros(0, np.int32)
            return Rows(np.zeros(1, np.int64), empty, empty, empty, empty)
        lengths = np.concatenate([chunk[0] for chunk in self._chunks])
        low = np.concatenate([np.full(len(chunk[0]), chunk[3]) for chunk in self._chunks])
        high = np.concatenate([np.full(len(chunk[0]), chunk[4]) for chunk in self._chunks])
        columns = np.concatenate([chunk[1] for chunk in self._chunks])
        factors = np.concatenate([chunk[2] for chunk in self._chunks])
        return Rows(np.concatenate([[0], np.cumsum(lengths)]), columns, factors, low, high)


class Rows:
    """Constraints in compressed rows."""

    def __init__(self, starts: NDArray[Any], columns: NDArray[Any], factors: NDArray[Any],
                 low: NDArray[Any], high: NDArray[Any]) -> None:
        self.starts, self.columns, self.factors, self.low, self.high = starts, columns, factors, low, high

    def __len__(self) -> int:
        return len(self.low)

    def __iter__(self) -> Iterator[tuple[list[int], list[int], int, int]]:
        starts, columns, factors = self.starts.tolist(), self.columns.tolist(), self.factors.tolist()
        for row, (low, high) in enumerate(zip(self.low.tolist(), self.high.tolist(), strict=True)):
            begin, end = starts[row], starts[row + 1]
            yield columns[begin:end], factors[begin:end], low, high

"""Names of clauses: which rule a clause enforces, and that rule in words.

A kernel writes tens of thousands of clauses, and hardly anybody asks about one. So a name is kept once for a run of clauses
that were added together, its words are made only when somebody asks, and clauses are found by an index that grows on demand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

from studio.core.clauses import Clause, Why

Words = str | Callable[[Clause], str]


class Name(NamedTuple):
    """The rule behind a run of clauses. `cells`: what they are about; None = the cells that each clause's own literals name."""

    rule: str
    words: Words
    cells: tuple[int, ...] | None = None

    def said_of(self, clause: Clause, cells: tuple[int, ...]) -> Why:
        text = self.words if isinstance(self.words, str) else self.words(clause)
        return Why(text, cells if self.cells is None else self.cells, self.rule)


class NamedClauses:
    """Clauses in the order in which they were added, and the name of each."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self._starts: list[int] = []
        self._names: list[Name] = []
        self._place: dict[frozenset[int], int] = {}
        self._indexed = 0

    def add(self, clauses: Iterable[Clause], name: Name) -> None:
        if not self._names or self._names[-1] is not name:
            if self._starts and self._starts[-1] == len(self.clauses):
                self._names[-1] = name
            else:
                self._starts.append(len(self.clauses))
                self._names.append(name)
        self.clauses += clauses

    def name_of(self, clause: Clause) -> Name | None:
        """By its literals, in whatever order; of equal clauses the first is meant."""
        for place in range(self._indexed, len(self.clauses)):
            self._place.setdefault(frozenset(self.clauses[place]), place)
        self._indexed = len(self.clauses)
        found = self._place.get(frozenset(clause))
        return None if found is None else self._names[bisect_right(self._starts, found) - 1]

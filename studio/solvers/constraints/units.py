"""Which clause made a literal true: for films, which see a solver's assignments but not its reasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from studio.core.clauses import Clause


class UnitFinder:
    """An index over clauses. Only clauses that were added are known: what the solver has learnt itself is not found."""

    def __init__(self, clauses: list[Clause]) -> None:
        self._with: defaultdict[int, list[Clause]] = defaultdict(list)
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        for literal in clause:
            self._with[literal].append(clause)

    def forcing(self, literal: int, is_false: Callable[[int], bool]) -> Clause | None:
        """A shortest clause that leaves only this literal while all its others are false; None if there is none."""
        found: Clause | None = None
        for clause in self._with.get(literal, ()):
            if (found is None or len(clause) < len(found)) and all(is_false(other) for other in clause if other != literal):
                found = clause
        return found

    def broken(self, literal: int, is_false: Callable[[int], bool]) -> Clause | None:
        """A shortest clause with this literal of which every literal is false: the clash that a wrong guess ran into."""
        found: Clause | None = None
        for clause in self._with.get(literal, ()):
            if (found is None or len(clause) < len(found)) and all(map(is_false, clause)):
                found = clause
        return found

"""Carving: clues taken away while a puzzle keeps its one solution, all questions put to ONE incremental solver.

The known solution is blocked once and for all; then "no model under these clue assumptions" means "unique". Both answers
are remembered: the clues that a proof used (anything else may go without asking again), and every other solution that turned up
(clues that alone keep it away must stay). Which clues go depends on their order only, not on what the solver finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studio.core.making import Group, Told
from studio.core.puzzle import Answer
from studio.core.say import say
from studio.solvers.sat import LazySat

__all__ = ["Group", "Knife"]


@dataclass
class Knife:
    """One board under the knife."""

    sat: LazySat
    solution: Answer
    literal: Mapping[int, int]
    """the clue of every cell that has one, as the literal to assume"""
    always: Sequence[int] = ()
    """assumed in every question"""
    asked: int = 0
    """questions put to the solver"""
    told: Told | None = None
    """who watches: told of every group that was tried"""
    _proof: set[int] = field(default_factory=set)
    _others: list[tuple[frozenset[int], Answer | None]] = field(default_factory=list)
    _against: Answer | None = None
    """the other solution behind the last "no", for whoever watches"""

    def __post_init__(self) -> None:
        self.sat.block(self.solution)
        self.sat.prefer(self.literal.values())

    def shrink(self, groups: Sequence[Group], tell: Callable[[float, str], None]) -> tuple[list[Group], list[Group]]:
        """Try to take each group away, in this order; those that stay, and those that went."""
        kept, removed = list(groups), list[Group]()
        for number, group in enumerate(groups):
            self.sat.cancel.check()
            tell(number / len(groups), say("{count} of {number} tried clues removed", count=len(removed),
                                           number=number))
            rest = [other for other in kept if other != group]
            if self.unique(cell for other in rest for cell in other):
                kept = rest
                removed.append(group)
            if self.told is not None:
                self.told(group, [cell for other in kept for cell in other], None if kept is rest else self._against)
        return kept, removed

    def unique(self, cells: Iterable[int]) -> bool:
        """Do the clues of these cells leave the known solution only? Asks the solver where memory does not tell."""
        literals = {self.literal[cell] for cell in cells}
        if self._proof and self._proof <= literals:
            return True
        for broken, other in self._others:
            if not broken & literals:
                self._against = other
                return False
        self.asked += 1
        model = self.sat.model([*self.always, *sorted(literals, key=abs)])
        if model is None:
            self._proof = {lit for lit in self.sat.core() if lit in literals}
            return True
        self._against = self.sat.kernel.decode(model) if self.told is not None else None
        self._others.append((frozenset(lit for lit in self.literal.values() if model[abs(lit) - 1] != lit), self._against))
        return False

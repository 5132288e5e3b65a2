"""Leading an incremental solver from one solution to the next: near a known solution few lazy rules are broken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from studio.core.puzzle import Answer
from studio.solvers.sat import LazySat


@dataclass
class Lead:
    """Leads a solver from the last solution."""

    sat: LazySat
    last: Answer
    _cell_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._cell_of = {literal: cell for cell, _, literal in self.sat.kernel.literals}

    def towards(self, cell: int, value: int) -> None:
        """The last solution, but for what this value in this cell makes likely around it."""
        likely = getattr(self.sat.kernel, "likely", None)
        self.towards_all(likely(cell, value) if likely is not None else ())

    def towards_all(self, literals: Iterable[int]) -> None:
        """The last solution, but for these literals and what they leave of their cells."""
        wanted = list(literals)
        around = {self._cell_of[literal] for literal in wanted}
        told = self.sat.told(self.last)
        self.sat.prefer([*(-literal if self._cell_of.get(literal) in around else literal for literal in told), *wanted])

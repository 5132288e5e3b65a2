"""Large boards with many solutions: keep what is right in a model and change only the surroundings of what is not.

A plain round decides the whole board again and breaks rules in new places. Here the cells far from every broken region are
assumed as they are; where that leaves no solution, the surroundings of the assumptions to blame are set free, too. In the end
everything is free, so nothing is lost but time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from studio.core.clauses import Clause
from studio.solvers.sat import LazySat

AROUND_BROKEN, AROUND_BLAMED, AROUND_CHOICE = 1, 1, 4  # steps within which cells may change
PATIENCE = 12  # tries to find the next solution near the last one
SOLVER = "minisat22"  # hundreds of short calls with thousands of assumptions: two to four times as fast as CaDiCaL here

Mask = Any
"""A numpy array of bool, one for each node of the board."""


class Places(Protocol):
    """A kernel's answer on a board of nodes, row by row; `width` nodes a row (a padded board has border nodes as well)."""

    nodes: int
    width: int
    open: Any
    """the nodes that literals decide, as a numpy array"""

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """As `Clauses.cuts`; it leaves the model as the last answer."""
        ...

    def broken(self) -> Mask:
        """The nodes of the regions that the last answer got wrong."""
        ...

    def literals_at(self, nodes: Any) -> list[int]:
        """The literals that are true in the last answer at some open nodes."""
        ...

    def node_of(self, literal: int) -> int:
        ...

    def choice(self) -> int:
        """The open node with the most possibilities."""
        ...


class LocalRepair:
    """Models of one solver, found by repairing the last one. `on_round` is told what was broken in every round."""

    def __init__(self, places: Places, sat: LazySat, on_round: Callable[[Mask], None] | None = None) -> None:
        self.places, self.sat, self.on_round = places, sat, on_round
        self.free = np.zeros(places.nodes, dtype=bool)
        self.found = self.broken = False

    def model(self) -> list[int] | None:
        """A model without broken regions, or None if there is none."""
        sat, assumed, thawed = self.sat, self._near_the_last(), 0
        while True:
            sat.cancel.check()
            sat.rounds += 1
            if not sat.solver.solve(assumptions=assumed):
                blamed = sat.core() if assumed else []
                if not blamed:
                    return None
                thawed += 1
                assumed = self._thaw(assumed, blamed) if self.broken or thawed < PATIENCE else []
                continue
            model: list[int] = sat.solver.get_model()
            cuts = self.places.cuts(model)
            self.broken = bool(cuts)
            if not cuts:
                self.found = True
                return model
            assumed = self._learn(cuts)

    def _learn(self, cuts: list[Clause]) -> list[int]:
        """Add the cuts; what stays assumed is far from all that they are about."""
        sat, broken = self.sat, self.places.broken()
        sat.cuts += len(cuts)
        if self.on_round is not None:
            self.on_round(broken)
        for clause in cuts:
            sat.solver.add_clause(clause)
        return self._frozen(self._around(broken, AROUND_BROKEN))

    def _near_the_last(self) -> list[int]:
        """After a solution: the next one is likely to differ in one place only. Before the first: nothing is assumed."""
        self.free[:] = False
        self.broken = False
        if not self.found:
            return []
        place = np.zeros(self.places.nodes, dtype=bool)
        place[self.places.choice()] = True
        return self._frozen(self._around(place, AROUND_CHOICE))

    def _around(self, nodes: Mask, steps: int) -> Mask:
        """The nodes within some steps of the marked ones (a step across the edge frees a few more: no harm)."""
        width = self.places.width
        for _ in range(steps):
            wider = nodes.copy()
            wider[1:] |= nodes[:-1]
            wider[:-1] |= nodes[1:]
            wider[width:] |= nodes[:-width]
            wider[:-width] |= nodes[width:]
            nodes = wider
        return nodes

    def _frozen(self, changeable: Mask) -> list[int]:
        """The literals of the last answer outside the changeable nodes."""
        nodes = self.places.open
        return self.places.literals_at(nodes[~(changeable | self.free)[nodes]])

    def _thaw(self, assumed: list[int], blamed: list[int]) -> list[int]:
        """Set the surroundings of the blamed assumptions free; the rest stays as it was."""
        nodes = np.zeros(self.places.nodes, dtype=bool)
        for literal in blamed:
            nodes[self.places.node_of(literal)] = True
        self.free |= self._around(nodes, AROUND_BLAMED)
        return [literal for literal in assumed if not self.free[self.places.node_of(literal)]]

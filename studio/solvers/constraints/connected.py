"""`connected`: the true literals of a graph hang together. Enforced by cuts on whatever an answer leaves apart.

A cut asks for a bridge: if this group stays, one of the cells round it that also lie towards the rest must join. Leaving out
the border cells that lead nowhere (a smaller separator) makes the clause shorter and stronger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from studio.core.clauses import Clause
from studio.solvers.constraints.graph import Graph
from studio.solvers.constraints.names import Name


class Members:
    """Literals on the nodes of a graph: which nodes can be in the set at all, and which are in it in a model."""

    def __init__(self, graph: Graph, literals: Mapping[int, int], fixed: Iterable[int] = ()) -> None:
        bits = graph.bits
        self.graph = graph
        self.literals = literals
        self.fixed = graph.mask(fixed)
        """nodes that are in the set in every solution, whatever is assumed"""
        self._positive = [(lit - 1, bits[node]) for node, lit in literals.items() if lit > 0]
        self._negative = [(-lit - 1, bits[node]) for node, lit in literals.items() if lit < 0]
        self.possible = graph.mask(literals) | self.fixed
        self._last = max(max(literals.values(), default=0), -min(literals.values(), default=0))

    def chosen(self, model: Sequence[int]) -> int:
        """The set in a model. A variable that the solver never saw is false."""
        seen = len(model)
        if seen < self._last:
            model = [*model, *(-v for v in range(seen + 1, self._last + 1))]
        found = self.fixed
        for at, bit in self._positive:
            if model[at] > 0:
                found |= bit
        for at, bit in self._negative:
            if model[at] < 0:
                found |= bit
        return found


class Connected:
    """All members are connected through members (none at all is fine)."""

    def __init__(self, members: Members, name: Name, guard: Sequence[int] = ()) -> None:
        self.members, self.name, self.guard = members, name, list(guard)

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """For every group apart from the main one: each of its members needs one of the bridges."""
        members = self.members
        groups = members.graph.groups(members.chosen(model))
        if len(groups) < 2:
            return []
        fixed = members.fixed
        main = max(groups, key=lambda group: (bool(group & fixed), group.bit_count()))
        found: list[Clause] = []
        for group in groups:
            if group != main:
                found += self._cut(group, main)
        return found

    def _cut(self, group: int, main: int) -> list[Clause]:
        members = self.members
        graph, literals = members.graph, members.literals
        border = graph.around(group) & members.possible
        far_side = graph.flood(main, members.possible & ~border)
        way = [*self.guard, *[literals[node] for node in graph.cells(border & graph.around(far_side))]]
        if not main & members.fixed:
            way.append(-literals[graph.cells(main & -main)[0]])
        if group & members.fixed:
            return [way]
        return [[-literals[node], *way] for node in graph.cells(group)]


class Rooted:
    """Every connected group of members has one of the roots in it. With one root: all are connected to it."""

    def __init__(self, members: Members, roots: Iterable[int], name: Name, guard: Sequence[int] = ()) -> None:
        self.members, self.roots, self.name, self.guard = members, members.graph.mask(roots), name, list(guard)

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        members, roots = self.members, self.roots
        chosen = members.chosen(model)
        reached = members.graph.flood(roots, chosen)
        found: list[Clause] = []
        for group in members.graph.groups(chosen & ~reached):
            found += self._cut(group)
        return found

    def _cut(self, group: int) -> list[Clause]:
        """Only the border that the roots can reach without crossing it helps."""
        members = self.members
        graph, literals = members.graph, members.literals
        border = graph.around(group) & members.possible
        far_side = graph.flood(self.roots, members.possible & ~border)
        bridges = border & (graph.around(far_side) | self.roots)
        way = [*self.guard, *[literals[node] for node in graph.cells(bridges)]]
        return [[-literals[node], *way] for node in graph.cells(group)]

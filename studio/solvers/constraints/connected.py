"""`connected`: the true literals of a graph hang together. Enforced by cuts on whatever an answer leaves apart.

A cut asks for a bridge: if this group stays, one of the cells round it that also lie towards the rest must join. Leaving out
the border cells that lead nowhere (a smaller separator) makes the clause shorter and stronger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from studio.core.bits import bits_of, cells_of
from studio.core.clauses import Clause
from studio.solvers.constraints.graph import Graph
from studio.solvers.constraints.names import Name


class Members:
    """Literals on the nodes of a graph: which nodes can be in the set at all, and which are in it in a model."""

    def __init__(self, graph: Graph, literals: Mapping[int, int], fixed: Iterable[int] = ()) -> None:
        self.graph = graph
        self.literals = dict(literals)
        self.fixed = bits_of(fixed)
        """nodes that are in the set in every solution, whatever is assumed"""
        self.possible = bits_of(self.literals) | self.fixed
        self._open = [(abs(lit) - 1, lit > 0, 1 << node) for node, lit in self.literals.items()
                      if not self.fixed >> node & 1]  # fmt: skip

    def chosen(self, model: Sequence[int]) -> int:
        """The set in a model. A variable that the solver never saw is false."""
        found, seen = self.fixed, len(model)
        for at, positive, bit in self._open:
            if (at < seen and model[at] > 0) is positive:
                found |= bit
        return found


class Connected:
    """All members are connected through members (none at all is fine)."""

    def __init__(self, members: Members, name: Name, guard: Sequence[int] = ()) -> None:
        self.members, self.name, self.guard = members, name, list(guard)

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """For every group apart from the main one: each of its members needs one of the bridges."""
        members = self.members
        groups = list(members.graph.parts(members.chosen(model)))
        if len(groups) < 2:
            return []
        fixed = members.fixed
        main = max(groups, key=lambda group: (bool(group & fixed), group.bit_count()))
        return [clause for group in groups if group != main for clause in self._cut(group, main)]

    def _cut(self, group: int, main: int) -> list[Clause]:
        members = self.members
        graph, literals = members.graph, members.literals
        border = graph.around(group) & members.possible
        far_side = graph.flood(main, members.possible & ~border)
        way = [*self.guard, *(literals[node] for node in cells_of(border & graph.around(far_side)))]
        if not main & members.fixed:
            way.append(-literals[cells_of(main & -main)[0]])
        if group & members.fixed:
            return [way]
        return [[-literals[node], *way] for node in cells_of(group)]


class Rooted:
    """Every connected group of members has one of the roots in it. With one root: all are connected to it."""

    def __init__(self, members: Members, roots: Iterable[int], name: Name, guard: Sequence[int] = ()) -> None:
        self.members, self.roots, self.name, self.guard = members, bits_of(roots), name, list(guard)

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        members, roots = self.members, self.roots
        chosen = members.chosen(model)
        reached = members.graph.flood(chosen & roots, chosen)
        found: list[Clause] = []
        for group in members.graph.parts(chosen & ~reached):
            found += self._cut(group)
        return found

    def _cut(self, group: int) -> list[Clause]:
        """Only the border that the roots can reach without crossing it helps."""
        members = self.members
        graph, literals = members.graph, members.literals
        border = graph.around(group) & members.possible
        far_side = graph.flood(self.roots & members.possible & ~border, members.possible & ~border)
        bridges = border & (graph.around(far_side) | self.roots)
        way = [*self.guard, *(literals[node] for node in cells_of(bridges) if node in literals)]
        return [[-literals[node], *way] for node in cells_of(group)]

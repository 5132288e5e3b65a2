"""Regions of given sizes: the true cells fall into connected parts, each with exactly one root, each as large as its root says.

Measured against cuts alone, levels for all, and a propagator on partial assignments: docs/constraints.md.

own(cell, root) says whose a cell is. Connection to the root is written out as levels (see there) where the size bounds them;
a region of unknown size gets cuts first and, if they come again and again, levels as well: by count of rounds, not by a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from studio.core.clauses import Clause
from studio.core.grid import Grid
from studio.core.say import say, say_n
from studio.solvers.constraints.connected import Members, Rooted
from studio.solvers.constraints.kit import Constraints, Literals
from studio.solvers.constraints.levels import distances, levels, variables_needed
from studio.solvers.constraints.names import Name

Size = int | None
PATIENCE = 12
"""Rounds in which a region of unknown size may fall apart before levels are written out for it."""
LARGEST = 60_000
"""Variables up to which levels are written out at all: a 16x16 board's. Beyond, cuts remain."""


@dataclass(frozen=True)
class Regions:
    """`own[cell, root]`: the cell belongs to the region of this root."""

    own: dict[tuple[int, int], int]

    def of(self, root: int) -> dict[int, int]:
        return {cell: lit for (cell, whose), lit in self.own.items() if whose == root}


def regions(rules: Constraints, inside: Literals, roots: Mapping[int, Size], clues: Mapping[int, int | None] | None = None,
            rule: str = "region", noun: str = "region") -> Regions:
    """Parts of the cells where `inside` is true. Sizes None are free.

    `clues`: from a root to the literal under which it counts (`rules.clue`). A root that does not count is a cell like any
    other; it may still be a root, of any size, so that leaving out a clue never takes a solution away.
    """
    guards = {root: literal for root, literal in (clues or {}).items() if literal is not None}
    builder = _Builder(rules, inside, roots, guards, rule, noun)
    builder.owners()
    for root, size in roots.items():
        builder.region(root, size)
    return Regions(builder.own)


class _Builder:
    def __init__(self, rules: Constraints, inside: Literals, roots: Mapping[int, Size], guards: Mapping[int, int],
                 rule: str, noun: str) -> None:
        self.rules, self.inside, self.roots, self.guards, self.rule, self.noun = rules, inside, roots, guards, rule, noun
        self.near = rules.grid.adjacency
        self.own: dict[tuple[int, int], int] = {}
        self.whose: dict[int, list[int]] = {cell: [] for cell in inside}
        for root, size in roots.items():
            for cell in self._reach(root, size):
                words = say("the {noun} of {cell} has {other}", noun=noun, cell=rules.grid.cell_name(root),
                            other=rules.grid.cell_name(cell))
                self.own[cell, root] = rules.variable(words, (cell,))
                self.whose[cell].append(root)

    def name(self, part: str, words: str, cells: tuple[int, ...] | None = None) -> Name:
        return Name(f"{self.rule}-{part}", words, cells)

    def _reach(self, root: int, size: Size) -> Iterable[int]:
        """Where the region can be: near enough, and not beside another root that surely counts."""
        sure = [other for other in self.roots if other != root and other not in self.guards]
        taken = {cell for other in sure for cell in (other, *self.near[other])}
        allowed = {cell: 0 for cell in self.inside if cell not in taken or cell == root}
        steps = distances(self.near, root, allowed)
        bounded = size is not None and root not in self.guards
        return [cell for cell, far in steps.items() if not bounded or far < (size or 0)]

    def owners(self) -> None:
        """Every cell inside has one owner; cells side by side have the same."""
        rules, own = self.rules, self.own
        owned = self.name("owner", say("this cell must belong to one {noun} that can reach it", noun=self.noun))
        apart = self.name("apart", say("two {noun}s must not touch", noun=self.noun))
        for cell, literal in self.inside.items():
            mine = [own[cell, root] for root in self.whose[cell]]
            rules.add([-literal, *mine], owned)
            rules.extend(([-lit, literal] for lit in mine), owned)
            rules.at_most(1, mine, owned)
            for root in self.whose[cell]:
                for other in self.near[cell]:
                    if other in self.inside:
                        beside = own.get((other, root))
                        rules.add([-own[cell, root], -self.inside[other], *([beside] if beside else [])], apart)

    def region(self, root: int, size: Size) -> None:
        rules, mine = self.rules, {cell: lit for (cell, whose), lit in self.own.items() if whose == root}
        guard = self.guards.get(root)
        with rules.under(guard):
            rules.add([mine[root]], self.name("root", say("here a {noun} is given", noun=self.noun), (root,)))
        if guard is not None:
            needs = self.name("root", say("a {noun} must contain its given cell", noun=self.noun))
            rules.extend(([-lit, mine[root]] for cell, lit in mine.items() if cell != root), needs)
        if size is not None:
            with rules.under(guard):
                words = say_n("the {noun} of {cell} has {n} cell", "the {noun} of {cell} has {n} cells", n=size, noun=self.noun,
                              cell=rules.grid.cell_name(root))
                rules.exactly(size, mine.values(), self.name("size", words))
        self._connect(root, mine, size if guard is None else None)

    def _connect(self, root: int, mine: dict[int, int], size: Size) -> None:
        where = self.rules.grid.cell_name(root)
        name = self.name("connected", say("the {noun} of {where} must stay connected: this part needs one of these "
                                          "cells", noun=self.noun, where=where))
        region = _Region(self.rules, mine, root, name)
        if size is not None and size <= len(mine):
            self.rules.extend(region.levels(size - 1), region.level_name)
        else:
            self.rules.lazy.append(region)


class _Region:
    """Connection to one root: cuts, then levels."""

    def __init__(self, rules: Constraints, mine: dict[int, int], root: int, name: Name) -> None:
        self.rules, self.mine, self.root, self.name = rules, mine, root, name
        self.level_name = Name(name.rule, name.words, tuple(mine))
        self.members = Members(rules.graph, mine)
        self._cuts = Rooted(self.members, [root], name)
        self._rounds = 0

    def levels(self, longest: int) -> list[Clause]:
        rules = self.rules
        return levels(rules.grid.adjacency, self.mine, self.root, longest,
                      lambda cell, steps: rules.variable(partial(self._within, cell, steps), (cell,)))

    def _within(self, cell: int, steps: int) -> str:
        name = self.rules.grid.cell_name
        return say("{cell} within {steps} steps of {root}", cell=name(cell), steps=steps, root=name(self.root))

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = self._cuts.cuts(model)
        if not found:
            return found
        self._rounds += 1
        if self._rounds == PATIENCE:
            longest = longest_way(self.rules.grid, self.mine)
            steps = distances(self.rules.grid.adjacency, self.root, self.mine)
            if variables_needed(steps, longest) <= LARGEST:
                found += self.rules.cut(self.levels(longest), self.level_name)  # known by its first name
        return found


def longest_way(grid: Grid, cells: Iterable[int]) -> int:
    """No shortest way through some of these cells has more steps: it never uses all four cells of a 2x2 block."""
    blocks: dict[tuple[int, int], int] = {}
    for cell in cells:
        row, col = grid.rc(cell)
        blocks[row // 2, col // 2] = blocks.get((row // 2, col // 2), 0) + 1
    return sum(min(count, 3) for count in blocks.values()) - 1

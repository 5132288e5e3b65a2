"""All of an Evolomino in clauses, growth and connectedness written out: for solvers outside.

Every square is of one block, every block the k-th of one arrow; neighbours are of the same block. A block is the one before
it, shifted, and one square more. So only first blocks need steps that reach all their squares: a later one hangs together as
soon as its new square touches another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from studio.families.evolomino.engines.ilp_model import ArrowPart
from studio.families.evolomino.model import SQUARE, Field
from studio.solvers.constraints.cardinality import Variables
from studio.solvers.reach import at_most_one, connected_clauses

MOST_LITERALS = 8_000_000
"""of growth, which is nearly all; beyond, a file of clauses would be larger than a board is worth"""


def literals_of(parts: list[ArrowPart]) -> int:
    """About how many literals the clauses would have; known before any of them is made."""
    return sum(11 * len(part.blocks) * len(part.pairs[0]) for part in parts)


class WholeClauses:
    """`clauses` over variables from 1, of which the first are the cells: there is a square."""

    def __init__(self, field: Field, parts: list[ArrowPart]) -> None:
        self.field, self.parts = field, parts
        self.fresh = Variables(field.size)
        self.clauses: list[list[int]] = []
        self.y = {(a, k, i): self.fresh() for a, part in enumerate(parts) for k in part.blocks for i in part.region}
        self.b = {(a, k): self.fresh() for a, part in enumerate(parts) for k in part.blocks}
        self._cells()
        for a, part in enumerate(parts):
            self._along(a, part)
            self._apart(a, part)
            self._first(a, part)
            for k in part.blocks[1:]:
                self._grows(a, part, k)

    def _cells(self) -> None:
        """A given square is one, a blocked cell none, and every square is of exactly one block."""
        owners: list[list[int]] = [[] for _ in range(self.field.size)]
        for (_, _, i), literal in self.y.items():
            owners[i].append(literal)
        for i, held in enumerate(owners):
            square = i + 1
            self.clauses += [[-square, *held], *([-literal, square] for literal in held), *at_most_one(held, self.fresh)]
            self.clauses += [[square]] if self.field.givens[i] == SQUARE else []
            self.clauses += [[-square]] if self.field.blocked[i] else []

    def _along(self, a: int, part: ArrowPart) -> None:
        """An arrow has at least two blocks, each with one square on it, one after the other."""
        self.clauses += [[self.b[a, k]] if k in part.blocks else [] for k in (1, 2)]
        self.clauses += [[-self.b[a, k], self.b[a, before]] for before, k in pairwise(part.blocks)]
        self.clauses += [[-i - 1, -following - 1] for i, following in pairwise(part.path)]
        for k in part.blocks:
            on_path = [self.y[a, k, i] for i in part.path]
            self.clauses += [[-self.b[a, k], *on_path], *at_most_one(on_path, self.fresh)]
            self.clauses += [[-self.y[a, k, i], self.b[a, k]] for i in part.region]
            if k > 1:
                self.clauses += [[-self.y[a, k, earlier], -self.y[a, k - 1, i]]
                                 for at, i in enumerate(part.path) for earlier in part.path[: at + 1]]

    def _apart(self, a: int, part: ArrowPart) -> None:
        """A square beside a square of a block is of that block."""
        for k in part.blocks:
            for i in part.region:
                for j in self.field.neighbours[i]:
                    same = self.y.get((a, k, j))
                    self.clauses.append([-self.y[a, k, i], -j - 1, *([same] if same else [])])

    def _first(self, a: int, part: ArrowPart) -> None:
        """The second block is larger and in the same region, so the first has less than half of its cells."""
        members = {i: self.y[a, 1, i] for i in part.region} if part.blocks else {}
        around = [part.around.get(cell, []) for cell in range(self.field.size)]
        self.clauses += connected_clauses(around, members, None, self.fresh, (len(part.region) - 1) // 2)

    def _grows(self, a: int, part: ArrowPart, k: int) -> None:
        shift = [self.fresh() for _ in part.shifts]
        new = {i: self.fresh() for i in part.region}
        here, exists = part.region, self.b[a, k]
        self.clauses += [[-exists, *shift], *([-literal, exists] for literal in shift), *at_most_one(shift, self.fresh)]
        self.clauses += [[-exists, *new.values()], *at_most_one(list(new.values()), self.fresh)]
        leaving: dict[int, list[int]] = {i: [] for i in here}
        arriving: dict[int, list[int]] = {i: [] for i in here}
        for start, end, by in self._moves(part, shift):
            before, after = self.y[a, k - 1, start], self.y[a, k, end]
            leaving[start].append(by)
            arriving[end].append(by)
            self.clauses += [[-before, -by, after], [-after, -by, before, new[end]], [-new[end], -by, -before]]
        for i in here:
            before, after = self.y[a, k - 1, i], self.y[a, k, i]
            self.clauses += [[-before, -exists, *leaving[i]], [-after, new[i], *arriving[i]], [-new[i], after]]
            self.clauses.append([-new[i], *(self.y[a, k, j] for j in part.around[i])])

    @staticmethod
    def _moves(part: ArrowPart, shift: list[int]) -> Iterator[tuple[int, int, int]]:
        """From which cell to which, by which shift."""
        start, end, which = (each.tolist() for each in part.pairs)
        return ((part.region[i], part.region[j], shift[w]) for i, j, w in zip(start, end, which, strict=True))

"""The clause kernel: no-four clauses, connectivity by lazily added cuts, one assumption per clue.

Variable cell + 1 is true iff the cell has a circle.  A clue needs no variable of its own: a given circle is assumed by the
cell's literal, a given cross by its negation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studio.core.clauses import Clause, Clue
from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, field
from studio.families.fobidoshi.rules.follow import Position, follow


class FobidoshiClauses:
    """Clauses of one board (see ``studio.core.clauses.Clauses``)."""

    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        self.field: Field = field(puzzle.grid.rows, puzzle.grid.cols)
        shape = self.field
        self.top = shape.size
        self.assumptions: dict[Clue, int] = {}
        circles, possible = shape.where(puzzle.givens, CIRCLE), shape.full & ~shape.where(puzzle.givens, CROSS)
        if assume_clues:
            for cell in puzzle.clues():
                self.assumptions[cell] = cell + 1 if puzzle.givens[cell] == CIRCLE else -cell - 1
            self.known: Position | None = Position(0, shape.full)
        else:
            self.known = follow(shape, circles, possible)
        self.clauses: list[Clause] = [[1], [-1]] if self.known is None else self._static(self.known)
        self.literals: list[tuple[int, Any, int]] = []
        self._open = [(cell, shape.bits[cell]) for cell in shape.cells(self.known.undecided if self.known else 0)]
        for cell, _ in self._open:
            self.literals += [(cell, CIRCLE, cell + 1), (cell, CROSS, -cell - 1)]

    def _static(self, known: Position) -> list[Clause]:
        """Decided cells as units, the no-four rule on the rest, and "no circle stands alone" as a head start."""
        shape = self.field
        circles, possible = known
        found: list[Clause] = [[cell + 1] for cell in shape.cells(circles)]
        found += [[-cell - 1] for cell in shape.cells(shape.full & ~possible)]
        for stripe, mask in zip(shape.stripes, shape.stripe_masks):
            if mask & possible == mask:
                found.append([-cell - 1 for cell in stripe if not circles & shape.bits[cell]])
        if circles:
            found += self._exits(known)
        return found

    def _exits(self, known: Position) -> list[Clause]:
        shape = self.field
        groups = shape.groups(known.circles)
        found = []
        if len(groups) > 1:
            found = [[cell + 1 for cell in shape.cells(shape.around(group) & known.possible)] for group in groups]
        for cell in shape.cells(known.undecided & ~shape.around(known.circles)):
            near = shape.around(shape.bits[cell]) & known.possible
            found.append([-cell - 1, *(other + 1 for other in shape.cells(near))])
        return found

    def circles(self, model: Sequence[int]) -> int:
        """The circles of a model as a mask; variables that the solver never saw are no circles."""
        circles, seen = self.known.circles if self.known else 0, len(model)
        for cell, bit in self._open:
            if cell < seen and model[cell] > 0:
                circles |= bit
        return circles

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """For every group apart from the main one: each of its circles needs a circle on the group's border."""
        circles = self.circles(model)
        groups = self.field.groups(circles)
        if len(groups) < 2:
            return []
        assert self.known is not None  # else the clauses have no model
        fixed = self.known.circles
        main = max(groups, key=lambda group: (bool(group & fixed), group.bit_count()))
        found: list[Clause] = []
        for group in groups:
            if group != main:
                found += self._cut(group, main, self.known)
        return found

    def _cut(self, group: int, main: int, known: Position) -> list[Clause]:
        """Only the border cells that also touch the main group's side matter: the smaller clause is the stronger one."""
        shape = self.field
        border = shape.around(group) & known.possible
        far_side = shape.flood(main, known.possible & ~border)
        way = [cell + 1 for cell in shape.cells(border & shape.around(far_side))]
        if not main & known.circles:
            way.append(-shape.first(main) - 1)
        if group & known.circles:
            return [way]
        return [[-cell - 1, *way] for cell in shape.cells(group)]

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        """The border that a cut asks a circle of."""
        return tuple(lit - 1 for lit in clause if lit > 0)

    def decode(self, model: Sequence[int]) -> Answer:
        circles = self.circles(model)
        return tuple(CIRCLE if circles & bit else CROSS for bit in self.field.bits)

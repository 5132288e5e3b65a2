"""The clause kernel: no-four clauses, connectivity by lazily added cuts, one assumption per clue; all by the constraint kit.

Variable cell + 1 is true iff the cell has a circle.  A clue needs no variable of its own: a given circle is assumed by the
cell's literal, a given cross by its negation.
"""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, Position, field
from studio.families.fobidoshi.rules.follow import follow
from studio.solvers.constraints import Constraints, Name
from studio.solvers.constraints.kit import NO_MODEL

KNOWN = Name("presolve", say("the given circles and crosses decide this cell"))
NO_FOUR = Name("no-four", say("these cells must not all be circles: four in a row"))
EXIT = Name("exit", say("this group of circles needs one more circle beside it"))
ALONE = Name("alone", say("a circle here needs a circle beside it"))
CONNECTED = Name("connected", say("the circles must stay connected: this group needs one of these cells"))


class FobidoshiClauses(Constraints):
    """Clauses of one board (see ``studio.core.clauses.Clauses``)."""

    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        super().__init__(puzzle.grid, assume_clues)
        self.field: Field = field(puzzle.grid.rows, puzzle.grid.cols)
        shape, circle = self.field, self.cells(say("this cell has a circle"))
        circles, possible = shape.where(puzzle.givens, CIRCLE), shape.full & ~shape.where(puzzle.givens, CROSS)
        if assume_clues:
            for cell in puzzle.clues():
                self.assumptions[cell] = circle[cell] if puzzle.givens[cell] == CIRCLE else -circle[cell]
            known: Position | None = Position(0, shape.full)
        else:
            known = follow(shape, circles, possible)
        if known is None:
            self.extend([[]], NO_MODEL)
            return
        self._static(known)
        undecided = {cell: circle[cell] for cell in shape.cells(known.undecided)}
        self.answer(undecided, CIRCLE, CROSS)
        self.circles = self.connected(undecided, CONNECTED, shape.cells(known.circles), shape).members

    def _static(self, known: Position) -> None:
        """Decided cells as units, the no-four rule on the rest, and "no circle stands alone" as a head start."""
        shape = self.field
        circles, possible = known
        self.extend([[cell + 1] for cell in shape.cells(circles)], KNOWN)
        self.extend([[-cell - 1] for cell in shape.cells(shape.full & ~possible)], KNOWN)
        stripes = [stripe for stripe, mask in zip(shape.stripes, shape.stripe_masks) if mask & possible == mask]
        self.extend([[-cell - 1 for cell in stripe if not circles & shape.bits[cell]] for stripe in stripes], NO_FOUR)
        if circles:
            self._exits(known)

    def _exits(self, known: Position) -> None:
        shape = self.field
        groups = shape.groups(known.circles)
        if len(groups) > 1:
            self.extend([[cell + 1 for cell in shape.cells(shape.around(group) & known.possible)] for group in groups], EXIT)
        apart = shape.cells(known.undecided & ~shape.around(known.circles))
        near = [shape.cells(shape.around(shape.bits[cell]) & known.possible) for cell in apart]
        self.extend([[-cell - 1, *[other + 1 for other in others]] for cell, others in zip(apart, near)], ALONE)

    def decode(self, model: Sequence[int]) -> Answer:
        circles = self.circles.chosen(model)
        return tuple(CIRCLE if circles & bit else CROSS for bit in self.field.bits)

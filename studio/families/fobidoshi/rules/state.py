"""The deduction state: what the ladder knows about a board, as candidates and as masks."""

from __future__ import annotations

from studio.core.deduction import Candidates, Fact
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, field
from studio.families.fobidoshi.rules.follow import Position

_DOMAIN = {0: 1 << CIRCLE | 1 << CROSS, CIRCLE: 1 << CIRCLE, CROSS: 1 << CROSS}


class FobidoshiState(Candidates):
    """Candidates per cell with the masks of circles and possible cells kept beside them."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__([_DOMAIN[given] for given in puzzle.givens])
        self.field: Field = field(puzzle.grid.rows, puzzle.grid.cols)
        self.circles = self.field.where(puzzle.givens, CIRCLE)
        self.possible = self.field.full & ~self.field.where(puzzle.givens, CROSS)

    @property
    def position(self) -> Position:
        return Position(self.circles, self.possible)

    @property
    def undecided(self) -> int:
        return self.possible & ~self.circles

    def decided(self, cell: int, value: int) -> None:
        if value == CIRCLE:
            self.circles |= self.field.bits[cell]
        else:
            self.possible &= ~self.field.bits[cell]

    def reopened(self, cell: int, value: int) -> None:
        if value == CIRCLE:
            self.circles &= ~self.field.bits[cell]
        else:
            self.possible |= self.field.bits[cell]

    def fact_text(self, fact: Fact) -> str:
        row, col = divmod(fact[0], self.field.cols)
        cell, circle = f"r{row + 1}c{col + 1}", fact[1] in (CIRCLE, -CROSS)
        return say("a circle in {cell}", cell=cell) if circle else say("no circle in {cell}", cell=cell)

    def choose(self, order: str) -> tuple[int, int]:
        """Orders: "first" in reading order, "neighbour" of a circle (3.3.3), "fewest" = an exit of the most confined group."""
        open_cells = self.undecided
        if order == "fewest":
            open_cells = tightest_exits(self.field, self.circles, self.possible) or open_cells
        elif order == "neighbour":
            open_cells = open_cells & self.field.around(self.circles) or open_cells
        return self.field.first(open_cells), CIRCLE


    def order_words(self, order: str) -> str:
        told = {"fewest": marked("it is a way out of the group of circles that has the fewest"),
                "neighbour": marked("it lies beside a circle")}
        beside = self.undecided & self.field.around(self.circles)
        return told[order] if order in told and beside else super().order_words("first")


def tightest_exits(shape: Field, circles: int, possible: int) -> int:
    """The undecided cells next to the group of circles that has the fewest of them, 0 if no group has any."""
    best = 0
    for group in shape.groups(circles):
        exits = shape.around(group) & possible & ~circles
        if exits and (not best or exits.bit_count() < best.bit_count()):
            best = exits
    return best

"""What certainly follows from a position: forced crosses, barriers and good moves until nothing moves.

A position is two masks: the circles, and the possible cells (circles and undecided ones).  The search, the presolve of the
clause kernel and the what-if rules of the ladder all use this one fixpoint.
"""

from __future__ import annotations

from studio.core.say import marked
from studio.families.fobidoshi.model import Field, Position
from studio.families.fobidoshi.rules.ways import good_moves, stray


class Watcher:
    """Told every conclusion of `follow`, with the position in which it was drawn. This one looks away."""

    def crosses(self, cells: int, circles: int) -> None:
        """A circle there would make four with these circles."""

    def out_of_reach(self, cells: int, possible: int) -> None:
        """Crosses wall these cells off from all circles."""

    def needed(self, cells: int, circles: int, possible: int) -> None:
        """A cross there would be a barrier."""

    def clash(self, rule: str, text: str, cells: int) -> None:
        """No solution: these cells show why."""


ENDLESS = 1 << 30


def follow(field: Field, circles: int, possible: int, rounds: int = ENDLESS, watcher: Watcher | None = None) -> Position | None:
    """The position after at most ``rounds`` of forced crosses and good moves, or None if it breaks a rule."""
    while rounds > 0:
        rounds -= 1
        if field.fours(circles) or circles & ~possible:
            if watcher:
                cells = one_stripe(field, circles) if field.fours(circles) else circles & ~possible
                watcher.clash("stripe", marked("four circles in a row"), cells)
            return None
        left = possible & ~field.completes_four(circles)
        if watcher and left != possible:
            watcher.crosses(possible & ~left, circles)
        if circles:
            reached = field.flood(circles & -circles, left)
            if circles & ~reached:
                if watcher:
                    watcher.clash("barrier", marked("circles that are cut off"), stray(field, circles, left))
                return None
            if watcher and reached != left:
                watcher.out_of_reach(left & ~reached, left)
            left = reached
        needed = good_moves(field, circles, left)
        if not needed and left == possible:
            break
        if watcher and needed:
            watcher.needed(needed, circles, left)
        circles |= needed
        possible = left
    return Position(circles, possible)


class Clash(Watcher):
    """Remembers why a position has no solution, and how many cells were decided on the way."""

    def __init__(self) -> None:
        self.rule = self.text = ""
        self.cells = 0
        self.steps = 0

    def crosses(self, cells: int, circles: int) -> None:
        self.steps += cells.bit_count()

    def needed(self, cells: int, circles: int, possible: int) -> None:
        self.steps += cells.bit_count()

    def clash(self, rule: str, text: str, cells: int) -> None:
        self.rule, self.text, self.cells = rule, text, cells


def one_stripe(field: Field, circles: int) -> int:
    """The cells of the first stripe of four circles; there must be one."""
    return next(mask for mask in field.stripe_masks if mask & circles == mask)

"""The log of a search told in words: every step replayed on masks, with the reason that it has on the board it is shown on."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.puzzle import Answer
from studio.core.say import marked, say, say_n
from studio.core.trace import Kind, Reason, TraceWriter
from studio.families.fobidoshi.kernel.records import APART, BARRIER, LOOK, NEEDED, REACH, STRIPE
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, Position
from studio.families.fobidoshi.rules.follow import Clash, Watcher, follow, one_stripe
from studio.families.fobidoshi.rules.ladder import circles_at, names
from studio.families.fobidoshi.rules.ways import cut_off_by, stray

RULES = {STRIPE: "forced-cross", REACH: "out-of-reach", NEEDED: "good-move", LOOK: "look-ahead"}
RULE_NAMES = (marked("forced cross"), marked("good move"), marked("look ahead"), marked("barrier"), marked("connected"),
              marked("presolve"), marked("no four"), marked("exit"), marked("alone"), marked("good moves"))
"""rules of the search and of clauses as a log shows them, where the ladder has no title for them"""


class Teller(Watcher):
    """Follows a search on masks and turns what it concludes into events with their reasons."""

    def __init__(self, shape: Field, start: Position, trace: TraceWriter) -> None:
        self.shape = shape
        self.trace = trace
        self.circles, self.possible = start
        self._guessed: list[Position] = []
        """the positions before each guess that stands"""

    # --- what `follow` concludes, a whole round at a time --------------------------------------------------------------
    def crosses(self, cells: int, circles: int) -> None:
        self._all(cells, CROSS, STRIPE)

    def out_of_reach(self, cells: int, possible: int) -> None:
        self._all(cells, CROSS, REACH)

    def needed(self, cells: int, circles: int, possible: int) -> None:
        self._all(cells, CIRCLE, NEEDED)

    def clash(self, rule: str, text: str, cells: int) -> None:
        self.conflict(STRIPE if rule == "stripe" else BARRIER)

    def _all(self, cells: int, value: int, rule: int) -> None:
        for cell in self.shape.cells(cells):
            self.deduce(cell, value, rule)

    # --- what the compiled search logged ---------------------------------------------------------------------------------
    def replay(self, rows: Sequence[Sequence[int]]) -> None:
        """Rows of the log: kind, cell, value, rule."""
        for kind, cell, value, rule in rows:
            if kind == Kind.DEDUCE:
                self.deduce(cell, value, rule)
            elif kind == Kind.GUESS:
                self._guessed.append(Position(self.circles, self.possible))
                self.trace.guess(cell, value)
                self._set(cell, value)
            elif kind == Kind.BACKTRACK:
                self.circles, self.possible = self._guessed[value]
                del self._guessed[value:]
                self.trace.backtrack(value)
            elif kind == Kind.CONFLICT:
                self.conflict(rule)
            elif kind == Kind.SOLUTION:
                self.trace.solution(self.answer())

    def answer(self) -> Answer:
        return tuple(CIRCLE if self.circles & bit else CROSS for bit in self.shape.bits)

    def deduce(self, cell: int, value: int, rule: int) -> None:
        self.trace.deduce(cell, value, RULES[rule], self._reason(cell, value, rule))
        self._set(cell, value)

    def conflict(self, rule: int) -> None:
        """The smallest offence: one stripe of four, or the smallest group that cannot be joined to the others."""
        shape = self.shape
        if rule == STRIPE:
            cells = one_stripe(shape, self.circles)
            self._tell_conflict("stripe", say("four circles in a row: {cells}", cells=names(shape, cells)), cells)
        elif rule == BARRIER:
            cells = stray(shape, self.circles, self.possible)
            self._tell_conflict("barrier", say("crosses cut {circles} off from the others",
                                               circles=circles_at(shape, cells)), cells)
        else:
            assert rule == APART
            cells = min(shape.groups(self.circles), key=int.bit_count)
            self._tell_conflict("connected", say("no way is left that joins {circles} to the others",
                                                 circles=circles_at(shape, cells)), cells)

    def _tell_conflict(self, rule: str, text: str, cells: int) -> None:
        shown = tuple(self.shape.cells(cells))
        self.trace.conflict(shown[0], rule, Reason(text, shown))

    def _set(self, cell: int, value: int) -> None:
        if value == CIRCLE:
            self.circles |= self.shape.bits[cell]
        else:
            self.possible &= ~self.shape.bits[cell]

    # --- reasons ---------------------------------------------------------------------------------------------------------
    def _reason(self, cell: int, value: int, rule: int) -> Reason:
        shape, circles, possible = self.shape, self.circles, self.possible
        bit = shape.bits[cell]
        if rule == STRIPE:
            cells = one_stripe(shape, circles | bit) & ~bit
            return Reason(marked("a circle here would make four in a row"), tuple(shape.cells(cells)))
        if rule == REACH:
            region = shape.flood(bit, possible)
            return Reason(marked("crosses wall this cell off from all circles"), tuple(shape.cells(shape.around(region))))
        if rule == NEEDED:
            lost = cut_off_by(shape, circles, possible, cell)
            text = say("a cross here would cut off {circles}", circles=circles_at(shape, lost))
            return Reason(text, tuple(shape.cells(lost)))
        return self._look_ahead(bit, value)

    def _look_ahead(self, bit: int, value: int) -> Reason:
        """What the other value would have led to."""
        shape, why = self.shape, Clash()
        if value == CIRCLE:
            follow(shape, self.circles, self.possible & ~bit, watcher=why)
        else:
            follow(shape, self.circles | bit, self.possible, watcher=why)
        text = _leads_to(value, why, names(shape, why.cells))
        return Reason(text, tuple(shape.cells(why.cells & self.circles)))


def _leads_to(value: int, why: Clash, cells: str) -> str:
    """The other value at an exit, and what comes of it."""
    if not why.steps:
        if value == CIRCLE:
            return say("no circle at this exit would lead to {clash}: {cells}", clash=why.text, cells=cells)
        return say("a circle at this exit would lead to {clash}: {cells}", clash=why.text, cells=cells)
    if value == CIRCLE:
        return say_n("no circle at this exit would, after {n} forced cell, lead to {clash}: {cells}",
                     "no circle at this exit would, after {n} forced cells, lead to {clash}: {cells}", n=why.steps,
                     clash=why.text, cells=cells)
    return say_n("a circle at this exit would, after {n} forced cell, lead to {clash}: {cells}",
                 "a circle at this exit would, after {n} forced cells, lead to {clash}: {cells}", n=why.steps, clash=why.text,
                 cells=cells)


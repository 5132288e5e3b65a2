"""What the kernel's literals and reasons mean, in words of the puzzle.

A square is often forced through its owner: "o(i, a) because ..., so x(i)". Then the owner's reason is told, which is the one
that a person would give.
"""

from __future__ import annotations

import numpy as np

from studio.core.grid import Grid
from studio.core.say import listed, marked, say
from studio.core.trace import Reason
from studio.families.evolomino.kernel import record as k
from studio.families.evolomino.model import Field, shift_words
from studio.solvers.kernels import plain

Told = tuple[str, Reason]
GUESS = "guess"
LEARNT, OWNER, TOUCH, ARROW, SHIFT = "learnt", "one-owner", "touching", "two-blocks", "shift"
CONNECTED, ADDED, NEXT, GIVEN = "connected", "added-square", "next-block", "given"
RULE_NAMES = (marked("learnt"), marked("one owner"), marked("touching"), marked("two blocks"), marked("shift"),
              marked("connected"), marked("added square"), marked("next block"), marked("given"), marked("presolve"),
              marked("owner"), marked("one arrow square"), marked("not alone"), marked("block reaches arrow"),
              marked("block grows"), marked("shaded square"), marked("ring square"), marked("given changed"),
              marked("no arrow square"), marked("two arrow squares"), marked("too few blocks"))
"""rules of the kernel, of clauses and of the checker as a log shows them, where the ladder has no title for them"""
NAMED = 4
"""A learnt clause is told literal by literal if it has no more than these."""


class Words:
    """The words of one search at a time."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.name = Grid(field.rows, field.cols).cell_name
        self.memory: k.Memory
        self._limited = False
        self._why: dict[int, tuple[int, int, int]] = {}
        self._reductions = 0

    def begin(self, memory: k.Memory, limited: bool) -> None:
        self.memory, self._limited, self._why, self._reductions = memory, limited, {}, memory.reductions

    def told_all(self) -> None:
        self._reductions = self.memory.reductions

    def remember(self, literal: int, why: tuple[int, int, int]) -> None:
        self._why[literal >> 1] = why

    # --- literals -----------------------------------------------------------------------------------------------------------
    def variable(self, variable: int) -> tuple[int, int, int]:
        s = self.memory
        return int(s.kind[variable]), int(s.first[variable]), int(s.second[variable])

    def _anchor(self, anchor: int) -> int:
        return int(self.memory.anchor_cell[anchor])

    def _block(self, anchor: int) -> str:
        return say("the block of {cell}", cell=self.name(self._anchor(anchor)))

    def _is_owner_of(self, literal: int, cell: int) -> bool:
        what, owned, _ = self.variable(literal >> 1)
        return what == k.OWNER_VAR and owned == cell and not literal & 1

    def is_decided_owner(self, why: tuple[int, int, int], cell: int) -> bool:
        """Is a square there only because of a decision about its owner (which has drawn it)?"""
        reason, a, _ = why
        return reason == k.ONE and self._is_owner_of(a, cell) and self._why.get(a >> 1, (k.DECIDED,))[0] == k.DECIDED

    def claim(self, literal: int) -> tuple[str, tuple[int, ...]]:
        """What a literal says, and the cells it speaks of."""
        no = literal & 1
        what, first, second = self.variable(literal >> 1)
        if what == k.SQUARE_VAR:
            text = say("{cell} is empty", cell=self.name(first)) if no else say("{cell} is a square", cell=self.name(first))
            return text, (first,)
        if what == k.OWNER_VAR:
            cell, block = self.name(first), self._block(second)
            text = (say("{cell} does not belong to {block}", cell=cell, block=block) if no else
                    say("{cell} belongs to {block}", cell=cell, block=block))
            return text, (first, self._anchor(second))
        p, q = int(self.memory.earlier[first]), int(self.memory.later[first])
        cells = (self._anchor(p), self._anchor(q))
        before, after = self._block(p), self._block(q)
        if what == k.NEXT_VAR:
            text = (say("{before} is not followed by {after}", before=before, after=after) if no else
                    say("{before} is followed by {after}", before=before, after=after))
            return text, cells
        how = shift_words(self.field, self._anchor(p), second)
        text = (say("{after} is not {before}, shifted {how}, plus one square", after=after, before=before, how=how) if no else
                say("{after} is {before}, shifted {how}, plus one square", after=after, before=before, how=how))
        return text, tuple(dict.fromkeys((*cells, second)))

    # --- reasons ------------------------------------------------------------------------------------------------------------
    def because(self, literal: int, reason: int, a: int, b: int) -> Told:
        """The rule, and the sentence after "because"."""
        what, cell, _ = self.variable(literal >> 1)
        if reason == k.CLAUSE:
            return self._by_clause(literal, what, a, b)
        if reason == k.ONE and a == literal:
            return self._by_itself(literal, b)
        if reason == k.ONE and what == k.SQUARE_VAR and self._is_owner_of(a, cell):
            deeper = self._why.get(a >> 1, (k.DECIDED, 0, 0))
            if deeper[0] != k.DECIDED:
                return self.because(a, *deeper)
        if reason == k.UNREACHED:
            return CONNECTED, Reason(say("{block} cannot reach it", block=self._block(a)), (self._anchor(a),))
        if reason == k.BRIDGE:
            return CONNECTED, Reason(say("without it {cell} would be cut off from {block}", cell=self.name(b),
                                         block=self._block(a)), (b, self._anchor(a)))
        if reason in (k.SAME_SHAPE, k.ONLY_EXTRA):
            return self._by_shape(reason, a, b)
        if reason == k.TWO_EXTRAS:
            return ADDED, Reason(say("both {one} and {other} would be added to the block before", one=self.name(a),
                                     other=self.name(b)), (a, b))
        if reason == k.NO_EXTRA:
            return ADDED, Reason(marked("no square could be added to the block before"))
        return self._by_literals(literal, (a,) if reason == k.ONE else (a, b))

    def impossible(self, reason: int, number: int) -> Told:
        """A conflict that rests on the board alone."""
        if reason == k.TOO_SHORT:
            return ARROW, Reason(marked("this arrow has no room for two blocks"), self.field.arrows[number])
        return GIVEN, Reason(say("{cell} can hold no square", cell=self.name(number)), (number,))

    def _by_itself(self, literal: int, origin: int) -> Told:
        """A fact that rests on no other one."""
        if origin == k.FROM_CONFLICT:
            return LEARNT, Reason(marked("every other choice has led to a contradiction"))
        if origin == k.FROM_ANSWER:
            return LEARNT, Reason(marked("all answers with the other choice are known"))
        if origin == k.FROM_GIVEN:
            return GIVEN, Reason(marked("it is given"))
        if origin == k.FROM_WIDER_SEARCH:
            return marked("known before"), Reason(marked("the search without a limit has found it out"))
        return self._by_clause(literal, k.SQUARE_VAR, -1, k.HAS_OWNER if literal & 1 else k.TWO_BLOCKS)

    def _by_clause(self, literal: int, what: int, clause: int, says: int) -> Told:
        if says > 0:
            return LEARNT, self._learnt(literal, clause)
        if says == k.NEW_ANSWER:
            return LEARNT, Reason(marked("all answers with the other choice are known"))
        if says == k.HAS_OWNER:
            if what == k.OWNER_VAR:
                return OWNER, Reason(marked("it is a square, and no other block can have it"))
            return OWNER, Reason(marked("no block can have it that stays within the limit") if self._limited else
                                 marked("no block can have it"))
        if says == k.TWO_BLOCKS:
            return ARROW, Reason(marked("its arrow needs squares of two blocks"), self._arrow_of(literal))
        if says == k.HAS_SHIFT:
            return SHIFT, Reason(marked("it is the only shift that is left") if what == k.SHIFT_VAR else
                                 marked("no shift is left for them"))
        if what == k.NEXT_VAR:
            return NEXT, Reason(marked("there is no square between them"))
        return NEXT, Reason(marked("the squares before and after it on the arrow cannot be those of consecutive blocks"),
                            self._arrow_of(literal))

    def _arrow_of(self, literal: int) -> tuple[int, ...]:
        place = self.field.place_on_arrow.get(self.variable(literal >> 1)[1])
        return () if place is None else self.field.arrows[place[0]]

    def _learnt(self, literal: int, clause: int) -> Reason:
        """What the clause rests on, where it is short (and has not been cleared away meanwhile)."""
        s = self.memory
        if s.reductions == self._reductions:
            start = int(s.clause_from[clause])
            others = [int(each) ^ 1 for each in s.arena[start : start + int(s.clause_size[clause])] if each != literal]
            if len(others) <= NAMED:
                said = [self.claim(each) for each in others]
                cells = tuple(dict.fromkeys(cell for _, told in said for cell in told))
                given = listed((text for text, _ in said), "; ")
                return Reason(say("the opposite has led to a contradiction before, as {given}", given=given), cells)
        return Reason(marked("the opposite, with other things that hold now, has led to a contradiction before"))

    def _by_shape(self, reason: int, pair: int, cell: int) -> Told:
        before, after = int(self.memory.earlier[pair]), int(self.memory.later[pair])
        cells = (self._anchor(before), self._anchor(after), cell)
        if reason == k.ONLY_EXTRA:
            return ADDED, Reason(say("{cell} is the only square that {block} can add", cell=self.name(cell),
                                     block=self._block(after)), cells)
        text = say("{after} adds {cell}, so all else is as in {before}", after=self._block(after), cell=self.name(cell),
                   before=self._block(before))
        return SHIFT, Reason(text, cells)

    def _other_block(self, cell: int, cause: int) -> int | None:
        """The literal of a sure arrow square beside this cell that is not the one of the block which `cause` speaks of: no
        block but its own can have the cell."""
        from studio.families.evolomino.kernel.build import surely_square  # (engines are listed without their kernels)

        what, first, second = self.variable(cause >> 1)
        anchor, s = self._anchor(second) if what == k.OWNER_VAR else first, self.memory
        for other in self.field.neighbours[cell]:
            a = int(s.anchor_at[other])
            if a >= 0 and other != anchor and plain(surely_square)(s, np.asarray(self.field.ground), a):
                return 2 * int(s.square_var[other])
        return None

    def _by_literals(self, literal: int, causes: tuple[int, ...]) -> Told:
        """A small implication: what it follows from is its reason."""
        said = [self.claim(cause) for cause in causes]
        cells = tuple(dict.fromkeys(cell for _, told in said for cell in told))
        text = listed((claim for claim, _ in said), "; ")
        kinds = {self.variable(cause >> 1)[0] for cause in (literal, *causes)}
        if k.SHIFT_VAR in kinds:
            return SHIFT, Reason(text, cells)
        if k.NEXT_VAR in kinds:
            return NEXT, Reason(text, cells)
        what, cell, _ = self.variable(literal >> 1)
        if what == k.SQUARE_VAR and literal & 1 and cell not in self.field.place_on_arrow:
            other = self._other_block(cell, causes[0])
            if other is None:
                text = listed([marked("it is too far from the arrow square for a block of this search"), text], ": ")
            else:
                square, where = self.claim(other)
                text = listed([marked("it touches a square of another block"), listed([square, text], "; ")], ": ")
                cells = (*cells, *where)
        elif what == k.SQUARE_VAR and literal & 1 and len(causes) == 1:
            text = listed([marked("it touches a block that has its arrow square"), text], ": ")
        elif what == k.SQUARE_VAR and literal & 1:
            text = listed([marked("it touches a square of another block"), text], ": ")
        return TOUCH, Reason(text, cells)

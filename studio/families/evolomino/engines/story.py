"""The search kernel's film in words: decisions about owners and shifts, and why a cell must hold a square or none.

The kernel writes down literals and what forced them (`kernel/layout.py`). A square is often forced through its owner: "o(i, a)
because ..., so x(i)". The film then tells the owner's reason, which is the one that a person would give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from studio.core.grid import Grid
from studio.core.trace import COLUMNS, NO_CELL, Kind, Reason, TraceWriter
from studio.families.evolomino.kernel import record as k
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field, shift_words

if TYPE_CHECKING:
    from studio.families.evolomino.kernel.solve import Search

Told = tuple[str, Reason]
LEARNT, OWNER, TOUCH, ARROW, SHIFT = "learnt", "owner", "touching", "two blocks", "shift"
CONNECTED, ADDED, NEXT = "connected", "added square", "next block"
WORDY = 400_000
"""Events that get a sentence of their own; the rest of a very long film is told by its rules alone."""


class Story:
    """Turns the kernel's rows into events. It remembers why the newest owners and shifts were chosen."""

    def __init__(self, field: Field, trace: TraceWriter) -> None:
        self.field, self.trace = field, trace
        self.name = Grid(field.rows, field.cols).cell_name
        self.search: Search | None = None
        self._why: dict[int, tuple[int, int, int]] = {}
        self._told = 0

    # --- which search is at work ----------------------------------------------------------------------------------------------
    def enter(self, search: Search) -> None:
        """A radius is a guess of its own: what follows from it is taken back with it."""
        self.search, self.memory, self._why = search, search.memory, {}
        self._limited = search.radius < search.field.size
        if self._limited:
            text = f"all blocks stay within {search.radius} steps of their arrow squares"
            known = [int(literal) for literal in self.memory.trail[: self.memory.trail_length]]
            waiting = {row[1] for row in self._waiting()}
            told = [self._deduction(literal, k.ONE, literal, k.FROM_RULES, 0) for literal in known if literal not in waiting]
            guess = self._event(Kind.GUESS, 1, NO_CELL, 0, ("guess", Reason(text, tuple(self.field.place_on_arrow))))
            self._send([guess, *(event for event in told if event is not None)])

    def leave(self, search: Search) -> None:
        self.tell()
        if self._limited:
            self._send([(int(Kind.RESTART if search.open else Kind.BACKTRACK), 0, NO_CELL, 0, -1, -1, 0)])

    # --- rows to events -----------------------------------------------------------------------------------------------------
    def _waiting(self) -> list[list[int]]:
        assert self.search is not None
        count = self.search.memory.film_length
        rows = np.asarray(self.search.memory.film[: k.FILM_COLUMNS * count])
        return rows.reshape(count, k.FILM_COLUMNS).tolist()  # type: ignore[no-any-return]

    def tell(self) -> None:
        """Pass on what the kernel wrote down since the last time."""
        if self.search is None:
            return
        self.memory = self.search.memory
        rows = self._waiting()
        self.memory.film_length = 0
        events: list[tuple[int, ...]] = []
        for kind, literal, reason, a, b, depth in rows:
            if kind == k.FILM_GUESS:
                self._why[literal >> 1] = (reason, a, b)
                events.append(self._guess(literal, depth))
            elif kind == k.FILM_DEDUCE:
                self._why[literal >> 1] = (reason, a, b)
                event = self._deduction(literal, reason, a, b, depth)
                if event is not None:
                    events.append(event)
            elif kind == k.FILM_CONFLICT:
                events.append(self._conflict(literal, reason, a, b, depth))
            else:
                step = Kind.BACKTRACK if kind == k.FILM_BACK else Kind.RESTART
                events.append((int(step), depth + self._limited, NO_CELL, 0, -1, -1, 0))
        self._send(events)

    def _send(self, events: list[tuple[int, ...]]) -> None:
        if events:
            self._told += len(events)
            self.trace.rows(np.array(events, np.int32).reshape(-1, COLUMNS))

    def _event(self, kind: Kind, depth: int, cell: int, value: int, told: Told) -> tuple[int, ...]:
        reason = self.trace.reason_id(told[1]) if self._told < WORDY else -1
        return int(kind), depth, cell, value, self.trace.rule_id(told[0]), reason, 0

    def _guess(self, literal: int, depth: int) -> tuple[int, ...]:
        depth += self._limited
        what, cell, _ = self._variable(literal >> 1)
        if what == k.SQUARE_VAR:
            return (int(Kind.GUESS), depth, cell, self._value(literal), self.trace.rule_id("guess"), -1, 0)
        text, cells = self._claim(literal)
        if what == k.OWNER_VAR and not literal & 1:
            return self._event(Kind.GUESS, depth, cell, IS_SQUARE, ("guess", Reason(text, cells)))
        return self._event(Kind.GUESS, depth, NO_CELL, 0, ("guess", Reason(text, cells)))

    def _deduction(self, literal: int, reason: int, a: int, b: int, depth: int) -> tuple[int, ...] | None:
        """Only squares are shown; a given one, or one that a decision about its owner has shown already, is no news."""
        what, cell, _ = self._variable(literal >> 1)
        if what != k.SQUARE_VAR or (self.field.givens[cell] == SQUARE and not literal & 1):
            return None
        if reason == k.ONE and self._is_owner_of(a, cell) and self._why.get(a >> 1, (k.DECIDED,))[0] == k.DECIDED:
            return None
        return self._event(Kind.DEDUCE, depth + self._limited, cell, self._value(literal), self._because(literal, reason, a, b))

    def _conflict(self, literal: int, reason: int, a: int, b: int, depth: int) -> tuple[int, ...]:
        what, cell, _ = self._variable(literal >> 1)
        rule, why = self._because(literal, reason, a, b)
        claim, cells = self._claim(literal)
        text = f"{claim}, as {why.text}; but the opposite holds already"
        shown = cell if what in (k.SQUARE_VAR, k.OWNER_VAR) else NO_CELL
        return self._event(Kind.CONFLICT, depth + self._limited, shown, 0, (rule, Reason(text, (*cells, *why.cells))))

    # --- literals -----------------------------------------------------------------------------------------------------------
    def _variable(self, variable: int) -> tuple[int, int, int]:
        s = self.memory
        return int(s.kind[variable]), int(s.first[variable]), int(s.second[variable])

    def _anchor(self, anchor: int) -> int:
        return int(self.memory.anchor_cell[anchor])

    def _value(self, literal: int) -> int:
        return NO_SQUARE if literal & 1 else IS_SQUARE

    def _is_owner_of(self, literal: int, cell: int) -> bool:
        what, owned, _ = self._variable(literal >> 1)
        return what == k.OWNER_VAR and owned == cell and not literal & 1

    def _block(self, anchor: int) -> str:
        return f"the block of {self.name(self._anchor(anchor))}"

    def _claim(self, literal: int) -> tuple[str, tuple[int, ...]]:
        """What a literal says, and the cells it speaks of."""
        no = literal & 1
        what, first, second = self._variable(literal >> 1)
        if what == k.SQUARE_VAR:
            return f"{self.name(first)} {'is empty' if no else 'is a square'}", (first,)
        if what == k.OWNER_VAR:
            belongs = "does not belong" if no else "belongs"
            return f"{self.name(first)} {belongs} to {self._block(second)}", (first, self._anchor(second))
        p, q = int(self.memory.earlier[first]), int(self.memory.later[first])
        cells = (self._anchor(p), self._anchor(q))
        if what == k.NEXT_VAR:
            return f"{self._block(p)} is {'not ' if no else ''}followed by {self._block(q)}", cells
        how = shift_words(self.field, self._anchor(p), second)
        text = f"{self._block(q)} is {'not ' if no else ''}{self._block(p)}, shifted {how}, plus one square"
        return text, tuple(dict.fromkeys((*cells, second)))

    # --- reasons ------------------------------------------------------------------------------------------------------------
    def _because(self, literal: int, reason: int, a: int, b: int) -> Told:
        """The rule, and the sentence after "because"."""
        what, cell, _ = self._variable(literal >> 1)
        if reason == k.CLAUSE:
            return self._by_clause(literal, what, b > 0)
        if reason == k.ONE and a == literal:
            return self._by_itself(literal, b)
        if reason == k.ONE and what == k.SQUARE_VAR and self._is_owner_of(a, cell):
            deeper = self._why.get(a >> 1, (k.DECIDED, 0, 0))
            if deeper[0] != k.DECIDED:
                return self._because(a, *deeper)
        if reason == k.UNREACHED:
            return CONNECTED, Reason(f"{self._block(a)} cannot reach it", (self._anchor(a),))
        if reason == k.BRIDGE:
            return CONNECTED, Reason(f"without it {self.name(b)} would be cut off from {self._block(a)}", (b, self._anchor(a)))
        if reason in (k.SAME_SHAPE, k.ONLY_EXTRA):
            return self._by_shape(reason, a, b)
        if reason == k.TWO_EXTRAS:
            return ADDED, Reason(f"both {self.name(a)} and {self.name(b)} would be added to the block before", (a, b))
        if reason == k.NO_EXTRA:
            return ADDED, Reason("no square could be added to the block before")
        return self._by_literals(literal, (a,) if reason == k.ONE else (a, b))

    def _by_itself(self, literal: int, origin: int) -> Told:
        """A fact that rests on no other one."""
        if origin == k.FROM_CONFLICT:
            return LEARNT, Reason("every other choice has led to a contradiction")
        if origin == k.FROM_ANSWER:
            return LEARNT, Reason("all answers with the other choice are known")
        return self._by_clause(literal, self._variable(literal >> 1)[0], False)

    def _by_clause(self, literal: int, what: int, learnt: bool) -> Told:
        if learnt:
            return LEARNT, Reason("the other choices together have led to a contradiction before")
        if what == k.SQUARE_VAR and literal & 1:
            return OWNER, Reason("no block can have it")
        if what == k.SQUARE_VAR:
            return ARROW, Reason("its arrow needs squares of two blocks")
        if what == k.OWNER_VAR:
            return OWNER, Reason("it is a square, and no other block can have it")
        return (NEXT, Reason("there is no square between them")) if what == k.NEXT_VAR else (
            SHIFT, Reason("it is the only shift that is left"))

    def _by_shape(self, reason: int, pair: int, cell: int) -> Told:
        before, after = int(self.memory.earlier[pair]), int(self.memory.later[pair])
        cells = (self._anchor(before), self._anchor(after), cell)
        if reason == k.ONLY_EXTRA:
            return ADDED, Reason(f"{self.name(cell)} is the only square that {self._block(after)} can add", cells)
        text = f"{self._block(after)} adds {self.name(cell)}, so all else is as in {self._block(before)}"
        return SHIFT, Reason(text, cells)

    def _by_literals(self, literal: int, causes: tuple[int, ...]) -> Told:
        """A small implication: what it follows from is its reason."""
        said = [self._claim(cause) for cause in causes]
        cells = tuple(dict.fromkeys(cell for _, told in said for cell in told))
        text = "; ".join(claim for claim, _ in said)
        kinds = {self._variable(cause >> 1)[0] for cause in (literal, *causes)}
        if k.SHIFT_VAR in kinds:
            return SHIFT, Reason(text, cells)
        if k.NEXT_VAR in kinds:
            return NEXT, Reason(text, cells)
        if literal & 1 and self._variable(literal >> 1)[1] not in self.field.place_on_arrow:
            text = f"it is too far from the arrow square for a block of this search: {text}"
        elif literal & 1 and len(causes) == 1:
            text = f"it touches a block that has its arrow square: {text}"
        elif literal & 1:
            text = f"it touches a square of another block: {text}"
        return TOUCH, Reason(text, cells)

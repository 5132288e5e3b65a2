"""The search kernel's film: its rows become events, each with the reason that the kernel had.

The kernel writes down literals and what forced them (`kernel/record.py`). Only squares can be drawn; a decision about an owner,
a shift or the reach of blocks says more than cells show, so it is told as a helper decision, in words (`words.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from studio.core.events import HELPER
from studio.core.say import listed, marked, say
from studio.core.trace import COLUMNS, NO_CELL, Kind, Reason, TraceWriter
from studio.families.evolomino.engines.words import GUESS, Told, Words
from studio.families.evolomino.kernel import record as k
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field

if TYPE_CHECKING:
    from studio.families.evolomino.kernel.solve import Search

WORDY = 400_000
"""Events that get a sentence of their own; the rest of a very long film is told by its rules alone."""


class Story:
    """Turns the kernel's rows into events. It remembers why the newest owners and shifts were chosen."""

    def __init__(self, field: Field, trace: TraceWriter, most: int) -> None:
        self.field, self.trace = field, trace
        self.words = Words(field)
        self.ended = False
        self._most = most
        self._search: Search | None = None
        self._settled: dict[int, int] = {cell: IS_SQUARE for cell, given in enumerate(field.givens) if given == SQUARE}
        """what is drawn for good"""
        self._limited = False
        self._told = 0

    # --- which search is at work --------------------------------------------------------------------------------------------
    def enter(self, search: Search) -> None:
        """That all blocks stay within a radius is a guess of its own: what follows from it is taken back with it."""
        self._search, self._limited = search, search.radius < search.field.size
        self.words.begin(search.memory, self._limited)
        if self.ended:
            self._stop_filming(search)
        elif self._limited:
            with self.trace.filming():
                self._send([self._radius(search), *self._known_before(search)])

    def leave(self, search: Search, standing: bool) -> None:
        self.tell()
        if standing and not self.ended:
            self._send([(int(Kind.RESTART if search.open else Kind.BACKTRACK), 0, NO_CELL, 0, -1, -1, 0)])
        self._search = None

    def _radius(self, search: Search) -> tuple[int, ...]:
        text = say("all blocks stay within {radius} steps of their arrow squares", radius=search.radius)
        return self._event(Kind.GUESS, 1, NO_CELL, 0, (HELPER, Reason(text, tuple(self.field.place_on_arrow))))

    def _known_before(self, search: Search) -> list[tuple[int, ...]]:
        """What an earlier turn of this search has found out; what it will say itself, it says itself."""
        waiting = {row[1] for row in self._rows()}
        told: Told = (marked("known before"), Reason(marked("this search found it out when it was at work before")))
        events = []
        for cell, square in search.facts():
            value = IS_SQUARE if square else NO_SQUARE
            if cell not in self._settled and 2 * search.memory.square_var[cell] + (not square) not in waiting:
                events.append(self._event(Kind.DEDUCE, 1, cell, value, told))
        return events

    # --- rows to events -----------------------------------------------------------------------------------------------------
    def _rows(self) -> list[list[int]]:
        if self._search is None:
            return []
        memory = self._search.memory
        rows = np.asarray(memory.film[: k.FILM_COLUMNS * memory.film_length])
        return rows.reshape(-1, k.FILM_COLUMNS).tolist()  # type: ignore[no-any-return]

    def tell(self) -> None:
        """Pass on what the kernel wrote down since the last time."""
        if self._search is None or self.ended:
            return
        with self.trace.filming():
            self.words.memory = self._search.memory
            rows = self._rows()
            self._search.memory.film_length = 0
            events: list[tuple[int, ...]] = []
            against = (0, 0, 0)
            for kind, literal, reason, a, b, depth in rows:
                if kind == k.FILM_AGAINST:
                    against = (reason, a, b)
                else:
                    events += self._events(kind, literal, (reason, a, b), against, depth + self._limited)
            self.words.told_all()
            self._send(events)

    def _events(self, kind: int, literal: int, why: tuple[int, int, int], against: tuple[int, int, int],
                depth: int) -> list[tuple[int, ...]]:  # fmt: skip
        if kind == k.FILM_GUESS:
            self.words.remember(literal, why)
            return [self._guess(literal, depth)]
        if kind == k.FILM_DEDUCE:
            self.words.remember(literal, why)
            return self._deduction(literal, why, depth)
        if kind == k.FILM_CONFLICT:
            return self._conflict(literal, why, against, depth)
        step = Kind.BACKTRACK if kind == k.FILM_BACK else Kind.RESTART
        return [(int(step), depth, NO_CELL, 0, -1, -1, 0)]

    def _send(self, events: list[tuple[int, ...]]) -> None:
        """To the watchers; a film that is long enough ends, and the search goes on unfilmed."""
        if not events:
            return
        self._told += len(events)
        self.trace.rows(np.array(events, np.int32).reshape(-1, COLUMNS))
        if self._told >= self._most:
            self.ended = True
            self.trace.film_ends()
            if self._search is not None:
                self._stop_filming(self._search)

    def _stop_filming(self, search: Search) -> None:
        search.memory.film_room = search.memory.film_length = 0

    def _event(self, kind: Kind, depth: int, cell: int, value: int, told: Told) -> tuple[int, ...]:
        reason = self.trace.reason_id(told[1]) if self._told < WORDY else -1
        return int(kind), depth, cell, value, self.trace.rule_id(told[0]), reason, 0

    def _guess(self, literal: int, depth: int) -> tuple[int, ...]:
        what, cell, _ = self.words.variable(literal >> 1)
        text, cells = self.words.claim(literal)
        if what == k.SQUARE_VAR:
            return self._event(Kind.GUESS, depth, cell, _value(literal), (GUESS, Reason(text, cells)))
        if what == k.OWNER_VAR and not literal & 1:
            return self._event(Kind.GUESS, depth, cell, IS_SQUARE, (HELPER, Reason(text, cells)))
        return self._event(Kind.GUESS, depth, NO_CELL, 0, (HELPER, Reason(text, cells)))

    def _deduction(self, literal: int, why: tuple[int, int, int], depth: int) -> list[tuple[int, ...]]:
        """Only squares are shown; what is drawn for good, or was drawn by the decision about its owner, is no news."""
        what, cell, _ = self.words.variable(literal >> 1)
        value = _value(literal)
        if what != k.SQUARE_VAR or self._settled.get(cell) == value or self.words.is_decided_owner(why, cell):
            return []
        if depth == 0:
            self._settled[cell] = value
        return [self._event(Kind.DEDUCE, depth, cell, value, self.words.because(literal, *why))]

    def _conflict(self, literal: int, why: tuple[int, int, int], against: tuple[int, int, int],
                  depth: int) -> list[tuple[int, ...]]:  # fmt: skip
        """First the step that clashes, with its own reason, then what it clashes with."""
        if literal < 0:
            return [self._event(Kind.CONFLICT, depth, NO_CELL, 0, self.words.impossible(why[0], why[1]))]
        what, cell, _ = self.words.variable(literal >> 1)
        rule, reason = self.words.because(literal, *why)
        claim, cells = self.words.claim(literal)
        opposite, _ = self.words.claim(literal ^ 1)
        other = self.words.because(literal ^ 1, *against)[1] if against[0] != k.DECIDED else Reason(marked("it was chosen so"))
        shown = tuple(dict.fromkeys((*cells, *reason.cells, *other.cells)))
        if what == k.SQUARE_VAR:
            text = listed([say("{claim} already", claim=opposite), other.text], ": ")
            step = self._event(Kind.DEDUCE, depth, cell, _value(literal), (rule, reason))
            return [step, self._event(Kind.CONFLICT, depth, cell, 0, (rule, Reason(text, (cell, *other.cells))))]
        text = say("{claim}, as {reason}; but {opposite}: {other}", claim=claim, reason=reason.text, opposite=opposite,
                   other=other.text)
        at = cell if what == k.OWNER_VAR else NO_CELL
        return [self._event(Kind.CONFLICT, depth, at, 0, (rule, Reason(text, shown)))]


def _value(literal: int) -> int:
    return NO_SQUARE if literal & 1 else IS_SQUARE

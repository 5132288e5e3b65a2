"""The kernel as Python sees it: one answer after another.

Most blocks are small. So the search first looks for answers whose blocks stay within a few steps of their arrow squares: their
kernels are much smaller, and what they find is an answer like any other. Only that there is none, or no second one, needs the
search without such a limit. The searches take turns of growing length, so that none of them can stand in the others' way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from studio.families.evolomino.growing import Grower
from studio.families.evolomino.kernel.build import FAR, assume, build, grow
from studio.families.evolomino.kernel.record import FOUND, FROM_GIVEN, FROM_WIDER_SEARCH, NO_ROOM, REFUTED, SQUARE_VAR, Memory
from studio.families.evolomino.kernel.search import exclude, rewind, search
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, Field
from studio.families.evolomino.solved import solves

SLICE = 50  # conflicts between two looks at the clock and the cancel button: a second at most on large boards
ENDLESS = 2**62
RADII = ((100, (5,)), (225, (3, 6)), (484, (3, 6, 12)))
"""Cells of a board from which on it pays to begin with these radii."""
GROWN_FROM = 100
"""Cells of a board from which on answers with large blocks are grown from those with small ones."""
FIRST_TURN = 100  # conflicts
NEAR, NEAR_TURNS = 6, 3  # up to this radius a conflict is cheap, and turns are longer

COUNTED = ("decisions", "conflicts", "steps_back", "restarts", "interruptions", "deepest")

Flags = NDArray[np.int8]
KeepGoing = Callable[[], bool]
Answer = tuple[int, ...]


class Stopped(Exception):
    """Cancelled, or out of time."""


class Watcher(Protocol):
    """Is told which search is at work."""

    def enter(self, search: Search) -> None:
        ...

    def leave(self, search: Search, standing: bool) -> None:
        """`standing`: there were decisions, which are given up (the search is open) or refuted (it is not)."""


class Search:
    """One kernel at work: a field, with blocks that stay within a radius."""

    def __init__(self, field: Field, film: bool = False, radius: int = FAR) -> None:
        self.memory: Memory
        self.memory, self.open = build(field, film, radius)
        self.field, self.radius = field, radius

    def require(self, cell: int, square: bool, origin: int = FROM_GIVEN) -> None:
        """On level 0: this cell holds a square, or none."""
        self.open = self.open and bool(assume(self.memory, cell, square, origin))

    def find(self, keep_going: KeepGoing | None, conflicts: int | None = None) -> Flags | None:
        """An answer; None if there is none (then `open` is False) or `conflicts` were not enough. The search stays where it
        is. Raises `Stopped` when `keep_going` says so."""
        so_far = self.memory.conflicts
        enough = ENDLESS if conflicts is None else so_far + conflicts
        answer = np.empty(self.field.size, np.int8)
        while self.open and so_far < enough:
            status = search(self.memory, min(enough, so_far + SLICE), answer)
            if status == FOUND:
                return answer
            if status == REFUTED:
                self.open = False
            elif status == NO_ROOM:
                self.memory = grow(self.memory)
            if keep_going is not None and not keep_going():
                raise Stopped
            so_far = self.memory.conflicts
        return None

    def facts(self) -> list[tuple[int, bool]]:
        """At its start: the cells that are decided once and for all, and whether they hold squares."""
        s = self.memory
        trail = np.asarray(s.trail[: s.trail_length], np.int64)
        known = trail[np.asarray(s.kind)[trail >> 1] == SQUARE_VAR]
        return [(int(s.first[literal >> 1]), not literal & 1) for literal in known.tolist()]

    def exclude(self, answer: Flags) -> None:
        """No further answer shall be this one (2 = whatever the cell holds); the search goes back to its start."""
        if not self.open:  # perhaps there is not even a start
            return
        status = exclude(self.memory, answer)
        if status == NO_ROOM:
            self.memory = grow(self.memory)
            status = exclude(self.memory, answer)
        self.open = status != REFUTED

    def rewind(self) -> None:
        """Back to the start; what was learnt stays."""
        rewind(self.memory)


def flags_of(field: Field, squares: Iterable[int]) -> Flags:
    """Squares as an answer. One that breaks a rule is a fault of whoever made it, and is not let through."""
    flags = np.zeros(field.size, np.int8)
    flags[list(squares)] = 1
    if not solves(field, np.where(flags, IS_SQUARE, NO_SQUARE).tolist()):
        raise AssertionError("a grown block breaks a rule")
    return flags


class Agreement:
    """The cells on which all answers met so far agree."""

    def __init__(self, first: Flags, met: Callable[[Flags], object]) -> None:
        self.first, self._met = first, met
        self.agreed = np.ones(first.size, np.bool_)
        self.answers = [first]
        self.wanted = set((first == 0).nonzero()[0].tolist())
        """cells in which no answer has a square"""

    def add(self, other: Flags) -> None:
        self.agreed &= other == self.first
        self.answers.append(other)
        self.wanted.difference_update(other.nonzero()[0].tolist())
        self._met(other)

    def pattern(self) -> Flags:
        """What an answer without news looks like (2 = whatever the cell holds)."""
        return np.where(self.agreed, self.first, 2).astype(np.int8)


@dataclass
class Turn:
    """A radius whose search takes turns with the others; its kernel is built when its first turn comes."""

    radius: int
    length: int
    search: Search | None = None


class Solver:
    """One field. `next()` gives the next answer (one flag per cell) or None when there are no more.

    `near_first` is to be switched off where an answer is not expected: a proof needs the search without limit alone.
    """

    def __init__(self, field: Field, film: bool = False, watcher: Watcher | None = None, near_first: bool = True) -> None:
        self.field = field
        self._film, self._watcher = film, watcher
        near = next((radii for cells, radii in reversed(RADII) if field.size >= cells), ()) if near_first else ()
        self._turns = deque(Turn(radius, FIRST_TURN * (NEAR_TURNS if radius <= NEAR else 1)) for radius in (*near, FAR))
        self._entered: Search | None = None
        self._required: list[tuple[int, bool]] = []
        self._excluded: list[Flags] = []
        self._searches: list[Search] = []
        self._switches = self._steps_back = self._restarts = 0

    def require(self, cell: int, square: bool) -> None:
        """Before the search: this cell holds a square, or none."""
        self._required.append((cell, square))

    def next(self, keep_going: KeepGoing | None = None) -> Answer | None:
        """Raises `Stopped` when `keep_going` says so."""
        answer = self.find(keep_going)
        if answer is None:
            return None
        self.exclude(answer)
        return tuple(answer.tolist())

    def find(self, keep_going: KeepGoing | None = None, widest: int = FAR) -> Flags | None:
        """An answer that is not excluded; None, too, when the turn comes to a search that is wider than wanted. The search
        stays where it found it until `exclude` or another `find`."""
        while self._turns and self._turns[0].radius <= widest:
            turn = self._turns[0]
            at_work = self._enter(turn)
            answer = at_work.find(keep_going, turn.length if len(self._turns) > 1 else None)
            if answer is not None:
                return answer
            self._leave(at_work)
            if at_work.open:
                turn.length *= 2
                self._turns.rotate(-1)
            elif at_work.radius == FAR:
                self._turns.clear()
            else:
                self._turns.popleft()
        return None

    def exclude(self, answer: Flags) -> None:
        """No further answer shall be this one (2 = whatever the cell holds)."""
        self._excluded.append(answer)
        for turn in self._turns:
            if turn.search is not None:
                turn.search.exclude(answer)

    def shared(self, keep_going: KeepGoing | None = None, met: Callable[[Flags], object] = lambda answer: None
               ) -> NDArray[np.bool_] | None:
        """Flags of the cells on which all answers agree, None if there are none: every answer that is looked for differs
        from the first in a cell on which all so far agree. First those with small blocks, then what these can grow into; then
        all. `met` is told each of them."""
        first = self.find(keep_going)
        if first is None:
            return None
        spread = Agreement(first, met)
        for other in self._differing(spread, keep_going, NEAR):
            spread.add(other)
        grower = Grower(self.field) if self.field.size >= GROWN_FROM else None
        self._grow(grower, spread, spread.answers, keep_going)
        for other in self._differing(spread, keep_going, FAR):
            spread.add(other)
            self._grow(grower, spread, [other], keep_going)
        return spread.agreed

    def _grow(self, grower: Grower | None, spread: Agreement, answers: Sequence[Flags], keep_going: KeepGoing | None) -> None:
        """What the blocks of these answers can grow into."""
        if grower is None or not self._turns or not spread.wanted:
            return
        known = [frozenset(answer.nonzero()[0].tolist()) for answer in answers]
        for squares in grower.solutions(known, spread.wanted):
            if keep_going is not None and not keep_going():
                raise Stopped
            spread.add(flags_of(self.field, squares))

    def _differing(self, spread: Agreement, keep_going: KeepGoing | None, widest: int) -> Iterator[Flags]:
        while True:
            self.exclude(spread.pattern())
            other = self.find(keep_going, widest)
            if other is None:
                return
            yield other

    def __iter__(self) -> Iterator[Answer]:
        while (answer := self.next()) is not None:
            yield answer

    def counts(self) -> dict[str, int]:
        """All searches together; that blocks stay within a radius counts as a guess."""
        told = {"guesses": self._switches, "conflicts": 0, "backtracks": self._steps_back, "restarts": self._restarts,
                "max_depth": 0}  # fmt: skip
        for each in self._searches:
            decisions, conflicts, steps_back, restarts, interruptions, deepest = each.memory.several(*COUNTED)
            told["guesses"] += decisions
            told["conflicts"] += conflicts
            told["backtracks"] += steps_back
            told["restarts"] += restarts + interruptions
            told["max_depth"] = max(told["max_depth"], deepest + (each.radius < FAR))
        return told

    def _enter(self, turn: Turn) -> Search:
        if turn.search is None:
            turn.search = Search(self.field, self._film, turn.radius)
            self._searches.append(turn.search)
            for cell, square in self._required:
                turn.search.require(cell, square)
            for answer in self._excluded:
                turn.search.exclude(answer)
        if self._entered is not turn.search:
            self._entered = turn.search
            self._switches += turn.radius < FAR
            if turn.radius < FAR:
                self._pass_on_facts(turn.search)
            if self._watcher is not None:
                self._watcher.enter(turn.search)
        return turn.search

    def _pass_on_facts(self, near: Search) -> None:
        """What the search without limit has found out for certain holds within a radius, too."""
        for turn in self._turns:
            if turn.radius == FAR and turn.search is not None:
                for cell, square in turn.search.facts():
                    near.require(cell, square, FROM_WIDER_SEARCH)

    def _leave(self, at_work: Search) -> None:
        standing = at_work.memory.depth > 0 or at_work.radius < FAR
        if at_work.open:  # else nobody comes back to it
            at_work.rewind()
        self._entered = None
        if standing and at_work.open:
            self._restarts += 1
        elif standing:
            self._steps_back += 1
        if self._watcher is not None:
            self._watcher.leave(at_work, standing)

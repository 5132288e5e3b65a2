"""The kernel's own reasoning as a film: every entry of its trail in words, with the rule that really put it there.

Propagation notes a rule and a cell for everything that it concludes (`State.rules`, `State.causes`), filmed or not. The film
walks along the trail afterwards and replays it, so that each reason speaks of the board as it was at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from studio.core.grid import Grid
from studio.core.say import marked, say, say_n
from studio.core.trace import NO_CELL, Reason, TraceWriter
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.state import (
    ACROSS,
    COMPLETE,
    FORCED,
    GUESSED,
    JOINED,
    NO_AREA,
    NO_ROOM,
    ONE_REGION,
    REFUTED,
    SHARED,
    TAKEN_BACK,
    TOO_LARGE,
)

WRITES = (FORCED, JOINED, GUESSED)
"""Rules that say what a cell is; the others say what it is not."""
NAMES = {COMPLETE: "complete", TOO_LARGE: "too-large", NO_ROOM: "no-room", FORCED: "forced-cells", ONE_REGION: "one-region",
         JOINED: "one-region", NO_AREA: "area", REFUTED: "look-ahead", SHARED: "look-ahead", TAKEN_BACK: "refuted",
         ACROSS: "border"}
"""As the ladder of rules has them, where it has them."""


class BoardFilm:
    """Follows the trail of one board after another (each with its own values), and tells nothing twice."""

    def __init__(self, grid: Grid, trace: TraceWriter, most_events: int) -> None:
        self.grid, self.trace, self.left = grid, trace, most_events
        self._told: set[tuple[int, int]] = set()
        """(cell, value) that stand at the root of the film"""
        self.seen = False
        """whether the dive that is filmed has found a solution"""

    def begin(self, board: KernelBoard) -> None:
        """A new board: nothing but its clues is known."""
        self.board, self.at = board, 0
        self.cell_of = {p: cell for cell, p in enumerate(board.board_cells)}
        every = range(board.state.values)
        self.open = [set(every) for _ in self.grid.cells()]
        for cell, p in enumerate(board.board_cells):
            if board.state.clue[p] and board.givens[cell] > 0:
                self.open[cell] = {int(board.state.value[p])}

    # --- following the trail ----------------------------------------------------------------------------------------
    def follow(self) -> None:
        """Tell what has been concluded since the last time."""
        with self.trace.filming():
            state = self.board.state
            for i in range(self.at, state.trailed):
                if state.trail[i] < state.values * state.cells:
                    k, p = divmod(int(state.trail[i]), state.cells)
                    self._taken(self.cell_of[p], k, int(state.rules[i]), self.cell_of.get(int(state.causes[i]), NO_CELL))
            self.at = state.trailed

    def guesses(self, made: Iterable[int]) -> None:
        """Tell the guesses that the kernel has just made, by their depths, and what follows from them."""
        state = self.board.state
        for depth in made:
            cell, number = self.cell_of[int(state.stack[3 * depth + 1])], self._number(int(state.stack[3 * depth + 2]))
            if not self._is_over():
                with self.trace.filming():
                    tried = number or marked("a large hidden region")
                    text = say("a dive for a solution tries {tried} in {cell}", tried=tried, cell=self._name(cell))
                    self.trace.guess(cell, number, Reason(text, (cell,)))
        self.follow()

    def take_back(self) -> None:
        """The kernel is about to take its last guess back."""
        self.back_to(int(self.board.state.stack[3 * (self.board.state.depth - 1)]))
        if not self._is_over():
            self.trace.backtrack(self.board.state.depth - 1)

    def back_to(self, length: int) -> None:
        """The kernel is about to take its trail back to this length."""
        state = self.board.state
        for i in range(length, self.at):
            entry = int(state.trail[i])
            if entry < state.values * state.cells:
                self.open[self.cell_of[entry % state.cells]].add(entry // state.cells)
        self.at = min(self.at, length)

    def _is_over(self) -> bool:
        """Is the film as long as it may be? (If not, it grows by one event.)"""
        self.left -= 1
        if self.left == -1:
            self.trace.film_ends()
        return self.left < 0

    def _taken(self, cell: int, k: int, rule: int, cause: int) -> None:
        """Value k has been taken from a cell. Of anonymous regions, which have no number yet, nothing is told."""
        if rule not in WRITES and self._number(k):
            self._tell(cell, -self._number(k), *self._why_not(cell, k, rule, cause))
        self.open[cell].discard(k)
        if len(self.open[cell]) == 1 and rule != GUESSED:
            last = next(iter(self.open[cell]))
            if self._number(last):
                told = self._why(cell, last, rule, cause) if rule in WRITES else self._only(cell, last)
                self._tell(cell, self._number(last), *told)

    def _tell(self, cell: int, value: int, rule: str, reason: Reason) -> None:
        if (cell, value) in self._told or self._is_over():
            return
        if self.trace.depth == 0:
            self._told.add((cell, value))
        self.trace.deduce(cell, value, rule, reason)

    def _number(self, k: int) -> int:
        sizes = self.board.values.sizes
        return sizes[k] if k < len(sizes) else 0

    # --- reasons ----------------------------------------------------------------------------------------------------
    def _only(self, cell: int, k: int) -> tuple[str, Reason]:
        return "only-number", Reason(say("{number} is the only number left for {cell}", number=self._number(k),
                                         cell=self._name(cell)), (cell,))

    def _why(self, cell: int, k: int, rule: int, cause: int) -> tuple[str, Reason]:
        number, name = self._number(k), self._name(cell)
        if rule == JOINED:
            text = say("these {number}s belong to one region, which cannot be joined without {cell}", number=number, cell=name)
            return NAMES[rule], Reason(text, self._all_of(cause, k, without=cell))
        group = self._group(cause, k, without=cell)
        exits = {other for member in group for other in self.grid.neighbours(member)
                 if k in self.open[other] and other not in group}
        if exits == {cell}:
            text = say("this region of {number} has {size} of its cells and one way to grow: {cell}", number=number,
                       size=len(group), cell=name)
            return "single-exit", Reason(text, group)
        return NAMES[rule], Reason(say("every way to complete this region of {number} goes through {cell}", number=number,
                                       cell=name), group)

    def _why_not(self, cell: int, k: int, rule: int, cause: int) -> tuple[str, Reason]:
        number, name = self._number(k), self._name(cell)
        if rule == COMPLETE:
            return NAMES[rule], Reason(say("this region of {number} is complete, so {cell} is not {number}", number=number,
                                           cell=name), self._group(cause, k))
        if rule == NO_ROOM:
            return self._no_room(cell, k)
        if rule == ACROSS:
            said = say("a given border separates {cell} from this {number}", number=number, cell=name)
            return NAMES[rule], Reason(said, (cause,))
        if rule == ONE_REGION:
            text = say("there is room for one region of {number} here, and it cannot reach {cell}", number=number, cell=name)
            return NAMES[rule], Reason(text, self._all_of(cause, k))
        if rule == NO_AREA:
            text = say("the regions that there must be leave too few cells for another region of {number}, and none reaches "
                       "{cell}", number=number, cell=name)
            return NAMES[rule], Reason(text, (cell,))
        if rule == SHARED:
            text = say("found by looking ahead: whatever stands in {cause}, {cell} is not {number}", cause=self._name(cause),
                       cell=name, number=number)
            return NAMES[rule], Reason(text, (cause,))
        if rule == TAKEN_BACK:
            text = (say("{number} in {cell} has just been tried, and has no other solution", number=number, cell=name)
                    if self.seen else say("{number} in {cell} has just led to a contradiction", number=number, cell=name))
            return NAMES[rule], Reason(text, (cell,))
        return NAMES[REFUTED], Reason(say("found by looking ahead: {number} in {cell} leads to a contradiction", number=number,
                                          cell=name), (cell,))

    def _no_room(self, cell: int, k: int) -> tuple[str, Reason]:
        """Too many cells if the groups beside it are joined, too few otherwise (or no clue in reach)."""
        number, name = self._number(k), self._name(cell)
        joined: set[int] = set()
        for other in self.grid.neighbours(cell):
            if self.open[other] == {k} and other not in joined:
                joined.update(self._group(other, k, without=cell))
        if number and len(joined) + 1 > number:
            text = say("{number} in {cell} would make a region of {count} cells", number=number, cell=name,
                       count=len(joined) + 1)
            return NAMES[TOO_LARGE], Reason(text, tuple(sorted(joined)))
        text = (say("there is no room for a region of {number} with a given number through {cell}", number=number, cell=name)
                if self.board.terms.basic else
                say("there is no room for a region of {number} through {cell}", number=number, cell=name))
        return NAMES[NO_ROOM], Reason(text, (cell,))

    def _name(self, cell: int) -> str:
        return self.grid.cell_name(cell)

    def _group(self, cell: int, k: int, without: int = NO_CELL) -> tuple[int, ...]:
        """The decided cells of a value that are joined to this one."""
        return tuple(sorted(self.grid.flood(cell, lambda other: self.open[other] == {k} and other != without)))

    def _all_of(self, cell: int, k: int, without: int = NO_CELL) -> tuple[int, ...]:
        """The decided cells of a value that could still be joined to this one."""
        found = self.grid.flood(cell, lambda other: k in self.open[other])
        return tuple(sorted(other for other in found if self.open[other] == {k} and other != without))

    # --- the answers of a solver that does not show its search ------------------------------------------------------------
    def round(self, broken: Any) -> None:
        """A solver's candidate breaks a rule in these (padded) cells, region by region: each is told with what is wrong."""
        with self.trace.filming():
            answer = self.board.answer
            seen: set[int] = set()
            for p in np.flatnonzero(broken).tolist():
                cell = self.cell_of[p]
                if cell in seen or self._is_over():
                    continue
                k = int(answer[p])
                region = self.grid.flood(cell, lambda other: int(answer[self.board.board_cells[other]]) == k)  # noqa: B023
                seen.update(region)
                self.trace.cut(sorted(region), *self._cut(k, len(region)))

    def _cut(self, k: int, size: int) -> tuple[str, str]:
        """What is wrong with a region of so many cells, and the rule."""
        number, state = self._number(k), self.board.state
        if size > state.hi[k]:
            return say("the candidate has {size} connected cells of {number}: a clause forbids so many", size=size,
                       number=number), "too-large"
        if size < state.lo[k]:
            wanted = number or self._at_least()
            text = say_n("the candidate has a region of {number} with {n} cell: a clause asks for more",
                         "the candidate has a region of {number} with {n} cells: a clause asks for more", n=size, number=wanted)
            return text, "too-small"
        text = say("the candidate has a region of {number} without a given number: a clause asks for one", number=number)
        return text, "clued"

    def _at_least(self) -> str:
        return say("{number} or more", number=self.board.values.m0 + 1)

    # --- contradictions ---------------------------------------------------------------------------------------------
    def clash(self) -> None:
        """Tell why the kernel's last propagation failed, after what it had concluded before."""
        self.follow()
        if not self._is_over():
            with self.trace.filming():
                rule, reason = self._offence()
                self.trace.conflict(reason.cells[0] if reason.cells else NO_CELL, rule, reason)

    def _offence(self) -> tuple[str, Reason]:
        """What stopped the kernel."""
        for cell, left in enumerate(self.open):
            if not left:
                return "no-number", Reason(say("no number is left for {cell}", cell=self._name(cell)), (cell,))
        state = self.board.state
        rule = state.rule
        if state.cause not in self.cell_of:
            return NAMES[NO_AREA], Reason(marked("the regions that there must be have more cells than the board"))
        cell = self.cell_of[state.cause]
        if rule in (REFUTED, SHARED):
            text = say("found by looking ahead: every number in {cell} leads to a contradiction", cell=self._name(cell))
            return NAMES[rule], Reason(text, (cell,))
        return self._broken_group(cell, next(iter(self.open[cell])), rule)

    def _broken_group(self, cell: int, k: int, rule: int) -> tuple[str, Reason]:
        number, group = self._number(k), self._group(cell, k)
        if rule == TOO_LARGE:
            text = (say("a region of {number}s has {count} cells", number=number, count=len(group)) if number else
                    say("a region of {number} has {count} cells", number=self._at_least(), count=len(group)))
            return NAMES[rule], Reason(text, group)
        if rule == ACROSS:
            return NAMES[rule], Reason(say("{number} on both sides of a given border", number=number), (cell,))
        if rule == COMPLETE:
            text = (say("this region of {number}s holds no given number", number=number) if number else
                    say("this region of {number} holds no given number", number=self._at_least()))
            return "hidden-region", Reason(text, group)
        others = self._all_of(cell, k)
        if rule in (ONE_REGION, JOINED, NO_AREA) and others != group:
            return NAMES[rule], Reason(say("these {number}s belong to one region and cannot meet", number=number), others)
        text = (say("this region of {number}s cannot be completed any more", number=number) if number else
                say("this region of {number} cannot be completed any more", number=self._at_least()))
        return NAMES[NO_ROOM], Reason(text, group)

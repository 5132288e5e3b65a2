"""Dives for the solutions of a board that is mostly open, and how one that has failed is mended.

A dive guesses, propagates, and takes guesses back a few times. Where that does not help, it is mostly one place of the board
that has gone wrong: the guesses around the failure are dropped, all others are made again at once, and the dive goes on from
there, as a person works with a pencil and a rubber. No learning, and nothing is ever proved: a board that resists goes to the
clauses.
"""

from __future__ import annotations

from collections.abc import Callable

from studio.core.engine import Cancel
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel.basics import undo
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.dive import begin_again, guess, take_back
from studio.families.fillomino.kernel.film import BoardFilm
from studio.families.fillomino.kernel.outcome import Outcome

MOSTLY_OPEN = 0.6  # share of open cells from which on a board is likely to have many solutions (unique ones of 20x20 reach 0.5)
CONFLICTS = 3  # of a dive, before it is mended
CELLS_A_MENDING = 3  # a dive may be mended once for so many cells of the board, and once for every solution that is wanted
RADII = (4, 6, 8, 10)  # within so many steps of the failure guesses are dropped; in turn: nobody knows how far the fault lies


class Dives:
    """The dives on one board, told to whoever watches."""

    def __init__(self, board: KernelBoard, cancel: Cancel, trace: TraceWriter, film: BoardFilm | None,
                 outcome: Outcome) -> None:
        self.board, self.cancel, self.trace, self.film, self.outcome = board, cancel, trace, film, outcome
        self.exhausted = False
        """whether the dives have seen all solutions there are"""
        self._left = 0
        """contradictions that the dive may still meet"""
        self._kept = 0
        """guesses at the bottom that were made at once, and are not taken back one by one"""

    def promise(self) -> bool:
        """Is the board so open that a dive is likely to find something?"""
        return self.board.open_cells() >= MOSTLY_OPEN * self.board.grid.size

    def run(self, wanted: int, accept: Callable[[], bool]) -> None:
        """Dive until there are as many answers as are wanted, or the dives have been mended too often.

        `accept` takes the answer that the full board is, and says whether it stands for itself alone: from any other (a hidden
        region whose size is open) a dive cannot go on, since nothing is settled by it.

        Afterwards the board is as it was before; but what came out while no guess stood is known for good.
        """
        state = self.board.state
        state.seed, state.depth, state.near, self._kept = 1, 0, 0, 0
        try:
            alive = self._dive()
            for turn in range(self.board.grid.size // CELLS_A_MENDING + wanted):
                while alive:
                    self.board.take_decided()
                    alone = accept()
                    if len(self.outcome.answers) >= wanted:
                        return
                    alive = alone and self._dive_on()
                if state.depth == 0:
                    self.exhausted = True  # no guess stands, and nothing more is found: all has been seen
                    return
                alive = self._mend(RADII[turn % len(RADII)])
        finally:
            self._up()

    def _up(self) -> None:
        """Up again from the last dive, however it ended."""
        state = self.board.state
        if state.depth == 0:
            return
        self._start_over()
        if self.film:
            self.film.back_to(int(state.stack[0]))
        undo(state, state.stack[0])
        state.depth = 0

    def _start_over(self) -> None:
        self.outcome.totals["restarts"] += 1
        if self.film:
            self.trace.restart(0)

    # --- one dive -----------------------------------------------------------------------------------------------------
    def _dive(self, seen: bool = False) -> bool:
        """Go down from here; True if the board is full. `seen`: from a solution to the next one."""
        self._left = CONFLICTS
        if self.film:
            self.film.seen = seen
        return (self._go_back() if seen else True) and self._go_down()

    def _dive_on(self) -> bool:
        """From a solution to the next one: its last guess has no other."""
        return self.board.state.depth > self._kept and self._dive(seen=True)

    def _mend(self, radius: int) -> bool:
        """Drop the guesses around the failure, make the others again, and dive on; True if the board is full."""
        state = self.board.state
        self.cancel.check()
        self._start_over()
        if self.film:
            self.film.back_to(int(state.stack[0]))
        stands = begin_again(state, radius) == 0
        self._kept = state.depth
        self.outcome.totals["guesses"] += state.depth
        if self.film:
            self.film.guesses(range(state.depth))
        return self._dive() if stands else self._clash()

    def _go_down(self) -> bool:
        state, film = self.board.state, self.film
        while (found := guess(state)) < 1:
            self.outcome.totals["guesses"] += 1
            self.outcome.deepest = max(self.outcome.deepest or 0, state.depth)
            self.cancel.check()
            if film:
                film.guesses([state.depth - 1])
            if found < 0 and not (self._clash() and self._go_back()):
                return False
        return True

    def _go_back(self) -> bool:
        """Take guesses back until a position stands; False if none does, or the dive has met too many contradictions."""
        state, film = self.board.state, self.film
        while True:
            self.outcome.totals["backtracks"] += 1
            if film:
                film.take_back()
            if take_back(state) == 0:
                if film:
                    film.follow()
                return True
            if not self._clash():
                return False

    def _clash(self) -> bool:
        """A contradiction; True if there is a guess to take back, and the dive may go on."""
        self.outcome.totals["conflicts"] += 1
        self._left -= 1
        if self.film:
            self.film.clash()
        return self.board.state.depth > self._kept and self._left >= 0

"""The walk as Python asks for it."""

from __future__ import annotations

from collections.abc import Collection
from math import exp, sqrt

from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.model import Terms, groups
from studio.families.fillomino.walk.state import DEAREST, OUTSIDE, STAGES, STEPS, Walk
from studio.families.fillomino.walk.steps import walk
from studio.solvers.kernels import Kernels

HOT, COOL = 10.0, 3.0  # the cost at which a step is taken one time of e, at the beginning of an excursion and at its end
PRICE = 10.0  # of a region that has one cell too many; of n it is the root of n times as much
RADIUS = 4  # excursions stay within so many steps of a cell
PER_CELL = ("clue", "given", "wall_right", "wall_below", "region", "size", "first", "after", "before", "spare", "price")


class Wanderer:
    """Solutions of one board near the ones that are known. All chance comes from the seed: equal questions, equal answers."""

    def __init__(self, puzzle: Puzzle, seed: int = 1, layout: Kernels | None = None) -> None:
        self.grid, terms, n = puzzle.grid, Terms.of(puzzle), puzzle.grid.size
        width = self.grid.cols + 1
        self._m = m = (self.grid.rows + 2) * width + 1
        self.state = s = Walk.make(layout, cells=m, width=width, basic=int(terms.basic), walls=int(bool(terms.walls)),
                                   largest=terms.limit or n, seed=seed, place=n, watch=n, near=n, log=2 * STEPS,
                                   odds=STAGES * DEAREST, seen=m * (n + 1), **dict.fromkeys(PER_CELL, m))
        self._place = [(cell // self.grid.cols + 1) * width + cell % self.grid.cols for cell in self.grid.cells()]
        warmth = [HOT * (COOL / HOT) ** (stage / (STAGES - 1)) for stage in range(STAGES)]
        s.place[:n] = self._place  # type: ignore[assignment]
        s.price[:m] = [round(PRICE * sqrt(off)) for off in range(m)]  # type: ignore[assignment]
        s.odds[:] = [int((1 << 20) * exp(-cost / each)) for each in warmth for cost in range(DEAREST)]  # type: ignore[assignment]
        for cell, given in zip(self._place, puzzle.givens):
            s.clue[cell], s.given[cell] = max(given, 0), int(given != 0)
        for a, b in terms.walls:
            beside = self.grid.cols > 1 and b == a + 1
            (s.wall_right if beside else s.wall_below)[self._place[a]] = 1

    def begin(self, answer: Answer) -> None:
        """Stand on this solution."""
        s, m = self.state, self._m
        s.region[:m], s.size[:m] = [OUTSIDE] * m, [0] * m  # type: ignore[assignment]
        regions = 0
        for _, region in groups(self.grid, answer):
            cells = [self._place[cell] for cell in region]
            s.size[regions], s.first[regions] = len(cells), cells[0]
            for p, q in zip(cells, [*cells[1:], cells[0]]):
                s.region[p], s.after[p], s.before[q] = regions, q, p
            regions += 1
        s.spares, s.cost, s.logged = m - regions, 0, 0
        s.spare[: s.spares] = list(range(regions, m))  # type: ignore[assignment]

    def know(self, answer: Answer) -> None:
        """The numbers of this solution are no news any more."""
        for p, number in zip(self._place, answer):
            self.state.seen[number * self._m + p] = 1

    def watch(self, cells: Collection[int]) -> None:
        """The cells whose numbers are wanted."""
        s = self.state
        s.watched = len(cells)
        s.watch[: s.watched] = [self._place[cell] for cell in sorted(cells)]  # type: ignore[assignment]

    def further(self, excursions: int) -> Answer | None:
        """Another solution, with a number in a watched cell that none before had there; None if so many excursions lead to
        none."""
        s = self.state
        if not s.watched or walk(s, RADIUS, excursions) < 0:
            return None
        return tuple(int(s.size[s.region[p]]) for p in self._place)

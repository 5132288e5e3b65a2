"""Tilings that a symmetry of the board keeps: the board folded up, half or a quarter of the search.

Cells that the symmetry maps to each other become one cell, pieces likewise. Many boards that resist for long have a
symmetric tiling that is found at once; if there is none, nothing is proved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from studio.families.tiling.kernel.restarts import joined, luby
from studio.families.tiling.kernel.searching import no_totals
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import board_symmetries
from studio.solvers.kernels.search import BUDGET, DONE, LOST, Totals

Ints = npt.NDArray[np.int64]
RESTART_NODES = 8000


@dataclass(frozen=True, eq=False)
class Folded:
    """A problem under one symmetry: an option is a piece with all its images, of which only the first is named."""

    pieces: Placements
    options: Placements
    """The same with one cell per orbit."""
    cell_orbit: npt.NDArray[np.int32]
    limits: tuple[int | None, ...]
    image: Ints
    """The cell that each cell is mapped to."""

    def as_problem(self, problem: Problem) -> tuple[Problem, Placements]:
        """The folded board as a problem of its own, for solvers that do not care how cells lie: one cell per orbit."""
        inside = np.flatnonzero(self.cell_orbit >= 0)
        _, at = np.unique(self.cell_orbit[inside], return_index=True)
        first = inside[at].astype(np.int32)
        board = np.zeros(problem.board.size, dtype=np.bool_)
        board[first] = True
        tiles = tuple(replace(tile, count=limit) for tile, limit in zip(problem.tiles, self.limits, strict=True))
        options = replace(self.options, cells=first[self.cell_orbit[self.options.cells]])
        return Problem(board.reshape(problem.board.shape), tiles, problem.reflections), options

    def unfold(self, option: int) -> list[list[int]]:
        """A piece and all its images."""
        found = [sorted(self.pieces.of(option))]
        while (turned := sorted(int(self.image[i]) for i in found[-1])) != found[0]:
            found.append(turned)
        return found


def find_foldings(problem: Problem, placements: Placements) -> list[Folded]:
    """The board folded by each of its symmetries that leaves every cell something to cover it; the smallest first.

    Among equally small ones those with more pieces come first: a fold along a mirror axis leaves fewer.
    """
    found = [fold(problem, placements, image) for image in board_symmetries(problem)[1:]]
    usable = [folded for folded in found if folded is not None]
    return sorted(usable, key=lambda folded: (int(folded.cell_orbit.max()), -len(folded.options)))


def fold(problem: Problem, placements: Placements, image: Ints) -> Folded | None:
    powers = _powers(image)
    limits = _folded_limits(problem, len(powers))
    if limits is None:
        return None
    orbit, size = _orbits(problem, powers)
    moved = _images(placements, powers)
    if moved is None:
        return None
    period = 1 + np.count_nonzero(np.diff(np.sort(moved, axis=0), axis=0), axis=0)
    keep = (moved.min(axis=0) == np.arange(len(placements))) & _disjoint(placements, orbit, size, period)
    limited = np.array([limit is not None for limit in limits])
    same_tile = (placements.tile[moved] == placements.tile).all(axis=0)
    none_left = np.array([limit == 0 for limit in limits])
    keep &= ~limited[placements.tile] | (same_tile & (period == len(powers)) & ~none_left[placements.tile])
    pieces = placements.keep(keep)
    covered = np.bincount(orbit[pieces.cells], minlength=len(size))
    return Folded(pieces, _without_doubles(pieces, orbit), orbit, limits, image) if covered.all() else None


def _powers(image: Ints) -> list[Ints]:
    """The identity, the symmetry, its square …"""
    powers = [np.arange(len(image))]
    while not np.array_equal(turned := image[powers[-1]], powers[0]):
        powers.append(turned)
    return powers


def _folded_limits(problem: Problem, order: int) -> tuple[int | None, ...] | None:
    """How many whole orbits of each tile there are; None if a set that must be used up cannot be."""
    if problem.exact and any(limit is not None and limit % order for limit in problem.limits):
        return None
    return tuple(None if limit is None else limit // order for limit in problem.limits)


def _orbits(problem: Problem, powers: list[Ints]) -> tuple[npt.NDArray[np.int32], Ints]:
    """Orbit number of every cell (-1 outside the board), and the size of each orbit."""
    least = np.stack(powers).min(axis=0)
    orbit = np.full(problem.board.size, -1, dtype=np.int32)
    cells = problem.board_cells()
    _, orbit[cells] = np.unique(least[cells], return_inverse=True)
    return orbit, np.bincount(orbit[cells])


def _images(placements: Placements, powers: list[Ints]) -> Ints | None:
    """For every power of the symmetry the number of the placement that each placement is mapped to."""
    # each placement is known by the sum of random numbers of its cells; a false match would show in the checker
    code = np.random.default_rng(0).integers(0, 1 << 62, len(powers[0]), dtype=np.uint64)
    starts = placements.start[:-1]
    names = [np.bitwise_xor.reduceat(code[power[placements.cells]], starts) for power in powers]
    order = np.argsort(names[0])
    found = [order[np.searchsorted(names[0][order], name).clip(max=len(order) - 1)] for name in names]
    if any(not np.array_equal(names[0][there], name) for there, name in zip(found, names, strict=True)):
        return None
    return np.stack(found)


def _disjoint(placements: Placements, orbit: npt.NDArray[np.int32], size: Ints, period: Ints) -> npt.NDArray[np.bool_]:
    """Whether a piece and its images do not overlap: together they cover each orbit that they touch exactly once."""
    owner = placements.owner().astype(np.int64)
    touched = orbit[placements.cells].astype(np.int64)
    _, where, times = np.unique(owner * len(size) + touched, return_inverse=True, return_counts=True)
    wrong = times[where] * period[owner] != size[touched]
    return np.bincount(owner, weights=wrong, minlength=len(placements)) == 0


def _without_doubles(placements: Placements, orbit: npt.NDArray[np.int32]) -> Placements:
    """One cell per orbit in each placement."""
    owner = placements.owner().astype(np.int64)
    _, first = np.unique(owner * (int(orbit.max()) + 1) + orbit[placements.cells], return_index=True)
    first = np.sort(first)
    start = np.zeros(len(placements) + 1, dtype=np.int32)
    np.cumsum(np.bincount(owner[first], minlength=len(placements)), out=start[1:])
    return Placements(start, placements.cells[first], placements.tile, placements.orientation)


class SymmetricSearch:
    """Shuffled searches with restarts, every other one on the first folding, every fourth on the second and so on.

    A folding that is searched through is dropped.
    """

    def __init__(self, problem: Problem, foldings: list[Folded], seed: int = 1) -> None:
        self._problem = problem
        self._foldings = list(foldings)
        self._rng = np.random.default_rng(seed)
        self._round = 0
        self._over = False
        self._past, self._past_positions, self._past_work = no_totals(), 0, 0
        self._start()

    def _start(self) -> None:
        from studio.families.tiling.kernel.mrv import MrvSearch

        self._round += 1
        turn = (self._round & -self._round).bit_length() - 1  # 0 1 0 2 0 1 0 3 …
        self._at = self._foldings[min(turn, len(self._foldings) - 1)]
        order = self._rng.permutation(len(self._at.options))
        self._search = MrvSearch(self._problem, self._at.options, 14, order, self._at.cell_orbit, self._at.limits)
        self._nodes = RESTART_NODES * luby(-(-self._round // 2))

    def run(self, max_nodes: int) -> int:
        if not self._foldings:
            return LOST
        code = self._search.run(min(max_nodes, self._nodes))
        self._nodes -= max_nodes
        if code == DONE:
            self._foldings.remove(self._at)
        if code == DONE or (code == BUDGET and self._nodes <= 0):
            self._past, self._past_positions, self._past_work = self.totals(), self.positions, self.work
            self._past["restarts"] += 1
            self._over = not self._foldings
            if not self._foldings:
                return LOST
            self._start()
            return BUDGET
        return code

    def pieces(self) -> list[list[int]]:
        return [piece for option in self._search.chosen() for piece in self._at.unfold(option)]

    def totals(self) -> Totals:
        """Where nothing symmetric is left, the board may still have tilings: such dead ends are no contradictions."""
        return {**(self._past if self._over else joined(self._past, self._search.totals())), "conflicts": 0}

    @property
    def positions(self) -> int:
        return self._past_positions + (0 if self._over else self._search.positions)

    @property
    def work(self) -> int:
        return self._past_work + (0 if self._over else self._search.work)

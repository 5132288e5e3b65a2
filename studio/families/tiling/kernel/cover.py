"""The exact-cover translation of section 2.3.1 with optimisations 1, 2 and 3 as switches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from studio.core.say import say
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.model.placements import Placements, find_placements, scan_order
from studio.families.tiling.model.problem import Problem
from studio.solvers.exact_cover import CoverSearch

MAX_OPTIONS = 2_000_000


@dataclass(frozen=True)
class Switches:
    """omit_initial: optimisation 1; many_as_unlimited: 2; exact_primary: 3."""

    omit_initial: bool = True
    many_as_unlimited: bool = True
    exact_primary: bool = True


@dataclass(frozen=True, eq=False)
class Translation:
    """Options in rows; ``placement[o]`` is the placement that option o stands for, ``copy[o]`` which piece of its tile."""

    primary: int
    secondary: int
    start: npt.NDArray[np.int64]
    items: npt.NDArray[np.int64]
    placement: npt.NDArray[np.int64]
    copy: npt.NDArray[np.int64]
    base: npt.NDArray[np.int64]
    """Before each tile's items: how many items of pieces there are."""


class TooManyOptions(ValueError):
    """The duplicated options would not fit in memory."""


def translate(problem: Problem, placements: Placements, switches: Switches) -> Translation:
    """One primary item per cell, one item per piece of every counted tile, one option per position of every piece."""
    cells = problem.area
    rank = scan_order(problem).astype(np.int64)
    copies = [_copies(problem, t, switches) for t in range(len(problem.tiles))]
    base = np.cumsum([0, *copies])
    pieces = int(base[-1])
    placement, copy = _duplicate(problem, placements, copies, switches)
    if len(placement) > MAX_OPTIONS:
        raise TooManyOptions(say("{count} options are too many: use counters instead of duplicated options",
                                 count=len(placement)))
    sizes = np.diff(placements.start)[placement].astype(np.int64)
    counted = copy >= 0
    start = np.zeros(len(placement) + 1, dtype=np.int64)
    np.cumsum(sizes + counted, out=start[1:])
    items = np.empty(start[-1], dtype=np.int64)
    last = np.zeros(start[-1], dtype=np.bool_)
    last[start[1:][counted] - 1] = True
    items[last] = cells + base[placements.tile[placement[counted]]] + copy[counted]
    before = np.cumsum(sizes) - sizes
    index = np.repeat(placements.start[placement].astype(np.int64) - before, sizes) + np.arange(sizes.sum())
    items[~last] = rank[placements.cells[index]]
    exact = switches.exact_primary and problem.exact
    return Translation(cells + (pieces if exact else 0), 0 if exact else pieces, start, items, placement, copy, base)


def _copies(problem: Problem, tile: int, switches: Switches) -> int:
    """How many pieces of a tile are told apart; 0: its number does not matter (optimisation 2)."""
    count = problem.tiles[tile].count
    size = problem.tiles[tile].size
    if count is None:
        return 0
    if switches.many_as_unlimited and problem.limits[tile] is None:
        return 0
    return min(count, problem.area // size) if count * size > problem.area else count


def _duplicate(problem: Problem, placements: Placements, copies: list[int], switches: Switches
               ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(placement, copy) of every option; optimisation 1: copy j stays off the first j positions of its tile."""
    chosen, which = [], []
    order = _by_position(problem, placements)
    for t, n in enumerate(copies):
        mine = order[placements.tile[order] == t]
        if n == 0:
            chosen.append(mine)
            which.append(np.full(len(mine), -1))
            continue
        for j in range(n):
            part = mine[j:] if switches.omit_initial else mine
            chosen.append(part)
            which.append(np.full(len(part), j))
    if not chosen:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    return np.concatenate(chosen).astype(np.int64), np.concatenate(which).astype(np.int64)


def _by_position(problem: Problem, placements: Placements) -> npt.NDArray[np.int64]:
    """The placements from left to right and top to bottom."""
    if not len(placements):
        return np.zeros(0, dtype=np.int64)
    first = placements.cells[placements.start[:-1]]
    return np.argsort(first, kind="stable")


class DlxSearch(CoverSearch, PieceSearch):
    """Algorithm X on the translation. Duplicated options find a tiling once per order of its equal pieces."""

    def __init__(self, problem: Problem, switches: Switches) -> None:
        self.problem = problem
        self.placements = find_placements(problem)
        t = self.translation = translate(problem, self.placements, switches)
        self._ranks = scan_order(problem)
        self.orders_pieces = switches.omit_initial and bool((t.copy > 0).any())
        super().__init__(t.primary, t.secondary, t.start, t.items)

    def names_tile(self, number: int) -> bool:
        return number >= self.problem.area

    def tile(self, number: int) -> int:
        """The tile whose piece an item stands for."""
        return int(np.searchsorted(self.translation.base, number - self.problem.area, side="right")) - 1

    def piece(self, first: int, second: int) -> list[int]:
        return self.placements.of(int(self.translation.placement[first]))

    def place(self, number: int) -> int:
        return int(np.flatnonzero(self._ranks == number)[0])

    def pieces(self) -> list[list[int]]:
        return [self.piece(option, 0) for option in self.chosen()]

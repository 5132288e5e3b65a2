"""Placements that can be struck out because they leave an item with nothing to cover it.

A colouring need only hold for the placements that survive, which makes it stronger. Every strike is recorded with the
item that shows it, in order, so that plain code can check it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels import I32, U8, I32x2, U64x2, entry

Ints = npt.NDArray[np.int32]
WORK_LIMIT = 4_000_000


Strike = tuple[tuple[int, ...], int]
"""A placement (its cells) and the witness: a cell number, or -1-t for tile t that must be used."""


class Covering(NamedTuple):
    """Options and the items that they cover: option p covers ``item[start[p]:start[p + 1]]``, and the other way round."""

    start: I32
    item: I32
    item_start: I32
    item_option: I32
    needs: U8
    """Whether an item must be covered."""


@dataclass(frozen=True, eq=False)
class Struck:
    """The strikes in order: ``order`` names placements, ``witness`` items (a cell, or a single tile behind the cells)."""

    placements: Placements
    cover: Covering
    order: Ints
    witness: Ints
    n_cells: int
    single: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.order)

    def needed_for(self, wanted: npt.NDArray[np.bool_]) -> tuple[Strike, ...]:
        """Only the wanted strikes and those that they rest on."""
        needed = wanted.astype(np.uint8)
        turn = np.full(len(self.cover.start) - 1, -1, dtype=np.int32)
        _mark_needed(self.cover, self.order, self.witness, needed, turn, np.zeros(len(self.cover.item_start) - 1, np.uint8))
        kept = np.flatnonzero(needed)
        return tuple((tuple(self.placements.of(p)), j if j < self.n_cells else -1 - self.single[j - self.n_cells])
                     for p, j in zip(self.order[kept].tolist(), self.witness[kept].tolist(), strict=True))


@entry
def _strike(cover: Covering, alive: U8, support: I32x2, bits: U64x2, order: I32, witness: I32) -> int:
    """Strike until nothing changes; returns the number of strikes (their order and witnesses in the last arrays). ``bits`` is
    room for what each option covers: two clash if they share a bit."""
    start, item, needs = cover.start, cover.item, cover.needs
    item_start, item_option = cover.item_start, cover.item_option
    n_options, n_items = len(start) - 1, len(item_start) - 1
    words = bits.shape[1]
    for p in range(n_options):
        for e in range(start[p], start[p + 1]):
            bits[p, item[e] >> 6] |= np.uint64(1) << np.uint64(item[e] & 63)
    struck = 0
    changed = True
    while changed:
        changed = False
        for p in range(n_options):
            if not alive[p]:
                continue
            for j in range(n_items):
                if not needs[j] or bits[p, j >> 6] >> np.uint64(j & 63) & np.uint64(1):
                    continue
                known = support[p, j]
                if known >= 0 and alive[known]:
                    continue
                found = -1
                for k in range(item_start[j], item_start[j + 1]):
                    q = item_option[k]
                    if not alive[q]:
                        continue
                    free = True
                    for w in range(words):
                        free = free and not bits[p, w] & bits[q, w]
                    if free:
                        found = q
                        break
                if found < 0:
                    alive[p] = 0
                    order[struck], witness[struck] = p, j
                    struck += 1
                    changed = True
                    break
                support[p, j] = found
    return struck


@entry
def _mark_needed(cover: Covering, order: I32, witness: I32, needed: U8, turn: I32, mine: U8) -> None:
    """From the last strike to the first: a needed one rests on the earlier ones that would have covered its witness. ``turn``
    and ``mine`` are room for when an option was struck, -1 at first, and for what one covers."""
    start, item, item_start, item_option = cover.start, cover.item, cover.item_start, cover.item_option
    for k in range(len(order)):
        turn[order[k]] = k
    for k in range(len(order) - 1, -1, -1):
        if not needed[k]:
            continue
        p, j = order[k], witness[k]
        for e in range(start[p], start[p + 1]):
            mine[item[e]] = 1
        for a in range(item_start[j], item_start[j + 1]):
            q = item_option[a]
            free = turn[q] >= 0
            for e in range(start[q], start[q + 1]):
                free = free and not mine[item[e]]
            if free:
                needed[turn[q]] = 1
        for e in range(start[p], start[p + 1]):
            mine[item[e]] = 0


def strike_out(problem: Problem, placements: Placements) -> tuple[Placements, Struck | None]:
    """The placements that survive, and the strikes if there are any. Does nothing on boards where it would take long."""
    n, cells = len(placements), problem.board.size
    if n * problem.area > WORK_LIMIT or not n:
        return placements, None
    single = [t for t, tile in enumerate(problem.tiles) if tile.count == 1]
    tile_item = np.full(len(problem.tiles), -1, dtype=np.int32)
    tile_item[single] = cells + np.arange(len(single), dtype=np.int32)
    extra = tile_item[placements.tile]
    has = extra >= 0
    sizes = np.diff(placements.start)
    start = np.zeros(n + 1, dtype=np.int32)
    np.cumsum(sizes + has, out=start[1:])
    item = np.empty(start[-1], dtype=np.int32)
    last = np.zeros(start[-1], dtype=np.bool_)
    last[start[1:][has] - 1] = True
    item[last], item[~last] = extra[has], placements.cells
    n_items = cells + len(single)
    by_item = np.argsort(item, kind="stable")
    option = np.repeat(np.arange(n, dtype=np.int32), np.diff(start))[by_item]
    item_start = np.zeros(n_items + 1, dtype=np.int32)
    np.cumsum(np.bincount(item, minlength=n_items), out=item_start[1:])
    needs = np.concatenate([problem.board.ravel(), np.full(len(single), problem.exact)]).astype(np.uint8)
    alive = np.ones(n, dtype=np.uint8)
    order, witness = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
    support = np.full((n, n_items), -1, dtype=np.int32)
    cover = Covering(start, item, item_start, option, needs)
    struck = int(_strike(cover, alive, support, np.zeros((n, (n_items + 63) // 64), np.uint64), order, witness))
    if not struck:
        return placements, None
    noted = Struck(placements, cover, order[:struck], witness[:struck], cells, tuple(single))
    return placements.keep(alive.astype(np.bool_)), noted


def warm_up() -> None:
    """Compile what only boards with needed strikes would call."""
    one, nobody = np.zeros(1, dtype=np.int32), np.array([0, 1], dtype=np.int32)
    bytes_ = np.ones(1, dtype=np.uint8)
    _mark_needed(Covering(nobody, one, nobody, one, bytes_), one, one, bytes_, one.copy(), bytes_.copy())

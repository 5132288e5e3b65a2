"""How many tilings there are, exactly; on demand counted only up to the symmetries of board and tile set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.families.tiling.kernel.frontier import Cover, count
from studio.families.tiling.kernel.pockets import good_sums
from studio.families.tiling.model.placements import Placements, find_placements, scan_order
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import board_symmetries

Ints = npt.NDArray[np.int64]
Poll = Callable[[], None]
OrbitOption = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""The cell orbits that an orbit of pieces covers, and (tile, number of pieces)."""


def _never() -> None:
    return None


Watch = Callable[[Sequence[int], int, int], None]
"""Told of a sweep: the cells of its frontier, how many cells lie behind it, how many different partial tilings there are."""


def count_tilings(problem: Problem, poll: Poll = _never, watch: Watch | None = None) -> int:
    """The number of tilings. Tiles that must be used: all tilings, less those that use one too seldom, and so on (inclusion and
    exclusion)."""
    demanding = [t for t, tile in enumerate(problem.tiles) if tile.least]
    total = 0
    for some in chain.from_iterable(combinations(demanding, n) for n in range(len(demanding) + 1)):
        total += (-1) ** len(some) * _count(_used_seldom(problem, some), poll, watch)
    return total


def _used_seldom(problem: Problem, tiles: Sequence[int]) -> Problem:
    """The problem with none that must be used, and some tiles used less often than they must be."""
    fewer = tuple(replace(tile, least=0, count=tile.least - 1 if t in tiles else tile.count)
                  for t, tile in enumerate(problem.tiles))
    gone = sorted((t for t in tiles if fewer[t].count == 0), reverse=True)
    found = Problem(problem.board, tuple(replace(tile, count=1) if tile.count == 0 else tile for tile in fewer),
                    problem.reflections, problem.given)
    for t in gone:  # a tile that is left out keeps the numbers of what is given right
        found = found.without(t)
    return found


def _count(problem: Problem, poll: Poll, watch: Watch | None = None) -> int:
    if problem.area == 0:
        return 1
    placements = find_placements(problem)
    cover, place = _flat_cover(problem, placements), scan_order(problem).astype(np.int64)
    if cover.counts or cover.reach - 1 > 22:
        cover, place = _padded_cover(problem, placements), _padded_places(problem)
    return count(cover, poll, None if watch is None else _on_the_board(problem, place, cover.reach, watch))


def _on_the_board(problem: Problem, place: Ints, reach: int, watch: Watch) -> Callable[[int, int], None]:
    """A sweep over positions, told in cells: behind the frontier all is covered, beyond its reach nothing is."""
    cells = problem.board_cells()
    spots = place[cells]
    told = -1

    def tell(position: int, states: int) -> None:
        nonlocal told
        behind = int(np.count_nonzero(spots < position))
        if behind != told:  # (not for a position beside the board)
            told = behind
            inside = (spots >= position) & (spots < position + reach - 1)
            watch([int(cell) for cell in np.asarray(cells)[inside]], behind, states)

    return tell


def count_up_to_symmetry(problem: Problem, poll: Poll = _never, every: int | None = None) -> int:
    """The number of tilings that are different under the symmetries (Burnside: the mean number of fixed tilings). `every` saves
    time if the number of all of them is known."""
    symmetries = board_symmetries(problem)
    if any(tile.least for tile in problem.tiles) and len(symmetries) > 1:
        raise BadPuzzle(say("tilings with tiles that must be used are not counted up to symmetry"))
    total = count_tilings(problem, poll) if every is None else every
    for perm in symmetries[1:]:
        total += count_fixed(problem, perm, poll)
    return total // len(symmetries)


def count_fixed(problem: Problem, perm: Ints, poll: Poll = _never) -> int:
    """The number of tilings that a symmetry maps to themselves: covers of cell orbits by piece orbits."""
    if problem.area == 0:
        return 1
    placements = find_placements(problem)
    orbit, n = _orbits(problem, perm)
    by_cells = {frozenset(placements.of(p)): p for p in range(len(placements))}
    options: dict[frozenset[frozenset[int]], OrbitOption] = {}
    for cells in by_cells:
        images = [cells]
        while True:
            turned = frozenset(int(perm[i]) for i in images[-1])
            if turned == images[0]:
                break
            images.append(turned)
        union = frozenset().union(*images)
        if len(union) != len(images) * len(cells):
            continue  # two images overlap: such a piece is in no fixed tiling
        tiles: dict[int, int] = {}
        for image in images:
            tile = int(placements.tile[by_cells[image]])
            tiles[tile] = tiles.get(tile, 0) + 1
        options[frozenset(images)] = (tuple(sorted({int(orbit[i]) for i in union})), tuple(sorted(tiles.items())))
    return count(_orbit_cover(problem, n, list(options.values())), poll)


def _orbits(problem: Problem, perm: Ints) -> tuple[Ints, int]:
    """Orbit numbers of the board cells under the powers of one symmetry, in scan order."""
    rank = scan_order(problem)
    orbit = np.full(problem.board.size, -1, dtype=np.int64)
    n = 0
    for i in np.argsort(np.where(rank < 0, problem.board.size, rank), kind="stable")[: problem.area]:
        if orbit[i] >= 0:
            continue
        at = int(i)
        while orbit[at] < 0:
            orbit[at] = n
            at = int(perm[at])
        n += 1
    return orbit, n


def _masks(spans: Iterable[list[int]]) -> npt.NDArray[np.uint64]:
    """Bit masks that begin at the smallest number of each list."""
    values = []
    for span in spans:
        low = min(span)
        values.append(sum(1 << (i - low) for i in span))
    words = max((value.bit_length() + 63) // 64 for value in values) if values else 1
    return np.array([[value >> (64 * k) & (2**64 - 1) for k in range(words)] for value in values], dtype=np.uint64)


def _counters(problem: Problem) -> tuple[dict[int, int], tuple[int, ...]]:
    limited = [t for t, limit in enumerate(problem.limits) if limit is not None]
    return {t: k for k, t in enumerate(limited)}, tuple(problem.limits[t] or 0 for t in limited)


def _orbit_cover(problem: Problem, n: int, options: list[OrbitOption]) -> Cover:
    counter, counts = _counters(problem)
    options.sort(key=lambda option: option[0][0])
    uses = np.full((max(len(options), 1), 4), -1, dtype=np.int32)
    for v, (_, tiles) in enumerate(options):
        spent = [(counter[t], amount) for t, amount in tiles if t in counter]
        for k, (c, amount) in enumerate(spent):
            uses[v, 2 * k], uses[v, 2 * k + 1] = c, amount
    start = np.searchsorted([option[0][0] for option in options], np.arange(n + 1)).astype(np.int32)
    masks = _masks(list(items) for items, _ in options) if options else np.zeros((1, 1), dtype=np.uint64)
    return Cover(n, np.zeros(n // 64 + 3, dtype=np.uint64), start, np.arange(len(options), dtype=np.int32), masks, uses, counts)


def _flat_cover(problem: Problem, placements: Placements) -> Cover:
    """Positions are the board cells alone, in scan order: the narrowest frontier."""
    return _cover(problem, placements, scan_order(problem).astype(np.int64), problem.area, 0)


def _padded_cover(problem: Problem, placements: Placements) -> Cover:
    """Positions are the bits of the padded board, so that enclosed pockets can be seen."""
    stride = min(problem.rows, problem.cols) + 1
    return _cover(problem, placements, _padded_places(problem), stride * max(problem.rows, problem.cols), stride)


def _padded_places(problem: Problem) -> Ints:
    stride = min(problem.rows, problem.cols) + 1
    cells = np.arange(problem.board.size)
    row, col = cells // problem.cols, cells % problem.cols
    return col * stride + row if problem.cols > problem.rows else row * stride + col


def _cover(problem: Problem, placements: Placements, place: Ints, positions: int, stride: int) -> Cover:
    owner = placements.owner()
    spots = place[placements.cells]
    first = np.full(len(placements), positions, dtype=np.int64)
    np.minimum.at(first, owner, spots)
    shift = spots - first[owner]
    words = int(shift.max()) // 64 + 1 if len(shift) else 1
    masks = np.zeros((max(len(placements), 1), words), dtype=np.uint64)
    np.bitwise_or.at(masks, (owner, shift // 64), np.uint64(1) << (shift % 64).astype(np.uint64))
    order = np.argsort(first, kind="stable").astype(np.int32)
    counter, counts = _counters(problem)
    uses = np.full((len(masks), 4), -1, dtype=np.int32)
    for t, c in counter.items():
        uses[np.flatnonzero(placements.tile == t), 0:2] = (c, 1)
    blocked = np.zeros((positions // 64 + 4) * 64, dtype=np.bool_)
    if stride:
        blocked[:] = True
        blocked[place[problem.board_cells()]] = False
    packed = np.packbits(blocked, bitorder="little").view(np.uint64).copy()
    lines = min(64 // stride, max(problem.rows, problem.cols)) if 0 < stride <= 32 else 0
    return Cover(positions, packed, np.searchsorted(first[order], np.arange(positions + 1)).astype(np.int32), order, masks,
                 uses, counts, stride, lines, good_sums(tile.size for tile in problem.tiles))

"""Symmetries of a board that also keep its set of tiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape, flip, rotate

Ints = npt.NDArray[np.int64]


def board_symmetries(problem: Problem) -> list[Ints]:
    """The maps cell -> cell (permutations of the grid) that keep board, tile set and what is given; the identity first.

    The board may lie anywhere in the grid: its bounding box is turned in place.
    """
    rows, cols = np.nonzero(problem.board)
    if not len(rows):
        return [np.arange(problem.board.size)]
    top, left = rows.min(), cols.min()
    box = problem.board[top : rows.max() + 1, left : cols.max() + 1]
    high, wide = box.shape
    numbers = (np.arange(top, top + high)[:, None] * problem.cols + np.arange(left, left + wide)[None, :])
    maps: list[Ints] = []
    for turns in range(4):
        for mirrored in (False, True):
            turned = np.rot90(numbers, turns)
            image = turned[:, ::-1] if mirrored else turned
            if image.shape != box.shape or not np.array_equal(problem.board.ravel()[image], box):
                continue
            tiles = _image_tiles(problem, turns, mirrored)
            perm = np.arange(problem.board.size)
            perm[numbers.ravel()] = image.ravel()
            if tiles is None or not _keeps_given(problem, perm, tiles):
                continue
            if not any(np.array_equal(perm, known) for known in maps):
                maps.append(perm)
    return maps


def _image_tiles(problem: Problem, turns: int, mirrored: bool) -> list[int] | None:
    """Which tile each tile becomes when the whole board is turned or flipped; None if that is not one of the set, with as many
    pieces."""
    known = {frozenset(tile.variants(problem.reflections)): t for t, tile in enumerate(problem.tiles)}
    found = []
    for tile in problem.tiles:
        t = known.get(frozenset(_image(shape, turns, mirrored) for shape in tile.variants(problem.reflections)))
        if t is None or (problem.tiles[t].count, problem.tiles[t].least) != (tile.count, tile.least):
            return None
        found.append(t)
    return found


def _image(shape: Shape, turns: int, mirrored: bool) -> Shape:
    """Where a piece comes to lie when its cells go where the map sends them: a mirrored map flips first, then turns."""
    if mirrored:
        shape = flip(shape)
    for _ in range(turns):
        shape = rotate(shape)
    return shape


def _keeps_given(problem: Problem, perm: Ints, tiles: list[int]) -> bool:
    given = problem.given
    if not given:
        return True
    for pairs in (given.joined, given.parted):
        kept = {frozenset(pair) for pair in pairs}
        if {frozenset((int(perm[a]), int(perm[b]))) for a, b in pairs} != kept:
            return False
    named = dict(given.named)
    if {int(perm[cell]) for cell in named} != set(named):
        return False
    return all(named[int(perm[cell])] == (tiles[t] if t >= 0 else -1) for cell, t in named.items())


def cell_orbits(problem: Problem) -> Ints:
    """The number of each board cell's orbit (0..n-1), -1 outside."""
    images = np.stack(board_symmetries(problem))
    least = images.min(axis=0)
    orbit = np.full(problem.board.size, -1, dtype=np.int64)
    cells = problem.board_cells()
    _, orbit[cells] = np.unique(least[cells], return_inverse=True)
    return orbit


def canonical_answer(answer: tuple[int, ...], symmetries: list[Ints]) -> tuple[int, ...]:
    """The smallest renumbered image of a tiling: equal for tilings that differ only by a symmetry."""
    values = np.array(answer)
    return min(renumber(values[perm]) for perm in symmetries)


def renumber(values: npt.NDArray[np.integer]) -> tuple[int, ...]:
    """Pieces numbered 1.. in reading order."""
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(int(v), len(names)) for v in values)

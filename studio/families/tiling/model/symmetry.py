"""Symmetries of a board that also keep its set of tiles."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import canonical, flip

Ints = npt.NDArray[np.int64]


def tiles_have_mirror_images(problem: Problem) -> bool:
    """Whether flipping a whole tiling over gives tiles of the set again, with the same counts."""
    if problem.reflections:
        return True
    stock = Counter({canonical(tile.cells, False): tile.count for tile in problem.tiles})
    return all(stock.get(canonical(flip(tile.cells), False), 0) == tile.count for tile in problem.tiles)


def board_symmetries(problem: Problem) -> list[Ints]:
    """The maps cell -> cell (permutations of the grid) that keep board and tile set; the identity first.

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
            if mirrored and not tiles_have_mirror_images(problem):
                continue
            turned = np.rot90(numbers, turns)
            image = turned[:, ::-1] if mirrored else turned
            if image.shape != box.shape or not np.array_equal(problem.board.ravel()[image], box):
                continue
            perm = np.arange(problem.board.size)
            perm[numbers.ravel()] = image.ravel()
            if not any(np.array_equal(perm, known) for known in maps):
                maps.append(perm)
    return maps


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

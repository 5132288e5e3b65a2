"""Every way to lay one piece on the board, found with whole-array operations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Placements:
    """All placements; the cells of placement p are ``cells[start[p]:start[p+1]]`` (grid cell numbers)."""

    start: Ints
    cells: Ints
    tile: Ints
    orientation: Ints

    def __len__(self) -> int:
        return len(self.tile)

    def of(self, p: int) -> list[int]:
        cells: list[int] = self.cells[self.start[p] : self.start[p + 1]].tolist()
        return cells

    def owner(self) -> Ints:
        """The placement of every entry of ``cells``."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.start))

    def keep(self, wanted: npt.NDArray[np.bool_]) -> Placements:
        """Only the wanted placements."""
        sizes = np.diff(self.start)
        cells = self.cells[np.repeat(wanted, sizes)]
        return Placements(_starts(sizes[wanted]), cells, self.tile[wanted], self.orientation[wanted])

    def chosen(self, which: npt.NDArray[np.integer]) -> Placements:
        """Some of them, by their numbers."""
        sizes = self.start[which + 1] - self.start[which]
        start = _starts(sizes)
        cells = self.cells[np.repeat(self.start[which] - start[:-1], sizes) + np.arange(start[-1])]
        return Placements(start, cells, self.tile[which], self.orientation[which])

    def by_cell(self, cell_count: int) -> tuple[Ints, Ints]:
        """(start, placement): the placements that cover each grid cell."""
        order = np.argsort(self.cells, kind="stable")
        start = np.zeros(cell_count + 1, dtype=np.int32)
        np.cumsum(np.bincount(self.cells, minlength=cell_count), out=start[1:])
        return start, self.owner()[order]


def _starts(sizes: npt.NDArray[np.integer]) -> Ints:
    start = np.zeros(len(sizes) + 1, dtype=np.int32)
    np.cumsum(sizes, out=start[1:])
    return start


def find_placements(problem: Problem) -> Placements:
    """Slide every variant over the board; sorted by variant, then position (row by row). What is given rules some out."""
    placements = _slide(problem)
    return placements.keep(_allowed(problem, placements)) if problem.given and len(placements) else placements


def _allowed(problem: Problem, placements: Placements) -> npt.NDArray[np.bool_]:
    """Which placements keep what is given."""
    start, owner = placements.by_cell(problem.board.size)
    allowed = np.ones(len(placements), dtype=np.bool_)

    def covering(cell: int) -> Ints:
        return owner[start[cell] : start[cell + 1]]

    for a, b in problem.given.joined:
        allowed[np.setxor1d(covering(a), covering(b))] = False
    for a, b in problem.given.parted:
        allowed[np.intersect1d(covering(a), covering(b))] = False
    for cell, tile in problem.given.named:
        mine = covering(cell)
        allowed[mine[placements.tile[mine] != tile]] = False
    return allowed


AT_ONCE = 1 << 20
"""Cells to look at up to which all variants of a size slide together: on small boards numpy's calls are what takes the time."""


class Sliding(NamedTuple):
    """Some variants of one size, that slide together."""

    first: int
    """Number of the first of them."""
    shapes: tuple[Shape, ...]
    rows: Ints
    cols: Ints


@lru_cache(maxsize=64)
def _groups(orientations: tuple[tuple[int, Shape], ...]) -> tuple[tuple[Sliding, ...], Ints, Ints]:
    """The variants by size, and tile and size of each. (The tiles of one board are often those of the next.)"""
    found: list[Sliding] = []
    first = 0
    for _, group in groupby((shape for _, shape in orientations), len):
        shapes = tuple(group)
        rows, cols = np.array(shapes, dtype=np.int32).transpose(2, 0, 1)
        found.append(Sliding(first, shapes, rows, cols))
        first += len(shapes)
    return tuple(found), *np.array([(t, len(shape)) for t, shape in orientations], dtype=np.int32).reshape(-1, 2).T


def _slide(problem: Problem) -> Placements:
    groups, tile, sizes = _groups(problem.orientations)
    parts: list[tuple[Ints, Ints]] = []
    for group in groups:
        if len(group.shapes) > 1 and group.rows.size * problem.board.size <= AT_ONCE:
            parts.append(_slide_together(problem, group))
        else:
            parts += (_slide_one(problem, shape, number) for number, shape in enumerate(group.shapes, group.first))
    if not parts:
        none = np.zeros(0, dtype=np.int32)
        return Placements(np.zeros(1, dtype=np.int32), none, none, none)
    orientation, cells = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts))
    return Placements(_starts(sizes[orientation]), cells, tile[orientation], orientation)


def _slide_together(problem: Problem, group: Sliding) -> tuple[Ints, Ints]:
    """(variant of every placement, all cells) of some variants of one size: every cell of each is looked up for all corners."""
    rows, cols = group.rows, group.cols
    high, wide = problem.rows + int(rows.max()), problem.cols + int(cols.max())
    padded = np.zeros((high, wide), dtype=np.bool_)
    padded[: problem.rows, : problem.cols] = problem.board
    corners = np.add.outer(np.arange(problem.rows, dtype=np.int32) * wide, np.arange(problem.cols, dtype=np.int32)).ravel()
    fits = padded.ravel()[(rows * wide + cols)[:, :, None] + corners].all(axis=1)
    variant, corner = np.nonzero(fits)
    cells = (rows * problem.cols + cols)[variant] + corner.astype(np.int32)[:, None]
    return (variant + group.first).astype(np.int32), cells.ravel()


def _slide_one(problem: Problem, shape: Shape, number: int) -> tuple[Ints, Ints]:
    """The same for one variant on a large board."""
    board, cols = problem.board, problem.cols
    high = max(0, board.shape[0] - max(r for r, _ in shape))
    wide = max(0, board.shape[1] - max(c for _, c in shape))
    fits = board[shape[0][0] : shape[0][0] + high, shape[0][1] : shape[0][1] + wide]
    for r, c in shape[1:] if fits.size else ():
        fits = fits & board[r : r + high, c : c + wide]
    row, col = np.nonzero(fits)
    offsets = np.array([r * cols + c for r, c in shape], dtype=np.int32)
    corner = (row * cols + col).astype(np.int32)
    return np.full(len(row), number, dtype=np.int32), (corner[:, None] + offsets).ravel()


def scan_order(problem: Problem) -> Ints:
    """Rank of every grid cell (-1 outside) when the board is read along its short side.

    A short scan line keeps the frontier of a half-filled board small, so that equal failures meet in the memo.
    """
    rank = np.full(problem.rows * problem.cols, -1, dtype=np.int32)
    grid = np.arange(problem.rows * problem.cols).reshape(problem.rows, problem.cols)
    order = grid.ravel() if problem.cols <= problem.rows else grid.T.ravel()
    order = order[problem.board.ravel()[order]]
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank


def pieces_to_answer(problem: Problem, placements: Placements, chosen: list[int]) -> tuple[int, ...]:
    """Number the pieces 1..n in reading order of their first cells."""
    answer = [0] * (problem.rows * problem.cols)
    groups = sorted((placements.of(p) for p in chosen), key=min)
    for number, cells in enumerate(groups, 1):
        for i in cells:
            answer[i] = number
    return tuple(answer)

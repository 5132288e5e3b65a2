"""What a maker gives besides board and tiles: borders between pieces, cells of one piece, cells that name their tile.

All of it speaks about single placements, so it is said once, where placements are made: every engine that lays placements keeps
it. A given piece is a group of joined cells with borders all around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.grid import Grid

INSIDE = 1
"""a given of the board; 0 is outside, INSIDE + k a cell of the k-th tile of the tray (from 1)"""
PARTED, JOINED = 3, 4
"""Borders: two pieces meet here; one piece lies across. (1 and 2 are arrows, which turn around with a board: core/turn.py.)"""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Given:
    joined: tuple[Pair, ...] = ()
    """neighbouring cells of one piece"""
    parted: tuple[Pair, ...] = ()
    """neighbouring cells of two pieces"""
    named: tuple[Pair, ...] = ()
    """(cell, tile of the set); -1 for a tile that is not in it"""

    def __bool__(self) -> bool:
        return bool(self.joined or self.parted or self.named)

    def allows(self, cells: Sequence[int], tile: int) -> bool:
        """Whether a piece of a tile may lie on these cells."""
        mine = set(cells)
        return (all((a in mine) == (b in mine) for a, b in self.joined)
                and not any(a in mine and b in mine for a, b in self.parted)
                and all(t == tile for cell, t in self.named if cell in mine))


NOTHING = Given()


def border_pairs(grid: Grid, borders: Sequence[int], kind: int) -> tuple[Pair, ...]:
    return tuple(grid.border_cells(border) for border, value in enumerate(borders) if value == kind)


def given_pieces(grid: Grid, givens: Sequence[int], borders: Sequence[int]) -> list[list[int]]:
    """The pieces that lie from the start: joined cells, with a border to every other cell of the board around them. (A single
    cell with borders around it has no link that would make it a piece: it is a cell with borders.)"""
    if JOINED not in borders:
        return []
    part = groups(grid, borders)
    tight = dict.fromkeys(part.values(), True)
    for a, b in grid.adjacent_pairs():
        if part[a] != part[b] and givens[a] and givens[b] and borders[grid.border_between(a, b)] != PARTED:
            tight[part[a]] = tight[part[b]] = False
    found: dict[int, list[int]] = {}
    for cell in grid.cells():
        if givens[cell] and tight[part[cell]]:
            found.setdefault(part[cell], []).append(cell)
    return [cells for cells in found.values() if len(cells) > 1]


def groups(grid: Grid, borders: Sequence[int]) -> dict[int, int]:
    """Cell -> the least cell of those that joins connect it with."""
    near: dict[int, list[int]] = {}
    for a, b in border_pairs(grid, borders, JOINED):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    part: dict[int, int] = {}
    for cell in grid.cells():
        stack = [cell] if cell not in part else []
        while stack:
            at = stack.pop()
            if at not in part:
                part[at] = cell
                stack += near.get(at, ())
    return part


def fence(grid: Grid, givens: Sequence[int], cells: Sequence[int]) -> dict[int, int]:
    """Border -> value: what gives this piece."""
    mine = set(cells)
    found: dict[int, int] = {}
    for a in cells:
        for b in grid.neighbours(a):
            if b in mine:
                found[grid.border_between(a, b)] = JOINED
            elif givens[b]:
                found[grid.border_between(a, b)] = PARTED
    return found

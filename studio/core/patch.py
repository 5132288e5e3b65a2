"""Parts of a board that are cut out, turned and laid down elsewhere; and boards that grow or shrink on any side.

A part knows its family, the cells that belong to it (any shape within its box), their givens and the borders between them.
It travels as text, so that any clipboard can carry it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from studio.core.grid import Grid
from studio.core.puzzle import EMPTY, BadPuzzle, Board, Change, Puzzle
from studio.core.say import say
from studio.core.turn import mapped_border, target, turned_grid

HEADER = "puzzle-studio part"
LARGEST = 200_000


@dataclass(frozen=True)
class Patch:
    """`cells` are those of the box that belong to the part; `givens` and `borders` are those of the box (0 elsewhere)."""

    family: str
    grid: Grid
    cells: tuple[int, ...]
    givens: tuple[int, ...]
    borders: tuple[int, ...] = ()

    def turned(self, turn: str) -> Patch:
        to, grid = target(self.grid, turn), turned_grid(self.grid, turn)
        givens, borders = [EMPTY] * grid.size, [0] * len(self.borders)
        for cell, value in enumerate(self.givens):
            givens[to[cell]] = value
        for border, value in enumerate(self.borders):
            if value:
                place, turned_value = mapped_border(self.grid, border, value, to, grid)
                borders[place] = turned_value
        return Patch(self.family, grid, tuple(sorted(to[cell] for cell in self.cells)), tuple(givens), tuple(borders))

    # --- on the clipboard -----------------------------------------------------------------------------------------------
    def text(self) -> str:
        return json.dumps({HEADER: 1, "family": self.family, "size": [self.grid.rows, self.grid.cols], "cells": self.cells,
                           "givens": self.givens, "borders": self.borders})

    @classmethod
    def read(cls, text: str) -> Patch | None:
        """A part from text; None if it is something else."""
        if len(text) > LARGEST or HEADER not in text[:60]:
            return None
        try:
            data = json.loads(text)
            rows, cols = map(int, data["size"])
            grid = Grid(rows, cols)
            made = cls(str(data["family"]), grid, tuple(map(int, data["cells"])), tuple(map(int, data["givens"])),
                       tuple(map(int, data["borders"])))
        except (ValueError, TypeError, KeyError):
            return None
        fits = len(made.givens) == grid.size and len(made.borders) in (0, grid.border_count)
        return made if fits and all(0 <= cell < grid.size for cell in made.cells) else None


def box_of(grid: Grid, cells: Iterable[int]) -> tuple[int, int, int, int]:
    """First row and column, height and width of the box around some cells."""
    spots = [grid.rc(cell) for cell in cells]
    rows, cols = [row for row, _ in spots], [col for _, col in spots]
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def inner_borders(grid: Grid, cells: Iterable[int]) -> list[int]:
    """The borders between cells that both belong."""
    members = set(cells)
    return [grid.border_between(cell, other) for cell in sorted(members) for other in grid.neighbours(cell)
            if other > cell and other in members]


def cut_out(board: Board, cells: Iterable[int]) -> Patch:
    """The part of a board that lies in these cells."""
    members = sorted(set(cells))
    if not members:
        raise BadPuzzle(say("nothing is selected"))
    top, left, height, width = box_of(board.grid, members)
    small = Grid(height, width)
    place = {cell: small.index(board.grid.rc(cell)[0] - top, board.grid.rc(cell)[1] - left) for cell in members}
    givens, borders = [EMPTY] * small.size, [0] * (small.border_count if board.borders else 0)
    for cell, spot in place.items():
        givens[spot] = board.givens[cell]
    for border in inner_borders(board.grid, members) if board.borders else ():
        first, second = (place[cell] for cell in board.grid.border_cells(border))
        borders[small.border_between(first, second)] = board.borders[border]
    return Patch(board.family, small, tuple(place.values()), tuple(givens), tuple(borders))


def covered(grid: Grid, patch: Patch, row: int, col: int) -> dict[int, int]:
    """Cell of the part -> cell of the board below it, its corner laid on a cell; what falls off the board is left out."""
    found = {}
    for cell in patch.cells:
        down, right = patch.grid.rc(cell)
        if grid.contains(row + down, col + right):
            found[cell] = grid.index(row + down, col + right)
    return found


def fallen(grid: Grid, patch: Patch, row: int, col: int, usual: int = EMPTY) -> int:
    """How many clues and borders of a part would lie beside the board. `usual` is a given that is no clue (a plain cell)."""
    place = covered(grid, patch, row, col)
    cells = sum(patch.givens[cell] not in (EMPTY, usual) for cell in patch.cells if cell not in place)
    borders = (patch.grid.border_cells(border) for border, value in enumerate(patch.borders) if value)
    return cells + sum(not (first in place and second in place) for first, second in borders)


def laid(board: Board, patch: Patch, row: int, col: int, cleared: Iterable[int] = ()) -> list[Change]:
    """The changes that lay a part down; `cleared` are cells that it leaves behind when it is moved."""
    if patch.family != board.family:
        raise BadPuzzle(say("this is a part of another kind of puzzle ({family})", family=patch.family))
    givens, borders = list(board.givens), list(board.layer("borders") if any(patch.borders) else board.borders)
    cleared = set(cleared)
    for cell in cleared:
        givens[cell] = EMPTY
    for border in inner_borders(board.grid, cleared) if borders else ():
        borders[border] = 0
    place = covered(board.grid, patch, row, col)
    for cell, spot in place.items():
        givens[spot] = patch.givens[cell]
    for border in inner_borders(patch.grid, place) if borders and patch.borders else ():
        first, second = (place[cell] for cell in patch.grid.border_cells(border))
        borders[board.grid.border_between(first, second)] = patch.borders[border]
    return differences(board, givens, borders)


def clearing(board: Board, cells: Iterable[int]) -> list[Change]:
    """The changes that empty these cells and the borders between them."""
    givens, borders, members = list(board.givens), list(board.borders), set(cells)
    for cell in members:
        givens[cell] = EMPTY
    for border in inner_borders(board.grid, members) if borders else ():
        borders[border] = 0
    return differences(board, givens, borders)


def differences(board: Board, givens: Sequence[int], borders: Sequence[int]) -> list[Change]:
    changes = [board.change("givens", cell, value) for cell, value in enumerate(givens)]
    changes += [board.change("borders", border, value) for border, value in enumerate(borders)]
    return [change for change in changes if change is not None]


# --- boards that grow and shrink ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Edges:
    """Rows and columns that a board gains on each side; negative numbers take them away."""

    top: int = 0
    bottom: int = 0
    left: int = 0
    right: int = 0


def reshaped(puzzle: Puzzle, blank: Puzzle, edges: Edges) -> Puzzle:
    """The puzzle on a board that gained or lost rows and columns. `blank` is an empty one of the new size."""
    old, new = puzzle.grid, blank.grid
    place = {}
    for cell in old.cells():
        row, col = old.rc(cell)
        if new.contains(row + edges.top, col + edges.left):
            place[cell] = new.index(row + edges.top, col + edges.left)
    givens, borders = list(blank.givens), list(blank.borders)
    for cell, spot in place.items():
        givens[spot] = puzzle.givens[cell]
    for border, value in enumerate(puzzle.borders):
        first, second = old.border_cells(border)
        if first in place and second in place:
            borders[new.border_between(place[first], place[second])] = value
    return replace(blank, givens=tuple(givens), borders=tuple(borders), title=puzzle.title, author=puzzle.author,
                   notes=puzzle.notes, extra=puzzle.unproved().extra)

"""The board as the rules see it: white cells, blocked cells, given squares and arrows.

Arrows are stored as pzpr does, one mark per inner border, so that arrows that merely touch stay apart.
This module turns those marks into directed paths. It needs nothing but the standard library, and every
engine of the family starts from a `Field`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from studio.core.family import make_grid
from studio.core.puzzle import Board, Puzzle
from studio.core.say import say

WHITE, SHADED, SQUARE = 0, 1, 2  # what is given in a cell
OPEN, IS_SQUARE, NO_SQUARE = 0, 1, 2  # what is drawn there
BACK, FORTH = 1, 2  # a border mark: the segment points up/left, or down/right


@dataclass(frozen=True)
class Paths:
    """The directed paths that a set of border marks describes."""

    arrows: tuple[tuple[int, ...], ...]
    rings: tuple[tuple[int, ...], ...]  # closed chains: no arrow, their cells stay empty (see the formats note)
    tangles: tuple[int, ...]  # cells that are entered or left twice


@dataclass(frozen=True)
class Field:
    """A puzzle, reduced to what the rules need."""

    rows: int
    cols: int
    givens: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]
    rings: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        return self.rows * self.cols

    @cached_property
    def ground(self) -> tuple[int, ...]:
        """By cell: is it SHADED, is a SQUARE given there (as bits). The cells of a closed ring are as good as shaded; one with
        a given square is both, and then there is no answer."""
        if not self.rings:
            return self.givens
        ring = {cell for cells in self.rings for cell in cells}
        return tuple(given | SHADED if cell in ring else given for cell, given in enumerate(self.givens))

    @cached_property
    def blocked(self) -> tuple[bool, ...]:
        """Cells that can never hold a square: shaded ones and those on a closed ring."""
        return tuple([given & SHADED != 0 for given in self.ground])

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return _all_neighbours(self.rows, self.cols)

    @cached_property
    def place_on_arrow(self) -> dict[int, tuple[int, int]]:
        """Cell -> (arrow, how far along it)."""
        return {cell: (a, k) for a, arrow in enumerate(self.arrows) for k, cell in enumerate(arrow)}

    def shift(self, cell: int, start: int, end: int) -> int:
        """Where `cell` lands when `start` moves to `end`; -1 off the board (no wrap-around)."""
        row = cell // self.cols + end // self.cols - start // self.cols
        col = cell % self.cols + end % self.cols - start % self.cols
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else -1

    def region(self, start: int, limit: int | None = None) -> tuple[int, ...]:
        """Cells that a block with its arrow square at `start` may hold, nearest first (the paper's C_a for one anchor)."""
        found, wave, blocked, on_arrow = {start}, [start], self.blocked, self.place_on_arrow
        order, steps = [start], 0
        while wave and (limit is None or steps < limit):
            steps += 1
            nearer, wave = wave, []
            for cell in nearer:
                for other in self.neighbours[cell]:
                    if other not in found and not blocked[other] and other not in on_arrow:
                        found.add(other)
                        wave.append(other)
            order += wave
        return tuple(order)

    def components(self, squares: set[int]) -> list[tuple[int, ...]]:
        """The blocks: groups of squares joined side by side, each sorted."""
        left, blocks = set(squares), []
        while left:
            stack = [min(left)]
            left.discard(stack[0])
            block = []
            while stack:
                cell = stack.pop()
                block.append(cell)
                for other in self.neighbours[cell]:
                    if other in left:
                        left.discard(other)
                        stack.append(other)
            blocks.append(tuple(sorted(block)))
        return blocks


@lru_cache(maxsize=64)
def _all_neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    return tuple(_neighbours(rows, cols, cell) for cell in range(rows * cols))


def _neighbours(rows: int, cols: int, cell: int) -> tuple[int, ...]:
    row, col = divmod(cell, cols)
    found = []
    if row:
        found.append(cell - cols)
    if col:
        found.append(cell - 1)
    if col + 1 < cols:
        found.append(cell + 1)
    if row + 1 < rows:
        found.append(cell + cols)
    return tuple(found)


def border_between(rows: int, cols: int, first: int, second: int) -> tuple[int, int]:
    """Number of the border between two neighbouring cells, and the mark that points from `first` to `second`."""
    low, high = min(first, second), max(first, second)
    row, col = divmod(low, cols)
    if high == low + 1 and col + 1 < cols:
        border = row * (cols - 1) + col
    elif high == low + cols:
        border = (cols - 1) * rows + low
    else:
        raise ValueError(f"cells {first} and {second} are not neighbours")  # not for people
    return border, FORTH if first < second else BACK


def border_cells(rows: int, cols: int, border: int) -> tuple[int, int]:
    """The two cells beside a border, upper or left one first."""
    upright = (cols - 1) * rows
    if border < upright:
        row, col = divmod(border, cols - 1)
        return row * cols + col, row * cols + col + 1
    low = border - upright
    return low, low + cols


@lru_cache(maxsize=64)
def _cells_beside(rows: int, cols: int) -> tuple[tuple[int, int], ...]:
    """By border: the cells beside it."""
    return tuple(border_cells(rows, cols, border) for border in range((cols - 1) * rows + cols * (rows - 1)))


def borders_of(rows: int, cols: int, arrows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The border marks of some arrows (or closed rings given with their first cell repeated)."""
    marks = [0] * ((cols - 1) * rows + cols * (rows - 1))
    for arrow in arrows:
        for first, second in itertools.pairwise(arrow):
            border, mark = border_between(rows, cols, first, second)
            marks[border] = mark
    return tuple(marks)


def trace_paths(rows: int, cols: int, borders: Sequence[int]) -> Paths:
    """Arrows are the maximal chains of border marks."""
    follower: dict[int, int] = {}
    leader: dict[int, int] = {}
    tangles: set[int] = set()
    marked = [(beside, mark) for beside, mark in zip(_cells_beside(rows, cols), borders) if mark]
    for (low, high), mark in marked:
        first, second = (low, high) if mark == FORTH else (high, low)
        if first in follower:
            tangles.add(first)
        if second in leader:
            tangles.add(second)
        follower[first] = second
        leader[second] = first
    arrows, seen = [], set()
    for start in sorted(set(follower) - set(leader)):
        arrow = [start]
        while arrow[-1] in follower and follower[arrow[-1]] not in arrow:
            arrow.append(follower[arrow[-1]])
        seen.update(arrow)
        arrows.append(tuple(arrow))
    return Paths(tuple(arrows), tuple(_rings(follower, seen)), tuple(sorted(tangles)))


def _rings(follower: dict[int, int], seen: set[int]) -> list[tuple[int, ...]]:
    rings = []
    for start in sorted(follower):
        if start in seen:
            continue
        ring = [start]
        seen.add(start)
        while follower.get(ring[-1], start) not in seen:
            ring.append(follower[ring[-1]])
            seen.add(ring[-1])
        rings.append(tuple(ring))
    return rings


@lru_cache(maxsize=64)
def field_from(rows: int, cols: int, givens: tuple[int, ...], borders: tuple[int, ...]) -> Field:
    """The field of a puzzle's givens and border marks."""
    paths = trace_paths(rows, cols, borders)
    return Field(rows, cols, givens, paths.arrows, paths.rings)


@dataclass(frozen=True)
class OverlayFit:
    """The previous block laid over the next one, shifted by `down` and `right`."""

    down: int
    right: int
    lost: tuple[tuple[int, int], ...]  # (row, col) of shifted squares that miss the next block
    added: tuple[int, ...]  # squares of the next block that the shifted one leaves free

    @property
    def fits(self) -> bool:
        return not self.lost and len(self.added) == 1

    def words(self) -> str:
        return _words(self.down, self.right)


def _words(down: int, right: int) -> str:
    rows, cols = abs(down), abs(right)
    if not cols:
        if not rows:
            return say("not at all")
        return say("{rows} down", rows=rows) if down > 0 else say("{rows} up", rows=rows)
    if not rows:
        return say("{cols} right", cols=cols) if right > 0 else say("{cols} left", cols=cols)
    if down > 0:
        return (say("{rows} down and {cols} right", rows=rows, cols=cols) if right > 0 else
                say("{rows} down and {cols} left", rows=rows, cols=cols))
    return (say("{rows} up and {cols} right", rows=rows, cols=cols) if right > 0 else
            say("{rows} up and {cols} left", rows=rows, cols=cols))


def shift_words(field: Field, start: int, end: int) -> str:
    """The shift that takes one cell to another: "2 down and 1 left"."""
    return _words(end // field.cols - start // field.cols, end % field.cols - start % field.cols)


def best_overlay(field: Field, before: Iterable[int], after: Iterable[int]) -> OverlayFit:
    """The shift under which fewest squares disagree (ties: the topmost, then leftmost landing)."""
    old = [divmod(cell, field.cols) for cell in sorted(before)]
    new = {divmod(cell, field.cols): cell for cell in sorted(after)}
    shifts = sorted({(r - a, c - b) for r, c in new for a, b in old})
    fits = []
    for down, right in shifts:
        landed = [(a + down, b + right) for a, b in old]
        lost = tuple(place for place in landed if place not in new)
        added = tuple(cell for place, cell in new.items() if place not in set(landed))
        fits.append(OverlayFit(down, right, lost, added))
    return min(fits, key=lambda fit: (len(fit.lost) + abs(len(fit.added) - 1), len(fit.lost)))


def grows_into(field: Field, before: Iterable[int], after: Iterable[int]) -> bool:
    """The rule itself: the next block is the previous one plus one square, neither turned nor flipped."""
    old, new = (sorted(divmod(cell, field.cols) for cell in block) for block in (before, after))
    if len(new) != len(old) + 1:
        return False
    places, (top, left) = set(new), old[0]
    for row, col in new[:2]:  # a shift keeps the order of cells: the first one lands on the first or, after the new one, second
        down, right = row - top, col - left
        if all((r + down, c + right) in places for r, c in old):
            return True
    return False


def field_of(source: Board | Puzzle) -> Field:
    return field_from(source.grid.rows, source.grid.cols, tuple(source.givens), tuple(source.borders))


def puzzle_of(field: Field, title: str = "", solution: tuple[int, ...] | None = None) -> Puzzle:
    """A field as a puzzle of the studio."""
    paths = [*field.arrows, *((*ring, ring[0]) for ring in field.rings)]
    borders = borders_of(field.rows, field.cols, paths)
    return Puzzle("evolomino", make_grid(field.rows, field.cols), field.givens, borders, title=title, solution=solution)

"""A board and its pieces as rows of numbers, for any pattern: what a colouring is looked for in.

Rows of M: how many cells of each colour class a piece covers, for every variant at every offset, with one more column for
every group of tiles whose number of pieces the area forces. b: the same for the whole board. A tiling makes b a sum of rows.

The rows at all offsets are those of the tiles, whatever the board: they are remembered with their Howell forms, and a board is
only one more vector. Where a board does not have all offsets its own rows may say more.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.counts import forced_counts, forced_total
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.families.tiling.proofs.howell import MODULUS, Span, missing, span_of, witness
from studio.families.tiling.proofs.patterns import Ints, Pattern
from studio.families.tiling.proofs.proof import ONE_BY_ONE
from studio.families.tiling.proofs.verify import PLAIN_CELLS

Shapes = tuple[tuple[int, Shape], ...]
REMEMBERED = 1_000
"""Of so many variants at so many offsets rows and forms are remembered: whoever draws a board asks again and again about the
same tiles."""
FEW_CELLS, MORE_CELLS = 64, 128
"""Up to so many cells it is asked cell by cell whether any colouring is worth looking for: it takes as long as a few patterns,
and there are dozens of them."""
SAMPLE = 4
"""So many placements for each column are taken first."""
SIDE = 60
"""Larger boards are folded to residues of this number: every period up to 6 divides it."""
FAR = 7 * 11 * 13 * 17
"""A divisor of the modulus that has no factor in common with the rest, and larger than what small numbers on few cells add up
to."""


class Witness(NamedTuple):
    """Numbers on the classes and groups that tell the board from all sums of rows; none: there are no such numbers."""

    numbers: Ints
    everywhere: bool
    """Whether they hold at every offset, not only at those that the board allows."""

    def __bool__(self) -> bool:
        return len(self.numbers) > 0


class TileRows:
    """The rows of some tiles at all offsets, and their forms. Kept while other boards come, and shared by all threads."""

    def __init__(self, shapes: Shapes, groups: tuple[tuple[int, ...], ...]) -> None:
        self._shapes = shapes
        self.tile = np.array([t for t, _ in shapes], dtype=np.int64)
        self.member = np.zeros((shapes[-1][0] + 1 if shapes else 0, len(groups)), dtype=np.int64)
        """Whether a tile is in a group: the columns behind the classes."""
        for g, tiles in enumerate(groups):
            self.member[list(tiles), g] = 1
        self._rows: dict[Pattern, Ints] = {}
        self._spans: dict[tuple[Pattern, int], Span] = {}
        self._lock = Lock()

    def remembers(self, pattern: Pattern) -> bool:
        return len(self._shapes) * len(pattern.offsets[0]) <= REMEMBERED

    def rows(self, pattern: Pattern) -> Ints:
        """A line for every variant (fastest) at every offset."""
        rows = self._rows.get(pattern)
        if rows is None:
            counts = class_counts(self._shapes, pattern)
            rows = np.concatenate([counts, np.tile(self.member[self.tile], (len(pattern.offsets[0]), 1))], axis=1)
            if self.remembers(pattern):
                self._rows[pattern] = rows
        return rows

    def misses(self, pattern: Pattern, modulus: int, vector: Ints) -> bool:
        """Whether the vector is no combination of the rows."""
        with self._lock:
            return missing(self._span(pattern, modulus), vector) >= 0

    def witness(self, pattern: Pattern, modulus: int, vector: Ints) -> Ints:
        with self._lock:
            return witness(self._span(pattern, modulus), vector)

    def _span(self, pattern: Pattern, modulus: int) -> Span:
        span = self._spans.get((pattern, modulus))
        if span is None:
            span = span_of(self.rows(pattern), modulus)
            if self.remembers(pattern):
                self._spans[pattern, modulus] = span
        return span


tile_rows = lru_cache(maxsize=8)(TileRows)


def class_counts(shapes: Shapes, pattern: Pattern) -> Ints:
    """How many cells of each class a piece covers: a line for every variant (fastest) at every offset."""
    high, wide = pattern.table.shape
    n, k = len(shapes), pattern.classes
    owner = np.repeat(np.arange(n), [len(shape) for _, shape in shapes])
    cells = np.array([cell for _, shape in shapes for cell in shape], dtype=np.int64).reshape(-1, 2)
    row, col = pattern.offsets
    classes = pattern.table[(cells[:, 0] + row[:, None]) % high, (cells[:, 1] + col[:, None]) % wide]
    line = np.arange(len(row))[:, None] * n + owner
    return np.bincount((line * k + classes).ravel(), minlength=len(row) * n * k).reshape(-1, k)


def class_rows(places: Placements, classes: Ints, k: int) -> Ints:
    """How many cells of each of k classes single placements cover; ``classes``: of every cell of the grid."""
    return np.bincount(places.owner() * k + classes[places.cells], minlength=len(places) * k).reshape(-1, k)


class Lattice:
    """The rows of M and the vector b of one problem, for any pattern."""

    def __init__(self, problem: Problem, placements: Placements | None, counted: bool = True) -> None:
        """``placements`` None: all offsets are taken as possible. ``counted`` False: how many pieces there are of a tile is not
        looked at."""
        self.problem = problem
        self.placements = placements
        self.groups = counted_groups(problem) if counted else []
        self.totals = np.array([count for _, count in self.groups], dtype=np.int64)
        self._tiles = tile_rows(problem.orientations, tuple(tiles for tiles, _ in self.groups))
        self._cells = np.flatnonzero(problem.board)
        self._folded: dict[tuple[int, int], Ints] = {}
        self._rows: dict[Pattern, Ints] = {}
        self._vectors: dict[Pattern, Ints] = {}
        self._separates: dict[Pattern, bool] = {}
        self._spans: dict[tuple[Pattern, int], Span] = {}
        self._complete: dict[Pattern, bool] = {}
        self._lines: dict[Pattern, npt.NDArray[np.bool_]] = {}

    # --- rows ---------------------------------------------------------------------------------------------------------------
    def rows(self, pattern: Pattern) -> Ints:
        """Class counts of every variant at every offset that occurs, and its groups. (Several questions are asked of one
        pattern.)"""
        if pattern not in self._rows:
            rows = self._tiles.rows(pattern)
            self._rows[pattern] = rows if self.has_all(pattern) else rows[self._used(pattern)]
        return self._rows[pattern]

    def has_all(self, pattern: Pattern) -> bool:
        """Whether every variant occurs at every offset, or is taken to."""
        if self.placements is None:
            return True
        if pattern not in self._complete:
            (high, wide), room = pattern.table.shape, self._room
            self._complete[pattern] = (room[0] >= high and room[1] >= wide) or bool(self._used(pattern).all())
        return self._complete[pattern]

    @cached_property
    def _room(self) -> tuple[int, int]:
        """On a rectangle on which pieces may lie anywhere: in how many rows and columns the largest of them can begin."""
        problem = self.problem
        if self.placements is None or problem.area < problem.board.size:
            return 0, 0
        rooms = [(problem.rows - max(r for r, _ in shape), problem.cols - max(c for _, c in shape))
                 for _, shape in problem.orientations]
        everywhere = sum(max(0, high) * max(0, wide) for high, wide in rooms) == len(self.placements)
        return (min(high for high, _ in rooms), min(wide for _, wide in rooms)) if everywhere else (0, 0)

    @cached_property
    def _placed(self) -> tuple[Ints, Ints, Ints]:
        """(variant, row, column) of every placement."""
        assert self.placements is not None
        shapes, places = self.problem.orientations, self.placements
        first = places.cells[places.start[:-1]].astype(np.int64)
        indent = np.array([shape[0][1] for _, shape in shapes], dtype=np.int64)
        variant = places.orientation.astype(np.int64)
        return variant, first // self.problem.cols, first % self.problem.cols - indent[variant]

    def _used(self, pattern: Pattern) -> npt.NDArray[np.bool_]:
        """Which of the rows at all offsets occur on the board."""
        if pattern not in self._lines:
            variant, row, col = self._placed
            n = len(self.problem.orientations)
            used = self._lines[pattern] = np.zeros(n * len(pattern.offsets[0]), dtype=np.bool_)
            used[pattern.offset_at(row, col) * n + variant] = True
        return self._lines[pattern]

    # --- the board ----------------------------------------------------------------------------------------------------------
    def vector(self, pattern: Pattern) -> Ints:
        """The same of the whole board."""
        if pattern not in self._vectors:
            self._vectors[pattern] = np.concatenate([self._class_sizes(pattern), self.totals])
        return self._vectors[pattern]

    def _class_sizes(self, pattern: Pattern) -> Ints:
        """How many cells of the board are of each class."""
        rows, cols = self.problem.board.shape
        if rows <= SIDE and cols <= SIDE:
            return np.bincount(pattern.tiled(rows, cols)[self._cells], minlength=pattern.classes)
        high, wide = pattern.table.shape
        sides = (SIDE if SIDE % high == 0 else high, SIDE if SIDE % wide == 0 else wide)
        if sides not in self._folded:
            self._folded[sides] = _fold(self.problem.board, *sides)
        return np.bincount(pattern.tiled(*sides), self._folded[sides].ravel(), pattern.classes).astype(np.int64)

    # --- questions ----------------------------------------------------------------------------------------------------------
    def separates(self, pattern: Pattern) -> bool:
        """Does the pattern prove, by some modulus, that the board is no sum of pieces?"""
        if pattern not in self._separates:
            self._separates[pattern] = self.misses(pattern, MODULUS)
        return self._separates[pattern]

    def tiles_separate(self, pattern: Pattern) -> bool:
        """The same, wherever pieces may lie, and only where the tiles are few enough to be remembered."""
        if not self._tiles.remembers(pattern) or not self._tiles.misses(pattern, MODULUS, self.vector(pattern)):
            return False
        self._separates[pattern] = True
        return True

    def is_sum(self, pattern: Pattern, vector: Ints) -> bool:
        """Whether numbers of cells of each class, others than the board's, are a combination of rows at all offsets."""
        return not self._tiles.misses(pattern, MODULUS, vector)

    def is_known_sum(self, pattern: Pattern) -> bool:
        """Whether it has been asked before and does not."""
        return self._separates.get(pattern) is False

    def misses(self, pattern: Pattern, modulus: int) -> bool:
        """Is the board no combination of rows? The tiles' own answer comes first: it is there already."""
        vector = self.vector(pattern)
        if self._asks_tiles(pattern):
            if self._tiles.misses(pattern, modulus, vector):
                return True
            if self.has_all(pattern):
                return False
        elif self._some_do(pattern.tiled(*self.problem.board.shape), vector, modulus):
            return False
        return missing(self._span(pattern, modulus), vector) >= 0

    def witness(self, pattern: Pattern, modulus: int) -> Witness:
        """Numbers that say so."""
        if self._asks_tiles(pattern):
            found = Witness(self._tiles.witness(pattern, modulus, self.vector(pattern)), True)
            if found or self.has_all(pattern):
                return found
        return Witness(witness(self._span(pattern, modulus), self.vector(pattern)), self.has_all(pattern))

    def _asks_tiles(self, pattern: Pattern) -> bool:
        return self.placements is None or self._tiles.remembers(pattern)

    def _span(self, pattern: Pattern, modulus: int) -> Span:
        if (pattern, modulus) not in self._spans:
            self._spans[pattern, modulus] = span_of(self.rows(pattern), modulus)
        return self._spans[pattern, modulus]

    def _some_do(self, classes: Ints, vector: Ints, modulus: int) -> bool:
        """Whether the board is a combination of the rows of a few placements already, from all over the board. Where there are
        many placements, most boards are."""
        places = self.placements
        if places is None or len(places) < 2 * SAMPLE * len(vector):
            return False
        chosen = np.arange(SAMPLE * len(vector)) * len(places) // (SAMPLE * len(vector))
        return missing(span_of(self._rows_of(places.chosen(chosen), classes, len(vector)), modulus), vector) < 0

    def _rows_of(self, places: Placements, classes: Ints, width: int) -> Ints:
        """The rows of single placements; ``classes``: of every cell of the grid."""
        k = width - len(self.groups)
        rows = np.empty((len(places), width), dtype=np.int64)
        rows[:, :k] = class_rows(places, classes, k)
        rows[:, k:] = self._tiles.member[places.tile]
        return rows

    # --- cell by cell -------------------------------------------------------------------------------------------------------
    @property
    def is_small(self) -> bool:
        return self.placements is not None and self.problem.area <= FEW_CELLS

    @property
    def asks_cells(self) -> bool:
        """Whether it is quicker to ask cell by cell than pattern by pattern: on small boards, and where tiles are so many that
        their rows are not remembered."""
        many = len(self.problem.orientations) * SIDE > REMEMBERED
        return self.placements is not None and self.problem.area <= (MORE_CELLS if many else FEW_CELLS)

    @cached_property
    def _cell_classes(self) -> Ints:
        classes = np.zeros(self.problem.board.size, dtype=np.int64)
        classes[self._cells] = np.arange(self.problem.area)
        return classes

    @cached_property
    def cell_vector(self) -> Ints:
        """The board with a class for every cell."""
        return np.concatenate([np.ones(self.problem.area, dtype=np.int64), self.totals])

    @cached_property
    def cell_rows(self) -> Ints:
        assert self.placements is not None
        return self._rows_of(self.placements, self._cell_classes, len(self.cell_vector))

    @cached_property
    def _cell_span(self) -> Span:
        return span_of(self.cell_rows, MODULUS)

    @cached_property
    def cells_miss(self) -> bool:
        """Whether some numbers on the single cells tell the board from all sums of pieces. Else no pattern does."""
        return not self._some_do(self._cell_classes, self.cell_vector, MODULUS) and (
            missing(self._cell_span, self.cell_vector) >= 0)

    def may_balance(self) -> bool:
        """False where no small numbers on the cells of a small board are a balance that it breaks.

        If the board is a combination of rows modulo FAR, then what such numbers add up to, board less pieces, is a multiple of
        it, and too small to be one but 0. (By the rest of the modulus the vector is 0 to all its other factors.)"""
        return self.cells_miss and missing(self._cell_span, self.cell_vector * (MODULUS // FAR)) >= 0


def cell_pattern(problem: Problem) -> Pattern:
    table = np.zeros(problem.rows * problem.cols, dtype=np.int64)
    table[problem.board_cells()] = np.arange(problem.area)
    return Pattern(ONE_BY_ONE, table.reshape(problem.rows, problem.cols))


@lru_cache(maxsize=1)
def lattice_of(problem: Problem, placements: Placements | None) -> Lattice:
    """The rows for periods. Remembered until another board comes: a colouring is looked for, then the same without
    remainders."""
    return Lattice(problem, placements if problem.area <= PLAIN_CELLS else None)


def _fold(board: npt.NDArray[np.bool_], high: int, wide: int) -> Ints:
    """How many board cells have each pair of residues mod ``high`` and ``wide``."""
    rows, cols = board.shape
    total = np.zeros((high, wide), dtype=np.int64)
    columns = np.zeros((rows, wide), dtype=np.int64)
    for c in range(0, cols, wide):
        part = board[:, c : c + wide]
        columns[:, : part.shape[1]] += part
    for r in range(0, rows, high):
        part_rows = columns[r : r + high]
        total[: part_rows.shape[0]] += part_rows
    return total


def counted_groups(problem: Problem) -> list[tuple[tuple[int, ...], int]]:
    """Groups of tiles whose number of pieces the area forces."""
    forced = forced_counts(problem)
    groups: list[tuple[tuple[int, ...], int]] = [((t,), n) for t, n in enumerate(forced) if n is not None]
    total = forced_total(problem)
    if not groups and total is not None:
        groups = [(tuple(range(len(problem.tiles))), total)]
    return groups

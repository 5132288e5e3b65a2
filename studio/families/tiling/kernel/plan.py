"""What the table search knows of the tiles before it sees a board: their cells in scan order, as bits, and what fits where.

It takes longer to make than most small boards take to search. The tiles are the same again and again while a board is drawn,
made or measured, so plans are remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.solvers.kernels import I64, U64, I64x2

Shapes = tuple[tuple[int, Shape], ...]
Order = npt.NDArray[np.integer]
REMEMBERED = 1 << 15
"""Patterns up to which plans are remembered: those of tiles that are six cells long, some hundred kilobytes. Longer ones are
rare."""


class Variants(NamedTuple):
    """The cells of every variant as the search sees the board, in scan order, columns counted from the first cell; a smaller
    piece has some of its cells twice."""

    row: I64x2
    step: I64x2
    tile: I64
    tiles: int
    any_inside: bool
    """False if none is small enough for the board: then there is a single cell, so that there is something."""
    high: int
    wide: int

    @property
    def bits(self) -> int:
        """Cells of a line that matter: those that pieces can have beside the first open cell."""
        return 2 * self.wide - 1


class Plan(NamedTuple):
    """Variants with their masks on a board of some width. `patterns` and what follows are as the kernel's record has them."""

    row: I64x2
    step: I64x2
    any_inside: bool
    high: int
    left: int
    patterns: int
    fit_words: int
    mask_words: int
    reach: int
    fits_line: U64
    masks: U64
    words: I64
    tile: I64
    of_tile: U64
    all_variants: U64
    of_one_size: bool
    """Whether no variant has a cell twice."""


@lru_cache(maxsize=64)
def longest_side(shapes: Shapes) -> int:
    """Of all variants, high or wide."""
    return max(1 + max(max(cell) for cell in shape) for _, shape in shapes)


def make_plan(problem: Problem, box: tuple[int, ...], turned: bool, order: Order | None = None) -> Plan:
    """``box``: the board's rows and columns as the search sees it. ``order`` permutes the variants."""
    shapes = problem.orientations
    longest = longest_side(shapes)
    if order is None and longest << 2 * longest <= REMEMBERED:
        return _known_plan(shapes, (min(box[0], longest), min(box[1], longest)), turned, box[1] + 1)
    variants = _variants(shapes, box, turned, order)
    return _plan(variants, *_tables(variants), box[1] + 1)


@lru_cache(maxsize=32)
def _known_plan(shapes: Shapes, box: tuple[int, int], turned: bool, stride: int) -> Plan:
    """``box``: no larger than it matters to a piece."""
    return _plan(*_known_tables(shapes, box, turned), stride)


@lru_cache(maxsize=32)
def _known_tables(shapes: Shapes, box: tuple[int, int], turned: bool) -> tuple[Variants, U64, U64]:
    variants = _variants(shapes, box, turned, None)
    return variants, *_tables(variants)


def _variants(shapes: Shapes, box: tuple[int, ...], turned: bool, order: Order | None) -> Variants:
    """Those that are small enough for the board."""
    most = max(len(shape) for _, shape in shapes)
    cells = np.array([shape if len(shape) == most else shape + shape[:1] * (most - len(shape)) for _, shape in shapes])
    long = int(cells.max()) + 1
    key = np.sort(cells @ np.array([1, long] if turned else [long, 1]), axis=1)
    row, col, tile = key // long, key % long, np.array([t for t, _ in shapes])
    if order is not None:
        row, col, tile = row[order], col[order], tile[order]
    inside = (row[:, -1] < box[0]) & (col.max(axis=1) < box[1])
    some = bool(inside.any())
    if not some:
        row, col, tile = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), np.zeros(1, np.int64)
    elif not inside.all():
        row, col, tile = row[inside], col[inside], tile[inside]
    return Variants(row, col - col[:, :1], tile, shapes[-1][0] + 1, some, int(row[:, -1].max()) + 1, int(col.max()) + 1)


def _plan(variants: Variants, fits_line: U64, of_tile: U64, stride: int) -> Plan:
    row, step, tile = variants.row, variants.step, variants.tile
    bits = row * stride + step  # from the first cell on
    last = bits[:, -1]  # they are in scan order
    reach = int(last.max()) + 1
    mask_words, fit_words = (reach + 63) // 64, (len(tile) + 63) // 64
    masks = np.zeros((len(tile), mask_words), dtype=np.uint64)
    _or_bits(masks, (np.arange(len(tile))[:, None],), bits)
    return Plan(row, step, variants.any_inside, variants.high, variants.wide - 1, 1 << variants.bits, fit_words, mask_words,
                reach, fits_line, masks.ravel(), last // 64 + 1, tile, of_tile, _full(len(tile), fit_words),
                bool((bits[:, 1:] > bits[:, :-1]).all()))


def _or_bits(words: npt.NDArray[np.uint64], at: tuple[npt.NDArray[np.int64], ...], bit: npt.NDArray[np.int64]) -> None:
    """Set bits of words: of a long string of them, cut into words along the last axis."""
    np.bitwise_or.at(words, (*at, bit >> 6), np.uint64(1) << (bit & 63).astype(np.uint64))


def _full(n: int, words: int) -> U64:
    """n bits that are set."""
    return np.array([(1 << min(n - 64 * w, 64)) - 1 for w in range(words)], dtype=np.uint64)


def _tables(variants: Variants) -> tuple[U64, U64]:
    """tables[line, pattern]: the variants whose cells in that line avoid the pattern of occupied cells; and those of each tile.

    Bit k of a pattern is the cell k - (wide - 1) columns right of the first open cell. Each bit doubles the patterns: those
    with it are those without it, less the variants that have that cell.
    """
    n, bits = len(variants.tile), variants.bits
    fit_words = (n + 63) // 64
    having = np.zeros((variants.high, bits, fit_words), dtype=np.uint64)
    number = np.broadcast_to(np.arange(n)[:, None], variants.row.shape)
    _or_bits(having, (variants.row, variants.step + variants.wide - 1), number)
    without = ~having
    tables = np.empty((variants.high, 1 << bits, fit_words), dtype=np.uint64)
    tables[:, 0] = _full(n, fit_words)
    for k in range(bits):
        tables[:, 1 << k : 2 << k] = tables[:, : 1 << k] & without[:, k : k + 1]
    of_tile = np.zeros((variants.tiles, fit_words), dtype=np.uint64)
    _or_bits(of_tile, (variants.tile,), np.arange(n))
    return tables.ravel(), of_tile.ravel()

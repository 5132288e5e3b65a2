"""Bitboard search: fill the first open cell, scanning along the short side; what fits is read from tables.

The padded board is one long bit string with a wall column after every scan line. All variants that fit at the first open
cell are the AND of one table lookup per line and the mask of tiles still in stock. A position is cut off when it
encloses a pocket whose size no pieces can have; a position that failed once is known again by its whole key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.kernel.memo import grown, key_hash, known_failure, outgrown, pack_stock, remember
from studio.families.tiling.kernel.pockets import bad_pocket, good_sums, window
from studio.families.tiling.kernel.searching import BUDGET, DONE, SOLUTION
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape, normalise

DEPTH, MODE, NODES, FOUND, HITS, FAILS, DEEPEST = range(7)
ENTER, ADVANCE, LEAVE = 0, 1, 2

MAX_WIDTH = 8
"""Pieces wider than this would need tables of more than 2^15 entries per line."""

Words = npt.NDArray[np.uint64]


class TableState(NamedTuple):
    """Everything the kernel knows; it stops and goes on at any node."""

    stride: int
    end: int
    reach: int
    left: int
    high: int
    pocket_lines: int
    occupied: Words
    tables: npt.NDArray[np.uint64]
    variant_mask: npt.NDArray[np.uint64]
    variant_words: npt.NDArray[np.int32]
    variant_tile: npt.NDArray[np.int32]
    tile_mask: npt.NDArray[np.uint64]
    stock_mask: Words
    remaining: npt.NDArray[np.int32]
    stock_word: npt.NDArray[np.int32]
    stock_weight: Words
    good_size: npt.NDArray[np.uint8]
    level_cell: npt.NDArray[np.int32]
    level_fits: npt.NDArray[np.uint64]
    level_found: npt.NDArray[np.int64]
    level_key: npt.NDArray[np.uint64]
    level_hash: Words
    chosen: npt.NDArray[np.int32]
    key: Words
    memo: npt.NDArray[np.uint64]
    memo_used: npt.NDArray[np.uint8]
    depth_nodes: npt.NDArray[np.int64]
    reg: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def _first_open(words, bit):  # type: ignore[no-untyped-def]
    """The first zero bit from a position on."""
    w = bit >> 6
    open_bits = ~words[w] & (np.uint64(0xFFFFFFFFFFFFFFFF) << np.uint64(bit & 63))
    while open_bits == 0:
        w += 1
        open_bits = ~words[w]
    low = open_bits & (~open_bits + np.uint64(1))
    n = 0
    if low & np.uint64(0xFFFFFFFF00000000):
        n += 32
    if low & np.uint64(0xFFFF0000FFFF0000):
        n += 16
    if low & np.uint64(0xFF00FF00FF00FF00):
        n += 8
    if low & np.uint64(0xF0F0F0F0F0F0F0F0):
        n += 4
    if low & np.uint64(0xCCCCCCCCCCCCCCCC):
        n += 2
    if low & np.uint64(0xAAAAAAAAAAAAAAAA):
        n += 1
    return (w << 6) + n


@njit(cache=True, nogil=True)
def _fits(words, cell, stride, left, high, tables, stock_mask, out):  # type: ignore[no-untyped-def]
    """Which variants fit with their first cell here: AND over the lines, and over the stock."""
    n_words, row_bits = tables.shape[2], tables.shape[1]
    mask = np.uint64(row_bits - 1)
    some = np.uint64(0)
    for w in range(n_words):
        out[w] = stock_mask[w]
    for line in range(high):
        pattern = window(words, cell + line * stride - left) & mask
        some = np.uint64(0)
        for w in range(n_words):
            out[w] &= tables[line, pattern, w]
            some |= out[w]
        if some == 0:
            return False
    return some != 0


@njit(cache=True, nogil=True)
def _toggle(words, cell, variant, variant_mask, variant_words):  # type: ignore[no-untyped-def]
    """Lay a piece on the bits, or take it away again."""
    w, shift = cell >> 6, np.uint64(cell & 63)
    for k in range(variant_words[variant]):
        part = variant_mask[variant, k]
        words[w + k] ^= part << shift
        if shift:
            words[w + k + 1] ^= part >> (np.uint64(64) - shift)


@njit(cache=True, nogil=True)
def _make_key(words, cell, reach, key):  # type: ignore[no-untyped-def]
    """First open cell, the bits from it on that pieces can have reached; the stock words stand there already."""
    key[0] = np.uint64(cell)
    n = (reach + 63) >> 6
    for k in range(n):
        key[1 + k] = window(words, cell + 64 * k)
    if reach & 63:
        key[n] &= (np.uint64(1) << np.uint64(reach & 63)) - np.uint64(1)
    return key_hash(key)


@njit(cache=True, nogil=True)
def _take_lowest(fits):  # type: ignore[no-untyped-def]
    """Remove and return the lowest variant of a fit mask, -1 if there is none."""
    for w in range(len(fits)):
        if fits[w]:
            bit = _first_open(~fits[w : w + 1], 0)
            fits[w] &= fits[w] - np.uint64(1)
            return 64 * w + bit
    return -1


@njit(cache=True, nogil=True)
def _count_piece(tile, step, remaining, stock_word, stock_weight, key, stock_mask, tile_mask):  # type: ignore[no-untyped-def]
    """One piece of a limited tile less (-1) or more (+1)."""
    if remaining[tile] < 0:
        return
    if step > 0 and remaining[tile] == 0:
        for w in range(len(stock_mask)):
            stock_mask[w] |= tile_mask[tile, w]
    remaining[tile] += step
    key[stock_word[tile]] += stock_weight[tile] * np.uint64(step)
    if step < 0 and remaining[tile] == 0:
        for w in range(len(stock_mask)):
            stock_mask[w] &= ~tile_mask[tile, w]


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on for at most ``max_nodes`` nodes."""
    stride, end, reach, left, high, lines = s.stride, s.end, s.reach, s.left, s.high, s.pocket_lines
    words, tables, masks, mask_words, tiles = s.occupied, s.tables, s.variant_mask, s.variant_words, s.variant_tile
    tile_mask, stock_mask, remaining, stock_word, weight = s.tile_mask, s.stock_mask, s.remaining, s.stock_word, s.stock_weight
    good_size, level_cell, level_fits, level_found = s.good_size, s.level_cell, s.level_fits, s.level_found
    level_key, level_hash, chosen, key = s.level_key, s.level_hash, s.chosen, s.key
    memo, memo_used, depth_nodes, reg = s.memo, s.memo_used, s.depth_nodes, s.reg
    limit = reg[NODES] + max_nodes
    use_memo = len(memo_used) > 1
    while True:
        depth, mode = reg[DEPTH], reg[MODE]
        if mode == ENTER:
            cell = _first_open(words, level_cell[depth - 1] if depth else 0)
            if cell >= end:
                reg[FOUND] += 1
                reg[MODE] = LEAVE
                return SOLUTION
            if reg[NODES] >= limit:
                return BUDGET
            reg[NODES] += 1
            depth_nodes[depth] += 1
            reg[DEEPEST] = max(reg[DEEPEST], depth)
            level_cell[depth] = cell
            reg[MODE] = LEAVE
            if lines > 1 and bad_pocket(window(words, cell), stride, lines, good_size):
                reg[FAILS] += 1
                continue
            if not _fits(words, cell, stride, left, high, tables, stock_mask, level_fits[depth]):
                reg[FAILS] += 1
                continue
            if use_memo:
                h = _make_key(words, cell, reach, key)
                if known_failure(h, key, memo, memo_used):
                    reg[HITS] += 1
                    continue
                level_hash[depth] = h
                for k in range(len(key)):
                    level_key[depth, k] = key[k]
            level_found[depth] = reg[FOUND]
            reg[MODE] = ADVANCE
        elif mode == ADVANCE:
            variant = _take_lowest(level_fits[depth])
            if variant < 0:
                if use_memo and reg[FOUND] == level_found[depth]:
                    remember(level_hash[depth], level_key[depth], memo, memo_used)
                reg[MODE] = LEAVE
                continue
            chosen[depth] = variant
            _toggle(words, level_cell[depth], variant, masks, mask_words)
            _count_piece(tiles[variant], -1, remaining, stock_word, weight, key, stock_mask, tile_mask)
            reg[DEPTH] = depth + 1
            reg[MODE] = ENTER
        else:
            if depth == 0:
                return DONE
            depth -= 1
            reg[DEPTH] = depth
            _toggle(words, level_cell[depth], chosen[depth], masks, mask_words)
            _count_piece(tiles[chosen[depth]], 1, remaining, stock_word, weight, key, stock_mask, tile_mask)
            reg[MODE] = ADVANCE


@njit(cache=True, nogil=True)
def _tally(s, fits, counts):  # type: ignore[no-untyped-def]
    """Count for each tile the variants that would fit at the next open cell, were all in stock."""
    depth = s.reg[DEPTH]
    cell = _first_open(s.occupied, s.level_cell[depth - 1] if depth else 0)
    every = np.zeros(len(fits), dtype=np.uint64)
    for t in range(len(s.tile_mask)):
        every |= s.tile_mask[t]
    if cell < s.end and _fits(s.occupied, cell, s.stride, s.left, s.high, s.tables, every, fits):
        variant = _take_lowest(fits)
        while variant >= 0:
            counts[s.variant_tile[variant]] += 1
            variant = _take_lowest(fits)


def usable(problem: Problem) -> bool:
    """Whether the tables of this problem's pieces stay small."""
    if not problem.tiles:
        return False
    width = max(1 + max(max(c for _, c in shape), max(r for r, _ in shape)) for _, shape in problem.orientations)
    return width <= MAX_WIDTH and min(problem.board.shape) <= 500


class TableSearch:
    """A problem set up for the kernel, and the way back from its variants to board cells.

    ``order`` permutes the variants. With ``rest`` the last cells of the scan need not be covered.
    """

    def __init__(self, problem: Problem, memo_bits: int = 18, order: npt.NDArray[np.integer] | None = None, rest: int = 0
                 ) -> None:
        self.problem = problem
        self.turned = problem.cols > problem.rows
        board = problem.board.T if self.turned else problem.board
        shapes = [(t, _turn(shape) if self.turned else shape) for t, shape in problem.orientations]
        if order is not None:
            shapes = [shapes[int(k)] for k in order]
        self.shapes = [(t, shape) for t, shape in shapes if _inside(shape, board.shape)]
        self.stride = board.shape[1] + 1
        self.state = _make_state(problem, board, self.shapes or [(0, ((0, 0),))], self.stride, memo_bits)
        if rest:
            row, col = divmod(int(np.flatnonzero(board)[-rest]), board.shape[1])
            self.state = self.state._replace(end=self.state.left + row * self.stride + col)
        if not self.shapes:
            self.state.reg[MODE] = LEAVE  # no piece is small enough: nothing to search

    def run(self, max_nodes: int) -> int:
        code = int(run(self.state, max_nodes))
        if outgrown(self.state.memo_used, int(self.state.reg[NODES])):
            memo, memo_used = grown(self.state.memo, self.state.memo_used)
            self.state = self.state._replace(memo=memo, memo_used=memo_used)
        return code

    def tally(self, samples: int, nodes: int) -> npt.NDArray[np.int64]:
        """How often each tile fits, looked at every few nodes."""
        counts = np.zeros(len(self.state.tile_mask), dtype=np.int64)
        fits = np.zeros(self.state.tile_mask.shape[1], dtype=np.uint64)
        for _ in range(samples):
            if self.run(nodes) == DONE:
                break
            _tally(self.state, fits, counts)
        return counts

    def totals(self) -> dict[str, int]:
        reg = self.state.reg
        return {"nodes": int(reg[NODES]), "conflicts": int(reg[FAILS]), "max_depth": int(reg[DEEPEST]), "hits": int(reg[HITS])}

    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""
        s = self.state
        return [self.cells(int(s.chosen[d]), int(s.level_cell[d])) for d in range(int(s.reg[DEPTH]))]

    def cells(self, variant: int, bit: int) -> list[int]:
        row, col = divmod(bit - self.state.left, self.stride)
        shape = self.shapes[variant][1]
        spots = [(row + r, col + c - shape[0][1]) for r, c in shape]
        cols = self.problem.cols
        return sorted(c * cols + r for r, c in spots) if self.turned else sorted(r * cols + c for r, c in spots)


def _inside(shape: Shape, box: tuple[int, ...]) -> bool:
    return max(r for r, _ in shape) < box[0] and max(c for _, c in shape) < box[1]


def _turn(shape: Shape) -> Shape:
    """The shape as seen on the transposed board."""
    return normalise((c, r) for r, c in shape)


def shape_bits(shape: Shape, stride: int) -> int:
    """The shape as a bit string that begins with its first cell."""
    first = shape[0][1]
    return sum(1 << (r * stride + c - first) for r, c in shape)


def split_words(value: int, words: int) -> list[int]:
    return [value >> (64 * k) & 0xFFFFFFFFFFFFFFFF for k in range(words)]


def _make_state(problem: Problem, board: npt.NDArray[np.bool_], shapes: list[tuple[int, Shape]], stride: int,
                memo_bits: int) -> TableState:
    high = max(1 + max(r for r, _ in shape) for _, shape in shapes)
    wide = max(1 + max(c for _, c in shape) for _, shape in shapes)
    left = wide - 1  # bits before the first cell, so that a line's window never starts below 0
    words = (left + stride * (board.shape[0] + high + 2)) // 64 + 8
    open_bits = np.zeros(words * 64, dtype=np.bool_)
    rows, cols = np.nonzero(board)
    open_bits[left + rows * stride + cols] = True
    end = int(left + stride * board.shape[0])
    occupied = np.packbits(~open_bits, bitorder="little").view(np.uint64).copy()
    # one open cell far behind the end, where neither pieces nor pockets look, stops the scan of a full board
    sentinel = end + stride * (high + 1) + 128
    occupied[sentinel >> 6] &= np.uint64(~(1 << (sentinel & 63)) & 0xFFFFFFFFFFFFFFFF)
    masks = [shape_bits(shape, stride) for _, shape in shapes]
    mask_words = max((mask.bit_length() + 63) // 64 for mask in masks)
    fit_words = (len(shapes) + 63) // 64
    counts = [-1 if limit is None else limit for limit in problem.limits]
    reach = max(mask.bit_length() for mask in masks)
    key_words = 1 + (reach + 63) // 64
    stock_word, stock_weight, key_words = pack_stock(counts, key_words)
    key = np.zeros(key_words, dtype=np.uint64)
    for t, count in enumerate(counts):
        if count > 0:
            key[stock_word[t]] += np.uint64(count) * stock_weight[t]
    tile_mask = np.zeros((len(counts), fit_words), dtype=np.uint64)
    for v, (t, _) in enumerate(shapes):
        tile_mask[t, v >> 6] |= np.uint64(1 << (v & 63))
    levels = problem.area // min(tile.size for tile in problem.tiles) + 2
    slots = 1 << memo_bits if memo_bits else 1
    lines = min(64 // stride, board.shape[0]) if stride <= 32 else 0
    return TableState(
        stride, end, reach, left, high, lines, occupied,
        _tables(shapes, high, wide, fit_words),
        np.array([split_words(mask, mask_words) for mask in masks], dtype=np.uint64),
        np.array([(mask.bit_length() + 63) // 64 for mask in masks], dtype=np.int32),
        np.array([t for t, _ in shapes], dtype=np.int32),
        tile_mask,
        np.bitwise_or.reduce(tile_mask, axis=0),
        np.array(counts, dtype=np.int32),
        stock_word, stock_weight, good_sums(tile.size for tile in problem.tiles),
        np.zeros(levels, dtype=np.int32), np.zeros((levels, fit_words), dtype=np.uint64),
        np.zeros(levels, dtype=np.int64), np.zeros((levels, key_words), dtype=np.uint64),
        np.zeros(levels, dtype=np.uint64), np.zeros(levels, dtype=np.int32), key,
        np.zeros((slots, key_words), dtype=np.uint64), np.zeros(slots, dtype=np.uint8),
        np.zeros(levels, dtype=np.int64), np.zeros(7, dtype=np.int64),
    )


def _tables(shapes: list[tuple[int, Shape]], high: int, wide: int, fit_words: int) -> npt.NDArray[np.uint64]:
    """tables[line, pattern]: the variants whose cells in that line avoid the pattern of occupied cells.

    Bit k of a pattern is the cell k - (wide - 1) columns right of the first open cell.
    """
    bits = 2 * wide - 1
    need = np.zeros((high, len(shapes)), dtype=np.int16)
    for v, (_, shape) in enumerate(shapes):
        for r, c in shape:
            need[r, v] |= 1 << (c - shape[0][1] + wide - 1)
    patterns = np.arange(1 << bits, dtype=np.int16)
    avoided = np.zeros((1 << bits, 64 * fit_words), dtype=np.bool_)
    tables = np.zeros((high, 1 << bits, fit_words), dtype=np.uint64)
    for line in range(high):
        avoided[:, : len(shapes)] = patterns[:, None] & need[line] == 0
        tables[line] = np.packbits(avoided, axis=1, bitorder="little").view(np.uint64)
    return tables

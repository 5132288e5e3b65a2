"""Bitboard search: fill the first open cell, scanning along the short side; what fits is read from tables.

The padded board is one long bit string with a wall column after every scan line. All variants that fit at the first open
cell are the AND of one table lookup per line and the mask of tiles still in stock. A position is cut off when it
encloses a pocket whose size no pieces can have; a position that failed once is known again by its whole key.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from studio.families.tiling.kernel.memo import Memo, grown, key_hash, known_failure, new_memo, outgrown, pack_stock, slot_for
from studio.families.tiling.kernel.plan import Plan, longest_side, make_plan
from studio.families.tiling.kernel.pockets import as_int, pocket_at, sum_bits, window
from studio.families.tiling.kernel.searching import DEAD_CELL, DEAD_KNOWN, DEAD_POCKET, PieceSearch
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels import I32, I64, U64, Fixed, Record, entry, kernel
from studio.solvers.kernels.search import (
    BUDGET,
    DONE,
    FOUND,
    HITS,
    PAUSED,
    POSITIONS,
    SOLUTION,
    Course,
    crowded,
    dead,
    ended,
    laid,
    new_course,
    seen,
)

ENTER, ADVANCE, LEAVE = 0, 1, 2
FEW_PIECES = 8
"""So many are looked up one by one."""
MAX_WIDTH = 8
"""Pieces wider than this would need tables of more than 2^15 entries per line."""

class Table(Record):
    """Everything the search knows besides its course and its memo."""

    stride: Fixed  # bits of a scan line, with its wall
    end: Fixed
    reach: Fixed  # bits that the longest piece spans
    left: Fixed  # bits before the first cell
    high: Fixed
    patterns: Fixed
    fit_words: Fixed
    mask_words: Fixed
    pocket_lines: Fixed
    occupied: U64
    fits_line: U64  # [line, pattern]: the variants that avoid a pattern of occupied cells in a line, a bit each
    variant_mask: U64
    variant_words: I32
    variant_tile: I32
    good_sizes: U64  # one word: which sizes of pockets pieces can fill
    remaining: I32  # pieces of each tile; below 0: no limit
    in_stock: U64  # the variants that are left, a bit each
    of_tile: U64  # those of each tile
    stock_word: I32  # where a tile's count stands in the memo's key, and what a piece weighs there
    stock_weight: U64
    level_cell: I32
    level_fits: U64
    level_found: I64
    level_key: U64
    level_hash: U64
    chosen: I32


@kernel
def _lowest(bits: np.uint64) -> int:
    """The number of the lowest bit that is set."""
    low = bits & (~bits + np.uint64(1))
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
    return n


@kernel
def _first_open(s: Table, bit: int) -> int:
    """The first open cell from a position on."""
    w = bit >> 6
    open_bits = ~s.occupied[w] & (np.uint64(0xFFFFFFFFFFFFFFFF) << np.uint64(bit & 63))
    while open_bits == 0:
        w += 1
        open_bits = ~s.occupied[w]
    return (w << 6) + _lowest(open_bits)


@kernel
def _view(s: Table, bit: int) -> np.uint64:
    """64 bits of the board from a position on."""
    w = bit >> 6
    return window(s.occupied[w], s.occupied[w + 1], bit & 63)


@kernel
def _fits(s: Table, cell: int, out: int) -> bool:
    """Which variants of those in `level_fits` from ``out`` on fit with their first cell here: AND over the lines."""
    mask = np.uint64(s.patterns - 1)
    fits, table = s.level_fits, s.fits_line
    some = np.uint64(0)
    for line in range(s.high):
        pattern = as_int(_view(s, cell + line * s.stride - s.left) & mask)
        at = (line * s.patterns + pattern) * s.fit_words
        some = np.uint64(0)
        for w in range(s.fit_words):
            fits[out + w] &= table[at + w]
            some |= fits[out + w]
        if some == 0:
            return False
    return True


@kernel
def _toggle(s: Table, cell: int, variant: int) -> None:
    """Lay a piece on the bits, or take it away again."""
    w, shift = cell >> 6, np.uint64(cell & 63)
    for k in range(s.variant_words[variant]):
        part = s.variant_mask[variant * s.mask_words + k]
        s.occupied[w + k] ^= part << shift
        if shift:
            s.occupied[w + k + 1] ^= part >> (np.uint64(64) - shift)


@kernel
def _make_key(s: Table, m: Memo, cell: int) -> np.uint64:
    """First open cell, the bits from it on that pieces can have reached; the stock words stand there already."""
    n = (s.reach + 63) >> 6
    m.key[0] = np.uint64(cell)
    for k in range(n):
        m.key[1 + k] = _view(s, cell + 64 * k)
    if s.reach & 63:
        m.key[n] &= (np.uint64(1) << np.uint64(s.reach & 63)) - np.uint64(1)
    return key_hash(m)


@kernel
def _take_lowest(s: Table, at: int) -> int:
    """Remove and return the lowest variant of a fit mask, -1 if there is none."""
    fits = s.level_fits
    for w in range(s.fit_words):
        word = fits[at + w]
        if word:
            fits[at + w] = word & (word - np.uint64(1))
            return 64 * w + _lowest(word)
    return -1


@kernel
def _take_piece(s: Table, m: Memo, tile: int) -> None:
    """One piece of a tile less; the last one takes the tile's variants away."""
    if s.remaining[tile] < 0:
        return
    s.remaining[tile] -= 1
    m.key[s.stock_word[tile]] -= s.stock_weight[tile]
    if s.remaining[tile] == 0:
        for w in range(s.fit_words):
            s.in_stock[w] &= ~s.of_tile[tile * s.fit_words + w]


@kernel
def _give_piece(s: Table, m: Memo, tile: int) -> None:
    """One piece of a tile more."""
    if s.remaining[tile] < 0:
        return
    if s.remaining[tile] == 0:
        for w in range(s.fit_words):
            s.in_stock[w] |= s.of_tile[tile * s.fit_words + w]
    s.remaining[tile] += 1
    m.key[s.stock_word[tile]] += s.stock_weight[tile]


@kernel
def _look(s: Table, m: Memo, c: Course, cell: int) -> bool:
    """Whether the position may have a tiling: no bad pocket, something fits on the cell, and it has not failed before."""
    if s.pocket_lines > 1:
        bad = pocket_at(_view(s, cell), s.stride, s.pocket_lines, s.good_sizes[0])
        if bad >= 0:
            dead(c, DEAD_POCKET, cell + bad)
            return False
    at = c.depth * s.fit_words
    for w in range(s.fit_words):
        s.level_fits[at + w] = s.in_stock[w]
    if not _fits(s, cell, at):
        dead(c, DEAD_CELL, cell)
        return False
    if m.slots > 1:
        h = _make_key(s, m, cell)
        if known_failure(m, h):
            c.total[HITS] += 1
            dead(c, DEAD_KNOWN, cell)
            return False
        s.level_hash[c.depth] = h
        at = c.depth * m.words
        for k in range(m.words):
            s.level_key[at + k] = m.key[k]
    return True


@kernel
def _remember(s: Table, m: Memo, depth: int) -> None:
    start, at = slot_for(m, s.level_hash[depth]), depth * m.words
    for k in range(m.words):
        m.keys[start + k] = s.level_key[at + k]


@entry
def run(s: Table, m: Memo, c: Course, max_positions: int) -> int:
    """Search on for at most so many positions."""
    limit = c.total[POSITIONS] + max_positions
    while True:
        depth = c.depth
        if c.mode == ENTER:
            cell = _first_open(s, s.level_cell[depth - 1] if depth else 0)
            if cell >= s.end:
                seen(c)
                c.mode = LEAVE
                return SOLUTION
            if c.total[POSITIONS] >= limit:
                return BUDGET
            if crowded(c) or m.kept > m.room:
                return PAUSED
            c.total[POSITIONS] += 1
            s.level_cell[depth] = cell
            s.level_found[depth] = c.total[FOUND]
            c.mode = ADVANCE if _look(s, m, c, cell) else LEAVE
        elif c.mode == ADVANCE:
            variant = _take_lowest(s, depth * s.fit_words)
            if variant < 0:
                if m.slots > 1 and c.total[FOUND] == s.level_found[depth]:
                    _remember(s, m, depth)
                c.mode = LEAVE
                continue
            laid(c, variant, s.level_cell[depth])
            s.chosen[depth] = variant
            _toggle(s, s.level_cell[depth], variant)
            _take_piece(s, m, s.variant_tile[variant])
            c.depth = depth + 1
            c.mode = ENTER
        else:
            if depth == 0:
                ended(c)
                return DONE
            depth -= 1
            c.depth = depth
            _toggle(s, s.level_cell[depth], s.chosen[depth])
            _give_piece(s, m, s.variant_tile[s.chosen[depth]])
            c.mode = ADVANCE


@entry
def _tally(s: Table, c: Course, counts: I64) -> None:
    """Count for each tile the variants that would fit at the next open cell, were all in stock."""
    cell = _first_open(s, s.level_cell[c.depth - 1] if c.depth else 0)
    at = c.depth * s.fit_words
    for w in range(s.fit_words):
        s.level_fits[at + w] = np.uint64(0)
    for k in range(len(s.of_tile)):
        s.level_fits[at + k % s.fit_words] |= s.of_tile[k]
    if cell < s.end and _fits(s, cell, at):
        variant = _take_lowest(s, at)
        while variant >= 0:
            counts[s.variant_tile[variant]] += 1
            variant = _take_lowest(s, at)


def usable(problem: Problem) -> bool:
    """Whether the tables of this problem's pieces stay small, and nothing is given: tables know shapes, not single places."""
    if not problem.tiles or problem.given:
        return False
    return longest_side(problem.orientations) <= MAX_WIDTH and min(problem.board.shape) <= 500


class TableSearch(PieceSearch):
    """A problem set up for the kernel, and the way back from its variants to board cells.

    ``order`` permutes the variants. With ``rest`` the last cells of the scan need not be covered.
    """

    def __init__(self, problem: Problem, memo_bits: int = 18, order: npt.NDArray[np.integer] | None = None, rest: int = 0
                 ) -> None:
        self.problem = problem
        self.turned = problem.cols > problem.rows
        board = problem.board.T if self.turned else problem.board
        self.stride = board.shape[1] + 1
        self.plan = make_plan(problem, board.shape, self.turned, order)
        self._steps: dict[int, list[int]] = {}
        self.left = self.plan.left
        end = self.left + self.stride * board.shape[0]
        if rest:
            row, col = divmod(int(np.flatnonzero(board)[-rest]), board.shape[1])
            end = self.left + row * self.stride + col
        self.state, self.memo = _make_state(problem, board, self.plan, end, memo_bits)
        self.course = new_course(len(self.state.chosen))
        if not self.plan.any_inside:
            self.course.mode = LEAVE  # no piece is small enough: nothing to search

    def step(self, max_positions: int) -> int:
        return run(self.state, self.memo, self.course, max_positions)

    def make_room(self) -> None:
        if outgrown(self.memo):
            self.memo = grown(self.memo)

    def tally(self, samples: int, nodes: int) -> I64:
        """How often each tile fits, looked at every few nodes."""
        counts = np.zeros(len(self.state.remaining), dtype=np.int64)
        for _ in range(samples):
            if self.run(nodes) == DONE:
                break
            _tally(self.state, self.course, counts)
        return counts

    def piece(self, first: int, second: int) -> list[int]:
        """The grid cells of a variant whose first cell lies on a bit."""
        steps = self._steps.get(first)
        if steps is None:
            row, step = self.plan.row[first].tolist(), self.plan.step[first].tolist()
            steps = self._steps[first] = sorted({self._cell(r, c) for r, c in zip(row, step, strict=True)})
        start = self.place(second)
        return [start + step for step in steps]

    def _cell(self, row: int, col: int) -> int:
        """The grid cell of a row and column as the search sees the board."""
        return col * self.problem.cols + row if self.turned else row * self.problem.cols + col

    def place(self, number: int) -> int:
        """The grid cell of a bit."""
        return self._cell(*divmod(number - self.left, self.stride))

    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""
        s, depth = self.state, self.course.depth
        if depth > FEW_PIECES and self.plan.of_one_size:
            return self._many_pieces(np.asarray(s.chosen[:depth]), np.asarray(s.level_cell[:depth]))
        return [self.piece(int(s.chosen[d]), int(s.level_cell[d])) for d in range(depth)]

    def _many_pieces(self, chosen: npt.NDArray[np.integer], bits: npt.NDArray[np.integer]) -> list[list[int]]:
        """The same for all at once."""
        row, col = np.divmod(bits - self.left, self.stride)
        steps = np.sort(self._cells(self.plan.row, self.plan.step), axis=1)
        cells: list[list[int]] = (self._cells(row, col)[:, None] + steps[chosen]).tolist()
        return cells

    def _cells(self, row: npt.NDArray[np.integer], col: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
        return col * self.problem.cols + row if self.turned else row * self.problem.cols + col


def _make_state(problem: Problem, board: npt.NDArray[np.bool_], plan: Plan, end: int, memo_bits: int) -> tuple[Table, Memo]:
    stride = board.shape[1] + 1
    counts = [-1 if limit is None else limit for limit in problem.limits]
    stock_word, stock_weight, key_words = pack_stock(counts, 1 + (plan.reach + 63) // 64)
    levels = problem.area // min(tile.size for tile in problem.tiles) + 2
    s = Table.make(
        stride=stride, end=end, reach=plan.reach, left=plan.left, high=plan.high, patterns=plan.patterns,
        fit_words=plan.fit_words, mask_words=plan.mask_words,
        pocket_lines=min(64 // stride, board.shape[0]) if stride <= 32 else 0,
        occupied=_occupied(board, plan.left, plan.high), fits_line=plan.fits_line, variant_mask=plan.masks,
        variant_words=plan.words, variant_tile=plan.tile, good_sizes=[shape_sizes(problem)], remaining=counts,
        in_stock=plan.all_variants, of_tile=plan.of_tile, stock_word=stock_word, stock_weight=stock_weight, level_cell=levels,
        level_fits=levels * plan.fit_words, level_found=levels, level_key=levels * key_words, level_hash=levels, chosen=levels)
    memo = new_memo(1 << memo_bits if memo_bits else 1, key_words)
    for t, count in enumerate(counts):
        if count > 0:
            memo.key[stock_word[t]] += np.uint64(count) * stock_weight[t]
    return s, memo


def shape_sizes(problem: Problem) -> np.uint64:
    """Which sizes below 64 are sums of piece sizes, a bit each."""
    return np.uint64(sum_bits(tile.size for tile in problem.tiles) & 0xFFFFFFFFFFFFFFFF)


def _occupied(board: npt.NDArray[np.bool_], left: int, high: int) -> npt.NDArray[np.uint64]:
    """The padded board as words: a bit for everything that is not open."""
    stride = board.shape[1] + 1
    words = (left + stride * (board.shape[0] + high + 2)) // 64 + 8
    open_bits = np.zeros(words * 64, dtype=np.bool_)
    open_bits[left : left + stride * board.shape[0]].reshape(-1, stride)[:, :-1] = board
    # one open cell far behind the end, where neither pieces nor pockets look, stops the scan of a full board
    open_bits[left + stride * board.shape[0] + stride * (high + 1) + 128] = True
    return np.packbits(~open_bits, bitorder="little").view(np.uint64)

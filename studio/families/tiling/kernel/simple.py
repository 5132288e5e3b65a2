"""Simple backtracking (section 2.2): lay a variant on the top-left open cell, in one of four orders; else go back.

Compiled and resumable, but with no memo and no pruning: the reference that other searches are compared with.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from studio.families.tiling.kernel.searching import DEAD_CELL, PieceSearch
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels import I32, U8, Fixed, Record, entry, kernel
from studio.solvers.kernels.search import (
    BUDGET,
    DONE,
    PAUSED,
    POSITIONS,
    SOLUTION,
    Course,
    crowded,
    dead,
    ended,
    fill,
    laid,
    new_course,
    seen,
)

ENTER, ADVANCE, LEAVE = 0, 1, 2

DEFAULT, FREQUENT_FIRST, RARE_FIRST, FILL_TOP_ROW = range(4)
ORDERS = {"default": DEFAULT, "frequent first": FREQUENT_FIRST, "rare first": RARE_FIRST, "fill top row": FILL_TOP_ROW}
"""The variant selection strategies of 2.2.1."""
PLENTY = 1 << 30


class Simple(Record):
    """Everything the search knows besides its course."""

    rows: Fixed
    cols: Fixed
    variants: Fixed
    strategy: Fixed
    taken: U8  # by cell: covered, or not of the board
    given: Fixed  # whether what is given rules places out; then `lies` tells for variant and first cell which are left
    lies: U8
    variant_start: I32  # its cells are variant_row, variant_col from here on
    variant_row: I32
    variant_col: I32
    variant_tile: I32
    top_row: I32  # how many cells a variant has there
    remaining: I32  # pieces of each tile
    level_cell: I32
    level_next: I32
    level_tried: U8
    level_order: I32  # a row of variants per level
    chosen: I32


@kernel
def _fits(s: Simple, cell: int, variant: int) -> bool:
    if s.given and not s.lies[variant * s.rows * s.cols + cell]:
        return False
    r0, c0 = cell // s.cols, cell % s.cols
    for k in range(s.variant_start[variant], s.variant_start[variant + 1]):
        r, c = r0 + s.variant_row[k], c0 + s.variant_col[k]
        if r >= s.rows or c < 0 or c >= s.cols or s.taken[r * s.cols + c]:
            return False
    return True


@kernel
def _mark(s: Simple, cell: int, variant: int, value: int) -> None:
    for k in range(s.variant_start[variant], s.variant_start[variant + 1]):
        s.taken[cell + s.variant_row[k] * s.cols + s.variant_col[k]] = value


@kernel
def _before(s: Simple, v: int, u: int) -> bool:
    """Whether variant v is to be tried before u."""
    if s.strategy == FREQUENT_FIRST:
        return s.remaining[s.variant_tile[v]] > s.remaining[s.variant_tile[u]]
    if s.strategy == RARE_FIRST:
        return s.remaining[s.variant_tile[v]] < s.remaining[s.variant_tile[u]]
    return s.top_row[v] > s.top_row[u]


@kernel
def _sort(s: Simple, first: int) -> None:
    """The order in which the variants are tried at a node; equals keep the input order (insertion sort)."""
    order = s.level_order
    for k in range(s.variants):
        order[first + k] = k
    if s.strategy == DEFAULT:
        return
    for k in range(1, s.variants):
        v = order[first + k]
        at = first + k
        while at > first and _before(s, v, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = v


@kernel
def _next_open(s: Simple, cell: int) -> int:
    while cell < s.rows * s.cols and s.taken[cell]:
        cell += 1
    return cell


@entry
def run(s: Simple, c: Course, max_positions: int) -> int:
    """Search on for at most so many positions."""
    limit = c.total[POSITIONS] + max_positions
    while True:
        depth = c.depth
        if c.mode == ENTER:
            cell = _next_open(s, s.level_cell[depth - 1] if depth else 0)
            if cell == s.rows * s.cols:
                seen(c)
                c.mode = LEAVE
                return SOLUTION
            if c.total[POSITIONS] >= limit:
                return BUDGET
            c.total[POSITIONS] += 1
            s.level_cell[depth] = cell
            s.level_next[depth] = 0
            s.level_tried[depth] = 0
            _sort(s, depth * s.variants)
            c.mode = ADVANCE
        elif c.mode == ADVANCE:
            if crowded(c):
                return PAUSED
            k = s.level_next[depth]
            cell = s.level_cell[depth]
            if k == s.variants:
                if not s.level_tried[depth]:
                    dead(c, DEAD_CELL, cell)
                c.mode = LEAVE
                continue
            s.level_next[depth] = k + 1
            v = s.level_order[depth * s.variants + k]
            if s.remaining[s.variant_tile[v]] == 0 or not _fits(s, cell, v):
                continue
            laid(c, v, cell)
            s.level_tried[depth] = 1
            s.chosen[depth] = v
            s.remaining[s.variant_tile[v]] -= 1
            _mark(s, cell, v, 1)
            c.depth = depth + 1
            c.mode = ENTER
        else:
            if depth == 0:
                ended(c)
                return DONE
            depth -= 1
            c.depth = depth
            v = s.chosen[depth]
            _mark(s, s.level_cell[depth], v, 0)
            s.remaining[s.variant_tile[v]] += 1
            c.mode = ADVANCE


class SimpleSearch(PieceSearch):
    """A problem set up for the kernel."""

    def __init__(self, problem: Problem, order: str = "default") -> None:
        self.problem = problem
        shapes = problem.orientations
        cells = sum(len(shape) for _, shape in shapes)
        levels = problem.area // min((tile.size for tile in problem.tiles), default=1) + 2
        n, tiles, given = len(shapes), problem.tiles, bool(problem.given)
        s = self.state = Simple.make(
            rows=problem.rows, cols=problem.cols, variants=n, strategy=ORDERS[order], taken=problem.board.size,
            given=int(given), lies=n * problem.board.size if given else 1,
            variant_start=n + 1, variant_row=cells, variant_col=cells, variant_tile=n, top_row=n, remaining=len(tiles),
            level_cell=levels, level_next=levels, level_tried=levels, level_order=levels * n, chosen=levels)
        s.taken[:] = (~problem.board.ravel()).astype(int).tolist()
        s.variant_start[:] = list(accumulate((len(shape) for _, shape in shapes), initial=0))
        s.variant_row[:] = [r for _, shape in shapes for r, _ in shape]
        s.variant_col[:] = [c - shape[0][1] for _, shape in shapes for _, c in shape]
        s.variant_tile[:] = [t for t, _ in shapes]
        s.top_row[:] = [sum(r == 0 for r, _ in shape) for _, shape in shapes]
        s.remaining[:] = [PLENTY if tile.count is None else min(tile.count, PLENTY) for tile in tiles]
        if given:
            places = find_placements(problem)
            lies = np.zeros(n * problem.board.size, dtype=np.uint8)
            lies[places.orientation * problem.board.size + places.cells[places.start[:-1]]] = 1
            fill(s.lies, lies)
        self.course = new_course(levels)

    def step(self, max_positions: int) -> int:
        return run(self.state, self.course, max_positions)

    def piece(self, first: int, second: int) -> list[int]:
        """The grid cells of a variant whose first cell lies on a cell."""
        s = self.state
        return [second + int(s.variant_row[k]) * s.cols + int(s.variant_col[k])
                for k in range(s.variant_start[first], s.variant_start[first + 1])]

    def pieces(self) -> list[list[int]]:
        s = self.state
        return [self.piece(int(s.chosen[d]), int(s.level_cell[d])) for d in range(self.course.depth)]

"""Simple backtracking (section 2.2): lay a variant on the top-left open cell, in one of four orders; else go back.

Compiled and resumable, but with no memo and no pruning: the reference that other searches are compared with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.kernel.searching import BUDGET, DONE, SOLUTION
from studio.families.tiling.model.problem import Problem

DEPTH, MODE, NODES, FOUND, FAILS, DEEPEST = range(6)
ENTER, ADVANCE, LEAVE = 0, 1, 2

DEFAULT, FREQUENT_FIRST, RARE_FIRST, FILL_TOP_ROW = range(4)
ORDERS = {"default": DEFAULT, "frequent first": FREQUENT_FIRST, "rare first": RARE_FIRST, "fill top row": FILL_TOP_ROW}
"""The variant selection strategies of 2.2.1."""

Ints = npt.NDArray[np.int32]


class SimpleState(NamedTuple):
    """Everything the kernel knows; it stops and goes on at any node."""

    cols: int
    strategy: int
    taken: npt.NDArray[np.uint8]
    variant_start: Ints
    variant_row: Ints
    variant_col: Ints
    variant_tile: Ints
    top_row: Ints
    remaining: npt.NDArray[np.int64]
    level_cell: Ints
    level_next: Ints
    level_order: Ints
    chosen: Ints
    depth_nodes: npt.NDArray[np.int64]
    reg: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def _fits(cell, variant, cols, taken, variant_start, variant_row, variant_col):  # type: ignore[no-untyped-def]
    rows = len(taken) // cols
    r0, c0 = cell // cols, cell % cols
    for k in range(variant_start[variant], variant_start[variant + 1]):
        r, c = r0 + variant_row[k], c0 + variant_col[k]
        if r >= rows or c < 0 or c >= cols or taken[r * cols + c]:
            return False
    return True


@njit(cache=True, nogil=True)
def _mark(cell, variant, cols, taken, value, variant_start, variant_row, variant_col):  # type: ignore[no-untyped-def]
    for k in range(variant_start[variant], variant_start[variant + 1]):
        taken[cell + variant_row[k] * cols + variant_col[k]] = value


@njit(cache=True, nogil=True)
def _sort(order, strategy, variant_tile, top_row, remaining):  # type: ignore[no-untyped-def]
    """The order in which the variants are tried at a node; equals keep the input order (insertion sort)."""
    for k in range(len(order)):
        order[k] = k
    if strategy == DEFAULT:
        return
    for k in range(1, len(order)):
        v = order[k]
        at = k
        while at > 0:
            u = order[at - 1]
            if strategy == FREQUENT_FIRST:
                before = remaining[variant_tile[v]] > remaining[variant_tile[u]]
            elif strategy == RARE_FIRST:
                before = remaining[variant_tile[v]] < remaining[variant_tile[u]]
            else:
                before = top_row[v] > top_row[u]
            if not before:
                break
            order[at] = u
            at -= 1
        order[at] = v


@njit(cache=True, nogil=True)
def run(s, max_nodes):  # type: ignore[no-untyped-def]
    """Search on for at most ``max_nodes`` nodes."""
    cols, strategy, taken, remaining, reg = s.cols, s.strategy, s.taken, s.remaining, s.reg
    start, row, col, tile, top_row = s.variant_start, s.variant_row, s.variant_col, s.variant_tile, s.top_row
    level_cell, level_next, level_order = s.level_cell, s.level_next, s.level_order
    chosen, depth_nodes = s.chosen, s.depth_nodes
    limit = reg[NODES] + max_nodes
    variants = len(tile)
    while True:
        depth, mode = reg[DEPTH], reg[MODE]
        if mode == ENTER:
            cell = level_cell[depth - 1] if depth else 0
            while cell < len(taken) and taken[cell]:
                cell += 1
            if cell == len(taken):
                reg[FOUND] += 1
                reg[MODE] = LEAVE
                return SOLUTION
            if reg[NODES] >= limit:
                return BUDGET
            reg[NODES] += 1
            depth_nodes[depth] += 1
            reg[DEEPEST] = max(reg[DEEPEST], depth)
            level_cell[depth] = cell
            level_next[depth] = 0
            _sort(level_order[depth], strategy, tile, top_row, remaining)
            reg[MODE] = ADVANCE
        elif mode == ADVANCE:
            k = level_next[depth]
            if k == variants:
                reg[MODE] = LEAVE
                continue
            level_next[depth] = k + 1
            v = level_order[depth, k]
            if remaining[tile[v]] == 0 or not _fits(level_cell[depth], v, cols, taken, start, row, col):
                continue
            remaining[tile[v]] -= 1
            _mark(level_cell[depth], v, cols, taken, 1, start, row, col)
            chosen[depth] = v
            reg[DEPTH] = depth + 1
            reg[MODE] = ENTER
        else:
            if depth == 0:
                return DONE
            depth -= 1
            reg[FAILS] += 1
            reg[DEPTH] = depth
            v = chosen[depth]
            _mark(level_cell[depth], v, cols, taken, 0, start, row, col)
            remaining[tile[v]] += 1
            reg[MODE] = ADVANCE


class SimpleSearch:
    """A problem set up for the kernel."""

    def __init__(self, problem: Problem, order: str = "default") -> None:
        self.problem = problem
        shapes = problem.orientations
        first = [shape[0][1] for _, shape in shapes]
        start = np.zeros(len(shapes) + 1, dtype=np.int32)
        np.cumsum([len(shape) for _, shape in shapes], out=start[1:])
        levels = problem.area // min((tile.size for tile in problem.tiles), default=1) + 2
        self.state = SimpleState(
            problem.cols,
            ORDERS[order],
            (~problem.board.ravel()).astype(np.uint8),
            start,
            np.array([r for _, shape in shapes for r, _ in shape], dtype=np.int32),
            np.array([c - first[k] for k, (_, shape) in enumerate(shapes) for _, c in shape], dtype=np.int32),
            np.array([t for t, _ in shapes], dtype=np.int32),
            np.array([sum(r == 0 for r, _ in shape) for _, shape in shapes], dtype=np.int32),
            np.array([1 << 40 if tile.count is None else tile.count for tile in problem.tiles], dtype=np.int64),
            np.zeros(levels, dtype=np.int32),
            np.zeros(levels, dtype=np.int32),
            np.zeros((levels, len(shapes)), dtype=np.int32),
            np.zeros(levels, dtype=np.int32),
            np.zeros(levels, dtype=np.int64),
            np.zeros(6, dtype=np.int64),
        )

    def run(self, max_nodes: int) -> int:
        return int(run(self.state, max_nodes))

    def totals(self) -> dict[str, int]:
        reg = self.state.reg
        return {"nodes": int(reg[NODES]), "conflicts": int(reg[FAILS]), "max_depth": int(reg[DEEPEST])}

    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""
        s = self.state
        found = []
        for d in range(int(s.reg[DEPTH])):
            v, cell = int(s.chosen[d]), int(s.level_cell[d])
            part = slice(int(s.variant_start[v]), int(s.variant_start[v + 1]))
            found.append([int(i) for i in cell + s.variant_row[part] * s.cols + s.variant_col[part]])
        return found

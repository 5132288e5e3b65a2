"""The model (1)-(21) of Nikolaev and Myasnikov, "An Integer Linear Programming Model for the Evolomino Puzzle" (2026).

Names follow the paper: x, y, b, N, f, F, t; C_a is the region of arrow a, P_a its cells, K_a its largest number of blocks.
One thing differs unless it is asked for: the paper numbers shifts along the rows (one number j, cell i to cell i + j), which
can wrap around the edge of the board when a block spans all its columns but one; `plane` shifts are pairs (down, right) and
cannot. The number of constraints is the same either way, since (21) has one per pair of cells; only the t are fewer.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from studio.families.evolomino.model import SHADED, SQUARE, Field
from studio.solvers.linear import LinearModel

Shift = tuple[int, int]


class ArrowPart:
    """What the model needs of one arrow."""

    def __init__(self, field: Field, number: int, wrap: bool, wide: bool = False) -> None:
        self.path = field.arrows[number]
        self.on_path = set(self.path)
        self.blocks = range(1, (len(self.path) + 1) // 2 + 1)  # K_a = ceil(|P_a| / 2)
        self.region = region(field, number, wide)
        inside = set(self.region)
        self.around = {i: [j for j in field.neighbours[i] if j in inside] for i in self.region}
        self._find_shifts(field.cols, wrap)

    def _find_shifts(self, cols: int, wrap: bool) -> None:
        """T: the shifts between cells of the region that are not neighbours; `pairs` are their (i, j = i + shift, which shift),
        the cells as places in the region."""
        rows, columns = np.divmod(np.array(self.region), cols)
        down, right = rows[None, :] - rows[:, None], columns[None, :] - columns[:, None]
        start, end = np.nonzero(np.abs(down) + np.abs(right) > 1)
        down, right = down[start, end], right[start, end]
        number = down * cols + right if wrap else down * 2 * cols + right
        _, first, which = np.unique(number, return_index=True, return_inverse=True)
        ways = zip(down[first].tolist(), right[first].tolist(), strict=True)
        self.shifts: list[Shift] = [(0, d * cols + r) if wrap else (d, r) for d, r in ways]
        self.pairs = start, end, which


def region(field: Field, number: int, wide: bool = False) -> tuple[int, ...]:
    """C_a: the cells that may belong to a block of the arrow (section 2.1), by a wave from the arrow.

    The text says that the wave passes neither shaded cells nor other arrows (`wide`). The counts of its Table 1 say more: they
    agree with ours at all sizes only if the wave also stops before a given square on another arrow, and drift to 1.7 times as
    many constraints at 18x18 if it does not. Nothing is lost: a square beside that one would be of the other arrow's block.
    """
    path = field.arrows[number]
    own, seen, wave = set(path), set(path), list(path)
    foreign = {cell for cell in field.place_on_arrow if cell not in own and field.givens[cell] == SQUARE and not wide}
    for cell in wave:
        for other in field.neighbours[cell]:
            if other in seen or other in field.place_on_arrow or field.blocked[other]:
                continue
            if foreign.isdisjoint(field.neighbours[other]):
                seen.add(other)
                wave.append(other)
    return tuple(sorted(seen))


class EvolominoModel:
    """The variables by their indices, and the linear model they live in."""

    def __init__(self, field: Field, wrap: bool = False, wide: bool = False) -> None:
        self.field = field
        self.linear = LinearModel()
        self.big = field.size  # M: "a sufficiently large constant, for example the board size"
        self.parts = [ArrowPart(field, number, wrap, wide) for number in range(len(field.arrows))]
        self._make_variables()
        self._basic()
        self._adjacent()
        self._sizes()
        self._flow()
        self._evolution()

    # --- variables (sections 2.2, 2.4, 2.5) --------------------------------------------------------------------------------
    def _make_variables(self) -> None:
        new = self.linear.variable
        bounds = [(1, 1) if given == SQUARE and not blocked else (0, 0) if given == SHADED or blocked else (0, 1)
                  for given, blocked in zip(self.field.givens, self.field.blocked, strict=True)]  # fmt: skip
        self.x = [new(f"x_{i}", low, high) for i, (low, high) in enumerate(bounds)]
        self.clash = any(given == SQUARE and self.field.blocked[i] for i, given in enumerate(self.field.givens))
        self.y: dict[tuple[int, int, int], int] = {}
        self.b: dict[tuple[int, int], int] = {}
        self.N: dict[tuple[int, int], int] = {}
        self.f: dict[tuple[int, int, int, int], int] = {}
        self.F: dict[tuple[int, int, int], int] = {}
        self.t: dict[tuple[int, int, Shift], int] = {}
        for a, part in enumerate(self.parts):
            if len(part.blocks) < 2:
                self.clash = True  # b_a1 = b_a2 = 1 cannot be: the arrow is too short for two blocks
            for k in part.blocks:
                self.b[a, k] = new(f"b_{a}_{k}", 1 if k <= 2 else 0, 1)
                self.N[a, k] = new(f"N_{a}_{k}", 0, self.big)
                for i in part.region:
                    self.y[a, k, i] = new(f"y_{a}_{k}_{i}", 0, 1)
                    for j in part.around[i]:
                        self.f[a, k, i, j] = new(f"f_{a}_{k}_{i}_{j}", 0, self.big)  # (18): flow is never negative
                for i in part.path:
                    self.F[a, k, i] = new(f"F_{a}_{k}_{i}", 0, self.big)
                if k >= 2:
                    for down, right in part.shifts:
                        name = f"t_{a}_{k}_{down}_{right}".replace("-", "m")
                        self.t[a, k, (down, right)] = new(name, 0, 1)

    # --- (1)-(6) ------------------------------------------------------------------------------------------------------------
    def _basic(self) -> None:
        add = self.linear.add
        owners: list[list[int]] = [[] for _ in range(self.field.size)]
        for (_, _, i), variable in self.y.items():
            owners[i].append(variable)
        for i, held in enumerate(owners):
            add("(1)", [*held, self.x[i]], [1] * len(held) + [-1], 0, 0)
        for a, part in enumerate(self.parts):
            for i, following in pairwise(part.path):
                add("(2)", [self.x[i], self.x[following]], [1, 1], high=1)
            for k in part.blocks:
                block = [self.y[a, k, i] for i in part.region]
                add("(3)", [*block, self.b[a, k]], [1] * len(block) + [-self.big], high=0)
                on_path = [self.y[a, k, i] for i in part.path]
                add("(4)", [*on_path, self.b[a, k]], [1] * len(on_path) + [-1], 0, 0)
                if k >= 2:
                    add("(5)", [self.b[a, k], self.b[a, k - 1]], [1, -1], high=0)
                    for at, i in enumerate(part.path):
                        before = [self.y[a, k, j] for j in part.path[:at]]
                        add("(6)", [*before, self.y[a, k - 1, i]], [1] * (at + 1), high=1)

    # --- (7), (8) -----------------------------------------------------------------------------------------------------------
    def _adjacent(self) -> None:
        """Two adjacent cells cannot belong to different blocks."""
        held: list[list[tuple[int, int, int]]] = [[] for _ in range(self.field.size)]
        for (a, k, i), variable in self.y.items():
            held[i].append((a, k, variable))
        for i in range(self.field.size):
            for j in self.field.neighbours[i]:
                if j < i:
                    continue
                pairs = [(u, v) for a, k, u in held[i] for a2, k2, v in held[j] if a != a2 or k != k2]
                if pairs:
                    self.linear.add_many("(7)" if j == i + 1 else "(8)", pairs, [1, 1], high=1)

    # --- (9)-(11) -----------------------------------------------------------------------------------------------------------
    def _sizes(self) -> None:
        add = self.linear.add
        for a, part in enumerate(self.parts):
            for k in part.blocks:
                block = [self.y[a, k, i] for i in part.region]
                add("(9)", [*block, self.N[a, k]], [1] * len(block) + [-1], 0, 0)
                if k >= 2:
                    trio = [self.N[a, k], self.N[a, k - 1], self.b[a, k]]
                    add("(10)", trio, [1, -1, -self.big], low=1 - self.big)
                    add("(11)", trio, [1, -1, self.big], high=1 + self.big)

    # --- (12)-(18) ----------------------------------------------------------------------------------------------------------
    def _flow(self) -> None:
        """A flow from the arrow square feeds every square of its block, so the block is connected (Gavish and Graves)."""
        for a, part in enumerate(self.parts):
            for k in part.blocks:
                for i in part.region:
                    self._conserve(a, k, i, part)
                sources = [self.F[a, k, i] for i in part.path]
                self.linear.add("(14)", [*sources, self.N[a, k]], [1] * len(sources) + [-1], 0, 0)
                limited = [(self.F[a, k, i], self.y[a, k, i]) for i in part.path]
                self.linear.add_many("(15)", limited, [1, -self.big], high=0)
                edges = [(i, j) for i in part.region for j in part.around[i]]
                leaving = [(self.f[a, k, i, j], self.y[a, k, i]) for i, j in edges]
                entering = [(self.f[a, k, i, j], self.y[a, k, j]) for i, j in edges]
                self.linear.add_many("(16)", leaving, [1, -self.big], high=0)
                self.linear.add_many("(17)", entering, [1, -self.big], high=0)

    def _conserve(self, a: int, k: int, i: int, part: ArrowPart) -> None:
        """(12) for a consumer cell, (13) for a cell of the arrow, which may be the source."""
        on_path = i in part.on_path
        around = [j for j in part.around[i] if not (on_path and j in part.on_path)]
        flows = [self.f[a, k, j, i] for j in around] + [self.f[a, k, i, j] for j in around]
        signs = [1] * len(around) + [-1] * len(around)
        if on_path:
            self.linear.add("(13)", [*flows, self.y[a, k, i], self.F[a, k, i]], [*signs, -1, 1], 0, 0)
        else:
            self.linear.add("(12)", [*flows, self.y[a, k, i]], [*signs, -1], 0, 0)

    # --- (19)-(21) ----------------------------------------------------------------------------------------------------------
    def _evolution(self) -> None:
        """Each block is the previous one, shifted, plus one square."""
        for a, part in enumerate(self.parts):
            start, end, which = part.pairs
            order = np.argsort(start, kind="stable")
            leaving = np.split(which[order], np.cumsum(np.bincount(start, minlength=len(part.region)))[:-1])  # T_i^a
            for k in part.blocks[1:]:
                before, block = (np.array([self.y[a, number, i] for i in part.region]) for number in (k - 1, k))
                shifts = np.array([self.t[a, k, shift] for shift in part.shifts], np.int64)
                self.linear.add("(19)", [*shifts, self.b[a, k]], [1] * len(shifts) + [-1], 0, 0)
                for i, ways in enumerate(leaving):
                    columns = [*shifts[ways], before[i], self.b[a, k]]
                    self.linear.add("(20)", columns, [1] * len(ways) + [-1, -1], low=-1)
                if len(start):
                    self.linear.add_many("(21)", np.stack([block[end], before[start], shifts[which]], 1), [1, -1, -1], low=-1)

    # --- uniqueness (section 3) ---------------------------------------------------------------------------------------------
    def differs_from(self, answer: list[int]) -> tuple[list[int], list[int], int]:
        """sum |x_i - x*_i| >= 1, linear because x* is known."""
        factors = [-1 if square else 1 for square in answer]
        return self.x, factors, 1 - sum(answer)

"""Large boards with a stock of many different pieces: fill most of the board greedily, search the rest thoroughly.

What fits seldom is laid first: the awkward pieces go while there is room, the kind ones are left for the end. How
seldom is measured on half-filled boards. A dive in a slightly random order fills all but about 100 cells; the endgame
tries those for a while; then comes another dive. Finds tilings, and proves nothing unless the endgame is the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from studio.families.tiling.kernel.endgame import CELLS, Endgame
from studio.families.tiling.kernel.searching import PieceSearch, no_totals
from studio.families.tiling.kernel.table import TableSearch
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels.search import BUDGET, DONE, SOLUTION, Totals

SAMPLES, SAMPLE_NODES = 400, 25
DIVE_NODES = 20_000
ENDGAME_NODES = 20_000
ENDGAMES_PER_DIVE = 3
NODE_COST = 16
"""How many nodes of a dive take as long as one of an endgame."""
NOISE = 0.2


class DivingSearch:
    """A resumable search (see searching.py); nodes of dives and of endgames count alike."""

    def __init__(self, problem: Problem, placements: Placements, seed: int = 1) -> None:
        self._problem = problem
        self._rng = np.random.default_rng(seed)
        sizes = np.diff(placements.start)
        self._cells = np.full((len(placements), int(sizes.max())), -1, dtype=np.int32)
        self._cells[np.arange(self._cells.shape[1]) < sizes[:, None]] = placements.cells
        self._tile = placements.tile
        self._stock = np.array([-1 if n is None else n for n in problem.limits], dtype=np.int32)
        self._variant_tile = np.array([t for t, _ in problem.orientations])
        self._prefix: list[list[int]] = []
        self._endgame: Endgame | None = None
        self._totals = no_totals()
        self.positions = 0
        self.work = 0
        self._steps = self._play()
        self._budget = 0

    def run(self, max_nodes: int) -> int:
        self._budget = max_nodes
        return next(self._steps, DONE)

    def pieces(self) -> list[list[int]]:
        return self._prefix + (self._endgame.pieces() if self._endgame is not None else [])

    def totals(self) -> Totals:
        return dict(self._totals)

    # --- the play --------------------------------------------------------------------------------------------------
    def _play(self) -> Iterator[int]:
        """Yields BUDGET or SOLUTION; ends when a whole board was searched to the end."""
        seldom = self._how_seldom() if self._problem.area > CELLS else np.zeros(len(self._problem.tiles))
        while True:
            noisy = seldom + NOISE * self._rng.standard_normal(len(seldom))
            for prefix in self._dive(noisy):
                if prefix is None:
                    yield BUDGET
                    continue
                self._prefix = prefix
                self._endgame = self._rest(prefix, noisy)
                yield from self._play_out(self._endgame, ENDGAME_NODES if prefix else 1 << 60)
                if not prefix:
                    return
                self._endgame = None

    def _play_out(self, endgame: Endgame, nodes: int) -> Iterator[int]:
        before = endgame.totals()
        while endgame.positions < nodes:
            started = endgame.positions
            code = endgame.run(min(max(1, self._budget // NODE_COST), nodes - started))
            self._count(endgame, before, NODE_COST * (endgame.positions - started), endgame.positions - started)
            before = endgame.totals()
            if code == DONE:
                return
            yield code

    def _dive(self, seldom: npt.NDArray[np.float64]) -> Iterator[list[list[int]] | None]:
        """Some fillings of all but the end of the board (None: still at it)."""
        if self._problem.area <= CELLS:
            yield []
            return
        order = np.lexsort((self._rng.random(len(self._variant_tile)), seldom[self._variant_tile]))
        search = TableSearch(self._problem, 0, order, rest=CELLS)
        found, before = 0, search.totals()
        while found < ENDGAMES_PER_DIVE and search.positions < DIVE_NODES:
            started = search.positions
            code = search.run(min(self._budget, DIVE_NODES - started))
            self._count(search, before, search.positions - started, search.positions - started)
            before = search.totals()
            if code == DONE:
                return
            found += code == SOLUTION
            yield search.pieces() if code == SOLUTION else None

    def _rest(self, prefix: list[list[int]], seldom: npt.NDArray[np.float64]) -> Endgame:
        problem = self._problem
        free = np.append(problem.board.ravel(), True)  # the last one stands for the padding
        free[[i for cells in prefix for i in cells]] = False
        stock = self._stock.copy()
        for cells in prefix:
            tile = problem.tile_of(cells)
            assert tile is not None
            stock[tile] -= stock[tile] > 0
        fits = np.flatnonzero(free[self._cells].all(axis=1) & (stock[self._tile] != 0))
        fits = fits[np.lexsort((self._rng.random(len(fits)), seldom[self._tile[fits]]))]
        return Endgame(free[:-1].reshape(problem.board.shape), self._cells[fits], self._tile[fits], stock, problem.exact)

    def _how_seldom(self) -> npt.NDArray[np.float64]:
        """Logarithm of how often each tile fits at the next open cell of boards in the making."""
        counts = np.zeros(len(self._problem.tiles))
        for _ in range(2):
            order = self._rng.permutation(len(self._variant_tile))
            search = TableSearch(self._problem, 0, order, rest=CELLS)
            before = search.totals()
            counts += search.tally(SAMPLES // 2, SAMPLE_NODES)
            self._count(search, before, search.positions, search.positions)
        return np.log1p(counts)

    def _count(self, search: PieceSearch, before: Totals, cost: int, positions: int) -> None:
        """Add what a dive or an endgame has done since; an endgame stands on the pieces of its dive."""
        now, below = search.totals(), len(self._prefix) if isinstance(search, Endgame) else 0
        for key in ("guesses", "backtracks", "conflicts"):
            self._totals[key] += now[key] - before[key]
        self._totals["nodes"] = 1 + self._totals["guesses"]
        self._totals["max_depth"] = max(self._totals["max_depth"], below + now["max_depth"])
        self.positions += positions
        self.work += 80 * cost

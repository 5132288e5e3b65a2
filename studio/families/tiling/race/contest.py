"""One problem and all searches that work on it in one process, slice by slice."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from studio.core.engine import Cancel, Limits, SolveResult
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector, TilingSearch, advance
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem

SLICE_SECONDS = 0.02
EQUAL_ROUNDS = 20
MANY_TILES = 6
"""From so many limited tiles on, dives are worth it."""


class Contest:
    """The searches by name, each with its own collection of tilings."""

    def __init__(self, problem: Problem, placements: Placements, wanted: int, cancel: Cancel, trace: TraceWriter) -> None:
        self.problem = problem
        self.placements = placements
        self.wanted = wanted
        self.cancel = cancel
        self.trace = trace
        self.collectors: dict[str, Collector] = {}
        self.searches: dict[str, TilingSearch] = {}
        self.winner = ""
        self.rounds = 0
        self._nodes: dict[str, int] = {}

    def enter(self, name: str, search: TilingSearch) -> None:
        self.searches[name] = search
        self.collectors[name] = Collector(self.problem, self.wanted)

    def slice(self, name: str, nodes: int) -> SolveResult | None:
        """Let one search go on; the result if it has come to the end of its task."""
        self.cancel.check()
        return self._go_on(name, nodes)

    def _go_on(self, name: str, nodes: int) -> SolveResult | None:
        collector = self.collectors[name]
        while not collector.enough:
            if not advance(self.searches[name], collector, nodes):
                return None
        self.winner = self.winner or name
        return collector.result()

    def _timed_slice(self, name: str) -> SolveResult | None:
        begun = time.perf_counter()
        result = self._go_on(name, self._nodes.setdefault(name, 2000))
        took = time.perf_counter() - begun
        self._nodes[name] = max(200, int(self._nodes[name] * min(4.0, SLICE_SECONDS / max(took, 1e-4))))
        return result

    def round(self, pool: ThreadPoolExecutor) -> SolveResult | None:
        """A slice of those whose turn it is, side by side."""
        self.cancel.check()
        self.rounds += 1
        names = [name for name in self.searches if self.rounds % self._pace(name) == 0 and not self.collectors[name].lost]
        results = list(pool.map(self._timed_slice, names))
        return next((result for result in results if result is not None), None)

    def _pace(self, name: str) -> int:
        """Every how many rounds a search has its turn: the hopeful ones always, the others now and then."""
        if self.rounds <= EQUAL_ROUNDS or name in ("dives", "more dives"):
            return 1
        if name == "table":
            return 5 if self._memo_use("table") < 0.001 else 1
        if name == "symmetric":
            return 1 if self.rounds < 4 * EQUAL_ROUNDS else 2
        return 4 if len(self.searches) > 2 else 1

    def _memo_use(self, name: str) -> float:
        """How often a position was known: a scan whose memo hardly helps will not come through on a large board."""
        totals = self.searches[name].totals()
        return totals["hits"] / max(1, totals["nodes"])

    def film(self, name: str, limits: Limits) -> None:
        pass

    def totals(self) -> dict[str, int]:
        totals = {"nodes": 0, "conflicts": 0, "max_depth": 0, "hits": 0}
        for search in self.searches.values():
            for key, value in search.totals().items():
                totals[key] = max(totals[key], value) if key == "max_depth" else totals[key] + value
        return totals

    # --- who enters when ---------------------------------------------------------------------------------------------
    def line_up(self, placements: Placements, memo_bits: int) -> None:
        """The two that search everything, each with its own memo."""
        from studio.families.tiling.kernel.mrv import MrvSearch
        from studio.families.tiling.kernel.table import TableSearch, usable

        if usable(self.problem) and len(placements):
            self.enter("table", TableSearch(self.problem, memo_bits))
        self.enter("mrv", MrvSearch(self.problem, placements, memo_bits))

    def finders(self) -> None:
        """Those that only find tilings: symmetric ones, and dives where the stock is of many kinds."""
        from studio.families.tiling.kernel.dives import DivingSearch
        from studio.families.tiling.kernel.symmetric import SymmetricSearch, find_foldings
        from studio.families.tiling.kernel.table import usable

        if self.wanted == 0:
            return
        foldings = find_foldings(self.problem, self.placements)
        if foldings:
            self.enter("symmetric", SymmetricSearch(self.problem, foldings))
        if sum(limit is not None for limit in self.problem.limits) >= MANY_TILES and usable(self.problem):
            self.enter("dives", DivingSearch(self.problem, self.placements, 1))
            self.enter("more dives", DivingSearch(self.problem, self.placements, 2))

    def late_entries(self) -> None:
        """Another order for boards that resist: a shuffled one finds what a fixed one misses, with restarts all the more."""
        from studio.families.tiling.kernel.mrv import MrvSearch
        from studio.families.tiling.kernel.restarts import RestartingSearch

        def shuffled(k: int) -> MrvSearch:
            return MrvSearch(self.problem, self.placements, 14, np.random.default_rng(k).permutation(len(self.placements)))

        self.enter("mrv shuffled", RestartingSearch(shuffled) if self.wanted == 1 else shuffled(1))

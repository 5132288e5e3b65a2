"""One problem and all searches that work on it in one process, slice by slice.

Slices are counted, never timed: who is at work when, and who wins, is the same in every run, filmed or not.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from studio.core.engine import Cancel, SolveResult
from studio.core.puzzle import Answer
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.film import Reel
from studio.families.tiling.kernel.searching import Collector, PieceSearch, TilingSearch, advance, no_totals
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels.search import Totals

SLICE_WORK = 2_000_000
"""What each search does in its turn: about a fiftieth of a second."""
EQUAL_ROUNDS = 20
MANY_TILES = 6
"""From so many limited tiles on, dives are worth it."""


@dataclass
class Entry:
    """One search, what it has found, and its events if somebody films."""

    search: TilingSearch
    collector: Collector
    reel: Reel | None = None
    nodes: int = 500
    """How many positions its next slice has."""
    slices: int = 0
    told: int = 0
    """How many of its tilings the contest knows."""


class Contest:
    """The searches by name, each with its own collection of tilings."""

    def __init__(self, problem: Problem, wanted: int, cancel: Cancel, trace: TraceWriter) -> None:
        self.problem = problem
        self.wanted = wanted
        self.cancel = cancel
        self.trace = trace
        self.entries: dict[str, Entry] = {}
        self.winner = ""
        self.rounds = 0
        self.proofs = 0
        """Contradictions of the whole board."""
        self.found: dict[Answer, None] = {}

    @cached_property
    def placements(self) -> Placements:
        """All of them. Found when somebody asks: a board that the first search fills at once needs none."""
        return find_placements(self.problem)

    def enter(self, name: str, search: TilingSearch) -> Entry:
        entry = self.entries[name] = Entry(search, Collector(self.problem, self.wanted))
        if self.trace.enabled and isinstance(search, PieceSearch):
            entry.reel = Reel(self.trace)
            search.film(entry.reel.watch)
        return entry

    # --- slices --------------------------------------------------------------------------------------------------------
    def slice(self, name: str, nodes: int) -> SolveResult | None:
        """Let one search go on; the result if it has come to the end of its task."""
        self.cancel.check()
        self._go_on(self.entries[name], nodes)
        return self._result([name])

    def _go_on(self, entry: Entry, nodes: int) -> None:
        """So many positions, whatever is found on the way."""
        entry.slices += 1
        if entry.reel is not None:
            entry.reel.begin()
        end = entry.search.positions + nodes
        while not entry.collector.enough and not entry.collector.lost and entry.search.positions < end:
            advance(entry.search, entry.collector, end - entry.search.positions)

    def _turn(self, name: str) -> None:
        """A slice as long as the others', by what the last one took."""
        entry = self.entries[name]
        before = entry.search.work
        self._go_on(entry, entry.nodes)
        done = max(1, entry.search.work - before)
        entry.nodes = max(200, min(4 * entry.nodes, entry.nodes * SLICE_WORK // done))

    def round(self, pool: ThreadPoolExecutor) -> SolveResult | None:
        """A slice of those whose turn it is, side by side."""
        self.cancel.check()
        self.rounds += 1
        names = [name for name, entry in self.entries.items()
                 if self.rounds % self._pace(name) == 0 and not entry.collector.lost]
        list(pool.map(self._turn, names))
        self.trace.progress(", ".join(f"{name} {self.entries[name].search.totals()['nodes']:,}" for name in names),
                            nodes=self.totals()["nodes"])
        return self._result(names)

    def _result(self, names: list[str]) -> SolveResult | None:
        """What the first of these that has finished says; new tilings are told on the way."""
        for name in names:
            self._tell_new(self.entries[name])
        done = next((name for name in names if self.entries[name].collector.enough), None)
        if done is None:
            return None
        self.winner = self.winner or done
        return self.entries[done].collector.result()

    def _tell_new(self, entry: Entry) -> None:
        """What is found is kept, even if the run is stopped; a film shows it later, in its place."""
        found = list(entry.collector.found)
        for answer in found[entry.told :]:
            if answer not in self.found:
                self.found[answer] = None
                if self.trace.enabled:
                    self.trace.found.append(answer)
                else:
                    self.trace.solution(answer)
        entry.told = len(found)

    def _pace(self, name: str) -> int:
        """Every how many rounds a search has its turn: the hopeful ones always, the others now and then."""
        if self.rounds <= EQUAL_ROUNDS or name in ("dives", "more dives"):
            return 1
        if name == "table":
            return 5 if self._memo_use("table") < 0.001 else 1
        if name in ("symmetric", "rectangles"):
            return 1 if self.rounds < 4 * EQUAL_ROUNDS else 2
        return 4 if len(self.entries) > 2 else 1

    def _memo_use(self, name: str) -> float:
        """How often a position was known: a scan whose memo hardly helps will not come through on a large board."""
        search = self.entries[name].search
        return search.totals()["memo_hits"] / max(1, search.positions)

    # --- what it took ----------------------------------------------------------------------------------------------------
    @property
    def work(self) -> int:
        return sum(entry.search.work for entry in self.entries.values())

    def totals(self) -> Totals:
        """Of all searches together: one root, and all their guesses."""
        totals = no_totals()
        totals["conflicts"] = self.proofs
        for entry in self.entries.values():
            for key, value in entry.search.totals().items():
                totals[key] = max(totals[key], value) if key == "max_depth" else totals[key] + value
            totals["conflicts"] += entry.collector.repeated
        return {**totals, "nodes": 1 + totals["guesses"]}

    # --- who enters when ---------------------------------------------------------------------------------------------
    def enter_table(self, memo_bits: int) -> bool:
        """The search that needs no placements; False where it is not made for the board."""
        from studio.families.tiling.kernel.table import TableSearch, usable

        if not usable(self.problem):
            return False
        self.enter("table", TableSearch(self.problem, memo_bits))
        return True

    def enter_mrv(self, placements: Placements, memo_bits: int) -> None:
        from studio.families.tiling.kernel.mrv import MrvSearch

        self.enter("mrv", MrvSearch(self.problem, placements, memo_bits))

    def finders(self) -> None:
        """Those that only find tilings: symmetric ones, rectangles made of rectangles, and dives where the stock is of many
        kinds."""
        from studio.families.tiling.kernel.dives import DivingSearch
        from studio.families.tiling.kernel.rectangles import RectangleSearch, can_be_parted
        from studio.families.tiling.kernel.symmetric import SymmetricSearch, find_foldings
        from studio.families.tiling.kernel.table import usable

        if self.wanted == 0:
            return
        foldings = find_foldings(self.problem, self.placements)
        if foldings:
            self.enter("symmetric", SymmetricSearch(self.problem, foldings))
        if can_be_parted(self.problem):
            self.enter("rectangles", RectangleSearch(self.problem))
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

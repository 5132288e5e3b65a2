"""Driving the compiled searches: slices between looks at the clock, solutions collected, events handed to the film."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from studio.core.engine import Cancel, Limits, SolveResult
from studio.core.puzzle import Answer
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernel_search import DEAD_END, DONE, LOST, SOLUTION, KernelSearch, Totals

SLICE = 20_000
DEAD_CELL, DEAD_POCKET, DEAD_TILE, DEAD_KNOWN = range(DEAD_END, DEAD_END + 4)
"""Why a position has no tiling: a cell that nothing covers, a pocket of a size that no pieces have, a tile that must be used
and has no room, a position that failed before."""


def no_totals() -> Totals:
    return {"nodes": 1, "guesses": 0, "backtracks": 0, "conflicts": 0, "max_depth": 0, "memo_hits": 0}


class TilingSearch(Protocol):
    """A resumable search: `run` goes on for some positions and says BUDGET, SOLUTION, DONE or LOST."""

    def run(self, max_nodes: int) -> int: ...

    def pieces(self) -> list[list[int]]: ...

    def totals(self) -> Totals: ...


class PieceSearch(KernelSearch):
    """A compiled search for tilings; its events name pieces and cells by numbers of its own."""

    def piece(self, first: int, second: int) -> list[int]:
        """The grid cells of the piece that an event names by two numbers."""
        raise NotImplementedError

    def place(self, number: int) -> int:
        """The grid cell that an event names."""
        return number

    def tile(self, number: int) -> int:
        """The tile that an event names."""
        return number

    @abstractmethod
    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""


class Collector:
    """Different tilings as answers, up to a wanted number (0: all)."""

    def __init__(self, problem: Problem, wanted: int) -> None:
        self.size = problem.board.size
        self.wanted = wanted
        self.found: dict[Answer, None] = {}
        self.exhausted = False
        self.lost = False
        """The search finds no more, but has not seen everything."""

    @property
    def enough(self) -> bool:
        return self.exhausted or (self.wanted > 0 and len(self.found) >= self.wanted)

    def add(self, pieces: Sequence[Sequence[int]]) -> Answer:
        answer = answer_of_pieces(self.size, pieces)
        self.found[answer] = None
        return answer

    def result(self, **rest: object) -> SolveResult:
        return SolveResult.of(list(self.found), self.exhausted, self.wanted, **rest)


def advance(search: TilingSearch, collector: Collector, nodes: int) -> bool:
    """Run a slice; True if the search has come to something (a tiling, or its end)."""
    code = search.run(nodes)
    if code == SOLUTION:
        collector.add(search.pieces())
        return True
    if code == DONE:
        collector.exhausted = True
        return True
    collector.lost = code == LOST
    return False


def drive(search: PieceSearch, problem: Problem, wanted: int, limits: Limits, trace: TraceWriter, cancel: Cancel
          ) -> SolveResult:
    """Search to the wanted number of tilings or to the end."""
    collector = Collector(problem, wanted)
    try:
        while not collector.enough:
            cancel.check()
            advance(search, collector, SLICE)
    finally:
        trace.count(**{k: v for k, v in search.totals().items() if k != "memo_hits"})
    return collector.result(stats={**search.totals(), "depth_histogram": search.nodes_by_depth()})

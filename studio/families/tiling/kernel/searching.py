"""Driving the compiled searches: slices between looks at the clock, solutions collected, films made of the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from studio.core.engine import Cancel, Limits, SolveResult
from studio.core.puzzle import Answer
from studio.core.trace import TraceWriter, move_cell
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.problem import Problem

BUDGET, SOLUTION, DONE, LOST = range(4)
"""What a slice of search comes back with: out of nodes, a tiling, everything searched, nothing more to find (but no proof)."""
SLICE = 20_000
FILM_NODES = 200_000


class TilingSearch(Protocol):
    """A resumable search: `run` goes on for some nodes and says BUDGET, SOLUTION, DONE or LOST."""

    def run(self, max_nodes: int) -> int: ...

    def pieces(self) -> list[list[int]]: ...

    def totals(self) -> dict[str, int]: ...


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


def drive(search: CountingSearch, problem: Problem, wanted: int, limits: Limits, trace: TraceWriter, cancel: Cancel
          ) -> SolveResult:
    """Search to the wanted number of tilings or to the end."""
    collector = Collector(problem, wanted)
    if trace.enabled:
        Film(trace).follow(search, collector, cancel, limits)
    try:
        while not collector.enough:
            cancel.check()
            advance(search, collector, SLICE)
    finally:
        if not trace.enabled:
            totals = search.totals()
            trace.count(guesses=totals["nodes"], conflicts=totals["conflicts"], max_depth=totals["max_depth"])
    histogram = {} if trace.enabled else {"depth_histogram": nodes_by_depth(search)}
    return collector.result(stats={**search.totals(), **histogram})


class CountingSearch(TilingSearch, Protocol):
    """A search whose kernel counts its nodes by depth."""

    @property
    def state(self) -> Any: ...


def nodes_by_depth(search: CountingSearch) -> list[int]:
    """How many nodes the search had at each depth: the kernels count them on the way."""
    counts: list[int] = search.state.depth_nodes.tolist()
    return counts[: search.totals()["max_depth"] + 1]


class Film:
    """Turns a search's stack into events: what was laid, what was taken back. One look per node."""

    def __init__(self, trace: TraceWriter) -> None:
        self.trace = trace
        self.shown: list[tuple[int, ...]] = []
        self._moves: dict[tuple[int, ...], int] = {}

    def follow(self, search: TilingSearch, collector: Collector, cancel: Cancel, limits: Limits,
               stop: Callable[[], bool] = lambda: False) -> None:
        """Film node by node until there is enough, or the film is long enough."""
        budget = min(FILM_NODES, limits.events // 4)
        for _ in range(budget):
            if collector.enough or stop():
                return
            cancel.check()
            code = search.run(1)
            self.show([tuple(cells) for cells in search.pieces()])
            if code == SOLUTION:
                self.trace.solution(collector.add(search.pieces()))
            elif code == DONE:
                collector.exhausted = True
                self.show([])
        self.trace.note("the film ends here; the search goes on unfilmed")

    def show(self, stack: list[tuple[int, ...]]) -> None:
        """From the stack shown to this one."""
        same = 0
        while same < min(len(stack), len(self.shown)) and stack[same] == self.shown[same]:
            same += 1
        if same < len(self.shown):
            self.trace.conflict()
            self.trace.backtrack(same)
        for cells in stack[same:]:
            self.trace.guess(move_cell(self._move(cells)), 1)
        self.shown = stack

    def _move(self, cells: tuple[int, ...]) -> int:
        known = self._moves.get(cells)
        if known is None:
            number = len(self._moves) + 1
            known = self._moves[cells] = self.trace.declare_move([(i, number) for i in cells])
        return known

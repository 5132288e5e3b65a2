"""Driving the compiled searches: slices between looks at the clock, solutions collected, events handed to the film."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from studio.core.engine import Cancel, Limits, SolveResult
from studio.core.puzzle import Answer
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels.search import DEAD_END, DONE, LOST, SOLUTION, KernelSearch, Totals

SLICE = 20_000
DEAD_CELL, DEAD_POCKET, DEAD_TILE, DEAD_KNOWN = range(DEAD_END, DEAD_END + 4)
"""Why a position has no tiling: a cell that nothing covers, a pocket of a size that no pieces have, a tile that must be used
and has no room, a position that failed before."""


def no_totals() -> Totals:
    return {"nodes": 1, "guesses": 0, "backtracks": 0, "conflicts": 0, "max_depth": 0, "memo_hits": 0,
            "restarts": 0}


class TilingSearch(Protocol):
    """A resumable search: `run` goes on for some positions and says BUDGET, SOLUTION, DONE or LOST."""

    def run(self, max_nodes: int) -> int: ...

    def pieces(self) -> list[list[int]]: ...

    def totals(self) -> Totals: ...

    @property
    def positions(self) -> int: ...

    @property
    def work(self) -> int: ...


class PieceSearch(KernelSearch):
    """A compiled search for tilings; its events name pieces and cells by numbers of its own."""

    @property
    def work(self) -> int:
        """How much was done, in units of about ten nanoseconds on a machine of 2022: counted, not timed, so that equal requests
        go equal ways."""
        return 27 * self.positions

    def piece(self, first: int, second: int) -> list[int]:
        """The grid cells of the piece that an event names by two numbers."""
        raise NotImplementedError

    def place(self, number: int) -> int:
        """The grid cell that an event names."""
        return number

    def tile(self, number: int) -> int:
        """The tile that an event names."""
        return number

    def names_tile(self, number: int) -> bool:
        """Whether the item that an event names is a tile, not a cell."""
        return False

    orders_pieces = False
    """True where equal pieces are told apart and not every order of them is tried: a dead end may then be one of this order
    only."""

    @abstractmethod
    def pieces(self) -> list[list[int]]:
        """The grid cells of every piece on the stack."""


class Collector:
    """Different tilings as answers, up to a wanted number (0: all)."""

    def __init__(self, problem: Problem, wanted: int) -> None:
        self.size = problem.board.size
        self._demanding = problem if any(tile.least for tile in problem.tiles) else None
        self.wanted = wanted
        self.found: dict[Answer, None] = {}
        self.repeated = 0
        """Tilings that came up again: dead ends, since there is nothing new in them."""
        self.exhausted = False
        self.lost = False
        """The search finds no more, but has not seen everything."""

    @property
    def enough(self) -> bool:
        return self.exhausted or (self.wanted > 0 and len(self.found) >= self.wanted)

    def add(self, pieces: Sequence[Sequence[int]]) -> Answer | None:
        """The tiling as an answer if it is a new one."""
        answer = answer_of_pieces(self.size, pieces)
        if answer in self.found or (self._demanding is not None and not enough_used(self._demanding, pieces)):
            self.repeated += 1
            return None
        self.found[answer] = None
        return answer

    def tell(self, pieces: Sequence[Sequence[int]], trace: TraceWriter) -> None:
        """Add a tiling and say so."""
        answer = self.add(pieces)
        if answer is not None:
            trace.solution(answer)

    def result(self, **rest: object) -> SolveResult:
        return SolveResult.of(list(self.found), self.exhausted, self.wanted, **rest)


def enough_used(problem: Problem, pieces: Sequence[Sequence[int]]) -> bool:
    """Whether every tile is used as often as it must be. Searches do not look at that before they are through."""
    used = Counter(problem.tile_of(list(cells)) for cells in pieces)
    return all(used[t] >= tile.least for t, tile in enumerate(problem.tiles))


def advance(search: TilingSearch, collector: Collector, nodes: int) -> Answer | None:
    """Run a slice; the answer if it ends with a new tiling. What else it comes to is in the collector."""
    code = search.run(nodes)
    if code == SOLUTION:
        return collector.add(search.pieces())
    collector.exhausted = code == DONE
    collector.lost = code == LOST
    return None


def drive(search: PieceSearch, problem: Problem, wanted: int, limits: Limits, trace: TraceWriter, cancel: Cancel
          ) -> SolveResult:
    """Search to the wanted number of tilings or to the end."""
    from studio.families.tiling.kernel.film import FILM_EVENTS, Film

    collector = Collector(problem, wanted)
    film = Film(trace, problem, search, min(FILM_EVENTS, limits.events)) if trace.enabled else None
    if film is not None:
        search.film(film.watch)
    try:
        while not collector.enough:
            cancel.check()
            answer = advance(search, collector, SLICE)
            if answer is not None and (film is None or answer not in film.told):
                trace.solution(answer)  # a film tells it in its place
            trace.progress("", nodes=search.totals()["nodes"], deepest=search.totals()["max_depth"])
    finally:
        count_totals(trace, search, collector)
    return collector.result(stats=depth_stats(search))


def count_totals(trace: TraceWriter, search: PieceSearch, collector: Collector) -> None:
    """The totals of the run by the kernel's own counters. Where only some orders of equal pieces are tried, nobody knows
    which of its dead ends are dead ends of the board."""
    totals = search.totals()
    conflicts = None if search.orders_pieces else totals["conflicts"] + collector.repeated
    trace.count(guesses=totals["guesses"], backtracks=totals["backtracks"], max_depth=totals["max_depth"],
                conflicts=conflicts, restarts=0, cuts=0, deductions=0)


def depth_stats(search: PieceSearch) -> dict[str, Any]:
    """Guesses by depth, as the kernel counted them, and what its memo knew."""
    by_depth = search.nodes_by_depth()
    guesses = sum(by_depth)
    mean = sum(depth * n for depth, n in enumerate(by_depth)) / guesses if guesses else 0.0
    hits = search.totals()["memo_hits"]
    return {"depth_histogram": by_depth if guesses else [], "mean_depth": round(mean, 3), "memo_hits": hits}

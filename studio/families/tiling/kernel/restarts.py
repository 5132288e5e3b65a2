"""A search that starts over in another random order when it has gone on for long: luck comes early or not at all."""

from __future__ import annotations

from collections.abc import Callable

from studio.families.tiling.kernel.searching import TilingSearch, no_totals
from studio.solvers.kernels.search import BUDGET


def luby(n: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 …, from n = 1 on."""
    power = 1
    while (1 << power) - 1 < n:
        power += 1
    if (1 << power) - 1 == n:
        return 1 << (power - 1)
    return luby(n - (1 << (power - 1)) + 1)


def joined(past: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    """The totals of searches one after the other; each begins at the root, which is one node."""
    total = {key: max(old, now[key]) if key == "max_depth" else old + now[key] for key, old in past.items()}
    return {**total, "nodes": 1 + total["guesses"]}


class RestartingSearch:
    """``make(k)`` gives the k-th search. Only for a first tiling; a run that comes to its end proves that there is none."""

    def __init__(self, make: Callable[[int], TilingSearch], nodes: int = 8000) -> None:
        self._make = make
        self._nodes = nodes
        self._round = 1
        self._past, self._past_positions, self._past_work = no_totals(), 0, 0
        self.current = make(1)

    def run(self, max_nodes: int) -> int:
        left = self._nodes * luby(self._round) - self.current.positions
        if left <= 0:
            self._past, self._past_positions, self._past_work = self.totals(), self.positions, self.work
            self._past["restarts"] += 1
            self._round += 1
            self.current = self._make(self._round)
            left = self._nodes * luby(self._round)
        return self.current.run(min(max_nodes, left)) or BUDGET

    def pieces(self) -> list[list[int]]:
        return self.current.pieces()

    def totals(self) -> dict[str, int]:
        return joined(self._past, self.current.totals())

    @property
    def positions(self) -> int:
        return self._past_positions + self.current.positions

    @property
    def work(self) -> int:
        return self._past_work + self.current.work

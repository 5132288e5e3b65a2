"""What `connected` asks of a graph, on sets of nodes as bits of an integer. A board has `core.bits.BitGrid`, others this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from studio.core.bits import cells_of


class Graph(Protocol):
    """Nodes are numbers, sets of nodes are bits: bit i = node i."""

    def around(self, cells: int) -> int:
        """The nodes beside a set, without the set itself."""
        ...

    def flood(self, seed: int, allowed: int) -> int:
        """The seed and what it reaches through allowed nodes."""
        ...

    def parts(self, cells: int) -> Iterator[int]:
        """The connected parts of a set."""
        ...


class BitGraph:
    """A graph by its adjacency: for every node the nodes beside it."""

    def __init__(self, adjacency: Sequence[Sequence[int]]) -> None:
        self._beside = [sum(1 << other for other in others) for others in adjacency]

    def around(self, cells: int) -> int:
        found = 0
        for node in cells_of(cells):
            found |= self._beside[node]
        return found & ~cells

    def flood(self, seed: int, allowed: int) -> int:
        reached = wave = seed
        while wave:
            wave = self.around(wave) & allowed & ~reached
            reached |= wave
        return reached

    def parts(self, cells: int) -> Iterator[int]:
        while cells:
            part = self.flood(cells & -cells, cells)
            yield part
            cells &= ~part

"""What `connected` asks of a graph, on sets of nodes as bits of an integer. A board has `core.bits.PaddedGrid`, others this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from studio.core.bits import bits_of, cells_of


class Graph(Protocol):
    """Nodes are numbers; a set of nodes is an integer, with `bits[node]` for each."""

    bits: Sequence[int]

    def mask(self, cells: Iterable[int]) -> int:
        """Nodes as a set."""
        ...

    def cells(self, mask: int) -> list[int]:
        """The nodes of a set, ascending."""
        ...

    def around(self, mask: int) -> int:
        """The nodes beside a set, without the set itself."""
        ...

    def flood(self, seed: int, allowed: int) -> int:
        """What of `allowed` the seed reaches through it."""
        ...

    def groups(self, mask: int) -> list[int]:
        """The connected parts of a set."""
        ...


class BitGraph:
    """A graph by its adjacency: for every node the nodes beside it."""

    def __init__(self, adjacency: Sequence[Sequence[int]]) -> None:
        self.bits: Sequence[int] = [1 << node for node in range(len(adjacency))]
        self._beside = [bits_of(others) for others in adjacency]

    def mask(self, cells: Iterable[int]) -> int:
        return bits_of(cells)

    def cells(self, mask: int) -> list[int]:
        return cells_of(mask)

    def around(self, mask: int) -> int:
        found = 0
        for node in cells_of(mask):
            found |= self._beside[node]
        return found & ~mask

    def flood(self, seed: int, allowed: int) -> int:
        reached = wave = seed & allowed
        while wave:
            wave = self.around(wave) & allowed & ~reached
            reached |= wave
        return reached

    def groups(self, mask: int) -> list[int]:
        found = []
        while mask:
            group = self.flood(mask & -mask, mask)
            found.append(group)
            mask &= ~group
        return found

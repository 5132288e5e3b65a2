"""Long tables of small Python objects, packed: a million sentences or moves must not cost a gigabyte."""

from __future__ import annotations

import marshal
import zlib
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from studio.core.trace import Reason

BLOCK = 1024
"""Reasons that are compressed together. Sentences of one rule are alike, so a block shrinks to a tenth."""
UNPACKED_BLOCKS = 8


class Reasons:
    """An append-only list of reasons. The newest block is open; older ones are compressed and unpacked when asked for."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open: list[Reason] = []
        self._unpacked: OrderedDict[int, list[tuple[str, tuple[int, ...]]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._open)

    @property
    def nbytes(self) -> int:
        """Size of the packed blocks."""
        return sum(map(len, self._blocks))

    def extend(self, reasons: Sequence[Reason]) -> None:
        self._open.extend(reasons)
        while len(self._open) >= BLOCK:
            plain = [(reason.text, reason.cells) for reason in self._open[:BLOCK]]
            self._blocks.append(zlib.compress(marshal.dumps(plain), 1))
            del self._open[:BLOCK]

    def __getitem__(self, number: int) -> Reason:
        if not 0 <= number < len(self):
            raise IndexError(number)
        block, offset = divmod(number, BLOCK)
        return self._open[offset] if block == len(self._blocks) else Reason(*self._block(block)[offset])

    def _block(self, block: int) -> list[tuple[str, tuple[int, ...]]]:
        known = self._unpacked.get(block)
        if known is None:
            known = marshal.loads(zlib.decompress(self._blocks[block]))
            self._unpacked[block] = known
            if len(self._unpacked) > UNPACKED_BLOCKS:
                self._unpacked.popitem(last=False)
        return known


class Moves:
    """An append-only list of moves (several cells set at once) as three flat arrays, so that replays can use them whole."""

    def __init__(self) -> None:
        self._starts: list[int] = [0]
        self._cells: list[int] = []
        self._values: list[int] = []
        self._arrays: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]] | None = None

    def __len__(self) -> int:
        return len(self._starts) - 1

    def extend(self, moves: Sequence[Sequence[tuple[int, int]]]) -> None:
        for move in moves:
            self._cells += [cell for cell, _ in move]
            self._values += [value for _, value in move]
            self._starts.append(len(self._cells))
        if moves:
            self._arrays = None

    def __getitem__(self, number: int) -> tuple[tuple[int, int], ...]:
        if not 0 <= number < len(self):
            raise IndexError(number)
        part = slice(self._starts[number], self._starts[number + 1])
        return tuple(zip(self._cells[part], self._values[part]))

    def expand(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
        """For a list of moves: which of them each set cell belongs to, the cells, and their values."""
        if self._arrays is None:
            self._arrays = (np.array(self._starts, np.int64), np.array(self._cells, np.int64), np.array(self._values, np.int32))
        starts, cells, values = self._arrays
        lengths = starts[numbers + 1] - starts[numbers]
        owner = np.repeat(np.arange(len(numbers)), lengths)
        inside = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        at = starts[numbers][owner] + inside
        return owner, cells[at], values[at]

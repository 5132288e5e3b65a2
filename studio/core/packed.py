"""Long tables of small Python objects, packed: a million sentences or moves must not cost a gigabyte.

A packed block is plain data (text, whole numbers, JSON), so that film files hold the very same blocks and reading a foreign one
runs nothing.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core.events import Event, Kind, Link, Reason, Trial
from studio.core.say import say

BLOCK = 1024
"""Reasons that are compressed together. Sentences of one rule are alike, so a block shrinks to a tenth."""
UNPACKED_BLOCKS = 8
LARGEST_BLOCK = 64 * 1024 * 1024
"""Bytes that a block may unpack to: trials make some blocks large, a damaged file would make them endless."""
DEEPEST_TRIAL = 8
_HEAD = struct.Struct("<IIII")
_SEPARATOR = "\x00"
_GRAPHS = "graphs"


class BadBlock(ValueError):
    """A block that is not what `pack` makes."""


def pack(reasons: Sequence[Reason]) -> bytes:
    text = _SEPARATOR.join([reason.text.replace(_SEPARATOR, " ") for reason in reasons]).encode("utf-8", "replace")
    counts = np.array([len(reason.cells) for reason in reasons], "<i4")
    cells = np.array([cell for reason in reasons for cell in reason.cells], "<i4")
    told: dict[Any, Any] = {number: [_trial_out(trial) for trial in reason.trials]
                            for number, reason in enumerate(reasons) if reason.trials}
    graphs = {number: [[link.text, link.cells, link.depth, link.because, link.causes] for link in reason.graph]
              for number, reason in enumerate(reasons) if reason.graph}
    if graphs:
        told[_GRAPHS] = graphs
    trials = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() if told else b""
    head = _HEAD.pack(len(reasons), len(text), len(cells), len(trials))
    return zlib.compress(b"".join((head, counts.tobytes(), cells.tobytes(), text, trials)), 1)


class Unpacked:
    """The reasons of a block, made one by one when asked for; BadBlock if it is none."""

    def __init__(self, block: bytes) -> None:
        try:
            self._read(inflate(block, LARGEST_BLOCK))
        except (ValueError, TypeError, LookupError, struct.error, RecursionError) as fault:
            raise BadBlock(str(fault)) from None

    def _read(self, raw: bytes) -> None:
        count, text_length, cell_count, trial_length = _HEAD.unpack_from(raw)
        if count < 1 or len(raw) != _HEAD.size + 4 * (count + cell_count) + text_length + trial_length:
            raise BadBlock(say("its parts do not fit together"))
        at = _HEAD.size
        counts = np.frombuffer(raw, "<i4", count, at)
        if counts.min() < 0 or int(counts.sum()) != cell_count:
            raise BadBlock(say("its cells do not fit its sentences"))
        self.cells = np.frombuffer(raw, "<i4", cell_count, at + 4 * count)
        self._ends = np.cumsum(counts)
        at += 4 * (count + cell_count)
        self._texts = raw[at : at + text_length].decode().split(_SEPARATOR)
        if len(self._texts) != count:
            raise BadBlock(say("its sentences are not as many as it says"))
        told = json.loads(raw[at + text_length :]) if trial_length else {}
        self._graphs = {int(number): _graph_in(links) for number, links in told.pop(_GRAPHS, {}).items()}
        self._trials = {int(number): tuple(_trial_in(each) for each in trials) for number, trials in told.items()}

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, number: int) -> Reason:
        start = int(self._ends[number - 1]) if number else 0
        return Reason(self._texts[number], tuple(self.cells[start : self._ends[number]].tolist()),
                      trials=self._trials.get(number, ()), graph=self._graphs.get(number, ()))

    def graphs(self) -> Iterable[tuple[Link, ...]]:
        return self._graphs.values()

    def trials(self) -> Iterable[Trial]:
        return (trial for trials in self._trials.values() for trial in trials)


def inflate(data: bytes, most: int) -> bytes:
    """Decompressed, if that gives no more than `most` bytes and the data ends there; BadBlock otherwise."""
    machine = zlib.decompressobj()
    try:
        raw = machine.decompress(data, most + 1)
    except zlib.error as fault:
        raise BadBlock(str(fault)) from None
    if len(raw) > most or not machine.eof or machine.unused_data:
        raise BadBlock(say("a part has another length than it says"))
    return raw


def _trial_out(trial: Trial) -> list[list[Any]]:
    return [[int(step.kind), step.depth, step.cell, step.value, step.rule,
             *([step.reason.text, list(step.reason.cells), [_trial_out(each) for each in step.reason.trials]]
               if step.reason is not None else [])] for step in trial]


def _trial_in(steps: Any, depth: int = 0) -> Trial:
    if depth > DEEPEST_TRIAL:
        raise BadBlock(say("suppositions lie too deep in each other"))
    found = []
    for step in steps:
        kind, level, cell, value, rule, *why = step
        if not (all(type(number) is int for number in (kind, level, cell, value)) and type(rule) is str):
            raise BadBlock(say("a supposed step is none"))
        found.append(Event(Kind(kind), level, cell, value, rule, _reason_in(why, depth), 0.0))
    return tuple(found)


def _graph_in(links: Any) -> tuple[Link, ...]:
    found: list[Link] = []
    for text, cells, depth, because, causes in links:
        numbers = [depth, *cells, *causes]
        if not (type(text) is str and type(because) is str and all(type(number) is int for number in numbers)):
            raise BadBlock(say("a link of a contradiction is none"))
        if any(not 0 <= cause < len(found) for cause in causes):
            raise BadBlock(say("a link of a contradiction rests on none before it"))
        found.append(Link(text, tuple(cells), depth, because, tuple(causes)))
    return tuple(found)


def _reason_in(why: list[Any], depth: int) -> Reason | None:
    if not why:
        return None
    text, cells, trials = why
    if type(text) is not str or not all(type(cell) is int for cell in cells):
        raise BadBlock(say("a supposed step's reason is none"))
    return Reason(text, tuple(cells), trials=tuple(_trial_in(each, depth + 1) for each in trials))


class Reasons:
    """An append-only list of reasons. The newest block is open; older ones are compressed and unpacked when asked for."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open: list[Reason] = []
        self._unpacked: OrderedDict[int, Unpacked] = OrderedDict()

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._open)

    @property
    def nbytes(self) -> int:
        """Size of the packed blocks."""
        return sum(map(len, self._blocks))

    def extend(self, reasons: Sequence[Reason]) -> None:
        self._open.extend(reasons)
        while len(self._open) >= BLOCK:
            self._blocks.append(pack(self._open[:BLOCK]))
            del self._open[:BLOCK]

    def blocks(self) -> list[bytes]:
        """All of it as packed blocks, the last one as long as it is."""
        return [*self._blocks, *([pack(self._open)] if self._open else [])]

    def take_blocks(self, blocks: Sequence[bytes], fits: Callable[[Unpacked], None]) -> None:
        """Take over what `blocks` gave. Each is unpacked and shown to `fits` (which raises BadBlock) before it is believed."""
        for number, block in enumerate(blocks):
            reasons = Unpacked(block)
            last = number == len(blocks) - 1
            if len(reasons) > BLOCK or (len(reasons) < BLOCK and not last):
                raise BadBlock(say("a block has another length than the others"))
            fits(reasons)
            if len(reasons) == BLOCK:
                self._blocks.append(block)
            else:
                self._open = [reasons[number] for number in range(len(reasons))]

    def __getitem__(self, number: int) -> Reason:
        if not 0 <= number < len(self):
            raise IndexError(number)
        block, offset = divmod(number, BLOCK)
        return self._open[offset] if block == len(self._blocks) else self._block(block)[offset]

    def _block(self, block: int) -> Unpacked:
        known = self._unpacked.get(block)
        if known is None:
            known = self._unpacked[block] = Unpacked(self._blocks[block])
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

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
        """Where each move starts (with an end mark), and the cells and values of all."""
        if self._arrays is None:
            self._arrays = (np.array(self._starts, np.int64), np.array(self._cells, np.int64), np.array(self._values, np.int32))
        return self._arrays

    def expand(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
        """For a list of moves: which of them each set cell belongs to, the cells, and their values."""
        starts, cells, values = self.arrays()
        lengths = starts[numbers + 1] - starts[numbers]
        owner = np.repeat(np.arange(len(numbers)), lengths)
        inside = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        at = starts[numbers][owner] + inside
        return owner, cells[at], values[at]

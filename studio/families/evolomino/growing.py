"""From solutions with small blocks to solutions with large ones: a block grows towards a far cell, its kin grow alike.

On a board with few arrows almost every cell can hold a square, most of them only as the end of a long block. A search builds
each such block anew, cell by cell and conflict by conflict. Here all blocks of one arrow get the same further cells: each is
still the one before it, shifted, plus the same added square. What is met is a solution; what is not met proves nothing.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from studio.families.evolomino.check import arrow_blocks
from studio.families.evolomino.model import Field

Squares = frozenset[int]
Shift = tuple[int, int]
"""Rows and columns."""
QUIET, QUIET_AT_LEAST = 3, 40
"""Rounds over all arrows (and tries at least) that may show nothing new before growing ends."""
BESIDE = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class Kin:
    """The blocks of one arrow in a solution, and where the first one lies in each of them."""

    squares: Squares
    blocks: tuple[tuple[int, ...], ...]
    shifts: tuple[Shift, ...]


def kin_of(field: Field, squares: Squares) -> list[Kin]:
    """For every arrow."""
    routes = arrow_blocks(field, field.components(set(squares)))
    return [_kin(field, squares, tuple(block for _, block in route)) for route in routes]


def _kin(field: Field, squares: Squares, blocks: tuple[tuple[int, ...], ...]) -> Kin:
    shifts = [(0, 0)]
    for before, after in itertools.pairwise(blocks):
        down, right = _shift(field, before, after)
        shifts.append((shifts[-1][0] + down, shifts[-1][1] + right))
    return Kin(squares, blocks, tuple(shifts))


def _shift(field: Field, before: Sequence[int], after: Sequence[int]) -> Shift:
    """The first cell of a block lands on the first of the next one or, if that is the added one, on the second."""
    row, col = divmod(before[0], field.cols)
    wanted = set(after)
    for landing in after[:2]:
        down, right = landing // field.cols - row, landing % field.cols - col
        if all(moved(field, cell, down, right) in wanted for cell in before):
            return down, right
    raise AssertionError("a solution's blocks evolve")


def moved(field: Field, cell: int, down: int, right: int) -> int:
    """The cell so many rows and columns further; -1 off the board."""
    row, col = cell // field.cols + down, cell % field.cols + right
    return row * field.cols + col if 0 <= row < field.rows and 0 <= col < field.cols else -1


class Grower:
    """Solutions of one field with blocks that have grown."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._free = [not blocked and cell not in field.place_on_arrow for cell, blocked in enumerate(field.blocked)]
        self._tried: list[set[tuple[Shift, ...]]] = [set() for _ in field.arrows]

    def solutions(self, known: Iterable[Squares], wanted: set[int]) -> Iterator[Squares]:
        """Solutions with squares in wanted cells. Whoever asks takes the cells that it has seen from `wanted`."""
        quiet = 0
        for kin in self._rounds(known):
            before = len(wanted)
            for member in range(len(kin.blocks)):
                yield from self._grown(kin, member, wanted)
            quiet = 0 if len(wanted) < before else quiet + 1
            if not wanted or quiet >= max(QUIET * len(self.field.arrows), QUIET_AT_LEAST):
                return

    def _rounds(self, known: Iterable[Squares]) -> Iterator[Kin]:
        """Of every arrow the first kin, then the second, and so on; of those with the same shifts only one, ever."""
        lines: list[list[Kin]] = [[] for _ in self.field.arrows]
        for squares in known:
            for line, tried, kin in zip(lines, self._tried, kin_of(self.field, squares), strict=True):
                if kin.shifts not in tried:
                    tried.add(kin.shifts)
                    line.append(kin)
        waiting = deque(iter(line) for line in lines)
        while waiting:
            following = next(waiting[0], None)
            if following is None:
                waiting.popleft()
            else:
                waiting.rotate(-1)
                yield following

    def _grown(self, kin: Kin, member: int, wanted: set[int]) -> Iterator[Squares]:
        """This block of the kin grows by one path after another, the longest first."""
        ways = self._ways(kin, member)
        for cell in reversed(list(ways)):
            if cell in wanted:
                more = [self._image(kin, member, other, step) for step in ways[cell] for other in range(len(kin.blocks))]
                yield kin.squares.union(more)

    def _image(self, kin: Kin, member: int, other: int, cell: int) -> int:
        """What this cell of one block is in another one of the kin."""
        (down, right), (own_down, own_right) = kin.shifts[other], kin.shifts[member]
        return moved(self.field, cell, down - own_down, right - own_right)

    def _ways(self, kin: Kin, member: int) -> dict[int, frozenset[int]]:
        """Cells that the block can grow to, nearest first, and the further cells that it then has."""
        near = self.field.neighbours
        owner = {cell: number for number, block in enumerate(kin.blocks) for cell in block}
        touching = self._touching(kin)
        ways: dict[int, frozenset[int]] = {}
        common = (self._image(kin, 0, member, cell) for cell in kin.blocks[0])  # not from what was added: the first lacks it
        waiting: deque[tuple[int, frozenset[int]]] = deque((cell, frozenset()) for cell in common)
        while waiting:
            end, way = waiting.popleft()
            for cell in near[end]:
                if cell in ways or cell in kin.squares or not self._fits(kin, member, owner, cell):
                    continue
                longer = way | {cell}
                if not any(moved(self.field, cell, *apart) in longer for apart in touching):
                    ways[cell] = longer
                    waiting.append((cell, longer))
        return ways

    def _fits(self, kin: Kin, member: int, owner: dict[int, int], cell: int) -> bool:
        """In every block of the kin this cell is free, and beside no other block of the board."""
        for number in range(len(kin.blocks)):
            image = self._image(kin, member, number, cell)
            if image < 0 or not self._free[image] or image in kin.squares:
                return False
            if any(other in kin.squares and owner.get(other) != number for other in self.field.neighbours[image]):
                return False
        return True

    def _touching(self, kin: Kin) -> list[Shift]:
        """Two cells of a way that lie so apart would make two blocks of the kin overlap, or touch."""
        return sorted({(one[0] - two[0] + down, one[1] - two[1] + right) for one in kin.shifts for two in kin.shifts
                       if one != two for down, right in BESIDE})

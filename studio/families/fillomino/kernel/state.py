"""The working state of the clause kernel: flat arrays that plain Python and numba both can read.

Cells live on a padded board (`cols + 1` columns, one spare row above and below), so that a neighbour is an
offset and never needs a bounds check; outside cells simply hold no possible value.

Values are numbered 0..K-1.  Value k stands for regions of `lo[k] .. hi[k]` cells.  All have lo = hi but the last one of
the challenging variant, the *anonymous* value: an unclued region larger than every small value, of no particular size.
That keeps the number of values small where the thesis (section 4.2) has none but the number of empty cells as a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

OPEN = -1  # a cell of the board whose value is not decided
OUTSIDE = -2  # a cell of the padding

# Slots of `State.ctl`, the few scalars that change.
TRAIL, STAMP, FOUND, PENDING, BATCH, WORK, SEED, AREA, SLACK = range(9)

NewState = Callable[[int, int, int, int], "State"]
"""(padded cells M, values K, padded row length, basic) -> a state of zeros"""


class State(NamedTuple):
    """One board under propagation. Arrays are numpy arrays (compiled) or lists (plain); the names say the same.

    `LENGTHS` says how long each is. The compiled kernel has them all in one (see `packing.py`).
    """

    cells: int  # padded cells, M
    values: int  # K
    width: int  # padded row length
    basic: int  # 1: every region must hold a clue
    poss: Any  # [K*M] 1 while cell p may hold value k (index k*M+p)
    count: Any  # [M] how many values are left
    value: Any  # [M] the decided value, OPEN or OUTSIDE
    clue: Any  # [M] 1 where the puzzle gives a number
    lo: Any  # [K] fewest cells of a region
    hi: Any  # [K] most cells of a region
    parent: Any  # [M] union-find over decided cells of equal value
    member: Any  # [M] circular list of a group's cells
    gsize: Any  # [M] cells of the group, at its root
    gclue: Any  # [M] clues of the group, at its root
    trail: Any  # what to undo
    evflag: Any  # [K*M] event pending?
    evlist: Any  # [K*M] pending events, per value
    evcount: Any  # [K]
    cdirty: Any  # [K] value whose components changed
    need: Any  # [K] area: groups of which no two fit into one region
    single: Any  # [K] 1: the board has exactly one region of this value, and some of its cells are decided
    mark: Any  # [M] stamps of `reach`
    dist: Any  # [M]
    dmark: Any  # [M]
    order: Any  # [M] cells in the order `reach` met them
    head: Any  # buckets of `reach`
    node: Any
    nextnode: Any
    seen: Any  # [M] stamps of the batches
    todo: Any  # [M]
    cand: Any  # [M]
    kept: Any  # [K*M] probing: what all branches so far removed
    tried: Any  # [M] probing: cells tried
    stack: Any  # [3*M] decisions of a dive
    ctl: Any
    packed: Any = None  # the same, as compiled functions take it


PER_VALUE, PER_CELL, PER_BOTH = (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
SCALARS, THREE_PER_CELL, FIVE_PER_CELL, ALL = (10, 0, 0, 0), (0, 0, 3, 0), (0, 0, 5, 0), (8, 0, 1, 1)
LENGTHS: dict[str, tuple[int, int, int, int]] = {
    "ctl": SCALARS, "lo": PER_VALUE, "hi": PER_VALUE, "evcount": PER_VALUE, "cdirty": PER_VALUE, "need": PER_VALUE,
    "single": PER_VALUE, "count": PER_CELL, "value": PER_CELL, "clue": PER_CELL, "parent": PER_CELL, "member": PER_CELL,
    "gsize": PER_CELL, "gclue": PER_CELL, "mark": PER_CELL, "dist": PER_CELL, "dmark": PER_CELL, "order": PER_CELL,
    "head": PER_CELL, "seen": PER_CELL, "todo": PER_CELL, "cand": PER_CELL, "tried": PER_CELL, "stack": THREE_PER_CELL,
    "node": FIVE_PER_CELL, "nextnode": FIVE_PER_CELL, "evlist": PER_BOTH, "kept": PER_BOTH, "trail": ALL,
    "poss": PER_BOTH, "evflag": PER_BOTH,
}
"""Length of each array as coefficients of (1, K, M, K*M)."""
FLAGS = ("poss", "evflag")
"""Arrays of which a byte per entry is enough."""


def length_of(size: tuple[int, int, int, int], cells: int, values: int) -> int:
    return size[0] + size[1] * values + size[2] * cells + size[3] * values * cells


def plain_state(cells: int, values: int, width: int, basic: int) -> State:
    """A state of lists: faster than arrays for plain Python."""
    return State(cells=cells, values=values, width=width, basic=basic,
                 **{name: [0] * length_of(size, cells, values) for name, size in LENGTHS.items()})


@dataclass(frozen=True)
class Values:
    """The values of one board: region sizes in ascending order, then perhaps the anonymous value."""

    sizes: tuple[int, ...]
    m0: int
    anonymous: bool

    @classmethod
    def of(cls, givens: Sequence[int], basic: bool, at_least: int = 0) -> Values:
        """m0 is the largest clue if that is at most 16, else at least 12; `at_least` asks for a larger one."""
        clues = {given for given in givens if given > 0}
        if basic:
            return cls(tuple(sorted(clues)), 0, False)
        m0 = max((given for given in clues if given <= 16), default=0)
        if any(given > 16 for given in clues):
            m0 = max(m0, 12)
        m0 = max(m0, at_least, 1)
        while m0 + 1 in clues:  # so that "m0 + 1 or more" never reads like a clued size
            m0 += 1
        m0 = min(m0, len(givens))
        larger = sorted(given for given in clues if given > m0)
        return cls((*range(1, m0 + 1), *larger), m0, m0 < len(givens))

    def __len__(self) -> int:
        return len(self.sizes) + self.anonymous

    def bounds(self, cells: int) -> tuple[list[int], list[int]]:
        """Fewest and most cells of a region of each value."""
        lo, hi = list(self.sizes), list(self.sizes)
        if self.anonymous:
            lo.append(self.m0 + 1)
            hi.append(cells + 1)
        return lo, hi

    def larger(self) -> set[int]:
        """Clued sizes that an anonymous region could have by chance."""
        return {size for size in self.sizes if size > self.m0}


def make_state(rows: int, cols: int, givens: Sequence[int], basic: bool, values: Values, new_state: NewState) -> State:
    """The board before anything is known; `propagate.load` opens every value in every cell but the given ones."""
    width = cols + 1
    m, k = (rows + 2) * width + 1, len(values)
    state = new_state(m, k, width, int(basic))
    state.lo[:k], state.hi[:k] = values.bounds(rows * cols)
    state.value[:m], state.gsize[:m], state.cdirty[:k] = [OUTSIDE] * m, [1] * m, [1] * k
    index = {size: number for number, size in enumerate(values.sizes)}
    start = [index[given] if given > 0 else OPEN for given in givens]
    for row in range(rows):
        state.value[(row + 1) * width : (row + 1) * width + cols] = start[row * cols : (row + 1) * cols]
    return state


def padded(cell: int, cols: int) -> int:
    """The padded number of a cell."""
    row, col = divmod(cell, cols)
    return (row + 1) * (cols + 1) + col

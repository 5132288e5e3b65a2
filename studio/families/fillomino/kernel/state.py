"""The working state of the clause kernel: one record of flat arrays (see docs/kernels.md).

Cells live on a padded board (`cols + 1` columns, one spare row above and below), so that a neighbour is an
offset and never needs a bounds check; outside cells simply hold no possible value.

Values are numbered 0..K-1.  Value k stands for regions of `lo[k] .. hi[k]` cells.  All have lo = hi but the last one of
the challenging variant, the *anonymous* value: an unclued region larger than every small value, of no particular size.
That keeps the number of values small where the thesis (section 4.2) has none but the number of empty cells as a bound.
A question about hidden regions of certain sizes gives these a value of their own, the *marked* one, which some region has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.families.fillomino.model import QUESTION, Terms
from studio.solvers.kernels import I32, U8, Fixed, Kernels, Record

OPEN = -1  # a cell of the board whose value is not decided
OUTSIDE = -2  # a cell of the padding
HIDDEN, MARKED = 0, -1  # what stands for the number of an anonymous region, and of a marked one

# Why a value was taken from a cell, or a cell got one; `cause` is a cell (see `film.py`, which puts it into words).
(GUESSED, COMPLETE, TOO_LARGE, NO_ROOM, FORCED, ONE_REGION, JOINED, NO_AREA, REFUTED, SHARED, TAKEN_BACK, ACROSS) = range(12)


class State(Record):
    """One board under propagation: M padded cells, K values."""

    cells: Fixed  # padded cells, M
    values: Fixed  # K
    width: Fixed  # padded row length
    basic: Fixed  # 1: every region must hold a clue
    walls: Fixed  # 1: there are given borders
    trailed: int  # entries of `trail`
    stamp: int  # of the last walk of `reach`
    clued: int  # 1: the last walk of `reach` has met a clue, or needs none
    pending: int  # events that wait
    batch: int  # stamp of the last batch in `seen`
    work: int  # cells met by `reach`, ever: what a look ahead costs
    seed: int  # of the random numbers of a dive
    depth: int  # guesses of a dive that stand
    near: int  # where a dive has guessed last
    light: int  # 1: a dive propagates, which may miss what only shows far away
    area: int  # 1: reason with areas, too
    slack: int  # cells that the regions which must be there leave over
    rule: int  # why values are taken away just now (GUESSED, COMPLETE, ...)
    cause: int  # and which cell that comes from
    lo: I32  # [K] fewest cells of a region
    hi: I32  # [K] most cells of a region
    event_count: I32  # [K] events that wait, per value
    dirty: I32  # [K] 1: the components of the value changed
    need: I32  # [K] area: groups of which no two fit into one region
    there: I32  # [K] area: regions that there are in any case
    single: I32  # [K] 1: the board has exactly one region of this value, and some of its cells are decided
    count: I32  # [M] how many values are left
    value: I32  # [M] the decided value, OPEN or OUTSIDE
    clue: I32  # [M] 1 where the puzzle gives a number or "?"
    wall_right: U8  # [M] 1: a given border to the right of the cell
    wall_below: U8  # [M] 1: one below it
    parent: I32  # [M] union-find over decided cells of equal value
    member: I32  # [M] circular list of a group's cells
    group_size: I32  # [M] cells of the group, at its root
    group_clues: I32  # [M] clues of the group, at its root
    mark: I32  # [M] stamps of `reach`
    dist: I32  # [M] distances of `reach`, where `dist_mark` has its stamp
    dist_mark: I32  # [M]
    order: I32  # [M] cells in the order `reach` met them
    head: I32  # [M] buckets of `reach`, by distance: lists of `node`, linked by `next_node`
    node: I32  # [5*M]
    next_node: I32  # [5*M]
    seen: I32  # [M] stamps of the batches
    todo: I32  # [M]
    crowd: I32  # [M] area: groups that could share a region with this one, itself among them
    cand: I32  # [M] candidates of whatever is being looked for
    tried: I32  # [M] probing: cells tried; cuts: cells of broken regions
    blame: I32  # [M] dives: how often a contradiction has come from this cell's group
    stack: I32  # [3*M] decisions of a dive: (entries of the trail before it, cell, value)
    kept: I32  # [K*M] probing: what all branches so far removed
    events: I32  # [K*M] cells at which something about value k has changed, from k*M on
    trail: I32  # [K*M+M+8] what to undo: k*M+p a value taken from a cell, K*M+p the group of p joined to another
    causes: I32  # [K*M+M+8] cause and
    rules: U8  # [K*M+M+8] rule of each entry of the trail
    poss: U8  # [K*M] 1 while cell p may hold value k (index k*M+p)
    pending_flag: U8  # [K*M] 1: the event waits


PER_VALUE = ("lo", "hi", "event_count", "dirty", "need", "there", "single")
PER_CELL = ("count", "value", "clue", "wall_right", "wall_below", "parent", "member", "group_size", "group_clues", "mark",
            "dist", "dist_mark", "order", "head", "seen", "todo", "crowd", "cand", "tried", "blame")
PER_BOTH = ("kept", "events", "poss", "pending_flag")


def new_state(cells: int, values: int, width: int, basic: bool, walls: bool, layout: Kernels | None = None) -> State:
    """A state of zeros."""
    trail = values * cells + cells + 8
    return State.make(layout, cells=cells, values=values, width=width, basic=int(basic), walls=int(walls), stack=3 * cells,
                      node=5 * cells, next_node=5 * cells, trail=trail, causes=trail, rules=trail,
                      **dict.fromkeys(PER_VALUE, values), **dict.fromkeys(PER_CELL, cells),
                      **dict.fromkeys(PER_BOTH, values * cells))


@dataclass(frozen=True)
class Values:
    """The values of one board: region sizes in ascending order, then perhaps the anonymous value, then perhaps a marked one."""

    sizes: tuple[int, ...]
    m0: int
    anonymous: bool
    marked: tuple[int, int] | None = None
    """fewest and most cells of a marked region"""

    @classmethod
    def of(cls, givens: Sequence[int], terms: Terms, at_least: int = 0) -> Values:
        """m0 is the largest clue if that is at most 16, else at least 12; `at_least` asks for a larger one.

        Basic variant: the clued sizes, unless a "?" could stand for any other. A told limit leaves nothing anonymous.
        """
        clues = {given for given in givens if given > 0}
        if terms.basic and QUESTION not in givens:
            return cls(tuple(sorted(clues)), 0, False)
        if terms.limit:
            return cls(tuple(range(1, terms.limit + 1)), terms.limit, False)
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
        return len(self.sizes) + self.anonymous + (self.marked is not None)

    def number(self, k: int) -> int:
        """What a value means: a size, HIDDEN or MARKED."""
        return self.sizes[k] if k < len(self.sizes) else HIDDEN if k == len(self.sizes) else MARKED

    def bounds(self, cells: int) -> tuple[list[int], list[int]]:
        """Fewest and most cells of a region of each value."""
        lo, hi = list(self.sizes), list(self.sizes)
        if self.anonymous:
            lo.append(self.m0 + 1)
            hi.append(cells + 1)
        if self.marked is not None:
            lo.append(self.marked[0])
            hi.append(self.marked[1])
        return lo, hi

    def larger(self) -> set[int]:
        """Clued sizes that an anonymous region could have by chance."""
        return {size for size in self.sizes if size > self.m0}


def make_state(rows: int, cols: int, givens: Sequence[int], terms: Terms, values: Values,
               layout: Kernels | None = None) -> State:
    """The board before anything is known; `propagate.load` opens every value in every cell but the given ones."""
    width = cols + 1
    m, k = (rows + 2) * width + 1, len(values)
    state = new_state(m, k, width, terms.basic, bool(terms.walls), layout)
    state.lo[:k], state.hi[:k] = values.bounds(rows * cols)  # type: ignore[assignment]
    state.value[:m], state.group_size[:m], state.dirty[:k] = [OUTSIDE] * m, [1] * m, [1] * k
    if values.marked is not None:
        state.there[k - 1] = 1
    index = {size: number for number, size in enumerate(values.sizes)}
    start = [index[given] if given > 0 else OPEN for given in givens]
    for row in range(rows):
        state.value[(row + 1) * width : (row + 1) * width + cols] = start[row * cols : (row + 1) * cols]
    for cell, given in enumerate(givens):
        if given == QUESTION:
            state.clue[padded(cell, cols)] = 1
    for first, second in terms.walls:
        beside = cols > 1 and second == first + 1  # on a board of one column the next cell lies below
        wall = state.wall_right if beside else state.wall_below
        wall[padded(first, cols)] = 1
    return state


def padded(cell: int, cols: int) -> int:
    """The padded number of a cell."""
    row, col = divmod(cell, cols)
    return (row + 1) * (cols + 1) + col

"""Area reasoning: the clues of some regions speak for so many cells that others find no room on the board.

Groups that cannot share a region stand for different regions. If these need all cells of the board but a few (the *slack*),
a number larger than the slack has no region besides them.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import remove
from studio.families.fillomino.kernel.propagate import single_region
from studio.families.fillomino.kernel.reach import reach
from studio.families.fillomino.kernel.state import NO_AREA, OUTSIDE, State
from studio.solvers.kernels import kernel


@kernel
def crowded(s: State, p: int, k: int) -> int:
    """How many groups of value k could share a region with the group of p, which is one of them."""
    n = 0
    for j in range(reach(s, p, k, -1, s.cells)):
        q = s.order[j]
        if s.value[q] == k and s.parent[q] == q:
            n += 1
    return n


@kernel
def loneliest(s: State, k: int, stamp: int) -> int:
    """The group of value k that could share a region with the fewest others, among those that none taken before has reached."""
    best = -1
    for p in range(s.cells):
        if s.value[p] != k or s.parent[p] != p or s.seen[p] == stamp:
            continue
        if best < 0 or s.crowd[p] < s.crowd[best]:
            best = p
    return best


@kernel
def set_apart(s: State, p: int, k: int, stamp: int) -> None:
    """Stamp what the group of p can reach: no other group there counts besides it."""
    s.seen[p] = stamp  # (a group that is too large reaches nothing, itself neither)
    for j in range(reach(s, p, k, -1, s.cells)):
        s.seen[s.order[j]] = stamp


@kernel
def from_the_loneliest(s: State, k: int, stamp: int) -> int:
    """As many groups of value k as can be found of which no two fit into one region."""
    for p in range(s.cells):
        if s.value[p] == k and s.parent[p] == p:
            s.crowd[p] = crowded(s, p, k)
    n = 0
    while True:
        p = loneliest(s, k, stamp)
        if p < 0:
            return n
        n += 1
        set_apart(s, p, k, stamp)


@kernel
def separate_groups(s: State, k: int) -> int:
    """How many groups of value k there are of which no two fit into one region; what they can reach is stamped in `seen`.

    Where it is asked how large a hidden region can be, the slack is mostly the answer, and worth a careful count; elsewhere
    groups are taken as they come, which is half of the work."""
    s.batch += 1
    stamp = s.batch
    if s.there[s.values - 1]:
        return from_the_loneliest(s, k, stamp)
    n = 0
    for p in range(s.cells):
        if s.value[p] == k and s.parent[p] == p and s.seen[p] != stamp:
            n += 1
            set_apart(s, p, k, stamp)
    return n


@kernel
def settle_area(s: State) -> bool:
    """Numbers larger than the slack stay within reach of the groups that there are."""
    slack = 0
    for p in range(s.cells):
        if s.value[p] != OUTSIDE:
            slack += 1
    for k in range(s.values):
        s.need[k] = max(separate_groups(s, k), s.there[k])
        slack -= s.need[k] * s.lo[k]
    s.slack = slack
    if slack < 0:
        s.rule, s.cause = NO_AREA, -1
        return False
    alive = True
    for k in range(s.values):
        if alive and slack < s.lo[k]:
            alive = no_other_region(s, k)
    return alive


@kernel
def no_other_region(s: State, k: int) -> bool:
    """Every region of value k holds one of the separate groups: none is out of their reach, and one group means one region."""
    if separate_groups(s, k) != s.need[k]:
        return True  # other values have changed the board meanwhile: it will be counted anew
    stamp, todo = s.batch, s.todo
    s.rule, s.cause = NO_AREA, -1
    first, n = -1, 0
    for p in range(s.cells):
        if s.poss[k * s.cells + p] == 0:
            continue
        if s.value[p] == k:
            first = p
        elif s.seen[p] != stamp:
            if not remove(s, p, k):
                return False
            continue
        todo[n] = p
        n += 1
    if s.need[k] != 1 or s.lo[k] != s.hi[k] or s.lo[k] < 3:
        return True
    s.cause = first
    return single_region(s, first, k, n)

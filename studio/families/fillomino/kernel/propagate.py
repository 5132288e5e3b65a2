"""The steps of the clause kernel's propagation: what follows from the rules without a guess (`settle.py` repeats them)."""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import decide, find, remove, walled
from studio.families.fillomino.kernel.reach import reach
from studio.families.fillomino.kernel.state import (
    ACROSS,
    COMPLETE,
    FORCED,
    JOINED,
    NO_ROOM,
    ONE_REGION,
    OPEN,
    TOO_LARGE,
    State,
)
from studio.solvers.kernels import kernel


@kernel
def check_group(s: State, p: int, k: int) -> bool:
    """The decided group of p: not too large, closed when complete, able to grow otherwise; cells it cannot avoid are taken."""
    root = find(s, p)
    want = s.lo[k]
    s.cause = p
    if s.group_size[root] > s.hi[k]:
        s.rule = TOO_LARGE
        return False
    if s.group_size[root] == s.hi[k]:
        return close_group(s, root, k)
    if s.group_size[root] >= want:
        return True
    n = reach(s, p, k, -1, want)
    if n < want:
        s.rule = NO_ROOM
        return False
    s.rule = FORCED
    cand, order, mark, value = s.cand, s.order, s.mark, s.value
    left = 0
    for j in range(n):
        if value[order[j]] == OPEN:
            cand[left] = order[j]
            left += 1
    while left > 0:
        left -= 1
        q = cand[left]
        if reach(s, p, k, q, want) < want:
            if not decide(s, q, k):
                return False
            continue
        stamp = s.stamp
        kept = 0
        for j in range(left):
            if mark[cand[j]] == stamp:
                cand[kept] = cand[j]
                kept += 1
        left = kept
    return True


@kernel
def close_group(s: State, root: int, k: int) -> bool:
    """A complete group: no neighbour has its value, and in the basic variant it holds a clue."""
    s.rule, s.cause = COMPLETE, root
    if s.basic and s.group_clues[root] == 0:
        return False
    q = root
    while True:
        for t in (q - 1, q + 1, q - s.width, q + s.width):
            if s.poss[k * s.cells + t] and s.value[t] == OPEN and not remove(s, t, k):
                return False
        q = s.member[q]
        if q == root:
            return True


@kernel
def parts_ways(s: State, p: int, k: int) -> bool:
    """Cell p has lost value k: may its neighbours have lost their way to each other? Not in the open, where they are joined
    around it; in a narrow place they may, and in a dead end the room gets scarce."""
    base, width = k * s.cells + p, s.width
    poss = s.poss
    up, right, down, left = poss[base - width], poss[base + 1], poss[base + width], poss[base - 1]
    present = up + right + down + left
    joined = (up & right & poss[base - width + 1]) + (right & down & poss[base + width + 1])
    joined += (down & left & poss[base + width - 1]) + (left & up & poss[base - width - 1])
    return present < 2 or present - joined > 1


@kernel
def surroundings(s: State, k: int) -> int:
    """The cells whose regions an event of value k can touch (within lo-1 steps of one), into `todo`; clears the events."""
    poss, seen, todo = s.poss, s.seen, s.todo
    base, width = k * s.cells, s.width
    s.batch += 1
    stamp = s.batch
    n = 0
    for j in range(s.event_count[k]):
        p = s.events[base + j]
        s.pending_flag[base + p] = 0
        if s.light and poss[base + p] == 0 and not parts_ways(s, p, k):
            continue
        seen[p] = stamp
        todo[n] = p
        n += 1
    s.pending -= s.event_count[k]
    s.event_count[k] = 0
    level, done, depth = n, 0, 1
    while done < n and depth < s.lo[k]:
        while done < level:
            q = todo[done]
            done += 1
            for r in (q - 1, q + 1, q - width, q + width):
                if poss[base + r] and seen[r] != stamp:
                    seen[r] = stamp
                    todo[n] = r
                    n += 1
        level = n
        depth += 1
    return n


@kernel
def settle_walls(s: State, k: int, n: int) -> bool:
    """Cells across a given border from one that is decided do not hold its value. (Anonymous regions may differ in size.)"""
    if s.lo[k] != s.hi[k]:
        return True
    for j in range(n):
        p = s.todo[j]
        if s.value[p] != k:
            continue
        for t in (p - 1, p + 1, p - s.width, p + s.width):
            if s.poss[k * s.cells + t] and walled(s, p, t):
                s.rule, s.cause = ACROSS, p
                if s.value[t] == k or not remove(s, t, k):
                    return False
    return True


@kernel
def check_groups(s: State, k: int, stamp: int) -> bool:
    """All decided groups of a value that were not checked: every cell lost is a cell less to grow into."""
    for p in range(s.cells):
        if s.value[p] == k and s.parent[p] == p and s.seen[p] != -stamp:
            s.seen[p] = -stamp
            if not check_group(s, p, k):
                return False
    return True


@kernel
def settle_value(s: State, k: int) -> bool:
    """Recheck the surroundings of the events of value k: first the decided groups, then the open cells."""
    n = surroundings(s, k)
    base, todo, value, poss = k * s.cells, s.todo, s.value, s.poss
    stamp = s.batch
    if s.walls and not settle_walls(s, k, n):
        return False
    for j in range(n):
        p = todo[j]
        if value[p] == k and poss[base + p]:
            root = find(s, p)
            if s.seen[root] == -stamp:
                continue
            s.seen[root] = -stamp
            if not check_group(s, p, k):
                return False
    if s.light and not check_groups(s, k, stamp):
        return False
    want = s.lo[k]
    for j in range(n):
        p = todo[j]
        if poss[base + p] and value[p] == OPEN and reach(s, p, k, -1, want) < want:
            s.rule, s.cause = NO_ROOM, p
            if not remove(s, p, k):
                return False
    return True


@kernel
def flood(s: State, p: int, k: int) -> int:
    """The connected cells around p that may hold value k, into `todo` (stamped by the running batch)."""
    poss, seen, todo = s.poss, s.seen, s.todo
    base, width, stamp = k * s.cells, s.width, s.batch
    seen[p] = stamp
    todo[0] = p
    n, done = 1, 0
    while done < n:
        q = todo[done]
        done += 1
        for r in (q - 1, q + 1, q - width, q + width):
            if poss[base + r] and seen[r] != stamp:
                seen[r] = stamp
                todo[n] = r
                n += 1
    return n


@kernel
def settle_components(s: State, k: int) -> bool:
    """Where the cells left for k have room for one region only and some are decided, all of them belong to that region."""
    s.dirty[k] = 0
    if s.lo[k] != s.hi[k] or s.lo[k] < 3:
        return True
    s.batch += 1
    stamp = s.batch
    for p in range(s.cells):
        if s.value[p] != k or s.seen[p] == stamp:
            continue
        n = flood(s, p, k)
        s.rule, s.cause = ONE_REGION, p
        if n < 2 * s.lo[k] and not single_region(s, p, k, n):
            return False
    return True


@kernel
def single_region(s: State, p: int, k: int, n: int) -> bool:
    """One region among the n cells `todo`: drop what its decided cells cannot reach (the caller says why there is only one),
    take what they cannot avoid."""
    todo, order, mark, value, cand = s.todo, s.order, s.mark, s.value, s.cand
    fixed = 0
    for j in range(n):
        if value[todo[j]] == k:
            fixed += 1
    if s.group_size[find(s, p)] >= s.lo[k]:
        return fixed == s.group_size[find(s, p)]
    met = reach(s, p, k, -1, s.cells)
    if met < s.lo[k]:
        return False
    stamp = s.stamp
    left = 0
    for j in range(n):
        q = todo[j]
        if mark[q] != stamp:
            if value[q] == k or not remove(s, q, k):
                return False
        elif value[q] == OPEN:
            cand[left] = q
            left += 1
    if fixed == s.group_size[find(s, p)]:
        return True  # one group: `check_group` has tested the cells it cannot avoid
    s.rule = JOINED
    for i in range(left):
        q = cand[i]
        met = reach(s, p, k, q, s.cells)
        joined = 0
        for j in range(met):
            if value[order[j]] == k:
                joined += 1
        if joined < fixed and not decide(s, q, k):
            return False
    return True

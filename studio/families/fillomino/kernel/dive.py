"""A quick dive for a solution: decide, propagate, and on a contradiction take the last decision back. No learning.

On boards with many solutions this finds one long before clauses with cuts do; on hard ones it gives up at its budget.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import decide, find, remove, undo, walled
from studio.families.fillomino.kernel.reach import reach
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.kernel.state import GUESSED, OPEN, TAKEN_BACK, State
from studio.solvers.kernels import entry, kernel

BLAME = 8  # cells of room that a group counts less for every contradiction that came from it


@kernel
def random_below(s: State, n: int) -> int:
    """A pseudo-random number 0..n-1 from the state's own generator (so that runs repeat)."""
    s.seed = (s.seed * 1103 + 12345) % 1000003
    return int(s.seed % n)


@kernel
def next_cell(s: State, near: int) -> int:
    """The open cell with the fewest values; of those the nearest to the last decision, to finish one place before the next."""
    best, least, closest = -1, 1 << 30, 1 << 30
    row, col = near // s.width, near % s.width
    for p in range(s.cells):
        if s.value[p] != OPEN or s.count[p] > least:
            continue
        away = abs(p // s.width - row) + abs(p % s.width - col)
        if s.count[p] < least or away < closest:
            best, least, closest = p, s.count[p], away
    return best


@kernel
def next_value(s: State, p: int) -> int:
    """A value for p: one that lets a neighbouring group grow if there is one, else any."""
    chosen, weight = -1, 0
    for k in range(s.values):
        if s.poss[k * s.cells + p] == 0:
            continue
        w = 1
        for t in (p - 1, p + 1, p - s.width, p + s.width):
            if s.value[t] == k:
                w = 8
        weight += w
        if random_below(s, weight) < w:
            chosen = k
    return chosen


@kernel
def blamed(s: State, root: int) -> int:
    """How often contradictions have come from this group."""
    q, total = root, 0
    while True:
        total += s.blame[q]
        q = s.member[q]
        if q == root:
            return total


@kernel
def failed(s: State) -> int:
    """A contradiction: whoever it comes from will be looked at earlier in the dives to come."""
    if s.cause >= 0:
        s.blame[s.cause] += 1
    return -1


@kernel
def tightest_group(s: State) -> int:
    """A cell of the decided group that is not complete and has the least room to spare; -1 if all are complete."""
    best, least = -1, s.cells
    for p in range(s.cells):
        k = s.value[p]
        if k < 0 or find(s, p) != p or s.group_size[p] >= s.lo[k]:
            continue
        enough = s.lo[k] + BLAME * blamed(s, p)
        spare = reach(s, p, k, -1, min(enough + least, s.cells)) - enough
        if spare < least:
            best, least = p, spare
    return best


@kernel
def snug_cell(s: State, p: int) -> int:
    """The cell by which the group of p grows: one that lies snug between the edge, the group and other decided cells, so that
    no narrow places are left for others; of equal ones any."""
    k, width = s.value[p], s.width
    root = find(s, p)
    q, chosen, best, weight = root, -1, -1, 0
    while True:
        for r in (q - 1, q + 1, q - width, q + width):
            if s.value[r] != OPEN or s.poss[k * s.cells + r] == 0 or (s.walls and walled(s, q, r)):
                continue
            snug = 0
            for t in (r - 1, r + 1, r - width, r + width):
                snug += s.value[t] != OPEN
            if snug > best:
                best, weight = snug, 0
            if snug == best:
                weight += 1
                if random_below(s, weight) == 0:
                    chosen = r
        q = s.member[q]
        if q == root:
            return chosen


@kernel
def way_to_kin(s: State, p: int) -> int:
    """The first cell of a shortest way from the group of p to another of its number that fits into one region with it; -1 if
    there is none. Clues that lie near each other mostly belong together, and two regions would need twice the room."""
    k, width, base = s.value[p], s.width, s.value[p] * s.cells
    todo, seen, dist, source = s.todo, s.seen, s.dist, s.tried
    s.batch += 1
    stamp, root = s.batch, find(s, p)
    q, n, done = root, 0, 0
    while True:
        seen[q], dist[q], todo[n] = stamp, 0, q
        n += 1
        q = s.member[q]
        if q == root:
            break
    room = s.lo[k] - s.group_size[root]
    while done < n:
        q = todo[done]
        done += 1
        for r in (q - 1, q + 1, q - width, q + width):
            if s.poss[base + r] == 0 or seen[r] == stamp or (s.walls and walled(s, q, r)):
                continue
            seen[r] = stamp
            if s.value[r] == k:
                if dist[q] > 0 and dist[q] + s.group_size[find(s, r)] <= room:
                    while dist[q] > 1:
                        q = source[q]
                    return q
            elif dist[q] < room:
                dist[r], source[r], todo[n] = dist[q] + 1, q, r
                n += 1
    return -1


@kernel
def next_growth(s: State, p: int) -> int:
    """The cell by which the group of p grows."""
    q = -1 if random_below(s, 16) == 0 else way_to_kin(s, p)
    return q if q >= 0 else snug_cell(s, p)


@entry
def guess(s: State) -> int:
    """A guess and what follows. 1: there is no open cell, the board is solved; 0: the guess stands; -1: a contradiction.

    Regions that have begun are finished first, those with the least room before the others: what is left then is free.
    """
    group = tightest_group(s)
    p = next_growth(s, group) if group >= 0 else next_cell(s, s.near)
    if p < 0:
        return 1
    k = s.value[group] if group >= 0 else next_value(s, p)
    s.stack[3 * s.depth] = s.trailed
    s.stack[3 * s.depth + 1] = p
    s.stack[3 * s.depth + 2] = k
    s.depth += 1
    s.near = p
    s.rule, s.cause = GUESSED, p
    s.light = 1
    fine = decide(s, p, k) and propagate(s)
    s.light = 0
    return 0 if fine else failed(s)


@entry
def take_back(s: State) -> int:
    """The last guess was wrong, and what follows. 0: that stands; -1: a contradiction again."""
    s.depth -= 1
    undo(s, s.stack[3 * s.depth])
    s.near = s.stack[3 * s.depth + 1]
    s.rule, s.cause = TAKEN_BACK, s.near
    s.light = 1
    fine = remove(s, s.near, s.stack[3 * s.depth + 2]) and propagate(s)
    s.light = 0
    return 0 if fine else failed(s)


@kernel
def steps_between(s: State, p: int, q: int) -> int:
    return abs(p // s.width - q // s.width) + abs(p % s.width - q % s.width)


@entry
def begin_again(s: State, radius: int) -> int:
    """A dive has failed: the guesses within so many steps of the failure are dropped, the others are made again, all at once,
    and what follows. 0: that stands; -1: a contradiction."""
    last, fault, kept = s.near, s.cause if s.cause >= 0 else s.near, 0
    undo(s, s.stack[0])
    s.rule = GUESSED
    for i in range(s.depth):
        p, k = s.stack[3 * i + 1], s.stack[3 * i + 2]
        if s.value[p] != OPEN or steps_between(s, p, last) <= radius or steps_between(s, p, fault) <= radius:
            continue
        s.stack[3 * kept] = s.trailed
        s.stack[3 * kept + 1] = p
        s.stack[3 * kept + 2] = k
        s.cause = p
        kept += 1
        decide(s, p, k)
    s.depth, s.near = kept, last
    s.light = 1
    fine = propagate(s)
    s.light = 0
    return 0 if fine else failed(s)

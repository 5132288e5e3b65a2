"""One step of a walk: a cell passes to a neighbouring region, or becomes one of its own. Nothing here allocates."""

from __future__ import annotations

from studio.families.fillomino.walk.state import CONTACT, DEAREST, OUTSIDE, STAGES, STEPS, UNCLUED, Walk
from studio.solvers.kernels import entry, kernel

ALONE = 24  # of so many steps towards the own region or the edge, one makes the cell a region of its own


@kernel
def draw(s: Walk, n: int) -> int:
    """A pseudo-random number 0..n-1 from the walk's own generator (so that runs repeat)."""
    s.seed = (s.seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (s.seed >> 10) % n


@kernel
def shut(s: Walk, p: int, q: int) -> bool:
    """Is there a given border between two neighbouring cells?"""
    low = min(p, q)
    return bool(s.wall_right[low] if p + q == 2 * low + 1 else s.wall_below[low])


@kernel
def cost_of(s: Walk, r: int, without: int) -> int:
    """What region r costs: its clues, and its borders with regions of the same size but one."""
    n, width = s.size[r], s.width
    if n == 0:
        return 0
    start = s.first[r]
    p, total, off, given = start, 0, 0, 1 - s.basic
    while True:
        clue = s.clue[p]
        if clue > 0:
            off = max(off, abs(n - clue))
        if s.given[p]:
            given = 1
        for t in (p - 1, p + 1, p - width, p + width):
            other = s.region[t]
            if other == r:
                if s.walls and t > p and shut(s, p, t):
                    total += CONTACT
            elif other >= 0 and other != without and s.size[other] == n:
                total += CONTACT
        p = s.after[p]
        if p == start:
            break
    if n > s.largest:
        off = max(off, n - s.largest)
    if given == 0:
        total += UNCLUED
    return total + s.price[off]


@kernel
def may_leave(s: Walk, p: int) -> bool:
    """Does the region of p hold together around it without it? (One that is a ring may hold together all the same.)"""
    r, width, region = s.region[p], s.width, s.region
    up, right, down, left = (int(region[p - width] == r), int(region[p + 1] == r), int(region[p + width] == r),
                             int(region[p - 1] == r))
    joined = (up & right & int(region[p - width + 1] == r)) + (right & down & int(region[p + width + 1] == r))
    joined += (down & left & int(region[p + width - 1] == r)) + (left & up & int(region[p - width - 1] == r))
    return up + right + down + left - joined <= 1


@kernel
def pass_on(s: Walk, p: int, to: int) -> None:
    """Cell p leaves its region and joins another, which may be new."""
    a = s.region[p]
    s.size[a] -= 1
    if s.size[a] == 0:
        s.spare[s.spares] = a
        s.spares += 1
    else:
        s.after[s.before[p]], s.before[s.after[p]] = s.after[p], s.before[p]
        s.first[a] = s.after[p]
    if s.size[to] == 0:
        s.spares -= 1  # the last spare number it is, always
        s.first[to], s.after[p], s.before[p] = p, p, p
    else:
        q = s.first[to]
        s.after[p], s.before[p] = s.after[q], q
        s.before[s.after[q]] = p
        s.after[q] = p
    s.size[to] += 1
    s.region[p] = to


@kernel
def goal(s: Walk, p: int) -> int:
    """A region that cell p could pass to; OUTSIDE if the draw says none."""
    way = draw(s, 4)
    t = p - 1 if way == 0 else p + 1 if way == 1 else p - s.width if way == 2 else p + s.width
    a, b = s.region[p], s.region[t]
    if b >= 0 and b != a:
        return b
    return s.spare[s.spares - 1] if s.size[a] > 1 and draw(s, ALONE) == 0 else OUTSIDE


@kernel
def step(s: Walk, stage: int) -> bool:
    """Try one step; True if it was taken."""
    p = s.near[draw(s, s.nearby)]
    a, b = s.region[p], goal(s, p)
    if b < 0 or not may_leave(s, p):
        return False
    cost = cost_of(s, a, -1) + cost_of(s, b, a)
    pass_on(s, p, b)
    more = cost_of(s, a, -1) + cost_of(s, b, a) - cost
    if more > 0 and (more >= DEAREST or draw(s, 1 << 20) >= s.odds[stage * DEAREST + more]):
        pass_on(s, p, a)
        return False
    s.cost += more
    s.log[2 * s.logged] = p
    s.log[2 * s.logged + 1] = a
    s.logged += 1
    return True


@kernel
def note(s: Walk) -> None:
    """The division is a solution: which of its numbers were never seen in the watched cells?"""
    for i in range(s.watched):
        p = s.watch[i]
        pair = s.size[s.region[p]] * s.cells + p
        if s.seen[pair] == 0:
            s.seen[pair] = 1
            s.fresh += 1


@kernel
def look_around(s: Walk, centre: int, radius: int) -> None:
    """Steps are drawn among the cells within so many steps of the centre, from now on."""
    width, col, n = s.width, centre % s.width, 0
    for down in range(-radius, radius + 1):
        wide = radius - abs(down)
        for right in range(max(-wide, -col), min(wide, width - 2 - col) + 1):
            p = centre + down * width + right
            if 0 <= p < s.cells and s.region[p] >= 0:
                s.near[n] = p
                n += 1
    s.nearby = n


@kernel
def go_home(s: Walk) -> None:
    """Back to the last solution."""
    while s.logged > 0:
        s.logged -= 1
        pass_on(s, s.log[2 * s.logged], s.log[2 * s.logged + 1])
    s.cost = 0


@kernel
def excursion(s: Walk, radius: int) -> None:
    """Steps around a watched cell drawn at random, until a solution has something new. Those after the last solution met are
    taken back: the walk stands on a solution whenever an excursion ends."""
    look_around(s, s.watch[draw(s, s.watched)], radius)
    for i in range(STEPS):
        if step(s, i * STAGES // STEPS) and s.cost == 0:
            s.logged = 0
            note(s)
            if s.fresh > 0:
                return
    go_home(s)


@entry
def walk(s: Walk, radius: int, excursions: int) -> int:
    """From a solution, until another has a number in a watched cell where none before had it: the excursions left then; -1 if
    so many lead to none."""
    s.fresh = 0
    while excursions > 0:
        excursions -= 1
        excursion(s, 1 + draw(s, radius))
        if s.fresh > 0:
            return excursions
    return -1

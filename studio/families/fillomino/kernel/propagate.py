"""The steps of the clause kernel's propagation: what follows from the rules without a guess (`settle.py` repeats them).

Kernels (docs/kernels.md): compiled, or run as they are. Nothing here allocates.

The one test behind everything is `reach`: which cells can share a region with a given cell (or group), when taking in a
cell costs 1 and touching a decided group of the value costs its whole size. Its distances are lower bounds of a real
region's size, so what it cannot reach is impossible.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.state import (
    COMPLETE,
    FORCED,
    JOINED,
    NO_ROOM,
    ONE_REGION,
    OPEN,
    TOO_LARGE,
    State,
)
from studio.solvers.kernels import entry, kernel


@kernel
def find(s: State, p: int) -> int:
    """Root of the group of the decided cell p (no path compression: unions are undone)."""
    parent = s.parent
    while parent[p] != p:
        p = parent[p]
    return p


@kernel
def raise_event(s: State, p: int, k: int) -> None:
    """Something about value k changed at cell p: look at its surroundings again."""
    i = k * s.cells + p
    if s.pending_flag[i] == 0:
        s.pending_flag[i] = 1
        s.events[k * s.cells + s.event_count[k]] = p
        s.event_count[k] += 1
        s.pending += 1
    s.dirty[k] = 1


@kernel
def join_groups(s: State, p: int) -> None:
    """Cell p is decided: join it with the neighbouring groups of its value."""
    k = s.value[p]
    for t in (p - 1, p + 1, p - s.width, p + s.width):
        if s.value[t] != k:
            continue
        a, b = find(s, p), find(s, t)
        if a == b:
            continue
        if s.group_size[a] < s.group_size[b]:
            a, b = b, a
        s.parent[b] = a
        s.group_size[a] += s.group_size[b]
        s.group_clues[a] += s.group_clues[b]
        s.member[a], s.member[b] = s.member[b], s.member[a]
        s.trail[s.trailed] = s.values * s.cells + b
        s.trailed += 1


@kernel
def remove(s: State, p: int, k: int) -> bool:
    """Cell p cannot hold value k. False if nothing is left for it."""
    i = k * s.cells + p
    if s.poss[i] == 0:
        return True
    s.poss[i] = 0
    s.count[p] -= 1
    s.trail[s.trailed] = i
    s.rules[s.trailed] = s.rule
    s.causes[s.trailed] = s.cause
    s.trailed += 1
    raise_event(s, p, k)
    if s.count[p] == 1:
        for j in range(s.values):
            if s.poss[j * s.cells + p]:
                s.value[p] = j
                raise_event(s, p, j)
        join_groups(s, p)
    return bool(s.count[p] > 0)


@entry
def decide(s: State, p: int, k: int) -> bool:
    """Cell p holds value k."""
    if s.poss[k * s.cells + p] == 0:
        return False
    for j in range(s.values):
        if j != k and s.poss[j * s.cells + p]:
            remove(s, p, j)
    return True


@entry
def undo(s: State, length: int) -> None:
    """Take back everything after the first `length` entries of the trail."""
    while s.trailed > length:
        s.trailed -= 1
        i = s.trail[s.trailed]
        if i >= s.values * s.cells:
            b = i - s.values * s.cells
            a = s.parent[b]
            s.member[a], s.member[b] = s.member[b], s.member[a]
            s.group_size[a] -= s.group_size[b]
            s.group_clues[a] -= s.group_clues[b]
            s.parent[b] = b
        else:
            p = i % s.cells
            s.poss[i] = 1
            s.count[p] += 1
            if s.count[p] == 2:
                s.value[p] = OPEN
    drop_events(s)


@kernel
def drop_events(s: State) -> None:
    """Forget pending events (after an undo to a state that had none)."""
    for k in range(s.values):
        base = k * s.cells
        for j in range(s.event_count[k]):
            s.pending_flag[base + s.events[base + j]] = 0
        s.event_count[k] = 0
    s.pending = 0


@kernel
def take_group(s: State, root: int, n: int, stamp: int) -> int:
    """`reach` meets a decided group: all its cells at once. Returns the new number of cells met."""
    mark, order, clue, member = s.mark, s.order, s.clue, s.member
    q = root
    while True:
        mark[q] = stamp
        order[n] = q
        n += 1
        if clue[q]:
            s.clued = 1
        q = member[q]
        if q == root:
            return n


@kernel
def take_cell(s: State, q: int, k: int, n: int, stamp: int) -> int:
    """`reach` meets an open cell: the cell and every decided group of the value beside it."""
    mark, value = s.mark, s.value
    mark[q] = stamp
    s.order[n] = q
    n += 1
    for t in (q - 1, q + 1, q - s.width, q + s.width):
        if value[t] == k and mark[t] != stamp:
            n = take_group(s, find(s, t), n, stamp)
    return n


@kernel
def entry_cost(s: State, r: int, k: int, stamp: int) -> int:
    """What a region grows by when it takes in the open cell r: the cell and the new groups it touches."""
    cost = 1
    value, mark = s.value, s.mark
    a = b = c = -1
    for t in (r - 1, r + 1, r - s.width, r + s.width):
        if value[t] == k and mark[t] != stamp:
            root = find(s, t)
            if root != a and root != b and root != c:
                cost += s.group_size[root]
                a, b, c = root, a, b
    return cost


@kernel
def reach(s: State, start: int, k: int, skip: int, want: int) -> int:
    """How many cells can share a region of value k with `start`, never entering `skip`; stops at `want` (and a clue).

    -1 if the cell and the groups it touches are already too many. The cells met are `order[:n]`.
    """
    poss, mark, dist, dist_mark, order = s.poss, s.mark, s.dist, s.dist_mark, s.order
    head, node, next_node = s.head, s.node, s.next_node
    s.stamp += 1
    stamp = s.stamp
    s.clued = 1 - s.basic
    base, width = k * s.cells, s.width
    limit = s.hi[k]
    bounded = limit == s.lo[k]
    if s.value[start] == k:
        n = take_group(s, find(s, start), 0, stamp)
    else:
        n = take_cell(s, start, k, 0, stamp)
    if n > limit:
        return -1
    d = n if bounded else 0
    top = limit if bounded else 0
    for j in range(d, top + 1):
        head[j] = -1
    nodes = 0
    done = 0
    while True:
        if n >= want and s.clued:
            s.work += n
            return n
        while done < n:
            q = order[done]
            done += 1
            for r in (q - 1, q + 1, q - width, q + width):
                if poss[base + r] == 0 or mark[r] == stamp or r == skip:
                    continue
                nd = 0
                if bounded:
                    nd = d + entry_cost(s, r, k, stamp)
                    if nd > limit:
                        continue
                if dist_mark[r] == stamp and dist[r] <= nd:
                    continue
                dist_mark[r] = stamp
                dist[r] = nd
                node[nodes] = r
                next_node[nodes] = head[nd]
                head[nd] = nodes
                nodes += 1
        q = -1
        while d <= top:
            j = head[d]
            if j < 0:
                d += 1
                continue
            head[d] = next_node[j]
            if mark[node[j]] != stamp:
                q = node[j]
                break
        if q < 0:
            s.work += n
            return n if s.clued else 0
        n = take_cell(s, q, k, n, stamp)


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
def surroundings(s: State, k: int) -> int:
    """The cells whose regions an event of value k can touch (within lo-1 steps of one), into `todo`; clears the events."""
    poss, seen, todo = s.poss, s.seen, s.todo
    base, width = k * s.cells, s.width
    s.batch += 1
    stamp = s.batch
    n = s.event_count[k]
    for j in range(n):
        p = s.events[base + j]
        s.pending_flag[base + p] = 0
        seen[p] = stamp
        todo[j] = p
    s.event_count[k] = 0
    s.pending -= n
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
def settle_value(s: State, k: int) -> bool:
    """Recheck the surroundings of the events of value k: first the decided groups, then the open cells."""
    n = surroundings(s, k)
    base, todo, value, poss = k * s.cells, s.todo, s.value, s.poss
    stamp = s.batch
    for j in range(n):
        p = todo[j]
        if value[p] == k and poss[base + p]:
            root = find(s, p)
            if s.seen[root] == -stamp:
                continue
            s.seen[root] = -stamp
            if not check_group(s, p, k):
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


@entry
def load(s: State) -> None:
    """Open every value in every cell of the board but the given ones; join the given groups; every cell is an event."""
    for p in range(s.cells):
        s.parent[p] = p
        s.member[p] = p
        given = s.value[p]
        if given >= 0:
            s.clue[p] = s.group_clues[p] = 1
            s.count[p] = 1
            s.poss[given * s.cells + p] = 1
            raise_event(s, p, given)
        elif given == OPEN:
            s.count[p] = s.values
            for k in range(s.values):
                s.poss[k * s.cells + p] = 1
                raise_event(s, p, k)
            if s.values == 1:
                s.value[p] = 0  # there is no other number on this board
    for p in range(s.cells):
        if s.value[p] >= 0:
            join_groups(s, p)
    s.trailed = 0


@entry
def open_cells(s: State) -> int:
    """How many cells are not decided."""
    n = 0
    for p in range(s.cells):
        if s.value[p] == OPEN:
            n += 1
    return n

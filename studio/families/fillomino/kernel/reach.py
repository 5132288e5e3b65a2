"""The one test behind everything: which cells can share a region with a given cell (or group).

Taking in a cell costs 1, touching a decided group of the value its whole size. Distances are lower bounds of a real region's
size, so what cannot be reached is impossible.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import find, walled
from studio.families.fillomino.kernel.state import State
from studio.solvers.kernels import kernel


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
    if s.clue[q]:
        s.clued = 1  # "?"
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
    base, width, walls = k * s.cells, s.width, s.walls
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
                if poss[base + r] == 0 or mark[r] == stamp or r == skip or (walls and walled(s, q, r)):
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

"""The clauses of a propagated board. What they leave out is enforced by `cuts.py`.

Clauses are written as literals followed by 0
into `out`; every writer returns the new length, or -1 when `out` is full (the caller makes it larger and starts again).

Static clauses cover a set S of one or two open cells with the decided groups they touch: too small, some neighbour
belongs to it; just full, no neighbour does; too large, not both. The rest of size and connectivity comes as cuts.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import find, walled
from studio.families.fillomino.kernel.reach import take_cell, take_group
from studio.families.fillomino.kernel.state import OPEN, State
from studio.solvers.kernels import I32, entry, kernel

ROOM = 64  # literals that a writer may add after it has checked the room, beyond its cells


@entry
def number_variables(s: State, var: I32) -> int:
    """One variable per open cell and value left, cell by cell. Returns how many."""
    top = 0
    for p in range(s.cells):
        if s.value[p] == OPEN:
            for k in range(s.values):
                if s.poss[k * s.cells + p]:
                    top += 1
                    var[k * s.cells + p] = top
    return top


@kernel
def one_value(s: State, var: I32, top: int, out: I32, n: int) -> tuple[int, int]:
    """Exactly one value per open cell: pairwise up to six, else a sequential counter. Returns (length, top variable)."""
    pick = s.todo
    for p in range(s.cells):
        if s.value[p] != OPEN:
            continue
        if n + 4 * s.values * s.values + ROOM > len(out):
            return -1, top
        m = 0
        for k in range(s.values):
            if s.poss[k * s.cells + p]:
                pick[m] = var[k * s.cells + p]
                out[n + m] = pick[m]
                m += 1
        n += m
        out[n] = 0
        n += 1
        if m <= 6:
            for a in range(m):
                for b in range(a):
                    n = put2(out, n, -pick[a], -pick[b])
            continue
        for a in range(m - 1):
            carry = top + 1 + a
            n = put2(out, n, -pick[a], carry)
            n = put2(out, n, -carry, -pick[a + 1])
            if a + 1 < m - 1:
                n = put2(out, n, -carry, carry + 1)
        top += m - 1
    return n, top


@kernel
def put2(out: I32, n: int, a: int, b: int) -> int:
    out[n] = a
    out[n + 1] = b
    out[n + 2] = 0
    return n + 3


@kernel
def put3(out: I32, n: int, a: int, b: int, c: int) -> int:
    out[n] = a
    out[n + 1] = b
    out[n + 2] = c
    out[n + 3] = 0
    return n + 4


@kernel
def border(s: State, k: int, size: int, stamp: int) -> int:
    """The open cells that may hold k around the marked cells `order[:size]`, into `cand`. Returns how many."""
    m = 0
    base, width = k * s.cells, s.width
    for j in range(size):
        q = s.order[j]
        for r in (q - 1, q + 1, q - width, q + width):
            if s.poss[base + r] and s.mark[r] != stamp and s.dist_mark[r] != stamp and s.value[r] == OPEN:
                s.dist_mark[r] = stamp
                s.cand[m] = r
                m += 1
    return m


@kernel
def put_border(s: State, var: I32, k: int, m: int, out: I32, n: int) -> int:
    """The variables of `cand[:m]`, and the end of the clause."""
    for j in range(m):
        out[n + j] = var[k * s.cells + s.cand[j]]
    out[n + m] = 0
    return n + m + 1


@kernel
def region_clauses(s: State, var: I32, out: I32, n: int) -> int:
    """Static size clauses of every open cell, every pair of cells that would touch, and every open group."""
    for k in range(s.values):
        for p in range(s.cells):
            if s.poss[k * s.cells + p] == 0:
                continue
            if s.value[p] == OPEN:
                n = cell_clauses(s, var, p, k, out, n)
            elif find(s, p) == p and s.group_size[p] < s.lo[k]:
                if n + s.cells + ROOM > len(out):
                    return -1
                s.stamp += 1
                stamp = s.stamp
                size = take_group(s, p, 0, stamp)
                n = put_border(s, var, k, border(s, k, size, stamp), out, n)
            if n < 0:
                return -1
    return n


@kernel
def cell_clauses(s: State, var: I32, p: int, k: int, out: I32, n: int) -> int:
    """Size clauses of the cell p with value k alone and with each neighbour (also one across a group)."""
    if n + 8 * s.cells + ROOM > len(out):
        return -1
    s.stamp += 1
    stamp = s.stamp
    x = var[k * s.cells + p]
    size = take_cell(s, p, k, 0, stamp)
    m = border(s, k, size, stamp)
    if size == s.hi[k]:
        for j in range(m):
            n = put2(out, n, -x, -var[k * s.cells + s.cand[j]])
        return n
    if size < s.lo[k]:
        out[n] = -x
        n = put_border(s, var, k, m, out, n + 1)
    s.batch += 1
    for j in range(m):
        s.todo[j] = s.cand[j]
        s.seen[s.cand[j]] = s.batch
    for j in range(m):
        if s.todo[j] > p:
            if n + 8 * s.cells + ROOM > len(out):
                return -1
            n = pair_clauses(s, var, p, s.todo[j], k, out, n)
    return n


@kernel
def pair_clauses(s: State, var: I32, p: int, q: int, k: int, out: I32, n: int) -> int:
    """Size clauses of the open cells p and q with value k, in one region; then of a third one with them."""
    s.stamp += 1
    stamp = s.stamp
    x, y = var[k * s.cells + p], var[k * s.cells + q]
    size = take_cell(s, q, k, take_cell(s, p, k, 0, stamp), stamp)
    if size > s.hi[k]:
        return put2(out, n, -x, -y)
    m = border(s, k, size, stamp)
    if size == s.hi[k]:
        for j in range(m):
            n = put3(out, n, -x, -y, -var[k * s.cells + s.cand[j]])
        return n
    if size < s.lo[k]:
        out[n] = -x
        out[n + 1] = -y
        n = put_border(s, var, k, m, out, n + 2)
    if s.lo[k] == s.hi[k]:
        n = triple_clauses(s, var, p, q, k, size, m, out, n)
    return n


@kernel
def triple_clauses(s: State, var: I32, p: int, q: int, k: int, size: int, m: int, out: I32, n: int) -> int:
    """A third cell beside p and q, each set of three once: p is its smallest, q the smaller of two that touch p."""
    x, y = var[k * s.cells + p], var[k * s.cells + q]
    for j in range(m):
        s.tried[j] = s.cand[j]
    for j in range(m):
        r = s.tried[j]
        if r < p or (s.seen[r] == s.batch and r < q):
            continue
        s.stamp += 1
        stamp = s.stamp
        total = take_cell(s, r, k, take_cell(s, q, k, take_cell(s, p, k, 0, stamp), stamp), stamp)
        if total < s.hi[k]:
            continue
        z = var[k * s.cells + r]
        if total > s.hi[k]:
            n = put3(out, n, -x, -y, -z)
            continue
        more = border(s, k, total, stamp)
        for i in range(more):
            out[n] = -x
            n = put3(out, n + 1, -y, -z, -var[k * s.cells + s.cand[i]])
    return n


@entry
def write_clauses(s: State, var: I32, out: I32, top: int) -> tuple[int, int]:
    """All static clauses. Returns (length or -1, top variable)."""
    n, top = one_value(s, var, top, out, 0)
    if n >= 0:
        n = region_clauses(s, var, out, n)
    if n >= 0:
        n = crossing_clauses(s, var, out, n)
    if n >= 0 and s.walls:
        n = wall_clauses(s, var, out, n)
    return n, top


@kernel
def wall_clauses(s: State, var: I32, out: I32, n: int) -> int:
    """The two cells of a given border do not hold the same number."""
    for p in range(s.cells):
        if s.value[p] != OPEN:
            continue  # propagation has told its neighbours
        for t in (p + 1, p + s.width):
            if not walled(s, p, t) or s.value[t] != OPEN:
                continue
            if n + 3 * s.values + ROOM > len(out):
                return -1
            for k in range(s.values):
                if s.lo[k] == s.hi[k] and s.poss[k * s.cells + p] and s.poss[k * s.cells + t]:
                    n = put2(out, n, -var[k * s.cells + p], -var[k * s.cells + t])
    return n


@kernel
def crossing_clauses(s: State, var: I32, out: I32, n: int) -> int:
    """Two values with one region each never cross: no two by two cells with one on either diagonal."""
    for a in range(s.values):
        if s.single[a] == 0:
            continue
        for b in range(s.values):
            if s.single[b] == 0 or a == b:
                continue
            for p in range(s.cells - s.width - 1):
                if n + ROOM > len(out):
                    return -1
                n = no_crossing(s, var, p, a, b, out, n)
    return n


@kernel
def no_crossing(s: State, var: I32, p: int, a: int, b: int, out: I32, n: int) -> int:
    """Not a in p and below right of it together with b right of p and below it."""
    m, width = s.cells, s.width
    if not (s.poss[a * m + p] and s.poss[a * m + p + width + 1] and s.poss[b * m + p + 1] and s.poss[b * m + p + width]):
        return n
    for i in (a * m + p, a * m + p + width + 1, b * m + p + 1, b * m + p + width):
        if s.value[i % m] == OPEN:
            out[n] = -var[i]
            n += 1
    out[n] = 0
    return n + 1


@entry
def read_model(s: State, var: I32, model: I32, answer: I32) -> None:
    """The value of every cell of the board in a model (`model[v - 1]` > 0: variable v is true)."""
    for p in range(s.cells):
        answer[p] = s.value[p]
        if s.value[p] == OPEN:
            for k in range(s.values):
                v = var[k * s.cells + p]
                if v > 0 and model[v - 1] > 0:
                    answer[p] = k
                    break

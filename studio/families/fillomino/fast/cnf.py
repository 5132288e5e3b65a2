"""The clauses of a propagated board, and the cuts that enforce lazily what they leave out.

Plain functions on flat arrays like `kernel.py`, compiled together with it. Clauses are written as literals followed by 0
into `out`; every writer returns the new length, or -1 when `out` is full (the caller makes it larger and starts again).

Static clauses cover a set S of one or two open cells with the decided groups they touch: too small, some neighbour
belongs to it; just full, no neighbour does; too large, not both. The rest of size and connectivity comes as cuts.
"""

from __future__ import annotations

from .propagate import find, take_cell, take_group
from .state import BATCH, OPEN, STAMP, State

ROOM = 64  # literals that a writer may add after it has checked the room, beyond its cells


def number_variables(s: State, var: list[int]) -> int:
    """One variable per open cell and value left, cell by cell. Returns how many."""
    top = 0
    for p in range(s.cells):
        if s.value[p] == OPEN:
            for k in range(s.values):
                if s.poss[k * s.cells + p]:
                    top += 1
                    var[k * s.cells + p] = top
    return top


def one_value(s: State, var: list[int], top: int, out: list[int], n: int) -> tuple[int, int]:
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


def put2(out: list[int], n: int, a: int, b: int) -> int:
    out[n] = a
    out[n + 1] = b
    out[n + 2] = 0
    return n + 3


def put3(out: list[int], n: int, a: int, b: int, c: int) -> int:
    out[n] = a
    out[n + 1] = b
    out[n + 2] = c
    out[n + 3] = 0
    return n + 4


def border(s: State, k: int, size: int, stamp: int) -> int:
    """The open cells that may hold k around the marked cells `order[:size]`, into `cand`. Returns how many."""
    m = 0
    base, width = k * s.cells, s.width
    for j in range(size):
        q = s.order[j]
        for r in (q - 1, q + 1, q - width, q + width):
            if s.poss[base + r] and s.mark[r] != stamp and s.dmark[r] != stamp and s.value[r] == OPEN:
                s.dmark[r] = stamp
                s.cand[m] = r
                m += 1
    return m


def put_border(s: State, var: list[int], k: int, m: int, out: list[int], n: int) -> int:
    """The variables of `cand[:m]`, and the end of the clause."""
    for j in range(m):
        out[n + j] = var[k * s.cells + s.cand[j]]
    out[n + m] = 0
    return n + m + 1


def region_clauses(s: State, var: list[int], out: list[int], n: int) -> int:
    """Static size clauses of every open cell, every pair of cells that would touch, and every open group."""
    for k in range(s.values):
        for p in range(s.cells):
            if s.poss[k * s.cells + p] == 0:
                continue
            if s.value[p] == OPEN:
                n = cell_clauses(s, var, p, k, out, n)
            elif find(s, p) == p and s.gsize[p] < s.lo[k]:
                if n + s.cells + ROOM > len(out):
                    return -1
                s.ctl[STAMP] += 1
                stamp = s.ctl[STAMP]
                size = take_group(s, p, 0, stamp)
                n = put_border(s, var, k, border(s, k, size, stamp), out, n)
            if n < 0:
                return -1
    return n


def cell_clauses(s: State, var: list[int], p: int, k: int, out: list[int], n: int) -> int:
    """Size clauses of the cell p with value k alone and with each neighbour (also one across a group)."""
    if n + 8 * s.cells + ROOM > len(out):
        return -1
    s.ctl[STAMP] += 1
    stamp = s.ctl[STAMP]
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
    s.ctl[BATCH] += 1
    for j in range(m):
        s.todo[j] = s.cand[j]
        s.seen[s.cand[j]] = s.ctl[BATCH]
    for j in range(m):
        if s.todo[j] > p:
            if n + 8 * s.cells + ROOM > len(out):
                return -1
            n = pair_clauses(s, var, p, s.todo[j], k, out, n)
    return n


def pair_clauses(s: State, var: list[int], p: int, q: int, k: int, out: list[int], n: int) -> int:
    """Size clauses of the open cells p and q with value k, in one region; then of a third one with them."""
    s.ctl[STAMP] += 1
    stamp = s.ctl[STAMP]
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


def triple_clauses(s: State, var: list[int], p: int, q: int, k: int, size: int, m: int, out: list[int], n: int) -> int:
    """A third cell beside p and q, each set of three once: p is its smallest, q the smaller of two that touch p."""
    x, y = var[k * s.cells + p], var[k * s.cells + q]
    for j in range(m):
        s.tried[j] = s.cand[j]
    for j in range(m):
        r = s.tried[j]
        if r < p or (s.seen[r] == s.ctl[BATCH] and r < q):
            continue
        s.ctl[STAMP] += 1
        stamp = s.ctl[STAMP]
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


def write_clauses(s: State, var: list[int], out: list[int], top: int) -> tuple[int, int]:
    """All static clauses. Returns (length or -1, top variable)."""
    n, top = one_value(s, var, top, out, 0)
    if n >= 0:
        n = region_clauses(s, var, out, n)
    return n, top


def read_model(s: State, var: list[int], model: list[int], answer: list[int]) -> None:
    """The value of every cell of the board in a model (`model[v - 1]` > 0: variable v is true)."""
    for p in range(s.cells):
        answer[p] = s.value[p]
        if s.value[p] == OPEN:
            for k in range(s.values):
                v = var[k * s.cells + p]
                if v > 0 and model[v - 1] > 0:
                    answer[p] = k
                    break


def same_value(s: State, answer: list[int], p: int) -> int:
    """The connected cells of the answer around p with its value, into `order`, marked. Returns how many."""
    k, stamp = answer[p], s.ctl[STAMP]
    s.mark[p] = stamp
    s.order[0] = p
    n, done = 1, 0
    while done < n:
        q = s.order[done]
        done += 1
        for r in (q - 1, q + 1, q - s.width, q + s.width):
            if answer[r] == k and s.mark[r] != stamp:
                s.mark[r] = stamp
                s.order[n] = r
                n += 1
    return n


def write_cuts(s: State, var: list[int], answer: list[int], out: list[int]) -> int:
    """Clauses that the answer breaks, 0 if it is a solution; `tried` marks the broken regions. Returns the length or -1."""
    s.ctl[BATCH] += 1
    batch = s.ctl[BATCH]
    n = 0
    for p in range(s.cells):
        s.tried[p] = 0
    for p in range(s.cells):
        k = answer[p]
        if k < 0 or s.seen[p] == batch:
            continue
        s.ctl[STAMP] += 1
        size = same_value(s, answer, p)
        clued = 1 - s.basic
        for j in range(size):
            s.seen[s.order[j]] = batch
            if s.clue[s.order[j]]:
                clued = 1
        if n + 8 * (s.cells + ROOM) > len(out):
            return -1
        if size > s.hi[k] or size < s.lo[k] or clued == 0:
            for j in range(size):
                s.tried[s.order[j]] = 1
        if size > s.hi[k]:
            n = too_large(s, var, answer, p, size, out, n)
        elif size < s.lo[k] or clued == 0:
            n = too_small(s, var, k, size, clued, out, n)
    return n


def too_small(s: State, var: list[int], k: int, size: int, clued: int, out: list[int], n: int) -> int:
    """A region `order[:size]` that is too small (or holds no clue): one of its neighbours belongs to it, or its first cell
    has another value. Then the same for the set widened by its neighbours as long as it stays too small."""
    x = var[k * s.cells + s.order[0]]
    for j in range(size):
        if s.value[s.order[j]] >= 0:
            x = 0  # the region is there in any case
    stamp = s.ctl[STAMP]
    m = border(s, k, size, stamp)
    n = put_implied(s, var, x, k, m, out, n)
    if x and n + (size + 2) * (m + 2) + 4 * s.cells + ROOM <= len(out):
        for j in range(1, size):
            n = put_implied(s, var, var[k * s.cells + s.order[j]], k, m, out, n)
    if clued == 0:
        return n
    grown = size
    for j in range(m):
        s.todo[j] = s.cand[j]
        s.dmark[s.cand[j]] = 0
    for j in range(m):
        if s.mark[s.todo[j]] == stamp:
            continue
        added = take_cell(s, s.todo[j], k, grown, stamp)
        if added < s.lo[k]:
            grown = added
        for i in range(grown, added):
            s.mark[s.order[i]] = 0
    if grown > size:
        n = put_implied(s, var, x, k, border(s, k, grown, stamp), out, n)
    return n


def put_implied(s: State, var: list[int], x: int, k: int, m: int, out: list[int], n: int) -> int:
    """x implies one of `cand[:m]`; x = 0: one of them in any case."""
    if x:
        out[n] = -x
        n += 1
    return put_border(s, var, k, m, out, n)


def too_large(s: State, var: list[int], answer: list[int], p: int, size: int, out: list[int], n: int) -> int:
    """A region that is too large: up to six connected subsets of more than hi cells, decided cells first."""
    k = answer[p]
    for j in range(size):
        s.todo[j] = s.order[j]
    starts = 0
    for pass_ in range(2):
        for j in range(size):
            q = s.todo[j]
            decided = s.value[q] >= 0
            if starts >= 6 or decided == (pass_ == 1):
                continue
            if decided and find(s, q) != q:
                continue
            if not decided and starts > 0 and (j * 5) // size == ((j - 1) * 5) // size:
                continue
            starts += 1
            n = subset_cut(s, var, answer, q, k, out, n)
    return n


def subset_cut(s: State, var: list[int], answer: list[int], q: int, k: int, out: list[int], n: int) -> int:
    """Grow a connected set of cells of the answer's region from q until it is too large: not all of them hold k."""
    s.ctl[STAMP] += 1
    stamp = s.ctl[STAMP]
    if s.value[q] >= 0:
        size = take_group(s, find(s, q), 0, stamp)
    else:
        size = take_cell(s, q, k, 0, stamp)
    done = 0
    while size <= s.hi[k]:
        c = s.order[done]
        done += 1
        for r in (c - 1, c + 1, c - s.width, c + s.width):
            if answer[r] == k and s.mark[r] != stamp and size <= s.hi[k]:
                size = take_cell(s, r, k, size, stamp)
    for j in range(size):
        if s.value[s.order[j]] == OPEN:
            out[n] = -var[k * s.cells + s.order[j]]
            n += 1
    out[n] = 0
    return n + 1

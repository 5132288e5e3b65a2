"""Cuts: clauses that a model breaks, for the rules of size and connectedness that `cnf.py` does not write down."""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import find
from studio.families.fillomino.kernel.cnf import ROOM, border, put_border
from studio.families.fillomino.kernel.reach import take_cell, take_group
from studio.families.fillomino.kernel.state import OPEN, State
from studio.solvers.kernels import I32, entry, kernel

MOST_LEVELS = 12


@entry
def same_value(s: State, answer: I32, p: int) -> int:
    """The connected cells of the answer around p with its value, into `order`, marked. Returns how many."""
    k, stamp = answer[p], s.stamp
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


@entry
def write_cuts(s: State, var: I32, answer: I32, out: I32) -> int:
    """Clauses that the answer breaks, 0 if it is a solution; `tried` marks the broken regions. Returns the length or -1."""
    s.batch += 1
    batch = s.batch
    n = 0
    for p in range(s.cells):
        s.tried[p] = 0
    for p in range(s.cells):
        k = answer[p]
        if k < 0 or s.seen[p] == batch:
            continue
        s.stamp += 1
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
            n = too_small(s, var, answer, k, size, clued, out, n)
    return n


@kernel
def too_small(s: State, var: I32, answer: I32, k: int, size: int, clued: int, out: I32, n: int) -> int:
    """A region `order[:size]` that is too small (or holds no clue): one of its neighbours belongs to it, or its first cell
    has another value. Then the same for the set widened by its neighbours as long as it stays too small."""
    x = var[k * s.cells + s.order[0]]
    for j in range(size):
        if s.value[s.order[j]] >= 0:
            x = 0  # the region is there in any case
    stamp = s.stamp
    if s.single[k]:
        m = separator(s, answer, k, size)
        if m > 0:
            return put_all_implied(s, var, x, k, size, m, out, n)
    m = border(s, k, size, stamp)
    n = put_all_implied(s, var, x, k, size, m, out, n)
    if clued == 0:
        return n
    grown = size
    for j in range(m):
        s.todo[j] = s.cand[j]
        s.dist_mark[s.cand[j]] = 0
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


@kernel
def put_all_implied(s: State, var: I32, x: int, k: int, size: int, m: int, out: I32, n: int) -> int:
    """Each cell of `order[:size]` implies one of `cand[:m]`; x = 0: one of them in any case."""
    n = put_implied(s, var, x, k, m, out, n)
    if x and n + (size + 2) * (m + 2) + 4 * s.cells + ROOM <= len(out):
        for j in range(1, size):
            n = put_implied(s, var, var[k * s.cells + s.order[j]], k, m, out, n)
    return n


@kernel
def put_implied(s: State, var: I32, x: int, k: int, m: int, out: I32, n: int) -> int:
    """x implies one of `cand[:m]`; x = 0: one of them in any case."""
    if x:
        out[n] = -x
        n += 1
    return put_border(s, var, k, m, out, n)


@kernel
def too_large(s: State, var: I32, answer: I32, p: int, size: int, out: I32, n: int) -> int:
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


@kernel
def subset_cut(s: State, var: I32, answer: I32, q: int, k: int, out: I32, n: int) -> int:
    """Grow a connected set of cells of the answer's region from q until it is too large: not all of them hold k."""
    s.stamp += 1
    stamp = s.stamp
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


@kernel
def separator(s: State, answer: I32, k: int, size: int) -> int:
    """A value with one region: few cells, none of them of the region, between `order[:size]` and a decided part that it does
    not touch, into `cand`. Returns how many; 0 if there is no such part."""
    goal = other_part(s, answer, k, size)
    if goal < 0:
        return 0
    best, stamp = 0, s.stamp
    for level in range(1, min(s.dist[goal], MOST_LEVELS) + 1):
        m = between(s, answer, k, goal, level, stamp)
        if best == 0 or m < best:
            best = m
            for j in range(m):
                s.cand[j] = s.todo[j]
    return best


@kernel
def other_part(s: State, answer: I32, k: int, size: int) -> int:
    """The nearest decided cell of k in another part of the answer, or -1. `dist`: how many cells would have to become k."""
    base, width = k * s.cells, s.width
    s.stamp += 1
    stamp = s.stamp
    for j in range(size):
        s.node[j] = s.order[j]
        s.dist_mark[s.order[j]] = stamp
        s.dist[s.order[j]] = 0
    n, away = size, 0
    while n > 0:
        done, following = 0, 0
        while done < n:
            q = s.node[done]
            done += 1
            for r in (q - 1, q + 1, q - width, q + width):
                if s.poss[base + r] == 0 or s.dist_mark[r] == stamp:
                    continue
                s.dist_mark[r] = stamp
                if answer[r] == k:
                    s.dist[r] = away
                    if s.value[r] == k:
                        return r
                    s.node[n] = r
                    n += 1
                else:
                    s.dist[r] = away + 1
                    s.next_node[following] = r
                    following += 1
        for j in range(following):
            s.node[j] = s.next_node[j]
        n = following
        away += 1
    return -1


@kernel
def between(s: State, answer: I32, k: int, goal: int, level: int, measured: int) -> int:
    """The cells at a distance from the first part through which the part of `goal` could be joined to it, into `todo`."""
    base, width = k * s.cells, s.width
    s.stamp += 1
    stamp = s.stamp
    s.mark[goal] = stamp
    s.node[0] = goal
    n, done, m = 1, 0, 0
    while done < n:
        q = s.node[done]
        done += 1
        for r in (q - 1, q + 1, q - width, q + width):
            if s.poss[base + r] == 0 or s.mark[r] == stamp:
                continue
            s.mark[r] = stamp
            if s.dist_mark[r] == measured and answer[r] != k and s.dist[r] <= level:
                s.todo[m] = r
                m += 1
            else:
                s.node[n] = r
                n += 1
    return m

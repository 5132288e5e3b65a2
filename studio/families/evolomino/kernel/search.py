"""Conflict analysis (first unique implication point), restarts, clause reduction and the main loop."""

from __future__ import annotations

from numba import int8, njit, types

from studio.families.evolomino.kernel.basics import assign, back_to, enqueue, explain, film, heap_add, heap_pop, heap_up
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.lazy import attach
from studio.families.evolomino.kernel.propagate import propagate

# mypy: ignore-errors
# ruff: noqa: F405

LUBY_UNIT = 64
DECAY = 1 / 0.95


@compiled(NOTHING, NUMBER)
def bump(k, v):
    last = k.act.shape[0] - 1
    k.act[v] += k.act[last]
    if k.act[v] > 1e100:
        for i in range(k.S[NV]):
            k.act[i] *= 1e-100
        k.act[last] *= 1e-100
    if k.var[HPOS, v] >= 0:
        heap_up(k, k.var[HPOS, v])


@compiled(YES, NUMBER)
def is_implied(k, lit):
    """Is this literal of the new clause implied by its others? (cheap reasons only)"""
    v = lit >> 1
    kind = k.var[RKIND, v]
    if kind != CLAUSE and kind != ONE and kind != TWO:
        return False
    n = explain(k, lit ^ 1, kind, k.var[RA, v], k.var[RB, v], 0, k.var[REASON])
    for i in range(n):
        w = k.var[REASON, i] >> 1
        if k.var[SEEN, w] == 0 and k.var[VLEVEL, w] > 0:
            return False
    return True


@compiled(types.UniTuple(NUMBER, 2))
def learn(k):
    """From the conflict in CONF to the clause in LEARNT; returns (size, level to go back to)."""
    var, level = k.var, k.S[LEVEL]
    out, size, open_, at, lit = var[LEARNT], 1, 0, k.S[NTRAIL], -1
    n, source = k.S[NCONF], CONF
    while True:
        for i in range(n):
            other = var[source, i]
            v = other >> 1
            if var[SEEN, v] == 0 and var[VLEVEL, v] > 0:
                var[SEEN, v] = 1
                bump(k, v)
                if var[VLEVEL, v] >= level:
                    open_ += 1
                else:
                    out[size] = other
                    size += 1
        while True:
            at -= 1
            lit = var[TRAIL, at]
            if var[SEEN, lit >> 1]:
                break
        open_ -= 1
        v = lit >> 1
        if open_ == 0:
            break
        var[SEEN, v] = 2
        n = explain(k, lit, var[RKIND, v], var[RA, v], var[RB, v], var[VPOS, v], var[REASON])
        source = REASON
    out[0] = lit ^ 1
    kept = 1
    for i in range(1, size):
        if is_implied(k, out[i]):
            k.var[STACK, i - kept] = out[i]
        else:
            out[kept] = out[i]
            kept += 1
    for i in range(size - kept):
        var[SEEN, var[STACK, i] >> 1] = 0
    back = 0
    for i in range(1, kept):
        if i == 1 or var[VLEVEL, out[i] >> 1] > back:
            back = var[VLEVEL, out[i] >> 1]
            out[1], out[i] = out[i], out[1]
    return kept, back


@compiled(NOTHING, NUMBER)
def forget_marks(k, size):
    """Clear SEEN: the kept literals and everything resolved on the last level."""
    for i in range(size):
        k.var[SEEN, k.var[LEARNT, i] >> 1] = 0
    for at in range(k.var[LIMIT, k.S[LEVEL] - 1], k.S[NTRAIL]):
        k.var[SEEN, k.var[TRAIL, at] >> 1] = 0


@compiled(NUMBER, NUMBER)
def block_distance(k, size):
    """How many levels the clause spans (small is good)."""
    stamp = k.S[STAMP] + 1
    k.S[STAMP] = stamp
    count = 0
    for i in range(size):
        lev = k.var[VLEVEL, k.var[LEARNT, i] >> 1]
        if k.var[STACK, lev] != -stamp:
            k.var[STACK, lev] = -stamp
            count += 1
    return count


@compiled(YES)
def resolve_conflict(k):
    """Learn from the conflict and go on; False if the conflict needs no decision at all."""
    k.S[CONFLICTS] += 1
    film(k, FILM_CONFLICT, k.var[CONF, 0], 0)
    top = 0
    for i in range(k.S[NCONF]):
        top = max(top, k.var[VLEVEL, k.var[CONF, i] >> 1])
    if top == 0:
        return False
    back_to(k, top)
    size, back = learn(k)
    forget_marks(k, size)
    lbd = block_distance(k, size)
    back_to(k, back)
    k.act[k.act.shape[0] - 1] *= DECAY
    if size == 1:
        assign(k, k.var[LEARNT, 0], ONE, k.var[LEARNT, 0], 0)
        return True
    c = attach(k, size, True)
    if c < 0:
        back_to(k, 0)
        return True
    k.clause[c, CLBD] = max(lbd, 1)
    k.S[LEARNTS] += 1
    assign(k, k.var[LEARNT, 0], CLAUSE, c, 0)
    return True


@njit(cache=True, nogil=True)
def luby(i):
    size, power = 1, 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) >> 1
        power -= 1
        i = i % size
    return 1 << power


@compiled(YES, NUMBER, NUMBER)
def keep_clause(k, c, limit):
    """On level 0: drop satisfied clauses and learnt ones that span many levels; move open literals to the front."""
    if k.clause[c, CLBD] > limit:
        return False
    start, size = k.clause[c, CFROM], k.clause[c, CSIZE]
    free = start
    for at in range(start, start + size):
        lit = k.arena[at]
        if k.val[lit] > 0:
            return False
        if k.val[lit] == 0:
            k.arena[at], k.arena[free] = k.arena[free], lit
            free += 1
    k.clause[c, CSIZE] = free - start
    return True


@compiled(NOTHING)
def reduce_clauses(k):
    """On level 0, everything propagated: keep the better half of the learnt clauses and rebuild the watch lists."""
    total = 0
    counts = k.var[STACK]
    for i in range(64):
        counts[i] = 0
    for c in range(k.S[NCLAUSE]):
        if k.clause[c, CLBD] > 0:
            counts[min(k.clause[c, CLBD], 63)] += 1
            total += 1
    limit, kept = 2, counts[1] + counts[2]
    while limit < 62 and kept + counts[limit + 1] <= total // 2:
        limit += 1
        kept += counts[limit]
    for lit in range(2 * k.S[NV]):
        k.watch[lit] = -1
    n, top, k.S[LEARNTS] = 0, 0, 0
    for c in range(k.S[NCLAUSE]):
        if not keep_clause(k, c, limit):
            continue
        start, size, lbd = k.clause[c, CFROM], k.clause[c, CSIZE], k.clause[c, CLBD]
        for i in range(size):
            k.arena[top + i] = k.arena[start + i]
        k.clause[n, CFROM], k.clause[n, CSIZE], k.clause[n, CLBD] = top, size, lbd
        for i in range(2):
            lit = k.arena[top + i]
            k.clause[n, CNEXT0 + i] = k.watch[lit]
            k.watch[lit] = 2 * n + i
        k.S[LEARNTS] += lbd > 0
        n += 1
        top += size
    k.S[NCLAUSE], k.S[ARENA] = n, top
    k.S[REDUCED] += 1


@compiled(NUMBER)
def choose(k):
    """The most active open variable; a shift only while its two blocks are consecutive. -1 if all is settled."""
    while k.S[HEAPN]:
        v = heap_pop(k)
        if k.val[2 * v] == 0:
            if k.var[KIND, v] == Z and k.val[2 * k.pair[PS, k.var[VA, v]]] <= 0:
                continue
            return v
    return -1


@compiled(NUMBER, NUMBER)
def search(k, budget):
    """Search on for at most `budget` conflicts. The caller reads the answer from the trail while status is FOUND."""
    k.S[FULL] = 0
    left = budget
    run = LUBY_UNIT * luby(k.S[RESTARTS])
    while True:
        if not propagate(k):
            left -= 1
            run -= 1
            if not resolve_conflict(k):
                return REFUTED
            continue
        if k.S[FULL]:
            back_to(k, 0)
            return ROOM
        if run <= 0 or left <= 0:
            back_to(k, 0)
            film(k, FILM_RESTART, -1, 0)
            k.S[RESTARTS] += run <= 0
            if left <= 0:
                return UNKNOWN
            run = LUBY_UNIT * luby(k.S[RESTARTS])
            if k.S[LEARNTS] > 2000 + 500 * k.S[REDUCED]:
                if not propagate(k):
                    return REFUTED
                reduce_clauses(k)
            continue
        v = choose(k)
        if v < 0:
            return FOUND
        k.S[DECISIONS] += 1
        k.var[LIMIT, k.S[LEVEL]] = k.S[NTRAIL]
        k.S[LEVEL] += 1
        assign(k, 2 * v + k.var[PHASE, v], NONE, 0, 0)


@compiled(YES, int8[::1])
def exclude(k, answer):
    """Go back to the start and forbid this set of squares."""
    back_to(k, 0)
    n = 0
    for cell in range(k.S[CELLS]):
        v = k.cell[XVAR, cell]
        if v >= 0 and k.val[2 * v] == 0:
            k.var[LEARNT, n] = 2 * v + 1 if answer[cell] else 2 * v
            n += 1
    if n == 0:
        return False
    if n == 1:
        return enqueue(k, k.var[LEARNT, 0], ONE, k.var[LEARNT, 0], 0)
    return attach(k, n, False) >= 0


@compiled(NOTHING)
def refill(k):
    for v in range(k.S[NV]):
        if k.val[2 * v] == 0 and k.var[KIND, v] != S_:
            heap_add(k, v)

"""Conflict analysis (first unique implication point), restarts, clause reduction and the main loop."""

from __future__ import annotations

from numba import float64, int8, njit, types

from studio.families.evolomino.kernel.basics import assign, back_to, enqueue, explain, film, heap_pop, heap_up
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.lazy import attach
from studio.families.evolomino.kernel.propagate import propagate

# mypy: ignore-errors
# ruff: noqa: F405

DECAY = 1 / 0.95
REWIND = -1


@searching(NOTHING, NUMBER)
def bump(m, act, v):
    last = m[VAR_ROOM] - 1
    act[v] += act[last]
    if act[v] > 1e100:
        for i in range(m[NV]):
            act[i] *= 1e-100
        act[last] *= 1e-100
    if m[m[HPOS] + v] >= 0:
        heap_up(m, act, m[m[HPOS] + v])


@compiled(YES, NUMBER)
def is_implied(m, lit):
    """Is this literal of the new clause implied by its others? (cheap reasons only)"""
    v = lit >> 1
    kind = m[m[RKIND] + v]
    if kind != CLAUSE and kind != ONE and kind != TWO:
        return False
    n = explain(m, lit ^ 1, kind, m[m[RA] + v], m[m[RB] + v], 0, m[REASON])
    for i in range(n):
        w = m[m[REASON] + i] >> 1
        if m[m[SEEN] + w] == 0 and m[m[VLEVEL] + w] > 0:
            return False
    return True


@searching(types.UniTuple(NUMBER, 2))
def learn(m, act):
    """From the conflict in CONF to the clause in LEARNT; returns (size, level to go back to)."""
    level = m[LEVEL]
    out, size, open_, at, lit = m[LEARNT], 1, 0, m[NTRAIL], -1
    n, source = m[NCONF], CONF
    while True:
        for i in range(n):
            other = m[m[source] + i]
            v = other >> 1
            if m[m[SEEN] + v] == 0 and m[m[VLEVEL] + v] > 0:
                m[m[SEEN] + v] = 1
                bump(m, act, v)
                if m[m[VLEVEL] + v] >= level:
                    open_ += 1
                else:
                    m[out + size] = other
                    size += 1
        while True:
            at -= 1
            lit = m[m[TRAIL] + at]
            if m[m[SEEN] + (lit >> 1)]:
                break
        open_ -= 1
        v = lit >> 1
        if open_ == 0:
            break
        m[m[SEEN] + v] = 2
        n = explain(m, lit, m[m[RKIND] + v], m[m[RA] + v], m[m[RB] + v], m[m[VPOS] + v], m[REASON])
        source = REASON
    m[out] = lit ^ 1
    kept = 1
    for i in range(1, size):
        if is_implied(m, m[out + i]):
            m[m[STACK] + i - kept] = m[out + i]
        else:
            m[out + kept] = m[out + i]
            kept += 1
    for i in range(size - kept):
        m[m[SEEN] + (m[m[STACK] + i] >> 1)] = 0
    back = 0
    for i in range(1, kept):
        if i == 1 or m[m[VLEVEL] + (m[out + i] >> 1)] > back:
            back = m[m[VLEVEL] + (m[out + i] >> 1)]
            m[out + 1], m[out + i] = m[out + i], m[out + 1]
    return kept, back


@compiled(NOTHING, NUMBER)
def forget_marks(m, size):
    """Clear SEEN: the kept literals and everything resolved on the last level."""
    for i in range(size):
        m[m[SEEN] + (m[m[LEARNT] + i] >> 1)] = 0
    for at in range(m[m[LIMIT] + m[LEVEL] - 1], m[NTRAIL]):
        m[m[SEEN] + (m[m[TRAIL] + at] >> 1)] = 0


@compiled(NUMBER, NUMBER)
def block_distance(m, size):
    """How many levels the clause spans (small is good)."""
    stamp = m[STAMP] + 1
    m[STAMP] = stamp
    count = 0
    for i in range(size):
        lev = m[m[VLEVEL] + (m[m[LEARNT] + i] >> 1)]
        if m[m[STACK] + lev] != -stamp:
            m[m[STACK] + lev] = -stamp
            count += 1
    return count


@searching(YES)
def resolve_conflict(m, act):
    """Learn from the conflict and go on; False if the conflict needs no decision at all."""
    top = 0
    for i in range(m[NCONF]):
        top = max(top, m[m[VLEVEL] + (m[m[CONF] + i] >> 1)])
    if top == 0:
        return False
    back_to(m, act, top)
    size, back = learn(m, act)
    forget_marks(m, size)
    lbd = block_distance(m, size)
    back_to(m, act, back)
    act[m[VAR_ROOM] - 1] *= DECAY
    if size == 1:
        assign(m, m[m[LEARNT]], ONE, m[m[LEARNT]], FROM_CONFLICT)
        return True
    c = attach(m, size, True)
    if c < 0:
        back_to(m, act, 0)
        return True
    m[m[CLBD] + c] = max(lbd, 1)
    m[LEARNTS] += 1
    assign(m, m[m[LEARNT]], CLAUSE, c, 0)
    return True


@njit
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
def keep_clause(m, c, limit):
    """On level 0: drop satisfied clauses and learnt ones that span many levels; move open literals to the front."""
    if m[m[CLBD] + c] > limit:
        return False
    start, size = m[m[CFROM] + c], m[m[CSIZE] + c]
    free = start
    for at in range(start, start + size):
        lit = m[m[ARENA] + at]
        if m[m[VAL] + lit] > 0:
            return False
        if m[m[VAL] + lit] == 0:
            m[m[ARENA] + at], m[m[ARENA] + free] = m[m[ARENA] + free], lit
            free += 1
    m[m[CSIZE] + c] = free - start
    return True


@compiled(NOTHING)
def reduce_clauses(m):
    """On level 0, everything propagated: keep the better half of the learnt clauses and rebuild the watch lists."""
    total = 0
    counts = m[STACK]
    for i in range(64):
        m[counts + i] = 0
    for c in range(m[NCLAUSE]):
        if m[m[CLBD] + c] > 0:
            m[counts + min(m[m[CLBD] + c], 63)] += 1
            total += 1
    limit, kept = 2, m[counts + 1] + m[counts + 2]
    while limit < 62 and kept + m[counts + limit + 1] <= total // 2:
        limit += 1
        kept += m[counts + limit]
    for lit in range(2 * m[NV]):
        m[m[WATCH] + lit] = -1
    n, top, m[LEARNTS] = 0, 0, 0
    for c in range(m[NCLAUSE]):
        if not keep_clause(m, c, limit):
            continue
        start, size, lbd = m[m[CFROM] + c], m[m[CSIZE] + c], m[m[CLBD] + c]
        for i in range(size):
            m[m[ARENA] + top + i] = m[m[ARENA] + start + i]
        m[m[CFROM] + n], m[m[CSIZE] + n], m[m[CLBD] + n] = top, size, lbd
        for i in range(2):
            lit = m[m[ARENA] + top + i]
            m[m[WNEXT] + 2 * n + i] = m[m[WATCH] + lit]
            m[m[WATCH] + lit] = 2 * n + i
        m[LEARNTS] += lbd > 0
        n += 1
        top += size
    m[NCLAUSE], m[ATOP] = n, top
    m[REDUCED] += 1


@searching(NUMBER)
def choose(m, act):
    """The most active open variable; a shift only while its two blocks are consecutive. -1 if all is settled."""
    while m[HEAPN]:
        v = heap_pop(m, act)
        if m[m[VAL] + 2 * v] == 0:
            if m[m[KIND] + v] == Z and m[m[VAL] + 2 * m[m[PS] + m[m[VA] + v]]] <= 0:
                continue
            return v
    return -1


@entry(NUMBER, float64[::1], NUMBER)
def search(m, act, budget):
    """Search on for at most `budget` conflicts. The caller reads the answer from the trail while status is FOUND; after
    UNKNOWN the search stands where it is, so that slices of any length search alike. REWIND: only go back to the start."""
    if budget == REWIND:
        back_to(m, act, 0)
        return UNKNOWN
    m[FULL] = 0
    left = budget
    while True:
        if not propagate(m, act):
            left -= 1
            m[RUN] -= 1
            if not resolve_conflict(m, act):
                return REFUTED
            continue
        if m[FULL]:
            back_to(m, act, 0)
            return ROOM
        if left <= 0:
            return UNKNOWN
        if m[RUN] <= 0:
            back_to(m, act, 0)
            film(m, FILM_RESTART, -1, NONE, 0, 0)
            m[RESTARTS] += 1
            m[RUN] = LUBY_UNIT * luby(m[RESTARTS])
            if m[LEARNTS] > 2000 + 500 * m[REDUCED]:
                if not propagate(m, act):
                    return REFUTED
                reduce_clauses(m)
            continue
        v = choose(m, act)
        if v < 0:
            return FOUND
        m[DECISIONS] += 1
        m[m[LIMIT] + m[LEVEL]] = m[NTRAIL]
        m[LEVEL] += 1
        m[DEEPEST] = max(m[DEEPEST], m[LEVEL])
        assign(m, 2 * v + m[m[PHASE] + v], NONE, 0, 0)


@entry(YES, float64[::1], int8[::1])
def exclude(m, act, answer):
    """Go back to the start and forbid this set of squares (2 = whatever the cell holds)."""
    back_to(m, act, 0)
    n = 0
    for cell in range(m[CELLS]):
        v = m[m[XVAR] + cell]
        if v >= 0 and m[m[VAL] + 2 * v] == 0 and answer[cell] != 2:
            m[m[LEARNT] + n] = 2 * v + 1 if answer[cell] else 2 * v
            n += 1
    if n == 0:
        return False
    if n == 1:
        return enqueue(m, m[m[LEARNT]], ONE, m[m[LEARNT]], FROM_ANSWER)
    return attach(m, n, False) >= 0

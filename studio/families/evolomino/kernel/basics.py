"""Assigning and undoing literals, and explaining why a literal was forced."""

from __future__ import annotations

from studio.families.evolomino.kernel.layout import *  # noqa: F403

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@searching(NOTHING, NUMBER)
def heap_up(m, act, at):
    heap, hpos = m[HEAP], m[HPOS]
    v = m[heap + at]
    while at > 0:
        up = (at - 1) >> 1
        if act[m[heap + up]] >= act[v]:
            break
        m[heap + at] = m[heap + up]
        m[hpos + m[heap + at]] = at
        at = up
    m[heap + at] = v
    m[hpos + v] = at


@searching(NOTHING, NUMBER)
def heap_add(m, act, v):
    if m[m[HPOS] + v] < 0:
        n = m[HEAPN]
        m[m[HEAP] + n] = v
        m[HEAPN] = n + 1
        heap_up(m, act, n)


@searching(NUMBER)
def heap_pop(m, act):
    heap, hpos = m[HEAP], m[HPOS]
    top = m[heap]
    m[hpos + top] = -1
    n = m[HEAPN] - 1
    m[HEAPN] = n
    if n == 0:
        return top
    v = m[heap + n]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= n:
            break
        if down + 1 < n and act[m[heap + down + 1]] > act[m[heap + down]]:
            down += 1
        if act[m[heap + down]] <= act[v]:
            break
        m[heap + at] = m[heap + down]
        m[hpos + m[heap + at]] = at
        at = down
    m[heap + at] = v
    m[hpos + v] = at
    return top


@compiled(NOTHING, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def film(m, kind, lit, reason, a, b):
    if m[FILM] and m[NFILM] < m[FILM_ROOM]:
        row = m[FILM_ROWS] + FILM_COLUMNS * m[NFILM]
        m[row], m[row + 1], m[row + 2], m[row + 3], m[row + 5] = kind, lit, reason, a, m[LEVEL]
        m[row + 4] = m[m[CLBD] + a] if reason == CLAUSE else b
        m[NFILM] += 1


@compiled(NOTHING, NUMBER, NUMBER, NUMBER, NUMBER)
def assign(m, lit, kind, a, b):
    v = lit >> 1
    m[m[VAL] + lit] = 1
    m[m[VAL] + (lit ^ 1)] = -1
    n = m[NTRAIL]
    m[m[VLEVEL] + v] = m[LEVEL]
    m[m[VPOS] + v] = n
    m[m[RKIND] + v] = kind
    m[m[RA] + v] = a
    m[m[RB] + v] = b
    m[m[TRAIL] + n] = lit
    m[NTRAIL] = n + 1
    what = m[m[KIND] + v]
    if lit & 1 == 0:
        if what == O:
            a = m[m[VB] + v]
            m[m[TRUE] + a * m[CELLS] + m[m[TRUES] + a]] = m[m[VA] + v]
            m[m[TRUES] + a] += 1
            m[m[OWNER] + m[m[VA] + v]] = a
        elif what == X:
            a = m[m[ANCHOR] + m[m[VA] + v]]
            if a >= 0:
                m[m[TRUE] + a * m[CELLS] + m[m[TRUES] + a]] = m[m[VA] + v]
                m[m[TRUES] + a] += 1
        elif what == S_:
            pair = m[m[VA] + v]
            m[m[NEXT_PAIR] + m[m[PP] + pair]] = pair
            m[m[LAST_PAIR] + m[m[PQ] + pair]] = pair
        else:
            m[m[PFIX] + m[m[VA] + v]] = v
    if m[FILM] and (kind == NONE or what == X or lit & 1 == 0):  # what a block does not own fills no film
        film(m, FILM_GUESS if kind == NONE else FILM_DEDUCE, lit, kind, m[m[RA] + v], m[m[RB] + v])


@searching(NOTHING, NUMBER)
def undo_one(m, act, lit):
    v = lit >> 1
    m[m[VAL] + lit] = 0
    m[m[VAL] + (lit ^ 1)] = 0
    what = m[m[KIND] + v]
    if lit & 1 == 0:
        if what == O:
            m[m[TRUES] + m[m[VB] + v]] -= 1
            m[m[OWNER] + m[m[VA] + v]] = -1
        elif what == X:
            a = m[m[ANCHOR] + m[m[VA] + v]]
            if a >= 0:
                m[m[TRUES] + a] -= 1
        elif what == S_:
            pair = m[m[VA] + v]
            m[m[NEXT_PAIR] + m[m[PP] + pair]] = -1
            m[m[LAST_PAIR] + m[m[PQ] + pair]] = -1
        else:
            m[m[PFIX] + m[m[VA] + v]] = -1
    if what != S_:
        heap_add(m, act, v)


@compiled(NOTHING)
def clear_queues(m):
    for i in range(m[NDA]):
        m[m[ADIRTY] + m[m[AQUEUE] + i]] = 0
    for i in range(m[NDR]):
        m[m[RDIRTY] + m[m[RQUEUE] + i]] = 0
    for i in range(m[NDP]):
        m[m[PDIRTY] + m[m[PQUEUE] + i]] = 0
    m[NDA] = 0
    m[NDR] = 0
    m[NDP] = 0


@searching(NOTHING, NUMBER)
def back_to(m, act, level):
    clear_queues(m)
    if m[LEVEL] <= level:
        return
    start = m[m[LIMIT] + level]
    n = m[NTRAIL]
    while n > start:
        n -= 1
        lit = m[m[TRAIL] + n]
        m[m[PHASE] + (lit >> 1)] = lit & 1
        undo_one(m, act, lit)
    m[NTRAIL] = n
    m[QHEAD] = n
    m[LEVEL] = level
    film(m, FILM_BACK, -1, NONE, 0, 0)


@compiled(NUMBER, NUMBER, NUMBER, NUMBER)
def shifted(m, cell, start, end):
    """Where `cell` lands when `start` moves to `end`; -1 off the board."""
    row = m[m[CROW] + cell] + m[m[CROW] + end] - m[m[CROW] + start]
    col = m[m[CCOL] + cell] + m[m[CCOL] + end] - m[m[CCOL] + start]
    if row < 0 or col < 0 or row >= m[ROWS] or col >= m[COLS]:
        return -1
    return row * m[COLS] + col


@compiled(NUMBER, NUMBER, NUMBER)
def ovar_at(m, a, cell):
    return m[m[OVAR] + a * m[CELLS] + cell] if cell >= 0 else -1


@compiled(YES, NUMBER, NUMBER)
def false_before(m, v, limit):
    """Variable v (or an impossible one, -1) was false before trail position `limit`."""
    return v < 0 or (m[m[VAL] + 2 * v] < 0 and m[m[VPOS] + v] < limit)


@compiled(YES, NUMBER, NUMBER)
def true_before(m, v, limit):
    return v >= 0 and m[m[VAL] + 2 * v] > 0 and m[m[VPOS] + v] < limit


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def explain_wall(m, a, start, without, limit, out, n):
    """The false cells around the part of anchor a's region that holds `start` (when `without` is taken away)."""
    stamp = m[STAMP] + 1
    m[STAMP] = stamp
    mark, stack = m[MARK], m[FLOOD]
    m[stack] = start
    m[mark + start] = stamp
    if without >= 0:
        m[mark + without] = stamp
    top = 1
    while top:
        top -= 1
        cell = m[stack + top]
        for d in range(4):
            other = m[m[NB0 + d] + cell]
            if other < 0 or m[mark + other] == stamp:
                continue
            v = m[m[OVAR] + a * m[CELLS] + other]
            if v < 0:
                continue
            m[mark + other] = stamp
            if false_before(m, v, limit):
                if m[m[VLEVEL] + v] > 0:
                    m[out + n] = 2 * v
                    n += 1
            else:
                m[stack + top] = other
                top += 1
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def explain_not_extra(m, p, q, u, cell, limit, out, n):
    """Why `cell` is not the square that the block of q adds (p lands on u)."""
    vq = m[m[OVAR] + q * m[CELLS] + cell]
    back = shifted(m, cell, u, m[m[ACELL] + p])
    vp = ovar_at(m, p, back)
    was_false = false_before(m, vq, limit)
    was_true = true_before(m, vp, limit)
    if (was_false and (vq < 0 or m[m[VLEVEL] + vq] == 0)) or (was_true and m[m[VLEVEL] + vp] == 0):
        return n
    if was_false:
        m[out + n] = 2 * vq
        return n + 1
    if was_true:
        m[out + n] = 2 * vp + 1
        return n + 1
    for d in range(4):
        other = m[m[NB0 + d] + cell]
        if other < 0:
            continue
        vn = ovar_at(m, p, shifted(m, other, u, m[m[ACELL] + p]))
        if vn >= 0 and m[m[VLEVEL] + vn] > 0:
            m[out + n] = 2 * vn
            n += 1
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def explain_shape(m, lit, kind, a, b, limit, out):
    n = 0
    v = lit >> 1
    if kind == TWO_EXTRAS or kind == NO_EXTRA:  # lit: not z(pair, u)
        pair = m[m[VA] + v]
        u = m[m[VB] + v]
    else:
        pair = a
        u = m[m[VB] + m[m[PFIX] + pair]]
        m[out] = 2 * m[m[PFIX] + pair] + 1
        n = 1
    p, q = m[m[PP] + pair], m[m[PQ] + pair]
    pcell = m[m[ACELL] + p]
    if kind == TWO_EXTRAS:
        for cell in (int64(a), int64(b)):
            m[out + n] = 2 * m[m[OVAR] + q * m[CELLS] + cell] + 1
            n += 1
            vp = ovar_at(m, p, shifted(m, cell, u, pcell))
            if vp >= 0:
                m[out + n] = 2 * vp
                n += 1
        return n
    if kind == SAME_SHAPE:  # b is the added square
        m[out + n] = 2 * m[m[OVAR] + q * m[CELLS] + b] + 1
        n += 1
        vp = ovar_at(m, p, shifted(m, b, u, pcell))
        if vp >= 0:
            m[out + n] = 2 * vp
            n += 1
        what = m[m[VA] + v]
        if lit & 1:  # not o(j, q) because o(j - d, p) is false
            vp = ovar_at(m, p, shifted(m, what, u, pcell))
            if vp >= 0:
                m[out + n] = 2 * vp
                n += 1
        else:  # o(i, p) because o(i + d, q) is true
            m[out + n] = 2 * m[m[OVAR] + q * m[CELLS] + shifted(m, what, pcell, u)] + 1
            n += 1
        return n
    keep = b if kind == ONLY_EXTRA else -1
    for at in range(m[m[DOM_FROM] + q], m[m[DOM_TO] + q]):
        if m[m[DOM] + at] != keep:
            n = explain_not_extra(m, p, q, u, m[m[DOM] + at], limit, out, n)
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def explain(m, lit, kind, a, b, limit, out):
    """Write the false literals that forced `lit` into `out`; returns how many."""
    n = 0
    if kind == CLAUSE:
        start = m[m[CFROM] + a]
        for at in range(start, start + m[m[CSIZE] + a]):
            if m[m[ARENA] + at] != lit:
                m[out + n] = m[m[ARENA] + at]
                n += 1
    elif kind == ONE:
        m[out] = a ^ 1
        n = 1
    elif kind == TWO:
        m[out] = a ^ 1
        m[out + 1] = b ^ 1
        n = 2
    elif kind == UNREACHED:
        n = explain_wall(m, a, m[m[VA] + (lit >> 1)], -1, limit, out, 0)
    elif kind == BRIDGE:
        m[out] = 2 * m[m[OVAR] + a * m[CELLS] + b] + 1
        n = explain_wall(m, a, b, m[m[VA] + (lit >> 1)], limit, out, 1)
    elif kind != NONE:
        n = explain_shape(m, lit, kind, a, b, limit, out)
    return n


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def enqueue(m, lit, kind, a, b):
    """Make `lit` true; False (and the conflict written down) if it is false already."""
    value = m[m[VAL] + lit]
    if value > 0:
        return True
    if value < 0:
        m[NCONF] = explain(m, lit, kind, a, b, m[NTRAIL], m[CONF] + 1) + 1
        m[m[CONF]] = lit
        m[CONFLICTS] += 1
        film(m, FILM_CONFLICT, lit, kind, a, b)
        return False
    assign(m, lit, kind, a, b)
    return True

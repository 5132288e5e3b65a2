"""Assigning and undoing literals, and explaining why a literal was forced."""

from __future__ import annotations

from studio.families.evolomino.kernel.layout import *  # noqa: F403

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@compiled(NOTHING, NUMBER)
def heap_up(k, at):
    heap, hpos, act = k.var[HEAP], k.var[HPOS], k.act
    v = heap[at]
    while at > 0:
        up = (at - 1) >> 1
        if act[heap[up]] >= act[v]:
            break
        heap[at] = heap[up]
        hpos[heap[at]] = at
        at = up
    heap[at] = v
    hpos[v] = at


@compiled(NOTHING, NUMBER)
def heap_add(k, v):
    if k.var[HPOS, v] < 0:
        n = k.S[HEAPN]
        k.var[HEAP, n] = v
        k.S[HEAPN] = n + 1
        heap_up(k, n)


@compiled(NUMBER)
def heap_pop(k):
    heap, hpos, act = k.var[HEAP], k.var[HPOS], k.act
    top = heap[0]
    hpos[top] = -1
    n = k.S[HEAPN] - 1
    k.S[HEAPN] = n
    if n == 0:
        return top
    v = heap[n]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= n:
            break
        if down + 1 < n and act[heap[down + 1]] > act[heap[down]]:
            down += 1
        if act[heap[down]] <= act[v]:
            break
        heap[at] = heap[down]
        hpos[heap[at]] = at
        at = down
    heap[at] = v
    hpos[v] = at
    return top


@compiled(NOTHING, NUMBER, NUMBER, NUMBER)
def film(k, kind, lit, reason):
    if k.S[FILM] and k.S[NFILM] < k.film.shape[0]:
        row = k.S[NFILM]
        k.film[row, 0] = kind
        k.film[row, 1] = lit
        k.film[row, 2] = reason
        k.film[row, 3] = k.S[LEVEL]
        k.S[NFILM] = row + 1


@compiled(NOTHING, NUMBER, NUMBER, NUMBER, NUMBER)
def assign(k, lit, kind, a, b):
    v = lit >> 1
    k.val[lit] = 1
    k.val[lit ^ 1] = -1
    n = k.S[NTRAIL]
    var = k.var
    var[VLEVEL, v] = k.S[LEVEL]
    var[VPOS, v] = n
    var[RKIND, v] = kind
    var[RA, v] = a
    var[RB, v] = b
    var[TRAIL, n] = lit
    k.S[NTRAIL] = n + 1
    what = var[KIND, v]
    if lit & 1 == 0:
        if what == O:
            a = var[VB, v]
            k.true[a, k.anchor[TRUES, a]] = var[VA, v]
            k.anchor[TRUES, a] += 1
            k.cell[OWNER, var[VA, v]] = a
        elif what == X:
            a = k.cell[ANCHOR, var[VA, v]]
            if a >= 0:
                k.true[a, k.anchor[TRUES, a]] = var[VA, v]
                k.anchor[TRUES, a] += 1
        elif what == S_:
            pair = var[VA, v]
            k.anchor[NEXT_PAIR, k.pair[PP, pair]] = pair
            k.anchor[LAST_PAIR, k.pair[PQ, pair]] = pair
        else:
            k.pair[PFIX, var[VA, v]] = v
    if k.S[FILM]:
        film(k, FILM_GUESS if kind == NONE else FILM_DEDUCE, lit, kind)


@compiled(NOTHING, NUMBER)
def undo_one(k, lit):
    v = lit >> 1
    var = k.var
    k.val[lit] = 0
    k.val[lit ^ 1] = 0
    what = var[KIND, v]
    if lit & 1 == 0:
        if what == O:
            k.anchor[TRUES, var[VB, v]] -= 1
            k.cell[OWNER, var[VA, v]] = -1
        elif what == X:
            a = k.cell[ANCHOR, var[VA, v]]
            if a >= 0:
                k.anchor[TRUES, a] -= 1
        elif what == S_:
            pair = var[VA, v]
            k.anchor[NEXT_PAIR, k.pair[PP, pair]] = -1
            k.anchor[LAST_PAIR, k.pair[PQ, pair]] = -1
        else:
            k.pair[PFIX, var[VA, v]] = -1
    if what != S_:
        heap_add(k, v)


@compiled(NOTHING)
def clear_queues(k):
    for i in range(k.S[NDA]):
        k.anchor[ADIRTY, k.anchor[AQUEUE, i]] = 0
    for i in range(k.S[NDR]):
        k.anchor[RDIRTY, k.anchor[RQUEUE, i]] = 0
    for i in range(k.S[NDP]):
        k.pair[PDIRTY, k.pair[PQUEUE, i]] = 0
    k.S[NDA] = 0
    k.S[NDR] = 0
    k.S[NDP] = 0


@compiled(NOTHING, NUMBER)
def back_to(k, level):
    clear_queues(k)
    if k.S[LEVEL] <= level:
        return
    start = k.var[LIMIT, level]
    n = k.S[NTRAIL]
    while n > start:
        n -= 1
        lit = k.var[TRAIL, n]
        k.var[PHASE, lit >> 1] = lit & 1
        undo_one(k, lit)
    k.S[NTRAIL] = n
    k.S[QHEAD] = n
    k.S[LEVEL] = level
    film(k, FILM_BACK, -1, 0)


@compiled(NUMBER, NUMBER, NUMBER, NUMBER)
def shifted(k, cell, start, end):
    """Where `cell` lands when `start` moves to `end`; -1 off the board."""
    row = k.cell[CROW, cell] + k.cell[CROW, end] - k.cell[CROW, start]
    col = k.cell[CCOL, cell] + k.cell[CCOL, end] - k.cell[CCOL, start]
    if row < 0 or col < 0 or row >= k.S[ROWS] or col >= k.S[COLS]:
        return -1
    return row * k.S[COLS] + col


@compiled(NUMBER, NUMBER, NUMBER)
def ovar_at(k, a, cell):
    return k.ovar[a, cell] if cell >= 0 else -1


@compiled(YES, NUMBER, NUMBER)
def false_before(k, v, limit):
    """Variable v (or an impossible one, -1) was false before trail position `limit`."""
    return v < 0 or (k.val[2 * v] < 0 and k.var[VPOS, v] < limit)


@compiled(YES, NUMBER, NUMBER)
def true_before(k, v, limit):
    return v >= 0 and k.val[2 * v] > 0 and k.var[VPOS, v] < limit


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, LIST, NUMBER)
def explain_wall(k, a, start, without, limit, out, n):
    """The false cells around the part of anchor a's region that holds `start` (when `without` is taken away)."""
    stamp = k.S[STAMP] + 1
    k.S[STAMP] = stamp
    mark, stack = k.cell[MARK], k.cell[FLOOD]
    stack[0] = start
    mark[start] = stamp
    if without >= 0:
        mark[without] = stamp
    top = 1
    while top:
        top -= 1
        cell = stack[top]
        for d in range(4):
            other = k.cell[d, cell]
            if other < 0 or mark[other] == stamp:
                continue
            v = k.ovar[a, other]
            if v < 0:
                continue
            mark[other] = stamp
            if false_before(k, v, limit):
                if k.var[VLEVEL, v] > 0:
                    out[n] = 2 * v
                    n += 1
            else:
                stack[top] = other
                top += 1
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, LIST, NUMBER)
def explain_not_extra(k, p, q, u, cell, limit, out, n):
    """Why `cell` is not the square that the block of q adds (p lands on u)."""
    vq = k.ovar[q, cell]
    back = shifted(k, cell, u, k.anchor[ACELL, p])
    vp = ovar_at(k, p, back)
    was_false = false_before(k, vq, limit)
    was_true = true_before(k, vp, limit)
    if (was_false and (vq < 0 or k.var[VLEVEL, vq] == 0)) or (was_true and k.var[VLEVEL, vp] == 0):
        return n
    if was_false:
        out[n] = 2 * vq
        return n + 1
    if was_true:
        out[n] = 2 * vp + 1
        return n + 1
    for d in range(4):
        other = k.cell[d, cell]
        if other < 0:
            continue
        vn = ovar_at(k, p, shifted(k, other, u, k.anchor[ACELL, p]))
        if vn >= 0 and k.var[VLEVEL, vn] > 0:
            out[n] = 2 * vn
            n += 1
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, LIST)
def explain_shape(k, lit, kind, a, b, limit, out):
    n = 0
    v = lit >> 1
    if kind == TWO_EXTRAS or kind == NO_EXTRA:  # lit: not z(pair, u)
        pair = k.var[VA, v]
        u = k.var[VB, v]
    else:
        pair = a
        u = k.var[VB, k.pair[PFIX, pair]]
        out[0] = 2 * k.pair[PFIX, pair] + 1
        n = 1
    p, q = k.pair[PP, pair], k.pair[PQ, pair]
    pcell = k.anchor[ACELL, p]
    if kind == TWO_EXTRAS:
        for cell in (int64(a), int64(b)):
            out[n] = 2 * k.ovar[q, cell] + 1
            n += 1
            vp = ovar_at(k, p, shifted(k, cell, u, pcell))
            if vp >= 0:
                out[n] = 2 * vp
                n += 1
        return n
    if kind == SAME_SHAPE:  # b is the added square
        out[n] = 2 * k.ovar[q, b] + 1
        n += 1
        vp = ovar_at(k, p, shifted(k, b, u, pcell))
        if vp >= 0:
            out[n] = 2 * vp
            n += 1
        what = k.var[VA, v]
        if lit & 1:  # not o(j, q) because o(j - d, p) is false
            vp = ovar_at(k, p, shifted(k, what, u, pcell))
            if vp >= 0:
                out[n] = 2 * vp
                n += 1
        else:  # o(i, p) because o(i + d, q) is true
            out[n] = 2 * k.ovar[q, shifted(k, what, pcell, u)] + 1
            n += 1
        return n
    keep = b if kind == ONLY_EXTRA else -1
    for at in range(k.anchor[DOM_FROM, q], k.anchor[DOM_TO, q]):
        if k.dom[at] != keep:
            n = explain_not_extra(k, p, q, u, k.dom[at], limit, out, n)
    return n


@compiled(NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, LIST)
def explain(k, lit, kind, a, b, limit, out):
    """Write the false literals that forced `lit` into `out`; returns how many."""
    n = 0
    if kind == CLAUSE:
        start = k.clause[a, CFROM]
        for at in range(start, start + k.clause[a, CSIZE]):
            if k.arena[at] != lit:
                out[n] = k.arena[at]
                n += 1
    elif kind == ONE:
        out[0] = a ^ 1
        n = 1
    elif kind == TWO:
        out[0] = a ^ 1
        out[1] = b ^ 1
        n = 2
    elif kind == UNREACHED:
        n = explain_wall(k, a, k.var[VA, lit >> 1], -1, limit, out, 0)
    elif kind == BRIDGE:
        out[0] = 2 * k.ovar[a, b] + 1
        n = explain_wall(k, a, b, k.var[VA, lit >> 1], limit, out, 1)
    elif kind != NONE:
        n = explain_shape(k, lit, kind, a, b, limit, out)
    return n


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def enqueue(k, lit, kind, a, b):
    """Make `lit` true; False (and the conflict written down) if it is false already."""
    value = k.val[lit]
    if value > 0:
        return True
    if value < 0:
        out = k.var[CONF]
        k.S[NCONF] = explain(k, lit, kind, a, b, k.S[NTRAIL], out[1:]) + 1
        out[0] = lit
        return False
    assign(k, lit, kind, a, b)
    return True

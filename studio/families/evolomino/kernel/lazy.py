"""The rules that are looked at only when nothing cheaper moves: connected blocks, and the shift from one block to the next."""

from __future__ import annotations

from studio.families.evolomino.kernel.basics import enqueue, ovar_at, shifted
from studio.families.evolomino.kernel.layout import *  # noqa: F403

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@compiled(NUMBER, NUMBER, YES)
def attach(m, size, learnt):
    """A clause from the LEARNT list; its first two literals are watched. Returns its number or -1 if there is no room."""
    c, top = m[NCLAUSE], m[ATOP]
    if c + 1 >= m[CLAUSE_ROOM] or top + size + 1 >= m[ARENA_ROOM]:
        m[FULL] = 1
        return -1
    for i in range(size):
        m[m[ARENA] + top + i] = m[m[LEARNT] + i]
    m[m[CFROM] + c] = top
    m[m[CSIZE] + c] = size
    m[m[CLBD] + c] = 0 if not learnt else 1
    for i in range(2):
        lit = m[m[ARENA] + top + i]
        m[m[WNEXT] + 2 * c + i] = m[m[WATCH] + lit]
        m[m[WATCH] + lit] = 2 * c + i
    m[NCLAUSE] = c + 1
    m[ATOP] = top + size
    return c


@compiled(YES, NUMBER)
def walk_region(m, a):
    """Depth-first walk of anchor a's region, with low points and one owned cell below each cell (for bridges)."""
    start = m[m[ACELL] + a]
    disc, low, parent, step, below = m[DISC], m[LOW], m[PARENT], m[STEP], m[BELOW]
    stamp = m[STAMP] + 1
    m[STAMP] = stamp
    mark = m[MARK]
    m[mark + start] = stamp
    m[disc + start] = m[low + start] = clock = 0
    m[parent + start], m[step + start], m[below + start] = -1, 0, start
    here = start
    while here >= 0:
        if m[step + here] < 4:
            other = m[m[NB0 + m[step + here]] + here]
            m[step + here] += 1
            if other < 0 or other == m[parent + here]:
                continue
            v = m[m[OVAR] + a * m[CELLS] + other]
            if v < 0 or m[m[VAL] + 2 * v] < 0:
                continue
            if m[mark + other] == stamp:
                m[low + here] = min(m[low + here], m[disc + other])
                continue
            clock += 1
            m[mark + other] = stamp
            m[disc + other] = m[low + other] = clock
            m[parent + other], m[step + other] = here, 0
            m[below + other] = other if m[m[VAL] + 2 * v] > 0 else -1
            here = other
            continue
        up = m[parent + here]
        if up >= 0:
            m[low + up] = min(m[low + up], m[low + here])
            if m[below + here] >= 0:
                v = m[m[OVAR] + a * m[CELLS] + up]
                bridge = m[low + here] >= m[disc + up] and m[m[VAL] + 2 * v] == 0
                if bridge and not enqueue(m, 2 * v, BRIDGE, a, m[below + here]):
                    return False
                m[below + up] = m[below + here]
        here = up
    return True


@compiled(NOTHING, NUMBER)
def flood_region(m, a):
    """Mark the cells that anchor a can still reach."""
    stamp = m[STAMP] + 1
    m[STAMP] = stamp
    mark, stack = m[MARK], m[FLOOD]
    m[stack] = m[m[ACELL] + a]
    m[mark + m[stack]] = stamp
    top = 1
    while top:
        top -= 1
        here = m[stack + top]
        for d in range(4):
            other = m[m[NB0 + d] + here]
            if other < 0 or m[mark + other] == stamp:
                continue
            v = m[m[OVAR] + a * m[CELLS] + other]
            if v >= 0 and m[m[VAL] + 2 * v] >= 0:
                m[mark + other] = stamp
                m[stack + top] = other
                top += 1


@compiled(YES, NUMBER)
def settle_anchor(m, a):
    """A block is connected: unreachable cells are not its own, bridges to its cells are."""
    if m[m[VAL] + 2 * m[m[XVAR] + m[m[ACELL] + a]]] < 0:
        return True
    if m[m[TRUES] + a] > 1:
        if not walk_region(m, a):
            return False
    else:
        flood_region(m, a)
    stamp = m[STAMP]
    for at in range(m[m[DOM_FROM] + a] + 1, m[m[DOM_TO] + a]):
        cell = m[m[DOM] + at]
        v = m[m[OVAR] + a * m[CELLS] + cell]
        if m[m[MARK] + cell] != stamp and m[m[VAL] + 2 * v] >= 0 and not enqueue(m, 2 * v + 1, UNREACHED, a, 0):
            return False
    return True


@searching(NUMBER, NUMBER, NUMBER, NUMBER)
def new_var(m, act, what, a, b):
    v = m[NV]
    m[NV] = v + 1
    m[m[KIND] + v], m[m[VA] + v], m[m[VB] + v] = what, a, b
    m[m[SEEN] + v], m[m[PHASE] + v], m[m[HPOS] + v] = 0, 1, -1
    m[m[WATCH] + 2 * v] = m[m[WATCH] + 2 * v + 1] = -1
    m[m[VAL] + 2 * v] = m[m[VAL] + 2 * v + 1] = 0
    act[v] = 0.0
    return v


@searching(YES, NUMBER, NUMBER)
def make_pair(m, act, p, q):
    """The variables of two consecutive blocks, at the moment their squares stand and the cells between are empty."""
    count = m[m[DOM_TO] + q] - m[m[DOM_FROM] + q]
    pair = m[NPAIR]
    if (
        pair + 1 >= m[PAIR_ROOM]
        or m[NV] + count + 2 >= m[VAR_ROOM] - 2
        or m[NCLAUSE] + 3 >= m[CLAUSE_ROOM]
        or m[ATOP] + 2 * count + 800 >= m[ARENA_ROOM]
    ):
        m[FULL] = 1
        return True
    m[NPAIR] = pair + 1
    m[m[PAIRS] + p * m[ANCHORS] + q] = pair
    m[m[PP] + pair], m[m[PQ] + pair], m[m[PFIX] + pair], m[m[PDIRTY] + pair] = p, q, -1, 0
    s = new_var(m, act, S_, pair, 0)
    m[m[PS] + pair], m[m[PZ] + pair] = s, s + 1
    out = m[LEARNT]
    m[out] = 2 * s + 1
    for i in range(count):
        v = new_var(m, act, Z, pair, m[m[DOM] + m[m[DOM_FROM] + q] + i])
        m[out + i + 1] = 2 * v
    attach(m, count + 1, False)  # count >= 1, so two literals at least; nothing in it is assigned yet
    # s <- x(p) & x(q) & no square between: true now, so watch s and the latest of the others
    m[out] = 2 * s
    late = 1
    for a in range(p, q + 1):
        v = m[m[XVAR] + m[m[ACELL] + a]]
        m[out + a - p + 1] = 2 * v + 1 if a == p or a == q else 2 * v
        if m[m[VPOS] + v] > m[m[VPOS] + (m[out + late] >> 1)]:
            late = a - p + 1
    m[out + 1], m[out + late] = m[out + late], m[out + 1]
    c = attach(m, q - p + 2, False)
    return enqueue(m, 2 * s, CLAUSE, c, 0)


@searching(YES, NUMBER)
def make_pairs(m, act, arrow):
    last = -1
    for a in range(m[m[ASTART] + arrow], m[m[AEND] + arrow]):
        value = m[m[VAL] + 2 * m[m[XVAR] + m[m[ACELL] + a]]]
        if value > 0:
            if last >= 0 and m[m[PAIRS] + last * m[ANCHORS] + a] < 0 and not make_pair(m, act, last, a):
                return False
            last = a
        elif value == 0:
            last = -1
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def kill_shift(m, p, q, z, u):
    """Rule out shift z if a square has nowhere to go, or two squares come from nowhere."""
    pcell = m[m[ACELL] + p]
    for at in range(m[m[TRUES] + p]):
        cell = m[m[TRUE] + p * m[CELLS] + at]
        v = ovar_at(m, q, shifted(m, cell, pcell, u))
        if v < 0:
            return enqueue(m, 2 * z + 1, ONE, 2 * m[m[OVAR] + p * m[CELLS] + cell], 0)
        if m[m[VAL] + 2 * v] < 0:
            return enqueue(m, 2 * z + 1, TWO, 2 * m[m[OVAR] + p * m[CELLS] + cell], 2 * v + 1)
    extra = -1
    for at in range(m[m[TRUES] + q]):
        cell = m[m[TRUE] + q * m[CELLS] + at]
        v = ovar_at(m, p, shifted(m, cell, u, pcell))
        if v < 0 or m[m[VAL] + 2 * v] < 0:
            if extra >= 0:
                return enqueue(m, 2 * z + 1, TWO_EXTRAS, extra, cell)
            extra = cell
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def may_be_extra(m, p, q, u, cell):
    if m[m[VAL] + 2 * m[m[OVAR] + q * m[CELLS] + cell]] < 0:
        return False
    pcell = m[m[ACELL] + p]
    v = ovar_at(m, p, shifted(m, cell, u, pcell))
    if v >= 0 and m[m[VAL] + 2 * v] > 0:
        return False
    for d in range(4):
        other = m[m[NB0 + d] + cell]
        if other >= 0:
            v = ovar_at(m, p, shifted(m, other, u, pcell))
            if v >= 0 and m[m[VAL] + 2 * v] >= 0:
                return True
    return False


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def find_extra(m, pair, p, q, z, u):
    """With the shift known and no added square yet: none possible, only one, or several."""
    found = -1
    for at in range(m[m[DOM_FROM] + q], m[m[DOM_TO] + q]):
        cell = m[m[DOM] + at]
        if may_be_extra(m, p, q, u, cell):
            if found >= 0:
                return True
            found = cell
    if found < 0:
        return enqueue(m, 2 * z + 1, NO_EXTRA, 0, 0)
    if not enqueue(m, 2 * m[m[OVAR] + q * m[CELLS] + found], ONLY_EXTRA, pair, found):
        return False
    v = ovar_at(m, p, shifted(m, found, u, m[m[ACELL] + p]))
    return v < 0 or enqueue(m, 2 * v + 1, ONLY_EXTRA, pair, found)


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def carry_shape(m, p, q, z, u):
    """With the shift known: squares move on, and what cannot move on is no square."""
    pcell = m[m[ACELL] + p]
    for at in range(m[m[DOM_FROM] + p], m[m[DOM_TO] + p]):
        cell = m[m[DOM] + at]
        vp = m[m[OVAR] + p * m[CELLS] + cell]
        if m[m[VAL] + 2 * vp] < 0:
            continue
        vq = ovar_at(m, q, shifted(m, cell, pcell, u))
        if vq < 0:
            if not enqueue(m, 2 * vp + 1, ONE, 2 * z, 0):
                return False
        elif m[m[VAL] + 2 * vp] > 0:
            if not enqueue(m, 2 * vq, TWO, 2 * z, 2 * vp):
                return False
        elif m[m[VAL] + 2 * vq] < 0 and not enqueue(m, 2 * vp + 1, TWO, 2 * z, 2 * vq + 1):
            return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def same_shape(m, pair, p, q, u, extra):
    """The added square is known: all others have their like in the block before."""
    pcell = m[m[ACELL] + p]
    for at in range(m[m[DOM_FROM] + q], m[m[DOM_TO] + q]):
        cell = m[m[DOM] + at]
        vq = m[m[OVAR] + q * m[CELLS] + cell]
        if cell == extra or m[m[VAL] + 2 * vq] < 0:
            continue
        vp = ovar_at(m, p, shifted(m, cell, u, pcell))
        if vp < 0 or m[m[VAL] + 2 * vp] < 0:
            if not enqueue(m, 2 * vq + 1, SAME_SHAPE, pair, extra):
                return False
        elif m[m[VAL] + 2 * vq] > 0 and not enqueue(m, 2 * vp, SAME_SHAPE, pair, extra):
            return False
    return True


@compiled(YES, NUMBER)
def settle_pair(m, pair):
    if m[m[VAL] + 2 * m[m[PS] + pair]] <= 0:
        return True
    p, q, z = m[m[PP] + pair], m[m[PQ] + pair], m[m[PFIX] + pair]
    if z < 0:
        for i in range(m[m[DOM_TO] + q] - m[m[DOM_FROM] + q]):
            z = m[m[PZ] + pair] + i
            if m[m[VAL] + 2 * z] == 0 and not kill_shift(m, p, q, z, m[m[DOM] + m[m[DOM_FROM] + q] + i]):
                return False
        return True
    u = m[m[VB] + z]
    if not kill_shift(m, p, q, z, u) or not carry_shape(m, p, q, z, u):
        return False
    pcell = m[m[ACELL] + p]
    for at in range(m[m[TRUES] + q]):
        cell = m[m[TRUE] + q * m[CELLS] + at]
        v = ovar_at(m, p, shifted(m, cell, u, pcell))
        if v < 0 or m[m[VAL] + 2 * v] < 0:
            return same_shape(m, pair, p, q, u, cell)
    return find_extra(m, pair, p, q, z, u)

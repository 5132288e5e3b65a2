"""Unit propagation: clauses by watched literals, the small implications of the rules inline."""

from __future__ import annotations

from studio.families.evolomino.kernel.basics import enqueue, heap_add
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.lazy import make_pairs, settle_anchor, settle_pair

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@compiled(YES, NUMBER)
def visit_clauses(m, lit):
    """Visit the clauses that watch the literal made false by `lit`."""
    gone = lit ^ 1
    arena, val = m[ARENA], m[VAL]
    node = m[m[WATCH] + gone]
    before = -1
    while node >= 0:
        c = node >> 1
        after = m[m[WNEXT] + node]
        start = m[m[CFROM] + c]
        mine = start + (node & 1)
        other = m[arena + (start + 1 - (node & 1))]
        moved = False
        if m[val + other] <= 0:
            for at in range(start + 2, start + m[m[CSIZE] + c]):
                if m[val + m[arena + at]] >= 0:
                    fresh = m[arena + at]
                    m[arena + at] = gone
                    m[arena + mine] = fresh
                    if before < 0:
                        m[m[WATCH] + gone] = after
                    else:
                        m[m[WNEXT] + before] = after
                    m[m[WNEXT] + node] = m[m[WATCH] + fresh]
                    m[m[WATCH] + fresh] = node
                    moved = True
                    break
            if not moved and not enqueue(m, other, CLAUSE, c, 0):
                return False
        if not moved:
            before = node
        node = after
    return True


@compiled(NOTHING, NUMBER)
def dirty_anchor(m, a):
    if m[m[ADIRTY] + a] == 0:
        m[m[ADIRTY] + a] = 1
        m[m[AQUEUE] + m[NDA]] = a
        m[NDA] += 1


@compiled(NOTHING, NUMBER)
def dirty_arrow(m, arrow):
    if m[m[RDIRTY] + arrow] == 0:
        m[m[RDIRTY] + arrow] = 1
        m[m[RQUEUE] + m[NDR]] = arrow
        m[NDR] += 1


@compiled(NOTHING, NUMBER)
def dirty_pair(m, pair):
    if pair >= 0 and m[m[PDIRTY] + pair] == 0:
        m[m[PDIRTY] + pair] = 1
        m[m[PQUEUE] + m[NDP]] = pair
        m[NDP] += 1


@compiled(YES, NUMBER, NUMBER, NUMBER)
def disown_all_but(m, cell, keep, lit):
    """No anchor but `keep` owns `cell`, because of `lit`."""
    for at in range(m[m[OWN_FROM] + cell], m[m[OWN_TO] + cell]):
        b = m[m[OWN] + at]
        if b != keep:
            v = m[m[OVAR] + b * m[CELLS] + cell]
            if m[m[VAL] + 2 * v] >= 0 and not enqueue(m, 2 * v + 1, ONE, lit, 0):
                return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_anchor_square(m, lit, cell, a):
    """A square on an arrow: no square on touching arrow cells; squares beside it are its own."""
    for d in range(4):
        other = m[m[NB0 + d] + cell]
        if other < 0:
            continue
        if m[m[ANCHOR] + other] >= 0:
            if not enqueue(m, 2 * m[m[XVAR] + other] + 1, ONE, lit, 0):
                return False
        else:
            if not disown_all_but(m, other, a, lit):
                return False
            side = 2 * m[m[XVAR] + other]
            if m[m[VAL] + side] > 0 and not enqueue(m, 2 * m[m[OVAR] + a * m[CELLS] + other], TWO, lit, side):
                return False
    dirty_arrow(m, m[m[AARROW] + a])
    dirty_anchor(m, a)
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def own_beside(m, side, cell, a, lit):
    """The square at `cell` (side) is beside one of anchor a's block (lit), so it is of that block; or, if it lies beyond the
    radius of the search, it is no square."""
    mine = m[m[OVAR] + a * m[CELLS] + cell]
    if mine >= 0:
        return enqueue(m, 2 * mine, TWO, lit, side)
    return enqueue(m, side ^ 1, ONE, lit, 0)


@compiled(YES, NUMBER, NUMBER, NUMBER)
def share_owner(m, lit, cell, other):
    """`cell` holds a square (lit): what its neighbour `other` knows about owners holds for it, and the other way round."""
    owner = m[m[OWNER] + other]
    if owner >= 0:
        return own_beside(m, lit, cell, owner, 2 * m[m[OVAR] + owner * m[CELLS] + other])
    for at in range(m[m[OWN_FROM] + cell], m[m[OWN_TO] + cell]):
        b = m[m[OWN] + at]
        here = 2 * m[m[OVAR] + b * m[CELLS] + cell]
        there = 2 * m[m[OVAR] + b * m[CELLS] + other]
        if m[m[VAL] + here] < 0 and there >= 0 and not enqueue(m, there + 1, TWO, lit, here + 1):
            return False
    return True


@compiled(YES, NUMBER, NUMBER)
def on_plain_square(m, lit, cell):
    for d in range(4):
        other = m[m[NB0 + d] + cell]
        if other < 0:
            continue
        a = m[m[ANCHOR] + other]
        if a >= 0:
            anchor = 2 * m[m[XVAR] + other]
            mine = 2 * m[m[OVAR] + a * m[CELLS] + cell]
            if m[m[VAL] + anchor] > 0 and not enqueue(m, mine, TWO, lit, anchor):
                return False
            if m[m[VAL] + mine] < 0 and not enqueue(m, anchor + 1, TWO, lit, mine + 1):
                return False
        elif not share_owner(m, lit, cell, other):
            return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_owned(m, lit, cell, a):
    """`cell` belongs to the block of anchor a."""
    if not enqueue(m, 2 * m[m[XVAR] + cell], ONE, lit, 0):
        return False
    if not enqueue(m, 2 * m[m[XVAR] + m[m[ACELL] + a]], ONE, lit, 0):
        return False
    if not disown_all_but(m, cell, a, lit):
        return False
    for d in range(4):
        other = m[m[NB0 + d] + cell]
        if other < 0:
            continue
        b = m[m[ANCHOR] + other]
        if b >= 0:
            if b != a and not enqueue(m, 2 * m[m[XVAR] + other] + 1, ONE, lit, 0):
                return False
        else:
            if not disown_all_but(m, other, a, lit):
                return False
            side = 2 * m[m[XVAR] + other]
            beyond = m[m[OVAR] + a * m[CELLS] + other] < 0
            if (beyond or m[m[VAL] + side] > 0) and not own_beside(m, side, other, a, lit):
                return False
    dirty_anchor(m, a)
    dirty_pair(m, m[m[NEXT_PAIR] + a])
    dirty_pair(m, m[m[LAST_PAIR] + a])
    return True


@compiled(YES, NUMBER, NUMBER)
def may_cut(m, cell, a):
    """Could losing `cell` split the region of anchor a? A look at the eight cells around settles most cases.

    Cells lost later on the trail still count as present, or a thick wall that falls at once would go unnoticed.
    """
    now = m[m[VPOS] + m[m[OVAR] + a * m[CELLS] + cell]]
    rows, cols, n_arcs = m[ROWS], m[COLS], 0
    row, col = m[m[CROW] + cell], m[m[CCOL] + cell]
    around = 0
    for i in range(8):
        r = row + (-1, -1, 0, 1, 1, 1, 0, -1)[i]
        c = col + (0, 1, 1, 1, 0, -1, -1, -1)[i]
        if 0 <= r < rows and 0 <= c < cols:
            v = m[m[OVAR] + a * m[CELLS] + r * cols + c]
            if v >= 0 and (m[m[VAL] + 2 * v] >= 0 or m[m[VPOS] + v] > now):
                around |= 1 << i
    for i in range(0, 8, 2):
        # a side cell starts a new arc unless the side before it reaches it over the corner between them
        if around >> i & 1 and not (around >> ((i + 7) & 7) & 1 and around >> ((i + 6) & 7) & 1):
            n_arcs += 1
    return n_arcs > 1


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_not_owned(m, lit, cell, a):
    """`cell` does not belong to the block of anchor a."""
    mine = 2 * m[m[XVAR] + cell]
    if m[m[VAL] + mine] > 0:
        for d in range(4):
            other = m[m[NB0 + d] + cell]
            if other < 0:
                continue
            b = m[m[ANCHOR] + other]
            if b < 0:
                there = 2 * m[m[OVAR] + a * m[CELLS] + other]
                if there >= 0 and not enqueue(m, there + 1, TWO, mine, lit):
                    return False
            elif b == a and not enqueue(m, 2 * m[m[XVAR] + other] + 1, TWO, mine, lit):
                return False
    if m[m[VAL] + 2 * m[m[XVAR] + m[m[ACELL] + a]]] >= 0:
        if m[m[TRUES] + a] > 1 or may_cut(m, cell, a):
            dirty_anchor(m, a)
        dirty_pair(m, m[m[NEXT_PAIR] + a])
        dirty_pair(m, m[m[LAST_PAIR] + a])
    return True


@compiled(YES, NUMBER, NUMBER)
def on_no_square(m, lit, cell):
    a = m[m[ANCHOR] + cell]
    if a < 0:
        return disown_all_but(m, cell, -1, lit)
    for at in range(m[m[DOM_FROM] + a] + 1, m[m[DOM_TO] + a]):
        v = m[m[OVAR] + a * m[CELLS] + m[m[DOM] + at]]
        if m[m[VAL] + 2 * v] >= 0 and not enqueue(m, 2 * v + 1, ONE, lit, 0):
            return False
    dirty_arrow(m, m[m[AARROW] + a])
    return True


@searching(YES, NUMBER, NUMBER)
def on_consecutive(m, act, lit, pair):
    """s(p, q): squares at p and q, none between; the shifts come into play."""
    p, q = m[m[PP] + pair], m[m[PQ] + pair]
    for a in range(p, q + 1):
        want = 0 if a == p or a == q else 1
        if not enqueue(m, 2 * m[m[XVAR] + m[m[ACELL] + a]] + want, ONE, lit, 0):
            return False
    for i in range(m[m[DOM_TO] + q] - m[m[DOM_FROM] + q]):
        v = m[m[PZ] + pair] + i
        if m[m[VAL] + 2 * v] == 0:
            heap_add(m, act, v)
    dirty_pair(m, pair)
    return True


@compiled(YES, NUMBER, NUMBER)
def on_shift(m, lit, pair):
    """z(p, q, u): one shift only."""
    if not enqueue(m, 2 * m[m[PS] + pair], ONE, lit, 0):
        return False
    q = m[m[PQ] + pair]
    for i in range(m[m[DOM_TO] + q] - m[m[DOM_FROM] + q]):
        v = m[m[PZ] + pair] + i
        if 2 * v != lit and m[m[VAL] + 2 * v] >= 0 and not enqueue(m, 2 * v + 1, ONE, lit, 0):
            return False
    dirty_pair(m, pair)
    return True


@searching(YES, NUMBER)
def consequences(m, act, lit):
    v = lit >> 1
    what, where = m[m[KIND] + v], m[m[VA] + v]
    if what == X:
        if lit & 1:
            return on_no_square(m, lit, where)
        a = m[m[ANCHOR] + where]
        if a >= 0:
            return on_anchor_square(m, lit, where, a)
        return on_plain_square(m, lit, where)
    if what == O:
        if lit & 1:
            return on_not_owned(m, lit, where, m[m[VB] + v])
        return on_owned(m, lit, where, m[m[VB] + v])
    if lit & 1:
        return True
    if what == S_:
        return on_consecutive(m, act, lit, where)
    return on_shift(m, lit, where)


@searching(YES)
def propagate(m, act):
    """To the fixed point; False on a conflict. Lazy rules run only when nothing cheaper moves."""
    while True:
        while m[QHEAD] < m[NTRAIL]:
            lit = m[m[TRAIL] + m[QHEAD]]
            m[QHEAD] += 1
            if not visit_clauses(m, lit) or not consequences(m, act, lit):
                return False
        if m[NDA]:
            m[NDA] -= 1
            a = m[m[AQUEUE] + m[NDA]]
            m[m[ADIRTY] + a] = 0
            if not settle_anchor(m, a):
                return False
        elif m[NDR]:
            m[NDR] -= 1
            arrow = m[m[RQUEUE] + m[NDR]]
            m[m[RDIRTY] + arrow] = 0
            if not make_pairs(m, act, arrow):
                return False
        elif m[NDP]:
            m[NDP] -= 1
            pair = m[m[PQUEUE] + m[NDP]]
            m[m[PDIRTY] + pair] = 0
            if not settle_pair(m, pair):
                return False
        else:
            return True

"""Unit propagation: clauses by watched literals, the small implications of the rules inline."""

from __future__ import annotations

from studio.families.evolomino.kernel.basics import enqueue, heap_add
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.lazy import make_pairs, settle_anchor, settle_pair

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@compiled(YES, NUMBER)
def visit_clauses(k, lit):
    """Visit the clauses that watch the literal made false by `lit`."""
    gone = lit ^ 1
    clause, arena, val = k.clause, k.arena, k.val
    node = k.watch[gone]
    before = -1
    while node >= 0:
        c = node >> 1
        after = clause[c, CNEXT0 + (node & 1)]
        start = clause[c, CFROM]
        mine = start + (node & 1)
        other = arena[start + 1 - (node & 1)]
        moved = False
        if val[other] <= 0:
            for at in range(start + 2, start + clause[c, CSIZE]):
                if val[arena[at]] >= 0:
                    fresh = arena[at]
                    arena[at] = gone
                    arena[mine] = fresh
                    if before < 0:
                        k.watch[gone] = after
                    else:
                        clause[before >> 1, CNEXT0 + (before & 1)] = after
                    clause[c, CNEXT0 + (node & 1)] = k.watch[fresh]
                    k.watch[fresh] = node
                    moved = True
                    break
            if not moved and not enqueue(k, other, CLAUSE, c, 0):
                return False
        if not moved:
            before = node
        node = after
    return True


@compiled(NOTHING, NUMBER)
def dirty_anchor(k, a):
    if k.anchor[ADIRTY, a] == 0:
        k.anchor[ADIRTY, a] = 1
        k.anchor[AQUEUE, k.S[NDA]] = a
        k.S[NDA] += 1


@compiled(NOTHING, NUMBER)
def dirty_arrow(k, arrow):
    if k.anchor[RDIRTY, arrow] == 0:
        k.anchor[RDIRTY, arrow] = 1
        k.anchor[RQUEUE, k.S[NDR]] = arrow
        k.S[NDR] += 1


@compiled(NOTHING, NUMBER)
def dirty_pair(k, pair):
    if pair >= 0 and k.pair[PDIRTY, pair] == 0:
        k.pair[PDIRTY, pair] = 1
        k.pair[PQUEUE, k.S[NDP]] = pair
        k.S[NDP] += 1


@compiled(YES, NUMBER, NUMBER, NUMBER)
def disown_all_but(k, cell, keep, lit):
    """No anchor but `keep` owns `cell`, because of `lit`."""
    for at in range(k.cell[OWN_FROM, cell], k.cell[OWN_TO, cell]):
        b = k.own[at]
        if b != keep:
            v = k.ovar[b, cell]
            if k.val[2 * v] >= 0 and not enqueue(k, 2 * v + 1, ONE, lit, 0):
                return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_anchor_square(k, lit, cell, a):
    """A square on an arrow: no square on touching arrow cells; squares beside it are its own."""
    for d in range(4):
        other = k.cell[d, cell]
        if other < 0:
            continue
        if k.cell[ANCHOR, other] >= 0:
            if not enqueue(k, 2 * k.cell[XVAR, other] + 1, ONE, lit, 0):
                return False
        else:
            if not disown_all_but(k, other, a, lit):
                return False
            side = 2 * k.cell[XVAR, other]
            if k.val[side] > 0 and not enqueue(k, 2 * k.ovar[a, other], TWO, lit, side):
                return False
    dirty_arrow(k, k.anchor[AARROW, a])
    dirty_anchor(k, a)
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER)
def share_owner(k, lit, cell, other):
    """`cell` holds a square (lit): what its neighbour `other` knows about owners holds for it, and the other way round."""
    owner = k.cell[OWNER, other]
    if owner >= 0:
        return enqueue(k, 2 * k.ovar[owner, cell], TWO, lit, 2 * k.ovar[owner, other])
    for at in range(k.cell[OWN_FROM, cell], k.cell[OWN_TO, cell]):
        b = k.own[at]
        here = 2 * k.ovar[b, cell]
        if k.val[here] < 0 and k.ovar[b, other] >= 0 and not enqueue(k, 2 * k.ovar[b, other] + 1, TWO, lit, here + 1):
            return False
    return True


@compiled(YES, NUMBER, NUMBER)
def on_plain_square(k, lit, cell):
    for d in range(4):
        other = k.cell[d, cell]
        if other < 0:
            continue
        a = k.cell[ANCHOR, other]
        if a >= 0:
            anchor = 2 * k.cell[XVAR, other]
            mine = 2 * k.ovar[a, cell]
            if k.val[anchor] > 0 and not enqueue(k, mine, TWO, lit, anchor):
                return False
            if k.val[mine] < 0 and not enqueue(k, anchor + 1, TWO, lit, mine + 1):
                return False
        elif not share_owner(k, lit, cell, other):
            return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_owned(k, lit, cell, a):
    """`cell` belongs to the block of anchor a."""
    if not enqueue(k, 2 * k.cell[XVAR, cell], ONE, lit, 0):
        return False
    if not enqueue(k, 2 * k.cell[XVAR, k.anchor[ACELL, a]], ONE, lit, 0):
        return False
    if not disown_all_but(k, cell, a, lit):
        return False
    for d in range(4):
        other = k.cell[d, cell]
        if other < 0:
            continue
        b = k.cell[ANCHOR, other]
        if b >= 0:
            if b != a and not enqueue(k, 2 * k.cell[XVAR, other] + 1, ONE, lit, 0):
                return False
        else:
            if not disown_all_but(k, other, a, lit):
                return False
            side = 2 * k.cell[XVAR, other]
            if k.val[side] > 0 and not enqueue(k, 2 * k.ovar[a, other], TWO, lit, side):
                return False
    dirty_anchor(k, a)
    dirty_pair(k, k.anchor[NEXT_PAIR, a])
    dirty_pair(k, k.anchor[LAST_PAIR, a])
    return True


@compiled(YES, NUMBER, NUMBER)
def may_cut(k, cell, a):
    """Could losing `cell` split the region of anchor a? A look at the eight cells around settles most cases.

    Cells lost later on the trail still count as present, or a thick wall that falls at once would go unnoticed.
    """
    now = k.var[VPOS, k.ovar[a, cell]]
    rows, cols, n_arcs = k.S[ROWS], k.S[COLS], 0
    row, col = k.cell[CROW, cell], k.cell[CCOL, cell]
    around = 0
    for i in range(8):
        r = row + (-1, -1, 0, 1, 1, 1, 0, -1)[i]
        c = col + (0, 1, 1, 1, 0, -1, -1, -1)[i]
        if 0 <= r < rows and 0 <= c < cols:
            v = k.ovar[a, r * cols + c]
            if v >= 0 and (k.val[2 * v] >= 0 or k.var[VPOS, v] > now):
                around |= 1 << i
    for i in range(0, 8, 2):
        # a side cell starts a new arc unless the side before it reaches it over the corner between them
        if around >> i & 1 and not (around >> ((i + 7) & 7) & 1 and around >> ((i + 6) & 7) & 1):
            n_arcs += 1
    return n_arcs > 1


@compiled(YES, NUMBER, NUMBER, NUMBER)
def on_not_owned(k, lit, cell, a):
    """`cell` does not belong to the block of anchor a."""
    mine = 2 * k.cell[XVAR, cell]
    if k.val[mine] > 0:
        for d in range(4):
            other = k.cell[d, cell]
            if other < 0:
                continue
            b = k.cell[ANCHOR, other]
            if b < 0:
                if k.ovar[a, other] >= 0 and not enqueue(k, 2 * k.ovar[a, other] + 1, TWO, mine, lit):
                    return False
            elif b == a and not enqueue(k, 2 * k.cell[XVAR, other] + 1, TWO, mine, lit):
                return False
    if k.val[2 * k.cell[XVAR, k.anchor[ACELL, a]]] >= 0:
        if k.anchor[TRUES, a] > 1 or may_cut(k, cell, a):
            dirty_anchor(k, a)
        dirty_pair(k, k.anchor[NEXT_PAIR, a])
        dirty_pair(k, k.anchor[LAST_PAIR, a])
    return True


@compiled(YES, NUMBER, NUMBER)
def on_no_square(k, lit, cell):
    a = k.cell[ANCHOR, cell]
    if a < 0:
        return disown_all_but(k, cell, -1, lit)
    for at in range(k.anchor[DOM_FROM, a] + 1, k.anchor[DOM_TO, a]):
        v = k.ovar[a, k.dom[at]]
        if k.val[2 * v] >= 0 and not enqueue(k, 2 * v + 1, ONE, lit, 0):
            return False
    dirty_arrow(k, k.anchor[AARROW, a])
    return True


@compiled(YES, NUMBER, NUMBER)
def on_consecutive(k, lit, pair):
    """s(p, q): squares at p and q, none between; the shifts come into play."""
    p, q = k.pair[PP, pair], k.pair[PQ, pair]
    for a in range(p, q + 1):
        want = 0 if a == p or a == q else 1
        if not enqueue(k, 2 * k.cell[XVAR, k.anchor[ACELL, a]] + want, ONE, lit, 0):
            return False
    for i in range(k.anchor[DOM_TO, q] - k.anchor[DOM_FROM, q]):
        v = k.pair[PZ, pair] + i
        if k.val[2 * v] == 0:
            heap_add(k, v)
    dirty_pair(k, pair)
    return True


@compiled(YES, NUMBER, NUMBER)
def on_shift(k, lit, pair):
    """z(p, q, u): one shift only."""
    if not enqueue(k, 2 * k.pair[PS, pair], ONE, lit, 0):
        return False
    q = k.pair[PQ, pair]
    for i in range(k.anchor[DOM_TO, q] - k.anchor[DOM_FROM, q]):
        v = k.pair[PZ, pair] + i
        if 2 * v != lit and k.val[2 * v] >= 0 and not enqueue(k, 2 * v + 1, ONE, lit, 0):
            return False
    dirty_pair(k, pair)
    return True


@compiled(YES, NUMBER)
def consequences(k, lit):
    v = lit >> 1
    what, where = k.var[KIND, v], k.var[VA, v]
    if what == X:
        if lit & 1:
            return on_no_square(k, lit, where)
        a = k.cell[ANCHOR, where]
        if a >= 0:
            return on_anchor_square(k, lit, where, a)
        return on_plain_square(k, lit, where)
    if what == O:
        if lit & 1:
            return on_not_owned(k, lit, where, k.var[VB, v])
        return on_owned(k, lit, where, k.var[VB, v])
    if lit & 1:
        return True
    if what == S_:
        return on_consecutive(k, lit, where)
    return on_shift(k, lit, where)


@compiled(YES)
def propagate(k):
    """To the fixed point; False on a conflict. Lazy rules run only when nothing cheaper moves."""
    while True:
        while k.S[QHEAD] < k.S[NTRAIL]:
            lit = k.var[TRAIL, k.S[QHEAD]]
            k.S[QHEAD] += 1
            if not visit_clauses(k, lit) or not consequences(k, lit):
                return False
        if k.S[NDA]:
            k.S[NDA] -= 1
            a = k.anchor[AQUEUE, k.S[NDA]]
            k.anchor[ADIRTY, a] = 0
            if not settle_anchor(k, a):
                return False
        elif k.S[NDR]:
            k.S[NDR] -= 1
            arrow = k.anchor[RQUEUE, k.S[NDR]]
            k.anchor[RDIRTY, arrow] = 0
            if not make_pairs(k, arrow):
                return False
        elif k.S[NDP]:
            k.S[NDP] -= 1
            pair = k.pair[PQUEUE, k.S[NDP]]
            k.pair[PDIRTY, pair] = 0
            if not settle_pair(k, pair):
                return False
        else:
            return True

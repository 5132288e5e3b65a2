"""The rules that are looked at only when nothing cheaper moves: connected blocks, and the shift from one block to the next."""

from __future__ import annotations

from studio.families.evolomino.kernel.basics import enqueue, ovar_at, shifted
from studio.families.evolomino.kernel.layout import *  # noqa: F403

# mypy: ignore-errors
# ruff: noqa: F405, SIM109


@compiled(NUMBER, NUMBER, YES)
def attach(k, size, learnt):
    """A clause from the LEARNT list; its first two literals are watched. Returns its number or -1 if there is no room."""
    c, top = k.S[NCLAUSE], k.S[ARENA]
    if c + 1 >= k.clause.shape[0] or top + size + 1 >= k.arena.shape[0]:
        k.S[FULL] = 1
        return -1
    for i in range(size):
        k.arena[top + i] = k.var[LEARNT, i]
    k.clause[c, CFROM] = top
    k.clause[c, CSIZE] = size
    k.clause[c, CLBD] = 0 if not learnt else 1
    for i in range(2):
        lit = k.arena[top + i]
        k.clause[c, CNEXT0 + i] = k.watch[lit]
        k.watch[lit] = 2 * c + i
    k.S[NCLAUSE] = c + 1
    k.S[ARENA] = top + size
    return c


@compiled(YES, NUMBER)
def walk_region(k, a):
    """Depth-first walk of anchor a's region, with low points and one owned cell below each cell (for bridges)."""
    cell, start = k.cell, k.anchor[ACELL, a]
    disc, low, parent, step, below = cell[DISC], cell[LOW], cell[PARENT], cell[STEP], cell[BELOW]
    stamp = k.S[STAMP] + 1
    k.S[STAMP] = stamp
    mark = cell[MARK]
    mark[start] = stamp
    disc[start] = low[start] = clock = 0
    parent[start], step[start], below[start] = -1, 0, start
    here = start
    while here >= 0:
        if step[here] < 4:
            other = cell[step[here], here]
            step[here] += 1
            if other < 0 or other == parent[here]:
                continue
            v = k.ovar[a, other]
            if v < 0 or k.val[2 * v] < 0:
                continue
            if mark[other] == stamp:
                low[here] = min(low[here], disc[other])
                continue
            clock += 1
            mark[other] = stamp
            disc[other] = low[other] = clock
            parent[other], step[other] = here, 0
            below[other] = other if k.val[2 * v] > 0 else -1
            here = other
            continue
        up = parent[here]
        if up >= 0:
            low[up] = min(low[up], low[here])
            if below[here] >= 0:
                v = k.ovar[a, up]
                if low[here] >= disc[up] and k.val[2 * v] == 0 and not enqueue(k, 2 * v, BRIDGE, a, below[here]):
                    return False
                below[up] = below[here]
        here = up
    return True


@compiled(NOTHING, NUMBER)
def flood_region(k, a):
    """Mark the cells that anchor a can still reach."""
    stamp = k.S[STAMP] + 1
    k.S[STAMP] = stamp
    mark, stack = k.cell[MARK], k.cell[FLOOD]
    stack[0] = k.anchor[ACELL, a]
    mark[stack[0]] = stamp
    top = 1
    while top:
        top -= 1
        here = stack[top]
        for d in range(4):
            other = k.cell[d, here]
            if other < 0 or mark[other] == stamp:
                continue
            v = k.ovar[a, other]
            if v >= 0 and k.val[2 * v] >= 0:
                mark[other] = stamp
                stack[top] = other
                top += 1


@compiled(YES, NUMBER)
def settle_anchor(k, a):
    """A block is connected: unreachable cells are not its own, bridges to its cells are."""
    if k.val[2 * k.cell[XVAR, k.anchor[ACELL, a]]] < 0:
        return True
    if k.anchor[TRUES, a] > 1:
        if not walk_region(k, a):
            return False
    else:
        flood_region(k, a)
    stamp = k.S[STAMP]
    for at in range(k.anchor[DOM_FROM, a] + 1, k.anchor[DOM_TO, a]):
        cell = k.dom[at]
        v = k.ovar[a, cell]
        if k.cell[MARK, cell] != stamp and k.val[2 * v] >= 0 and not enqueue(k, 2 * v + 1, UNREACHED, a, 0):
            return False
    return True


@compiled(NUMBER, NUMBER, NUMBER, NUMBER)
def new_var(k, what, a, b):
    v = k.S[NV]
    k.S[NV] = v + 1
    k.var[KIND, v], k.var[VA, v], k.var[VB, v] = what, a, b
    k.var[SEEN, v], k.var[PHASE, v], k.var[HPOS, v] = 0, 1, -1
    k.watch[2 * v] = k.watch[2 * v + 1] = -1
    k.val[2 * v] = k.val[2 * v + 1] = 0
    k.act[v] = 0.0
    return v


@compiled(YES, NUMBER, NUMBER)
def make_pair(k, p, q):
    """The variables of two consecutive blocks, at the moment their squares stand and the cells between are empty."""
    count = k.anchor[DOM_TO, q] - k.anchor[DOM_FROM, q]
    pair = k.S[NPAIR]
    if (
        pair + 1 >= k.pair.shape[1]
        or k.S[NV] + count + 2 >= k.var.shape[1] - 2
        or k.S[NCLAUSE] + 3 >= k.clause.shape[0]
        or k.S[ARENA] + 2 * count + 800 >= k.arena.shape[0]
    ):
        k.S[FULL] = 1
        return True
    k.S[NPAIR] = pair + 1
    k.pairs[p, q] = pair
    k.pair[PP, pair], k.pair[PQ, pair], k.pair[PFIX, pair], k.pair[PDIRTY, pair] = p, q, -1, 0
    s = new_var(k, S_, pair, 0)
    k.pair[PS, pair], k.pair[PZ, pair] = s, s + 1
    out = k.var[LEARNT]
    out[0] = 2 * s + 1
    for i in range(count):
        v = new_var(k, Z, pair, k.dom[k.anchor[DOM_FROM, q] + i])
        out[i + 1] = 2 * v
    attach(k, count + 1, False)  # count >= 1, so two literals at least; nothing in it is assigned yet
    # s <- x(p) & x(q) & no square between: true now, so watch s and the latest of the others
    out[0] = 2 * s
    late = 1
    for a in range(p, q + 1):
        v = k.cell[XVAR, k.anchor[ACELL, a]]
        out[a - p + 1] = 2 * v + 1 if a == p or a == q else 2 * v
        if k.var[VPOS, v] > k.var[VPOS, out[late] >> 1]:
            late = a - p + 1
    out[1], out[late] = out[late], out[1]
    c = attach(k, q - p + 2, False)
    return enqueue(k, 2 * s, CLAUSE, c, 0)


@compiled(YES, NUMBER)
def make_pairs(k, arrow):
    last = -1
    for a in range(k.anchor[ASTART, arrow], k.anchor[AEND, arrow]):
        value = k.val[2 * k.cell[XVAR, k.anchor[ACELL, a]]]
        if value > 0:
            if last >= 0 and k.pairs[last, a] < 0 and not make_pair(k, last, a):
                return False
            last = a
        elif value == 0:
            last = -1
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def kill_shift(k, p, q, z, u):
    """Rule out shift z if a square has nowhere to go, or two squares come from nowhere."""
    pcell = k.anchor[ACELL, p]
    for at in range(k.anchor[TRUES, p]):
        cell = k.true[p, at]
        v = ovar_at(k, q, shifted(k, cell, pcell, u))
        if v < 0:
            return enqueue(k, 2 * z + 1, ONE, 2 * k.ovar[p, cell], 0)
        if k.val[2 * v] < 0:
            return enqueue(k, 2 * z + 1, TWO, 2 * k.ovar[p, cell], 2 * v + 1)
    extra = -1
    for at in range(k.anchor[TRUES, q]):
        cell = k.true[q, at]
        v = ovar_at(k, p, shifted(k, cell, u, pcell))
        if v < 0 or k.val[2 * v] < 0:
            if extra >= 0:
                return enqueue(k, 2 * z + 1, TWO_EXTRAS, extra, cell)
            extra = cell
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def may_be_extra(k, p, q, u, cell):
    if k.val[2 * k.ovar[q, cell]] < 0:
        return False
    pcell = k.anchor[ACELL, p]
    v = ovar_at(k, p, shifted(k, cell, u, pcell))
    if v >= 0 and k.val[2 * v] > 0:
        return False
    for d in range(4):
        other = k.cell[d, cell]
        if other >= 0:
            v = ovar_at(k, p, shifted(k, other, u, pcell))
            if v >= 0 and k.val[2 * v] >= 0:
                return True
    return False


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def find_extra(k, pair, p, q, z, u):
    """With the shift known and no added square yet: none possible, only one, or several."""
    found = -1
    for at in range(k.anchor[DOM_FROM, q], k.anchor[DOM_TO, q]):
        cell = k.dom[at]
        if may_be_extra(k, p, q, u, cell):
            if found >= 0:
                return True
            found = cell
    if found < 0:
        return enqueue(k, 2 * z + 1, NO_EXTRA, 0, 0)
    if not enqueue(k, 2 * k.ovar[q, found], ONLY_EXTRA, pair, found):
        return False
    v = ovar_at(k, p, shifted(k, found, u, k.anchor[ACELL, p]))
    return v < 0 or enqueue(k, 2 * v + 1, ONLY_EXTRA, pair, found)


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER)
def carry_shape(k, p, q, z, u):
    """With the shift known: squares move on, and what cannot move on is no square."""
    pcell = k.anchor[ACELL, p]
    for at in range(k.anchor[DOM_FROM, p], k.anchor[DOM_TO, p]):
        cell = k.dom[at]
        vp = k.ovar[p, cell]
        if k.val[2 * vp] < 0:
            continue
        vq = ovar_at(k, q, shifted(k, cell, pcell, u))
        if vq < 0:
            if not enqueue(k, 2 * vp + 1, ONE, 2 * z, 0):
                return False
        elif k.val[2 * vp] > 0:
            if not enqueue(k, 2 * vq, TWO, 2 * z, 2 * vp):
                return False
        elif k.val[2 * vq] < 0 and not enqueue(k, 2 * vp + 1, TWO, 2 * z, 2 * vq + 1):
            return False
    return True


@compiled(YES, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER)
def same_shape(k, pair, p, q, u, extra):
    """The added square is known: all others have their like in the block before."""
    pcell = k.anchor[ACELL, p]
    for at in range(k.anchor[DOM_FROM, q], k.anchor[DOM_TO, q]):
        cell = k.dom[at]
        vq = k.ovar[q, cell]
        if cell == extra or k.val[2 * vq] < 0:
            continue
        vp = ovar_at(k, p, shifted(k, cell, u, pcell))
        if vp < 0 or k.val[2 * vp] < 0:
            if not enqueue(k, 2 * vq + 1, SAME_SHAPE, pair, extra):
                return False
        elif k.val[2 * vq] > 0 and not enqueue(k, 2 * vp, SAME_SHAPE, pair, extra):
            return False
    return True


@compiled(YES, NUMBER)
def settle_pair(k, pair):
    if k.val[2 * k.pair[PS, pair]] <= 0:
        return True
    p, q, z = k.pair[PP, pair], k.pair[PQ, pair], k.pair[PFIX, pair]
    if z < 0:
        for i in range(k.anchor[DOM_TO, q] - k.anchor[DOM_FROM, q]):
            z = k.pair[PZ, pair] + i
            if k.val[2 * z] == 0 and not kill_shift(k, p, q, z, k.dom[k.anchor[DOM_FROM, q] + i]):
                return False
        return True
    u = k.var[VB, z]
    if not kill_shift(k, p, q, z, u) or not carry_shape(k, p, q, z, u):
        return False
    pcell = k.anchor[ACELL, p]
    for at in range(k.anchor[TRUES, q]):
        cell = k.true[q, at]
        v = ovar_at(k, p, shifted(k, cell, u, pcell))
        if v < 0 or k.val[2 * v] < 0:
            return same_shape(k, pair, p, q, u, cell)
    return find_extra(k, pair, p, q, z, u)

"""Propagation: clauses by watched literals, the small implications of the rules inline."""

from __future__ import annotations

from studio.families.evolomino.kernel.connected import settle_anchor
from studio.families.evolomino.kernel.explain import force
from studio.families.evolomino.kernel.record import NEXT_VAR, ONE, OWNER_VAR, SQUARE_VAR, TWO, Memory
from studio.families.evolomino.kernel.shifts import make_pairs, settle_pair
from studio.families.evolomino.kernel.watch import visit_clauses
from studio.solvers.kernels import kernel


@kernel
def ask_anchor(s: Memory, a: int) -> None:
    """This block's connection wants to be looked at."""
    if s.anchor_waits[a] == 0:
        s.anchor_waits[a] = 1
        s.anchor_queue[s.anchors_waiting] = a
        s.anchors_waiting += 1


@kernel
def ask_arrow(s: Memory, arrow: int) -> None:
    """This arrow may have two consecutive blocks that are no pair yet."""
    if s.arrow_waits[arrow] == 0:
        s.arrow_waits[arrow] = 1
        s.arrow_queue[s.arrows_waiting] = arrow
        s.arrows_waiting += 1


@kernel
def ask_pair(s: Memory, pair: int) -> None:
    """The shift of this pair (if there is one) wants to be looked at."""
    if pair >= 0 and s.pair_waits[pair] == 0:
        s.pair_waits[pair] = 1
        s.pair_queue[s.pairs_waiting] = pair
        s.pairs_waiting += 1


@kernel
def disown_all_but(s: Memory, cell: int, keep: int, lit: int) -> bool:
    """No anchor but `keep` owns `cell`, because of `lit`."""
    for at in range(s.owners_from[cell], s.owners_to[cell]):
        b = s.owners[at]
        if b != keep:
            v = s.own_var[b * s.cells + cell]
            if s.value[2 * v] >= 0 and not force(s, 2 * v + 1, ONE, lit, 0):
                return False
    return True


@kernel
def own_beside(s: Memory, square: int, cell: int, a: int, lit: int) -> bool:
    """The square at `cell` (literal `square`) is beside one of anchor a's block (lit), so it is of that block; or, if that
    block cannot have it (it lies beyond the radius of the search, or beside the square of another arrow), it is no square."""
    mine = s.own_var[a * s.cells + cell]
    if mine >= 0:
        return force(s, 2 * mine, TWO, lit, square)
    return force(s, square ^ 1, ONE, lit, 0)


@kernel
def own_or_empty(s: Memory, lit: int, cell: int, a: int) -> bool:
    """`cell` is beside a square of anchor a's block (lit): no other block has it, and if it is a square it is of this one."""
    if not disown_all_but(s, cell, a, lit):
        return False
    square = 2 * s.square_var[cell]
    beyond = s.own_var[a * s.cells + cell] < 0
    return not (beyond or s.value[square] > 0) or own_beside(s, square, cell, a, lit)


@kernel
def on_anchor_square(s: Memory, lit: int, cell: int, a: int) -> bool:
    """A square on an arrow: no square on touching arrow cells; squares beside it are its own."""
    for side in range(4):
        other = s.beside[4 * cell + side]
        if other < 0:
            continue
        if s.anchor_at[other] >= 0:
            if not force(s, 2 * s.square_var[other] + 1, ONE, lit, 0):
                return False
        else:
            if not own_or_empty(s, lit, other, a):
                return False
    ask_arrow(s, s.arrow_of[a])  # (its region is connected: it was from the start, and what was lost since was looked at)
    return True


@kernel
def share_owner(s: Memory, lit: int, cell: int, other: int) -> bool:
    """`cell` holds a square (lit): what its neighbour `other` knows about owners holds for it, and the other way round."""
    owner = s.owner[other]
    if owner >= 0:
        return own_beside(s, lit, cell, owner, 2 * s.own_var[owner * s.cells + other])
    for at in range(s.owners_from[cell], s.owners_to[cell]):
        b = s.owners[at]
        here = 2 * s.own_var[b * s.cells + cell]
        there = 2 * s.own_var[b * s.cells + other]
        if s.value[here] < 0 and there >= 0 and not force(s, there + 1, TWO, lit, here + 1):
            return False
    return True


@kernel
def on_plain_square(s: Memory, lit: int, cell: int) -> bool:
    """A square off the arrows: it has the same owner as the squares beside it."""
    for side in range(4):
        other = s.beside[4 * cell + side]
        if other < 0:
            continue
        a = s.anchor_at[other]
        if a >= 0:
            anchor = 2 * s.square_var[other]
            mine = 2 * s.own_var[a * s.cells + cell]
            if mine < 0:  # the two cannot both be squares, which the anchor's own rules know
                if not force(s, anchor + 1, ONE, lit, 0):
                    return False
                continue
            if s.value[anchor] > 0 and not force(s, mine, TWO, lit, anchor):
                return False
            if s.value[mine] < 0 and not force(s, anchor + 1, TWO, lit, mine + 1):
                return False
        elif not share_owner(s, lit, cell, other):
            return False
    return True


@kernel
def on_owned(s: Memory, lit: int, cell: int, a: int) -> bool:
    """`cell` belongs to the block of anchor a."""
    if not force(s, 2 * s.square_var[cell], ONE, lit, 0):
        return False
    if not force(s, 2 * s.square_var[s.anchor_cell[a]], ONE, lit, 0):
        return False
    if not disown_all_but(s, cell, a, lit):
        return False
    joined = False  # to an earlier cell of the block: whatever would cut it off would cut that one off, too
    for side in range(4):
        other = s.beside[4 * cell + side]
        if other < 0:
            continue
        b = s.anchor_at[other]
        if b >= 0:
            if b != a and not force(s, 2 * s.square_var[other] + 1, ONE, lit, 0):
                return False
            joined = joined or b == a
        else:
            joined = joined or (s.owner[other] == a and s.position[s.own_var[a * s.cells + other]] < s.position[lit >> 1])
            if not own_or_empty(s, lit, other, a):
                return False
    if not joined:
        ask_anchor(s, a)
    ask_pair(s, s.pair_after[a])
    ask_pair(s, s.pair_before[a])
    return True


@kernel
def is_dead_end(s: Memory, cell: int, a: int, now: int) -> bool:
    """Had `cell` one neighbour at most in the region of anchor a when it was lost (at this place of the trail)? No way led
    through it.

    Cells lost later on the trail still count as present, or a thick wall that falls at once would go unnoticed.
    """
    ways = 0
    for side in range(4):
        other = s.beside[4 * cell + side]
        if other >= 0:
            v = s.own_var[a * s.cells + other]
            if v >= 0 and (s.value[2 * v] >= 0 or s.position[v] > now):
                ways += 1
    return ways < 2


@kernel
def may_cut(s: Memory, cell: int, a: int, now: int) -> bool:
    """Could losing `cell` split the region of anchor a? A look at the eight cells around settles most cases."""
    rows, cols, n_arcs = s.rows, s.cols, 0
    row, col = s.row[cell], s.col[cell]
    around = 0
    for i in range(8):
        r = row + (-1, -1, 0, 1, 1, 1, 0, -1)[i]
        c = col + (0, 1, 1, 1, 0, -1, -1, -1)[i]
        if 0 <= r < rows and 0 <= c < cols:
            v = s.own_var[a * s.cells + r * cols + c]
            if v >= 0 and (s.value[2 * v] >= 0 or s.position[v] > now):
                around |= 1 << i
    for i in range(0, 8, 2):
        # a side cell starts a new arc unless the side before it reaches it over the corner between them
        if around >> i & 1 and not (around >> ((i + 7) & 7) & 1 and around >> ((i + 6) & 7) & 1):
            n_arcs += 1
    return n_arcs > 1


@kernel
def on_not_owned(s: Memory, lit: int, cell: int, a: int) -> bool:
    """`cell` does not belong to the block of anchor a."""
    mine = 2 * s.square_var[cell]
    if s.value[mine] > 0:
        for side in range(4):
            other = s.beside[4 * cell + side]
            if other < 0:
                continue
            b = s.anchor_at[other]
            if b < 0:
                there = 2 * s.own_var[a * s.cells + other]
                if there >= 0 and not force(s, there + 1, TWO, mine, lit):
                    return False
            elif b == a and not force(s, 2 * s.square_var[other] + 1, TWO, mine, lit):
                return False
    if s.value[2 * s.square_var[s.anchor_cell[a]]] >= 0:
        now = s.position[lit >> 1]
        if not is_dead_end(s, cell, a, now) and (s.owned_count[a] > 1 or may_cut(s, cell, a, now)):
            ask_anchor(s, a)
        ask_pair(s, s.pair_after[a])
        ask_pair(s, s.pair_before[a])
    return True


@kernel
def on_no_square(s: Memory, lit: int, cell: int) -> bool:
    """No square: nobody owns it; on an arrow, it owns nothing."""
    a = s.anchor_at[cell]
    if a < 0:
        return disown_all_but(s, cell, -1, lit)
    for at in range(s.domain_from[a] + 1, s.domain_to[a]):
        v = s.own_var[a * s.cells + s.domain[at]]
        if s.value[2 * v] >= 0 and not force(s, 2 * v + 1, ONE, lit, 0):
            return False
    ask_arrow(s, s.arrow_of[a])
    return True


@kernel
def on_consecutive(s: Memory, lit: int, pair: int) -> bool:
    """s(p, q): squares at p and q, none between; the shifts come into play."""
    p, q = s.earlier[pair], s.later[pair]
    for a in range(p, q + 1):
        want = 0 if a in (p, q) else 1
        if not force(s, 2 * s.square_var[s.anchor_cell[a]] + want, ONE, lit, 0):
            return False
    ask_pair(s, pair)
    return True


@kernel
def on_shift(s: Memory, lit: int, pair: int) -> bool:
    """z(p, q, u): one shift only."""
    if not force(s, 2 * s.next_var[pair], ONE, lit, 0):
        return False
    q = s.later[pair]
    for i in range(s.domain_to[q] - s.domain_from[q]):
        v = s.shift_vars[pair] + i
        if 2 * v != lit and s.value[2 * v] >= 0 and not force(s, 2 * v + 1, ONE, lit, 0):
            return False
    ask_pair(s, pair)
    return True


@kernel
def consequences(s: Memory, lit: int) -> bool:
    """What the rules say about a literal that has become true."""
    v = lit >> 1
    what, where = s.kind[v], s.first[v]
    if what == SQUARE_VAR:
        if lit & 1:
            return on_no_square(s, lit, where)
        a = s.anchor_at[where]
        if a >= 0:
            return on_anchor_square(s, lit, where, a)
        return on_plain_square(s, lit, where)
    if what == OWNER_VAR:
        if lit & 1:
            return on_not_owned(s, lit, where, s.second[v])
        return on_owned(s, lit, where, s.second[v])
    if lit & 1:
        return True
    if what == NEXT_VAR:
        return on_consecutive(s, lit, where)
    return on_shift(s, lit, where)


@kernel
def propagate(s: Memory) -> bool:
    """To the fixed point; False on a conflict. Lazy rules run only when nothing cheaper moves."""
    while True:
        while s.propagated < s.trail_length:
            lit = s.trail[s.propagated]
            s.propagated += 1
            if not visit_clauses(s, lit) or not consequences(s, lit):
                return False
        if s.anchors_waiting:
            s.anchors_waiting -= 1
            a = s.anchor_queue[s.anchors_waiting]
            s.anchor_waits[a] = 0
            if not settle_anchor(s, a):
                return False
        elif s.arrows_waiting:
            s.arrows_waiting -= 1
            arrow = s.arrow_queue[s.arrows_waiting]
            s.arrow_waits[arrow] = 0
            if not make_pairs(s, arrow):
                return False
        elif s.pairs_waiting:
            s.pairs_waiting -= 1
            pair = s.pair_queue[s.pairs_waiting]
            s.pair_waits[pair] = 0
            if not settle_pair(s, pair):
                return False
        else:
            return True

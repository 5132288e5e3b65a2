"""The next block is the one before, shifted, plus one square: looked at when nothing cheaper moves."""

from __future__ import annotations

from studio.families.evolomino.kernel.explain import force, own_var_at, shifted
from studio.families.evolomino.kernel.record import (
    ARE_NEXT,
    CLAUSE,
    HAS_SHIFT,
    NEXT_VAR,
    NO_EXTRA,
    ONE,
    ONLY_EXTRA,
    SAME_SHAPE,
    SHIFT_VAR,
    TWO,
    TWO_EXTRAS,
    Memory,
)
from studio.families.evolomino.kernel.watch import attach
from studio.solvers.kernels import kernel


@kernel
def new_var(s: Memory, kind: int, first: int, second: int) -> int:
    """One variable more: open, in no clause, to be tried as false first (most cells hold no square)."""
    v = s.variable_count
    s.variable_count = v + 1
    s.kind[v], s.first[v], s.second[v] = kind, first, second
    s.phase[v], s.heap_place[v], s.seen[v], s.activity[v] = 1, -1, 0, 0.0
    s.value[2 * v] = s.value[2 * v + 1] = 0
    s.watch[2 * v] = s.watch[2 * v + 1] = -1
    return v


@kernel
def has_room(s: Memory, count: int) -> bool:
    """Is there room for one more pair with so many shifts?"""
    return (s.pair_count + 1 < s.pair_room
            and s.variable_count + count + 2 < s.variable_room - 2
            and s.clause_count + 3 < s.clause_room
            and s.arena_length + 2 * count + 800 < s.arena_room)


@kernel
def make_pair(s: Memory, p: int, q: int) -> bool:
    """The variables of two consecutive blocks, at the moment their squares stand and the cells between are empty."""
    count = s.domain_to[q] - s.domain_from[q]
    pair = s.pair_count
    if not has_room(s, count):
        s.out_of_room = 1
        return True
    s.pair_count = pair + 1
    s.pair_of[p * s.anchors + q] = pair
    s.earlier[pair], s.later[pair], s.shift_var[pair], s.pair_waits[pair] = p, q, -1, 0
    follow = new_var(s, NEXT_VAR, pair, 0)
    s.next_var[pair], s.shift_vars[pair] = follow, follow + 1
    clause = s.learnt
    clause[0] = 2 * follow + 1
    for i in range(count):
        v = new_var(s, SHIFT_VAR, pair, s.domain[s.domain_from[q] + i])
        clause[i + 1] = 2 * v
    attach(s, count + 1, HAS_SHIFT)  # count >= 1, so two literals at least; nothing in it is assigned yet
    # s <- x(p) & x(q) & no square between: true now, so watch s and the latest of the others
    clause[0] = 2 * follow
    late = 1
    for a in range(p, q + 1):
        v = s.square_var[s.anchor_cell[a]]
        clause[a - p + 1] = 2 * v + 1 if a in (p, q) else 2 * v
        if s.position[v] > s.position[clause[late] >> 1]:
            late = a - p + 1
    clause[1], clause[late] = clause[late], clause[1]
    c = attach(s, q - p + 2, ARE_NEXT)
    return force(s, 2 * follow, CLAUSE, c, 0)


@kernel
def make_pairs(s: Memory, arrow: int) -> bool:
    """Every two neighbouring squares of an arrow with only empty cells between them."""
    last = -1
    for a in range(s.arrow_from[arrow], s.arrow_to[arrow]):
        value = s.value[2 * s.square_var[s.anchor_cell[a]]]
        if value > 0:
            if last >= 0 and s.pair_of[last * s.anchors + a] < 0 and not make_pair(s, last, a):
                return False
            last = a
        elif value == 0:
            last = -1
    return True


@kernel
def kill_shift(s: Memory, p: int, q: int, z: int, u: int) -> bool:
    """Rule out shift z if a square has nowhere to go, or two squares come from nowhere."""
    p_cell = s.anchor_cell[p]
    for at in range(s.owned_count[p]):
        cell = s.owned[p * s.cells + at]
        v = own_var_at(s, q, shifted(s, cell, p_cell, u))
        if v < 0:
            return force(s, 2 * z + 1, ONE, 2 * s.own_var[p * s.cells + cell], 0)
        if s.value[2 * v] < 0:
            return force(s, 2 * z + 1, TWO, 2 * s.own_var[p * s.cells + cell], 2 * v + 1)
    extra = -1
    for at in range(s.owned_count[q]):
        cell = s.owned[q * s.cells + at]
        v = own_var_at(s, p, shifted(s, cell, u, p_cell))
        if v < 0 or s.value[2 * v] < 0:
            if extra >= 0:
                return force(s, 2 * z + 1, TWO_EXTRAS, extra, cell)
            extra = cell
    return True


@kernel
def may_be_extra(s: Memory, p: int, q: int, u: int, cell: int) -> bool:
    """Could the block of q add this cell? It must be its own, come from nowhere, and touch something that comes along."""
    if s.value[2 * s.own_var[q * s.cells + cell]] < 0:
        return False
    p_cell = s.anchor_cell[p]
    v = own_var_at(s, p, shifted(s, cell, u, p_cell))
    if v >= 0 and s.value[2 * v] > 0:
        return False
    for side in range(4):
        other = s.beside[4 * cell + side]
        if other >= 0:
            v = own_var_at(s, p, shifted(s, other, u, p_cell))
            if v >= 0 and s.value[2 * v] >= 0:
                return True
    return False


@kernel
def find_extra(s: Memory, pair: int, p: int, q: int, z: int, u: int) -> bool:
    """With the shift known and no added square yet: none possible, only one, or several."""
    found = -1
    for at in range(s.domain_from[q], s.domain_to[q]):
        cell = s.domain[at]
        if may_be_extra(s, p, q, u, cell):
            if found >= 0:
                return True
            found = cell
    if found < 0:
        return force(s, 2 * z + 1, NO_EXTRA, 0, 0)
    if not force(s, 2 * s.own_var[q * s.cells + found], ONLY_EXTRA, pair, found):
        return False
    v = own_var_at(s, p, shifted(s, found, u, s.anchor_cell[p]))
    return v < 0 or force(s, 2 * v + 1, ONLY_EXTRA, pair, found)


@kernel
def carry_shape(s: Memory, p: int, q: int, z: int, u: int) -> bool:
    """With the shift known: squares move on, and what cannot move on is no square."""
    p_cell = s.anchor_cell[p]
    for at in range(s.domain_from[p], s.domain_to[p]):
        cell = s.domain[at]
        vp = s.own_var[p * s.cells + cell]
        if s.value[2 * vp] < 0:
            continue
        vq = own_var_at(s, q, shifted(s, cell, p_cell, u))
        if vq < 0:
            if not force(s, 2 * vp + 1, ONE, 2 * z, 0):
                return False
        elif s.value[2 * vp] > 0:
            if not force(s, 2 * vq, TWO, 2 * z, 2 * vp):
                return False
        elif s.value[2 * vq] < 0 and not force(s, 2 * vp + 1, TWO, 2 * z, 2 * vq + 1):
            return False
    return True


@kernel
def same_shape(s: Memory, pair: int, p: int, q: int, u: int, extra: int) -> bool:
    """The added square is known: all others have their like in the block before."""
    p_cell = s.anchor_cell[p]
    for at in range(s.domain_from[q], s.domain_to[q]):
        cell = s.domain[at]
        vq = s.own_var[q * s.cells + cell]
        if cell == extra or s.value[2 * vq] < 0:
            continue
        vp = own_var_at(s, p, shifted(s, cell, u, p_cell))
        if vp < 0 or s.value[2 * vp] < 0:
            if not force(s, 2 * vq + 1, SAME_SHAPE, pair, extra):
                return False
        elif s.value[2 * vq] > 0 and not force(s, 2 * vp, SAME_SHAPE, pair, extra):
            return False
    return True


@kernel
def settle_pair(s: Memory, pair: int) -> bool:
    """What the shift between two consecutive blocks implies, and which shifts are impossible."""
    if s.value[2 * s.next_var[pair]] <= 0:
        return True
    p, q, z = s.earlier[pair], s.later[pair], s.shift_var[pair]
    if z < 0:
        for i in range(s.domain_to[q] - s.domain_from[q]):
            z = s.shift_vars[pair] + i
            if s.value[2 * z] == 0 and not kill_shift(s, p, q, z, s.domain[s.domain_from[q] + i]):
                return False
        return True
    u = s.second[z]
    if not kill_shift(s, p, q, z, u) or not carry_shape(s, p, q, z, u):
        return False
    p_cell = s.anchor_cell[p]
    for at in range(s.owned_count[q]):
        cell = s.owned[q * s.cells + at]
        v = own_var_at(s, p, shifted(s, cell, u, p_cell))
        if v < 0 or s.value[2 * v] < 0:
            return same_shape(s, pair, p, q, u, cell)
    return find_extra(s, pair, p, q, z, u)

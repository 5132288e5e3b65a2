"""Forcing a literal, and explaining why it was forced: only a conflict asks."""

from __future__ import annotations

from studio.families.evolomino.kernel.record import (
    BRIDGE,
    CLAUSE,
    DECIDED,
    FILM_AGAINST,
    FILM_CONFLICT,
    NO_EXTRA,
    ONE,
    ONLY_EXTRA,
    SAME_SHAPE,
    TWO,
    TWO_EXTRAS,
    UNREACHED,
    Memory,
)
from studio.families.evolomino.kernel.trail import assign, film
from studio.solvers.kernels import kernel


@kernel
def shifted(s: Memory, cell: int, start: int, end: int) -> int:
    """Where `cell` lands when `start` moves to `end`; -1 off the board."""
    row = s.row[cell] + s.row[end] - s.row[start]
    col = s.col[cell] + s.col[end] - s.col[start]
    if row < 0 or col < 0 or row >= s.rows or col >= s.cols:
        return -1
    return row * s.cols + col


@kernel
def own_var_at(s: Memory, a: int, cell: int) -> int:
    """The variable o(cell, a); -1 if the cell is none, or never of anchor a's block."""
    return s.own_var[a * s.cells + cell] if cell >= 0 else -1


@kernel
def false_before(s: Memory, v: int, limit: int) -> bool:
    """Variable v (or an impossible one, -1) was false before trail position `limit`."""
    return v < 0 or (s.value[2 * v] < 0 and s.position[v] < limit)


@kernel
def true_before(s: Memory, v: int, limit: int) -> bool:
    return v >= 0 and s.value[2 * v] > 0 and s.position[v] < limit


@kernel
def cause_owned(s: Memory, n: int, a: int, cell: int) -> int:
    """One more cause: anchor a owns this cell. Returns how many there are."""
    s.cause[n] = 2 * s.own_var[a * s.cells + cell] + 1
    return n + 1


@kernel
def cause_not_owned(s: Memory, n: int, a: int, cell: int) -> int:
    """One more cause, unless it cannot be otherwise: anchor a does not own this cell."""
    v = own_var_at(s, a, cell)
    if v < 0:
        return n
    s.cause[n] = 2 * v
    return n + 1


@kernel
def explain_wall(s: Memory, a: int, start: int, without: int, limit: int, n: int) -> int:
    """The false cells around the part of anchor a's region that holds `start` (when `without` is taken away)."""
    s.stamp += 1
    stamp = s.stamp
    mark, stack = s.mark, s.flood
    stack[0] = start
    mark[start] = stamp
    if without >= 0:
        mark[without] = stamp
    top = 1
    while top:
        top -= 1
        cell = stack[top]
        for side in range(4):
            other = s.beside[4 * cell + side]
            if other < 0 or mark[other] == stamp:
                continue
            v = s.own_var[a * s.cells + other]
            if v < 0:
                continue
            mark[other] = stamp
            if not false_before(s, v, limit):
                stack[top] = other
                top += 1
            elif s.level[v] > 0:
                s.cause[n] = 2 * v
                n += 1
    return n


@kernel
def explain_not_extra(s: Memory, p: int, q: int, u: int, cell: int, limit: int, n: int) -> int:
    """Why `cell` is not the square that the block of q adds (p lands on u): one reason is enough, a fact is the best."""
    p_cell = s.anchor_cell[p]
    mine = s.own_var[q * s.cells + cell]
    source = own_var_at(s, p, shifted(s, cell, u, p_cell))
    was_false = false_before(s, mine, limit)
    was_true = true_before(s, source, limit)
    if (was_false and (mine < 0 or s.level[mine] == 0)) or (was_true and s.level[source] == 0):
        return n
    if was_false:
        s.cause[n] = 2 * mine
        return n + 1
    if was_true:
        s.cause[n] = 2 * source + 1
        return n + 1
    for side in range(4):  # no square of the block before comes to lie beside it
        other = s.beside[4 * cell + side]
        if other >= 0:
            v = own_var_at(s, p, shifted(s, other, u, p_cell))
            if v >= 0 and s.level[v] > 0:
                s.cause[n] = 2 * v
                n += 1
    return n


@kernel
def explain_shape(s: Memory, lit: int, kind: int, a: int, b: int, limit: int, n: int) -> int:
    """TWO_EXTRAS and NO_EXTRA refute a shift (lit: not z); SAME_SHAPE and ONLY_EXTRA rest on the shift that is true."""
    v = lit >> 1
    if kind in (TWO_EXTRAS, NO_EXTRA):
        pair, u = s.first[v], s.second[v]
    else:
        pair, u = int(a), s.second[s.shift_var[a]]
        s.cause[n] = 2 * s.shift_var[a] + 1
        n += 1
    p, q = s.earlier[pair], s.later[pair]
    p_cell = s.anchor_cell[p]
    if kind == TWO_EXTRAS:
        for i in range(2):
            extra = a if i == 0 else b
            n = cause_owned(s, n, q, extra)
            n = cause_not_owned(s, n, p, shifted(s, extra, u, p_cell))
        return n
    if kind == SAME_SHAPE:
        n = cause_owned(s, n, q, b)
        n = cause_not_owned(s, n, p, shifted(s, b, u, p_cell))
        cell = s.first[v]
        if lit & 1:  # q does not own the cell, because p does not own the one it would come from
            return cause_not_owned(s, n, p, shifted(s, cell, u, p_cell))
        return cause_owned(s, n, q, shifted(s, cell, p_cell, u))  # p owns the cell, because q owns where it goes
    keep = b if kind == ONLY_EXTRA else -1
    for at in range(s.domain_from[q], s.domain_to[q]):
        if s.domain[at] != keep:
            n = explain_not_extra(s, p, q, u, s.domain[at], limit, n)
    return n


@kernel
def explain(s: Memory, lit: int, kind: int, a: int, b: int, limit: int, n: int) -> int:
    """Write the false literals that forced `lit` (before trail position `limit`) into `cause`, from place n on; returns where
    they end."""
    if kind == CLAUSE:
        start = s.clause_from[a]
        for at in range(start, start + s.clause_size[a]):
            if s.arena[at] != lit:
                s.cause[n] = s.arena[at]
                n += 1
        return n
    if kind in (ONE, TWO):
        s.cause[n] = a ^ 1
        n += 1
        if kind == TWO:
            s.cause[n] = b ^ 1
            n += 1
        return n
    if kind == UNREACHED:
        return explain_wall(s, a, s.first[lit >> 1], -1, limit, n)
    if kind == BRIDGE:
        return explain_wall(s, a, b, s.first[lit >> 1], limit, cause_owned(s, n, a, b))
    if kind == DECIDED:
        return n
    return explain_shape(s, lit, kind, a, b, limit, n)


@kernel
def refuse(s: Memory, kind: int, a: int) -> bool:
    """A conflict that needs no literal: this cannot be. Always False."""
    s.conflicts += 1
    film(s, FILM_CONFLICT, -1, kind, a, 0)
    return False


@kernel
def force(s: Memory, lit: int, kind: int, a: int, b: int) -> bool:
    """Make `lit` true, for this reason; False if it is false already: then the conflict is in `cause`."""
    if s.value[lit] > 0:
        return True
    if s.value[lit] < 0:
        s.cause[0] = lit
        s.cause_length = explain(s, lit, kind, a, b, s.trail_length, 1)
        s.conflicts += 1
        if s.film_room:
            v = lit >> 1
            film(s, FILM_AGAINST, lit ^ 1, s.reason[v], s.reason_a[v], s.reason_b[v])
            film(s, FILM_CONFLICT, lit, kind, a, b)
        return False
    assign(s, lit, kind, a, b)
    return True

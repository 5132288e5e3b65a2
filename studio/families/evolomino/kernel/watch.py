"""Clauses and their watches (two watched literals each)."""

from __future__ import annotations

from studio.families.evolomino.kernel.explain import force
from studio.families.evolomino.kernel.record import CLAUSE, Memory
from studio.solvers.kernels import kernel


@kernel
def watch_clause(s: Memory, c: int) -> None:
    """Watch the first two literals of a clause."""
    for i in range(2):
        lit = s.arena[s.clause_from[c] + i]
        s.watch_next[2 * c + i] = s.watch[lit]
        s.watch[lit] = 2 * c + i


@kernel
def attach(s: Memory, size: int, says: int) -> int:
    """A clause of the first literals in `learnt`, and what it says. Returns its number, or -1 if there is no room."""
    c, top = s.clause_count, s.arena_length
    if c + 1 >= s.clause_room or top + size + 1 >= s.arena_room:
        s.out_of_room = 1
        return -1
    for i in range(size):
        s.arena[top + i] = s.learnt[i]
    s.clause_from[c] = top
    s.clause_size[c] = size
    s.clause_says[c] = says
    watch_clause(s, c)
    s.clause_count = c + 1
    s.arena_length = top + size
    return c


@kernel
def visit_clauses(s: Memory, lit: int) -> bool:
    """Visit the clauses that watch the literal made false by `lit`."""
    gone = lit ^ 1
    arena, value = s.arena, s.value
    node = s.watch[gone]
    before = -1
    while node >= 0:
        c = node >> 1
        after = s.watch_next[node]
        start = s.clause_from[c]
        mine = start + (node & 1)
        other = arena[start + 1 - (node & 1)]
        moved = False
        if value[other] <= 0:
            for at in range(start + 2, start + s.clause_size[c]):
                if value[arena[at]] >= 0:
                    fresh = arena[at]
                    arena[at] = gone
                    arena[mine] = fresh
                    if before < 0:
                        s.watch[gone] = after
                    else:
                        s.watch_next[before] = after
                    s.watch_next[node] = s.watch[fresh]
                    s.watch[fresh] = node
                    moved = True
                    break
            if not moved and not force(s, other, CLAUSE, c, 0):
                return False
        if not moved:
            before = node
        node = after
    return True


@kernel
def keep_clause(s: Memory, c: int, limit: int) -> bool:
    """On level 0: drop satisfied clauses and learnt ones that span many levels; move open literals to the front."""
    if s.clause_says[c] > limit:
        return False
    start, size = s.clause_from[c], s.clause_size[c]
    free = start
    for at in range(start, start + size):
        lit = s.arena[at]
        if s.value[lit] > 0:
            return False
        if s.value[lit] == 0:
            s.arena[at], s.arena[free] = s.arena[free], lit
            free += 1
    s.clause_size[c] = free - start
    return True


@kernel
def reduce_clauses(s: Memory) -> None:
    """On level 0, everything propagated: keep the better half of the learnt clauses and rebuild the watch lists."""
    total = 0
    counts = s.scratch
    for i in range(64):
        counts[i] = 0
    for c in range(s.clause_count):
        if s.clause_says[c] > 0:
            counts[min(s.clause_says[c], 63)] += 1
            total += 1
    limit, kept = 2, counts[1] + counts[2]
    while limit < 62 and kept + counts[limit + 1] <= total // 2:
        limit += 1
        kept += counts[limit]
    for lit in range(2 * s.variable_count):
        s.watch[lit] = -1
    n, top = 0, 0
    s.learnt_count = 0
    for c in range(s.clause_count):
        if not keep_clause(s, c, limit):
            continue
        start, size, says = s.clause_from[c], s.clause_size[c], s.clause_says[c]
        for i in range(size):
            s.arena[top + i] = s.arena[start + i]
        s.clause_from[n], s.clause_size[n], s.clause_says[n] = top, size, says
        watch_clause(s, n)
        if says > 0:
            s.learnt_count += 1
        n += 1
        top += size
    s.clause_count, s.arena_length = n, top
    s.reductions += 1

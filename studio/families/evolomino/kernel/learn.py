"""Conflict analysis: the clause of the first unique implication point (1-UIP)."""

from __future__ import annotations

from studio.families.evolomino.kernel.explain import explain
from studio.families.evolomino.kernel.record import CLAUSE, FROM_CONFLICT, ONE, TWO, Memory
from studio.families.evolomino.kernel.trail import assign, back_to, heap_up, tell_step_back
from studio.families.evolomino.kernel.watch import attach
from studio.solvers.kernels import kernel

DECAY = 1 / 0.95  # by which the activities of before fade


@kernel
def bump(s: Memory, v: int) -> None:
    """A variable took part in a conflict (VSIDS)."""
    s.activity[v] += s.activity_step
    if s.activity[v] > 1e100:
        for i in range(s.variable_count):
            s.activity[i] *= 1e-100
        s.activity_step *= 1e-100
    if s.heap_place[v] >= 0:
        heap_up(s, s.heap_place[v])


@kernel
def is_implied(s: Memory, lit: int) -> bool:
    """Is this literal of the new clause implied by its others? (cheap reasons only)"""
    v = lit >> 1
    kind = s.reason[v]
    if kind != CLAUSE and kind != ONE and kind != TWO:
        return False
    n = explain(s, lit ^ 1, kind, s.reason_a[v], s.reason_b[v], 0, 0)
    for i in range(n):
        w = s.cause[i] >> 1
        if s.seen[w] == 0 and s.level[w] > 0:
            return False
    return True


@kernel
def drop_implied(s: Memory, size: int) -> int:
    """Leave out the literals of `learnt` that its others imply; returns how many stay."""
    learnt, kept = s.learnt, 1
    for i in range(1, size):
        if is_implied(s, learnt[i]):
            s.scratch[i - kept] = learnt[i]
        else:
            learnt[kept] = learnt[i]
            kept += 1
    for i in range(size - kept):
        s.seen[s.scratch[i] >> 1] = 0
    return kept


@kernel
def learn(s: Memory) -> tuple[int, int]:
    """From the conflict in `cause` to the clause in `learnt`; returns (size, level to go back to).

    Back along the trail: what the conflict rests on is replaced by its causes until one literal of the last level is left.
    """
    learnt, size, unresolved, at, lit = s.learnt, 1, 0, s.trail_length, -1
    n = s.cause_length
    while True:
        for i in range(n):
            other = s.cause[i]
            v = other >> 1
            if s.seen[v] == 0 and s.level[v] > 0:
                s.seen[v] = 1
                bump(s, v)
                if s.level[v] >= s.depth:
                    unresolved += 1
                else:
                    learnt[size] = other
                    size += 1
        while True:
            at -= 1
            lit = s.trail[at]
            if s.seen[lit >> 1]:
                break
        unresolved -= 1
        if unresolved == 0:
            break
        v = lit >> 1
        s.seen[v] = 2
        n = explain(s, lit, s.reason[v], s.reason_a[v], s.reason_b[v], s.position[v], 0)
    learnt[0] = lit ^ 1
    kept = drop_implied(s, size)
    back = 0
    for i in range(1, kept):
        if i == 1 or s.level[learnt[i] >> 1] > back:
            back = s.level[learnt[i] >> 1]
            learnt[1], learnt[i] = learnt[i], learnt[1]
    return kept, back


@kernel
def forget_marks(s: Memory, size: int) -> None:
    """Clear `seen`: the kept literals and everything resolved on the last level."""
    for i in range(size):
        s.seen[s.learnt[i] >> 1] = 0
    for at in range(s.level_start[s.depth - 1], s.trail_length):
        s.seen[s.trail[at] >> 1] = 0


@kernel
def levels_spanned(s: Memory, size: int) -> int:
    """How many levels the learnt clause spans: its literal block distance (LBD); small is good."""
    s.stamp += 1
    stamp = s.stamp
    count = 0
    for i in range(size):
        level = s.level[s.learnt[i] >> 1]
        if s.scratch[level] != -stamp:
            s.scratch[level] = -stamp
            count += 1
    return count


@kernel
def resolve_conflict(s: Memory) -> bool:
    """Learn from the conflict and go on; False if the conflict needs no decision at all."""
    top = 0
    for i in range(s.cause_length):
        top = max(top, s.level[s.cause[i] >> 1])
    if top == 0:
        return False
    back_to(s, top)
    size, back = learn(s)
    forget_marks(s, size)
    spanned = levels_spanned(s, size)
    back_to(s, back)
    s.activity_step *= DECAY
    c = attach(s, size, max(spanned, 1)) if size > 1 else -1
    if size > 1 and c < 0:  # no room: the clause is lost, and found again
        back_to(s, 0)
    tell_step_back(s)
    if size == 1:
        assign(s, s.learnt[0], ONE, s.learnt[0], FROM_CONFLICT)
    elif c >= 0:
        s.learnt_count += 1
        assign(s, s.learnt[0], CLAUSE, c, 0)
    return True

"""Assigning and undoing literals; the heap of open variables; the film."""

from __future__ import annotations

from studio.families.evolomino.kernel.record import (
    CLAUSE,
    DECIDED,
    FILM_BACK,
    FILM_COLUMNS,
    FILM_DEDUCE,
    FILM_GUESS,
    NEXT_VAR,
    OWNER_VAR,
    SQUARE_VAR,
    Memory,
)
from studio.solvers.kernels import kernel


@kernel
def heap_up(s: Memory, at: int) -> None:
    """The variable at this place of the heap has become more active."""
    heap, heap_place = s.heap, s.heap_place
    v = heap[at]
    while at > 0:
        up = (at - 1) >> 1
        if s.activity[heap[up]] >= s.activity[v]:
            break
        heap[at] = heap[up]
        heap_place[heap[at]] = at
        at = up
    heap[at] = v
    heap_place[v] = at


@kernel
def heap_add(s: Memory, v: int) -> None:
    if s.heap_place[v] < 0:
        n = s.heap_length
        s.heap[n] = v
        s.heap_length = n + 1
        heap_up(s, n)


@kernel
def wait_for_choice(s: Memory, v: int) -> None:
    """Into the heap with an open variable that decisions are about: owners and squares on arrows. Whether other cells hold
    squares follows from these; a decision about such a cell alone leaves open whose it is, and less follows from it."""
    if s.kind[v] == OWNER_VAR or (s.kind[v] == SQUARE_VAR and s.anchor_at[s.first[v]] >= 0):
        heap_add(s, v)


@kernel
def heap_pop(s: Memory) -> int:
    """Take the most active variable out."""
    heap, heap_place = s.heap, s.heap_place
    top = heap[0]
    heap_place[top] = -1
    n = s.heap_length - 1
    s.heap_length = n
    if n == 0:
        return top
    v = heap[n]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= n:
            break
        if down + 1 < n and s.activity[heap[down + 1]] > s.activity[heap[down]]:
            down += 1
        if s.activity[heap[down]] <= s.activity[v]:
            break
        heap[at] = heap[down]
        heap_place[heap[at]] = at
        at = down
    heap[at] = v
    heap_place[v] = at
    return top


@kernel
def film(s: Memory, kind: int, lit: int, reason: int, a: int, b: int) -> None:
    """Write down what happens. `search` stops in time for somebody to fetch the rows before there is no room for more."""
    if s.film_length < s.film_room:
        row = FILM_COLUMNS * s.film_length
        s.film[row], s.film[row + 1], s.film[row + 2], s.film[row + 3], s.film[row + 5] = kind, lit, reason, a, s.depth
        s.film[row + 4] = s.clause_says[a] if reason == CLAUSE else b
        s.film_length += 1


@kernel
def assign(s: Memory, lit: int, kind: int, a: int, b: int) -> None:
    """Make an open literal true, for this reason."""
    v = lit >> 1
    s.value[lit] = 1
    s.value[lit ^ 1] = -1
    n = s.trail_length
    s.level[v] = s.depth
    s.position[v] = n
    s.reason[v] = kind
    s.reason_a[v] = a
    s.reason_b[v] = b
    s.trail[n] = lit
    s.trail_length = n + 1
    what = s.kind[v]
    if lit & 1 == 0:
        if what == OWNER_VAR:
            owner = s.second[v]
            s.owned[owner * s.cells + s.owned_count[owner]] = s.first[v]
            s.owned_count[owner] += 1
            s.owner[s.first[v]] = owner
        elif what == SQUARE_VAR:
            owner = s.anchor_at[s.first[v]]
            if owner >= 0:
                s.owned[owner * s.cells + s.owned_count[owner]] = s.first[v]
                s.owned_count[owner] += 1
        elif what == NEXT_VAR:
            pair = s.first[v]
            s.pair_after[s.earlier[pair]] = pair
            s.pair_before[s.later[pair]] = pair
        else:
            s.shift_var[s.first[v]] = v
    if s.film_room and (kind == DECIDED or what == SQUARE_VAR or lit & 1 == 0):  # what a block does not own fills no film
        film(s, FILM_GUESS if kind == DECIDED else FILM_DEDUCE, lit, kind, a, b)


@kernel
def undo_one(s: Memory, lit: int) -> None:
    v = lit >> 1
    s.value[lit] = 0
    s.value[lit ^ 1] = 0
    what = s.kind[v]
    if lit & 1 == 0:
        if what == OWNER_VAR:
            s.owned_count[s.second[v]] -= 1
            s.owner[s.first[v]] = -1
        elif what == SQUARE_VAR:
            a = s.anchor_at[s.first[v]]
            if a >= 0:
                s.owned_count[a] -= 1
        elif what == NEXT_VAR:
            pair = s.first[v]
            s.pair_after[s.earlier[pair]] = -1
            s.pair_before[s.later[pair]] = -1
        else:
            s.shift_var[s.first[v]] = -1
    wait_for_choice(s, v)


@kernel
def clear_queues(s: Memory) -> None:
    for i in range(s.anchors_waiting):
        s.anchor_waits[s.anchor_queue[i]] = 0
    for i in range(s.arrows_waiting):
        s.arrow_waits[s.arrow_queue[i]] = 0
    for i in range(s.pairs_waiting):
        s.pair_waits[s.pair_queue[i]] = 0
    s.anchors_waiting = 0
    s.arrows_waiting = 0
    s.pairs_waiting = 0


@kernel
def back_to(s: Memory, level: int) -> None:
    """Take back the decisions deeper than `level`, and what followed from them."""
    clear_queues(s)
    if s.depth <= level:
        return
    start = s.level_start[level]
    n = s.trail_length
    while n > start:
        n -= 1
        lit = s.trail[n]
        if s.contrary == 0:
            s.phase[lit >> 1] = lit & 1
        undo_one(s, lit)
    s.trail_length = n
    s.propagated = n
    s.depth = level


@kernel
def tell_step_back(s: Memory) -> None:
    """Decisions have been taken back: because of a conflict, or because their answer has been seen."""
    s.steps_back += 1
    film(s, FILM_BACK, -1, DECIDED, 0, 0)

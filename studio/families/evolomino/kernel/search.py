"""The main loop: decide, propagate, learn, restart."""

from __future__ import annotations

from studio.families.evolomino.kernel.explain import force
from studio.families.evolomino.kernel.learn import resolve_conflict
from studio.families.evolomino.kernel.propagate import ask_arrow, propagate
from studio.families.evolomino.kernel.record import (
    DECIDED,
    FILM_RESTART,
    FOUND,
    FROM_ANSWER,
    LUBY_UNIT,
    NEW_ANSWER,
    NEXT_VAR,
    NO_ROOM,
    ONE,
    REFUTED,
    UNKNOWN,
    Memory,
)
from studio.families.evolomino.kernel.trail import assign, back_to, film, heap_pop, tell_step_back
from studio.families.evolomino.kernel.watch import attach, reduce_clauses
from studio.solvers.kernels import I8, entry, kernel


@kernel
def luby(i: int) -> int:
    """The i-th length of Luby's restarts: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..."""
    size, power = 1, 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) >> 1
        power -= 1
        i = i % size
    return 1 << power


@kernel
def choose(s: Memory) -> int:
    """The next decision, a literal; -1 if all is settled. Shifts come last: until then the squares rule most of them out, and
    to deny one after the other by decisions would say little each time."""
    while s.heap_length:
        v = heap_pop(s)
        if s.value[2 * v] == 0:
            return 2 * v + s.phase[v]
    for pair in range(s.pair_count):
        if s.value[2 * s.next_var[pair]] > 0 and s.shift_var[pair] < 0:
            v = s.shift_vars[pair]
            while s.value[2 * v]:  # one of them is open: a clause says that there is a shift
                v += 1
            return 2 * v
    return -1


@kernel
def give_up(s: Memory) -> None:
    """Back to the start, to get more room."""
    if s.depth > 0:
        back_to(s, 0)
        s.interruptions += 1
        film(s, FILM_RESTART, -1, DECIDED, 0, 0)
    for arrow in range(len(s.arrow_from)):  # there was no room for one of its pairs
        ask_arrow(s, arrow)


@kernel
def restart(s: Memory) -> bool:
    """Back to the start, with what was learnt; now and then the poorer learnt clauses go. False if nothing is left."""
    back_to(s, 0)
    film(s, FILM_RESTART, -1, DECIDED, 0, 0)
    s.restarts += 1
    s.until_restart = LUBY_UNIT * luby(s.restarts)
    if s.learnt_count > 2000 + 500 * s.reductions:
        if not propagate(s):
            return False
        reduce_clauses(s)
    return True


@kernel
def read_answer(s: Memory, answer: I8) -> None:
    """The squares of the answer that stands in the values: 1, and 0 where there is none."""
    for cell in range(s.cells):
        v = s.square_var[cell]
        answer[cell] = 1 if v >= 0 and s.value[2 * v] > 0 else 0


@entry
def search(s: Memory, enough: int, answer: I8) -> int:
    """Search on until there have been `enough` conflicts, or the film wants to be fetched. When the outcome is FOUND the
    squares stand in `answer`. After UNKNOWN the search stands where it is, so that slices of any length search alike."""
    s.out_of_room = 0
    while True:
        if not propagate(s):
            s.until_restart -= 1
            if not resolve_conflict(s):
                return REFUTED
            if 2 * s.film_length > s.film_room:
                return UNKNOWN
            continue
        if s.out_of_room:
            give_up(s)
            return NO_ROOM
        if s.conflicts >= enough or 2 * s.film_length > s.film_room:
            return UNKNOWN
        if s.until_restart <= 0:
            if not restart(s):
                return REFUTED
            continue
        lit = choose(s)
        if lit < 0:
            read_answer(s, answer)
            return FOUND
        s.decisions += 1
        s.level_start[s.depth] = s.trail_length
        s.depth += 1
        s.deepest = max(s.deepest, s.depth)
        assign(s, lit, DECIDED, 0, 0)


@kernel
def try_contrary(s: Memory, answer: I8) -> None:
    """From now on the search tries first what this answer is not: owners for its empty cells, none for its squares. Every other
    answer differs from it somewhere; if there is none, a decision against it is mostly refuted at once, which leaves a fact.
    (Decisions that go along with the answer have to be taken nearly all before there is a conflict, and what is learnt from
    it is long.)"""
    s.contrary = 1
    for v in range(s.variable_count):
        if s.kind[v] < NEXT_VAR and answer[s.first[v]] != 2:
            s.phase[v] = 1 if answer[s.first[v]] else 0


@entry
def rewind(s: Memory) -> None:
    """Back to the start; what was learnt stays."""
    if s.depth > 0:  # (at the start, questions may wait that nobody would ask again)
        back_to(s, 0)


@entry
def exclude(s: Memory, answer: I8) -> int:
    """Back to the start, because the answer has been seen; it is not to be found again (2 = whatever the cell holds).
    REFUTED if there is nothing else, NO_ROOM if that has to be asked again with more room."""
    if s.wide:  # else somebody looks for further answers here, and they are like this one; the proof is not for this search
        try_contrary(s, answer)
    if s.depth > 0:
        back_to(s, 0)
        tell_step_back(s)
    if s.clause_count + 2 >= s.clause_room or s.arena_length + s.cells + 2 >= s.arena_room:
        return NO_ROOM
    n = 0
    for cell in range(s.cells):
        v = s.square_var[cell]
        if v >= 0 and s.value[2 * v] == 0 and answer[cell] != 2:
            s.learnt[n] = 2 * v + 1 if answer[cell] else 2 * v
            n += 1
    fine = n > 0
    if n == 1:
        fine = force(s, s.learnt[0], ONE, s.learnt[0], FROM_ANSWER)
    elif n > 1:
        fine = attach(s, n, NEW_ANSWER) >= 0
    return UNKNOWN if fine else REFUTED

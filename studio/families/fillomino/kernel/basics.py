"""What is known of a board, changed and taken back: values left, decided cells, groups, events. Nothing here allocates."""

from __future__ import annotations

from studio.families.fillomino.kernel.state import OPEN, State
from studio.solvers.kernels import entry, kernel


@kernel
def find(s: State, p: int) -> int:
    """Root of the group of the decided cell p (no path compression: unions are undone)."""
    parent = s.parent
    while parent[p] != p:
        p = parent[p]
    return p


@kernel
def raise_event(s: State, p: int, k: int) -> None:
    """Something about value k changed at cell p: look at its surroundings again."""
    i = k * s.cells + p
    if s.pending_flag[i] == 0:
        s.pending_flag[i] = 1
        s.events[k * s.cells + s.event_count[k]] = p
        s.event_count[k] += 1
        s.pending += 1
    s.dirty[k] = 1


@kernel
def join_groups(s: State, p: int) -> None:
    """Cell p is decided: join it with the neighbouring groups of its value."""
    k = s.value[p]
    for t in (p - 1, p + 1, p - s.width, p + s.width):
        if s.value[t] != k:
            continue
        a, b = find(s, p), find(s, t)
        if a == b:
            continue
        if s.group_size[a] < s.group_size[b]:
            a, b = b, a
        s.parent[b] = a
        s.group_size[a] += s.group_size[b]
        s.group_clues[a] += s.group_clues[b]
        s.member[a], s.member[b] = s.member[b], s.member[a]
        s.trail[s.trailed] = s.values * s.cells + b
        s.trailed += 1


@kernel
def remove(s: State, p: int, k: int) -> bool:
    """Cell p cannot hold value k. False if nothing is left for it."""
    i = k * s.cells + p
    if s.poss[i] == 0:
        return True
    s.poss[i] = 0
    s.count[p] -= 1
    s.trail[s.trailed] = i
    s.rules[s.trailed] = s.rule
    s.causes[s.trailed] = s.cause
    s.trailed += 1
    raise_event(s, p, k)
    if s.count[p] == 1:
        for j in range(s.values):
            if s.poss[j * s.cells + p]:
                s.value[p] = j
                raise_event(s, p, j)
        join_groups(s, p)
    return bool(s.count[p] > 0)


@entry
def decide(s: State, p: int, k: int) -> bool:
    """Cell p holds value k."""
    if s.poss[k * s.cells + p] == 0:
        return False
    for j in range(s.values):
        if j != k and s.poss[j * s.cells + p]:
            remove(s, p, j)
    return True


@entry
def undo(s: State, length: int) -> None:
    """Take back everything after the first `length` entries of the trail."""
    while s.trailed > length:
        s.trailed -= 1
        i = s.trail[s.trailed]
        if i >= s.values * s.cells:
            b = i - s.values * s.cells
            a = s.parent[b]
            s.member[a], s.member[b] = s.member[b], s.member[a]
            s.group_size[a] -= s.group_size[b]
            s.group_clues[a] -= s.group_clues[b]
            s.parent[b] = b
        else:
            p = i % s.cells
            s.poss[i] = 1
            s.count[p] += 1
            if s.count[p] == 2:
                s.value[p] = OPEN
    drop_events(s)


@kernel
def drop_events(s: State) -> None:
    """Forget pending events (after an undo to a state that had none)."""
    for k in range(s.values):
        base = k * s.cells
        for j in range(s.event_count[k]):
            s.pending_flag[base + s.events[base + j]] = 0
        s.event_count[k] = 0
    s.pending = 0


@entry
def load(s: State) -> None:
    """Open every value in every cell of the board but the given ones; join the given groups; every cell is an event."""
    for p in range(s.cells):
        s.parent[p] = p
        s.member[p] = p
        given = s.value[p]
        s.group_clues[p] = s.clue[p]
        if given >= 0:
            s.clue[p] = s.group_clues[p] = 1
            s.count[p] = 1
            s.poss[given * s.cells + p] = 1
            raise_event(s, p, given)
        elif given == OPEN:
            s.count[p] = s.values
            for k in range(s.values):
                s.poss[k * s.cells + p] = 1
                raise_event(s, p, k)
            if s.values == 1:
                s.value[p] = 0  # there is no other number on this board
    for p in range(s.cells):
        if s.value[p] >= 0:
            join_groups(s, p)
    s.trailed = 0


@kernel
def walled(s: State, p: int, q: int) -> bool:
    """Is there a given border between two neighbouring cells?"""
    if q == p + 1:
        return bool(s.wall_right[p])
    if q == p - 1:
        return bool(s.wall_right[q])
    return bool(s.wall_below[p if q > p else q])


@entry
def open_cells(s: State) -> int:
    """How many cells are not decided."""
    n = 0
    for p in range(s.cells):
        if s.value[p] == OPEN:
            n += 1
    return n

"""A quick dive for a solution: decide, propagate, and on a contradiction take the last decision back. No learning.

On boards with many solutions this finds one long before clauses with cuts do; on hard ones it gives up at its budget.
"""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import decide, remove, undo
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.kernel.state import GUESSED, OPEN, TAKEN_BACK, State
from studio.solvers.kernels import entry, kernel


@kernel
def random_below(s: State, n: int) -> int:
    """A pseudo-random number 0..n-1 from the state's own generator (so that runs repeat)."""
    s.seed = (s.seed * 1103 + 12345) % 1000003
    return int(s.seed % n)


@kernel
def next_cell(s: State, near: int) -> int:
    """The open cell with the fewest values; of those the nearest to the last decision, to finish one place before the next."""
    best, least, closest = -1, 1 << 30, 1 << 30
    row, col = near // s.width, near % s.width
    for p in range(s.cells):
        if s.value[p] != OPEN or s.count[p] > least:
            continue
        away = abs(p // s.width - row) + abs(p % s.width - col)
        if s.count[p] < least or away < closest:
            best, least, closest = p, s.count[p], away
    return best


@kernel
def next_value(s: State, p: int) -> int:
    """A value for p: one that lets a neighbouring group grow if there is one, else any."""
    chosen, weight = -1, 0
    for k in range(s.values):
        if s.poss[k * s.cells + p] == 0:
            continue
        w = 1
        for t in (p - 1, p + 1, p - s.width, p + s.width):
            if s.value[t] == k:
                w = 8
        weight += w
        if random_below(s, weight) < w:
            chosen = k
    return chosen


@entry
def guess(s: State) -> int:
    """A guess and what follows. 1: there is no open cell, the board is solved; 0: the guess stands; -1: a contradiction."""
    p = next_cell(s, s.near)
    if p < 0:
        return 1
    k = next_value(s, p)
    s.stack[3 * s.depth] = s.trailed
    s.stack[3 * s.depth + 1] = p
    s.stack[3 * s.depth + 2] = k
    s.depth += 1
    s.near = p
    s.rule, s.cause = GUESSED, p
    return 0 if decide(s, p, k) and propagate(s) else -1


@entry
def take_back(s: State) -> int:
    """The last guess was wrong, and what follows. 0: that stands; -1: a contradiction again."""
    s.depth -= 1
    undo(s, s.stack[3 * s.depth])
    s.near = s.stack[3 * s.depth + 1]
    s.rule, s.cause = TAKEN_BACK, s.near
    return 0 if remove(s, s.near, s.stack[3 * s.depth + 2]) and propagate(s) else -1

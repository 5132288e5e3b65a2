"""Probing: short looks ahead at the cells with the fewest values."""

from __future__ import annotations

from studio.families.fillomino.kernel.basics import decide, open_cells, remove, undo
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.kernel.state import OPEN, REFUTED, SHARED, State
from studio.solvers.kernels import entry, kernel


@kernel
def probe_cell(s: State, p: int) -> bool:
    """Try every value of p; keep what all branches share. False: no branch survives."""
    base = s.trailed
    kept, branches = 0, 0
    for k in range(s.values):
        if s.poss[k * s.cells + p] == 0:
            continue
        alive = decide(s, p, k) and propagate(s)
        if alive:
            kept = common_removals(s, base, kept, branches)
            branches += 1
        undo(s, base)
        if not alive:
            s.rule, s.cause = REFUTED, p
            if not remove(s, p, k) or not propagate(s):
                return False
            base = s.trailed
    for j in range(kept):
        i = s.kept[j]
        s.rule, s.cause = SHARED, p
        if not remove(s, i % s.cells, i // s.cells):
            return False
    return branches > 0 and propagate(s)


@kernel
def common_removals(s: State, base: int, kept: int, branches: int) -> int:
    """What this branch of a probe removed and every earlier one too, in `s.kept`; returns how many."""
    n = 0
    if branches == 0:
        for j in range(base, s.trailed):
            if s.trail[j] < s.values * s.cells:
                s.kept[n] = s.trail[j]
                n += 1
        return n
    for j in range(kept):
        i = s.kept[j]
        if s.poss[i] == 0:
            s.kept[n] = i
            n += 1
    return n


@entry
def probe(s: State, tries: int, work: int) -> int:
    """Probe up to `tries` open cells, fewest values first, while `work` (cells met) lasts.

    -1: no solution; else the cells still open. Every loss of a value is already propagated.
    """
    work += s.work
    for p in range(s.cells):
        s.tried[p] = 0
    for _ in range(tries):
        best, least = -1, 1 << 30
        for p in range(s.cells):
            if s.value[p] == OPEN and s.count[p] < least and s.tried[p] == 0:
                best, least = p, s.count[p]
        if best < 0 or s.work > work:
            break
        s.tried[best] = 1
        if not probe_cell(s, best):
            return -1
    return open_cells(s)

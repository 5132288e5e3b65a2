"""A block is connected: looked at when nothing cheaper moves."""

from __future__ import annotations

from studio.families.evolomino.kernel.explain import force
from studio.families.evolomino.kernel.record import BRIDGE, UNREACHED, Memory
from studio.solvers.kernels import kernel


@kernel
def walk_region(s: Memory, a: int) -> bool:
    """Depth-first walk of anchor a's region, with low points and one owned cell below each cell (for bridges)."""
    start = s.anchor_cell[a]
    found_at, low, parent, step, below = s.found_at, s.low, s.parent, s.step, s.below
    s.stamp += 1
    stamp = s.stamp
    mark = s.mark
    mark[start] = stamp
    clock = 0
    found_at[start] = low[start] = 0
    parent[start], step[start], below[start] = -1, 0, start
    here = start
    while here >= 0:
        if step[here] < 4:
            other = s.beside[4 * here + step[here]]
            step[here] += 1
            if other < 0 or other == parent[here]:
                continue
            v = s.own_var[a * s.cells + other]
            if v < 0 or s.value[2 * v] < 0:
                continue
            if mark[other] == stamp:
                low[here] = min(low[here], found_at[other])
                continue
            clock += 1
            mark[other] = stamp
            found_at[other] = low[other] = clock
            parent[other], step[other] = here, 0
            below[other] = other if s.value[2 * v] > 0 else -1
            here = other
            continue
        up = parent[here]
        if up >= 0:
            low[up] = min(low[up], low[here])
            if below[here] >= 0:
                v = s.own_var[a * s.cells + up]
                bridge = low[here] >= found_at[up] and s.value[2 * v] == 0
                if bridge and not force(s, 2 * v, BRIDGE, a, below[here]):
                    return False
                below[up] = below[here]
        here = up
    return True


@kernel
def flood_region(s: Memory, a: int) -> None:
    """Mark the cells that anchor a can still reach."""
    s.stamp += 1
    stamp = s.stamp
    mark, stack = s.mark, s.flood
    stack[0] = s.anchor_cell[a]
    mark[stack[0]] = stamp
    top = 1
    while top:
        top -= 1
        here = stack[top]
        for side in range(4):
            other = s.beside[4 * here + side]
            if other < 0 or mark[other] == stamp:
                continue
            v = s.own_var[a * s.cells + other]
            if v >= 0 and s.value[2 * v] >= 0:
                mark[other] = stamp
                stack[top] = other
                top += 1


@kernel
def settle_anchor(s: Memory, a: int) -> bool:
    """A block is connected: unreachable cells are not its own, bridges to its cells are."""
    if s.value[2 * s.square_var[s.anchor_cell[a]]] < 0:
        return True
    if s.owned_count[a] > 1:
        if not walk_region(s, a):
            return False
    else:
        flood_region(s, a)
    stamp = s.stamp
    for at in range(s.domain_from[a] + 1, s.domain_to[a]):
        cell = s.domain[at]
        v = s.own_var[a * s.cells + cell]
        if s.mark[cell] != stamp and s.value[2 * v] >= 0 and not force(s, 2 * v + 1, UNREACHED, a, 0):
            return False
    return True

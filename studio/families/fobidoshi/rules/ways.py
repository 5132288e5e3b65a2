"""Barriers and the cells that prevent them (thesis, 3.3.1 and 3.3.2).

The thesis finds good moves by putting a cross into every empty cell in turn and flooding the board each time.  Those cells are
the articulation points of the graph of circles and empty cells that separate circles from circles, so one depth-first search
(Hopcroft and Tarjan) finds all of them in linear time.
"""

from __future__ import annotations

from studio.families.fobidoshi.model import Field


def barrier(field: Field, circles: int, possible: int) -> int:
    """Circles that no way over ``possible`` cells joins with the first circle; 0 when there is no barrier."""
    if not circles:
        return 0
    return circles & ~field.flood(circles & -circles, possible)


def good_moves(field: Field, circles: int, possible: int) -> int:
    """Empty cells where a cross would cut circles off from each other.

    ``possible`` holds circles and empty cells; there must be no barrier yet.
    """
    if not circles & circles - 1:
        return 0
    size, neighbours, bits = field.size, field.neighbours, field.bits
    order = [-1] * size  # discovery number; size = not a cell of the graph
    for cell in field.cells(field.full & ~possible):
        order[cell] = size + 1
    low = [0] * size
    holds = [bool(circles & bit) for bit in bits]  # becomes: a circle lies in the subtree
    root = field.first(circles)
    order[root] = low[root] = 0
    clock = 1
    needed = 0
    stack = [(root, -1, iter(neighbours[root]))]
    while stack:
        cell, parent, ahead = stack[-1]
        for near in ahead:
            seen = order[near]
            if seen == -1:
                order[near] = low[near] = clock
                clock += 1
                stack.append((near, cell, iter(neighbours[near])))
                break
            if seen < low[cell] and near != parent:
                low[cell] = seen
        else:
            stack.pop()
            if parent >= 0:
                if low[cell] < low[parent]:
                    low[parent] = low[cell]
                if holds[cell]:
                    holds[parent] = True
                    if low[cell] >= order[parent]:
                        needed |= bits[parent]
    return needed & ~circles


def cut_off_by(field: Field, circles: int, possible: int, cell: int) -> int:
    """The circles that a cross in ``cell`` would separate from the first circle (to explain a good move)."""
    return barrier(field, circles, possible & ~field.bits[cell])


def stray(field: Field, circles: int, possible: int) -> int:
    """With a barrier: the fewest circles that crosses cut off from all others."""
    parts = [circles & region for region in field.groups(possible)]
    return min((part for part in parts if part), key=int.bit_count)

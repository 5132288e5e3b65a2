"""The backtracking search of `backtrack.py` compiled with numba: the same calls in the same order, a hundred times faster.

A board is an array of cells (0 empty, 1 circle, 2 cross) with one cross more at the end, to which everything beyond the edge
points.  The search runs in slices, so that it can be cancelled, and keeps its stack in arrays between them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field

BARRIER, GOOD_MOVES, NEIGHBOURS, AT_ONCE, CONFINED = range(5)
TOP, CALLS, DEPTH, FOUND, FEWEST = range(5)
RUNNING, FULL, DONE = range(3)


def tables(shape: Field) -> tuple[Any, Any]:
    """Neighbours (n x 4) and the three cells on either side along row and column (n x 2 x 6), edge = cell n."""
    rows, cols, size = shape.rows, shape.cols, shape.size
    near = np.full((size, 4), size, np.int32)
    line = np.full((size, 2, 6), size, np.int32)
    for cell in range(size):
        row, col = divmod(cell, cols)
        near[cell, : len(shape.neighbours[cell])] = shape.neighbours[cell]
        for slot, step in enumerate((-3, -2, -1, 1, 2, 3)):
            if 0 <= col + step < cols:
                line[cell, 0, slot] = cell + step
            if 0 <= row + step < rows:
                line[cell, 1, slot] = cell + step * cols
    return near, line


@njit(cache=True, nogil=True)
def run_through(cells, line, cell, way):  # type: ignore[no-untyped-def]
    """Circles in line with a cell, at most three on either side, the cell itself not counted."""
    count = 0
    for slot in (2, 1, 0):
        if cells[line[cell, way, slot]] != CIRCLE:
            break
        count += 1
    for slot in (3, 4, 5):
        if cells[line[cell, way, slot]] != CIRCLE:
            break
        count += 1
    return count


@njit(cache=True, nogil=True)
def put_crosses(cells, line):  # type: ignore[no-untyped-def]
    """Step 2 of section 3.2: a cross wherever a circle would make four. Returns how many, -1 if there are four already."""
    count = 0
    for cell in range(len(cells) - 1):
        if cells[cell] == CROSS:
            continue
        for way in range(2):
            if run_through(cells, line, cell, way) >= 3:
                if cells[cell] == CIRCLE:
                    return -1
                cells[cell] = CROSS
                count += 1
                break
    return count


@njit(cache=True, nogil=True)
def survey(cells, near, work):  # type: ignore[no-untyped-def]
    """One depth-first search from the first circle over circles and empty cells (Hopcroft and Tarjan).

    Afterwards work[0] holds the discovery numbers (-1 = not reached) and work[4] = 1 marks the good moves of 3.3.2. Returns
    True if all circles were reached, that is if there is no barrier.
    """
    order, low, parent, slot, needed, holds = work[0], work[1], work[2], work[3], work[4], work[5]
    size = len(cells) - 1
    root = -1
    for cell in range(size):
        order[cell] = -1
        needed[cell] = 0
        holds[cell] = cells[cell] == CIRCLE
        if root < 0 and cells[cell] == CIRCLE:
            root = cell
    if root < 0:
        return True
    order[root] = low[root] = slot[root] = 0
    parent[root] = -1
    clock, cell = 1, root
    while cell >= 0:
        if slot[cell] < 4:
            other = near[cell, slot[cell]]
            slot[cell] += 1
            if cells[other] == CROSS:
                continue
            if order[other] < 0:
                order[other] = low[other] = clock
                clock += 1
                parent[other] = cell
                slot[other] = 0
                cell = other
            elif other != parent[cell] and order[other] < low[cell]:
                low[cell] = order[other]
            continue
        above = parent[cell]
        if above >= 0:
            if low[cell] < low[above]:
                low[above] = low[cell]
            if holds[cell]:
                holds[above] = 1
                if low[cell] >= order[above] and cells[above] == EMPTY:
                    needed[above] = 1
        cell = above
    for cell in range(size):  # noqa: SIM110 - numba knows no generator expressions
        if cells[cell] == CIRCLE and order[cell] < 0:
            return False
    return True


@njit(cache=True, nogil=True)
def follow(cells, near, line, work, rounds=1 << 30):  # type: ignore[no-untyped-def]
    """Forced crosses, cells out of reach and good moves until nothing moves; False if a rule breaks."""
    size = len(cells) - 1
    for _ in range(rounds):
        crosses = put_crosses(cells, line)
        if crosses < 0 or not survey(cells, near, work):
            return False
        circles, moved = False, crosses > 0
        for cell in range(size):
            circles = circles or cells[cell] == CIRCLE
        for cell in range(size):
            if cells[cell] == EMPTY and circles:
                if work[0, cell] < 0:
                    cells[cell] = CROSS
                    moved = True
                elif work[4, cell]:
                    cells[cell] = CIRCLE
                    moved = True
        if not moved:
            break
    return True


@njit(cache=True, nogil=True)
def tightest(cells, near, work):  # type: ignore[no-untyped-def]
    """Marks in work[4] the exits of the first group that has the fewest; returns (groups, exits)."""
    label, queue, seen = work[0], work[1], work[2]
    size = len(cells) - 1
    for cell in range(size):
        label[cell] = seen[cell] = -1
        work[4, cell] = 0
    groups, best, best_group = 0, size + 1, -1
    for start in range(size):
        if cells[start] != CIRCLE or label[start] >= 0:
            continue
        label[start] = groups
        queue[0] = start
        head, tail, exits = 0, 1, 0
        while head < tail:
            cell = queue[head]
            head += 1
            for slot in range(4):
                other = near[cell, slot]
                if cells[other] == CIRCLE and label[other] < 0:
                    label[other] = groups
                    queue[tail] = other
                    tail += 1
                elif cells[other] == EMPTY and seen[other] != groups:
                    seen[other] = groups
                    exits += 1
        if 0 < exits < best:
            best, best_group = exits, groups
        groups += 1
    if best_group >= 0:
        for cell in range(size):
            if cells[cell] == CIRCLE and label[cell] == best_group:
                for slot in range(4):
                    if cells[near[cell, slot]] == EMPTY:
                        work[4, near[cell, slot]] = 1
        return groups, best
    return groups, 0


@njit(cache=True, nogil=True)
def look_ahead(cells, near, line, work, trial, exits):  # type: ignore[no-untyped-def]
    """Decide exits of the most confined group that have only one possible value; False if one has none."""
    size = len(cells) - 1
    decided = True
    while decided:
        decided = False
        groups, _ = tightest(cells, near, work)
        if groups < 2:
            return True
        listed = 0
        for cell in range(size):
            if work[4, cell]:
                exits[listed] = cell
                listed += 1
        for number in range(listed):
            trial[0] = cells
            trial[0, exits[number]] = CIRCLE
            circle = follow(trial[0], near, line, work)
            trial[1] = cells
            trial[1, exits[number]] = CROSS
            cross = follow(trial[1], near, line, work)
            if circle and cross:
                continue
            if not circle and not cross:
                return False
            cells[:] = trial[0] if circle else trial[1]
            decided = True
            break
    return True


@njit(cache=True, nogil=True)
def next_cell(cells, near, use, groups, exits):  # type: ignore[no-untyped-def]
    """The cell to guess, -1 if there is none. `exits` marks those of the most confined group."""
    size = len(cells) - 1
    for cell in range(size):
        if cells[cell] != EMPTY:
            continue
        if use[CONFINED] and groups > 1:
            if exits[cell]:
                return cell
            continue
        if not use[NEIGHBOURS] or groups == 0:
            return cell
        for slot in range(4):
            if cells[near[cell, slot]] == CIRCLE:
                return cell
    return -1


@njit(cache=True, nogil=True)
def improve(cells, near, line, use, work, trial, exits):  # type: ignore[no-untyped-def]
    """What a call does before it looks at its circles as a whole; False = go back."""
    if use[AT_ONCE]:
        if not follow(cells, near, line, work):
            return False
    else:
        put_crosses(cells, line)
    return not use[CONFINED] or look_ahead(cells, near, line, work, trial, exits)


@njit(cache=True, nogil=True)
def good_move(cells, near, use, work):  # type: ignore[no-untyped-def]
    """One good move per call, as in the thesis: its cell, -1 if there is none, -2 if a barrier ends the call."""
    clear = survey(cells, near, work)
    if use[BARRIER] and not clear:
        return -2
    if use[GOOD_MOVES]:
        for cell in range(len(cells) - 1):
            if cells[cell] == EMPTY and (work[4, cell] or not clear):
                return cell
    return -1


@njit(cache=True, nogil=True)
def search(stack, depths, told, info, answers, fewest, near, line, use, wanted, budget):  # type: ignore[no-untyped-def]
    """Run for `budget` calls, or until `wanted` answers are found (0 = all). The first of them go into `answers`."""
    size = len(near)
    work = np.zeros((6, size + 1), np.int32)
    trial = np.zeros((2, size + 1), np.int8)
    exits = np.zeros(size + 1, np.int32)
    cells = np.zeros(size + 1, np.int8)
    for _ in range(budget):
        if info[TOP] == 0:
            return DONE
        info[TOP] -= 1
        top = info[TOP]
        cells[:] = stack[top]
        depth, was_told = depths[top], told[top]
        info[CALLS] += 1
        info[DEPTH] = max(info[DEPTH], depth)
        if not improve(cells, near, line, use, work, trial, exits):
            continue
        before, circles = 0, 0
        for cell in range(size):
            before += stack[top, cell] == CIRCLE
            circles += cells[cell] == CIRCLE
        was_told = was_told and before == circles
        groups, _ = tightest(cells, near, work)
        exits[:] = work[4]
        move = -1
        if groups > 1 and not use[AT_ONCE] and (use[BARRIER] or use[GOOD_MOVES]):
            move = good_move(cells, near, use, work)
            if move == -2:
                continue
        full = False
        if groups <= 1 and not was_told:
            was_told = True
            if info[FOUND] < len(answers):
                answers[info[FOUND]] = cells[:size]
            if info[FEWEST] < 0 or circles < info[FEWEST]:
                info[FEWEST] = circles
                fewest[:] = cells[:size]
            info[FOUND] += 1
            full = info[FOUND] == wanted
        choice = -2 - move if move >= 0 else next_cell(cells, near, use, groups, exits)
        if choice <= -2:
            stack[top] = cells
            stack[top, -2 - choice] = CIRCLE
            depths[top], told[top] = depth + 1, False
            info[TOP] += 1
        elif choice >= 0:
            stack[top] = cells
            stack[top, choice] = CROSS
            depths[top], told[top] = depth + 1, was_told
            stack[top + 1] = cells
            stack[top + 1, choice] = CIRCLE
            depths[top + 1], told[top + 1] = depth + 1, False
            info[TOP] += 2
        if full:
            return FULL
    return RUNNING

"""What certainly follows from a position: forced crosses, barriers, cells out of reach and good moves.

The same conclusions as `rules.follow`, but only what may have changed is looked at again: the stripes through a new circle, and
the ways between circles after a guess or a cross.  A circle that a barrier needs changes no way: it lies on all of them.
"""

from __future__ import annotations

from studio.core.trace import Kind
from studio.families.fobidoshi.kernel.records import BARRIER, LOG_COLUMNS, NEEDED, REACH, STRIPE, Search
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY
from studio.solvers.kernels import kernel

DEDUCE, CONFLICT = int(Kind.DEDUCE), int(Kind.CONFLICT)
ENDLESS = 1 << 30
NO_CIRCLES, ALL_JOINED = -2, -1


@kernel
def tell(s: Search, kind: int, cell: int, value: int, rule: int) -> None:
    """Count an event of the search, and write it down if somebody films."""
    s.counts[kind] += 1
    if s.filmed:
        at = s.logged * LOG_COLUMNS
        s.log[at] = kind
        s.log[at + 1] = cell
        s.log[at + 2] = value
        s.log[at + 3] = rule
        s.logged += 1


@kernel
def put(s: Search, b: int, cell: int, value: int, rule: int) -> None:
    """Decide a cell; its consequences are drawn later."""
    s.boards[b + cell] = value
    s.queue[s.tail] = cell
    s.tail += 1
    if s.trial == 0:
        tell(s, DEDUCE, cell, value, rule)


@kernel
def clash(s: Search, cell: int, rule: int) -> bool:
    """A rule is broken: False, so that a caller can pass it on."""
    if s.trial == 0:
        tell(s, CONFLICT, cell, 0, rule)
    return False


@kernel
def unsettles(s: Search, b: int, cell: int, value: int) -> bool:
    """May this value of an empty cell change what `survey` finds?

    Not a circle beside a circle: what parts the one from the others parts the other as well. And not a cross in a dead end.
    """
    boards, circles, open_ways = s.boards, 0, 0
    for at in range(4 * cell, 4 * cell + 4):
        near = boards[b + s.near[at]]
        circles += near == CIRCLE
        open_ways += near != CROSS
    return circles == 0 if value == CIRCLE else open_ways > 1


@kernel
def cross_stripes(s: Search, b: int, cell: int) -> bool:
    """Step 2 of section 3.2 around one circle: a cross wherever a circle would make four; False if there are four already."""
    boards, stripes = s.boards, s.stripes
    for at in range(24 * cell, 24 * cell + 24, 3):
        first, second, third = boards[b + stripes[at]], boards[b + stripes[at + 1]], boards[b + stripes[at + 2]]
        if first == CROSS or second == CROSS or third == CROSS:
            continue
        circles = first + second + third
        if circles == 3:
            return clash(s, cell, STRIPE)
        if circles == 2:
            free = at if first == EMPTY else at + 1 if second == EMPTY else at + 2
            if unsettles(s, b, s.stripes[free], CROSS):
                s.unsure = 1
            put(s, b, s.stripes[free], CROSS, STRIPE)
    return True


@kernel
def gather(s: Search, b: int) -> int:
    """A board as a graph for `survey`: one node for every group of circles and for every empty cell, in reading order.

    Circles and crosses may then be added to the board, and to copies of it: the graph stays true. Lists in `exits` the exits of
    the first group that has the fewest, -1 after the last. Returns the number of groups.
    """
    boards, near, node, stands, links, first = s.boards, s.near, s.node, s.stands, s.links, s.first
    queue, seen = s.low, s.parent
    for cell in range(s.size):
        node[cell] = seen[cell] = -1
    nodes, groups, top, best = 0, 0, 0, s.wide
    s.exits[0] = -1
    for start in range(s.size):
        value = boards[b + start]
        if value == CROSS or node[start] >= 0:
            continue
        node[start], stands[nodes], first[nodes] = nodes, start, top
        if value == EMPTY:
            for at in range(4 * start, 4 * start + 4):
                if boards[b + near[at]] != CROSS:
                    links[top] = near[at]
                    top += 1
            nodes += 1
            continue
        queue[0] = start
        head, tail, beginning = 0, 1, top
        while head < tail:
            cell = queue[head]
            head += 1
            for at in range(4 * cell, 4 * cell + 4):
                other = near[at]
                if boards[b + other] == CIRCLE and node[other] < 0:
                    node[other] = nodes
                    queue[tail] = other
                    tail += 1
                elif boards[b + other] == EMPTY and seen[other] != groups:
                    seen[other] = groups
                    links[top] = other
                    top += 1
        if 0 < top - beginning < best:
            best = top - beginning
            for number in range(best):
                s.exits[number] = links[beginning + number]
            s.exits[best] = -1
        groups += 1
        nodes += 1
    first[nodes] = top
    for at in range(top):
        links[at] = node[links[at]]
    s.nodes, s.groups = nodes, groups
    return groups


@kernel
def survey(s: Search, b: int) -> int:
    """One depth-first search from the first circle over circles and empty cells (Hopcroft and Tarjan), on `gather`'s graph.

    Afterwards `order` holds the discovery numbers of the nodes (-1 = not reached) and `needed` marks the good moves of 3.3.2.
    Returns the first circle that was not reached (a barrier cuts it off), or ALL_JOINED, or NO_CIRCLES.
    """
    boards, stands, links, first, never = s.boards, s.stands, s.links, s.first, s.wide
    order, low, parent, slot, before, needed = s.order, s.low, s.parent, s.slot, s.before, s.needed
    circles, root = 0, -1
    for node in range(s.nodes):
        value = boards[b + stands[node]]
        order[node] = never if value == CROSS else -1  # a cross is no way, and earlier than nothing
        needed[node] = 0
        if value == CIRCLE:
            circles += 1
            root = node
    if root < 0:
        return NO_CIRCLES
    order[root] = 0
    parent[root] = -1
    at, look, end, earliest, clock, seen = root, first[root], first[root + 1], 0, 1, 1
    while True:
        if look < end:
            other = links[look]
            look += 1
            when = order[other]
            if when < 0:
                slot[at], low[at] = look, earliest
                parent[other], before[other] = at, seen
                order[other] = earliest = clock
                at, look, end, clock = other, first[other], first[other + 1], clock + 1
                seen += boards[b + stands[at]] == CIRCLE
            elif when < earliest:
                earliest = when
            continue
        above = parent[at]
        if above < 0:
            break
        if seen > before[at] and earliest >= order[above]:
            needed[above] = 1
        at, look, end, earliest = above, slot[above], first[above + 1], min(earliest, low[above])
    if seen == circles:
        return ALL_JOINED
    for node in range(s.nodes):
        if order[node] < 0 and boards[b + stands[node]] == CIRCLE:
            return stands[node]
    return ALL_JOINED


@kernel
def follow(s: Search, b: int, rounds: int) -> bool:
    """Forced crosses, cells out of reach and good moves until nothing moves, or for some rounds; False if a rule breaks.

    What was queued is followed; `unsure` says that the ways between circles may have changed. (`gather` has seen the board, or
    the one that it is a copy of, with fewer circles and crosses.)
    """
    head = 0
    for _ in range(rounds):
        while head < s.tail:
            cell = s.queue[head]
            head += 1
            if s.boards[b + cell] == CIRCLE and not cross_stripes(s, b, cell):
                return False
        if s.unsure == 0:
            break
        s.unsure = 0
        lost = survey(s, b)
        if lost >= 0:
            return clash(s, lost, BARRIER)
        if lost == ALL_JOINED:
            for node in range(s.nodes):
                cell = s.stands[node]
                if s.boards[b + cell] == EMPTY:
                    if s.order[node] < 0:
                        put(s, b, cell, CROSS, REACH)
                    elif s.needed[node]:
                        put(s, b, cell, CIRCLE, NEEDED)
    return True


@kernel
def begin(s: Search, b: int, cell: int, value: int) -> None:
    """Decide a cell, silently; the next `follow` starts from it."""
    s.unsure = unsettles(s, b, cell, value)
    s.boards[b + cell] = value
    s.queue[0] = cell
    s.tail = 1


@kernel
def begin_everywhere(s: Search, b: int) -> None:
    """The next `follow` starts from all circles."""
    s.tail = 0
    for cell in range(s.size):
        if s.boards[b + cell] == CIRCLE:
            s.queue[s.tail] = cell
            s.tail += 1
    s.unsure = 1


@kernel
def copy(s: Search, source: int, target: int) -> None:
    boards = s.boards
    for cell in range(s.size):
        boards[target + cell] = boards[source + cell]


@kernel
def suppose(s: Search, b: int, t: int, cell: int, value: int, rounds: int) -> bool:
    """Follow one value of a cell of board b on the board t; False if a rule breaks."""
    copy(s, b, t)
    s.trial = 1
    begin(s, t, cell, value)
    fine = follow(s, t, rounds)
    s.trial = 0
    return fine

"""The backtracking search of section 3: every improvement a switch, the stack in arrays.

It runs in slices, so that it can be cancelled, and keeps its stack between them.  What it does is told by `ways.tell`: counted
always, written down when filmed.  So a film is the search that is timed.
"""

from __future__ import annotations

from studio.core.trace import Kind
from studio.families.fobidoshi.kernel.records import (
    ANSWERS,
    APART,
    BARRIER,
    DONE,
    FULL,
    GUESS,
    LOG_COLUMNS,
    LOOK,
    NEEDED,
    NOW,
    RUNNING,
    STACK,
    WITH_CIRCLE,
    WITH_CROSS,
    Search,
)
from studio.families.fobidoshi.kernel.ways import (
    DEDUCE,
    ENDLESS,
    begin,
    begin_everywhere,
    clash,
    copy,
    cross_stripes,
    follow,
    gather,
    suppose,
    survey,
    tell,
)
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY
from studio.solvers.kernels import entry, kernel

GUESSED, BACK, SOLUTION = int(Kind.GUESS), int(Kind.BACKTRACK), int(Kind.SOLUTION)
DEAD, NONE = -2, -1
"""Instead of a cell: the call has failed, or there is none."""


@kernel
def open_cells(s: Search, b: int) -> int:
    count = 0
    for cell in range(s.size):
        count += s.boards[b + cell] == EMPTY
    return count


@kernel
def look(s: Search, b: int, cell: int, value: int) -> bool:
    """Decide a cell whose other value has failed; the next `follow` starts from it."""
    begin(s, b, cell, value)
    tell(s, DEDUCE, cell, value, LOOK)
    return True


@kernel
def look_ahead(s: Search, b: int) -> int:
    """Try the exits of the most confined group, with and without a circle, until none of them is decided by that.

    Returns the exit whose two values decide most, NONE if the circles are one group, DEAD if a rule is broken.
    """
    t, u = WITH_CIRCLE * s.wide, WITH_CROSS * s.wide
    while True:
        if gather(s, b) < 2:
            return NONE
        chosen, score, number, moved = NONE, -1, 0, False
        while s.exits[number] >= 0 and not moved:
            cell = s.exits[number]
            number += 1
            if not suppose(s, b, t, cell, CIRCLE, ENDLESS):
                moved = look(s, b, cell, CROSS)
            elif not suppose(s, b, u, cell, CROSS, ENDLESS):
                moved = look(s, b, cell, CIRCLE)
            else:
                worth = (s.wide - open_cells(s, t)) * (s.wide - open_cells(s, u))
                if worth > score:
                    chosen, score = cell, worth
        if not moved:
            return chosen
        if not follow(s, b, ENDLESS):
            return DEAD


@kernel
def first_choice(s: Search, b: int, groups: int) -> int:
    """The first empty cell in reading order (beside a circle, 3.3.3), NONE if there is none."""
    for cell in range(s.size):
        if s.boards[b + cell] == EMPTY:
            if s.use_neighbours == 0 or groups == 0:
                return cell
            for at in range(4 * cell, 4 * cell + 4):
                if s.boards[b + s.near[at]] == CIRCLE:
                    return cell
    return NONE


@kernel
def forced_crosses(s: Search, b: int) -> bool:
    """Step 2 of section 3.2 after a guess, and no more than that; False if four circles are given in a row."""
    for number in range(s.tail):
        cell = s.queue[number]
        if s.boards[b + cell] == CIRCLE and not cross_stripes(s, b, cell):
            return False
    return True


@kernel
def good_move(s: Search, b: int) -> int:
    """One good move a call, as in the thesis: its cell, NONE if there is none, DEAD if a barrier ends the call.

    Without the barrier check every cell looks like a good move once there is a barrier.
    """
    lost = survey(s, b)
    if s.use_barrier and lost >= 0:
        clash(s, lost, BARRIER)
        return DEAD
    if s.use_good_moves:
        for node in range(s.nodes):
            if s.boards[b + s.stands[node]] == EMPTY and (s.needed[node] or lost >= 0):
                return s.stands[node]
    return NONE


@kernel
def enter(s: Search) -> None:
    """Count the call at the top of the stack, and tell the guess that it begins with."""
    top = s.top
    s.calls += 1
    s.deepest_call = max(s.deepest_call, s.depth[top])
    if s.guessed[top]:
        if s.at_level >= s.level[top]:
            tell(s, BACK, -1, s.level[top] - 1, GUESS)
        tell(s, GUESSED, s.guess[top], s.boards[(STACK + top) * s.wide + s.guess[top]], GUESS)
        s.at_level = s.level[top]
        s.deepest = max(s.deepest, s.level[top])


@kernel
def improve(s: Search, b: int, cell: int) -> int:
    """What a call does before it looks at its circles as a whole; DEAD = go back, else as `look_ahead`."""
    if cell >= 0:
        value = s.boards[b + cell]
        s.boards[b + cell] = EMPTY
        begin(s, b, cell, value)
    else:
        begin_everywhere(s, b)
    gather(s, b)
    alive = follow(s, b, ENDLESS) if s.use_at_once else forced_crosses(s, b)
    if not alive:
        return DEAD
    return look_ahead(s, b) if s.use_look_ahead else NONE


@kernel
def answer(s: Search, b: int) -> None:
    """The circles as they are solve the board: what is still empty stays without one."""
    circles = 0
    for cell in range(s.size):
        circles += s.boards[b + cell] == CIRCLE
        s.answers[s.waiting * s.wide + cell] = s.boards[b + cell]
    s.waiting += 1
    if s.found == 0 or circles < s.fewest_circles:
        s.fewest_circles = circles
        for cell in range(s.size):
            s.fewest[cell] = s.boards[b + cell]
    s.found += 1
    tell(s, SOLUTION, -1, 0, GUESS)


@kernel
def call_later(s: Search, b: int, cell: int, value: int, told: bool) -> None:
    """Put a call on the stack: this position with one cell more decided."""
    target = (STACK + s.top) * s.wide
    copy(s, b, target)
    s.boards[target + cell] = value
    s.guess[s.top] = cell
    s.told[s.top] = told
    s.top += 1


@kernel
def is_told(s: Search, b: int) -> bool:
    """Were these circles given as an answer by the call that made this one?"""
    start = (STACK + s.top) * s.wide
    for cell in range(s.size):
        if s.boards[b + cell] == CIRCLE and s.boards[start + cell] != CIRCLE:
            return False
    return s.told[s.top] != 0


@kernel
def choose(s: Search, b: int, groups: int, chosen: int) -> int:
    """The cell to guess, NONE if there is none. `chosen` is what looking ahead found best."""
    if s.use_confined == 0 or groups < 2:
        return first_choice(s, b, groups)
    return chosen if chosen >= 0 else s.exits[0]


@kernel
def call(s: Search) -> None:
    """One recursive call: crosses, improvements, a look whether it is solved, and the calls that it makes."""
    b = NOW * s.wide
    s.top -= 1
    copy(s, (STACK + s.top) * s.wide, b)
    enter(s)
    chosen = improve(s, b, s.guess[s.top])
    if chosen == DEAD:
        return
    groups = s.groups if s.use_look_ahead else gather(s, b)
    move = NONE
    if groups > 1 and s.use_at_once == 0 and (s.use_barrier or s.use_good_moves):
        move = good_move(s, b)
        if move == DEAD:
            return
    told = is_told(s, b)
    if groups < 2 and not told:
        told = True
        answer(s, b)
    cell = move if move >= 0 else choose(s, b, groups, chosen)
    if cell < 0:
        if groups > 1:
            clash(s, -1, APART)
        return
    branch(s, b, cell, move >= 0, told)


@kernel
def branch(s: Search, b: int, cell: int, needed: bool, told: bool) -> None:
    """A good move is one more call (3.3.2), a guess two: with a circle first."""
    top = s.top
    depth, level = s.depth[top] + 1, s.level[top] + (0 if needed else 1)
    if not needed:
        call_later(s, b, cell, CROSS, told)
    else:
        tell(s, DEDUCE, cell, CIRCLE, NEEDED)
    call_later(s, b, cell, CIRCLE, False)
    for at in range(top, s.top):
        s.depth[at] = depth
        s.level[at] = level
        s.guessed[at] = not needed


@entry
def search(s: Search, wanted: int, budget: int) -> int:
    """Run for `budget` calls, until log or answers must be taken away, or until `wanted` answers are found (0 = all)."""
    for _ in range(budget):
        if s.top == 0:
            return DONE
        if s.waiting == ANSWERS or (s.filmed and len(s.log) - LOG_COLUMNS * s.logged < LOG_COLUMNS * (s.size + 8)):
            return RUNNING
        call(s)
        if wanted > 0 and s.found >= wanted:
            return FULL
    return RUNNING

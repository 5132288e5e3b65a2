"""The searching part of the what-if rules: which supposition fails first, in reading order.

Only the cell is found here; the rule itself then follows that one supposition again and words its reason.  The position lies on
the board NOW; nothing is told, because the ladder tells its own steps.
"""

from __future__ import annotations

from studio.families.fobidoshi.kernel.records import NOW, STACK, WITH_CIRCLE, WITH_CROSS, Search
from studio.families.fobidoshi.kernel.ways import ENDLESS, begin, begin_everywhere, follow, gather, suppose
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY
from studio.solvers.kernels import entry, kernel


@kernel
def beside_circle(s: Search, b: int, cell: int) -> bool:
    for at in range(4 * cell, 4 * cell + 4):  # noqa: SIM110
        if s.boards[b + s.near[at]] == CIRCLE:
            return True
    return False


@entry
def first_failing(s: Search, value: int, rounds: int) -> int:
    """The first candidate (listed in `tries`) where supposing `value` breaks a rule within some rounds; -1: none."""
    b, t, number = NOW * s.wide, WITH_CIRCLE * s.wide, 0
    gather(s, b)
    while s.tries[number] >= 0:
        if not suppose(s, b, t, s.tries[number], value, rounds):
            return s.tries[number]
        number += 1
    return -1


@entry
def first_shared(s: Search) -> int:
    """The first candidate where a circle and none have a common consequence (or one fails); -1: none."""
    b, t, u, number = NOW * s.wide, WITH_CIRCLE * s.wide, WITH_CROSS * s.wide, 0
    gather(s, b)
    while s.tries[number] >= 0:
        cell = s.tries[number]
        number += 1
        if not suppose(s, b, t, cell, CIRCLE, ENDLESS) or not suppose(s, b, u, cell, CROSS, ENDLESS):
            return cell
        for other in range(s.size):
            if s.boards[b + other] == EMPTY and s.boards[t + other] != EMPTY and s.boards[t + other] == s.boards[u + other]:
                return cell
    return -1


@entry
def exits_agree(s: Search) -> bool:
    """Do the exits (listed in `tries`), one of which must be taken, all lead to something common, or nowhere?"""
    b, t, u, number, live = NOW * s.wide, WITH_CIRCLE * s.wide, WITH_CROSS * s.wide, 0, 0
    gather(s, b)
    while s.tries[number] >= 0:
        if suppose(s, b, t, s.tries[number], CIRCLE, ENDLESS):
            live += 1
            for other in range(s.size):
                if live == 1:
                    s.boards[u + other] = s.boards[t + other]
                elif s.boards[u + other] != s.boards[t + other]:
                    s.boards[u + other] = EMPTY
        number += 1
    if live == 0:
        return True
    for other in range(s.size):  # noqa: SIM110 - a kernel knows no generator expressions
        if s.boards[b + other] == EMPTY and s.boards[u + other] != EMPTY:
            return True
    return False


@kernel
def settles(s: Search, b: int) -> bool:
    """False if suppositions in the window, on cells beside circles and each followed to its end, leave nothing possible."""
    t, moved = WITH_CIRCLE * s.wide, True
    while moved:
        moved = False
        for cell in range(s.size):
            if s.window[cell] == 0 or s.boards[b + cell] != EMPTY or not beside_circle(s, b, cell):
                continue
            value = EMPTY
            if not suppose(s, b, t, cell, CIRCLE, ENDLESS):
                value = CROSS
            elif not suppose(s, b, t, cell, CROSS, ENDLESS):
                value = CIRCLE
            if value != EMPTY:
                moved = True
                begin(s, b, cell, value)
                if not follow(s, b, ENDLESS):
                    return False
    return True


@entry
def fails_two_deep(s: Search, cell: int, value: int) -> bool:
    """Does a value fail, if suppositions within the supposition are made in the window?"""
    supposed = STACK * s.wide
    gather(s, NOW * s.wide)
    return not suppose(s, NOW * s.wide, supposed, cell, value, ENDLESS) or not settles(s, supposed)


@entry
def falls_to_suppositions(s: Search) -> bool:
    """Do single suppositions in the window, each followed to its end, decide the whole board?"""
    b = NOW * s.wide
    begin_everywhere(s, b)
    gather(s, b)
    if not follow(s, b, ENDLESS) or not settles(s, b):
        return False
    for cell in range(s.size):  # noqa: SIM110
        if s.boards[b + cell] == EMPTY:
            return False
    return True

"""What the search kernel keeps: one long int32 array `m`, and the names of the places in it.

The array begins with a header: scalars (`m[NV]`), then the places where the tables begin, so that `m[m[VLEVEL] + v]` is the
level of variable v. One array, because compiled functions pass arrays by value: with sixteen of them a call costs more than
what it does. Only the activities (floats) are an array of their own, `act`; its last place holds the bump.

A literal is 2*v (variable v true) or 2*v + 1 (false). Variables:
  x(i)        cell i holds a square;
  o(i, a)     cell i belongs to the block whose arrow square is anchor a (a cell of an arrow; o at its own cell is x);
  s(p, q)     the squares at anchors p and q of one arrow are consecutive: made only when a search first needs them;
  z(p, q, u)  the block of p, shifted so that p lands on u, lies inside the block of q: made together with s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import float64, int32, int64, njit, types

# --- header: scalars -------------------------------------------------------------------------------------------------------
(NV, NTRAIL, QHEAD, LEVEL, NCONF, NCLAUSE, ATOP, NPAIR, HEAPN, NDA, NDR, NDP, FULL, CONFLICTS, DECISIONS, RESTARTS, LEARNTS,
 REDUCED, STAMP, CELLS, ROWS, COLS, ANCHORS, FILM, NFILM, VAR_ROOM, CLAUSE_ROOM, ARENA_ROOM, PAIR_ROOM, FILM_ROOM,
 DEEPEST, RUN) = range(32)  # fmt: skip

# --- header: where the tables begin ------------------------------------------------------------------------------------------
# per variable (TRAIL, HEAP, LIMIT and what follows are plain lists of that length)
(VLEVEL, VPOS, RKIND, RA, RB, KIND, VA, VB, SEEN, PHASE, HPOS, TRAIL, HEAP, LIMIT, CONF, REASON, LEARNT, STACK) = range(32, 50)
# per literal: 1 true, -1 false, 0 open; head of its watch list
(VAL, WATCH) = range(50, 52)
# per cell: four neighbours, its anchor, its place, its variable, its owner, who may own it; the rest is scratch for walks
(NB0, NB1, NB2, NB3, ANCHOR, CROW, CCOL, XVAR, OWNER, OWN_FROM, OWN_TO, DISC, LOW, PARENT, STEP, BELOW, MARK,
 FLOOD) = range(52, 70)  # fmt: skip
# per anchor (RDIRTY, RQUEUE, ASTART, AEND: per arrow)
(ACELL, AARROW, DOM_FROM, DOM_TO, TRUES, NEXT_PAIR, LAST_PAIR, ADIRTY, AQUEUE, RDIRTY, RQUEUE, ASTART, AEND) = range(70, 83)
# per pair of consecutive blocks
(PP, PQ, PS, PZ, PFIX, PDIRTY, PQUEUE) = range(83, 90)
# per clause, and per watch (two a clause)
(CFROM, CSIZE, CLBD, WNEXT) = range(90, 94)
# [anchor, cell] -> variable or -1; [anchor, k] -> owned cells; [anchor, anchor] -> pair or -1;
# cells each anchor may own, its own first; anchors that may own each cell; literals of clauses; film rows
(OVAR, TRUE, PAIRS, DOM, OWN, ARENA, FILM_ROWS) = range(94, 101)
HEADER = 101

# kinds of variables
X, O, S_, Z = 0, 1, 2, 3

# kinds of reasons; their two numbers are literals, cells or anchors (see `explain`)
(NONE, CLAUSE, ONE, TWO, UNREACHED, BRIDGE, TWO_EXTRAS, NO_EXTRA, SAME_SHAPE, ONLY_EXTRA) = range(10)

# where a fact that rests on nothing else comes from (the second number of its reason ONE)
FROM_RULES, FROM_CONFLICT, FROM_ANSWER = 0, 1, 2

# search outcomes
UNKNOWN, FOUND, REFUTED, ROOM = 0, 1, 2, 3

LUBY_UNIT = 64  # conflicts before the first restart

# film rows: (kind, literal, reason and its two numbers, depth); of a clause the second number tells whether it is learnt
FILM_COLUMNS = 6
FILM_GUESS, FILM_DEDUCE, FILM_CONFLICT, FILM_BACK, FILM_RESTART = 1, 2, 3, 4, 5

YES = types.boolean
NUMBER = int64
NOTHING = types.void


def compiled(result: Any, *arguments: Any) -> Callable[[Any], Any]:
    """A helper (m, *arguments) for other compiled functions, for exactly these types: compiled once, not per call site."""
    return _helper(result(int32[::1], *arguments))


def searching(result: Any, *arguments: Any) -> Callable[[Any], Any]:
    """A helper (m, act, *arguments)."""
    return _helper(result(int32[::1], float64[::1], *arguments))


def entry(result: Any, *arguments: Any) -> Callable[[Any], Any]:
    """A function (m, *arguments) that Python calls: compiled, or loaded from the cache, when its module is imported."""
    return njit(result(int32[::1], *arguments), cache=True, nogil=True)  # type: ignore[no-any-return]


def _helper(signature: Any) -> Callable[[Any], Any]:
    """Compile only when a caller is compiled. A caller from the cache brings its helpers along, so that a start loads five
    functions and not sixty."""

    def decorate(function: Any) -> Any:
        dispatcher = njit(nogil=True)(function)
        ask = dispatcher.get_call_template

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            if not dispatcher.overloads:
                dispatcher.compile(signature)
                dispatcher.disable_compile()
            return ask(arguments, keywords)

        dispatcher.get_call_template = get_call_template
        return dispatcher

    return decorate

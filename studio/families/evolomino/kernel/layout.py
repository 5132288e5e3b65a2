"""What the search kernel keeps: one named tuple of arrays, and the names of their rows.

A literal is 2*v (variable v true) or 2*v + 1 (false). Variables:
  x(i)        cell i holds a square;
  o(i, a)     cell i belongs to the block whose arrow square is anchor a (a cell of an arrow; o at its own cell is x);
  s(p, q)     the squares at anchors p and q of one arrow are consecutive: made only when a search first needs them;
  z(p, q, u)  the block of p, shifted so that p lands on u, lies inside the block of q: made together with s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import int32, int64, njit, typeof, types
from numpy.typing import NDArray

Ints = NDArray[np.int32]

# scalars (Kernel.S)
(NV, NTRAIL, QHEAD, LEVEL, NCONF, NCLAUSE, ARENA, NPAIR, HEAPN, NDA, NDR, NDP, FULL, CONFLICTS, DECISIONS, RESTARTS, LEARNTS,
 FILM, NFILM, STAMP, STATUS, CELLS, COLS, ANCHORS, FIXED, DEPTH, NBUF, ROWS, REDUCED) = range(29)  # fmt: skip
SCALARS = 32

# rows of Kernel.var (one column per variable; TRAIL, HEAP, LIMIT and the last ones are plain lists of that length)
(VLEVEL, VPOS, RKIND, RA, RB, KIND, VA, VB, SEEN, PHASE, HPOS, TRAIL, HEAP, LIMIT, CONF, REASON, LEARNT, STACK) = range(18)

# kinds of variables
X, O, S_, Z = 0, 1, 2, 3

# kinds of reasons; a and b are literals, cells or anchors as noted
(NONE, CLAUSE, ONE, TWO, UNREACHED, BRIDGE, TWO_EXTRAS, NO_EXTRA, SAME_SHAPE, ONLY_EXTRA) = range(10)

# rows of Kernel.cell
(NB0, NB1, NB2, NB3, ANCHOR, CROW, CCOL, XVAR, OWNER, OWN_FROM, OWN_TO, DISC, LOW, PARENT, STEP, BELOW, MARK, FLOOD) = range(18)

# rows of Kernel.anchor
(ACELL, AARROW, AALONG, DOM_FROM, DOM_TO, TRUES, NEXT_PAIR, LAST_PAIR, ADIRTY, AQUEUE, RDIRTY, RQUEUE, ASTART, AEND) = range(14)

# rows of Kernel.pair
(PP, PQ, PS, PZ, PFIX, PDIRTY, PQUEUE) = range(7)

# columns of Kernel.clause
(CFROM, CSIZE, CLBD, CNEXT0, CNEXT1) = range(5)

# search outcomes
UNKNOWN, FOUND, REFUTED, ROOM = 0, 1, 2, 3

# film rows: (kind, literal, reason, depth)
FILM_GUESS, FILM_DEDUCE, FILM_CONFLICT, FILM_BACK, FILM_RESTART = 1, 2, 3, 4, 5


class Kernel(NamedTuple):
    """All state of one search; `S` holds the scalars."""

    S: NDArray[np.int64]
    val: NDArray[np.int8]  # per literal: 1 true, -1 false, 0 open
    var: Ints
    act: NDArray[np.float64]  # per variable; the last place holds the bump
    ovar: Ints  # [anchor, cell] -> variable or -1
    true: Ints  # [anchor, k]: cells known to belong to the anchor's block
    cell: Ints
    anchor: Ints
    dom: Ints  # cells each anchor may own, anchor's cell first
    own: Ints  # anchors that may own each cell
    pair: Ints
    pairs: Ints  # [anchor, anchor] -> pair or -1
    clause: Ints
    arena: Ints
    watch: Ints  # per literal: head of its watch list
    film: Ints


def _kernel_type() -> Any:
    flat, wide = np.zeros(1, np.int32), np.zeros((1, 1), np.int32)
    return typeof(
        Kernel(np.zeros(1, np.int64), np.zeros(1, np.int8), wide, np.zeros(1, np.float64), wide, wide, wide, wide,
               flat, flat, wide, wide, wide, flat, flat, wide)
    )  # fmt: skip


KERNEL = _kernel_type()
LIST = int32[::1]
YES = types.boolean
NUMBER = int64
NOTHING = types.void


def compiled(result: Any, *arguments: Any) -> Callable[[Any], Any]:
    """Compile for exactly these types (all numbers int64), so that each function is compiled once and not per call site."""
    return njit(result(KERNEL, *arguments), cache=True, nogil=True)  # type: ignore[no-any-return]

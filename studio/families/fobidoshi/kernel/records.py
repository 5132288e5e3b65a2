"""The record that the compiled search works on, and the numbers that stand for names in it.

A board is a stretch of `boards`: its cells (0 empty, 1 circle, 2 cross) and one cross more, to which everything beyond the edge
points.  Kernels take `b`, the place where a board starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import numpy as np

from studio.core.trace import Kind
from studio.families.fobidoshi.model import CROSS, Field, field
from studio.solvers.kernels import I8, I32, Fixed, Kernels, Record

STRIPE, REACH, NEEDED, LOOK, BARRIER, APART, GUESS = range(7)
"""Why a cell was decided, or why a position is dead. The names that people read are in `film.py`."""
RUNNING, FULL, DONE = range(3)
"""How a slice of the search ended: it goes on, it has all answers that were wanted, it has seen everything."""
LOG_COLUMNS = 4
"""kind, cell, value, rule"""
NOW, WITH_CIRCLE, WITH_CROSS, STACK = range(4)
"""Numbers of boards: the position of the call, two suppositions, and from the fourth on the calls still to be made."""
ANSWERS = 64
"""Answers that wait for Python to take them."""


class Search(Record):
    """One backtracking search on boards of one size."""

    size: Fixed
    wide: Fixed  # size + 1: cells of a board with the cross at its end
    # --- what a size of board has in common
    near: I32  # [4 size] the neighbours of every cell
    stripes: I32  # [24 size] the up to eight stripes of four through every cell: the other three cells of each
    # --- switches
    use_barrier: int
    use_good_moves: int
    use_neighbours: int
    use_at_once: int
    use_confined: int
    use_look_ahead: int
    # --- what follows from a position (ways.py)
    boards: I8  # [wide each]
    queue: I32  # [wide] cells that were decided and whose stripes have not been looked at
    tail: int  # end of the queue
    unsure: int  # the ways between circles may have changed
    trial: int  # a supposition is being followed: nothing is told
    # --- the board as a graph: groups of circles and empty cells
    nodes: int
    groups: int
    node: I32  # [wide] the node of a cell; -1: a cross
    stands: I32  # [wide] per node: its (first) cell
    first: I32  # [wide] per node: where its links begin
    links: I32  # [4 size] nodes side by side
    order: I32  # [wide] of `survey`, per node: discovery number, -1: not reached
    low: I32  # [wide] earliest node that a node's subtree touches
    parent: I32  # [wide]
    slot: I32  # [wide] links of a node that were looked at
    before: I32  # [wide] circles that were reached before the node was
    needed: I32  # [wide] a cross there would be a barrier
    exits: I32  # [wide] exits of the most confined group; -1 after the last
    tries: I32  # [wide] the cells to try (what_if.py); -1 after the last
    window: I32  # [wide] 1: here suppositions within suppositions are made (what_if.py)
    # --- the calls still to be made, a stack (search.py)
    top: int
    depth: I32  # recursive calls from the root, as the thesis counts them
    level: I32  # guesses from the root
    told: I32  # the circles of this position have already been given as an answer
    guess: I32  # the cell that was decided last, whose consequences have not been drawn; -1 at the root
    guessed: I32  # it was a guess, not a good move
    # --- what came of it
    answers: I8  # [wide each] answers that were not taken yet
    waiting: int  # so many of them
    fewest: I8  # [wide] the answer with the fewest circles (4.1)
    fewest_circles: int
    found: int
    calls: int
    deepest_call: int
    deepest: int  # most guesses from the root
    at_level: int  # guesses that stand now
    counts: I32  # events so far, by their kind
    filmed: int
    log: I32  # [LOG_COLUMNS each] events as rows, if the search is filmed
    logged: int  # rows in it


def new_search(shape: Field, log_rows: int = 0, layout: Kernels | None = None) -> Search:
    size, wide = shape.size, shape.size + 1
    calls = size + 2  # no branch has more calls than the board has cells; and a sibling
    scratch = dict.fromkeys(("queue", "order", "low", "parent", "slot", "before", "needed", "node", "stands", "first",
                             "exits", "tries", "window"), wide)
    stack = dict.fromkeys(("depth", "level", "told", "guess", "guessed"), calls)
    s = Search.make(layout, size=size, wide=wide, near=4 * size, links=4 * size, stripes=24 * size, fewest=wide,
                    boards=(STACK + calls) * wide, answers=ANSWERS * wide, counts=len(Kind),
                    log=LOG_COLUMNS * log_rows, **scratch, **stack)
    near, stripes = tables(shape.rows, shape.cols)
    s.near[:] = near if s.parts is not None else near.tolist()
    s.stripes[:] = stripes if s.parts is not None else stripes.tolist()
    for board in range(STACK + calls):
        s.boards[board * wide + size] = CROSS
    return s


_spare: dict[tuple[int, int], list[Search]] = {}
"""Records that nobody uses now: to make one takes longer than to solve a small board."""


@contextmanager
def borrowed(shape: Field) -> Iterator[Search]:
    """A record for boards of this size, without a log."""
    spare = _spare.setdefault((shape.rows, shape.cols), [])
    s = spare.pop() if spare else new_search(shape)
    yield s
    spare.append(s)


@lru_cache(maxsize=16)
def tables(rows: int, cols: int) -> tuple[I32, I32]:
    """`Search.near` and `Search.stripes` of a size: what is beyond the edge is cell `size`."""
    shape = field(rows, cols)
    near = np.full((shape.size, 4), shape.size, np.int32)
    stripes = np.full((shape.size, 8, 3), shape.size, np.int32)
    filled = [0] * shape.size
    for cell in range(shape.size):
        near[cell, : len(shape.neighbours[cell])] = shape.neighbours[cell]
    for stripe in shape.stripes:
        for cell in stripe:
            stripes[cell, filled[cell]] = [other for other in stripe if other != cell]
            filled[cell] += 1
    return near.ravel(), stripes.ravel()

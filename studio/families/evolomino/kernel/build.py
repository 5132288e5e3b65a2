"""From a field to a record that is ready to search."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core.say import say
from studio.families.evolomino.kernel.explain import force, refuse
from studio.families.evolomino.kernel.propagate import ask_anchor, ask_arrow
from studio.families.evolomino.kernel.record import (
    FILM_COLUMNS,
    FROM_GIVEN,
    FROM_RULES,
    HAS_OWNER,
    LUBY_UNIT,
    NO_PLACE,
    ONE,
    OWNER_VAR,
    SQUARE_VAR,
    TOO_SHORT,
    TWO_BLOCKS,
    Memory,
)
from studio.families.evolomino.kernel.shifts import new_var
from studio.families.evolomino.kernel.trail import heap_add
from studio.families.evolomino.kernel.watch import attach
from studio.families.evolomino.model import SQUARE, Field
from studio.solvers.kernels import I32, Kernels, entry, kernel, policy, zeros

FILM_LENGTH = 200_000  # rows
LARGEST = 2**31 - 1  # places are int32
FAR = 2**30  # a radius that no board has


# --- kernels -------------------------------------------------------------------------------------------------------------
@entry
def find_regions(beside: I32, anchor_at: I32, anchor_cell: I32, radius: int, domain_to: I32, domain: I32) -> None:
    """Fill `domain` with the cells that each anchor may own, nearest first and at most `radius` steps away, and `domain_to`
    with where each list ends. In `anchor_at` a plain cell is -2 - a when anchor a was the last to meet it."""
    count = 0
    for a in range(len(anchor_cell)):
        first = count
        domain[count] = anchor_cell[a]
        count += 1
        for _ in range(radius):
            wave = count
            if first == wave:
                break
            while first < wave:
                here = domain[first]
                first += 1
                for side in range(4):
                    other = beside[4 * here + side]
                    if other >= 0 and anchor_at[other] < 0 and anchor_at[other] != -2 - a:
                        anchor_at[other] = -2 - a
                        domain[count] = other
                        count += 1
        domain_to[a] = count


@entry
def make_variables(s: Memory) -> None:
    """x for every white cell, o for every cell an anchor may own, and who may own each cell."""
    for cell in range(s.cells):
        s.row[cell], s.col[cell], s.owner[cell] = cell // s.cols, cell % s.cols, -1
        if s.square_var[cell] == 0:
            s.square_var[cell] = new_var(s, SQUARE_VAR, cell, -1)
    for at in range(s.anchors * s.cells):
        s.own_var[at] = -1
    for at in range(s.anchors * s.anchors):
        s.pair_of[at] = -1
    for a in range(s.anchors):
        s.pair_after[a] = s.pair_before[a] = -1
        s.own_var[a * s.cells + s.anchor_cell[a]] = s.square_var[s.anchor_cell[a]]
        for at in range(s.domain_from[a] + 1, s.domain_to[a]):
            cell = s.domain[at]
            s.own_var[a * s.cells + cell] = new_var(s, OWNER_VAR, cell, a)
            s.owners_to[cell] += 1
    total = 0
    for cell in range(s.cells):
        s.owners_from[cell] = total
        total += s.owners_to[cell]
        s.owners_to[cell] = s.owners_from[cell]
    for a in range(s.anchors):
        for at in range(s.domain_from[a] + 1, s.domain_to[a]):
            cell = s.domain[at]
            s.owners[s.owners_to[cell]] = a
            s.owners_to[cell] += 1


@kernel
def add_clause(s: Memory, size: int, says: int) -> bool:
    """On level 0: the clause of the first literals in `learnt`, one at least. False if that cannot be."""
    if size == 1:
        return force(s, s.learnt[0], ONE, s.learnt[0], FROM_RULES)
    attach(s, size, says)
    return True


@entry
def make_clauses(s: Memory, arrows: int) -> bool:
    """Clauses that are there from the start; False if they clash."""
    clause = s.learnt
    for cell in range(s.cells):
        if s.square_var[cell] >= 0 and s.anchor_at[cell] < 0:  # a square off the arrows has an owner
            clause[0] = 2 * s.square_var[cell] + 1
            n = 1
            for at in range(s.owners_from[cell], s.owners_to[cell]):
                clause[n] = 2 * s.own_var[s.owners[at] * s.cells + cell]
                n += 1
            if not add_clause(s, n, HAS_OWNER):
                return False
    for arrow in range(arrows):  # two blocks at least: of two touching cells one at most helps
        first, last = s.arrow_from[arrow], s.arrow_to[arrow]
        if last - first < 3:
            return refuse(s, TOO_SHORT, arrow)
        for skip in range(first, last - 1):
            n = 0
            for a in range(first, last):
                if a != skip and a != skip + 1:
                    clause[n] = 2 * s.square_var[s.anchor_cell[a]]
                    n += 1
            if not add_clause(s, n, TWO_BLOCKS):
                return False
        ask_arrow(s, arrow)
    for a in range(s.anchors):
        ask_anchor(s, a)
    for v in range(s.variable_count - 1, -1, -1):
        heap_add(s, v)
    return True


@kernel
def assume_one(s: Memory, cell: int, square: bool, origin: int) -> bool:
    v = s.square_var[cell]
    if v < 0:
        return refuse(s, NO_PLACE, cell) if square else True
    lit = 2 * v if square else 2 * v + 1
    return force(s, lit, ONE, lit, origin)


@entry
def assume(s: Memory, cell: int, square: bool, origin: int) -> bool:
    """On level 0: this cell holds a square, or holds none; False if that clashes at once."""
    return assume_one(s, cell, square, origin)


@entry
def assume_givens(s: Memory, cells: I32) -> bool:
    """On level 0: these cells hold given squares; False if that clashes at once."""
    fine = True
    for at in range(len(cells)):
        fine = fine and assume_one(s, cells[at], True, FROM_GIVEN)
    return fine


# --- Python --------------------------------------------------------------------------------------------------------------
def build(field: Field, film: bool = False, radius: int = FAR) -> tuple[Memory, bool]:
    """A search for this field, and whether it may have an answer at all. With a radius it knows only blocks that stay within
    so many steps of their arrow squares."""
    anchors = [cell for arrow in field.arrows for cell in arrow]
    beside, white, anchor_at = _cells(field, anchors)
    ends, domain = zeros(I32, len(anchors)), zeros(I32, len(anchors) * (field.size + 1) + 1)
    find_regions(_own(beside), _own(anchor_at.copy()), _own(np.array(anchors, np.int32)), radius, ends, domain)
    s = _allocate(field, ends, film)
    s.beside[:], s.anchor_at[:], s.square_var[:] = _own(beside), _own(anchor_at), _own(np.where(white, 0, -1))
    _place_arrows(s, field, anchors, ends)
    s.domain[: len(s.domain) - 1] = domain[: len(s.domain) - 1]
    for cell in anchors:
        if field.blocked[cell]:
            return s, bool(assume(s, cell, True, FROM_GIVEN))
    make_variables(s)
    given = np.array([cell for cell, given in enumerate(field.givens) if given == SQUARE], np.int32)
    return s, bool(make_clauses(s, len(field.arrows))) and bool(assume_givens(s, _own(given)))


def grow(s: Memory) -> Memory:
    """The same search (on level 0) with twice the room for what it makes."""
    growing = (*BY_VARIABLE, *BY_LITERAL, *BY_PAIR, *BY_CLAUSE, "watch_next", "arena")
    lengths = {name: 2 * len(getattr(s, name)) for name in growing}
    if sum(lengths.values()) + 2 * len(s.own_var) > LARGEST:
        raise MemoryError(TOO_LARGE)
    bigger = s.copied(**lengths)
    bigger.variable_room, bigger.clause_room = 2 * s.variable_room, 2 * s.clause_room
    bigger.arena_room, bigger.pair_room = 2 * s.arena_room, 2 * s.pair_room
    return bigger


TOO_LARGE = say("this board has too many arrow cells and too much open ground for the search kernel")
BY_VARIABLE = ("kind", "first", "second", "level", "position", "reason", "reason_a", "reason_b", "phase", "activity", "heap",
               "heap_place", "seen", "trail", "level_start", "cause", "learnt", "scratch")  # fmt: skip
BY_LITERAL = ("value", "watch")
BY_CELL = ("row", "col", "anchor_at", "square_var", "owner", "owners_from", "owners_to", "mark", "flood", "found_at", "low",
           "parent", "step", "below")  # fmt: skip
BY_ANCHOR = ("anchor_cell", "arrow_of", "domain_from", "domain_to", "owned_count", "pair_after", "pair_before", "anchor_waits",
             "anchor_queue")  # fmt: skip
BY_ARROW = ("arrow_from", "arrow_to", "arrow_waits", "arrow_queue")
BY_PAIR = ("earlier", "later", "next_var", "shift_vars", "shift_var", "pair_waits", "pair_queue")
BY_CLAUSE = ("clause_from", "clause_size", "clause_says")


def _most_pairs(field: Field, ends: Any) -> tuple[int, int]:
    """How many pairs there can be, and how many shifts all of them together have."""
    pairs = shifts = at = 0
    for arrow in field.arrows:
        for before in range(len(arrow)):  # so many anchors of the arrow come before this one
            pairs += before
            shifts += before * int(ends[at] - (ends[at - 1] if at else 0))
            at += 1
    return pairs, shifts


def _allocate(field: Field, ends: Any, film: bool) -> Memory:
    """Plenty of room on large boards, and enough on small ones, where memory that is never used costs more than the search."""
    anchors = len(ends)
    owned = int(ends[-1]) if anchors else 0
    pairs, shifts = _most_pairs(field, ends)
    spare = 256 + 8 * field.size  # lists of causes are as long as there are variables, and may name one four times
    variables = field.size + owned + spare + min(pairs + shifts, owned // 2 + 60_000)
    pairs = min(pairs + 2, 512)
    clauses, arena = field.size + min(20_000, 100 * field.size), 4 * owned + min(400_000, 1_600 * field.size)
    rows = FILM_LENGTH if film else 0
    lengths: dict[str, int] = {}
    for names, length in ((BY_VARIABLE, variables), (BY_LITERAL, 2 * variables), (BY_CELL, field.size), (BY_ANCHOR, anchors),
                          (BY_ARROW, len(field.arrows)), (BY_PAIR, pairs), (BY_CLAUSE, clauses)):
        lengths |= dict.fromkeys(names, length)
    lengths |= {"beside": 4 * field.size, "watch_next": 2 * clauses, "arena": arena, "own_var": anchors * field.size,
                "owned": anchors * field.size, "pair_of": anchors * anchors, "domain": owned + 1, "owners": owned + 1,
                "film": FILM_COLUMNS * rows}  # fmt: skip
    if sum(lengths.values()) > LARGEST:
        raise MemoryError(TOO_LARGE)
    return Memory.make(cells=field.size, rows=field.rows, cols=field.cols, anchors=anchors, variable_room=variables,
                       clause_room=clauses, pair_room=pairs, arena_room=arena, film_room=rows, until_restart=LUBY_UNIT,
                       activity_step=1.0, **lengths)  # fmt: skip


Ints = NDArray[np.int32]


def _cells(field: Field, anchors: list[int]) -> tuple[Ints, NDArray[np.bool_], Ints]:
    """By cell: its four white neighbours, whether it is white, and its anchor."""
    rows, cols, n = field.rows, field.cols, field.size
    white = ~np.array(field.blocked, bool).reshape(rows, cols)
    number = np.where(white, np.arange(n, dtype=np.int32).reshape(rows, cols), -1)
    beside = np.full((rows, cols, 4), -1, np.int32)
    beside[1:, :, 0], beside[:, 1:, 1] = number[:-1], number[:, :-1]
    beside[:, :-1, 2], beside[:-1, :, 3] = number[:, 1:], number[1:]
    beside[~white] = -1
    anchor_at = np.full(n, -1, np.int32)
    anchor_at[anchors] = np.arange(len(anchors), dtype=np.int32)
    return beside.reshape(-1), white.reshape(-1), anchor_at


def _place_arrows(s: Memory, field: Field, anchors: list[int], ends: Any) -> None:
    last = list(accumulate(map(len, field.arrows)))
    s.arrow_to[:], s.arrow_from[:] = last, [0, *last[:-1]][: len(last)]
    s.arrow_of[:] = [number for number, arrow in enumerate(field.arrows) for _ in arrow]
    s.anchor_cell[:], s.domain_to[:], s.domain_from[1:] = anchors, ends, ends[:-1]


def _own(values: NDArray[Any]) -> Any:
    """Numbers as the records of this process take them."""
    return values if policy() is Kernels.COMPILED else values.tolist()

"""From a field to a record that is ready to search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

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
from studio.solvers.kernels import I32, Kernels, Rooms, entry, kernel, policy, zeros

FILM_LENGTH = 200_000  # rows
LARGEST = 2**31 - 1  # places are int32
FAR = 2**30  # a radius that no board has
BLOCKED = 1


# --- kernels -------------------------------------------------------------------------------------------------------------
@kernel
def beside_cell(rows: int, cols: int, cell: int, side: int) -> int:
    """The cell above, left, right, below; -1 off the board."""
    row, col = cell // cols, cell % cols
    if side == 0:
        return cell - cols if row else -1
    if side == 1:
        return cell - 1 if col else -1
    if side == 2:
        return cell + 1 if col + 1 < cols else -1
    return cell + cols if row + 1 < rows else -1


@entry
def find_regions(rows: int, cols: int, ground: I32, arrow_to: I32, anchor_cell: I32, radius: int, domain_to: I32, domain: I32
                 ) -> tuple[int, int]:
    """Fill `domain` with the cells that each anchor may own, nearest first and at most `radius` steps away, and `domain_to`
    with where each list ends. Returns how many pairs there can be, and how many shifts all of them together have.

    `ground` is 1 where a cell is blocked; afterwards it is spoilt: -1 on arrows, 2 + a where anchor a was the last to come by.
    """
    for a in range(len(anchor_cell)):
        if ground[anchor_cell[a]] != BLOCKED:
            ground[anchor_cell[a]] = -1
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
                    other = beside_cell(rows, cols, here, side)
                    if other >= 0 and (ground[other] == 0 or ground[other] > BLOCKED) and ground[other] != 2 + a:
                        ground[other] = 2 + a
                        domain[count] = other
                        count += 1
        domain_to[a] = count
    pairs = shifts = first = 0
    for arrow in range(len(arrow_to)):
        for a in range(first, arrow_to[arrow]):  # so many anchors of the arrow come before this one
            pairs += a - first
            shifts += (a - first) * (domain_to[a] - (domain_to[a - 1] if a else 0))
        first = arrow_to[arrow]
    return pairs, shifts


@kernel
def place_all(s: Memory, ground: I32, arrow_to: I32, anchor_cell: I32, domain_to: I32, domain: I32) -> None:
    """Cells, arrows and regions, as they were found."""
    for cell in range(s.cells):
        s.row[cell], s.col[cell], s.owner[cell] = cell // s.cols, cell % s.cols, -1
        s.anchor_at[cell] = -1
        s.square_var[cell] = -1 if ground[cell] == BLOCKED else 0
        for side in range(4):
            other = beside_cell(s.rows, s.cols, cell, side)
            fine = other >= 0 and ground[cell] != BLOCKED and ground[other] != BLOCKED
            s.beside[4 * cell + side] = other if fine else -1
    first = 0
    for arrow in range(len(arrow_to)):
        s.arrow_from[arrow], s.arrow_to[arrow] = first, arrow_to[arrow]
        for a in range(first, arrow_to[arrow]):
            s.arrow_of[a], s.anchor_cell[a] = arrow, anchor_cell[a]
            s.anchor_at[anchor_cell[a]] = a
            s.domain_from[a], s.domain_to[a] = (domain_to[a - 1] if a else 0), domain_to[a]
        first = arrow_to[arrow]
    for at in range(len(s.domain) - 1):
        s.domain[at] = domain[at]


@kernel
def make_variables(s: Memory) -> None:
    """x for every white cell, o for every cell an anchor may own, and who may own each cell."""
    for cell in range(s.cells):
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


@kernel
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
def begin(s: Memory, ground: I32, givens: I32, arrow_to: I32, anchor_cell: I32, domain_to: I32, domain: I32) -> bool:
    """Everything that a search starts from; False if it cannot have an answer."""
    place_all(s, ground, arrow_to, anchor_cell, domain_to, domain)
    for a in range(s.anchors):
        if ground[anchor_cell[a]] == BLOCKED:
            return assume_one(s, anchor_cell[a], True, FROM_GIVEN)
    make_variables(s)
    fine = make_clauses(s, len(arrow_to))
    for at in range(len(givens)):
        fine = fine and assume_one(s, givens[at], True, FROM_GIVEN)
    return fine


# --- Python --------------------------------------------------------------------------------------------------------------
def build(field: Field, film: bool = False, radius: int = FAR) -> tuple[Memory, bool]:
    """A search for this field, and whether it may have an answer at all. With a radius it knows only blocks that stay within
    so many steps of their arrow squares."""
    anchors = [cell for arrow in field.arrows for cell in arrow]
    ground, arrow_to = _own(field.blocked), _own(list(accumulate(map(len, field.arrows))))
    anchor_cell, givens = _own(anchors), _own([cell for cell, given in enumerate(field.givens) if given == SQUARE])
    domain_to, domain = zeros(I32, len(anchors)), zeros(I32, len(anchors) * (field.size + 1) + 1)
    pairs, shifts = find_regions(field.rows, field.cols, ground, arrow_to, anchor_cell, radius, domain_to, domain)
    s = _allocate(field, len(anchors), int(domain_to[-1]) if anchors else 0, (pairs, shifts), film)
    return s, bool(begin(s, ground, givens, arrow_to, anchor_cell, domain_to, domain))


def grow(s: Memory) -> Memory:
    """The same search (on level 0) with twice the room for what it makes."""
    lengths = {name: 2 * len(getattr(s, name)) for what in GROWING for name in ROOMS.names[what]}
    if sum(lengths.values()) + 2 * len(s.own_var) > LARGEST:
        raise MemoryError(TOO_LARGE)
    bigger = s.copied(**lengths)
    bigger.variable_room, bigger.clause_room = 2 * s.variable_room, 2 * s.clause_room
    bigger.arena_room, bigger.pair_room = 2 * s.arena_room, 2 * s.pair_room
    return bigger


TOO_LARGE = say("this board has too many arrow cells and too much open ground for the search kernel")
GROWING = ("variables", "literals", "pairs", "clauses", "watches", "arena")
ROOMS = Rooms(
    Memory,
    variables=("kind", "first", "second", "level", "position", "reason", "reason_a", "reason_b", "phase", "activity", "heap",
               "heap_place", "seen", "trail", "level_start", "cause", "learnt", "scratch"),
    literals=("value", "watch"),
    cells=("row", "col", "anchor_at", "square_var", "owner", "owners_from", "owners_to", "mark", "flood", "found_at", "low",
           "parent", "step", "below"),
    sides=("beside",),
    anchors=("anchor_cell", "arrow_of", "domain_from", "domain_to", "owned_count", "pair_after", "pair_before", "anchor_waits",
             "anchor_queue"),
    arrows=("arrow_from", "arrow_to", "arrow_waits", "arrow_queue"),
    pairs=("earlier", "later", "next_var", "shift_vars", "shift_var", "pair_waits", "pair_queue"),
    clauses=("clause_from", "clause_size", "clause_says"), watches=("watch_next",), arena=("arena",),
    anchor_cells=("own_var", "owned"), two_anchors=("pair_of",), owned=("domain", "owners"), film=("film",),
)  # fmt: skip


def _allocate(field: Field, anchors: int, owned: int, most: tuple[int, int], film: bool) -> Memory:
    """Plenty of room on large boards, and enough on small ones, where clearing memory that is never used costs as much as the
    search. `most`: so many pairs there can be, with so many shifts."""
    pairs, shifts = most
    spare = 256 + 8 * field.size  # lists of causes are as long as there are variables, and may name one four times
    variables = field.size + owned + spare + min(pairs + shifts, owned // 2 + 60_000)
    pairs = min(pairs + 2, 512)
    few = min(field.size, 100)
    clauses, arena = field.size + min(20_000, few * field.size), 4 * owned + min(400_000, 16 * few * field.size)
    rows = FILM_LENGTH if film else 0
    counts = {"variables": variables, "literals": 2 * variables, "cells": field.size, "sides": 4 * field.size,
              "anchors": anchors, "arrows": len(field.arrows), "pairs": pairs, "clauses": clauses, "watches": 2 * clauses,
              "arena": arena, "anchor_cells": anchors * field.size, "two_anchors": anchors * anchors, "owned": owned + 1,
              "film": FILM_COLUMNS * rows}  # fmt: skip
    if 18 * variables + 2 * sum(counts.values()) > LARGEST:
        raise MemoryError(TOO_LARGE)
    made: Memory = ROOMS.make(counts, cells=field.size, rows=field.rows, cols=field.cols, anchors=anchors,
                              variable_room=variables, clause_room=clauses, pair_room=pairs, arena_room=arena, film_room=rows,
                              until_restart=LUBY_UNIT, activity_step=1.0)  # fmt: skip
    return made


def _own(values: Sequence[int]) -> Any:
    """Numbers as the kernels of this process take them."""
    return np.array(values, np.int32) if policy() is Kernels.COMPILED else list(values)

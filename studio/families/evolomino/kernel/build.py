"""From a field to a record that is ready to search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from studio.core.say import say
from studio.families.evolomino.kernel.explain import force, refuse
from studio.families.evolomino.kernel.propagate import ask_arrow
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
from studio.families.evolomino.kernel.trail import wait_for_choice
from studio.families.evolomino.kernel.watch import attach
from studio.families.evolomino.model import SHADED, SQUARE, Field
from studio.solvers.kernels import I32, Blank, Kernels, Rooms, entry, kernel, policy

FILM_LENGTH = 200_000  # rows
LARGEST = 2**31 - 1  # places are int32
FAR = 2**30  # a radius that no board has
ANYONE, NOBODY = -1, -2
NEARNESS = 0.001  # of a cell to its anchor, as an activity: before there are conflicts, the nearest cells are decided first


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


@kernel
def place_cells(s: Memory, ground: I32) -> None:
    """What lies where; `ground` begins with what is given in each cell (`Field.ground`)."""
    for cell in range(s.cells):
        s.row[cell], s.col[cell], s.owner[cell] = cell // s.cols, cell % s.cols, -1
        s.anchor_at[cell] = -1
        s.square_var[cell] = -1 if ground[cell] & SHADED else 0
        for side in range(4):
            other = beside_cell(s.rows, s.cols, cell, side)
            fine = other >= 0 and (ground[cell] | ground[other]) & SHADED == 0
            s.beside[4 * cell + side] = other if fine else -1


@kernel
def place_arrows(s: Memory, plan: I32, arrows: int) -> None:
    """Behind the ground, a plan tells where each arrow ends among the anchors, and then the anchors' cells."""
    first = 0
    for arrow in range(arrows):
        s.arrow_from[arrow], s.arrow_to[arrow] = first, plan[s.cells + arrow]
        for a in range(first, s.arrow_to[arrow]):
            cell = plan[s.cells + arrows + a]
            s.arrow_of[a], s.anchor_cell[a] = arrow, cell
            s.anchor_at[cell] = a
        first = s.arrow_to[arrow]


@kernel
def surely_square(s: Memory, ground: I32, a: int) -> bool:
    """Is it plain from the start that this anchor holds a square? It is given, or an end of an arrow of three cells."""
    first, last = s.arrow_from[s.arrow_of[a]], s.arrow_to[s.arrow_of[a]]
    return ground[s.anchor_cell[a]] & SQUARE != 0 or (last - first == 3 and a - first != 1)


@kernel
def claim_cells(s: Memory, ground: I32, claimed: I32) -> None:
    """Cells beside an anchor with a square are in its block or in none: fill `claimed` with the one anchor that may have each
    cell, ANYONE or NOBODY. (Of an arrow's own cells NOBODY's are those that hold no square, for they touch one that does.)"""
    for cell in range(s.cells):
        claimed[cell] = ANYONE
    for a in range(s.anchors):
        if surely_square(s, ground, a):
            for side in range(4):
                other = s.beside[4 * s.anchor_cell[a] + side]
                if other >= 0:
                    claimed[other] = a if claimed[other] == ANYONE and s.anchor_at[other] < 0 else NOBODY


@kernel
def find_regions(s: Memory, radius: int, claimed: I32) -> None:
    """The cells that each anchor may own, nearest first and at most `radius` steps away."""
    mark, domain, count = s.mark, s.domain, 0
    for a in range(s.anchors):
        s.domain_from[a] = first = count
        domain[count] = s.anchor_cell[a]
        count += 1
        s.stamp += 1
        for _ in range(0 if claimed[s.anchor_cell[a]] == NOBODY else radius):
            wave = count
            if first == wave:
                break
            while first < wave:
                here = domain[first]
                first += 1
                for side in range(4):
                    other = s.beside[4 * here + side]
                    if other < 0 or s.anchor_at[other] >= 0 or mark[other] == s.stamp:
                        continue
                    mark[other] = s.stamp
                    if claimed[other] == ANYONE or claimed[other] == a:
                        domain[count] = other
                        count += 1
        s.domain_to[a] = count


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
            v = new_var(s, OWNER_VAR, cell, a)
            s.own_var[a * s.cells + cell] = v
            s.owners_to[cell] += 1
            if s.wide:
                s.activity[v] = NEARNESS / (at - s.domain_from[a])
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
    for cell in range(s.cells):
        if s.square_var[cell] >= 0 and s.anchor_at[cell] < 0:  # a square off the arrows has an owner
            clause[0] = 2 * s.square_var[cell] + 1
            n = 1
            for at in range(s.owners_from[cell], s.owners_to[cell]):
                clause[n] = 2 * s.own_var[s.owners[at] * s.cells + cell]
                n += 1
            if not add_clause(s, n, HAS_OWNER):
                return False
    for v in range(s.variable_count - 1, -1, -1):
        wait_for_choice(s, v)
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
def begin(s: Memory, plan: I32, arrows: int, radius: int) -> bool:
    """Everything that a search starts from (`Plan`); False if it cannot have an answer."""
    place_cells(s, plan)
    place_arrows(s, plan, arrows)
    s.wide = radius == FAR
    for a in range(s.anchors):
        if plan[s.anchor_cell[a]] & SHADED:
            return assume_one(s, s.anchor_cell[a], True, FROM_GIVEN)
    claim_cells(s, plan, s.parent)  # (the memory of walks that are yet to come)
    find_regions(s, radius, s.parent)
    make_variables(s)
    fine = make_clauses(s, arrows)
    for cell in range(s.cells):
        if plan[cell] & SQUARE:
            fine = fine and assume_one(s, cell, True, FROM_GIVEN)
    return fine


# --- Python --------------------------------------------------------------------------------------------------------------
def build(field: Field, film: bool = False, radius: int = FAR) -> tuple[Memory, bool]:
    """A search for this field, and whether it may have an answer at all. With a radius it knows only blocks that stay within
    so many steps of their arrow squares."""
    plan = plan_of(field, policy())
    s: Memory = plan.blank(radius, film).make()
    return s, bool(begin(s, plan.numbers, len(field.arrows), radius))


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
GROWING = ("variables", "causes", "literals", "pairs", "clauses", "watches", "arena")
ROOMS = Rooms(
    Memory,
    variables=("kind", "first", "second", "level", "position", "reason", "reason_a", "reason_b", "phase", "activity", "heap",
               "heap_place", "seen", "trail", "level_start"),
    causes=("cause", "learnt", "scratch"),
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
    cleared=("scratch", "owners_to", "mark", "owned_count", "anchor_waits", "arrow_waits"),
)  # fmt: skip


class Plan:
    """What can be known of a field's searches before there is one. Setters ask about one board again and again."""

    def __init__(self, field: Field) -> None:
        self._anchors = [cell for arrow in field.arrows for cell in arrow]
        self._field = field
        self._blanks: dict[tuple[int, bool], Blank] = {}
        self.numbers = _own([*field.ground, *accumulate(map(len, field.arrows)), *self._anchors])
        """by cell what is given there; by arrow how many anchors there are up to its end; by anchor its cell"""

    def blank(self, radius: int, film: bool) -> Blank:
        known = self._blanks.get((radius, film))
        if known is None:
            known = self._blanks[radius, film] = self._new_blank(radius, film)
        return known

    def _new_blank(self, radius: int, film: bool) -> Blank:
        """Plenty of room: memory that nobody touches costs nothing. An anchor can own itself, and no more than are off the
        arrows or as near as the radius allows; a shift lands on one of these."""
        field, size, number = self._field, self._field.size, len(self._anchors)
        reach = 1 + min(size - len({*self._anchors}), 2 * radius * (radius + 1))
        owned = number * reach
        pairs = sum([len(arrow) * (len(arrow) - 1) // 2 for arrow in field.arrows])
        variables = size + owned + 64 + min(pairs + pairs * reach, owned // 2 + 60_000)
        causes = variables + 192 + 8 * size  # may name a variable four times
        pairs = min(pairs + 2, 512)
        few = min(10 + size * size // 100, 100)
        clauses, arena = size + min(20_000, few * size), 4 * owned + min(400_000, 16 * few * size)
        rows = FILM_LENGTH if film else 0
        counts = {"variables": variables, "causes": causes, "literals": 2 * variables, "cells": size, "sides": 4 * size,
                  "anchors": number, "arrows": len(field.arrows), "pairs": pairs, "clauses": clauses, "watches": 2 * clauses,
                  "arena": arena, "anchor_cells": number * size, "two_anchors": number * number, "owned": owned + 1,
                  "film": FILM_COLUMNS * rows}  # fmt: skip
        if 18 * variables + 2 * sum(counts.values()) > LARGEST:
            raise MemoryError(TOO_LARGE)
        return ROOMS.blank(counts, cells=size, rows=field.rows, cols=field.cols, anchors=number,
                           variable_room=variables, clause_room=clauses, pair_room=pairs, arena_room=arena, film_room=rows,
                           until_restart=LUBY_UNIT, activity_step=1.0)  # fmt: skip


@lru_cache(maxsize=64)
def plan_of(field: Field, kernels: Kernels) -> Plan:
    """The plan of a field, for kernels that are run in this way."""
    return Plan(field)


def _own(values: Sequence[int]) -> Any:
    """Numbers as the kernels of this process take them."""
    return np.array(values, np.int32) if policy() is Kernels.COMPILED else list(values)

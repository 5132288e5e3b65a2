"""From a field to a ready kernel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import float64, njit
from numpy.typing import NDArray

from studio.families.evolomino.kernel.basics import enqueue, heap_add
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.lazy import attach, new_var
from studio.families.evolomino.kernel.propagate import dirty_anchor, dirty_arrow
from studio.families.evolomino.model import SQUARE, Field

# ruff: noqa: F405

Ints = NDArray[np.int32]
FILM_LENGTH = 200_000
LARGEST = 2**31 - 1  # places are int32
FAR = 2**30  # a radius that no board has
PER_CELL = range(NB0, FLOOD + 1)
PER_ANCHOR = range(ACELL, AEND + 1)


@dataclass
class Kernel:
    """The two arrays of one search."""

    m: Ints
    act: NDArray[np.float64]

    def table(self, name: int, length: int) -> Ints:
        start = int(self.m[name])
        return self.m[start : start + length]


@njit(cache=True, nogil=True)
def _regions(around, is_anchor, anchors, radius, ends, dom):  # type: ignore[no-untyped-def]
    """Fill dom with the cells each anchor may own, nearest first and at most `radius` steps away, and `ends` with where each
    list ends."""
    count = 0
    mark = np.full(is_anchor.size, -1, np.int32)
    for a in range(anchors.size):
        first = count
        dom[count] = anchors[a]
        mark[anchors[a]] = a
        count += 1
        for _ in range(radius):
            wave = count
            if first == wave:
                break
            while first < wave:
                here = dom[first]
                first += 1
                for d in range(4):
                    other = around[d, here]
                    if other >= 0 and mark[other] != a and not is_anchor[other]:
                        mark[other] = a
                        dom[count] = other
                        count += 1
        ends[a] = count


@entry(NOTHING, float64[::1])
def _variables(m, act):  # type: ignore[no-untyped-def]
    """x for every white cell, o for every cell an anchor may own, and who may own each cell."""
    n = m[CELLS]
    for c in range(n):
        if m[m[XVAR] + c] == 0:
            v = new_var(m, act, X, c, -1)
            m[m[XVAR] + c] = v
            m[m[OWN_TO] + c] = 0
    for a in range(m[ANCHORS]):
        m[m[OVAR] + a * m[CELLS] + m[m[ACELL] + a]] = m[m[XVAR] + m[m[ACELL] + a]]
        for at in range(m[m[DOM_FROM] + a] + 1, m[m[DOM_TO] + a]):
            v = new_var(m, act, O, m[m[DOM] + at], a)
            m[m[OVAR] + a * m[CELLS] + m[m[DOM] + at]] = v
            m[m[OWN_TO] + m[m[DOM] + at]] += 1
    total = 0
    for c in range(n):
        m[m[OWN_FROM] + c] = total
        total += m[m[OWN_TO] + c]
        m[m[OWN_TO] + c] = m[m[OWN_FROM] + c]
    for a in range(m[ANCHORS]):
        for at in range(m[m[DOM_FROM] + a] + 1, m[m[DOM_TO] + a]):
            c = m[m[DOM] + at]
            m[m[OWN] + m[m[OWN_TO] + c]] = a
            m[m[OWN_TO] + c] += 1


@compiled(YES, NUMBER)
def _add(m, n):  # type: ignore[no-untyped-def]
    """The clause in LEARNT, with n literals, on level 0."""
    if n == 0:
        return False
    if n == 1:
        return enqueue(m, m[m[LEARNT]], ONE, m[m[LEARNT]], 0)
    attach(m, n, False)
    return True


@entry(YES, float64[::1], NUMBER)
def _rules(m, act, arrows):  # type: ignore[no-untyped-def]
    """Clauses that are there from the start; False if one of them is empty."""
    out = m[LEARNT]
    fine = True
    for c in range(m[CELLS]):
        if m[m[XVAR] + c] >= 0 and m[m[ANCHOR] + c] < 0:  # a square off the arrows has an owner
            m[out] = 2 * m[m[XVAR] + c] + 1
            n = 1
            for at in range(m[m[OWN_FROM] + c], m[m[OWN_TO] + c]):
                m[out + n] = 2 * m[m[OVAR] + (m[m[OWN] + at]) * m[CELLS] + c]
                n += 1
            fine &= _add(m, n)
    for arrow in range(arrows):  # two blocks at least: of two touching cells one at most helps
        first, last = m[m[ASTART] + arrow], m[m[AEND] + arrow]
        for skip in range(first, max(last - 1, first + 1)):
            n = 0
            for a in range(first, last):
                if a != skip and a != skip + 1:
                    m[out + n] = 2 * m[m[XVAR] + m[m[ACELL] + a]]
                    n += 1
            fine &= _add(m, n)
        dirty_arrow(m, arrow)
    for a in range(m[ANCHORS]):
        dirty_anchor(m, a)
    for v in range(m[NV] - 1, -1, -1):
        heap_add(m, act, v)
    return fine


@entry(YES, NUMBER, YES)
def assume(m, cell, square):  # type: ignore[no-untyped-def]
    """On level 0: this cell holds a square, or holds none; False if that clashes at once."""
    v = m[m[XVAR] + cell]
    if v < 0:
        return not square
    return enqueue(m, 2 * v + (0 if square else 1), ONE, 2 * v + (0 if square else 1), 0)


def _cell_rows(field: Field) -> Ints:
    rows, cols, n = field.rows, field.cols, field.size
    cell = np.full((len(PER_CELL), n), -1, np.int32)
    white = ~np.array(field.blocked, bool).reshape(rows, cols)
    number = np.where(white, np.arange(n, dtype=np.int32).reshape(rows, cols), -1)
    around = np.full((4, rows, cols), -1, np.int32)
    around[0, 1:], around[1, :, 1:] = number[:-1], number[:, :-1]
    around[2, :, :-1], around[3, :-1] = number[:, 1:], number[1:]
    cell[:4] = np.where(white, around, -1).reshape(4, n)
    cell[CROW - NB0], cell[CCOL - NB0] = np.divmod(np.arange(n, dtype=np.int32), cols)
    cell[XVAR - NB0] = np.where(white.reshape(-1), 0, -1)
    cell[MARK - NB0] = cell[OWN_TO - NB0] = 0
    anchors = [c for arrow in field.arrows for c in arrow]
    cell[ANCHOR - NB0, anchors] = np.arange(len(anchors), dtype=np.int32)
    return cell


def _anchor_rows(field: Field, anchors: Ints, ends: Ints) -> Ints:
    anchor = np.zeros((len(PER_ANCHOR), max(anchors.size, len(field.arrows), 1)), np.int32)
    anchor[NEXT_PAIR - ACELL], anchor[LAST_PAIR - ACELL] = -1, -1
    at = 0
    for number, arrow in enumerate(field.arrows):
        anchor[ASTART - ACELL, number], anchor[AEND - ACELL, number] = at, at + len(arrow)
        anchor[AARROW - ACELL, at : at + len(arrow)] = number
        at += len(arrow)
    anchor[0, :at] = anchors
    anchor[DOM_TO - ACELL, :at] = ends
    anchor[DOM_FROM - ACELL, 1:at] = ends[: max(at - 1, 0)]
    return anchor


def _lengths(header: Ints, anchor_width: int, owned: int) -> dict[int, int]:
    """The length of every table, given the rooms in the header."""
    n, n_anchors, room, clauses = (int(header[name]) for name in (CELLS, ANCHORS, VAR_ROOM, CLAUSE_ROOM))
    lengths = dict.fromkeys(range(VLEVEL, STACK + 1), room) | {VAL: 2 * room, WATCH: 2 * room}
    lengths |= dict.fromkeys(PER_CELL, n) | dict.fromkeys(PER_ANCHOR, anchor_width)
    lengths |= dict.fromkeys(range(PP, PQUEUE + 1), int(header[PAIR_ROOM]))
    lengths |= {CFROM: clauses, CSIZE: clauses, CLBD: clauses, WNEXT: 2 * clauses}
    lengths |= {OVAR: n_anchors * n, TRUE: n_anchors * n, PAIRS: n_anchors * n_anchors, DOM: owned + 1, OWN: owned + 1}
    return lengths | {ARENA: int(header[ARENA_ROOM]), FILM_ROWS: FILM_COLUMNS * int(header[FILM_ROOM])}


def _allocate(header: Ints, anchor_width: int, owned: int) -> Kernel:
    """Memory that is never touched costs nothing, so there is plenty of room."""
    at = HEADER
    lengths = _lengths(header, anchor_width, owned)
    if HEADER + sum(lengths.values()) > LARGEST:
        raise MemoryError("this board has too many arrow cells and too much open ground for the search kernel")
    for name, length in lengths.items():
        header[name] = at
        at += length
    m = np.empty(at, np.int32)
    m[:HEADER] = header
    m[header[STACK] : header[STACK] + lengths[STACK]] = 0  # `block_distance` compares what it finds there
    act = np.zeros(int(header[VAR_ROOM]), np.float64)
    act[-1] = 1.0
    return Kernel(m, act)


def build(field: Field, film: bool = False, radius: int = FAR) -> tuple[Kernel, bool]:
    """A kernel for this field, and whether it may have an answer at all. With a radius it knows only blocks that stay within
    so many steps of their arrow square."""
    cell = _cell_rows(field)
    n, anchors = field.size, np.array([c for arrow in field.arrows for c in arrow], np.int32)
    crossed = any(field.blocked[c] for arrow in field.arrows for c in arrow)
    ends, dom = np.zeros(anchors.size, np.int32), np.empty(anchors.size * (n + 1) + 1, np.int32)
    _regions(cell[:4], cell[ANCHOR - NB0] >= 0, anchors, radius, ends, dom)
    owned = int(ends[-1]) if anchors.size else 0
    anchor = _anchor_rows(field, anchors, ends)
    header = np.zeros(HEADER, np.int32)
    header[CELLS], header[ROWS], header[COLS], header[ANCHORS] = n, field.rows, field.cols, anchors.size
    header[RUN] = LUBY_UNIT
    header[FILM], header[FILM_ROOM] = film, FILM_LENGTH if film else 1
    header[VAR_ROOM], header[CLAUSE_ROOM] = n + owned + owned // 2 + 60_000, n + 20_000
    header[ARENA_ROOM], header[PAIR_ROOM] = 400_000 + 4 * owned, 512
    kernel = _allocate(header, anchor.shape[1], owned)
    m = kernel.m
    kernel.table(NB0, cell.size)[:] = cell.reshape(-1)
    kernel.table(ACELL, anchor.size)[:] = anchor.reshape(-1)
    kernel.table(DOM, owned)[:] = dom[:owned]
    kernel.table(OVAR, anchors.size * n)[:] = -1
    kernel.table(PAIRS, anchors.size * anchors.size)[:] = -1
    if crossed:
        return kernel, False
    _variables(m, kernel.act)
    fine = bool(_rules(m, kernel.act, len(field.arrows)))
    for c, given in enumerate(field.givens):
        if given == SQUARE:
            fine = bool(assume(m, c, True)) and fine
    return kernel, fine


def grow(kernel: Kernel) -> Kernel:
    """The same kernel (on level 0) with twice the room for what the search makes."""
    old = kernel.m
    anchor_width, owned = int(old[AARROW] - old[ACELL]), int(old[OWN] - old[DOM]) - 1
    header = old[:HEADER].copy()
    before = _lengths(header, anchor_width, owned)
    for room in (VAR_ROOM, CLAUSE_ROOM, ARENA_ROOM, PAIR_ROOM):
        header[room] *= 2
    bigger = _allocate(header, anchor_width, owned)
    for name, length in before.items():
        bigger.table(name, length)[:] = kernel.table(name, length)
    bigger.act[: kernel.act.size - 1] = kernel.act[:-1]
    bigger.act[-1] = kernel.act[-1]
    return bigger

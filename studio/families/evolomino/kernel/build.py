"""From a field to a ready kernel."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from studio.families.evolomino.field import SQUARE, Field
from studio.families.evolomino.kernel.basics import enqueue, heap_add
from studio.families.evolomino.kernel.layout import *  # noqa: F403
from studio.families.evolomino.kernel.layout import Ints, Kernel
from studio.families.evolomino.kernel.lazy import attach, new_var
from studio.families.evolomino.kernel.propagate import dirty_anchor, dirty_arrow

# ruff: noqa: F405

FILM_ROWS = 200_000


@njit(cache=True, nogil=True)
def _regions(cell, anchor, dom):  # type: ignore[no-untyped-def]
    """Fill dom with the cells each anchor may own; returns how many (nothing is written past its end)."""
    n, count = cell.shape[1], 0
    mark = np.full(n, -1, np.int32)
    for a in range(anchor.shape[1]):
        start = anchor[ACELL, a]
        if start < 0:
            continue
        anchor[DOM_FROM, a] = count
        first = count
        dom[count] = start
        mark[start] = a
        count += 1
        while first < count:
            here = dom[first]
            first += 1
            for d in range(4):
                other = cell[d, here]
                if other >= 0 and mark[other] != a and cell[ANCHOR, other] < 0:
                    mark[other] = a
                    dom[count] = other
                    count += 1
        anchor[DOM_TO, a] = count
    return count


@compiled(NOTHING)
def _variables(k):  # type: ignore[no-untyped-def]
    """x for every white cell, o for every cell an anchor may own, and who may own each cell."""
    n = k.S[CELLS]
    for c in range(n):
        if k.cell[XVAR, c] == 0:
            v = new_var(k, X, c, -1)
            k.cell[XVAR, c] = v
            k.cell[OWN_TO, c] = 0
    for a in range(k.S[ANCHORS]):
        k.ovar[a, k.anchor[ACELL, a]] = k.cell[XVAR, k.anchor[ACELL, a]]
        for at in range(k.anchor[DOM_FROM, a] + 1, k.anchor[DOM_TO, a]):
            v = new_var(k, O, k.dom[at], a)
            k.ovar[a, k.dom[at]] = v
            k.cell[OWN_TO, k.dom[at]] += 1
    total = 0
    for c in range(n):
        k.cell[OWN_FROM, c] = total
        total += k.cell[OWN_TO, c]
        k.cell[OWN_TO, c] = k.cell[OWN_FROM, c]
    for a in range(k.S[ANCHORS]):
        for at in range(k.anchor[DOM_FROM, a] + 1, k.anchor[DOM_TO, a]):
            c = k.dom[at]
            k.own[k.cell[OWN_TO, c]] = a
            k.cell[OWN_TO, c] += 1


@compiled(YES, NUMBER)
def _add(k, n):  # type: ignore[no-untyped-def]
    """The clause in LEARNT, with n literals, on level 0."""
    if n == 0:
        return False
    if n == 1:
        return enqueue(k, k.var[LEARNT, 0], ONE, k.var[LEARNT, 0], 0)
    attach(k, n, False)
    return True


@compiled(YES, NUMBER)
def _rules(k, arrows):  # type: ignore[no-untyped-def]
    """Clauses that are there from the start; False if one of them is empty."""
    out = k.var[LEARNT]
    fine = True
    for c in range(k.S[CELLS]):
        if k.cell[XVAR, c] >= 0 and k.cell[ANCHOR, c] < 0:  # a square off the arrows has an owner
            out[0] = 2 * k.cell[XVAR, c] + 1
            n = 1
            for at in range(k.cell[OWN_FROM, c], k.cell[OWN_TO, c]):
                out[n] = 2 * k.ovar[k.own[at], c]
                n += 1
            fine &= _add(k, n)
    for arrow in range(arrows):  # two blocks at least: of two touching cells one at most helps
        first, last = k.anchor[ASTART, arrow], k.anchor[AEND, arrow]
        for skip in range(first, max(last - 1, first + 1)):
            n = 0
            for a in range(first, last):
                if a != skip and a != skip + 1:
                    out[n] = 2 * k.cell[XVAR, k.anchor[ACELL, a]]
                    n += 1
            fine &= _add(k, n)
        dirty_arrow(k, arrow)
    for a in range(k.S[ANCHORS]):
        dirty_anchor(k, a)
    for v in range(k.S[NV] - 1, -1, -1):
        heap_add(k, v)
    return fine


@compiled(YES, NUMBER, YES)
def assume(k, cell, square):  # type: ignore[no-untyped-def]
    """On level 0: this cell holds a square, or holds none; False if that clashes at once."""
    v = k.cell[XVAR, cell]
    if v < 0:
        return not square
    return enqueue(k, 2 * v + (0 if square else 1), ONE, 2 * v + (0 if square else 1), 0)


def _cell_rows(field: Field) -> Ints:
    rows, cols, n = field.rows, field.cols, field.size
    cell = np.full((18, n), -1, np.int32)
    white = ~np.array(field.blocked, bool).reshape(rows, cols)
    number = np.where(white, np.arange(n, dtype=np.int32).reshape(rows, cols), -1)
    around = np.full((4, rows, cols), -1, np.int32)
    around[0, 1:], around[1, :, 1:] = number[:-1], number[:, :-1]
    around[2, :, :-1], around[3, :-1] = number[:, 1:], number[1:]
    cell[NB0 : NB3 + 1] = np.where(white, around, -1).reshape(4, n)
    cell[CROW], cell[CCOL] = np.divmod(np.arange(n, dtype=np.int32), cols)
    cell[XVAR] = np.where(white.reshape(-1), 0, -1)
    cell[MARK] = cell[OWN_TO] = 0
    return cell


def _anchor_rows(field: Field, cell: Ints) -> Ints:
    cells = [c for arrow in field.arrows for c in arrow]
    anchor = np.zeros((14, max(len(cells), len(field.arrows), 1)), np.int32)
    anchor[ACELL], anchor[NEXT_PAIR], anchor[LAST_PAIR] = -1, -1, -1
    at = 0
    for number, arrow in enumerate(field.arrows):
        anchor[ASTART, number], anchor[AEND, number] = at, at + len(arrow)
        anchor[AARROW, at : at + len(arrow)] = number
        at += len(arrow)
    anchor[ACELL, :at] = cells
    cell[ANCHOR, cells] = np.arange(at, dtype=np.int32)
    return anchor


def build(field: Field, film: bool = False) -> tuple[Kernel, bool]:
    """A kernel for this field, and whether it may have an answer at all."""
    cell = _cell_rows(field)
    anchor = _anchor_rows(field, cell)
    n, n_anchors = field.size, sum(map(len, field.arrows))
    shaded_arrow = any(field.blocked[c] for arrow in field.arrows for c in arrow)
    dom = np.empty(n_anchors * (n + 1) + 1, np.int32)
    total = 0 if shaded_arrow else _regions(cell, anchor, dom)
    first = n + total
    room = first + 60_000 + 8 * total
    kernel = Kernel(
        S=np.zeros(SCALARS, np.int64),
        val=np.zeros(2 * room, np.int8),
        var=np.empty((18, room), np.int32),
        act=np.zeros(room, np.float64),
        ovar=np.full((max(n_anchors, 1), n), -1, np.int32),
        true=np.empty((max(n_anchors, 1), n), np.int32),
        cell=cell,
        anchor=anchor,
        dom=dom[: total + 1],
        own=np.empty(total + 1, np.int32),
        pair=np.empty((7, 512), np.int32),
        pairs=np.full((max(n_anchors, 1), max(n_anchors, 1)), -1, np.int32),
        clause=np.empty((20_000, 5), np.int32),
        arena=np.empty(400_000 + 8 * total, np.int32),
        watch=np.empty(2 * room, np.int32),
        film=np.empty((FILM_ROWS if film else 1, 4), np.int32),
    )
    scalars = kernel.S
    scalars[CELLS], scalars[ROWS], scalars[COLS], scalars[ANCHORS] = n, field.rows, field.cols, n_anchors
    scalars[FILM] = film
    kernel.act[-1] = 1.0
    if shaded_arrow:
        return kernel, False
    _variables(kernel)
    fine = bool(_rules(kernel, len(field.arrows)))
    for c, given in enumerate(field.givens):
        if given == SQUARE:
            fine &= bool(assume(kernel, c, True))
    return kernel, fine


def grow(kernel: Kernel) -> Kernel:
    """The same kernel (on level 0) with twice the room for what the search makes."""

    def longer(array: NDArray, axis: int) -> NDArray:  # type: ignore[type-arg]
        shape = list(array.shape)
        shape[axis] *= 2
        bigger = np.zeros(shape, array.dtype)
        bigger[tuple(slice(0, size) for size in array.shape)] = array
        return bigger

    act = longer(kernel.act, 0)
    act[-1] = kernel.act[-1]
    act[kernel.act.shape[0] - 1] = 0.0
    return kernel._replace(
        val=longer(kernel.val, 0), var=longer(kernel.var, 1), act=act, pair=longer(kernel.pair, 1),
        clause=longer(kernel.clause, 0), arena=longer(kernel.arena, 0), watch=longer(kernel.watch, 0),
    )  # fmt: skip

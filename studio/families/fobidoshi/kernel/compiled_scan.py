"""The searching part of the what-if rules compiled with numba: which supposition fails first, in reading order.

Only the cell is found here; the rule itself then follows that one supposition again and words its reason.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from studio.families.fobidoshi.kernel.compiled import follow
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY


@njit(cache=True, nogil=True)
def first_failing(cells, candidates, value, rounds, near, line):  # type: ignore[no-untyped-def]
    """The first candidate where supposing `value` breaks a rule within some rounds; -1 if there is none."""
    work = np.zeros((6, len(cells)), np.int32)
    trial = cells.copy()
    for cell in candidates:
        trial[:] = cells
        trial[cell] = value
        if not follow(trial, near, line, work, rounds):
            return cell
    return -1


@njit(cache=True, nogil=True)
def first_shared(cells, candidates, near, line):  # type: ignore[no-untyped-def]
    """The first candidate where a circle and none have a common consequence (or both fail); -1 if there is none."""
    work = np.zeros((6, len(cells)), np.int32)
    with_circle, without = cells.copy(), cells.copy()
    for cell in candidates:
        with_circle[:] = cells
        with_circle[cell] = CIRCLE
        without[:] = cells
        without[cell] = CROSS
        if not follow(with_circle, near, line, work) or not follow(without, near, line, work):
            return cell
        for other in range(len(cells) - 1):
            if cells[other] == EMPTY and with_circle[other] != EMPTY and with_circle[other] == without[other]:
                return cell
    return -1


@njit(cache=True, nogil=True)
def first_shared_exits(cells, exits, near, line):  # type: ignore[no-untyped-def]
    """The first group (row of exits, -1 = none) whose exits all lead to something common, or nowhere; -1 if there is none."""
    work = np.zeros((6, len(cells)), np.int32)
    trial, common = cells.copy(), cells.copy()
    for group in range(len(exits)):
        live = 0
        for cell in exits[group]:
            if cell < 0:
                break
            trial[:] = cells
            trial[cell] = CIRCLE
            if not follow(trial, near, line, work):
                continue
            live += 1
            for other in range(len(cells) - 1):
                if live == 1:
                    common[other] = trial[other]
                elif common[other] != trial[other]:
                    common[other] = EMPTY
        if live == 0:
            return group
        for other in range(len(cells) - 1):
            if cells[other] == EMPTY and common[other] != EMPTY:
                return group
    return -1


@njit(cache=True, nogil=True)
def settles(cells, inner, near, line, work, trial):  # type: ignore[no-untyped-def]
    """False if suppositions on `inner` cells beside circles, each followed to its end, show that nothing is possible."""
    moved = True
    while moved:
        moved = False
        for cell in inner:
            if cells[cell] != EMPTY:
                continue
            beside = False
            for slot in range(4):
                beside = beside or cells[near[cell, slot]] == CIRCLE
            if not beside:
                continue
            trial[0] = cells
            trial[0, cell] = CIRCLE
            circle = follow(trial[0], near, line, work)
            trial[1] = cells
            trial[1, cell] = CROSS
            cross = follow(trial[1], near, line, work)
            if not circle and not cross:
                return False
            if circle != cross:
                cells[:] = trial[0] if circle else trial[1]
                moved = True
    return True


@njit(cache=True, nogil=True)
def first_two_deep(cells, candidates, window, near, line):  # type: ignore[no-untyped-def]
    """2 * the first candidate's cell + (0 a circle, 1 none fails), suppositions within its window; -1 if none does."""
    work = np.zeros((6, len(cells)), np.int32)
    trial = np.zeros((2, len(cells)), cells.dtype)
    supposed = cells.copy()
    for number in range(len(candidates)):
        cell = candidates[number]
        for value in (CIRCLE, CROSS):
            supposed[:] = cells
            supposed[cell] = value
            if not follow(supposed, near, line, work) or not settles(supposed, window[number], near, line, work, trial):
                return 2 * cell + (value == CROSS)
    return -1

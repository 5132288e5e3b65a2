"""Static symmetry breaking (section 2.4.4), for the symmetries that a tiling problem is known to have: equal pieces may change
places, and the board may be turned. The study searched the formula for symmetries with BreakID instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import board_symmetries
from studio.solvers.constraints.cardinality import Variables

COMPARED = 60
"""Placements that a turned tiling is compared by; more would cut off little and cost clauses."""

Row = Sequence[tuple[int, int]]
"""(position, variable) of a piece, in order of position"""


def break_pieces(rows: Sequence[Row], variables: Variables) -> list[list[int]]:
    """Equal pieces lie in order of position, and the first ones are used first; with whatever encoding of at-most-one."""
    clauses: list[list[int]] = []
    for earlier, later in pairwise(rows):
        before: dict[int, int] = {}  # position -> "the later piece lies at or before it"
        last = 0
        for position, variable in later:
            here = before[position] = variables()
            clauses.append([-variable, here])
            if last:
                clauses.append([-last, here])
            last = here
        first = later[0][0] if later else 0
        clauses += [[-variable, -before[position - 1]] for position, variable in earlier if position - 1 >= first and later]
        clauses += [[-variable, *(v for _, v in earlier)] for _, variable in later]
    return clauses


def break_board(problem: Problem, placements: Placements, placement: Mapping[int, int], variables: Variables
                ) -> list[list[int]]:
    """Of the tilings that symmetries of the board turn into each other, only one: its placements come first in lexicographic
    order. Whichever of several equal pieces lies somewhere makes no difference, so this goes together with `break_pieces`."""
    symmetries = board_symmetries(problem)[1:]
    if not symmetries:
        return []
    used, clauses = _used(placement, variables)
    var_of = {frozenset(placements.of(p)): v for p, v in used.items()}
    for perm in symmetries:
        pairs = []
        for cells, v in var_of.items():
            image = var_of.get(frozenset(int(perm[i]) for i in cells))
            if image is not None and image != v:
                pairs.append((v, image))
        clauses += _lex_leader(pairs[:COMPARED], variables)
    return clauses


def _used(placement: Mapping[int, int], variables: Variables) -> tuple[dict[int, int], list[list[int]]]:
    """Placement -> a variable that says whether any piece lies there, and the clauses that make it say so."""
    pieces: dict[int, list[int]] = {}
    for v, p in placement.items():
        pieces.setdefault(p, []).append(v)
    used, clauses = {}, []
    for p, mine in pieces.items():
        if len(mine) == 1:
            used[p] = mine[0]
            continue
        used[p] = variables()
        clauses += [[-v, used[p]] for v in mine]
        clauses.append([-used[p], *mine])
    return used, clauses


def _lex_leader(pairs: Sequence[tuple[int, int]], variables: Variables) -> list[list[int]]:
    """x_1 x_2 … >= x'_1 x'_2 … : the first difference has x true."""
    clauses: list[list[int]] = []
    equal: int | None = None
    for a, b in pairs:
        head = [] if equal is None else [-equal]
        clauses.append([*head, a, -b])
        following = variables()
        # following <- equal so far and a = b; only this direction is needed
        clauses.append([*head, following, a, b])
        clauses.append([*head, following, -a, -b])
        equal = following
    return clauses

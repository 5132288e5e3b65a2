"""Symmetric tilings on demand: those that a symmetry of the board maps to themselves, found or refuted by an integer program.

One variable stands for a piece with all its images; each orbit of cells is covered once, and counts are counted in pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from studio.core.engine import Cancel
from studio.core.say import marked
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import Ints, board_symmetries

WORDS = {"half-turn": marked("half a turn"), "quarter-turn": marked("a quarter turn"), "left-right": marked("left to right"),
         "top-bottom": marked("top to bottom"), "diagonal": marked("along a diagonal")}


@dataclass(frozen=True)
class Kept:
    """A symmetry by name, and a tiling that it keeps (pieces as lists of cells); None: there is none."""

    symmetry: str
    pieces: list[list[int]] | None


def symmetric_tilings(problem: Problem, cancel: Cancel) -> list[Kept]:
    """For every symmetry of the board that keeps the set of tiles a tiling that it keeps. Raises Cancelled."""
    placements, found = find_placements(problem), []
    for image in board_symmetries(problem)[1:]:
        found.append(Kept(name_of(problem, image), _kept_by(problem, placements, image, cancel)))
    return found


def name_of(problem: Problem, image: Ints) -> str:
    """What a map of cells does, from where it sends the box around the board."""
    rows, cols = np.nonzero(problem.board)
    (top, left), (bottom, right) = (rows.min(), cols.min()), (rows.max(), cols.max())
    sent = [divmod(int(image[r * problem.cols + c]), problem.cols) for r, c in ((top, left), (top, right), (bottom, left))]
    back = [divmod(int(image[image[r * problem.cols + c]]), problem.cols) for r, c in ((top, left), (top, right))]
    if sent[0] == (bottom, right) and sent[1] == (bottom, left):
        return WORDS["half-turn"]
    if sent[0] == (top, right) and sent[1] == (top, left):
        return WORDS["left-right"]
    if sent[0] == (bottom, left) and sent[2] == (top, left):
        return WORDS["top-bottom"]
    return WORDS["diagonal" if back == [(top, left), (top, right)] else "quarter-turn"]


def _orbits(placements: Placements, image: Ints) -> list[list[frozenset[int]]]:
    """Every piece with its images, where those are pieces, too, and do not overlap."""
    every = {frozenset(placements.of(p)) for p in range(len(placements))}
    seen: set[frozenset[int]] = set()
    found = []
    for p in range(len(placements)):
        piece = frozenset(placements.of(p))
        orbit: list[frozenset[int]] = []
        while piece not in orbit and piece in every:
            orbit.append(piece)
            piece = frozenset(int(image[i]) for i in piece)
        whole = piece in orbit and sum(map(len, orbit)) == len(frozenset().union(*orbit))
        if whole and not seen & set(orbit):
            found.append(orbit)
        seen.update(orbit)
    return found


def _kept_by(problem: Problem, placements: Placements, image: Ints, cancel: Cancel) -> list[list[int]] | None:
    from studio.solvers.ilp import load
    from studio.solvers.linear import INFINITE, LinearModel

    orbits = _orbits(placements, image)
    covering: dict[int, list[int]] = {int(i): [] for i in problem.board_cells()}
    tiles: list[dict[int, int]] = [{} for _ in problem.tiles]
    for k, orbit in enumerate(orbits):
        for piece in orbit:
            t = problem.tile_of(sorted(piece))
            assert t is not None
            tiles[t][k] = tiles[t].get(k, 0) + 1
            for cell in piece:
                covering[cell].append(k)
    if not all(covering.values()):
        return None
    model = LinearModel()
    model.variables(len(orbits), lambda k: f"x_{k + 1}", 0, 1)
    for columns in covering.values():
        model.add("cover", columns, [1] * len(columns), 1, 1)
    for tile, counted in zip(problem.tiles, tiles, strict=True):
        if tile.least and not counted:
            return None
        if counted and (tile.least or tile.count is not None):
            most = INFINITE if tile.count is None else tile.count
            model.add("count", list(counted), list(counted.values()), tile.least, most)
    values = load(model, "cpsat").solve(cancel)
    cancel.check()
    return None if values is None else [sorted(piece) for k, orbit in enumerate(orbits) if values[k] for piece in orbit]

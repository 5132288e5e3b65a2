"""Full boards for the shared generator: a random division into regions, every cell a clue.

Carving then takes clues away while the solution stays the only one. In the basic variant every region must keep a clue: one
cell of each is named in `extra["protected"]` (with its images, if the clues shall be symmetric), and the clause kernel offers
only the others for removal.
"""

from __future__ import annotations

from random import Random

from studio.core.engine import Cancel
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.making import Diary
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.model import BASIC, CHALLENGING, HIDDEN_CLUES, no_borders, params

PROTECTED = "protected"


def full_board(request: GenerateRequest, rng: Random, cancel: Cancel, diary: Diary | None = None) -> Puzzle:
    """A random solved board with all its numbers as clues."""
    grid = make_grid(request.rows, request.cols)
    variant = str(request.get("variant", CHALLENGING))
    largest = min(int(request.get("largest", 8)), grid.size)
    answer = random_division(grid, largest, rng, cancel, diary)
    extra: dict[str, object] = {HIDDEN_CLUES: True} if request.get("questions", False) else {}
    if variant == BASIC:
        extra[PROTECTED] = protected_cells(grid, answer, request.symmetry, rng)
    limit = largest if request.get("told", False) else 0
    return Puzzle("fillomino", grid, answer, no_borders(grid), params=params(variant, limit), solution=answer, extra=extra)


def protected_cells(grid: Grid, answer: Answer, symmetry: str, rng: Random) -> list[int]:
    """At least one cell of every region, closed under the symmetry; as few as a greedy choice gives."""
    kept: set[int] = set()
    seen: set[int] = set()
    for cell in grid.cells():
        if cell in seen:
            continue
        region = grid.flood(cell, lambda other, number=answer[cell]: answer[other] == number)  # type: ignore[misc]
        seen.update(region)
        if not kept.intersection(region):
            kept.update(grid.images(symmetry, rng.choice(sorted(region))))
    return sorted(kept)

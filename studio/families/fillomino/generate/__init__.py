"""Full boards for the shared generator: a random division into regions, every cell a clue.

Carving then takes clues away while the solution stays the only one. In the basic variant every region must keep a clue: one
cell of each is named in `extra["protected"]` (with its images, if the clues shall be symmetric), and the clause kernel offers
only the others for removal.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from studio.core.engine import Cancel
from studio.core.family import GenerateRequest, Progress, make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.kernel.clauses import puzzle_clauses
from studio.families.fillomino.model import BASIC, CHALLENGING, is_basic
from studio.solvers.sat import LazySat

PROTECTED = "protected"


def full_board(request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    """A random solved board with all its numbers as clues."""
    grid = make_grid(request.rows, request.cols)
    variant = str(request.get("variant", CHALLENGING))
    largest = min(int(request.get("largest", 8)), grid.size)
    answer = random_division(grid, largest, rng, cancel)
    extra = {PROTECTED: protected_cells(grid, answer, request.symmetry, rng)} if variant == BASIC else {}
    return Puzzle("fillomino", grid, answer, params={"variant": variant}, solution=answer, extra=extra)


def generate(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """A unique puzzle carved as far as it goes. The setter's generator does this too, and minds the wanted difficulty."""
    rng = Random(f"fillomino {request.seed}")
    full = full_board(request, rng, cancel)
    kernel = puzzle_clauses(full, is_basic(full), True)
    literal = {cell: lit for cell, lit in kernel.assumptions.items() if isinstance(cell, int)}
    groups = sorted({tuple(c for c in full.grid.images(request.symmetry, cell) if c in literal) for cell in literal})
    rng.shuffle(groups)
    kept, proof = set(literal), set(literal.values())
    with LazySat(kernel, cancel) as sat:
        sat.block(full.givens)
        for number, group in enumerate(groups):
            progress(number / len(groups), f"{len(literal) - len(kept)} clues removed")
            rest = kept.difference(group)
            asked = sorted(literal[cell] for cell in rest)
            if proof.issubset(asked) or sat.model(asked) is None:
                kept = rest
                proof = proof if proof.issubset(asked) else set(sat.core())
    givens = tuple(0 if cell in literal and cell not in kept else value for cell, value in enumerate(full.givens))
    return replace(full, givens=givens)


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

"""Our generator: a saturated random solution, carved on one incremental clause kernel by assumption flips.

A solution is *saturated* when every further circle beside it would make four in a row.  With all its circles given such a board
is unique without a single cross, so every attempt yields a puzzle (the thesis' second generator: 0.19 % at N = 12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.making import diary_of
from studio.core.parts import Progress
from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi.generate.story import carving
from studio.families.fobidoshi.kernel.clauses import FobidoshiClauses
from studio.families.fobidoshi.model import CIRCLE, EMPTY, Field
from studio.families.fobidoshi.rules import scan
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.solvers.carve import Group, Knife
from studio.solvers.sat import LazySat
from studio.solvers.search import Ladder

FAMILY_ID = "fobidoshi"
AS_ONE_FROM = 64
"""Cells from which on the rules are not asked one by one whether suppositions decide the board: the kernel is."""
LONG_SUPPOSITIONS = next(rule.level for rule in LADDER if rule.name == "long-cross")


def orbits(grid: Grid, symmetry: str) -> list[tuple[int, ...]]:
    return sorted({tuple(grid.images(symmetry, cell)) for cell in grid.cells()})


# --- the solution -------------------------------------------------------------------------------------------------------
GROWTHS = 200
"""Growths tried for a full, saturated, symmetric solution."""
FULL = 0.58
"""Share of circles in a full solution: the smallest in the archive is 57.8 % (thesis, 4.2). Growth can wall itself in."""


def centre(shape: Field) -> int:
    """The one, two or four cells in the middle: every symmetry maps them onto themselves, and they are connected."""
    rows = range((shape.rows - 1) // 2, shape.rows // 2 + 1)
    cols = range((shape.cols - 1) // 2, shape.cols // 2 + 1)
    return shape.mask(row * shape.cols + col for row in rows for col in cols)


def solution_and_crosses(shape: Field, rng: Random, groups: Sequence[tuple[int, ...]], wanted: int,
                         order: list[int] | None = None) -> tuple[int, int]:  # fmt: skip
    """Circles of a random solution and the given crosses that make it saturated: the wanted number, more only if need be.

    With symmetric clues the solution must be symmetric too (its mirror image would be a second one), so it grows by orbits.
    `order` is filled with them as they joined.
    """
    masks = [shape.mask(group) for group in groups]
    best, least = (0, 0), (shape.size + 1, 0.0)
    for _ in range(GROWTHS):
        crosses = _crosses(shape, rng, masks, wanted)
        joined = list[int]()
        circles = grow(shape, rng, crosses, masks, joined)
        loose = shape.around(circles) & ~crosses & ~shape.completes_four(circles)
        crosses |= sum(mask for mask in masks if mask & loose)
        lacking = max(0.0, FULL - circles.bit_count() / (shape.size - crosses.bit_count()))
        miss = abs(crosses.bit_count() - wanted), lacking
        if miss < least:
            best, least = (circles, crosses), miss
            if order is not None:
                order[:] = joined
        if least == (0, 0.0):
            break
    return best


def _crosses(shape: Field, rng: Random, masks: Sequence[int], wanted: int) -> int:
    """Random orbits of altogether `wanted` cells (fewer where the orbits' sizes do not add up), the middle left free."""
    crosses, middle = 0, centre(shape)
    for mask in rng.sample(list(masks), len(masks)) if wanted else ():
        if not mask & middle and (crosses | mask).bit_count() <= wanted:
            crosses |= mask
    return crosses


def grow(shape: Field, rng: Random, forbidden: int, masks: Sequence[int], order: list[int] | None = None) -> int:
    """Orbits joined one by one, in random order, until none fits any more.

    Cells that touch one circle come first, cells that touch several later: loops need more clues.
    """
    circles = _seed(shape, rng, forbidden, masks)
    joined = [circles]
    for most_touching in (1, 4):
        moved = True
        while moved:
            moved = False
            for mask in rng.sample(list(masks), len(masks)):
                if not mask & (circles | forbidden) and _may_join(shape, circles, mask, most_touching):
                    circles |= mask
                    joined.append(mask)
                    moved = True
    if order is not None:
        order[:] = joined
    return circles


def _seed(shape: Field, rng: Random, forbidden: int, masks: Sequence[int]) -> int:
    """Where the solution begins: an orbit in one piece, or the middle of the board."""
    for mask in rng.sample(list(masks), len(masks)):
        if not mask & forbidden and shape.connected(mask) and not shape.fours(mask):
            return mask
    return centre(shape)


def _may_join(shape: Field, circles: int, mask: int, most_touching: int) -> bool:
    if not mask & shape.around(circles) or shape.fours(circles | mask):
        return False
    return all(0 < (shape.around(shape.bits[cell]) & circles).bit_count() <= most_touching for cell in shape.cells(mask))


# --- the clues ----------------------------------------------------------------------------------------------------------
def carved(full: Puzzle, loose: Sequence[Group], fixed: Sequence[int], progress: Progress, cancel: Cancel) -> list[Group]:
    """The groups of clues that can go, tried in this order, while the puzzle stays unique; `fixed` clues always stay."""
    assert full.solution is not None
    base = tuple(value if cell in fixed else EMPTY for cell, value in enumerate(full.givens))
    literal = {cell: cell + 1 if full.solution[cell] == CIRCLE else -cell - 1 for cell in full.clues() if cell not in fixed}
    with LazySat(FobidoshiClauses(full.with_givens(base)), cancel) as sat:
        return Knife(sat, full.solution, literal, told=carving(diary_of(progress), full, fixed)).shrink(loose, progress)[1]


def givens_of(solution: Answer, kept: set[int]) -> tuple[int, ...]:
    return tuple(value if cell in kept else EMPTY for cell, value in enumerate(solution))


# --- the difficulty -----------------------------------------------------------------------------------------------------
def solvable(puzzle: Puzzle, level: int, cancel: Cancel) -> bool:
    """Do the rules up to this level finish the board?"""
    state = FobidoshiState(puzzle)
    if level >= LONG_SUPPOSITIONS and puzzle.grid.size >= AS_ONE_FROM:
        return scan.falls_to_suppositions(state.field, state.position)
    try:
        for _ in Ladder(LADDER).conclusions(state, limit_level=level):
            cancel.check()
    except Contradiction:
        return False
    return state.solved()


def eased(puzzle: Puzzle, kept: set[int], gone: list[tuple[int, ...]], level: int, cancel: Cancel) -> set[int]:
    """As few of the removed clues put back as the rules up to `level` need."""
    assert puzzle.solution is not None
    solution = puzzle.solution

    def enough(back: Sequence[tuple[int, ...]]) -> bool:
        shown = kept.union(*back) if back else kept
        return solvable(Puzzle(FAMILY_ID, puzzle.grid, givens_of(solution, shown)), level, cancel)

    pool = gone[::-1]
    low, high = 0, len(pool)
    while low < high:
        middle = (low + high) // 2
        if enough(pool[:middle]):
            high = middle
        else:
            low = middle + 1
    back = pool[:high]
    for group in _thinning(back):
        thinner = [other for other in back if other != group]
        if enough(thinner):
            back = thinner
    return kept.union(*back) if back else set(kept)


def _thinning(back: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Clues put back of which the need is tested once more; the last one is needed by construction."""
    yield from back[-31:-1]


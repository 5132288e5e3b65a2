"""Generators: ours on the clause kernel, and the thesis' two (sections 4.1 and 4.2) behind the same request."""

from __future__ import annotations

from random import Random

from studio.core.engine import Cancel, Option
from studio.core.family import make_grid
from studio.core.making import Diary, diary_of
from studio.core.parts import GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import listed, marked, say, say_n
from studio.families.fobidoshi.generate import carve, story
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, field
from studio.families.fobidoshi.rules.scan import LARGE

KERNEL = marked("clause kernel")
RANDOM_START, RANDOM_SOLUTION = marked("random start (thesis 4.1)"), marked("random solution (thesis 4.2)")
METHODS = (KERNEL, RANDOM_START, RANDOM_SOLUTION)
HIGHEST_RULE = {"easy": 3, "medium": 5, "hard": 8}
"""The hardest rule of the ladder that a puzzle of this difficulty may need."""

OPTIONS = (
    Option("method", "Method", KERNEL, METHODS, "ours yields a puzzle every time; the thesis' two try until one is valid",
           expert=True),
    Option("crosses", "Given crosses", 0, low=0, high=400, help="how many crosses the puzzle shows (clause kernel)"),
    Option("fill", "Circles at the start, %", 29, low=1, high=90, help="thesis: 29 % + a random 0 to 12", expert=True),
    Option("solution_fill", "Circles in the solution, %", 61, low=1, high=90, help="thesis 4.2: 61 % + a random 0 to 12",
           expert=True),
    Option("span", "Random addition, %", 12, low=0, high=50, help="thesis: 12", expert=True),
    Option("threshold", "Threshold, %", 90, low=0, high=100,
           help="thesis 4.2: the chance that a neighbour gets a circle; 0: the best of its Table 3 for the size",
           expert=True),
    Option("attempts", "Attempts", 20000, low=1, high=10**9, help="thesis methods: give up after so many", expert=True),
)


def generate(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """A unique puzzle; the same request gives the same one."""
    method = str(request.get("method", KERNEL))
    if method not in METHODS:
        raise BadPuzzle(say("the method is one of {names}, not {method!r}", names=listed(METHODS), method=method))
    if request.rows * request.cols < 4:
        raise BadPuzzle(say("a Fobidoshi board needs at least four cells"))
    if method != KERNEL:
        _refuse(request, method)
    if method == KERNEL:
        return from_kernel(request, progress, cancel)
    from studio.families.fobidoshi.generate.thesis import generate_as_thesis  # loads the compiled search

    return generate_as_thesis(request, method == RANDOM_START, progress, cancel)


def _refuse(request: GenerateRequest, method: str) -> None:
    """The thesis' generators know neither symmetry nor a number of clues: what is not granted must not be asked for."""
    if request.symmetry != "none":
        raise BadPuzzle(say("the method {method!r} cannot place clues symmetrically; the clause kernel can", method=method))
    if int(request.get("crosses", 0)):
        raise BadPuzzle(say("the method {method!r} cannot promise a number of crosses; the clause kernel can", method=method))
    if request.clues:
        raise BadPuzzle(say("the method {method!r} cannot promise a number of clues; the clause kernel can", method=method))


def from_kernel(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """Grow a saturated solution, carve its circles, put some back for an easier puzzle."""
    rng = Random(f"fobidoshi {request.seed}")
    diary = diary_of(progress)
    diary(0.0, say("growing a solution"))
    full, loose, fixed = full_board(request, rng, diary)
    gone = carve.carved(full, loose, fixed, diary, cancel)
    kept = {cell for cell, value in enumerate(full.givens) if value}.difference(*gone)
    level = HIGHEST_RULE.get(request.difficulty)
    if request.difficulty == "any" and full.grid.size >= LARGE:
        level = HIGHEST_RULE["hard"]  # a large board that takes guesses is nobody's pleasure, unless it was asked for
    if level is not None:
        progress(0.95, say("putting clues back"))
        fewer, kept = kept, carve.eased(full, kept, gone, level, cancel)
        story.put_back(diary, full, fewer, kept)
    assert full.solution is not None
    progress(1.0, say_n("{n} clue", "{n} clues", n=len(kept)))
    return Puzzle(carve.FAMILY_ID, full.grid, carve.givens_of(full.solution, kept), solution=full.solution)


Groups = list[tuple[int, ...]]


def full_board(request: GenerateRequest, rng: Random, diary: Diary) -> tuple[Puzzle, Groups, tuple[int, ...]]:
    """A board with all its clues, the groups of clues to try to remove in this order, and the clues that stay."""
    grid = make_grid(request.rows, request.cols)
    shape = field(grid.rows, grid.cols)
    groups = carve.orbits(grid, request.symmetry)
    order = list[int]()
    circles, crosses = carve.solution_and_crosses(shape, rng, groups, int(request.get("crosses", 0)), order)
    shown = circles | crosses
    if request.symmetry != "none" and circles.bit_count() < carve.FULL * (shape.size - crosses.bit_count()):
        # A mirrored solution can be too small (two halves of even width cannot meet without four in a row): then only
        # the places of the clues are symmetric, and a circle's image may be a cross.
        singles = carve.orbits(grid, "none")
        circles, crosses = carve.solution_and_crosses(shape, rng, singles, 0, order)
        shown = shape.full
    solution = tuple(CIRCLE if circles & bit else CROSS for bit in shape.bits)
    givens = tuple(value if shown & bit else EMPTY for value, bit in zip(solution, shape.bits))
    loose = [group for group in groups if shape.mask(group) & shown & ~crosses]
    rng.shuffle(loose)
    loose.sort(key=lambda group: sum(solution[cell] == CIRCLE for cell in group))
    root = loose.pop()
    full = Puzzle(carve.FAMILY_ID, grid, givens, solution=solution)
    story.grown(diary, full, [tuple(shape.cells(mask)) for mask in order])
    return full, loose, (*root, *shape.cells(crosses))

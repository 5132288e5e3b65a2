"""The wish for a number of clues: what is carved to as few as possible gets others back, as they lie in its solution.

More clues never lose the one solution that there is, so the puzzle stays what it was, but for its difficulty.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from studio.core.family import Family
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.setter.carve import orbits


def can_wish_clues(family: Family) -> bool:
    """Whether the family's clues stand in cells and tell about them, so that any of them can be put back."""
    clues, making = family.clues, family.making
    return clues is not None and clues.about_cells and making is not None and not making.clues_follow


def number_of_clues(text: str, cells: int) -> int:
    """A wish as people write it: `40`, or `40%` of the cells."""
    digits, percent = text.strip().removesuffix("%").strip(), text.strip().endswith("%")
    if not digits.isdecimal() or not 0 < int(digits) <= (100 if percent else cells):
        raise BadPuzzle(say("a number of clues is written 40, or 40% of the cells, and is at most {cells}, not {text!r}",
                            cells=cells, text=text))  # fmt: skip
    return max(1, round(cells * int(digits) / 100)) if percent else int(digits)


def allowed_cells(grid: Grid, request: GenerateRequest) -> set[int]:
    """The cells that may get a clue: those that were named, if their partners by symmetry are, too."""
    if not request.only:
        return set(grid.cells())
    return {cell for cell in request.only if request.only.issuperset(grid.images(request.symmetry, cell))}


def with_more_clues(family: Family, puzzle: Puzzle, request: GenerateRequest, rng: Random) -> Puzzle:
    """As many clues as were wished, or as near below as the symmetry lets; a puzzle that has more already stays as it is."""
    clues, missing = family.clues, request.clues - len(puzzle.clues())
    if clues is None or puzzle.solution is None or missing <= 0:
        return puzzle
    strongest = clues.full(puzzle, puzzle.solution)
    groups = _open_groups(family, puzzle, request)
    rng.shuffle(groups)
    givens = list(puzzle.givens)
    for group in groups:
        if len(group) <= missing:
            missing -= len(group)
            for cell in group:
                givens[cell] = strongest[cell]
    return replace(puzzle, givens=tuple(givens))


def _open_groups(family: Family, puzzle: Puzzle, request: GenerateRequest) -> list[list[int]]:
    """Cells that could have a clue and have none, with their partners by symmetry."""
    assert family.clues is not None and puzzle.solution is not None
    strongest = family.clues.full(puzzle, puzzle.solution)
    allowed = allowed_cells(puzzle.grid, request)
    open_cells = [cell for cell in puzzle.grid.cells() if strongest[cell] and not puzzle.givens[cell] and cell in allowed]
    whole = [cell for cell in open_cells if all(image in open_cells or puzzle.givens[image]
                                                for image in puzzle.grid.images(request.symmetry, cell))]
    return [list(group) for group in orbits(puzzle.grid, request.symmetry, whole)]


def lopsided(puzzle: Puzzle, request: GenerateRequest) -> int:
    """Clues whose partners by symmetry are none: a family's own generator may find no others."""
    clues = set(puzzle.clues())
    return sum(not clues.issuperset(puzzle.grid.images(request.symmetry, cell)) for cell in clues)


def too_few(family: Family, puzzle: Puzzle, request: GenerateRequest) -> int:
    """Clues fewer than were wished because the solution has no more of them (one an island, say); what symmetry costs is no
    fault."""
    missing = request.clues - len(puzzle.clues())
    if missing <= 0 or puzzle.solution is None or _open_groups(family, puzzle, request):
        return 0
    return missing


def too_many(puzzle: Puzzle, request: GenerateRequest) -> int:
    """Clues more than were wished: it was carved as far as it can be."""
    return max(0, len(puzzle.clues()) - request.clues) if request.clues else 0

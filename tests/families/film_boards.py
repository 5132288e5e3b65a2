"""Small boards for the film checker: samples, and random ones with one, several and no solutions, each with all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from studio.core import registry
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from tests.families.film_checker import unfilmed

MOST_CELLS = 36
MOST_SOLUTIONS = 60
SIZES = (6, 9, 12)
"""cells of a random board"""
Known = tuple[Puzzle, list[Answer]]


def with_solutions(family: Family, puzzle: Puzzle) -> Known | None:
    """The board with all its solutions, if it is a puzzle and they are few."""
    try:
        family.validate(puzzle)
    except BadPuzzle:
        return None
    result = unfilmed(puzzle, family.engine("auto"), MOST_SOLUTIONS + 1)
    listed = result.count is None or result.count == len(result.solutions)
    return (puzzle, list(result.solutions)) if result.answered and listed and len(result.solutions) <= MOST_SOLUTIONS else None


def altered(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Some givens taken away, or one changed for another's: several solutions, or none."""
    givens = list(puzzle.givens)
    filled = [cell for cell, given in enumerate(givens) if given]
    if not filled:
        return puzzle
    if rng.random() < 0.6:
        for cell in rng.sample(filled, rng.randint(1, max(1, len(filled) // 3))):
            givens[cell] = 0
    else:
        givens[rng.choice(filled)] = givens[rng.choice(filled)]
        givens[rng.choice(filled)] = givens[rng.choice(filled)]
    return puzzle.with_givens(tuple(givens))


def candidates(family: Family, seed: int) -> Iterator[Puzzle]:
    """Samples first, then random boards without end."""
    rng = Random(seed)
    small = [puzzle for puzzle in family.samples() if puzzle.grid.size <= MOST_CELLS] or [
        min(family.samples(), key=lambda puzzle: puzzle.grid.size)]
    yield from small[:1]
    while True:
        if family.trials is not None:
            yield family.trials.random_puzzle(rng, rng.choice(SIZES))
        if family.trials is None or rng.random() < 0.1:
            yield altered(rng.choice(small), rng)


@cache
def boards(family_id: str, count: int, seed: int = 1) -> list[Known]:
    """So many boards: at most two in five of each sort, with no, one and several solutions, where such boards are found."""
    family, found = registry.family(family_id), []
    kinds = {0: 0, 1: 0, 2: 0}
    for number, puzzle in enumerate(candidates(family, seed)):
        known = with_solutions(family, puzzle)
        if known is not None:
            kind = min(2, len(known[1]))
            if 5 * kinds[kind] < 2 * count or number > 15 * count:
                kinds[kind] += 1
                found.append(known)
        if len(found) == count or number > 30 * count:
            break
    return found

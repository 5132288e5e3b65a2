"""The rules of Fillomino as a checker that names what is broken and where.

A partial board is only blamed for what no further number can mend: a group that has grown too large, one that has no room
left to reach its size, and (basic variant) one that can no longer meet a given.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.puzzle import BadGivens, BadPuzzle, Board, Puzzle, Violation
from studio.families.fillomino.model import CHALLENGING, VARIANTS, groups, is_basic, shown_numbers

GIVEN_CHANGED = "given-changed"
TOO_LARGE = "region-too-large"
TOO_SMALL = "region-too-small"
HIDDEN = "hidden-region"


def validate(puzzle: Puzzle) -> None:
    """Numbers between 1 and the number of cells; a known variant."""
    variant = puzzle.param("variant", CHALLENGING)
    if variant not in VARIANTS:
        raise BadPuzzle(f"Fillomino has the variants {' and '.join(VARIANTS)}, not {variant!r}")
    size = puzzle.grid.size
    wrong = [cell for cell, given in enumerate(puzzle.givens) if not 0 <= given <= size]
    if wrong:
        raise BadGivens(f"the number {puzzle.givens[wrong[0]]} in {puzzle.grid.cell_name(wrong[0])} does not fit on a board of "
                        f"{size} cells", wrong)


def check(board: Board) -> list[Violation]:
    """Every broken rule with its cells."""
    numbers = shown_numbers(board)
    found = [Violation(GIVEN_CHANGED, f"the given {given} was changed to {mark}", (cell,))
             for cell, (given, mark) in enumerate(zip(board.givens, board.marks)) if given and mark not in (0, given)]
    basic = is_basic(board)
    for number, group in groups(board.grid, numbers):
        found += _faults(board, numbers, number, group, basic)
    return found


def _faults(board: Board, numbers: list[int], number: int, group: list[int], basic: bool) -> Iterator[Violation]:
    cells = tuple(group)
    if len(group) > number:
        yield Violation(TOO_LARGE, f"a region of {number}s has {len(group)} cells", cells)
        return
    clued = any(board.givens[cell] for cell in group)
    if len(group) == number:
        if basic and not clued:
            yield Violation(HIDDEN, f"a region of {number}s holds no given number (basic variant)", cells)
        return
    # enough room is enough, unless it has to hold a given number (basic variant)
    room = board.grid.flood(group[0], lambda other: numbers[other] in (0, number), None if basic and not clued else number)
    if len(room) < number:
        only = "has only" if len(room) == len(group) else "has room for only"
        yield Violation(TOO_SMALL, f"a region of {number}s {only} {len(room)} cells", cells)
    elif basic and not clued and not any(board.givens[cell] == number for cell in room):
        yield Violation(HIDDEN, f"a region of {number}s can meet no given {number} (basic variant)", cells)


def is_complete(board: Board) -> bool:
    """Every cell has a number."""
    return all(shown_numbers(board))

"""The rules of Fillomino as a checker that names what is broken and where.

A partial board is only blamed for what no further number can mend: equal numbers across a given border, a number above the
limit, a group that has grown too large, one that has no room left to reach its size, and (basic variant) one that can no longer
meet a given.
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.puzzle import Answer, BadGivens, BadPuzzle, Board, Puzzle, Violation
from studio.core.say import say, say_n
from studio.families.fillomino.model import (
    BORDER,
    CHALLENGING,
    QUESTION,
    VARIANTS,
    ZERO,
    Walls,
    groups,
    is_basic,
    limit_of,
    shown_numbers,
    walls_of,
)

GIVEN_CHANGED = "given-changed"
ACROSS_BORDER = "across-border"
ABOVE_LIMIT = "above-limit"
TOO_LARGE = "region-too-large"
TOO_SMALL = "region-too-small"
HIDDEN = "hidden-region"


def validate(puzzle: Puzzle) -> None:
    """Numbers between 1 and the number of cells (or the limit), or "?"; a known variant; borders drawn or not."""
    variant, limit = puzzle.param("variant", CHALLENGING), puzzle.param("limit", 0)
    if variant not in VARIANTS:
        raise BadPuzzle(say("Fillomino has the variants {first} and {second}, not {variant!r}", first=VARIANTS[0],
                            second=VARIANTS[1], variant=variant))
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise BadPuzzle(say("the largest region of a Fillomino is a number of cells, or 0 for no limit, not {limit!r}",
                            limit=limit))
    if any(border not in (0, BORDER) for border in puzzle.borders):
        raise BadPuzzle(say("a border of a Fillomino is given or not"))
    size = puzzle.grid.size
    if ZERO in puzzle.givens:
        cells = [cell for cell, given in enumerate(puzzle.givens) if given == ZERO]
        raise BadGivens(say("the clue in {cell} says 0, but no region has 0 cells",
                            cell=puzzle.grid.cell_name(cells[0])), cells)
    wrong = [cell for cell, given in enumerate(puzzle.givens) if not QUESTION <= given <= size]
    if wrong:
        raise BadGivens(say("the number {given} in {cell} does not fit on a board of {size} cells",
                            given=puzzle.givens[wrong[0]], cell=puzzle.grid.cell_name(wrong[0]), size=size), wrong)
    above = [cell for cell, given in enumerate(puzzle.givens) if limit and given > limit]
    if above:
        raise BadGivens(say("the number {number} in {cell} is larger than the largest region, {limit}",
                            number=puzzle.givens[above[0]], cell=puzzle.grid.cell_name(above[0]), limit=limit), above)


def check(board: Board) -> list[Violation]:
    """Every broken rule with its cells."""
    numbers, walls = shown_numbers(board), walls_of(board)
    found = [Violation(GIVEN_CHANGED, say("the given {given} was changed to {mark}", given=given, mark=mark), (cell,))
             for cell, (given, mark) in enumerate(zip(board.givens, board.marks)) if given > 0 and mark not in (0, given)]
    found += [Violation(ACROSS_BORDER, say("{number} on both sides of a given border", number=numbers[a]), (a, b))
              for a, b in walls if numbers[a] and numbers[a] == numbers[b]]
    limit = limit_of(board)
    found += [Violation(ABOVE_LIMIT, say("no region has more than {limit} cells here", limit=limit), (cell,))
              for cell, number in enumerate(numbers) if limit and number > limit]
    basic = is_basic(board)
    for number, group in groups(board.grid, numbers):
        found += _faults(board, numbers, walls, number, group, basic)
    return found


def solves(puzzle: Puzzle, answer: Answer) -> bool:
    """The same rules for full boards, one after the other, for thousands of answers: what `check` would find nothing wrong
    with."""
    grid, givens, limit = puzzle.grid, puzzle.givens, limit_of(puzzle)
    if len(answer) != grid.size or min(answer) < 1 or (limit and max(answer) > limit):
        return False
    if any(given > 0 and given != number for given, number in zip(givens, answer)):
        return False
    if any(puzzle.borders) and any(answer[a] == answer[b] for a, b in walls_of(puzzle)):
        return False
    basic, adjacency, seen = is_basic(puzzle), grid.adjacency, [False] * grid.size
    for start, number in enumerate(answer):
        if not seen[start]:
            seen[start] = True
            region = [start]
            for cell in region:
                for other in adjacency[cell]:
                    if answer[other] == number and not seen[other]:
                        seen[other] = True
                        region.append(other)
            if len(region) != number or (basic and not any(givens[cell] for cell in region)):
                return False
    return True


def _faults(board: Board, numbers: list[int], walls: Walls, number: int, group: list[int], basic: bool) -> Iterator[Violation]:
    cells = tuple(group)
    if len(group) > number:
        yield Violation(TOO_LARGE, say("a region of {number}s has {count} cells", number=number, count=len(group)), cells)
        return
    clued = any(board.givens[cell] for cell in group)
    if len(group) == number:
        if basic and not clued:
            yield Violation(HIDDEN, say("a region of {number}s holds no given number (basic variant)", number=number), cells)
        return
    # enough room is enough, unless it has to hold a given number (basic variant)
    inside = set(group)
    shut = {b if a in inside else a for a, b in walls if a in inside or b in inside} - inside
    room = board.grid.flood(group[0], lambda other: numbers[other] in (0, number) and other not in shut,
                            None if basic and not clued else number)
    if len(room) < number:
        text = (say_n("a region of {number}s has only {n} cell", "a region of {number}s has only {n} cells", n=len(room),
                      number=number) if len(room) == len(group) else
                say_n("a region of {number}s has room for only {n} cell", "a region of {number}s has room for only {n} cells",
                      n=len(room), number=number))
        yield Violation(TOO_SMALL, text, cells)
    elif basic and not clued and not any(board.givens[cell] in (number, QUESTION) for cell in room):
        yield Violation(HIDDEN, say("a region of {number}s can meet no given {number} (basic variant)", number=number), cells)


def is_complete(board: Board) -> bool:
    """Every cell has a number."""
    return all(shown_numbers(board))

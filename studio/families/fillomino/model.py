"""Fillomino's own words: variants, question marks, given borders, the largest region, and groups of equal numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Board, Puzzle
from studio.core.say import marked

BASIC, CHALLENGING = marked("basic"), marked("challenging")
VARIANTS = (CHALLENGING, BASIC)
QUESTION = -1
"""A given "?": nobody says which number stands there; in the basic variant it counts as given all the same."""
ZERO = -2
"""A given 0, which foreign formats can say and no solution can meet: kept and shown, never solved."""
BORDER = 3
"""A given border on `Puzzle.borders` (1 and 2 are directions across one: turning a board turns them round)."""
HIDDEN_CLUES = "questions"
"""In `extra`: clues that cannot go may become "?" while a board is carved."""
Pair = tuple[int, int]
Walls = tuple[Pair, ...]
"""The two cells of every given border: they hold different numbers."""


def params(variant: str = CHALLENGING, limit: int = 0) -> dict[str, object]:
    """The parameters of a puzzle, all of them."""
    return {"variant": variant, "limit": limit}


def no_borders(grid: Grid) -> tuple[int, ...]:
    return (0,) * grid.border_count


def is_basic(puzzle: Puzzle | Board) -> bool:
    """Basic variant (thesis 4.1): every region of the solution holds at least one given number (or "?")."""
    return puzzle.params.get("variant", CHALLENGING) == BASIC


def limit_of(puzzle: Puzzle | Board) -> int:
    """The most cells that a region may have, 0 where nothing but the board limits it."""
    limit = int(puzzle.params.get("limit", 0) or 0)
    return limit if limit < puzzle.grid.size else 0


def walls_of(puzzle: Puzzle | Board) -> Walls:
    return tuple(puzzle.grid.border_cells(border) for border, given in enumerate(puzzle.borders) if given)


@dataclass(frozen=True)
class Terms:
    """What a board asks besides its numbers."""

    basic: bool = False
    limit: int = 0
    walls: Walls = ()

    @classmethod
    def of(cls, puzzle: Puzzle | Board) -> Terms:
        return cls(is_basic(puzzle), limit_of(puzzle), walls_of(puzzle))

    def allows(self, grid: Grid, givens: Sequence[int], answer: Answer) -> bool:
        """Is this a solution? (The numbers given are there.) Told of answers whose hidden regions were read off a model."""
        if any(answer[a] == answer[b] for a, b in self.walls) or (self.limit and max(answer) > self.limit):
            return False
        return all(len(group) == number and (not self.basic or any(givens[cell] for cell in group))
                   for number, group in groups(grid, answer))


def shown_numbers(board: Board) -> list[int]:
    """What stands in each cell: the given number, else the mark, else 0."""
    return [given if given > 0 else mark for given, mark in zip(board.givens, board.marks)]


def groups(grid: Grid, numbers: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """The connected cells of equal number, with that number; empty cells are left out."""
    seen = [False] * grid.size
    for cell, number in enumerate(numbers):
        if number and not seen[cell]:
            group = grid.flood(cell, lambda other, number=number: numbers[other] == number)  # type: ignore[misc]
            for member in group:
                seen[member] = True
            yield number, sorted(group)


def stands_alone(grid: Grid, answer: Answer) -> bool:
    """Every connected set of equal numbers has as many cells as they say (a hidden region may have met another by chance)."""
    return all(len(group) == number for number, group in groups(grid, answer))

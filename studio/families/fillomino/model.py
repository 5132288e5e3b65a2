"""Fillomino's own words: the two variants, and groups of equal numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Board, Puzzle

BASIC, CHALLENGING = "basic", "challenging"
VARIANTS = (CHALLENGING, BASIC)


def is_basic(puzzle: Puzzle | Board) -> bool:
    """Basic variant (thesis 4.1): every region of the solution holds at least one given number."""
    return puzzle.params.get("variant", CHALLENGING) == BASIC


def shown_numbers(board: Board) -> list[int]:
    """What stands in each cell: the given, else the mark, else 0."""
    return [given or mark for given, mark in zip(board.givens, board.marks)]


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

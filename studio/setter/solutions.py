"""The solutions of many puzzles, for whoever prints them."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.parts import Progress
from studio.core.puzzle import Answer, Puzzle
from studio.setter.ask import ask_best, shorter

SECONDS = 20.0
"""For each puzzle: a book is not the place for a long search."""


def solutions(puzzles: Sequence[Puzzle], cancel: Cancel, progress: Progress) -> list[Answer | None]:
    """A stored solution that passes the checker, or the best engine's; None where none was found in time."""
    found: list[Answer | None] = []
    for number, puzzle in enumerate(puzzles):
        cancel.check()
        progress(number / len(puzzles), puzzle.title or f"puzzle {number + 1}")
        found.append(_solution(puzzle, cancel))
    return found


def _solution(puzzle: Puzzle, cancel: Cancel) -> Answer | None:
    family = registry.family(puzzle.family)
    if puzzle.solution is not None and not family.wrong(puzzle, puzzle.solution):
        return puzzle.solution
    result = ask_best(puzzle, 1, shorter(cancel, SECONDS))
    cancel.check()
    return result.solutions[0] if result.solutions else None

"""The solutions of many puzzles, for whoever prints them; and all solutions of one, for whoever wants to look at them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from studio.core import registry
from studio.core.engine import Cancel, Status
from studio.core.family import Family
from studio.core.parts import Progress
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.ask import ask_best, shorter

SECONDS = 20.0
"""For each puzzle: a book is not the place for a long search."""
TELL_SECONDS = 0.1


def solutions(puzzles: Sequence[Puzzle], cancel: Cancel, progress: Progress) -> list[Answer | None]:
    """A stored solution that passes the checker, or the best engine's; () where it is proved that there is none, None where
    none was found in time."""
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
    if result.status is Status.NONE:
        return ()
    return result.solutions[0] if result.solutions else None


@dataclass(frozen=True)
class Found:
    """Solutions of one board, in the order in which they turned up. `all`: there are no others."""

    answers: tuple[Answer, ...]
    all: bool = False
    message: str = ""


class _Collecting(TraceWriter):
    """Sends the solutions of a search now and then, while it goes on."""

    def __init__(self, family: Family, puzzle: Puzzle, send: Callable[[Found], None]) -> None:
        super().__init__()
        self._family, self._puzzle, self._tell = family, puzzle, send
        self.answers: list[Answer] = []
        self._told = time.perf_counter()

    def solution(self, answer: Answer, ticks: int | None = None) -> None:
        super().solution(answer)
        if not self._family.wrong(self._puzzle, tuple(answer)):
            self.answers.append(tuple(answer))
        if time.perf_counter() - self._told > TELL_SECONDS:
            self._told = time.perf_counter()
            self._tell(Found(tuple(self.answers)))


def browse(puzzle: Puzzle, most: int, cancel: Cancel, send: Callable[[Found], None] = lambda found: None) -> Found:
    """Up to so many solutions of a board, for somebody who wants to look at them; what was found stays when time runs out."""
    family = registry.family(puzzle.family)
    trace = _Collecting(family, puzzle, send)
    result = ask_best(puzzle, most, cancel, trace)
    answers = tuple(dict.fromkeys(result.solutions or trace.answers))
    if not result.answered:
        return Found(answers, message=result.message or result.status.value)
    count = result.count if result.count is not None else len(answers)
    return Found(answers, len(answers) < most and count == len(answers))

"""What is known of the numbers that cells can hold: solutions that show them, and what no solution has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.check import solves
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import Terms
from studio.families.fillomino.walk.nearby import Wanderer

QUIET = 15  # excursions without anything new after which a walk from a solver's solution ends


class Stock:
    """Numbers by cell, with a solution for each, and a wanderer who knows them, too."""

    def __init__(self, puzzle: Puzzle, answers: Sequence[Answer], cancel: Cancel) -> None:
        self.puzzle, self.cancel = puzzle, cancel
        self.named = set(Values.of(puzzle.givens, Terms.of(puzzle)).sizes)
        """the numbers that the clause kernel tells apart"""
        self.none: set[tuple[int, int]] = set()
        """(cell, number) that no solution has"""
        self.shown: list[dict[int, Answer]] = [{} for _ in puzzle.grid.cells()]
        """by cell and number: a solution that has it there"""
        self.last = answers[-1]
        self._wanderer = Wanderer(puzzle)
        self._wanderer.watch(puzzle.grid.cells())
        for answer in answers:
            self.note(answer)

    def note(self, answer: Answer) -> None:
        self.last = answer
        self._wanderer.know(answer)
        for cell, number in enumerate(answer):
            self.shown[cell].setdefault(number, answer)

    def no(self, cell: int, numbers: Iterable[int]) -> None:
        self.none.update((cell, number) for number in numbers)

    def unnamed(self, least: int) -> list[int]:
        """The numbers from this one on that are not told apart."""
        return [number for number in range(least, self.puzzle.grid.size + 1) if number not in self.named]

    def largest(self, cell: int) -> int:
        """The largest number, not told apart by the kernel, that a solution has shown in a cell; 0: none."""
        return max((number for number in self.shown[cell] if number not in self.named), default=0)

    def wrong(self, answer: Answer) -> list[str]:
        return [] if solves(self.puzzle, answer) else [str(answer)]

    # --- solutions ----------------------------------------------------------------------------------------------------
    def walked(self, start: Answer, quiet: int) -> Iterator[Answer]:
        """What lies near a solution."""
        self._wanderer.begin(start)
        while (found := self._wanderer.further(quiet)) is not None:
            self.cancel.check()
            self.note(found)
            yield found

    def met(self, answer: Answer) -> Iterator[Answer]:
        """A solver has found it: it, and what lies near it."""
        self.note(answer)
        yield answer
        yield from self.walked(answer, QUIET)
        self.last = answer

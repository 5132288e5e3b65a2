"""A hidden region of a known solution divided: another solution, with other numbers in its cells, and no solver is asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from studio.core.puzzle import Answer
from studio.families.fillomino.walk.stock import Stock

DRAWS = 6  # ways to divide a region that are tried


class Divider:
    """All chance comes from the seed."""

    def __init__(self, stock: Stock, seed: int = 1) -> None:
        self.stock, self.grid = stock, stock.puzzle.grid
        self._random = Random(seed)

    def divided(self, cell: int, size: int) -> Iterator[Answer]:
        """A solution in which the cell lies in a region of so many cells, if one is found among the parts of a known region."""
        for number in sorted(other for other in self.stock.shown[cell] if other > size):
            answer = self.stock.shown[cell][number]
            region = self.grid.flood(cell, lambda other: answer[other] == number)  # noqa: B023
            if any(self.stock.puzzle.givens[other] for other in region):
                continue
            for _ in range(DRAWS):
                found = self._cut(answer, set(region), self._grown(cell, size, set(region)))
                if found is not None and not self.stock.wrong(found):
                    self.stock.note(found)
                    yield found
                    return

    def _grown(self, cell: int, size: int, region: set[int]) -> set[int]:
        """So many connected cells of a region, drawn one after the other."""
        found, border = {cell}, [other for other in self.grid.neighbours(cell) if other in region]
        while len(found) < size:
            other = border.pop(self._random.randrange(len(border)))
            if other not in found:
                found.add(other)
                border += [each for each in self.grid.neighbours(other) if each in region and each not in found]
        return found

    def _cut(self, answer: Answer, region: set[int], part: set[int]) -> Answer | None:
        """The region in this part and what is left of it; None if two regions of the same size would touch."""
        numbers = list(answer)
        pieces = [sorted(part), *self.grid.components(region - part)]
        for piece in pieces:
            for cell in piece:
                numbers[cell] = len(piece)
        for piece in pieces:
            inside = set(piece)
            for cell in piece:
                if any(numbers[other] == len(piece) and other not in inside for other in self.grid.neighbours(cell)):
                    return None
        return tuple(numbers)

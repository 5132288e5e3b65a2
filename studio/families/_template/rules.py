"""The deduction ladder of the template: two rules everyone knows, and the elimination they rest on."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Candidates, Contradiction, Step
from studio.core.say import marked, say
from studio.core.trace import Reason


def _size(state: Candidates) -> int:
    return round(len(state.domains) ** 0.5)


class Elimination:
    name = "elimination"
    title = marked("A number is out for its row and column")
    level = 1

    def find(self, state: Candidates) -> Iterator[Step]:
        size = _size(state)
        for cell in range(size * size):
            value = state.value(cell)
            if not value:
                continue
            row, col = divmod(cell, size)
            for other in [row * size + c for c in range(size)] + [r * size + col for r in range(size)]:
                if other != cell and state.can_be(other, value):
                    yield Step(other, -value, Reason(say("{value} already stands in its row or column", value=value), (cell,)))


class OnlyPlace:
    name = "only-place"
    title = marked("A number has one place left in a line")
    level = 2

    def find(self, state: Candidates) -> Iterator[Step]:
        size = _size(state)
        rows = [[r * size + c for c in range(size)] for r in range(size)]
        for line in rows + [list(column) for column in zip(*rows)]:
            for value in range(1, size + 1):
                places = [cell for cell in line if state.can_be(cell, value)]
                if not places:
                    raise Contradiction(say("{value} has no place left in this line", value=value), line)
                if len(places) == 1:
                    text = say("{value} fits nowhere else in this line", value=value)
                    yield Step(places[0], value, Reason(text, tuple(line)))


LADDER = (Elimination(), OnlyPlace())

"""The ladder: four rules that every solver knows. Each is a class with `find`, which yields conclusions with their reasons."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Candidates, Contradiction, Step
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import Reason
from studio.families._shading.model import SHADED, WHITE, rays, seen


class State(Candidates):
    """Candidates per cell, and the puzzle, which rules need to read the numbers."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__([1 << WHITE if given else 1 << WHITE | 1 << SHADED for given in puzzle.givens])
        self.grid, self.numbers = puzzle.grid, {cell: puzzle.givens[cell] for cell in puzzle.clues()}

    def values_now(self) -> list[int]:
        return [self.value(cell) for cell in self.grid.cells()]


class NoTouching:
    name, title, level = "no-touching", marked("Next to a shaded cell nothing is shaded"), 1

    def find(self, state: State) -> Iterator[Step]:
        for cell in state.grid.cells():
            if state.value(cell) == SHADED:
                for other in state.grid.neighbours(cell):
                    yield Step(other, WHITE, Reason(marked("it touches a shaded cell"), (cell,)))


class EnoughSeen:
    name, title, level = "enough-seen", marked("A number that sees enough is closed off"), 2

    def find(self, state: State) -> Iterator[Step]:
        values = state.values_now()
        for cell, number in state.numbers.items():
            least = seen(state.grid, cell, values, (WHITE,))
            if len(least) > number:
                raise Contradiction(say("this {number} sees {count} cells", number=number, count=len(least)), least)
            for ray in rays(state.grid, cell):
                end = next((other for other in ray if values[other] != WHITE), None)
                if end is not None and len(least) == number:
                    text = say("this {number} sees {number} cells already", number=number)
                    yield Step(end, SHADED, Reason(text, tuple(least)))


class AllNeeded:
    name, title, level = "all-needed", marked("A number needs every cell that it could see"), 2

    def find(self, state: State) -> Iterator[Step]:
        values = state.values_now()
        for cell, number in state.numbers.items():
            most = seen(state.grid, cell, values, (WHITE, 0))
            if len(most) < number:
                raise Contradiction(say("this {number} can see {count} cells at most", number=number, count=len(most)), most)
            for ray in rays(state.grid, cell):
                far = [other for other in ray if other in most]
                for other in far[: max(0, number - (len(most) - len(far)))]:  # however far the other three directions reach
                    text = say("this {number} needs it: all else that it sees is too little", number=number)
                    yield Step(other, WHITE, Reason(text, (cell,)))


class OnlyWay:
    name, title, level = "only-way", marked("Shading this would cut the others in two"), 3

    def find(self, state: State) -> Iterator[Step]:
        values = state.values_now()
        if apart := self._apart(state, values, -1):
            raise Contradiction(marked("these cells are cut off"), apart)
        for cell in state.grid.cells():
            if not values[cell] and (apart := self._apart(state, values, cell)):
                yield Step(cell, WHITE, Reason(marked("else these cells would be cut off"), apart))

    def _apart(self, state: State, values: list[int], shaded: int) -> tuple[int, ...]:
        """The smallest part with a white cell that shading one more cell cuts off; () if all hang together."""
        rest = [cell for cell in state.grid.cells() if cell != shaded and values[cell] != SHADED]
        settled = [part for part in state.grid.components(rest) if any(values[cell] == WHITE for cell in part)]
        return tuple(sorted(settled, key=len)[0]) if len(settled) > 1 else ()


LADDER = (NoTouching(), EnoughSeen(), AllNeeded(), OnlyWay())

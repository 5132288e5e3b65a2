"""Every way to draw the blocks of an arrow, where there are not too many: squares that all have, cells that none uses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from studio.core.bits import cells_of, mover
from studio.core.deduction import Contradiction, Step
from studio.core.say import marked
from studio.families.evolomino.rules.looks import no_squares, squares
from studio.families.evolomino.rules.state import Block, Picture, Route, State

MOST_LOOKS = 2_000
"""Shapes looked at per arrow, beyond which nobody would try them all."""
LOOKS_OF_A_RULE = 32
"""Shapes that take about as long as another rule's look over the board."""


MOST_KEPT = 20_000


class TooMany(Exception):
    """More ways than anybody wants to look at."""


class ArrowWays:
    """Draw an arrow's blocks in every way: from the first block on, each next one is a shift of it and one square more."""

    name = "arrow-ways"
    title = marked("Every way to draw the blocks of an arrow")
    level = 6
    in_search = False

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        for number, route in enumerate(picture.routes):
            drawing = _Drawing(state, picture, route)
            told = self._told(state, number, drawing)
            if told is None:
                raise Contradiction(marked("there is no way to draw the blocks of this arrow"), route.arrow, self.name)
            common, never = told
            if common & ~state.squares or never & ~state.empty:
                because = drawing.along & state.squares or drawing.along
                always = marked("every way to draw the blocks of this arrow has a square here")
                nowhere = marked("no way to draw the blocks of this arrow leaves a square here")
                yield from squares(state, common, always, because)
                yield from no_squares(state, never, nowhere, because)
                return

    def _told(self, state: State, number: int, drawing: _Drawing) -> tuple[int, int] | None:
        """What the ways tell, looked up where the same was asked before."""
        seen = (number, *drawing.rests_on())
        if seen in state.told_ways:
            return state.told_ways[seen]
        if len(state.told_ways) > MOST_KEPT:
            state.told_ways.clear()
        told: tuple[int, int] | None = (0, 0)
        try:
            drawing.run()
            told = (drawing.common, drawing.never) if drawing.count else None
        except TooMany:
            pass
        state.told_ways[seen] = told
        return told


class _Drawing:
    """One arrow. `common`: squares of all ways found so far; `never`: cells without a square in all of them."""

    def __init__(self, state: State, picture: Picture, route: Route) -> None:
        self.state, self.picture, self.route, self.grid = state, picture, route, state.grid
        self.along = 0
        for cell in route.arrow:
            self.along |= 1 << cell
        self.anchored = {block.anchor: block for block in route.blocks}
        self.common = self.never = state.grid.all
        self.count = self.looks = 0
        self.rooms = {cell: self._room(cell) for cell in route.arrow if not state.empty >> cell & 1}
        near = self.along
        for room in self.rooms.values():
            near |= room
        near |= state.grid.around(near)
        self.near = near | state.grid.around(near)

    def rests_on(self) -> Iterator[int]:
        """All that the ways, and what is new in them, depend on."""
        yield from (self.state.squares & self.near, self.state.empty & self.near, *self.rooms.values())
        for block in self.route.blocks:
            yield from (block.least, block.most)

    def _room(self, cell: int) -> int:
        block = self.anchored.get(cell)
        return block.reach if block is not None else self.picture.start(cell)

    def run(self) -> None:
        """Every first block, and what it grows into; ends as soon as nothing new can come of it."""
        for at, cell in enumerate(self.route.arrow):
            if cell in self.rooms:
                for shape in self._first_blocks(cell):
                    self._go_on(at, shape, shape)
                    if self.count and not self._hopeful():
                        return
            if self.state.squares >> cell & 1:
                return  # the first block stands at the latest here

    def _hopeful(self) -> bool:
        return bool(self.common & ~self.state.squares or self.never & ~self.state.empty)

    def _look(self) -> None:
        self.looks += 1
        if self.looks > MOST_LOOKS:
            raise TooMany
        if not self.looks % LOOKS_OF_A_RULE:
            self.state.heed()

    def _fits(self, shape: int) -> bool:
        """No known square touches the shape from outside."""
        return not self.grid.around(shape) & self.state.squares

    def _first_blocks(self, cell: int) -> Iterator[int]:
        """Connected shapes around an arrow cell, each once, with room for at least one larger one after it."""
        room, block = self.rooms[cell], self.anchored.get(cell)
        start = block.cells if block is not None else 1 << cell
        most = min(block.most if block is not None else room.bit_count(), self._room_after(cell) - 1)
        yield from self._grow(start, room, most)

    def _room_after(self, cell: int) -> int:
        """The most squares that a later block of the arrow could have."""
        later = self.route.arrow[self.route.arrow.index(cell) + 2 :]
        return max((self.rooms[other].bit_count() for other in later if other in self.rooms), default=0)

    def _grow(self, start: int, room: int, most: int) -> Iterator[int]:
        """Small shapes first: those of all directions soon show that they have nothing in common."""
        line = deque([(start, 0)])
        while line:
            shape, out = line.popleft()
            self._look()
            beside = self.grid.around(shape)
            must = beside & self.state.squares
            if not must:
                yield shape
            if shape.bit_count() >= most or must & (out | ~room):
                continue
            for cell in cells_of(must & -must if must else beside & room & ~out):
                line.append((shape | 1 << cell, out))
                out |= 1 << cell

    def _go_on(self, at: int, shape: int, drawn: int) -> None:
        """The blocks after this one; the arrow may end here if it has two and no square is left on it."""
        block = self.anchored.get(self.route.arrow[at])
        if block is not None and not self._is(block, shape):
            return
        arrow, size = self.route.arrow, shape.bit_count()
        if drawn != shape and not any(self.state.squares >> cell & 1 for cell in arrow[at + 1 :]):
            self._keep(drawn)
        for later in range(at + 2, len(arrow)):
            if self.state.squares >> arrow[later - 1] & 1:
                return
            cell = arrow[later]
            room = self.rooms.get(cell)
            if room is None or room.bit_count() <= size:
                continue
            for following in self._next_blocks(shape, cell, room, drawn):
                self._go_on(later, following, drawn | following)
                if self.count and not self._hopeful():
                    return

    def _is(self, block: Block, shape: int) -> bool:
        return not block.cells & ~shape and block.least <= shape.bit_count() <= block.most

    def _next_blocks(self, shape: int, cell: int, room: int, drawn: int) -> set[int]:
        """The shape shifted, with one cell more, its arrow square at `cell`; apart from what is drawn."""
        near = self.grid.around(drawn)
        free = room & ~drawn & ~near
        found: set[int] = set()
        if not free >> cell & 1:
            return found
        for _, _, image in mover(self.state.field.rows, self.state.field.cols, shape).shifts_into(free):
            self._look()
            beside = self.grid.around(image) & free
            more = beside if image >> cell & 1 else beside & 1 << cell
            for extra in cells_of(more):
                block = image | 1 << extra
                if self._fits(block) and not block & self.along & ~(1 << cell):
                    found.add(block)
        return found

    def _keep(self, drawn: int) -> None:
        self.count += 1
        self.common &= drawn
        self.never &= (self.along & ~drawn) | self.grid.around(drawn)

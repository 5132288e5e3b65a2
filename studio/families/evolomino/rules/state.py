"""What is known about the squares, and the picture that rules look at: blocks, where they can grow, how large they can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from studio.core.bits import BitGrid, bit_grid, bits_of, cells_of
from studio.core.deduction import Candidates, Contradiction, Fact
from studio.core.say import marked, say
from studio.families.evolomino.check import settled_marks
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, OPEN, Field

ANY = 1 << IS_SQUARE | 1 << NO_SQUARE
WITNESS_CELLS = 100  # smaller boards are done sooner than asked about
WITNESS_SLICES = 20


class State(Candidates):
    """Two candidates per cell: a square, or none."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.grid: BitGrid = bit_grid(field.rows, field.cols)
        self.blocked = bits_of(cell for cell, blocked in enumerate(field.blocked) if blocked)
        self.arrow_bits = [bits_of(arrow) for arrow in field.arrows]
        self.arrow_cells = bits_of(cell for arrow in field.arrows for cell in arrow)
        self.squares = self.empty = 0
        shown = settled_marks(field, [OPEN] * field.size)
        super().__init__([1 << mark if mark else ANY for mark in shown])
        self.squares = bits_of(cell for cell, mark in enumerate(shown) if mark == IS_SQUARE)
        self.empty = bits_of(cell for cell, mark in enumerate(shown) if mark == NO_SQUARE)
        self._picture: Picture | None = None
        self._witness: int | None = None
        self._hopeless = (-1, -1)
        self.told_ways: dict[tuple[int, ...], tuple[int, int] | None] = {}
        """what the ways to draw an arrow told (squares that all have, cells that none uses; None: there is none), by the arrow
        and what is known near it: tries come back to the same places again and again"""

    def decided(self, cell: int, value: int) -> None:
        if value == IS_SQUARE:
            self.squares |= 1 << cell
        else:
            self.empty |= 1 << cell

    def reopened(self, cell: int, value: int) -> None:
        self.squares &= ~(1 << cell)
        self.empty &= ~(1 << cell)

    def picture(self) -> Picture:
        picture = self._picture
        if picture is None or picture.squares != self.squares or picture.empty != self.empty:
            picture = self._picture = Picture(self)
        return picture

    def witness(self) -> int | None:
        """The squares of some solution that agrees with all that is known, where one is easily had: sound rules cannot refute
        what it holds, so there is no need to let them try. It saves time and changes no conclusion."""
        known = self._witness
        if known is not None and not (known & self.empty or self.squares & ~known):
            return known
        squares, empty = self._hopeless
        waste = squares >= 0 and not (squares & ~self.squares or empty & ~self.empty)
        if waste or self.field.size < WITNESS_CELLS:
            return None
        self._witness = find_witness(self)
        if self._witness is None:
            self._hopeless = (self.squares, self.empty)
        return self._witness

    def witnessed(self, fact: Fact) -> bool | None:
        known = self.witness()
        return None if known is None else (known >> fact[0] & 1 == 1) == (fact[1] in (IS_SQUARE, -NO_SQUARE))

    def worth_trying(self) -> list[int]:
        """Open cells that a person would try: those of arrows, then those around blocks."""
        near = 0
        for block in self.picture().blocks:
            near |= block.beside
        unsure = self.grid.all & ~self.squares & ~self.empty
        return cells_of(unsure & self.arrow_cells) + cells_of(unsure & near & ~self.arrow_cells)

    def choices(self) -> Iterator[list[Fact]]:
        for cell in self.worth_trying():
            if cell in self.open_cells:
                yield [(cell, IS_SQUARE), (cell, NO_SQUARE)]

    def fact_text(self, fact: Fact) -> str:
        is_square = fact[1] in (IS_SQUARE, -NO_SQUARE)
        cell = self.name(fact[0])
        return say("a square in {cell}", cell=cell) if is_square else say("no square in {cell}", cell=cell)

    def name(self, cell: int) -> str:
        return f"r{cell // self.field.cols + 1}c{cell % self.field.cols + 1}"

    def choose(self, order: str) -> tuple[int, int]:
        """`blocks`: first an arrow square (an anchor), then the cells around the smallest unfinished block."""
        if order != "blocks":
            return super().choose(order)
        unsure = [arrow for arrow in self.field.arrows if any(cell in self.open_cells for cell in arrow)]
        if unsure:
            arrow = min(unsure, key=lambda cells: sum(cell in self.open_cells for cell in cells))
            return next(cell for cell in arrow if cell in self.open_cells), IS_SQUARE
        blocks = sorted(self.picture().blocks, key=lambda block: (block.most - block.least, block.size))
        for block in blocks:
            growth = block.beside & ~self.empty & ~self.squares
            if growth:
                return cells_of(growth)[0], IS_SQUARE
        return min(self.open_cells), IS_SQUARE


    def order_words(self, order: str) -> str:
        if order != "blocks":
            return super().order_words(order)
        if any(cell in self.open_cells for arrow in self.field.arrows for cell in arrow):
            return marked("it is the first open cell of the arrow that has the fewest of them")
        growing = any(block.beside & ~self.empty & ~self.squares for block in self.picture().blocks)
        told = marked("it lies beside the block with the smallest choice of sizes that can still grow")
        return told if growing else super().order_words("first")


def find_witness(state: State) -> int | None:
    """A solution that agrees with the state, if the kernel finds one without much effort."""
    from studio.families.evolomino.kernel.solve import Solver, Stopped

    solver = Solver(state.field)
    for bits, square in ((state.squares, True), (state.empty, False)):
        for cell in cells_of(bits):
            solver.require(cell, square)
    slices = iter(range(WITNESS_SLICES))
    try:
        found = solver.find(lambda: next(slices, None) is not None)
    except Stopped:
        return None
    return None if found is None else bits_of(cell for cell, square in enumerate(found) if square)


class Block:
    """A group of squares that hang together. `anchor` is its arrow square, -1 while it has none."""

    def __init__(self, cells: int, beside: int, anchor: int) -> None:
        self.cells = cells
        self.beside = beside
        self.anchor = anchor
        self.size = cells.bit_count()
        self.reach = cells  # every cell that may yet belong to it
        self.least = self.size
        self.most = self.size

    @property
    def finished(self) -> bool:
        return self.most == self.size


class Route:
    """The anchored blocks of one arrow, in order; `links` are the neighbours in it with no open cell between them."""

    def __init__(self, arrow: tuple[int, ...], blocks: list[Block], links: list[tuple[Block, Block]]) -> None:
        self.arrow = arrow
        self.blocks = blocks
        self.links = links


class Picture:
    """A snapshot. All of it stays true (if perhaps weak) when more becomes known."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.grid, self.field = state.grid, state.field
        self.squares, self.empty = state.squares, state.empty
        self.possible = self.grid.all & ~state.empty
        self.blocks = [self._block(part) for part in self.grid.parts(self.squares)]
        self.anchored = [block for block in self.blocks if block.anchor >= 0]
        self.loose = [block for block in self.blocks if block.anchor < 0]
        self.zones = self.shared = 0  # cells in or beside an anchored block, and in or beside two of them
        for block in self.anchored:
            zone = block.cells | block.beside
            self.shared |= self.zones & zone
            self.zones |= zone
        self._starts: dict[int, int] = {}
        for block in self.anchored:
            block.reach = self.growth(block)
            block.most = block.reach.bit_count()
        at = {block.anchor: block for block in self.anchored}
        self.routes = [self._route(arrow, at) for arrow in self.field.arrows]
        busy = [route for route in self.routes if len(route.blocks) > 1]
        for _ in range(2):
            for route in busy:
                self._sizes(route)

    def _block(self, part: int) -> Block:
        on_arrows = part & self.state.arrow_cells
        if on_arrows & (on_arrows - 1):
            raise Contradiction(marked("a block has two squares on arrows"), cells_of(part), "two-arrow-squares")
        return Block(part, self.grid.around(part), on_arrows.bit_length() - 1)

    def allowed_for(self, owner: Block) -> int:
        """Cells that an anchored block may yet take: no arrow cells, none without a square, none beside another such block."""
        own = (owner.cells | owner.beside) & ~self.shared
        return self.possible & ~self.state.arrow_cells & (own | ~self.zones)

    def growth(self, owner: Block) -> int:
        """Everything that an anchored block could come to hold."""
        return self.grid.flood(owner.cells, self.allowed_for(owner))

    def start(self, cell: int) -> int:
        """Everything that a block could come to hold if its arrow square were this open cell."""
        found = self._starts.get(cell)
        if found is None:
            found = self._starts[cell] = self.grid.flood(1 << cell, self.possible & ~self.state.arrow_cells & ~self.zones)
        return found

    def anchors_for(self, block: Block) -> int:
        """The arrow cells that a loose block could have as its anchor."""
        ways = self.grid.flood(block.cells, self.possible & ~self.state.arrow_cells)
        return self.grid.around(ways) & self.state.arrow_cells & self.possible

    def _route(self, arrow: tuple[int, ...], at: dict[int, Block]) -> Route:
        stops = [(k, at[cell]) for k, cell in enumerate(arrow) if cell in at]
        links = []
        for (k, before), (later, after) in pairwise(stops):
            if all(self.empty >> cell & 1 for cell in arrow[k + 1 : later]):
                links.append((before, after))
        return Route(arrow, [block for _, block in stops], links)

    def _sizes(self, route: Route) -> None:
        """Sizes grow along an arrow: by exactly one where nothing can lie between, by one at least elsewhere."""
        for number, block in enumerate(route.blocks):
            block.least = max(block.least, number + 1)
        for before, after in pairwise(route.blocks):
            after.least = max(after.least, before.least + 1)
        for before, after in reversed(list(pairwise(route.blocks))):
            before.most = min(before.most, after.most - 1)
        for before, after in route.links:
            after.most = min(after.most, before.most + 1)
        for before, after in reversed(route.links):
            before.least = max(before.least, after.least - 1)

"""The state of the deduction ladder: which placements are still possible, which pieces lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from studio.core.deduction import Contradiction, Deduction, Fact
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.core.trace import move_cell, move_of
from studio.families.tiling.model.convert import answer_of_pieces, pieces_of_answer, problem_of
from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.symmetry import Ints, board_symmetries

MOST_KEPT = 50_000


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class TilingState(Deduction):
    """Placement p is move p: value 1 = it is made, -1 = it is ruled out."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.problem = problem_of(puzzle)
        self.grid = puzzle.grid
        placements = find_placements(self.problem)
        self.cells = [tuple(placements.of(p)) for p in range(len(placements))]
        self.tile = [int(t) for t in placements.tile]
        self.moves = [tuple((i, p + 1) for i in cells) for p, cells in enumerate(self.cells)]
        self.board = [int(i) for i in self.problem.board_cells()]
        self.covering: dict[int, list[int]] = {i: [] for i in self.board}
        self.of_tile: dict[int, list[int]] = {t: [] for t in range(len(self.problem.tiles))}
        for p, cells in enumerate(self.cells):
            self.of_tile[self.tile[p]].append(p)
            for i in cells:
                self.covering[i].append(p)
        self.alive = [True] * len(self.cells)
        self.living = (1 << len(self.cells)) - 1
        """the same as one number, a bit for each placement: rules that look at pairs of placements need to be quick"""
        self.covers = {i: sum(1 << p for p in found) for i, found in self.covering.items()}
        self.tile_places = [sum(1 << p for p in self.of_tile[t]) for t in range(len(self.problem.tiles))]
        self.options = {i: len(found) for i, found in self.covering.items()}
        self.shapes = [self.area(cells) for cells in self.cells]
        self.piece: dict[int, int] = {}
        self.laid: list[int] = []
        self.lying = 0
        """the placements in `laid`, a bit for each"""
        self.left = list(self.problem.limits)
        self.needed = [n if self.problem.limits[t] is not None else None for t, n in enumerate(forced_counts(self.problem))]
        self.least = [tile.least for tile in self.problem.tiles]
        self._trail: list[tuple[str, int]] = []
        self._parts: dict[int, tuple[int, ...]] = {}
        self.tallies: dict[object, list[tuple[int, ...]]] = {}
        """of a colouring, how many cells of each colour every placement covers"""

    # --- what rules ask ----------------------------------------------------------------------------------------------
    def open_cells(self) -> list[int]:
        return [i for i in self.board if i not in self.piece]

    def possible(self, cell: int) -> list[int]:
        return [p for p in self.covering[cell] if self.alive[p]]

    def places(self, tile: int) -> list[int]:
        """Placements of a tile that are possible and not made yet."""
        return [p for p in self.of_tile[tile] if self.alive[p] and self.cells[p][0] not in self.piece]

    def clash(self, p: int) -> int:
        """The living placements that go when p is made, a bit for each."""
        gone = 0
        for i in self.cells[p]:
            gone |= self.covers[i]
        if self.left[self.tile[p]] == 1:
            gone |= self.tile_places[self.tile[p]] & ~self.lying
        return gone & self.living & ~(1 << p)

    def up_to_symmetry(self) -> TilingState:
        """Rules out images: of the placements of one tile that is used exactly once, one of each orbit stays.

        Every solution still has an image that is left; without this no rule could ever place a piece on a rectangle.
        """
        symmetries = board_symmetries(self.problem)[1:]
        once = [t for t, limit in enumerate(self.problem.limits) if limit == 1 and self.needed[t] == 1]
        if symmetries and once:
            left = min((self._representatives(t, symmetries) for t in once), key=len)
            for p in self.of_tile[self.tile[next(iter(left))]]:
                if p not in left:
                    self._rule_out(p)
        return self

    def _representatives(self, tile: int, symmetries: Sequence[Ints]) -> set[int]:
        """The first placement of every orbit of a tile's placements."""
        number = {self.shapes[p]: p for p in self.of_tile[tile]}
        orbits = ([number.get(self.area(image[list(self.cells[p])].tolist()), p) for image in symmetries] + [p]
                  for p in self.of_tile[tile])
        return {min(orbit) for orbit in orbits}

    # --- cells as one number, with a free bit after every row ----------------------------------------------------------
    def area(self, cells: Iterable[int]) -> int:
        cols = self.grid.cols
        return sum(1 << i + i // cols for i in cells)

    def cells_of(self, area: int) -> tuple[int, ...]:
        stride = self.grid.cols + 1
        return tuple(bit - bit // stride for bit in bits(area))

    def parts(self, area: int) -> tuple[int, ...]:
        """The connected parts of an area; remembered, for tries come back to the same areas again and again."""
        known = self._parts.get(area)
        if known is None:
            if len(self._parts) > MOST_KEPT:
                self._parts.clear()
            known = self._parts[area] = tuple(self._split(area))
        return known

    def _split(self, area: int) -> Iterator[int]:
        stride = self.grid.cols + 1
        while area:
            part, grown = 0, area & -area
            while part != grown:
                part = grown
                grown = (part | part << 1 | part >> 1 | part << stride | part >> stride) & area
            yield part
            area ^= part

    def touches_edge(self, piece: int, inside: int) -> bool:
        """Only a piece that touches a pocket's edge twice can cut it; touching once is a cheap first test."""
        stride = self.grid.cols + 1
        ring = piece << 1 | piece >> 1 | piece << stride | piece >> stride
        return bool(ring & ~inside or piece & ((1 << stride) - 1))  # what leaves through the top row is lost in `ring`

    # --- for the driver ----------------------------------------------------------------------------------------------
    def known(self, cell: int, value: int) -> bool:
        p = move_of(cell)
        assert p is not None
        return not self.alive[p] if value < 0 else self.piece.get(self.cells[p][0]) == p

    def conclude(self, cell: int, value: int) -> None:
        p = move_of(cell)
        assert p is not None
        if value < 0:
            self._rule_out(p)
        else:
            self._make(p)

    def _rule_out(self, p: int) -> None:
        if not self.alive[p]:
            return
        if self.piece.get(self.cells[p][0]) == p:
            raise Contradiction(marked("this piece lies already"), self.cells[p])
        self.alive[p] = False
        self.living ^= 1 << p
        self._trail.append(("out", p))
        for i in self.cells[p]:
            self.options[i] -= 1
        bare = next((i for i in self.cells[p] if not self.options[i] and i not in self.piece), None)
        if bare is not None:
            raise Contradiction(say("no piece is left for {cell}", cell=self.grid.cell_name(bare)), (bare,), "no-placement")

    def _make(self, p: int) -> None:
        if not self.alive[p]:
            raise Contradiction(marked("this piece is ruled out"), self.cells[p])
        if self.piece.get(self.cells[p][0]) == p:
            return
        gone = self.clash(p)
        tile = self.tile[p]
        for i in self.cells[p]:
            self.piece[i] = p
        self.laid.append(p)
        self.lying |= 1 << p
        left = self.left[tile]
        if left is not None:
            self.left[tile] = left - 1
        self._trail.append(("made", p))
        for q in bits(gone):
            self._rule_out(q)

    def enter(self, cells: Sequence[int], marks: Sequence[int]) -> None:
        """Take over whole pieces of a player's marks."""
        by_cells = {frozenset(found): p for p, found in enumerate(self.cells)}
        wanted = set(cells)
        for piece in pieces_of_answer(marks).values():
            p = by_cells.get(frozenset(piece))
            if p is not None and wanted & set(piece) and not self.known(move_cell(p), 1):
                self._make(p)

    def made(self, move: tuple[tuple[int, int], ...], answer: Sequence[int]) -> bool:
        """An answer makes a move if exactly these cells are one of its pieces, whatever its number."""
        cells = [cell for cell, _ in move]
        number = answer[cells[0]]
        return bool(number) and [i for i, mark in enumerate(answer) if mark == number] == sorted(cells)

    def solved(self) -> bool:
        return len(self.piece) == len(self.board)

    def answer(self) -> Answer:
        return answer_of_pieces(self.grid.size, [self.cells[p] for p in self.laid])

    def choose(self, order: str) -> tuple[int, int]:
        open_cells = self.open_cells()
        cell = min(open_cells, key=lambda i: (self.options[i], i)) if order == "fewest" else open_cells[0]
        placements = self.possible(cell)
        if not placements:
            raise Contradiction(marked("no piece can cover this cell any more"), (cell,), marked("bare cell"))
        return move_cell(placements[0]), 1

    def choices(self) -> Iterator[list[Fact]]:
        for i in sorted(self.open_cells(), key=lambda i: (self.options[i], i)):
            if i not in self.piece:
                yield [(move_cell(p), 1) for p in self.possible(i)]

    def since(self, mark: int) -> set[Fact]:
        return {(move_cell(p), -1 if kind == "out" else 1) for kind, p in self._trail[mark:]}

    def fact_text(self, fact: Fact) -> str:
        cells = self.grid.cell_names(self.fact_cells(fact))
        return say("a piece on {cells}", cells=cells) if fact[1] > 0 else say("no piece on just {cells}", cells=cells)

    def alternatives(self, fact: Fact, order: str) -> Sequence[Fact]:
        """The placements over the cell that `choose` came to, which is one of the piece's."""
        cells = self.cells[-2 - fact[0]]
        cell = min(cells, key=lambda i: (self.options[i], i)) if order == "fewest" else min(cells)
        return [(move_cell(p), 1) for p in self.possible(cell)]

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            kind, p = self._trail.pop()
            if kind == "out":
                self.alive[p] = True
                self.living |= 1 << p
                for i in self.cells[p]:
                    self.options[i] += 1
            else:
                self.laid.pop()
                self.lying ^= 1 << p
                left = self.left[self.tile[p]]
                if left is not None:
                    self.left[self.tile[p]] = left + 1
                for i in self.cells[p]:
                    del self.piece[i]

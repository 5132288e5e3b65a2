"""Counting colours: what a board, coloured in stripes or diagonals, leaves to the pieces that are used a few times.

The open cells have so many more of one colour than of another, and the pieces that will lie there must come out at the same
difference. A piece that is used without limit and always covers both colours alike tells nothing; the few others have to make
up the whole difference between them. (A single square among bars of three on 5x5 lies in the centre: no other cell has, in both
diagonal colourings, the colour that has one cell more.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import gcd

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say
from studio.core.trace import Reason, move_cell
from studio.families.tiling.rules.state import TilingState, bits

MOST_PIECES = 24
"""pieces of one tile, beyond which it counts as unlimited: their differences add up to nearly anything"""


@dataclass(frozen=True)
class Colouring:
    """So many colours in turn, along lines of a kind."""

    colours: int
    lines: str
    number: Callable[[int, int], int]
    """the line of a row and column"""

    def tally(self, cells: Iterable[int], cols: int) -> tuple[int, ...]:
        """How many of these cells have each colour."""
        found = [0] * self.colours
        for i in cells:
            found[self.number(*divmod(i, cols)) % self.colours] += 1
        return tuple(found)

    def has(self, cell: int, cols: int, colour: int) -> bool:
        return self.number(*divmod(cell, cols)) % self.colours == colour


FALLING, RISING = marked("diagonals"), marked("rising diagonals")
ROWS, COLUMNS = marked("rows"), marked("columns")
COLOURINGS = tuple(
    Colouring(colours, lines, number)
    for colours in (2, 3, 4, 5)
    for lines, number in ((FALLING, lambda row, col: row - col), (RISING, lambda row, col: row + col),
                          (ROWS, lambda row, col: row), (COLUMNS, lambda row, col: col))
    if colours > 2 or lines != RISING)  # two colours along diagonals are a chessboard either way


class ColourCount:
    """A placement is out if, with it, no choice of the other pieces comes out at the board's difference of two colours."""

    name = "colour-count"
    title = marked("Count the colours")
    level = 6
    in_search = False

    def find(self, state: TilingState) -> Iterator[Step]:
        cols, open_cells = state.grid.cols, state.open_cells()
        for colouring in COLOURINGS:
            tallies = state.tallies.get(colouring)
            if tallies is None:
                tallies = state.tallies[colouring] = [colouring.tally(cells, cols) for cells in state.cells]
            board = colouring.tally(open_cells, cols)
            for one, other in combinations(range(colouring.colours), 2):
                marks = tuple(i for i in open_cells if colouring.has(i, cols, one))
                yield from self._told(_Count(state, board, tallies, one, other), colouring, marks)

    def _told(self, count: _Count, colouring: Colouring, marks: tuple[int, ...]) -> Iterator[Step]:
        if count.modulus == 1:
            return
        named = {"k": colouring.colours, "lines": colouring.lines}
        if not count.possible():
            raise Contradiction(say("coloured in {k} colours along {lines}, no choice of pieces covers as many cells of the "
                                    "marked colour as there are", **named), marks, self.name)
        text = say("coloured in {k} colours along {lines}, the other pieces could not cover just the cells that are left of "
                   "the marked colour", **named)
        for p in count.impossible():
            yield Step(move_cell(p), -1, Reason(text, marks))


@dataclass(frozen=True)
class Sums:
    """A set of whole numbers: bit i for the number low + i."""

    low: int
    mask: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Sums:
        found = set(numbers)
        low = min(found)
        return cls(low, sum(1 << number - low for number in found))

    def __add__(self, other: Sums) -> Sums:
        mask = 0
        for i in bits(other.mask):
            mask |= self.mask << i
        return Sums(self.low + other.low, mask)

    def __or__(self, other: Sums) -> Sums:
        low = min(self.low, other.low)
        return Sums(low, self.mask << self.low - low | other.mask << other.low - low)

    def has(self, number: int, modulus: int) -> bool:
        """Is the number there, or (modulus not 0) one that differs from it by a multiple of the modulus?"""
        if not modulus:
            return number >= self.low and bool(self.mask >> number - self.low & 1)
        return any((self.low + i - number) % modulus == 0 for i in bits(self.mask))


NOTHING = Sums(0, 1)


class _Count:
    """The differences that pieces can come to. All is taken modulo what the unlimited pieces can make up (0: nothing)."""

    def __init__(self, state: TilingState, board: Sequence[int], tallies: Sequence[Sequence[int]], one: int,
                 other: int) -> None:
        self.state = state
        self.wanted = board[one] - board[other]
        self.of: dict[int, list[tuple[int, int]]] = {}
        """per tile its open placements, each with its difference"""
        for p in bits(state.living & ~state.lying):
            self.of.setdefault(state.tile[p], []).append((p, tallies[p][one] - tallies[p][other]))
        self.few = [t for t in self.of if self._most(t) <= MOST_PIECES]
        self.modulus = gcd(*(d for t, found in self.of.items() if t not in self.few for _, d in found))

    def _most(self, tile: int) -> int:
        left = self.state.left[tile]
        return MOST_PIECES + 1 if left is None else left

    def _least(self, tile: int) -> int:
        """How many pieces of a tile are still to be laid at least."""
        exactly = self.state.needed[tile]
        needed = self.state.least[tile] if exactly is None else exactly
        return max(0, (needed or 0) - sum(self.state.tile[p] == tile for p in self.state.laid))

    def _sums(self, tile: int, counted: int) -> Sums:
        """What the pieces of a tile can add up to, besides so many that are counted already."""
        each = Sums.of(d for _, d in self.of[tile])
        least, most = max(0, self._least(tile) - counted), max(0, self._most(tile) - counted)
        now = NOTHING
        for _ in range(least):
            now += each
        found = now
        for _ in range(least, most):
            now += each
            found |= now
        return found

    def possible(self) -> bool:
        total = NOTHING
        for tile in self.few:
            total += self._sums(tile, 0)
        return total.has(self.wanted, self.modulus)

    def impossible(self) -> Iterator[int]:
        """Placements with which nothing comes out right."""
        sums = [self._sums(tile, 0) for tile in self.few]
        before = list(accumulate(sums, initial=NOTHING))
        after = list(accumulate(reversed(sums), initial=NOTHING))[::-1]
        for at, tile in enumerate(self.few):
            rest = before[at] + after[at + 1] + self._sums(tile, 1)
            wrong = {d for d in {d for _, d in self.of[tile]} if not rest.has(self.wanted - d, self.modulus)}
            yield from (p for p, d in self.of[tile] if d in wrong)

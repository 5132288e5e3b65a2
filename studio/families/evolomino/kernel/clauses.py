"""The clause kernel: squares and their owners as clauses, connected blocks and shifts as lazily added cuts.

Literals: x(i) = cell i holds a square; own(i, a) = cell i belongs to the block with its arrow square at a (own(a, a) is x(a)).
A pair of consecutive blocks gets its shifts z(u) ("the block of p, moved so that p lands on u, lies in the block of q") and
e(j) ("j is the added square") only when a model first gets that pair wrong, and what a shift implies only when it is tried.
All of them are *negative* literals: a solver that tries "true" first then begins with few squares, as it should.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from studio.core.clauses import Clause, Clue
from studio.core.deduction import Contradiction
from studio.core.puzzle import Answer, Puzzle
from studio.families.evolomino.check import arrow_blocks
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, WHITE, Field, field_of, grows_into
from studio.families.evolomino.rules.looks import LOOKS
from studio.families.evolomino.rules.state import State
from studio.solvers.search import Ladder

SMALL = 150  # regions up to this size get all shifts of a pair at once (fewer rounds) ...
NEAR = 3  # ... larger ones first those that land this near to the next arrow square


def _holds(model: Sequence[int], literal: int) -> bool:
    """A variable that is newer than the model leaves its literal false."""
    return abs(literal) <= len(model) and (model[abs(literal) - 1] > 0) == (literal > 0)


def first_look(field: Field) -> dict[int, int] | None:
    """What the ladder's lower rungs know at once; None if they already find a contradiction."""
    state = State(field)
    try:
        for _ in Ladder(LOOKS).conclusions(state):
            pass
    except Contradiction:
        return None
    return {cell: mark for cell, mark in enumerate(state.answer()) if mark}


def _without(field: Field, known: dict[int, int] | None) -> Field:
    """The field with the cells off the arrows that are known to be empty shaded: fewer owners, fewer shifts."""
    out = {cell for cell, mark in (known or {}).items() if mark == NO_SQUARE and cell not in field.place_on_arrow}
    return replace(field, givens=tuple(SHADED if cell in out else given for cell, given in enumerate(field.givens)))


class EvolominoClauses:
    """With a radius: the answers whose blocks stay within so many steps of their arrow squares, and no others."""

    def __init__(self, puzzle: Puzzle, assume_clues: bool, radius: int | None = None) -> None:
        self.radius = radius
        given = field_of(puzzle)
        known = {} if assume_clues else first_look(given)
        self.field = replace(given, givens=(WHITE,) * given.size) if assume_clues else _without(given, known)
        self.clauses: list[Clause] = []
        self.top = 0
        self.assumptions: dict[Clue, int] = {}
        self._cell_of: list[int] = [-1]
        self._x = {cell: self._new(cell) for cell in range(given.size) if not self.field.blocked[cell]}
        self.literals = [entry for cell, x in self._x.items() for entry in ((cell, IS_SQUARE, x), (cell, NO_SQUARE, -x))]
        self._own: dict[tuple[int, int], int] = {}
        self._region: dict[int, tuple[int, ...]] = {}
        self._owners: dict[int, list[int]] = {cell: [] for cell in self._x}
        self._pairs: dict[tuple[int, int], _Pair] = {}
        if known is None or any(self.field.blocked[cell] for arrow in self.field.arrows for cell in arrow):
            self._refuse()
        else:
            self._build({cell for cell, mark in known.items() if mark == NO_SQUARE})
        self._givens(given, assume_clues)
        self.clauses += [[self._x[cell] if mark == IS_SQUARE else -self._x[cell]]
                         for cell, mark in (known or {}).items() if cell in self._x]  # fmt: skip

    def _refuse(self) -> None:
        """No solution, whatever the clues: said with a variable, because solvers dislike empty clauses."""
        never = self._new(-1)
        self.clauses += ([never], [-never])

    def _new(self, cell: int) -> int:
        self.top += 1
        self._cell_of += [-1] * (self.top - len(self._cell_of))  # the shared loops may have taken variables in between
        self._cell_of.append(cell)
        return -self.top

    def _givens(self, given: Field, assume_clues: bool) -> None:
        on_ring = {cell for ring in given.rings for cell in ring}
        for cell, value in enumerate(given.givens):
            if value == WHITE or (value == SHADED and (cell in on_ring or not assume_clues)):
                continue
            x = self._x.get(cell)
            if x is None:  # a given square on a ring
                x = self._new(cell)
                self.clauses.append([-x])
            literal = x if value == SQUARE else -x
            if assume_clues:
                self.assumptions[cell] = literal
            else:
                self.clauses.append([literal])

    # --- what holds from the start ------------------------------------------------------------------------------------------
    def _build(self, empty: set[int]) -> None:
        """An anchor known to be empty owns nothing."""
        field = self.field
        for arrow in field.arrows:
            for anchor in arrow:
                self._region[anchor] = field.region(anchor, 0 if anchor in empty else self.radius)
                for cell in self._region[anchor]:
                    self._own[cell, anchor] = self._x[anchor] if cell == anchor else self._new(cell)
                    self._owners[cell].append(anchor)
            # two blocks at least; touching arrow cells never both hold squares, so any two neighbours leave one elsewhere
            for skip in range(max(len(arrow) - 1, 1)):
                self.clauses.append([self._x[cell] for at, cell in enumerate(arrow) if at not in (skip, skip + 1)])
        for cell in self._x:
            if cell in field.place_on_arrow:
                self._around_anchor(cell)
            else:
                self._around_cell(cell)

    def _around_anchor(self, cell: int) -> None:
        x = self._x[cell]
        for other in self.field.neighbours[cell]:
            if other not in self._x:
                continue
            if other in self.field.place_on_arrow:
                if other > cell:
                    self.clauses.append([-x, -self._x[other]])
            elif (other, cell) in self._own:  # a square beside an arrow square belongs to it
                self.clauses.append([-x, -self._x[other], self._own[other, cell]])

    def _around_cell(self, cell: int) -> None:
        x, owners = self._x[cell], self._owners[cell]
        self.clauses.append([-x, *(self._own[cell, anchor] for anchor in owners)])
        around = [other for other in self.field.neighbours[cell] if other in self._x]
        bits = [self._new(cell) for _ in range(max(len(owners) - 1, 0).bit_length())]
        for number, anchor in enumerate(owners):
            own = self._own[cell, anchor]
            self.clauses += ([-own, x], [-own, self._x[anchor]])
            self.clauses += [[-own, bit if number >> at & 1 else -bit] for at, bit in enumerate(bits)]  # one owner only
            near = []
            for other in around:
                if other == anchor:
                    near.append(self._x[anchor])
                elif other in self.field.place_on_arrow:
                    self.clauses.append([-own, -self._x[other]])
                elif (other, anchor) in self._own:  # touching squares share their owner
                    near.append(self._own[other, anchor])
                    self.clauses.append([-own, -self._x[other], near[-1]])
                else:  # beyond the radius
                    self.clauses.append([-own, -self._x[other]])
            self.clauses.append([-own, *near])

    # --- what is added when a model breaks it -------------------------------------------------------------------------------
    def cuts(self, model: Sequence[int]) -> list[Clause]:
        squares = {cell for cell, x in self._x.items() if _holds(model, x)}
        blocks = self.field.components(squares)
        found = [clause for block in blocks for clause in self._reach_cut(block)]
        if found:
            return found
        for arrow, route in zip(self.field.arrows, arrow_blocks(self.field, blocks), strict=True):
            for (at, before), (later, after) in pairwise(route):
                if not grows_into(self.field, before, after):
                    found += self._shape_cut(arrow, at, later, model)
        return found

    def _reach_cut(self, block: tuple[int, ...]) -> Iterator[Clause]:
        """A block without an arrow square needs a square on its border, whichever of its cells is kept."""
        if any(cell in self.field.place_on_arrow for cell in block):
            return
        border = sorted({other for cell in block for other in self.field.neighbours[cell] if other in self._x} - set(block))
        for cell in block:
            yield [-self._x[cell], *(self._x[other] for other in border)]

    def _shape_cut(self, arrow: tuple[int, ...], at: int, later: int, model: Sequence[int]) -> Iterator[Clause]:
        p, q = arrow[at], arrow[later]
        pair = self._pairs.get((p, q))
        if pair is None:
            pair = self._pairs[p, q] = _Pair(self, p, q, arrow[at + 1 : later])
            yield from pair.opening
            for place in pair.z if len(pair.z) <= SMALL else self.field.region(q, NEAR):
                yield from pair.try_shift(place)
        else:
            for place in [place for place, z in pair.z.items() if place not in pair.tried and _holds(model, z)]:
                yield from pair.try_shift(place)

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        cells = {self._cell_of[abs(literal)] for literal in clause if abs(literal) < len(self._cell_of)}
        return tuple(sorted(cell for cell in cells if cell >= 0))

    def decode(self, model: Sequence[int]) -> Answer:
        squares = {cell for cell, x in self._x.items() if _holds(model, x)}
        return tuple(IS_SQUARE if cell in squares else NO_SQUARE for cell in range(self.field.size))


class _Pair:
    """The blocks at p and q, when they are consecutive."""

    def __init__(self, kernel: EvolominoClauses, p: int, q: int, between: Sequence[int]) -> None:
        self.kernel, self.p, self.q = kernel, p, q
        new, x = kernel._new, kernel._x
        self.tried: set[int] = set()
        consecutive = new(q)
        region = kernel._region[q]
        self.z = {place: new(place) for place in region}
        self.e = {cell: new(cell) for cell in region}
        self.opening: list[Clause] = [
            [consecutive, -x[p], -x[q], *(x[cell] for cell in between)],
            [-consecutive, *self.z.values()],
            [-consecutive, *self.e.values()],
            *self._at_most_one(list(self.z.values())),
            *self._at_most_one(list(self.e.values())),
        ]

    def _at_most_one(self, literals: list[int]) -> Iterator[Clause]:
        bits = [self.kernel._new(self.q) for _ in range(max(len(literals) - 1, 0).bit_length())]
        for number, literal in enumerate(literals):
            for at, bit in enumerate(bits):
                yield [-literal, bit if number >> at & 1 else -bit]

    def try_shift(self, place: int) -> Iterator[Clause]:
        """What z(place) implies: squares move on, all but the added one come from somewhere, and the added one does not."""
        if place in self.tried:
            return
        self.tried.add(place)
        own, shift, z = self.kernel._own, self.kernel.field.shift, self.z[place]
        for cell in self.kernel._region[self.p]:
            target = own.get((shift(cell, self.p, place), self.q))
            yield [-z, -own[cell, self.p]] + ([target] if target is not None else [])
        for cell, e in self.e.items():
            source = own.get((shift(cell, place, self.p), self.p))
            mine = own[cell, self.q]
            yield [-z, -mine, e] + ([source] if source is not None else [])
            yield [-z, -e, mine]
            if source is not None:
                yield [-z, -e, -source]

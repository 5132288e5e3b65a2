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

from studio.core.clauses import Clause
from studio.core.deduction import Contradiction
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.families.evolomino.check import arrow_blocks
from studio.families.evolomino.kernel import words
from studio.families.evolomino.kernel.words import Means
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, WHITE, Field, field_of, grows_into
from studio.families.evolomino.rules.looks import LOOKS
from studio.families.evolomino.rules.state import State
from studio.solvers.constraints import Constraints, Name
from studio.solvers.constraints.cardinality import binary
from studio.solvers.constraints.kit import NO_MODEL
from studio.solvers.search import Ladder

SMALL = 150  # regions up to this size get all shifts of a pair at once (fewer rounds) ...
NEAR = 3  # ... larger ones first those that land this near to the next arrow square

GIVEN = Name("given", say("this cell is given"))
KNOWN = Name("presolve", say("the lower rungs of the ladder decide this cell"))
TWO_BLOCKS = Name("two-blocks", say("every arrow needs at least two blocks"))
OWNER = Name("owner", say("every square belongs to the block of exactly one arrow square"))
ONE_ARROW_CELL = Name("one-arrow-square", say("a block has exactly one square on an arrow"))
TOUCHING = Name("touching", say("squares that touch belong to the same block"))
NOT_ALONE = Name("not-alone", say("a square off the arrows needs a square of its block beside it"))
REACH = Name("block-reaches-arrow", say("this group of squares must reach an arrow: it needs one of these cells"))
GROWS = Name("block-grows", say("the next block on the arrow must be this block, moved, with one square added"))


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


class EvolominoClauses(Constraints):
    """With a radius: the answers whose blocks stay within so many steps of their arrow squares, and no others."""

    def __init__(self, puzzle: Puzzle, assume_clues: bool, radius: int | None = None) -> None:
        super().__init__(puzzle.grid, assume_clues)
        self.radius = radius
        given = field_of(puzzle)
        known = {} if assume_clues else first_look(given)
        self.field = replace(given, givens=(WHITE,) * given.size) if assume_clues else _without(given, known)
        self._cell_of: list[int] = [-1]
        self._means: dict[int, Means] = {}
        self._x = {cell: self._new(cell) for cell in range(given.size) if not self.field.blocked[cell]}
        self.answer(self._x, IS_SQUARE, NO_SQUARE)
        reaches = self.rooted(self._x, self.field.place_on_arrow, REACH)
        self._squares = reaches.members
        self._own: dict[tuple[int, int], int] = {}
        self._region: dict[int, tuple[int, ...]] = {}
        self._owners: dict[int, list[int]] = {cell: [] for cell in self._x}
        self._pairs: dict[tuple[int, int], _Pair] = {}
        if known is None or any(self.field.blocked[cell] for arrow in self.field.arrows for cell in arrow):
            self.extend([[]], NO_MODEL)
        else:
            self._build({cell for cell, mark in known.items() if mark == NO_SQUARE})
        self._givens(given, assume_clues)
        self.extend([[self._x[cell] if mark == IS_SQUARE else -self._x[cell]]
                     for cell, mark in (known or {}).items() if cell in self._x], KNOWN)  # fmt: skip

    def _new(self, cell: int, means: Means | None = None) -> int:
        """A negative literal about a cell; `means` says it, true and false (squares and owners are known anyway)."""
        self.top += 1
        self._cell_of += [-1] * (self.top - len(self._cell_of))  # the shared loops may have taken variables in between
        self._cell_of.append(cell)
        if means is not None:
            self._means[self.top] = means
        return -self.top

    def about(self, literal: int) -> tuple[str, tuple[int, ...]]:
        """Worked out when asked: most boards have thousands of variables."""
        variable = abs(literal)
        cell = self._cell_of[variable] if variable < len(self._cell_of) else -1
        return super().about(literal) if cell < 0 else (self.meaning(variable), (cell,))

    def meaning(self, literal: int) -> str:
        variable, yes = abs(literal), literal < 0
        cell = self._cell_of[variable] if variable < len(self._cell_of) else -1
        if cell < 0:
            return super().meaning(literal)
        name = self.grid.cell_name
        if variable in self._means:
            return self._means[variable](name, yes)
        if self._x.get(cell) == -variable:
            return say("{cell} a square", cell=name(cell)) if yes else say("{cell} no square", cell=name(cell))
        owner = next((anchor for anchor in self._owners.get(cell, ()) if self._own[cell, anchor] == -variable), None)
        return "" if owner is None else words.owned(cell, owner)(name, yes)

    def _givens(self, given: Field, assume_clues: bool) -> None:
        on_ring = {cell for ring in given.rings for cell in ring}
        for cell, value in enumerate(given.givens):
            if value == WHITE or (value == SHADED and (cell in on_ring or not assume_clues)):
                continue
            x = self._x.get(cell)
            if x is None:  # a given square on a ring
                x = self._new(cell)
                self.add([-x], GIVEN)
            literal = x if value == SQUARE else -x
            if assume_clues:
                self.assumptions[cell] = literal
            else:
                self.add([literal], GIVEN)

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
            self.extend([[self._x[cell] for at, cell in enumerate(arrow) if at not in (skip, skip + 1)]
                         for skip in range(max(len(arrow) - 1, 1))], TWO_BLOCKS)  # fmt: skip
        said: dict[Name, list[Clause]] = {name: [] for name in (OWNER, ONE_ARROW_CELL, TOUCHING, NOT_ALONE)}
        for cell in self._x:
            if cell in field.place_on_arrow:
                self._around_anchor(cell, said)
            else:
                self._around_cell(cell, said)
        for name, clauses in said.items():
            self.extend(clauses, name)

    def _around_anchor(self, cell: int, said: dict[Name, list[Clause]]) -> None:
        x = self._x[cell]
        for other in self.field.neighbours[cell]:
            if other not in self._x:
                continue
            if other in self.field.place_on_arrow:
                if other > cell:
                    said[ONE_ARROW_CELL].append([-x, -self._x[other]])
            elif (other, cell) in self._own:  # a square beside an arrow square belongs to it
                said[TOUCHING].append([-x, -self._x[other], self._own[other, cell]])

    def _around_cell(self, cell: int, said: dict[Name, list[Clause]]) -> None:
        x, owners = self._x[cell], self._owners[cell]
        owner, one_arrow_cell, touching, not_alone = said.values()
        owner.append([-x, *(self._own[cell, anchor] for anchor in owners)])
        around = [other for other in self.field.neighbours[cell] if other in self._x]
        bits = [self._new(cell, words.one_of_owners(cell, owners, at)) for at in range(max(len(owners) - 1, 0).bit_length())]
        for number, anchor in enumerate(owners):
            own = self._own[cell, anchor]
            owner += ([-own, x], [-own, self._x[anchor]])
            owner += [[-own, bit if number >> at & 1 else -bit] for at, bit in enumerate(bits)]  # one owner only
            near = []
            for other in around:
                if other == anchor:
                    near.append(self._x[anchor])
                elif other in self.field.place_on_arrow:
                    one_arrow_cell.append([-own, -self._x[other]])
                elif (other, anchor) in self._own:
                    near.append(self._own[other, anchor])
                    touching.append([-own, -self._x[other], near[-1]])
                else:  # beyond the radius
                    touching.append([-own, -self._x[other]])
            not_alone.append([-own, *near])

    # --- what is added when a model breaks it -------------------------------------------------------------------------------
    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = super().cuts(model)
        if found:
            return found
        blocks = self.field.components(self._squares_in(model))
        for arrow, route in zip(self.field.arrows, arrow_blocks(self.field, blocks), strict=True):
            for (at, before), (later, after) in pairwise(route):
                if not grows_into(self.field, before, after):
                    found += self._shape_cut(arrow, at, later, model)
        return self.cut(found, GROWS)

    def _squares_in(self, model: Sequence[int]) -> set[int]:
        return set(self._squares.graph.cells(self._squares.chosen(model)))

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

    def decode(self, model: Sequence[int]) -> Answer:
        squares = self._squares_in(model)
        return tuple(IS_SQUARE if cell in squares else NO_SQUARE for cell in range(self.field.size))


class _Pair:
    """The blocks at p and q, when they are consecutive."""

    def __init__(self, kernel: EvolominoClauses, p: int, q: int, between: Sequence[int]) -> None:
        self.kernel, self.p, self.q = kernel, p, q
        new, x = kernel._new, kernel._x
        self.tried: set[int] = set()
        consecutive = new(q, words.next_block(p, q))
        region = kernel._region[q]
        self.z = {place: new(place, words.moved(p, q, place)) for place in region}
        self.e = {cell: new(cell, words.added(q, cell)) for cell in region}
        self.opening: list[Clause] = [
            [consecutive, -x[p], -x[q], *(x[cell] for cell in between)],
            [-consecutive, *self.z.values()],
            [-consecutive, *self.e.values()],
            *binary(list(self.z.values()), lambda: new(q, words.where_to(p, q))),
            *binary(list(self.e.values()), lambda: new(q, words.which_added(q))),
        ]

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

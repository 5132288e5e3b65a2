"""The deduction ladder: what a person sees without trying."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import and_, or_

from studio.core.deduction import Contradiction, Rule, Step
from studio.core.say import marked, say, say_n
from studio.core.trace import Reason, move_cell
from studio.families.tiling.check import is_sum
from studio.families.tiling.rules.colours import ColourCount
from studio.families.tiling.rules.state import TilingState, bits
from studio.solvers.suppose import Shared, Tries

FEW_WAYS, FEW_TRIES = 5, 3000
"""ways to cover a cell of which all are tried, and suppositions in all"""


class OnlyPlacement:
    name = "only-placement"
    title = marked("A cell that only one piece can cover")
    level = 1

    def find(self, state: TilingState) -> Iterator[Step]:
        for i in state.open_cells():
            if i in state.piece:
                continue
            left = state.possible(i)
            if not left:
                raise Contradiction(say("no piece can cover {cell}", cell=state.grid.cell_name(i)), (i,))
            if len(left) == 1:
                text = say("only this piece can cover {cell}", cell=state.grid.cell_name(i))
                yield Step(move_cell(left[0]), 1, Reason(text, (i,)))


class OnlyPlaces:
    name = "only-places"
    title = marked("A tile that must be used has no more places than pieces")
    level = 2

    def find(self, state: TilingState) -> Iterator[Step]:
        for t, exactly in enumerate(state.needed):
            needed = state.least[t] if exactly is None else exactly
            if not needed:
                continue
            missing = needed - sum(state.tile[p] == t for p in state.laid)
            places = state.places(t)
            label = state.problem.tiles[t].label
            if len(places) < missing:
                raise Contradiction(say_n("{left} more {label} must be used, but only {n} place is left",
                                          "{left} more {label} must be used, but only {n} places are left", n=len(places),
                                          left=missing, label=label))
            if missing and len(places) == missing:
                text = say("the last place for a {label} that must be used", label=label)
                for p in places:
                    yield Step(move_cell(p), 1, Reason(text, state.cells[p]))


class Pockets:
    name = "pocket-size"
    title = marked("A pocket must have a size that pieces can fill")
    level = 2

    def find(self, state: TilingState) -> Iterator[Step]:
        sizes = _sizes_left(state)
        for pocket in state.grid.components(state.open_cells()):
            if not is_sum(len(pocket), sizes):
                raise Contradiction(say_n("no pieces fill a pocket of {n} cell", "no pieces fill a pocket of {n} cells",
                                          n=len(pocket)), pocket)
        return iter(())


class NoBadPocket:
    name = "no-bad-pocket"
    title = marked("A piece must not cut off a pocket of impossible size")
    level = 3

    def find(self, state: TilingState) -> Iterator[Step]:
        sizes = _sizes_left(state)
        fits = cache(lambda size: is_sum(size, sizes))
        for pocket in state.grid.components(state.open_cells()):
            inside = state.area(pocket)
            near = reduce(or_, (state.covers[i] for i in pocket)) & ~state.lying
            for p in bits(near & state.living):
                piece = state.shapes[p]
                if not state.alive[p] or not state.touches_edge(piece, inside):
                    continue
                for part in state.parts(inside & ~piece):
                    if not fits(part.bit_count()):
                        cut = state.cells_of(part)
                        text = say_n("it would cut off {n} cell that no pieces fill",
                                     "it would cut off {n} cells that no pieces fill", n=len(cut))
                        yield Step(move_cell(p), -1, Reason(text, cut))
                        break


class NoStarvedCell:
    name = "no-starved-cell"
    title = marked("A piece must leave every other cell something that covers it")
    level = 4

    def find(self, state: TilingState) -> Iterator[Step]:
        for p in bits(state.living & ~state.lying):
            starved = _starved(state, p) if state.alive[p] else None
            if starved is not None:
                text = say("nothing could cover {cell} any more", cell=state.grid.cell_name(starved))
                yield Step(move_cell(p), -1, Reason(text, (starved,)))


class CommonCells:
    name = "same-either-way"
    title = marked("Whatever covers a cell takes another placement away")
    level = 4
    most = 3
    """ways to cover the cell that one sees at a glance; with more of them `NoStarvedCell` sees the same from the other side"""

    def find(self, state: TilingState) -> Iterator[Step]:
        for i in state.open_cells():
            if i in state.piece:
                continue
            left = state.possible(i)
            if not 2 <= len(left) <= self.most:
                continue
            common = reduce(and_, (state.clash(p) for p in left)) & ~sum(1 << p for p in left)
            text = say("every way to cover {cell} clashes with it", cell=state.grid.cell_name(i))
            for q in bits(common):
                if state.alive[q]:
                    yield Step(move_cell(q), -1, Reason(text, (i,)))


class TryPiece:
    name = "try-piece"
    title = marked("Lay a piece and follow the easy rules")
    level = 7
    most = 8
    """pieces of which one must cover the cell: with more of them nobody tries"""

    def find(self, state: TilingState) -> Iterator[Step]:
        for i in sorted(state.open_cells(), key=lambda i: (state.options[i], i)):
            if state.options[i] > self.most:
                return
            for p in state.possible(i):
                why = _fails(state, p)
                if why is not None:
                    text = say("with it, after a few certain steps, {why}", why=why)
                    trials = TRIES.trials(state, (move_cell(p), 1))
                    yield Step(move_cell(p), -1, Reason(text, state.cells[p], trials=trials))


def _fails(state: TilingState, p: int) -> str | None:
    """What breaks when p is laid and the easy rules go on from there; None if nothing does."""
    mark = state.mark()
    try:
        state.conclude(move_cell(p), 1)
        for _ in TRIES.ladder.conclusions(state):
            pass
    except Contradiction as clash:
        return clash.reason.text
    finally:
        state.undo(mark)
    return None


def _sizes_left(state: TilingState) -> set[int]:
    return {tile.size for t, tile in enumerate(state.problem.tiles) if state.left[t] != 0}


def _starved(state: TilingState, p: int) -> int | None:
    rest = state.living & ~state.clash(p)
    mine = state.cells[p]
    return next((i for i in state.board if not state.covers[i] & rest and i not in mine and i not in state.piece), None)


TRIES = Tries((OnlyPlacement(), OnlyPlaces(), Pockets(), NoBadPocket()))
EASY: tuple[Rule, ...] = TRIES.ladder.rules
LADDER: tuple[Rule, ...] = (
    *EASY, CommonCells(), NoStarvedCell(), ColourCount(), TryPiece(),
    Shared(EASY, "shared", marked("What every way to cover a cell shares"), 8, FEW_TRIES, most=FEW_WAYS),
    Shared((*EASY, TryPiece()), "tries-within", marked("Tries within a try"), 10, FEW_TRIES, most=FEW_WAYS))

"""The deduction ladder: what a person sees without trying."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.trace import Reason, move_cell

from .check import is_sum
from .state import TilingState


class OnlyPlacement:
    name = "only-placement"
    title = "A cell that only one piece can cover"
    level = 1

    def find(self, state: TilingState) -> Iterator[Step]:
        for i in state.open_cells():
            if i in state.piece:
                continue
            left = state.possible(i)
            if not left:
                raise Contradiction("no piece can cover this cell", (i,))
            if len(left) == 1:
                yield Step(move_cell(left[0]), 1, Reason("only this piece can cover the cell", (i,)))


class OnlyPlaces:
    name = "only-places"
    title = "A tile that must be used has no more places than pieces"
    level = 2

    def find(self, state: TilingState) -> Iterator[Step]:
        for t, needed in enumerate(state.needed):
            if needed is None:
                continue
            missing = needed - sum(state.tile[p] == t for p in state.laid)
            places = state.places(t)
            label = state.problem.tiles[t].label
            if len(places) < missing:
                raise Contradiction(f"{missing} more {label} must be used, but only {len(places)} places are left")
            if missing and len(places) == missing:
                for p in places:
                    yield Step(move_cell(p), 1, Reason(f"the last place for a {label} that must be used", state.cells[p]))


class Pockets:
    name = "pocket-size"
    title = "A pocket must have a size that pieces can fill"
    level = 2

    def find(self, state: TilingState) -> Iterator[Step]:
        sizes = _sizes_left(state)
        for pocket in state.grid.components(state.open_cells()):
            if not is_sum(len(pocket), sizes):
                raise Contradiction(f"no pieces fill a pocket of {len(pocket)} cells", pocket)
        return iter(())


class NoBadPocket:
    name = "no-bad-pocket"
    title = "A piece must not cut off a pocket of impossible size"
    level = 3

    def find(self, state: TilingState) -> Iterator[Step]:
        sizes = _sizes_left(state)
        open_cells = set(state.open_cells())
        for pocket in state.grid.components(open_cells):
            inside = set(pocket)
            for p in sorted({p for i in pocket for p in state.possible(i)}):
                if not state.alive[p] or state.cells[p][0] in state.piece or not _touches_edge(state, p, inside):
                    continue
                for part in state.grid.components(inside - set(state.cells[p])):
                    if not is_sum(len(part), sizes):
                        text = f"it would cut off {len(part)} cell{'s' if len(part) > 1 else ''} that no pieces fill"
                        yield Step(move_cell(p), -1, Reason(text, tuple(part)))
                        break


class NoStarvedCell:
    name = "no-starved-cell"
    title = "A piece must leave every other cell something that covers it"
    level = 4

    def find(self, state: TilingState) -> Iterator[Step]:
        for p in range(len(state.cells)):
            if not state.alive[p] or state.cells[p][0] in state.piece:
                continue
            starved = _starved(state, p)
            if starved is not None:
                yield Step(move_cell(p), -1, Reason("nothing could cover this cell any more", (starved,)))


class CommonCells:
    name = "same-either-way"
    title = "Whatever covers a cell takes another placement away"
    level = 6

    def find(self, state: TilingState) -> Iterator[Step]:
        for i in state.open_cells():
            if i in state.piece:
                continue
            left = state.possible(i)
            if not 2 <= len(left) <= 4:
                continue
            common = set.intersection(*(state.clash(p) for p in left)) - set(left)
            for q in sorted(common):
                if state.alive[q]:
                    yield Step(move_cell(q), -1, Reason("every way to cover this cell clashes with it", (i,)))


def _sizes_left(state: TilingState) -> set[int]:
    return {tile.size for t, tile in enumerate(state.problem.tiles) if state.left[t] != 0}


def _touches_edge(state: TilingState, p: int, inside: set[int]) -> bool:
    """Only a piece that touches the pocket's edge twice can cut it; touching once is a cheap first test."""
    return any(j not in inside for i in state.cells[p] for j in state.grid.neighbours(i)) or any(
        len(state.grid.neighbours(i)) < 4 for i in state.cells[p])


def _starved(state: TilingState, p: int) -> int | None:
    lost: dict[int, int] = {}
    mine = set(state.cells[p])
    for q in state.clash(p):
        for i in state.cells[q]:
            if i not in mine:
                lost[i] = lost.get(i, 0) + 1
    return next((i for i, n in lost.items() if i not in state.piece and state.options[i] == n), None)


LADDER = (OnlyPlacement(), OnlyPlaces(), Pockets(), NoBadPocket(), NoStarvedCell(), CommonCells())

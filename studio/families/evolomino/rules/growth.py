"""The ladder's middle rungs: how one block becomes the next."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.bits import Mover, cells_of, mover
from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say, say_n
from studio.families.evolomino.rules.looks import no_squares, squares
from studio.families.evolomino.rules.state import Block, State


def _mover(state: State, cells: int) -> Mover:
    return mover(state.field.rows, state.field.cols, cells)


def next_blocks(state: State, before: Block, after: Block) -> Iterator[int]:
    """All blocks that `before`, being complete, can grow into at the place of `after`."""
    grid, anchor = state.grid, 1 << after.anchor
    for _, _, image in _mover(state, before.cells).shifts_into(after.reach):
        for cell in cells_of(grid.around(image) & after.reach):
            block = image | 1 << cell
            if block & anchor and not after.cells & ~block and not grid.around(block) & state.squares:
                yield block


def previous_blocks(state: State, before: Block, after: Block) -> Iterator[int]:
    """All blocks at the place of `before` that can grow into `after`, which is complete."""
    grid, anchor = state.grid, 1 << before.anchor
    for cell in cells_of(after.cells):
        rest = after.cells & ~(1 << cell)
        if not rest or grid.flood(rest & -rest, rest) != rest:
            continue
        for _, _, block in _mover(state, rest).shifts_into(before.reach):
            if block & anchor and not before.cells & ~block and not grid.around(block) & state.squares:
                yield block


NEXT, BEFORE = marked("the next block"), marked("the block before")


def agree(state: State, block: Block, ways: Iterator[int], because: int, what: str) -> Iterator[Step]:
    """Squares that all ways share; cells beside them that no way uses."""
    common, ever, count = state.grid.all, 0, 0
    for way in ways:
        common &= way
        ever |= way
        count += 1
    if not count:
        raise Contradiction(say("there is no way to draw {block}", block=what), cells_of(because | block.cells))
    if common & ~state.squares:
        text = say_n("the only way to draw {block} uses this cell", "all {n} ways to draw {block} use this cell", n=count,
                     block=what)
        yield from squares(state, common, text, because | block.cells)
    beside = state.grid.around(common) & ~ever
    if beside & ~state.empty:
        text = say("it touches {block}, and no way to draw it uses this cell", block=what)
        yield from no_squares(state, beside, text, because | block.cells)


class NextBlock:
    """A complete block tells all shapes of the next one."""

    name = "next-block"
    title = marked("The next block is this one plus one square")
    level = 4

    def find(self, state: State) -> Iterator[Step]:
        for route in state.picture().routes:
            for before, after in route.links:
                if before.finished and not _complete(state, after):
                    yield from agree(state, after, next_blocks(state, before, after), before.cells, NEXT)


class PreviousBlock:
    """A complete block tells all shapes of the one before it."""

    name = "previous-block"
    title = marked("The block before is this one less one square")
    level = 4

    def find(self, state: State) -> Iterator[Step]:
        for route in state.picture().routes:
            for before, after in route.links:
                if after.finished and not _complete(state, before):
                    yield from agree(state, before, previous_blocks(state, before, after), after.cells, BEFORE)


def _complete(state: State, block: Block) -> bool:
    return not block.beside & ~state.empty


class Shifts:
    """Neither block complete: the shifts that remain, and the squares that all of them carry over."""

    name = "shifts"
    title = marked("Every shift that is left carries a square here")
    level = 5

    def find(self, state: State) -> Iterator[Step]:
        for route in state.picture().routes:
            for before, after in route.links:
                if not before.finished and not after.finished:
                    yield from self._carry(state, before, after)

    def _carry(self, state: State, before: Block, after: Block) -> Iterator[Step]:
        ahead, back = _mover(state, before.cells), _mover(state, after.cells)
        common, count = state.grid.all, 0
        for down, right, image in ahead.shifts_into(after.reach):
            if back.stays(-down, -right):
                strangers = (back.by(-down, -right) & ~before.reach).bit_count()
            else:
                strangers = sum(not self._comes_from(state, before, cell, down, right) for cell in cells_of(after.cells))
            if strangers <= 1:
                common &= image
                count += 1
        if not count:
            raise Contradiction(marked("no shift takes the first block into the second"), cells_of(before.cells | after.cells))
        if common & ~state.squares:
            text = say_n("the only shift from the block before puts a square here",
                         "all {n} shifts from the block before put a square here", n=count)
            yield from squares(state, common, text, before.cells | after.cells)

    def _comes_from(self, state: State, before: Block, cell: int, down: int, right: int) -> bool:
        row, col = cell // state.field.cols - down, cell % state.field.cols - right
        inside = 0 <= row < state.field.rows and 0 <= col < state.field.cols
        return inside and bool(before.reach >> row * state.field.cols + col & 1)


GROWTH = (NextBlock(), PreviousBlock(), Shifts())

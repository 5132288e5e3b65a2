"""The ladder's lower rungs: what a look at the board tells. Every rule is sound for any board, solvable or not."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.bits import bits_of, cells_of, mover
from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say_n
from studio.core.trace import Reason
from studio.families.evolomino import check
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE
from studio.families.evolomino.rules.state import Block, Picture, State


def squares(state: State, cells: int, text: str, because: int) -> Iterator[Step]:
    reason = Reason(text, tuple(cells_of(because)))
    for cell in cells_of(cells & ~state.squares):
        yield Step(cell, IS_SQUARE, reason)


def no_squares(state: State, cells: int, text: str, because: int) -> Iterator[Step]:
    reason = Reason(text, tuple(cells_of(because)))
    for cell in cells_of(cells & ~state.empty):
        yield Step(cell, NO_SQUARE, reason)


class BrokenRule:
    """The checker itself: catches what no rule below saw."""

    name = "broken-rule"
    title = marked("The squares drawn so far break a rule")
    level = 1

    def find(self, state: State) -> Iterator[Step]:
        if self._suspicious(state):
            for fault in check.faults(state.field, [state.value(cell) for cell in range(state.field.size)]):
                raise Contradiction(fault.message, fault.cells, fault.rule)
        yield from ()

    def _suspicious(self, state: State) -> bool:
        """What the checker would object to and the rules before this one let pass, seen at a glance."""
        if state.squares & state.blocked:  # given on a closed ring
            return True
        picture = state.picture()
        for arrow, bits in zip(state.field.arrows, state.arrow_bits, strict=True):
            if (bits & ~state.empty).bit_count() < 3:
                free = [at for at, cell in enumerate(arrow) if not state.empty >> cell & 1]
                if not free or free[-1] - free[0] < 2:
                    return True
        return any(not picture.anchors_for(block) for block in picture.loose) or any(
            self._breaks(state, before, after) for route in picture.routes for before, after in route.links)

    def _breaks(self, state: State, before: Block, after: Block) -> bool:
        before_done, after_done = not before.beside & ~state.empty, not after.beside & ~state.empty
        if before_done and after_done:
            return after.size != before.size + 1 or not fits_into(state, before.cells, after.cells)
        return (before_done and after.size > before.size + 1) or (after_done and before.size + 1 > after.size)


def fits_into(state: State, small: int, large: int) -> bool:
    """Does a shift take `small` into `large`, which has one cell more? In reading order its first cell lands on the first or
    on the second one."""
    shifted = mover(state.field.rows, state.field.cols, small)
    rest = large & (large - 1)
    return any(image is not None and not image & ~large for image in (shifted.onto(large & -large), shifted.onto(rest & -rest)))


class Touching:
    """A cell that would join two blocks."""

    name = "joins-blocks"
    title = marked("A square here would join two blocks that each have their arrow square")
    level = 1

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        for cell in cells_of(picture.shared & ~state.empty):
            around = state.grid.around(1 << cell)
            touching = [block for block in picture.anchored if block.cells & around]
            if state.squares >> cell & 1:
                both = cells_of(touching[0].cells | touching[1].cells)
                raise Contradiction(marked("this square joins two blocks"), [cell, *both])
            yield from no_squares(state, 1 << cell, marked("it would join two blocks"), touching[0].cells | touching[1].cells)
        for block in picture.anchored:
            beside = block.beside & state.arrow_cells & ~state.empty
            if beside:
                yield from no_squares(state, beside, marked("the block beside it already has its arrow square"), block.cells)


class TwoBlocks:
    """Every arrow passes through two blocks at least, and touching cells hold no two arrow squares."""

    name = "two-blocks"
    title = marked("An arrow needs squares in two places that do not touch")
    level = 1

    def find(self, state: State) -> Iterator[Step]:
        for arrow, bits in zip(state.field.arrows, state.arrow_bits, strict=True):
            if (bits & state.squares).bit_count() > 1:
                continue
            free = [at for at, cell in enumerate(arrow) if not state.empty >> cell & 1]
            if not free or free[-1] - free[0] < 2:
                raise Contradiction(marked("this arrow has no room for two blocks"), arrow, "too-few-blocks")
            for at in free:
                rest = [other for other in free if other != at]
                if not rest or rest[-1] - rest[0] < 2:
                    text = marked("without a square here the arrow could not pass through two blocks")
                    yield from squares(state, 1 << arrow[at], text, bits_of(arrow))


class Unreachable:
    """A square that no arrow can reach."""

    name = "unreachable"
    title = marked("No arrow square can reach this cell")
    level = 2

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        plain = state.grid.all & ~state.arrow_cells
        reached = 0
        for block in picture.anchored:
            reached |= block.reach
        for cell in cells_of(state.arrow_cells & ~state.squares & ~state.empty):
            reached |= picture.start(cell)
        lost = plain & ~reached & ~state.empty
        stray = lost & state.squares
        if stray:  # one group of them is offence enough
            group = state.grid.flood(stray & -stray, stray)
            raise Contradiction(marked("no arrow square can reach these squares"), cells_of(group))
        yield from no_squares(state, lost, marked("no arrow square can reach it"), state.grid.around(lost) & state.empty)


class Finished:
    """A block that has all its squares."""

    name = "finished-block"
    title = marked("This block has its full size")
    level = 2

    def find(self, state: State) -> Iterator[Step]:
        for block in state.picture().anchored:
            if block.most < block.least:
                raise Contradiction(*_no_room(state, block))
            if block.finished and block.beside & ~state.empty:
                text = say_n("the block beside it is complete with {n} square",
                             "the block beside it is complete with {n} squares", n=block.size)
                yield from no_squares(state, block.beside, text, block.cells)


def _no_room(state: State, block: Block) -> tuple[str, list[int]]:
    if block.size > block.most:  # what is drawn is too much; else it has to grow, and cannot
        text = say_n("this block has {n} square but may have {most} at most",
                     "this block has {n} squares but may have {most} at most", n=block.size, most=block.most)
    else:
        text = say_n("this block needs {n} square but can have {most} at most",
                     "this block needs {n} squares but can have {most} at most", n=block.least, most=block.most)
    return text, cells_of(block.cells)


class NeededRoom:
    """A block that must grow and has only so much room."""

    name = "needed-room"
    title = marked("Without this cell the block could not reach its size")
    level = 3

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        for block in picture.anchored:
            if block.least <= block.size:
                continue
            allowed = picture.allowed_for(block)
            enough = state.grid.flood_to(block.cells, allowed, block.least)  # what is needed is in here, too
            for cell in cells_of(enough & ~state.squares):
                left = state.grid.flood(block.cells, allowed & ~(1 << cell))
                if left.bit_count() < block.least:
                    text = say_n("without it the block could not reach the {n} square it needs",
                                 "without it the block could not reach the {n} squares it needs", n=block.least)
                    yield from squares(state, 1 << cell, text, block.cells)


class OnlyWay:
    """A block without an arrow square has to get to one.

    Once no open cell lies beside two blocks (`Touching`), this also joins squares that can belong to one block only: any other
    way of theirs to an arrow would first come beside some block, and be a way to that one; or beside none, and then its arrow
    cell could own them, too.
    """

    name = "only-way"
    title = marked("The only way from these squares to an arrow")
    level = 3

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        for block in picture.loose:
            anchors = picture.anchors_for(block)
            if not anchors:
                raise Contradiction(marked("these squares reach no arrow"), cells_of(block.cells))
            if not anchors & (anchors - 1):
                text = marked("these squares can belong to no other arrow square")
                yield from squares(state, anchors, text, block.cells)
            plain = picture.possible & ~state.arrow_cells
            for cell in cells_of(state.grid.way(block.cells, plain, anchors) & ~state.squares):  # the only way is on any way
                ways = state.grid.flood(block.cells, plain & ~(1 << cell))
                if not state.grid.around(ways) & anchors:
                    yield from squares(state, 1 << cell, marked("these squares have no other way to an arrow"), block.cells)


class NoRoomToStart:
    """An open arrow cell: would a block with its arrow square here have room for its size?"""

    name = "no-room"
    title = marked("No room here for the next, larger block")
    level = 3

    def find(self, state: State) -> Iterator[Step]:
        picture = state.picture()
        for route in picture.routes:
            where = {block.anchor: block for block in route.blocks}
            need = 1
            for cell in route.arrow:
                block = where.get(cell)
                if block is not None:
                    need = max(need, block.least) + 1
                elif not state.empty >> cell & 1:
                    room = picture.start(cell).bit_count()
                    if room < need:
                        text = say_n("a block here would need {n} square and has room for {room}",
                                     "a block here would need {n} squares and has room for {room}", n=need, room=room)
                        yield from no_squares(state, 1 << cell, text, bits_of(route.arrow) & state.squares)
            yield from self._before(state, picture, route.arrow, where)

    def _before(self, state: State, picture: Picture, arrow: tuple[int, ...], where: dict[int, Block]) -> Iterator[Step]:
        """Seen from the head: a block of size 1 has none before it."""
        most = state.field.size
        for cell in reversed(arrow):
            block = where.get(cell)
            if block is not None:
                most = min(most, block.most) - 1
            elif most < 1 and not state.empty >> cell & 1:
                text = marked("a later block of the arrow is too small to have another one before it")
                yield from no_squares(state, 1 << cell, text, bits_of(arrow) & state.squares)


LOOKS = (Touching(), TwoBlocks(), Unreachable(), Finished(), BrokenRule(), NeededRoom(), OnlyWay(), NoRoomToStart())

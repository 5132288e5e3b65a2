"""Every way to fill one arrow: its blocks from tail to head, each the one before it, moved, with one square added.

What the study names as future work rests on this: an exact cover takes such an evolution as an option, a constraint model as a
row of a table. There are as many as there are ways to grow, so this is for small boards, or for boards with much given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from studio.core.say import Said, say
from studio.families.evolomino.kernel.clauses import first_look
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field

Block = frozenset[int]
MOST = 150_000
"""Evolutions of a board that are listed; beyond, the engines that need them say so."""
POLL_EVERY = 2000


class TooMany(Exception):
    """There are more evolutions than anybody wants to list."""


@dataclass(frozen=True)
class Evolution:
    """One way to fill an arrow: its blocks, and the cells that then stay empty (around them, and on the arrow)."""

    arrow: int
    blocks: tuple[Block, ...]
    squares: Block
    empty: Block


@dataclass(frozen=True)
class Evolutions:
    """All evolutions of all arrows; None where the board contradicts itself at first sight."""

    field: Field
    ways: tuple[Evolution, ...] | None


def evolutions(field: Field, poll: Callable[[], None]) -> Evolutions:
    """TooMany if there are more than MOST."""
    known = first_look(field)
    if known is None or any(field.givens[cell] == SQUARE for ring in field.rings for cell in ring):
        return Evolutions(field, None)
    listing = _Listing(field, known, poll)
    return Evolutions(field, tuple(way for arrow in range(len(field.arrows)) for way in listing.of(arrow)))


class _Listing:
    """Cells that the first look knows to be empty take no part; squares that it knows are as good as given."""

    def __init__(self, field: Field, known: Mapping[int, int], poll: Callable[[], None]) -> None:
        self.field, self.poll = field, poll
        self.open = {cell for cell in range(field.size) if not field.blocked[cell] and known.get(cell) != NO_SQUARE}
        self.given = {cell for cell in self.open if field.givens[cell] == SQUARE or known.get(cell) == IS_SQUARE}
        self.left = MOST
        self._steps = 0

    def of(self, arrow: int) -> Iterator[Evolution]:
        path = self.field.arrows[arrow]
        for place, anchor in enumerate(path):
            if anchor in self.open:
                for block in self._blocks(anchor):
                    yield from self._grown(arrow, path, place, (block,), block)
            if anchor in self.given:  # a square on the arrow belongs to a block: the first cannot lie beyond it
                return

    def _count(self) -> None:
        self._steps += 1
        if self._steps % POLL_EVERY == 0:
            self.poll()
        if self._steps > 8 * MOST:
            raise TooMany

    def _off_arrows(self, cell: int) -> bool:
        return cell in self.open and cell not in self.field.place_on_arrow

    def _blocks(self, anchor: int) -> Iterator[Block]:
        """All connected blocks with this one square on an arrow, each once: grown by cells that were not passed over before."""
        def grow(block: Block, border: list[int], barred: set[int]) -> Iterator[Block]:
            self._count()
            if self.given.isdisjoint(border):  # a square that is known, beside a block, is a square of it
                yield block
            if 2 * len(block) + 3 > len(self.open):  # no room for the next one
                return
            barred = set(barred)
            for place, cell in enumerate(border):
                barred.add(cell)
                new = [other for other in self.field.neighbours[cell]
                       if self._off_arrows(other) and other not in block and other not in barred and other not in border]
                yield from grow(block | {cell}, [*border[place + 1 :], *new], barred)
                if cell in self.given:
                    return

        start = [cell for cell in self.field.neighbours[anchor] if self._off_arrows(cell)]
        yield from grow(frozenset((anchor,)), start, set())

    def _grown(self, arrow: int, path: tuple[int, ...], place: int, blocks: tuple[Block, ...], squares: Block
               ) -> Iterator[Evolution]:
        """This beginning, if it can be the whole, and everything that it can grow into."""
        self._count()
        around = {other for cell in squares for other in self.field.neighbours[cell]} - squares
        if around & self.given:  # a given square beside a block is a square of it
            return
        if len(blocks) > 1 and not self.given.intersection(path[place + 1 :]):
            self.left -= 1
            if self.left < 0:
                raise TooMany
            yield Evolution(arrow, blocks, squares, frozenset(around | set(path) - squares))
        for after, block in self._next(path, place, blocks[-1]):
            if not block & squares and not block & around:
                yield from self._grown(arrow, path, after, (*blocks, block), squares | block)

    def _next(self, path: tuple[int, ...], place: int, block: Block) -> Iterator[tuple[int, Block]]:
        """The blocks that this one grows into, with their place on the arrow."""
        on_arrow, cols = self.field.place_on_arrow, self.field.cols
        later = {cell: at for at, cell in enumerate(path) if at > place}
        last = min((at for at, cell in enumerate(path) if at > place and cell in self.given), default=len(path) - 1)
        cells = sorted(divmod(cell, cols) for cell in block)
        seen: set[Block] = set()
        for down in range(-cells[0][0], self.field.rows - cells[-1][0]):
            for right in range(-min(c for _, c in cells), cols - max(c for _, c in cells)):
                moved = frozenset((r + down) * cols + c + right for r, c in cells)
                if not moved <= self.open:
                    continue
                for added in {other for cell in moved for other in self.field.neighbours[cell]} & self.open - moved:
                    grown = moved | {added}
                    anchors = [cell for cell in grown if cell in on_arrow]
                    if grown not in seen and len(anchors) == 1 and later.get(anchors[0], len(path)) <= last:
                        seen.add(grown)
                        self._count()
                        yield later[anchors[0]], grown


def too_many(field: Field) -> Said:
    return say("the arrows of this {rows}x{cols} board can be filled in more than {most} ways: too many for this engine",
               rows=field.rows, cols=field.cols, most=f"{MOST:,}")

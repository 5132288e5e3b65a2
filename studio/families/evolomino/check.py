"""The rules: what a board breaks, each fault with its cells.

A partial board is blamed only for what no further square can mend.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from studio.core.grid import Grid
from studio.core.puzzle import Board, Violation
from studio.core.say import listed, marked, say, say_n
from studio.families.evolomino.model import (
    IS_SQUARE,
    NO_SQUARE,
    OPEN,
    SQUARE,
    Field,
    best_overlay,
    field_of,
    grows_into,
)

RULES = {
    "shaded-square": marked("a square stands on a shaded cell"),
    "ring-square": marked("a square stands on a closed ring of arrow pieces, which is no arrow"),
    "given-changed": marked("a given square was taken away"),
    "no-arrow-square": marked("a block has no square on an arrow"),
    "two-arrow-squares": marked("a block has more than one square on arrows"),
    "too-few-blocks": marked("an arrow passes through fewer than two blocks"),
    "next-block": marked("the next block is not the previous one plus one square"),
}


def settled_marks(field: Field, marks: list[int]) -> list[int]:
    """The marks together with what the givens say: given squares are squares, blocked cells hold none."""
    shown = list(marks)
    for cell, given in enumerate(field.givens):
        if shown[cell] == OPEN and given == SQUARE:
            shown[cell] = IS_SQUARE
        elif shown[cell] == OPEN and field.blocked[cell]:
            shown[cell] = NO_SQUARE
    return shown


def violations(board: Board) -> list[Violation]:
    field = field_of(board)
    return faults(field, settled_marks(field, board.marks))


def faults(field: Field, shown: list[int]) -> list[Violation]:
    """The same from settled marks."""
    blocks = blocks_of(field, shown)
    return [
        *_misplaced(field, shown),
        *_arrow_squares(field, shown, blocks),
        *_too_few(field, shown),
        *_evolution(field, shown, blocks),
    ]


def blocks_of(field: Field, shown: list[int]) -> list[tuple[int, ...]]:
    """Squares on shaded cells are faults of their own and join nothing."""
    return field.components({cell for cell, mark in enumerate(shown) if mark == IS_SQUARE and not field.blocked[cell]})


def _fault(rule: str, cells: tuple[int, ...]) -> Violation:
    return Violation(rule, RULES[rule], cells)


def _misplaced(field: Field, shown: list[int]) -> Iterator[Violation]:
    on_ring = {cell for ring in field.rings for cell in ring}
    for cell, mark in enumerate(shown):
        if mark == IS_SQUARE and field.blocked[cell]:
            yield _fault("ring-square" if cell in on_ring else "shaded-square", (cell,))
        if mark == NO_SQUARE and field.givens[cell] == SQUARE:
            yield _fault("given-changed", (cell,))


def _arrow_squares(field: Field, shown: list[int], blocks: list[tuple[int, ...]]) -> Iterator[Violation]:
    for block in blocks:
        on_arrows = [cell for cell in block if cell in field.place_on_arrow]
        if len(on_arrows) > 1:
            text = say("{rule} ({count} of {size})", rule=RULES["two-arrow-squares"], count=len(on_arrows), size=len(block))
            yield Violation("two-arrow-squares", text, block)
        elif not on_arrows and not _can_reach_arrow(field, shown, block):
            yield _fault("no-arrow-square", block)


def _can_reach_arrow(field: Field, shown: list[int], block: tuple[int, ...]) -> bool:
    seen, stack = set(block), list(block)
    while stack:
        for other in field.neighbours[stack.pop()]:
            if other not in seen and shown[other] != NO_SQUARE:
                if other in field.place_on_arrow:
                    return True
                seen.add(other)
                stack.append(other)
    return False


def _too_few(field: Field, shown: list[int]) -> Iterator[Violation]:
    """Two touching cells of an arrow never both hold squares, so room for two means two free cells that do not touch."""
    for arrow in field.arrows:
        room = [at for at, cell in enumerate(arrow) if shown[cell] != NO_SQUARE]
        if not room or room[-1] - room[0] < 2:
            yield _fault("too-few-blocks", arrow)


def arrow_blocks(field: Field, blocks: list[tuple[int, ...]]) -> list[list[tuple[int, tuple[int, ...]]]]:
    """For every arrow the blocks on its route: (how far along, cells)."""
    block_at = {cell: block for block in blocks for cell in block if cell in field.place_on_arrow}
    return [[(at, block_at[cell]) for at, cell in enumerate(arrow) if cell in block_at] for arrow in field.arrows]


def followers(field: Field, shown: list[int], blocks: list[tuple[int, ...]]
              ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Blocks that follow one another on an arrow for certain: no open cell between them could hold a further one."""
    for arrow, route in zip(field.arrows, arrow_blocks(field, blocks), strict=True):
        for (at, before), (later, after) in itertools.pairwise(route):
            if before != after and all(shown[cell] != OPEN for cell in arrow[at + 1 : later]):
                yield before, after


def _evolution(field: Field, shown: list[int], blocks: list[tuple[int, ...]]) -> Iterator[Violation]:
    for before, after in followers(field, shown, blocks):
        if cannot_grow(field, shown, before, after):
            text = listed([RULES["next-block"], _overlay_words(field, before, after)], ": ")
            yield Violation("next-block", text, tuple(sorted({*before, *after})))


def cannot_grow(field: Field, shown: list[int], before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """True when `after` can no longer become `before` plus one square, however the open cells are filled."""
    before_done, after_done = is_closed(field, shown, before), is_closed(field, shown, after)
    if before_done and after_done:
        return not grows_into(field, before, after)
    return (before_done and len(after) > len(before) + 1) or (after_done and len(before) + 1 > len(after))


def is_closed(field: Field, shown: list[int], block: tuple[int, ...]) -> bool:
    return all(shown[other] != OPEN for cell in block for other in field.neighbours[cell])


def _overlay_words(field: Field, before: tuple[int, ...], after: tuple[int, ...]) -> str:
    fit = best_overlay(field, before, after)
    inside = [(row, col) for row, col in fit.lost if 0 <= row < field.rows and 0 <= col < field.cols]
    name = Grid(field.rows, field.cols).cell_name
    told = [say("{cell} is missing", cell=name(row * field.cols + col)) for row, col in inside]
    if beyond := len(fit.lost) - len(inside):
        told.append(say_n("one square falls off the board", "{n} squares fall off the board", n=beyond))
    told += [say("{cell} is added", cell=name(cell)) for cell in fit.added]
    return listed([say("shifted {how}", how=fit.words()), *(told or [say("nothing is added")])])

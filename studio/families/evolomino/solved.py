"""Is a complete answer a solution? The rules asked at once, on sets of cells as bits: every answer of every run passes here.

What an answer breaks, and where, is told by `check.py`, which is asked whenever this says no.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field


@lru_cache(maxsize=64)
def _bits(rows: int, cols: int) -> tuple[int, ...]:
    """The bit of each cell. Rows are twice as long as the board: a block that is shifted off it lands on no cell."""
    return tuple(1 << 2 * cols * row + col for row in range(rows) for col in range(cols))


def solves(field: Field, answer: Sequence[int]) -> bool:
    """Every cell decided, and no rule broken."""
    if not answer.count(IS_SQUARE) + answer.count(NO_SQUARE) == len(answer) == field.size:
        return False
    bits, width = _bits(field.rows, field.cols), 2 * field.cols
    squares = 0
    for cell, (mark, given, blocked) in enumerate(zip(answer, field.givens, field.blocked, strict=True)):
        if mark == IS_SQUARE:
            if blocked:
                return False
            squares |= bits[cell]
        elif given == SQUARE:
            return False
    left = squares
    for arrow in field.arrows:
        before = count = 0
        for cell in arrow:
            if bits[cell] & squares:
                if not bits[cell] & left:
                    return False  # a block with two arrow squares
                block = _block(bits[cell], squares, width)
                if before and not _grows_into(before, block):
                    return False
                left &= ~block
                before = block
                count += 1
        if count < 2:
            return False
    return not left  # no block without an arrow square


def _block(square: int, squares: int, width: int) -> int:
    """The squares that hang together with this one."""
    while True:
        more = (square | square << 1 | square >> 1 | square << width | square >> width) & squares
        if more == square:
            return square
        square = more


def _grows_into(before: int, after: int) -> bool:
    """A shift keeps the order of cells: the first one lands on the first or, after the added one, on the second."""
    size, first = before.bit_count(), before & -before
    if after.bit_count() != size + 1:
        return False
    rest = after & after - 1
    for landing in (after & -after, rest & -rest):
        by = landing.bit_length() - first.bit_length()
        shifted = before << by if by >= 0 else before >> -by
        if not shifted & ~after and shifted.bit_count() == size:
            return True
    return False

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


def _digits(value: int) -> bytes:
    """A table that turns this value into the digit 1, all others into 0."""
    return bytes(ord("1") if other == value else ord("0") for other in range(256))


SQUARES, GIVEN, BLOCKED = _digits(IS_SQUARE), _digits(SQUARE), _digits(True)


def _mask(digits: bytes, cols: int) -> int:
    """The cells that have the digit 1, as bits: the board's rows as one number, the last row first."""
    return int((b"0" * cols).join(digits[at : at + cols] for at in range(0, len(digits), cols))[::-1], 2)


def solves(field: Field, answer: Sequence[int]) -> bool:
    """Every cell decided, and no rule broken."""
    if not answer.count(IS_SQUARE) + answer.count(NO_SQUARE) == len(answer) == field.size:
        return False
    bits, width = _bits(field.rows, field.cols), 2 * field.cols
    squares = _mask(bytes(answer).translate(SQUARES), field.cols)
    given = _mask(bytes(field.givens).translate(GIVEN), field.cols)
    if squares & _mask(bytes(field.blocked).translate(BLOCKED), field.cols) or given & ~squares:
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

"""Where a what-if rule acts first. The kernel scans; the rule then follows that one supposition again and words its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field, Position
from studio.families.fobidoshi.rules.follow import ENDLESS

if TYPE_CHECKING:
    from studio.families.fobidoshi.kernel.records import Search

LARGE = 200
"""Cells from which on a board is too large for suppositions within suppositions everywhere."""
REACH = 5
"""Rows and columns around a supposition in which the second one is made, on a large board."""
MOST = 24
"""Cells of a large board on which suppositions within suppositions are tried, those of the most confined groups first."""


def supposing(position: Position, bit: int, value: int) -> Position:
    if value == CIRCLE:
        return Position(position.circles | bit, position.possible)
    return Position(position.circles, position.possible & ~bit)


def beside_circles(shape: Field, position: Position) -> int:
    """Where a supposition is worth trying: beside circles, or anywhere if there is no circle."""
    return position.undecided & shape.around(position.circles) or position.undecided


def first_failing(shape: Field, position: Position, value: int, rounds: int = ENDLESS) -> int | None:
    """The first cell where supposing `value` breaks a rule within some rounds."""
    from studio.families.fobidoshi.kernel import records, what_if

    with records.borrowed(shape) as s:
        load(s, shape, position)
        try_cells(s, shape.cells(beside_circles(shape, position)))
        found = what_if.first_failing(s, value, rounds)
    return found if found >= 0 else None


def first_shared(shape: Field, position: Position) -> int | None:
    """The first cell on which "with or without a circle there" concludes something."""
    from studio.families.fobidoshi.kernel import records, what_if

    with records.borrowed(shape) as s:
        load(s, shape, position)
        try_cells(s, shape.cells(beside_circles(shape, position)))
        found = what_if.first_shared(s)
    return found if found >= 0 else None


def agreeing_group(shape: Field, position: Position, most: int) -> int | None:
    """The first group with at most `most` exits, of which one must be taken, whose exits agree on something."""
    from studio.families.fobidoshi.kernel import records, what_if

    groups = shape.groups(position.circles)
    if len(groups) < 2:
        return None
    with records.borrowed(shape) as s:
        load(s, shape, position)
        for group in groups:
            exits = shape.around(group) & position.undecided
            if 0 < exits.bit_count() <= most:
                try_cells(s, shape.cells(exits))
                if what_if.exits_agree(s):
                    return group
    return None


def two_deep(shape: Field, position: Position) -> tuple[int, int] | None:
    """The first (cell, value) that fails however one goes on nearby."""
    from studio.families.fobidoshi.kernel import records, what_if

    with records.borrowed(shape) as s:
        load(s, shape, position)
        for cell in confined_cells(shape, position):
            open_window(s, shape, near_by(shape, cell))
            for value in (CIRCLE, CROSS):
                if what_if.fails_two_deep(s, cell, value):
                    return cell, value
    return None


def falls_to_suppositions(shape: Field, position: Position) -> bool:
    """Do single suppositions, each followed to its end, decide the whole board? (Rules up to level 7 as one.)"""
    from studio.families.fobidoshi.kernel import records, what_if

    with records.borrowed(shape) as s:
        load(s, shape, position)
        open_window(s, shape, shape.full)
        return bool(what_if.falls_to_suppositions(s))


def confined_cells(shape: Field, position: Position) -> list[int]:
    """Exits of the groups, those of the group with the fewest first; of a large board at most `MOST`."""
    most = MOST if shape.size >= LARGE else shape.size
    exits = [shape.around(group) & position.undecided for group in shape.groups(position.circles)]
    cells: dict[int, None] = {}
    for mask in sorted(exits, key=int.bit_count):
        cells.update(dict.fromkeys(shape.cells(mask)))
    return list(cells)[:most] or list(shape.cells(position.undecided))[:most]


def near_by(shape: Field, cell: int) -> int:
    if shape.size < LARGE:
        return shape.full
    row, col = divmod(cell, shape.cols)
    rows = range(max(0, row - REACH), min(shape.rows, row + REACH + 1))
    cols = range(max(0, col - REACH), min(shape.cols, col + REACH + 1))
    return shape.mask(r * shape.cols + c for r in rows for c in cols)


def warm_up() -> None:
    """Compile or load everything that is compiled here."""
    shape = Field(4, 4)
    position = Position(shape.bits[0] | shape.bits[15], shape.full)
    first_failing(shape, position, CIRCLE)
    first_shared(shape, position)
    agreeing_group(shape, position, 4)
    two_deep(shape, position)
    falls_to_suppositions(shape, position)


# --- masks into the kernel's record -------------------------------------------------------------------------------------
def load(s: Search, shape: Field, position: Position) -> None:
    """The position on the board NOW, the first of the record's boards."""
    circles, possible = position
    s.boards[0 : s.size] = [CIRCLE if circles & bit else EMPTY if possible & bit else CROSS for bit in shape.bits]


def try_cells(s: Search, cells: Iterable[int]) -> None:
    listed = [*cells, -1]
    s.tries[0 : len(listed)] = listed


def open_window(s: Search, shape: Field, cells: int) -> None:
    s.window[0 : s.size] = [1 if cells & bit else 0 for bit in shape.bits]

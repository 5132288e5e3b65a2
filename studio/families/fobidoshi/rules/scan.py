"""Where a what-if rule acts first: small boards are scanned in Python, large ones and deep rules by compiled code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, field
from studio.families.fobidoshi.rules.follow import ENDLESS, Position, follow

LARGE = 200
"""Cells from which on loading the compiled scan (most of a second, once) pays for itself."""
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


def use_compiled(shape: Field) -> bool:
    return shape.size >= LARGE or "studio.families.fobidoshi.kernel.compiled_scan" in sys.modules


def failing(shape: Field, position: Position, value: int, rounds: int = ENDLESS) -> Iterator[int]:
    """Cells where supposing `value` breaks a rule within some rounds; compiled: the first one only."""
    candidates = list(shape.cells(beside_circles(shape, position)))
    if use_compiled(shape):
        found = _compiled().first_failing(*_arrays(shape, position, candidates), value, rounds, *_tables(shape))
        if found >= 0:
            yield int(found)
        return
    for cell in candidates:
        if follow(shape, *supposing(position, shape.bits[cell], value), rounds) is None:
            yield cell


def maybe_shared(shape: Field, position: Position) -> list[int]:
    """Cells on which "with or without a circle there" may conclude something; compiled: at most the first one."""
    candidates = list(shape.cells(beside_circles(shape, position)))
    if not use_compiled(shape):
        return candidates
    found = _compiled().first_shared(*_arrays(shape, position, candidates), *_tables(shape))
    return [int(found)] if found >= 0 else []


def confined_groups(shape: Field, position: Position, most: int) -> list[int]:
    """Groups with at most `most` exits of which one must be taken; compiled: the first whose exits agree on something."""
    groups = shape.groups(position.circles)
    if len(groups) < 2:
        return []
    found = [group for group in groups if 0 < (shape.around(group) & position.undecided).bit_count() <= most]
    if not found or not use_compiled(shape):
        return found
    exits = [list(shape.cells(shape.around(group) & position.undecided)) for group in found]
    rows = _numpy().array([cells + [-1] * (most - len(cells)) for cells in exits], "int32")
    cells, _ = _arrays(shape, position, [])
    first = _compiled().first_shared_exits(cells, rows, *_tables(shape))
    return [found[first]] if first >= 0 else []


def two_deep(shape: Field, position: Position) -> tuple[int, int] | None:
    """The first (cell, value) that fails however one goes on nearby."""
    candidates = confined_cells(shape, position)
    if not candidates:
        return None
    window = [list(shape.cells(near_by(shape, cell) & position.undecided)) for cell in candidates]
    widest = max(map(len, window))
    padded = _numpy().array([cells + [cells[-1]] * (widest - len(cells)) for cells in window], "int32")
    found = _compiled().first_two_deep(*_arrays(shape, position, candidates), padded, *_tables(shape))
    return None if found < 0 else (int(found) // 2, CROSS if found % 2 else CIRCLE)


def falls_to_suppositions(shape: Field, position: Position) -> bool:
    """Do single suppositions, each followed to its end, decide the whole board? (Rules up to level 7, compiled as one.)"""
    compiled, numpy = _compiled(), _numpy()
    cells, every = _arrays(shape, position, list(range(shape.size)))
    work, trial = numpy.zeros((6, shape.size + 1), "int32"), numpy.zeros((2, shape.size + 1), "int8")
    near, line = _tables(shape)
    if not compiled.follow(cells, near, line, work) or not compiled.settles(cells, every, near, line, work, trial):
        return False
    return bool((cells != 0).all())


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
    shape = field(4, 4)
    position = Position(shape.bits[0] | shape.bits[15], shape.full)
    _compiled()
    for _ in failing(shape, position, CIRCLE):
        break
    maybe_shared(shape, position)
    confined_groups(shape, position, 4)
    two_deep(shape, position)
    falls_to_suppositions(shape, position)


def _compiled() -> Any:
    from studio.families.fobidoshi.kernel import compiled_scan

    return compiled_scan


def _numpy() -> Any:
    import numpy

    return numpy


def _tables(shape: Field) -> tuple[Any, Any]:
    from studio.families.fobidoshi.kernel.fast import tables

    return tables(shape.rows, shape.cols)


def _arrays(shape: Field, position: Position, candidates: list[int]) -> tuple[Any, Any]:
    numpy = _numpy()
    cells = numpy.zeros(shape.size + 1, "int8")
    cells[list(shape.cells(position.circles))] = CIRCLE
    cells[[*shape.cells(shape.full & ~position.possible), shape.size]] = CROSS
    return cells, numpy.array(candidates, "int32")

"""What Evolomino's helper decisions mean: which solutions keep them. So the film checker can look below them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from studio.core.events import Event
from studio.core.puzzle import Answer, Puzzle
from studio.families.evolomino.model import IS_SQUARE, Field, field_of, shift_words
from tests.families.film_checker import Flags

CELL = r"r(\d+)c(\d+)"
BELONGS = re.compile(rf"{CELL} (does not belong|belongs) to the block of {CELL}")
FOLLOWS = re.compile(rf"the block of {CELL} is (not )?followed by the block of {CELL}")
SHIFTED = re.compile(rf"the block of {CELL} is (not )?the block of {CELL}, shifted (.*), plus one square")
WITHIN = re.compile(r"all blocks stay within (\d+) steps of their arrow squares")


def meaning(puzzle: Puzzle, event: Event, answers: Sequence[Answer]) -> Flags | None:
    """Flags of the solutions that keep the decision; None if they do not tell (a block may follow by several shifts)."""
    assert event.reason is not None
    field, text = field_of(puzzle), event.reason.text
    kept = [_kept(field, text, answer) for answer in answers]
    return None if None in kept else np.array(kept, np.bool_).reshape(len(answers))


def _kept(field: Field, text: str, answer: Answer) -> bool | None:
    squares = {cell for cell, value in enumerate(answer) if value == IS_SQUARE}
    blocks = {cell: set(block) for block in field.components(squares) for cell in block}
    if found := WITHIN.fullmatch(text):
        return all(_reach(field, block) <= int(found[1]) for block in blocks.values())
    if found := BELONGS.fullmatch(text):
        cell, anchor = _cell(field, found[1], found[2]), _cell(field, found[4], found[5])
        return (anchor in blocks.get(cell, ())) == (found[3] == "belongs")
    if found := FOLLOWS.fullmatch(text):
        before, after = _cell(field, found[1], found[2]), _cell(field, found[4], found[5])
        return _consecutive(field, squares, before, after) == (found[3] is None)
    found = SHIFTED.fullmatch(text)
    if found is None:  # of a SAT solver: a variable that stands for nothing on the board
        return None
    after, before = _cell(field, found[1], found[2]), _cell(field, found[4], found[5])
    if not _consecutive(field, squares, before, after):
        return found[3] is not None
    fits = [shift_words(field, before, place) for place in range(field.size)
            if all(field.shift(cell, before, place) in blocks[after] for cell in blocks[before])]
    if found[3] is None:
        return found[6] in fits
    return None if len(fits) > 1 and found[6] in fits else found[6] not in fits


def _consecutive(field: Field, squares: set[int], before: int, after: int) -> bool:
    number, start = field.place_on_arrow[before]
    end = field.place_on_arrow[after][1]
    between = field.arrows[number][start + 1 : end]
    return before in squares and after in squares and squares.isdisjoint(between)


def _reach(field: Field, block: set[int]) -> int:
    anchor = next(cell for cell in block if cell in field.place_on_arrow)
    return next(steps for steps in range(field.size + 1) if block <= set(field.region(anchor, steps)))


def _cell(field: Field, row: str, col: str) -> int:
    return (int(row) - 1) * field.cols + int(col) - 1

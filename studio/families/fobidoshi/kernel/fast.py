"""The compiled backtracking search behind a Python face: slices, cancel, answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as default_field
from functools import lru_cache
from typing import Any

import numpy as np

from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.families.fobidoshi.kernel import compiled
from studio.families.fobidoshi.kernel.explained import Improvements
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, field

SLICE = 2000
"""Calls between two looks at the clock."""
KEEP = 10_000
"""Answers that are kept when all are counted."""


@dataclass
class Counted:
    """What a compiled search found. `fewest` is the answer with the fewest circles (4.1)."""

    found: int = 0
    answers: list[Answer] = default_field(default_factory=list)
    fewest: Answer | None = None
    calls: int = 0
    max_depth: int = 0
    exhausted: bool = False
    gave_up: bool = False
    """the calls allowed did not suffice"""


@lru_cache(maxsize=16)
def tables(rows: int, cols: int) -> tuple[Any, Any]:
    return compiled.tables(field(rows, cols))


def backtrack(shape: Field, givens: Sequence[int], use: Improvements, wanted: int, cancel: Cancel,
              report: Counted | None = None, most_calls: int = 1 << 60) -> Counted:
    """Search for `wanted` answers (0 = all). `report` is filled also when the search is cancelled."""
    result = report if report is not None else Counted()
    near, line = tables(shape.rows, shape.cols)
    at_once = use.at_once and use.barrier and use.good_moves
    switches = np.array([use.barrier, use.good_moves, use.neighbours, at_once, use.confined_first], np.bool_)
    room = 2 * shape.size + 4
    stack = np.zeros((room, shape.size + 1), np.int8)
    stack[0, : shape.size] = givens
    stack[:, shape.size] = CROSS
    depths, told = np.ones(room, np.int32), np.zeros(room, np.bool_)
    info = np.array([0 if shape.fours(shape.where(givens, CIRCLE)) else 1, 0, 0, 0, -1], np.int64)
    answers = np.zeros((wanted or KEEP, shape.size), np.int8)
    fewest = np.zeros(shape.size, np.int8)
    state = compiled.RUNNING
    try:
        while state == compiled.RUNNING and info[compiled.CALLS] < most_calls:
            cancel.check()
            budget = min(SLICE, most_calls - int(info[compiled.CALLS]))
            state = compiled.search(stack, depths, told, info, answers, fewest, near, line, switches, wanted, budget)
    finally:
        result.calls, result.max_depth, result.found = (int(info[k]) for k in (compiled.CALLS, compiled.DEPTH, compiled.FOUND))
        result.answers = [_answer(row) for row in answers[: min(result.found, len(answers))]]
        result.fewest = _answer(fewest) if result.found else None
        result.exhausted = state == compiled.DONE
        result.gave_up = state == compiled.RUNNING
    return result


def _answer(cells: Any) -> Answer:
    return tuple(CIRCLE if value == CIRCLE else CROSS for value in cells.tolist())

"""Values of a model's placements on the board: whole pieces, and shades where a placement is taken in part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from studio.core.say import say
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem

HALF = 0.5
WHOLE = 1e-6


def seen(problem: Problem, placements: Placements, values: Sequence[float]) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """The pieces that are taken by more than half, the largest share of a placement in each cell, and both in words."""
    taken = np.asarray(values[: len(placements)])
    shares = np.zeros(problem.board.size)
    pieces, number, over = [0] * problem.board.size, 0, 0
    for p in np.flatnonzero(taken > WHOLE).tolist():
        cells = placements.of(p)
        shares[cells] = np.maximum(shares[cells], taken[p])
        if taken[p] > HALF:
            number += 1
            for cell in cells:
                over += pieces[cell] > 0
                pieces[cell] = pieces[cell] or number
    covered = sum(1 for piece in pieces if piece)
    whole = not np.any((taken > WHOLE) & (taken < 1 - WHOLE))
    text = (whole_words(covered, problem.area, over) if whole else
            say("the model's linear relaxation: a placement may be taken in part. The darker a cell, the larger the part of "
                "one placement in it; {n} of {area} cells lie in pieces that are taken by more than half", n=covered,
                area=problem.area))
    return tuple(pieces), tuple(np.rint(100 * shares).astype(int).tolist()), text


def whole_words(covered: int, area: int, over: int = 0) -> str:
    if over:
        return say("a candidate of whole pieces: {n} of {area} cells are covered, {over} of them more than once",
                   n=covered, area=area, over=over)
    return say("a candidate of whole pieces: {n} of {area} cells are covered", n=covered, area=area)

"""What needs no search: an empty board, too little area (1.1), an area that is no sum of pieces, a cell that nothing covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from studio.core.engine import SolveResult, Status
from studio.core.say import listed, say, say_n
from studio.core.trace import TraceWriter
from studio.families.tiling.model.counts import area_is_sum, enough_area, forced_counts
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.words import either
from studio.families.tiling.proofs.story import tell_steps


def known_at_once(problem: Problem, placements: Placements | None, trace: TraceWriter) -> SolveResult | None:
    """The answer if it needs no search, told as a film would tell it."""
    known = trivial_result(problem)
    if known is None and placements is not None:
        known = places_result(problem, placements)
    return None if known is None else told(known, trace)


def places_result(problem: Problem, placements: Placements) -> SolveResult | None:
    """The answer by the placements alone: for those who have asked the areas already."""
    return bare_result(problem, placements) or crowded_result(problem, placements)


def told(result: SolveResult, trace: TraceWriter) -> SolveResult:
    trace.tells_all()
    for answer in result.solutions:
        trace.solution(answer)
    if result.proof is not None:
        tell_steps(result.proof, trace, str(result.proof["kind"]))
    return result


def _proof(kind: str, *sentences: str, cells: Sequence[int] = ()) -> dict[str, Any]:
    steps = [{"text": text, "cells": [int(i) for i in cells], "witness": []} for text in sentences]
    return {"kind": kind, "caption": listed(sentences, " "), "steps": steps}


def trivial_result(problem: Problem) -> SolveResult | None:
    """The answer if the areas alone give it."""
    if problem.area == 0:
        return SolveResult(Status.UNIQUE, [(0,) * problem.board.size], say("the board is empty"), everything=True)
    if not problem.tiles:
        return _none(say("there are no tiles"), _proof("area", say("There are no tiles.")))
    if not enough_area(problem):
        pieces = sum(tile.size * (tile.count or 0) for tile in problem.tiles)
        return _none(say("all pieces together are smaller than the board"),
                     _proof("area", _size(problem), say("All pieces together have {pieces}: too few to cover it.",
                                                        pieces=pieces)))
    if not area_is_sum(problem):
        sizes = sorted({tile.size for tile in problem.tiles})
        several = either(map(str, sizes)) if len(sizes) < 8 else say("{first} to {last}", first=sizes[0], last=sizes[-1])
        return _none(say_n("no choice of pieces has the area of the board ({n} cell)",
                           "no choice of pieces has the area of the board ({n} cells)", n=problem.area),
                     _proof("area", _size(problem),
                            say("The pieces have {sizes} cells: no choice of them adds up to {area}.", sizes=several,
                                area=problem.area)))
    return None


def _size(problem: Problem) -> str:
    return say_n("The board has {n} cell.", "The board has {n} cells.", n=problem.area)


def _none(message: str, proof: dict[str, Any]) -> SolveResult:
    return SolveResult(Status.NONE, message=message, count=0, proof=proof, everything=True)


def bare_cell(problem: Problem, placements: Placements) -> int | None:
    """A board cell that no placement covers."""
    covered = np.zeros(problem.board.size, dtype=np.bool_)
    covered[placements.cells] = True
    bare = np.flatnonzero(problem.board.ravel() & ~covered)
    return int(bare[0]) if len(bare) else None


def bare_result(problem: Problem, placements: Placements) -> SolveResult | None:
    """NONE if some cell is covered by no placement."""
    bare = bare_cell(problem, placements)
    if bare is None:
        return None
    row, col = divmod(bare, problem.cols)
    return _none(say("no tile fits on the cell in row {row}, column {col}", row=row + 1, col=col + 1),
                 _proof("bare-cell", say("No tile fits on the cell in row {row}, column {col}.", row=row + 1, col=col + 1),
                        cells=(bare,)))


def crowded_result(problem: Problem, placements: Placements) -> SolveResult | None:
    """NONE if a tile must be used more often than it has positions."""
    room = np.bincount(placements.tile, minlength=len(problem.tiles))
    for tile, forced, places in zip(problem.tiles, forced_counts(problem), room.tolist(), strict=True):
        if forced is not None and forced > places:
            text = say_n("{forced} of {tile} must be used, but there is {n} place for it",
                         "{forced} of {tile} must be used, but there are {n} places for it", n=places, forced=forced,
                         tile=tile.label) if places else say(
                "{forced} of {tile} must be used, but there are no places for it", forced=forced, tile=tile.label)
            return _none(text, _proof("no-room", say("By the areas, {why}.", why=text)))
    return None

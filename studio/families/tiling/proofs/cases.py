"""Proofs by cases: a tile that may be used a few times is used exactly so often or so often, and each case has a colouring.

"At most one T": the chessboard says that no T is used; without it, stripes say that the L alone do not do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from studio.core.engine import SolveResult, Status
from studio.core.say import say, say_n
from studio.core.trace import TraceWriter
from studio.families.tiling.model.counts import area_is_sum, forced_counts
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.balance import find_balance
from studio.families.tiling.proofs.colouring import find_periodic
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.proofs.story import proof_json, tell_steps
from studio.families.tiling.proofs.verify import verify

MOST_CASES = 12
FEW = 3
"""A tile of which there may be more is not counted through."""


@dataclass(frozen=True)
class Case:
    """So many pieces of the counted tiles; why that cannot be (None: the areas alone forbid it)."""

    counts: tuple[tuple[int, int], ...]
    problem: Problem
    proof: ColouringProof | None

    def words(self, whole: Problem) -> str:
        parts = [say_n("one {tile}", "{n} {tile}", n=n, tile=whole.tiles[t].label) if n else
                 say("no {tile}", tile=whole.tiles[t].label) for t, n in self.counts]
        return ", ".join(parts)


def find_cases(problem: Problem) -> list[Case] | None:
    """Every number of pieces of the tiles that may be used a few times, each refuted; None if one of them is not."""
    forced = forced_counts(problem)
    few = [t for t, tile in enumerate(problem.tiles) if tile.count is not None and tile.count <= FEW and forced[t] is None]
    ranges = [range(problem.tiles[t].least, (problem.tiles[t].count or 0) + 1) for t in few]
    if not few or prod(map(len, ranges)) > MOST_CASES:
        return None
    found = []
    for counts in product(*ranges):
        case = _case(problem, tuple(zip(few, counts, strict=True)))
        if case is None:
            return None
        found.append(case)
    return found


def _case(problem: Problem, counts: tuple[tuple[int, int], ...]) -> Case | None:
    exactly = with_counts(problem, dict(counts))
    if not exactly.tiles or not area_is_sum(exactly):
        return Case(counts, exactly, None)
    placements = find_placements(exactly)
    proof = find_periodic(exactly, placements) if len(placements) else None
    if proof is None:
        return None
    proof = find_balance(exactly, placements) or proof
    verify(exactly, proof)
    return Case(counts, exactly, proof)


def with_counts(problem: Problem, counts: dict[int, int]) -> Problem:
    """The problem with exactly so many pieces of some tiles."""
    exactly = Problem(problem.board, tuple(replace(tile, count=counts[t], least=counts[t]) if counts.get(t) else tile
                                           for t, tile in enumerate(problem.tiles)), problem.reflections, problem.given)
    for t in sorted((t for t, n in counts.items() if n == 0), reverse=True):
        exactly = exactly.without(t)
    return exactly


def cases_json(problem: Problem, cases: list[Case]) -> dict[str, Any]:
    """All colourings (`parts`), and the steps of all cases; each step says which part it shows."""
    parts: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    for case in cases:
        name = case.words(problem)
        if case.proof is None:
            text = say("Suppose that {pieces} is used: then the areas do not add up to {area}.", pieces=name, area=problem.area)
            steps.append({"text": text, "cells": [], "witness": [], "part": None})
            continue
        part = proof_json(case.problem, case.proof)
        steps += [{**step, "text": say("Suppose that {pieces} is used: {text}", pieces=name, text=step["text"]) if k == 0
                   else step["text"], "part": len(parts)} for k, step in enumerate(part["steps"])]
        parts.append(part)
    caption = say("No number of pieces works: {cases}. So there is no tiling.", cases="; ".join(_reasons(problem, cases)))
    return {"kind": "cases", "caption": caption, "steps": steps, "parts": parts}


def _reasons(problem: Problem, cases: list[Case]) -> Iterator[str]:
    for case in cases:
        how = say("the areas") if case.proof is None else case.proof.pattern
        yield say("with {pieces}, by {how}", pieces=case.words(problem), how=how)


def proved_by_cases(problem: Problem, cases: list[Case], trace: TraceWriter) -> SolveResult:
    data = cases_json(problem, cases)
    tell_steps(data, trace, "cases")
    return SolveResult(Status.NONE, message=data["caption"], count=0, proof=data, everything=True)

"""What was found when the time ran out is told, in all families: `solve … --solutions 0 --time-limit …` on ambiguous boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from studio.core import registry
from studio.core.engine import Limits, Options, Status
from studio.core.files import load, sample_folder
from studio.core.puzzle import Puzzle
from studio.core.requests import load_engine
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.run.job import start_solve

SECONDS = 2.0


def ambiguous(family_id: str) -> Puzzle:
    """A board with far more solutions than anybody lists in two seconds."""
    family = registry.family(family_id)
    if family_id == "tiling":
        return puzzle_of(np.ones((10, 10), bool), tiles_from_words("2"), True)
    if family_id == "evolomino":
        large = max(family.samples(), key=lambda puzzle: puzzle.grid.size)
        # without its shaded cells and given squares there is room for every shape
        return large.with_givens(tuple(0 for _ in large.givens))
    blank = family.blank(9, 9)
    if start_solve(blank, "auto", Options(1), film=False).wait(60).solutions:
        return blank
    # a family from outside in which an absent clue says something: no island, no solution
    large = max((opened.puzzle for opened in map(load, files_of(family_id))), key=lambda puzzle: puzzle.grid.size)
    return large.with_givens(family.clues.weakened(large, large.grid.cells()))


def files_of(family_id: str) -> list[Path]:
    return sorted(sample_folder(family_id).glob("*.puzzle"))


@pytest.mark.parametrize("family_id", [family.id for family in registry.families()])
def test_found_answers_are_never_thrown_away(family_id: str) -> None:
    puzzle = ambiguous(family_id)
    load_engine(family_id, "auto")  # so that the child finds its kernels compiled
    result = start_solve(puzzle, "auto", Options(0), Limits(SECONDS), film=False).wait(120)
    assert result.status in (Status.MULTIPLE, Status.SOLVED), result.message
    assert result.solutions and len(set(result.solutions)) == len(result.solutions)
    assert not result.complete and result.stopped == "timeout" and not result.answered
    assert not any(registry.family(family_id).wrong(puzzle, answer) for answer in result.solutions[:20])

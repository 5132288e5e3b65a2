"""The sample library: every puzzle loads, is what it says, is unique (tiling: solvable, or proven not) and can be drawn."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.puzzle import Board, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.rating import LEVELS, rate

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "puzzles"
FAMILIES = ("evolomino", "fillomino", "fobidoshi", "tiling")
PATHS = sorted(FOLDER.glob("*/*.puzzle"))
AT_LEAST = 20
RATED = 70
"""Cells up to which the rating is made again in every run."""
SECONDS = 120.0


@cache
def sample(path: Path) -> Puzzle:
    return files.load(path).puzzle


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def solved(puzzle: Puzzle, wanted: int) -> SolveResult:
    family = registry.family(puzzle.family)
    return run_engine(family.engine("auto"), puzzle, Options(wanted), Limits(SECONDS), TraceWriter(), Cancel(), family.wrong)


def is_generated(puzzle: Puzzle) -> bool:
    return "generated" in puzzle.extra


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_enough_of_every_kind(family: str) -> None:
    puzzles = [sample(path) for path in PATHS if path.parent.name == family]
    assert len(puzzles) >= AT_LEAST
    assert {puzzle.extra["difficulty"] for puzzle in puzzles} == set(LEVELS)
    assert len({puzzle.title for puzzle in puzzles}) == len(puzzles)
    sizes = [puzzle.grid.size for puzzle in puzzles]
    assert min(sizes) <= 36 and max(sizes) >= 200


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_sample_keeps_its_promises(path: Path) -> None:
    """Family, names, difficulty, and a stored solution that breaks no rule."""
    puzzle = sample(path)
    family = registry.family(puzzle.family)
    family.validate(puzzle)
    assert puzzle.family == path.parent.name
    assert puzzle.title and puzzle.author == "Puzzle Studio" and puzzle.extra["difficulty"] in LEVELS
    assert files.dumps(puzzle) == path.read_text("utf-8")
    if puzzle.solution is None:
        assert puzzle.family == "tiling" and "rovably impossible" in puzzle.notes
    else:
        assert family.wrong(puzzle, puzzle.solution) == []


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_sample_is_answered(path: Path) -> None:
    """Unique with the stored solution; a classical tiling: solvable, or proven not to be."""
    puzzle = sample(path)
    family = registry.family(puzzle.family)
    if puzzle.solution is None:
        result = solved(puzzle, 1)
        assert result.status is Status.NONE, result.message
        return
    if puzzle.family == "tiling" and not is_generated(puzzle):
        assert solved(puzzle, 1).status is Status.SOLVED
        return
    result = solved(puzzle, 2)
    assert result.status is Status.UNIQUE, result.message
    assert list(family.contents(puzzle, result.solutions[0])) == list(family.contents(puzzle, puzzle.solution))


def is_rated(puzzle: Puzzle) -> bool:
    return is_generated(puzzle) and puzzle.grid.size <= RATED and puzzle.extra["difficulty"] != LEVELS[-1]


@pytest.mark.parametrize("path", [path for path in PATHS if is_rated(sample(path))], ids=name)
def test_stored_difficulty_is_the_rating(path: Path) -> None:
    rating = rate(sample(path))
    assert rating is not None and rating.level == sample(path).extra["difficulty"]


@pytest.mark.parametrize("family", FAMILIES)
def test_samples_can_be_drawn(family: str) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share import render

    known = registry.family(family)
    for path in (path for path in PATHS if path.parent.name == family):
        puzzle = sample(path)
        blank = render.board_image(known, Board(puzzle, known.start_marks(puzzle)), Overlay(), cell_pixels=8)
        assert not blank.isNull()
        if puzzle.solution is not None:
            answer = render.board_image(known, Board(puzzle, puzzle.solution), Overlay(), cell_pixels=8)
            assert answer.size() == blank.size() and answer != blank

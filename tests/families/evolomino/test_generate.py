"""Algorithm 1: unique puzzles, the same for the same seed, with nothing left to take away."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel, Cancelled, Limits, Status
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.families.evolomino import FAMILY
from studio.families.evolomino.codecs.raw_text import RawText
from studio.families.evolomino.model import field_of
from studio.solvers.search import Ladder
from tests.families.evolomino.boards import solve


def make(rows: int, cols: int, seed: int, symmetry: str = "none", **values: object) -> Puzzle:
    request = GenerateRequest(rows, cols, seed, symmetry=symmetry, values=values)
    return FAMILY.making.generate(request, lambda *_: None, Cancel(Limits(60.0)))


@pytest.mark.parametrize("size", [(4, 4), (5, 8), (7, 7), (10, 10)])
def test_it_is_unique_and_its_solution_is_stored(size: tuple[int, int]) -> None:
    for seed in range(3):
        puzzle = make(*size, seed)
        FAMILY.validate(puzzle)
        result = solve(puzzle, "auto")
        assert result.status == Status.UNIQUE and result.solutions[0] == puzzle.solution
        assert field_of(RawText().read(RawText().write(puzzle), "")).arrows


@pytest.mark.parametrize(("difficulty", "level"), [("easy", 3), ("medium", 5)])
def test_an_easy_puzzle_falls_to_easy_rules(difficulty: str, level: int) -> None:
    puzzle = FAMILY.making.generate(GenerateRequest(7, 7, 2, difficulty), lambda *_: None, Cancel())
    state = FAMILY.rulebook.state(puzzle)
    assert all(applied.rule.level <= level for applied in Ladder(FAMILY.rulebook.rules).conclusions(state, limit_level=level))
    assert state.solved() and state.answer() == puzzle.solution
    assert solve(puzzle, "auto").status == Status.UNIQUE


def test_no_clue_is_left_over() -> None:
    """Without any one clue there would be a second solution."""
    puzzle = make(6, 6, 4)
    for cell in puzzle.clues():
        thinner = puzzle.with_givens(0 if other == cell else given for other, given in enumerate(puzzle.givens))
        assert solve(thinner, "auto").status == Status.MULTIPLE


def test_the_same_seed_gives_the_same_puzzle() -> None:
    assert make(8, 8, 3) == make(8, 8, 3) != make(8, 8, 5)


def test_options_are_kept() -> None:
    puzzle = make(9, 9, 2, min_arrow=5, min_blocks=3, target=0.4)
    field = field_of(puzzle)
    assert puzzle.solution is not None
    for arrow in field.arrows:
        assert len(arrow) >= 5 and sum(puzzle.solution[cell] == 1 for cell in arrow) >= 3
    full = make(9, 9, 2, carve=False)
    assert all(given or cell in field_of(full).place_on_arrow for cell, given in enumerate(full.givens))
    dense, thin = make(9, 9, 2, target=0.7), make(9, 9, 2, target=0.2)
    assert len(field_of(dense).place_on_arrow) > len(field_of(thin).place_on_arrow)


def test_a_symmetric_puzzle_loses_its_clues_in_symmetric_groups() -> None:
    puzzle = make(7, 7, 1, symmetry="half-turn")
    solution = puzzle.solution
    assert solution is not None and solve(puzzle, "auto").status == Status.UNIQUE
    full = make(7, 7, 1, symmetry="half-turn", carve=False)
    for cell in puzzle.grid.cells():
        image = puzzle.grid.size - 1 - cell
        if full.givens[cell] and full.givens[image]:
            assert bool(puzzle.givens[cell]) == bool(puzzle.givens[image])


def test_progress_is_told_and_cancel_is_heard() -> None:
    told: list[float] = []
    FAMILY.making.generate(GenerateRequest(6, 6, 1), lambda share, _: told.append(share), Cancel())
    assert told == sorted(told) and told[-1] == pytest.approx(1.0)
    with pytest.raises(Cancelled):
        FAMILY.making.generate(GenerateRequest(12, 12, 1), lambda *_: None, Cancel(asked=lambda: len(told) > 0))


def test_impossible_requests_are_refused_in_words() -> None:
    with pytest.raises(BadPuzzle):
        make(1, 2, 1)
    with pytest.raises(BadPuzzle):
        make(2, 2, 1)


@pytest.mark.slow
def test_18x18_is_carved_to_unique() -> None:
    puzzle = make(18, 18, 1)
    assert solve(puzzle, "auto").status == Status.UNIQUE

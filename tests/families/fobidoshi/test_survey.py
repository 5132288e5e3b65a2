"""The survey of where solutions differ, against all solutions by plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from studio.core.engine import Cancel
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi import FAMILY, survey
from studio.families.fobidoshi.generate import generate
from studio.setter.analysis import analyse
from studio.solvers.sat import LazySat, forced_cells
from tests.families.fobidoshi.boards import brute_force, random_puzzle


def ambiguous(count: int) -> Iterator[tuple[Puzzle, list[Answer]]]:
    """Small boards with several solutions, and all of these."""
    rng = Random(21)
    while count:
        board = random_puzzle(rng, 4, 2)
        solutions = brute_force(board)
        if len(solutions) > 1:
            count -= 1
            yield board, solutions


def alike_in(solutions: list[Answer]) -> set[int]:
    return {cell for cell, values in enumerate(zip(*solutions)) if len(set(values)) == 1}


@pytest.mark.parametrize("windows", [survey.WINDOWS, survey.WINDOWS[:1], ()], ids=["all", "small", "none"])
def test_a_survey_tells_exactly_what_all_solutions_share(windows: tuple[tuple[int, int], ...],
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where windows show little or nothing: then suppositions and the clause kernel must tell."""
    monkeypatch.setattr(survey, "WINDOWS", windows)
    for board, solutions in ambiguous(40):
        asked = survey.FobidoshiSurvey(board, solutions[0], Cancel())
        left = set(board.grid.cells())
        for other in asked.others(set(left)):
            assert other in solutions
            changed = {cell for cell in left if other[cell] != solutions[0][cell]}
            assert changed, "it shows nothing new"
            left -= changed
        assert left == asked.same() == alike_in(solutions)


def thinned(size: int, seed: int) -> Puzzle:
    """A board of the generator, three of ten clues gone."""
    full = generate(GenerateRequest(size, size, seed), lambda fraction, text: None, Cancel())
    rng = Random(seed)
    return full.with_givens(given if rng.random() < 0.7 else 0 for given in full.givens)


@pytest.mark.parametrize("seed", range(2))
def test_differing_cells_of_a_larger_board_are_those_of_the_clause_kernel(seed: int) -> None:
    board = thinned(14, seed)
    found = analyse(board)
    assert found.solution is not None
    assert found.forced is not None
    assert FAMILY.kernel is not None
    with LazySat(FAMILY.kernel(board, False)) as sat:
        assert list(found.forced) == forced_cells(sat, found.solution)

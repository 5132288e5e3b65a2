"""The walk from solution to solution, and the survey that rests on it, against the checker and against all solutions."""

from __future__ import annotations

from random import Random

import pytest

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.walk.nearby import Wanderer
from studio.families.fillomino.walk.survey import FillominoSurvey
from studio.setter.analysis import analyse
from studio.solvers.kernels import Kernels
from tests.setter import boards
from tests.setter.bench_drawn import half_drawn

FILLOMINO = registry.family("fillomino")


def random_boards(count: int) -> list[tuple[Puzzle, list[Answer]]]:
    """Small boards of every kind (borders, "?", a limit, both variants) with all their solutions, two at least."""
    rng, found = Random(7), list[tuple[Puzzle, list[Answer]]]()
    while len(found) < count:
        puzzle = FILLOMINO.trials.random_puzzle(rng, 4)
        solutions = boards.all_solutions(puzzle)
        if solutions is not None and len(solutions) > 1:
            found.append((puzzle, solutions))
    return found


def wandered(puzzle: Puzzle, start: Answer, layout: Kernels | None = None) -> list[Answer]:
    wanderer = Wanderer(puzzle, layout=layout)
    wanderer.begin(start)
    wanderer.know(start)
    wanderer.watch(puzzle.grid.cells())
    found = []
    while (answer := wanderer.further(60)) is not None:
        found.append(answer)
    return found


def test_a_walk_meets_solutions_only_and_each_has_news() -> None:
    met = 0
    for puzzle, solutions in random_boards(12):
        seen = set(enumerate(solutions[0]))
        for answer in wandered(puzzle, solutions[0]):
            assert answer in solutions
            assert set(enumerate(answer)) - seen
            seen |= set(enumerate(answer))
            met += 1
    assert met > 12


def test_a_walk_is_the_same_compiled_and_plain() -> None:
    puzzle = half_drawn(6, 6, 0.3, Random(3))
    start = analyse(puzzle, want_forced=False).solution
    assert start is not None
    assert wandered(puzzle, start, Kernels.PLAIN) == wandered(puzzle, start)


def test_a_survey_proves_only_what_all_solutions_share_and_shows_only_what_some_do_not() -> None:
    settled = 0
    for puzzle, solutions in random_boards(12):
        alike = {cell for cell in puzzle.grid.cells() if len({answer[cell] for answer in solutions}) == 1}
        survey = FillominoSurvey(puzzle, solutions[0], Cancel())
        open_cells = set(puzzle.grid.cells())
        for answer in survey.others(set(open_cells)):
            assert answer in solutions
            changed = {cell for cell in open_cells if answer[cell] != solutions[0][cell]}
            assert changed
            open_cells -= changed
        assert survey.same() <= alike <= open_cells
        settled += open_cells == alike
    assert settled >= 9  # (mostly a walk and a few tries see everything on such small boards)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_told_as_final_that_changes(seed: int) -> None:
    """20x20 with few clues too few: the cells that differ only grow, and once they are final they stay."""
    puzzle = half_drawn(20, 8, 0.55, Random(f"final {seed}"))
    told = []
    last = analyse(puzzle, report=told.append, count_up_to=50)
    cells: set[int] = set()
    final = None
    for verdict in [*told, last]:
        assert cells <= set(verdict.differing)
        cells = set(verdict.differing)
        assert final is None or (verdict.forced == final[0] and verdict.differing == final[1])
        final = (verdict.forced, verdict.differing) if verdict.forced is not None else final
    assert final is not None

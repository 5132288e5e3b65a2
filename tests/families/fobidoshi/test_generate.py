"""Generators: ours is unique every time and keeps its promises; the thesis' two follow their sections."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from studio.core.engine import Cancel, Cancelled, Status
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.study import Workbench
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.generate import METHODS, carve, thesis
from studio.families.fobidoshi.model import field
from tests.families.fobidoshi.boards import puzzle

SYMMETRIES = ("none", "half-turn", "quarter-turn", "left-right", "up-down", "diagonal")


def make(rows: int, cols: int, seed: int, difficulty: str = "any", symmetry: str = "none", **values: Any) -> Puzzle:
    request = GenerateRequest(rows, cols, seed, difficulty, symmetry, values)
    made = FAMILY.making.generate(request, lambda fraction, text: None, Cancel())
    proof = Workbench(FAMILY).solve(made, "auto", 60.0, 2, quick=False)
    assert proof.status is Status.UNIQUE and proof.solutions == [made.solution]
    return made


@pytest.mark.parametrize("size", [(4, 4), (5, 7), (8, 8), (12, 12), (2, 9), (3, 3), (20, 6)])
def test_every_attempt_is_unique(size: tuple[int, int]) -> None:
    for seed in range(4):
        made = make(*size, seed)
        assert made.givens.count(2) == 0


def test_clues_are_needed() -> None:
    """Carved to the end: without any of its clues (but the root that always stays) the puzzle is ambiguous."""
    made = make(7, 7, 3)
    spare = 0
    for cell in made.clues():
        fewer = made.with_givens(0 if at == cell else value for at, value in enumerate(made.givens))
        spare += Workbench(FAMILY).solve(fewer, "auto", 60.0, 2).status is Status.UNIQUE
    assert spare <= 1


@pytest.mark.parametrize("wanted", [1, 4, 9])
def test_the_wanted_number_of_crosses(wanted: int) -> None:
    assert make(9, 9, 1, crosses=wanted).givens.count(2) == wanted


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [(8, 8), (9, 9), (7, 10)])
def test_clues_stand_symmetrically(symmetry: str, size: tuple[int, int]) -> None:
    made = make(*size, 2, symmetry=symmetry)
    clues = set(made.clues())
    assert all(set(made.grid.images(symmetry, cell)) <= clues for cell in clues)


def test_an_easy_puzzle_needs_no_suppositions() -> None:
    for level, hardest in (("easy", 3), ("medium", 5)):
        assert carve.solvable(make(8, 8, 4, level), hardest, Cancel())


def test_seeds_matter_and_repeat() -> None:
    assert make(6, 6, 1) == make(6, 6, 1) != make(6, 6, 2)


def test_progress_is_told_and_cancel_obeyed() -> None:
    told: list[float] = []
    FAMILY.making.generate(GenerateRequest(8, 8, 1), lambda fraction, text: told.append(fraction), Cancel())
    assert told[0] == 0 and told[-1] == 1 and len(told) > 10
    with pytest.raises(Cancelled):
        FAMILY.making.generate(GenerateRequest(30, 30, 1), lambda fraction, text: None, Cancel(None, lambda: True))


def test_grown_solutions_are_saturated() -> None:
    shape = field(9, 9)
    groups = carve.orbits(puzzle(" ".join(["-" * 9] * 9)).grid, "none")
    for seed in range(20):
        circles, crosses = carve.solution_and_crosses(shape, Random(seed), groups, 3)
        assert shape.connected(circles) and not shape.fours(circles) and not circles & crosses
        assert not shape.around(circles) & ~crosses & ~shape.completes_four(circles)


@pytest.mark.parametrize("method", METHODS[1:])
def test_the_thesis_generators_make_unique_puzzles(method: str) -> None:
    for seed in range(3):
        made = make(6, 6, seed, method=method)
        if "4.2" in method:
            assert 100 * made.givens.count(1) / 36 < 29 + 12


def test_unknown_wishes_are_refused() -> None:
    with pytest.raises(BadPuzzle):
        make(6, 6, 1, method="by magic")
    with pytest.raises(BadPuzzle):
        make(1, 1, 1)
    with pytest.raises(BadPuzzle, match="attempts"):
        make(6, 6, 1, method=METHODS[2], threshold=1, attempts=3)


def loops(drawing: str, cell: int, target: int) -> bool:
    board = puzzle(drawing)
    maker = thesis.RandomSolution(field(board.grid.rows, board.grid.cols), Random(0), thesis.Parameters(), Cancel())
    maker.circles = maker.shape.where(board.givens, 1)
    return maker.makes_loop(cell, target)


def test_the_twelve_loop_cases() -> None:
    """Figure 12a: straight on, 4 directions; Figure 12b: round a corner, 4 directions times 2 sides."""
    straight = "o-- --- o--"
    assert loops(straight, 0, 3) and loops(straight, 6, 3)
    assert loops("o-o --- ---", 0, 1) and loops("o-o --- ---", 2, 1)
    for beside in ("oo- -o- oo-", "-oo -o- -oo"):
        middle = 3 if beside[0] == "o" else 5
        assert not loops(beside, middle - 3, middle) and not loops(beside, middle + 3, middle)
    for drawing, cell, other in (("o-- -o- ---", 0, 4), ("--o -o- ---", 2, 4)):
        targets = [1, 3 if cell == 0 else 5]
        assert all(loops(drawing, start, target) for start in (cell, other) for target in targets)
    assert not loops("o-- oo- ---", 0, 1) and not loops("oo- -o- ---", 0, 3)


def test_the_first_generator_keeps_to_its_percentages() -> None:
    for seed in range(30):
        maker = thesis.RandomStart(field(6, 6), Random(seed), thesis.Parameters(), Cancel())
        made = maker.attempt()
        share = 100 * maker.circles.bit_count() / 36
        assert 29 <= share < 41 + 100 / 36
        assert made.outcome in (thesis.VALID, thesis.UNSOLVABLE, thesis.NOT_FILLED, thesis.TOO_SLOW)
        if made.outcome == thesis.VALID:
            assert FAMILY.wrong(puzzle(" ".join(["-" * 6] * 6)), made.solution) == []


def test_an_attempt_over_the_limit_is_told() -> None:
    maker = thesis.RandomStart(field(12, 12), Random(1), thesis.Parameters(fill=20, span=0, seconds=0.0), Cancel())
    assert maker.attempt().outcome == thesis.TOO_SLOW


def test_the_users_cancel_reaches_into_an_attempt() -> None:
    asked = iter([False, False, True])
    cancel = Cancel(None, lambda: next(asked, True))
    maker = thesis.RandomStart(field(12, 12), Random(1), thesis.Parameters(fill=15, span=0), cancel)
    with pytest.raises(Cancelled):
        maker.attempt()

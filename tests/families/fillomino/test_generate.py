"""Full boards and generated puzzles: regular divisions, same seed same puzzle, unique, symmetric, basic where asked."""

from __future__ import annotations

from random import Random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Board
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.kernel.solve import solve_board
from studio.families.fillomino.model import Terms, stands_alone
from studio.setter.generate import generate
from tests.families.fillomino.brute import has_clue_everywhere

FILLOMINO = registry.family("fillomino")


def silent(fraction: float, text: str) -> None:
    assert 0.0 <= fraction <= 1.0


def make(rows: int, cols: int, seed: int, symmetry: str = "none", difficulty: str = "any", **values: object) -> object:
    return generate(FILLOMINO, GenerateRequest(rows, cols, seed, difficulty, symmetry, values), silent, Cancel()).puzzle


@pytest.mark.parametrize(("rows", "cols", "largest"), [(1, 1, 1), (1, 4, 4), (6, 6, 3), (8, 8, 8), (12, 9, 14)])
def test_divisions_are_regular(rows: int, cols: int, largest: int) -> None:
    grid = Grid(rows, cols)
    answer = random_division(grid, largest, Random(5), Cancel())
    assert stands_alone(grid, answer)
    assert max(answer) <= largest


def test_impossible_divisions_are_refused() -> None:
    with pytest.raises(BadPuzzle):
        random_division(Grid(1, 2), 1, Random(1), Cancel())
    with pytest.raises(BadPuzzle):
        random_division(Grid(2, 2), 2, Random(1), Cancel())


def test_same_seed_same_puzzle() -> None:
    first, again, other = (make(6, 6, seed, largest=6) for seed in (4, 4, 5))
    assert first == again
    assert first.givens != other.givens


@pytest.mark.parametrize("variant", ["basic", "challenging"])
@pytest.mark.parametrize("symmetry", ["none", "half-turn", "left-right"])
def test_generated_puzzles_are_unique_and_symmetric(variant: str, symmetry: str) -> None:
    puzzle = make(6, 6, 11, symmetry, variant=variant, largest=6)
    found = solve_board(puzzle.grid, puzzle.givens, Terms(variant == "basic"), 2, Cancel())
    assert found.answers == [puzzle.solution]
    assert puzzle.param("variant") == variant
    for cell in puzzle.clues():
        assert all(puzzle.givens[image] for image in puzzle.grid.images(symmetry, cell))
    if variant == "basic":
        assert has_clue_everywhere(puzzle.grid, puzzle.solution, puzzle.givens)
    assert FILLOMINO.check(Board(puzzle, puzzle.solution)) == []


@pytest.mark.parametrize("variant", ["basic", "challenging"])
def test_the_familys_own_generator(variant: str) -> None:
    request = GenerateRequest(6, 6, 3, symmetry="half-turn", values={"variant": variant, "largest": 6})
    puzzle = generate(FILLOMINO, request, silent, Cancel()).puzzle
    assert solve_board(puzzle.grid, puzzle.givens, Terms(variant == "basic"), 2, Cancel()).answers == [puzzle.solution]
    assert 0 < len(puzzle.clues()) < 30
    assert {35 - cell for cell in puzzle.clues()} == set(puzzle.clues())


def test_cancel_stops_the_generator() -> None:
    limits = Limits(0.0)
    with pytest.raises(Cancelled):
        generate(FILLOMINO, GenerateRequest(12, 12, 1), silent, Cancel(limits))

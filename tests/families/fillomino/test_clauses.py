"""The kernel for the setter: clues as assumptions, uniqueness, forced cells, clashing clues."""

from __future__ import annotations

import random

from studio.core import registry
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.families.fillomino.model import BASIC, CHALLENGING
from studio.solvers.clash import clash
from studio.solvers.sat import LazySat, forced_cells
from tests.families.fillomino import brute

FILLOMINO = registry.family("fillomino")


def random_board(seed: int) -> tuple[Puzzle, list[tuple[int, ...]]]:
    rng = random.Random(seed)
    rows, cols = rng.choice([(2, 3), (3, 3), (3, 4)])
    givens = [min(given, rows * cols) for given in brute.random_givens(rng, rows, cols)]
    variant = BASIC if rng.random() < 0.4 else CHALLENGING
    puzzle = Puzzle("fillomino", Grid(rows, cols), tuple(givens), params={"variant": variant})
    return puzzle, brute.solutions(rows, cols, givens, variant == BASIC)


def test_both_kernels_answer_as_enumeration_does() -> None:
    for seed in range(60):
        puzzle, expected = random_board(seed)
        for assume in (False, True):
            kernel = FILLOMINO.kernel(puzzle, assume)
            clues = list(kernel.assumptions.values())
            with LazySat(kernel, wrong=lambda answer, puzzle=puzzle: FILLOMINO.wrong(puzzle, answer)) as sat:
                first = sat.solve(clues)
                assert (first is not None) == bool(expected)
                if first is not None:
                    assert first in expected
                    assert (sat.second(first, clues) is not None) == (len(expected) > 1)


def test_forced_cells_are_the_common_ones() -> None:
    for seed in range(100, 140):
        puzzle, expected = random_board(seed)
        if not expected:
            continue
        kernel = FILLOMINO.kernel(puzzle, False)
        common = {(cell, values[0]) for cell, values in enumerate(zip(*expected)) if len(set(values)) == 1}
        with LazySat(kernel) as sat:
            answer = sat.solve()
            assert answer is not None
            assert set(forced_cells(sat, answer)) == common


def test_clashing_clues_are_minimal() -> None:
    puzzle = Puzzle("fillomino", Grid(2, 4), (1, 1, 0, 0, 0, 0, 0, 2), params={"variant": CHALLENGING})
    kernel = FILLOMINO.kernel(puzzle, True)
    with LazySat(kernel) as sat:
        found = clash(sat, list(kernel.assumptions.values()))
    assert found is not None
    assert {clue for clue, literal in kernel.assumptions.items() if literal in found} == {0, 1}


def test_dropping_clues_never_loses_solutions() -> None:
    """In the basic variant, too, a clue that is not assumed may still be one: needed for clashes and carving."""
    boards = map(random_board, range(300))
    puzzle = next(puzzle for puzzle, found in boards if puzzle.param("variant") == BASIC and len(found) == 1)
    kernel = FILLOMINO.kernel(puzzle, True)
    literals = list(kernel.assumptions.values())
    with LazySat(kernel) as sat:
        assert all(sat.solve(literals[:count]) is not None for count in range(len(literals) + 1))


def test_a_refuted_board_has_no_model() -> None:
    kernel = FILLOMINO.kernel(Puzzle("fillomino", Grid(1, 3), (1, 1, 0), params={"variant": CHALLENGING}), False)
    with LazySat(kernel) as sat:
        assert sat.solve() is None

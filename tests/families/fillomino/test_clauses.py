"""The kernel for the setter; that it agrees with enumeration is tested by the conformance kit."""

from __future__ import annotations

from studio.core import registry
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.families.fillomino.model import CHALLENGING
from studio.solvers.clash import clash
from studio.solvers.sat import LazySat

FILLOMINO = registry.family("fillomino")


def test_clashing_clues_are_minimal() -> None:
    puzzle = Puzzle("fillomino", Grid(2, 4), (1, 1, 0, 0, 0, 0, 0, 2), params={"variant": CHALLENGING})
    kernel = FILLOMINO.kernel(puzzle, True)
    with LazySat(kernel) as sat:
        found = clash(sat, list(kernel.assumptions.values()))
    assert found is not None
    assert {clue for clue, literal in kernel.assumptions.items() if literal in found} == {0, 1}


def test_a_refuted_board_has_no_model() -> None:
    kernel = FILLOMINO.kernel(Puzzle("fillomino", Grid(1, 3), (1, 1, 0), params={"variant": CHALLENGING}), False)
    with LazySat(kernel) as sat:
        assert sat.solve() is None

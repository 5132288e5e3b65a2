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


def test_clauses_and_cuts_say_what_they_are_about() -> None:
    sample = FILLOMINO.samples()[2]
    kernel = FILLOMINO.kernel(sample.with_givens(given if cell % 3 else 0 for cell, given in enumerate(sample.givens)), False)
    said = [reason for clause in kernel.clauses if (reason := kernel.reason(clause)) is not None]
    assert {reason.rule for reason in said} >= {"one-number", "region-too-large", "region-too-small"}
    assert all(reason.text and reason.cells for reason in said)
    assert len(said) > 0.5 * len(kernel.clauses)
    cuts = 0
    with LazySat(kernel, on_cut=lambda clause: None) as sat:
        while cuts < 5 and sat.solver.solve():
            for clause in kernel.cuts(sat.solver.get_model()) or [[-literal for _, _, literal in kernel.literals[:1]]]:
                reason = kernel.reason(clause)
                assert reason is not None and set(reason.cells) == set(kernel.cut_cells(clause))
                cuts += 1
                sat.add(clause)

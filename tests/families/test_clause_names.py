"""Every clause and every cut of every family's clause kernel says which rule it enforces."""

from __future__ import annotations

import pytest

from studio.core import registry
from studio.core.clauses import Clauses, why
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.solvers.sat import LazySat

FAMILIES = [family for family in registry.all_families() if family.thinking is not None and family.thinking.clauses]
SOME = 2000


def boards(family: Family) -> list[tuple[Puzzle, bool]]:
    small = sorted(family.samples(), key=lambda puzzle: puzzle.grid.size)[:2]
    return [(puzzle, assume) for puzzle in small for assume in (False, True)]


def check(kernel: Clauses, puzzle: Puzzle, clause: list[int]) -> str:
    reason = why(kernel, clause[::-1])
    assert reason is not None, clause
    assert reason.text and reason.rule == reason.rule.lower() and " " not in reason.rule
    assert all(0 <= cell < puzzle.grid.size for cell in reason.cells)
    return reason.rule


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_clauses_and_cuts_have_names(family: Family) -> None:
    rules: set[str] = set()
    for puzzle, assume in boards(family):
        kernel = family.kernel(puzzle, assume)
        step = max(1, len(kernel.clauses) // SOME)
        rules |= {check(kernel, puzzle, clause) for clause in kernel.clauses[::step]}
        cuts: list[list[int]] = []
        with LazySat(kernel, on_cut=cuts.append) as sat:
            sat.solve(list(kernel.assumptions.values()) if assume else ())
        rules |= {check(kernel, puzzle, clause) for clause in cuts[:SOME]}
        blocked = [-lit for _, _, lit in kernel.literals]
        assert len(blocked) < 9 or why(kernel, blocked) is None
    assert len(rules) > 1

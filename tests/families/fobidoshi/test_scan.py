"""The scans of the what-if rules: plain and compiled alike, as masks have it, and suppositions never decide wrongly."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from random import Random

import pytest

from studio.core.deduction import Contradiction, Rule
from studio.core.engine import Cancel
from studio.families.fobidoshi.generate import carve
from studio.families.fobidoshi.kernel import records
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field
from studio.families.fobidoshi.rules import scan
from studio.families.fobidoshi.rules.follow import ENDLESS, follow
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.solvers.kernels import Kernels
from tests.families.fobidoshi.boards import random_puzzle, shape_of, small_puzzles

WHAT_IF = [rule for rule in LADDER if rule.level >= 5]


def concluded(rule: Rule, state: FobidoshiState) -> object:
    try:
        return [(step.cell, step.value, step.reason) for step in rule.find(state)]
    except Contradiction as clash:
        return str(clash)


@pytest.mark.parametrize("rule", WHAT_IF, ids=lambda rule: rule.name)
def test_plain_and_compiled_scans_agree(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, acted = Random(17), 0
    for _ in range(60):
        board = random_puzzle(rng, 8, 4)
        start = FobidoshiState(board)
        if follow(start.field, *start.position) is None:
            continue
        found = []
        for layout in (Kernels.PLAIN, None):
            monkeypatch.setattr(records, "borrowed", lender(layout))
            found.append(concluded(rule, FobidoshiState(board)))
        assert found[0] == found[1], (rule.name, board.grid, board.givens)
        acted += bool(found[0])
    assert acted or rule.name == "two-deep", f"{rule.name} never acted"


def lender(layout: Kernels | None) -> Callable[[Field], object]:
    return lambda shape: nullcontext(records.new_search(shape, 0, layout))


@pytest.mark.parametrize("value", [CIRCLE, CROSS])
@pytest.mark.parametrize("rounds", [2, 3, ENDLESS])
def test_the_kernel_follows_suppositions_as_masks_do(value: int, rounds: int) -> None:
    """Two ways of the same conclusions: arrays that look only at what changed, masks that look at everything each round."""
    rng, failed = Random(18), 0
    for _ in range(150):
        board = random_puzzle(rng, 7, 3)
        state = FobidoshiState(board)
        after = follow(state.field, *state.position)
        if after is None:
            continue
        expected = next((cell for cell in state.field.cells(scan.beside_circles(state.field, after)) if follow(
            state.field, *scan.supposing(after, state.field.bits[cell], value), rounds) is None), None)
        assert scan.first_failing(state.field, after, value, rounds) == expected, (board.grid, board.givens)
        failed += expected is not None
    assert failed > 5


def test_two_deep_says_only_what_every_solution_holds() -> None:
    acted = 0
    for board, solutions in small_puzzles(61, 300):
        state = FobidoshiState(board)
        failing = scan.two_deep(state.field, state.position)
        if failing is not None:
            acted += 1
            cell, value = failing
            assert all(solution[cell] != value for solution in solutions)
    assert acted > 20


def test_falling_to_suppositions_means_unique() -> None:
    fell = 0
    for board, solutions in small_puzzles(62, 300):
        if scan.falls_to_suppositions(shape_of(board), FobidoshiState(board).position):
            fell += 1
            assert len(solutions) == 1
            assert carve.solvable(board, 10, Cancel())
    assert fell > 10

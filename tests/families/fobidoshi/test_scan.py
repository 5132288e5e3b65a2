"""The compiled scan finds what the Python scan finds first, and suppositions never decide wrongly."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from studio.core.deduction import Contradiction, Rule
from studio.core.engine import Cancel
from studio.families.fobidoshi.generate import carve
from studio.families.fobidoshi.rules import scan
from studio.families.fobidoshi.rules.follow import follow
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from tests.families.fobidoshi.boards import random_puzzle, shape_of, small_puzzles

WHAT_IF = [rule for rule in LADDER if rule.level >= 5 and rule.name != "two_deep"]


def first(rule: Rule, state: FobidoshiState) -> object:
    try:
        steps = [(step.cell, step.value, step.reason) for step in rule.find(state)]
    except Contradiction as clash:
        return str(clash)
    return steps


@pytest.mark.parametrize("rule", WHAT_IF, ids=lambda rule: rule.name)
def test_compiled_and_python_scans_agree(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, acted = Random(17), 0
    for _ in range(250):
        board = random_puzzle(rng, 8, 4)
        start = FobidoshiState(board)
        if follow(start.field, *start.position) is None:
            continue
        found = []
        for compiled in (False, True):
            monkeypatch.setattr(scan, "use_compiled", says(compiled))
            found.append(first(rule, FobidoshiState(board)))
        assert found[0] == found[1], (rule.name, board.grid, board.givens)
        acted += bool(found[0])
    assert acted, f"{rule.name} never acted"


def says(value: bool) -> Callable[[object], bool]:
    return lambda shape: value


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

"""The ladder: every rule sound on all boards, each able to act, each named on a board that needs it."""

from __future__ import annotations

from collections import Counter

import pytest

from studio.core.deduction import Contradiction, Rule
from studio.core.engine import Cancel
from studio.core.trace import TraceWriter
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.solvers.search import Ladder, Search
from tests.families.fobidoshi.boards import answer, puzzle, small_puzzles

CASES = list(small_puzzles(41, 400, cells=11))


def first_steps(drawing: str, rule_name: str) -> dict[int, int]:
    rule = next(rule for rule in LADDER if rule.name == rule_name)
    return {step.cell: step.value for step in rule.find(FobidoshiState(puzzle(drawing)))}


def test_stripe_crosses_both_ends_and_the_gap() -> None:
    assert first_steps("-ooo- ----- ----- ----- -----", "stripe") == {0: 2, 4: 2}
    assert first_steps("oo-o ---- ---- ----", "stripe") == {2: 2}


def test_four_given_circles_are_a_contradiction_of_the_stripe_rule() -> None:
    with pytest.raises(Contradiction) as clash:
        first_steps("oooo", "stripe")
    assert clash.value.rule == "stripe" and clash.value.reason.cells == (0, 1, 2, 3)


def test_a_group_takes_its_only_exit() -> None:
    assert first_steps("o-- x-- --o", "single-exit") == {1: 1}
    with pytest.raises(Contradiction) as clash:
        first_steps("ox- x-- --o", "single-exit")
    assert clash.value.rule == "barrier"


def test_walled_off_cells_get_crosses() -> None:
    assert first_steps("ox- -xx ---", "out-of-reach") == {2: 2}


def test_the_bridge_between_two_circles_is_a_circle() -> None:
    assert first_steps("--x-- o-x-o -----", "only-way") == {11: 1, 12: 1, 13: 1}


def test_a_circle_that_would_bar_the_way_is_crossed() -> None:
    """A circle at r1c3 makes three in a row; the crosses at both ends would cut r1c5 off."""
    assert first_steps("oo--o xx-xx xxxxx", "bars-the-way").get(2) == 2


def test_what_if_rules_name_both_values() -> None:
    found = Counter(step.value for board, _ in CASES for rule in LADDER if rule.name.startswith(("short", "long"))
                    for step in silently(rule, board))
    assert found[1] and found[2]


def silently(rule: Rule, board: object) -> list:
    try:
        return list(rule.find(FobidoshiState(board)))  # type: ignore[arg-type]
    except Contradiction:
        return []


def test_reasons_point_at_cells() -> None:
    sample = FAMILY.samples()[0]
    reasons = [applied.step.reason for applied in Ladder(LADDER).conclusions(FobidoshiState(sample))]
    assert reasons and all(reason.text[0].islower() and reason.cells for reason in reasons)


def test_guessing_fills_what_the_rules_leave() -> None:
    sample = FAMILY.samples()[0]
    for order in ("first", "neighbour", "fewest"):
        search = Search(FobidoshiState(sample), Ladder(LADDER[:2]), TraceWriter(), Cancel(), order)
        assert list(search.solutions()) == [answer("ooo-oo o-ooo- oo-o-- --ooo- ooo-oo o-oo-o")]
        assert search.exhausted


def test_undoing_restores_the_masks() -> None:
    state = FobidoshiState(puzzle("o-x --- --o"))
    before = state.position
    mark = state.mark()
    state.conclude(1, 1)
    state.conclude(3, -1)
    assert state.position != before and state.value(3) == 2
    state.undo(mark)
    assert state.position == before and not state.solved()

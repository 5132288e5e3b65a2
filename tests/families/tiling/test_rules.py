"""The deduction ladder is sound: no rule ever rules out a tiling, and every rule finds something somewhere."""

from __future__ import annotations

import pytest

from studio.core.deduction import Contradiction, Rule
from studio.core.trace import move_cell
from studio.families.tiling import FAMILY
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import board_from_picture
from studio.families.tiling.rules.ladder import LADDER
from studio.families.tiling.rules.state import TilingState
from studio.solvers.search import Ladder
from tests.families.tiling.instances import as_puzzle, instances, solve


def conclusions(state: TilingState, rule: Rule) -> tuple[list[tuple[int, int]], bool]:
    """What a rule concludes, and whether it meets a contradiction."""
    found = []
    try:
        for applied in Ladder([rule]).conclusions(state):
            found.append((applied.step.cell, applied.step.value))
            assert applied.step.reason.text
    except Contradiction:
        return found, True
    return found, False


@pytest.mark.parametrize("rule", LADDER, ids=lambda rule: rule.name)
def test_every_rule_is_sound(rule: Rule) -> None:
    """On random boards, and on random positions inside them: tilings that agree with the position agree with the rule."""
    useful = 0
    for k, problem in enumerate(instances(150, 909)):
        puzzle = as_puzzle(problem)
        every = solve(puzzle, "table", 0).solutions if solve(puzzle, "count").count in range(200) else None
        if every is None:
            continue
        state = FAMILY.rulebook.state(puzzle)
        alive = every
        if every and k % 2:
            first = next(p for p in range(len(state.cells)) if state.made(state.moves[p], every[0]))
            state.conclude(move_cell(first), 1)
            alive = [answer for answer in every if state.made(state.moves[first], answer)]
        found, clash = conclusions(state, rule)
        if clash:
            assert not alive
        for cell, value in found:
            assert all(state.holds(cell, value, answer) for answer in alive)
        useful += bool(found) or clash
    assert useful > 0


def test_undo_brings_everything_back() -> None:
    for problem in instances(40, 12):
        state = FAMILY.rulebook.state(as_puzzle(problem))
        before = (list(state.alive), dict(state.options), list(state.left), dict(state.piece))
        mark = state.mark()
        try:
            for p in range(0, len(state.cells), 3):
                if state.alive[p] and not state.known(move_cell(p), 1):
                    state.conclude(move_cell(p), 1 if p % 2 else -1)
        except Contradiction:
            pass
        state.undo(mark)
        assert (list(state.alive), dict(state.options), list(state.left), dict(state.piece)) == before


def test_a_pocket_of_wrong_size_is_seen_at_once() -> None:
    puzzle = puzzle_of(board_from_picture("xxx.xx\nxxx..."), tiles_from_words("3L 3I 2:1"), False)
    state = FAMILY.rulebook.state(puzzle)
    assert not conclusions(state, LADDER[2])[1]
    odd = puzzle_of(board_from_picture("xxxx.xx"), tiles_from_words("2 4I"), False)
    assert not conclusions(FAMILY.rulebook.state(odd), LADDER[2])[1]
    bad = puzzle_of(board_from_picture("xxx.x"), tiles_from_words("2 4I"), False)
    assert conclusions(FAMILY.rulebook.state(bad), LADDER[2])[1]


def test_a_players_pieces_are_taken_over() -> None:
    puzzle = FAMILY.samples()[0]
    answer = solve(puzzle, "table").solutions[0]
    marks = [9 if mark == 1 else 0 for mark in answer]
    state = FAMILY.rulebook.state(puzzle)
    state.enter([cell for cell, mark in enumerate(marks) if mark], marks)
    assert len(state.laid) == 1 and sum(map(bool, state.marks())) == marks.count(9)

"""Every rule of the ladder is sound: what it concludes holds in every solution, and it contradicts only where there is none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from studio.core.deduction import Contradiction, Fact, Rule
from studio.core.engine import Status
from studio.core.puzzle import Answer, Puzzle
from studio.families.evolomino import FAMILY
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, borders_of
from studio.families.evolomino.rules import state as state_module
from studio.families.evolomino.rules.state import State
from studio.families.evolomino.rules.tries import LADDER, QUICK, WhatIf
from studio.solvers.search import Ladder
from studio.solvers.suppose import Shared, Tries
from tests.families.evolomino.boards import drawn, random_board, solve


def solutions_of(puzzle: Puzzle) -> list[Answer]:
    return solve(puzzle, "auto", 60).solutions


def hinted(state: State, answer: Answer, rng: Random) -> None:
    """Enter a random part of a solution, so that rules meet all kinds of half-filled boards."""
    share = rng.choice((0.0, 0.15, 0.3, 0.6))
    for cell, value in enumerate(answer):
        if rng.random() < share and not state.known(cell, value):
            state.conclude(cell, value)


def assert_sound(rule: Rule, puzzle: Puzzle, rng: Random) -> int:
    """The rule alone, then after the whole ladder's easier rules; returns how many conclusions were checked."""
    solutions, checked = solutions_of(puzzle), 0
    for climb in (False, True):
        state = FAMILY.rulebook.state(puzzle)
        if solutions:
            hinted(state, rng.choice(solutions), rng)
        live = [answer for answer in solutions if all(state.value(c) in (0, v) for c, v in enumerate(answer))]
        try:
            if climb:
                for _ in Ladder([easier for easier in LADDER if easier.level < rule.level]).conclusions(state):
                    pass
            steps = list(rule.find(state))
        except Contradiction:
            assert not live, (rule.name, puzzle)
            continue
        for step in steps:
            assert all(answer[step.cell] == step.value for answer in live), (rule.name, step, puzzle)
            assert step.reason.text
            checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("rule", LADDER, ids=lambda rule: rule.name)
def test_it_is_sound_on_many_boards(rule: Rule) -> None:
    rng = Random(rule.name + "!")
    for _ in range(500):
        puzzle = random_board(rng, rng.randint(3, 7), rng.randint(3, 7))
        if len(solutions_of(puzzle)) < 60:
            assert_sound(rule, puzzle, rng)


def test_undo_restores_everything() -> None:
    puzzle = FAMILY.samples()[3]
    state = FAMILY.rulebook.state(puzzle)
    before = (state.squares, state.empty, list(state.domains), set(state.open_cells))
    mark = state.mark()
    for number, _ in enumerate(Ladder(LADDER).conclusions(state)):
        if number > 20:
            break
    assert state.squares != before[0] or state.empty != before[1]
    state.undo(mark)
    assert (state.squares, state.empty, state.domains, state.open_cells) == before


ROW3, ROW4, ROW5 = (tuple((0, col) for col in range(length)) for length in (3, 4, 5))


@pytest.mark.parametrize(
    ("rule", "puzzle", "cell", "value"),
    [
        ("two-blocks", drawn("... ...", ROW3), 0, IS_SQUARE),
        ("joins-blocks", drawn("0.0 ...", ROW3), 1, NO_SQUARE),
        ("unreachable", drawn("0.0#. ...#.", ROW3), 4, NO_SQUARE),
        ("finished-block", drawn("0.0 .#0 ###", ROW3), 3, NO_SQUARE),
        ("only-way", drawn("..... ##.## ##0##", ROW5), 7, IS_SQUARE),
        ("needed-room", drawn("0.0 ##. ##.", ROW3), 5, IS_SQUARE),
        ("no-room", drawn("0.... ...##", ROW5), 4, NO_SQUARE),
        ("only-way", drawn("..0.. #...# ..0..", ROW5), 7, IS_SQUARE),
        ("next-block", drawn("0..0#. 0#.... 0#.... #.....", ROW4), 15, IS_SQUARE),
        ("shifts", drawn("0..0# 00#.. ..#.# ###.#", ROW4), 9, IS_SQUARE),
    ],
)
def test_a_textbook_case(rule: str, puzzle: Puzzle, cell: int, value: int) -> None:
    """Each rule finds what its name says, with the easier ones before it."""
    state = FAMILY.rulebook.state(puzzle)
    wanted = next(each for each in LADDER if each.name == rule)
    for _ in Ladder([easier for easier in LADDER if easier.level < wanted.level]).conclusions(state):
        pass
    steps = {(step.cell, step.value): step.reason for step in wanted.find(state)}
    assert steps[cell, value].text and steps[cell, value].cells


def test_a_witness_saves_trials_and_changes_no_conclusion(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a solution holds cannot be refuted: with the kernel's help the ladder draws the same conclusions, step by step."""
    rng, trials = Random(21), Counter[int]()
    follows, ladder = Tries.what_follows, (*QUICK, WhatIf(QUICK), Shared(QUICK, "shared", "", 8))

    def counted(self: Tries, state: State, fact: Fact) -> set[Fact] | None:
        trials[cells] += 1
        return follows(self, state, fact)

    monkeypatch.setattr(Tries, "what_follows", counted)
    for _ in range(25):
        puzzle, told = random_board(rng, 6, 6), []
        for cells in (0, 10**9):
            monkeypatch.setattr(state_module, "WITNESS_CELLS", cells)
            state, steps = FAMILY.rulebook.state(puzzle), []
            try:
                steps += [(applied.rule.name, applied.step) for applied in Ladder(ladder).conclusions(state)]
            except Contradiction as clash:
                steps.append((clash.rule, clash.reason))
            told.append(steps)
        assert told[0] == told[1]
    assert trials[0] < 0.8 * trials[10**9]


def test_equal_requests_get_equal_answers_whatever_is_loaded() -> None:
    """A fresh process, which has loaded nothing but the ladder, makes the same steps as one with the kernel at hand."""
    script = "import json; from tests.families.evolomino.test_rules import steps_on_a_large_board as s; print(json.dumps(s()))"
    warm = "import studio.families.evolomino.kernel.solve; "
    fresh, again = (subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True,
                                   cwd=Path(__file__).parents[3]).stdout for text in (script, warm + script))
    assert json.loads(fresh) == json.loads(again) == [list(step) for step in steps_on_a_large_board()] != []


def steps_on_a_large_board() -> list[tuple[str, int, int]]:
    state = FAMILY.rulebook.state(FAMILY.samples()[3])
    return [(applied.rule.name, applied.step.cell, applied.step.value) for applied in Ladder(LADDER).conclusions(state)]


def test_one_stray_group_is_offence_enough() -> None:
    """Squares that no arrow can reach: the contradiction names one group of them, not all on the board."""
    state = FAMILY.rulebook.state(drawn("0.0.. ##### 0#.#0 0####", ((0, 0), (0, 1), (0, 2))))
    with pytest.raises(Contradiction) as clash:
        list(Ladder(LADDER).conclusions(state))
    assert clash.value.reason.cells == (10, 15)


def test_a_given_square_on_a_closed_ring_is_refused() -> None:
    ring = borders_of(2, 4, ((0, 1, 5, 4, 0), (2, 3, 7)))
    puzzle = replace(drawn(".... ...."), givens=(2, 0, 0, 0, 0, 0, 0, 0), borders=ring)
    for engine in ("search", "auto", "sat", "ilp"):
        assert solve(puzzle, engine).status == Status.NONE, engine

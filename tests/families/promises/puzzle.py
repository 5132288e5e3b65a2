"""Promises about the puzzle itself: its words, its random boards, its checker, its turns."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from studio.core.puzzle import Board
from studio.core.turn import MIRRORING, TURNS, moved, target, turned
from tests.families.brute import TooLarge, solutions
from tests.families.kit import Kit, promise


@promise
def it_says_what_it_is(kit: Kit) -> None:
    family = kit.family
    assert family.name and family.summary and family.rules_text
    engines = [engine.id for engine in family.engines()]
    assert engines[0] == "auto" and len(set(engines)) == len(engines)
    assert all(engine.name for engine in family.engines())
    samples = family.samples()
    assert samples, "a family has a sample"
    tools = family.tools(Board(samples[0]))
    assert {tool.mode for tool in tools} == {"draw", "play"} and len({tool.id for tool in tools}) == len(tools)


@promise
def boards_of_all_kinds_occur(kit: Kit) -> None:
    kinds = {min(len(case.answers), 2) for case in kit.cases}
    assert kinds == {0, 1, 2}, f"random boards should have no solution, one and several; here only {kinds}"
    for case in kit.cases:
        kit.family.validate(case.puzzle)
    trials = kit.trials
    first, second = (trials.random_puzzle(Random(7), kit.size) for _ in range(2))
    assert first == second, "all chance comes from rng"


@promise
def a_partial_board_is_blamed_only_for_what_no_mark_can_mend(kit: Kit) -> None:
    """Any part of a solution is a board that can be completed. The solutions come from full boards only."""
    rng = kit.rng("partial")
    for case in kit.solvable:
        assert len(kit.told(case.puzzle, case.answers)) == len(case.answers)
        answers = list(case.answers)
        with suppress(TooLarge):
            answers = solutions(kit.family, case.puzzle, blindly=True)
        assert set(answers) == set(case.answers), f"a partial board was blamed on the way to a solution: {case}"
        for answer in rng.sample(answers, min(len(answers), 6)):
            for share in (0.0, 0.2, 0.5, 0.8):
                marks = [value if rng.random() < share else 0 for value in answer]
                faults = kit.family.check(Board(case.puzzle, marks))
                assert not faults, f"{faults[0].message}: but {marks} can be completed on {case}"


@promise
def faults_are_named_and_shown(kit: Kit) -> None:
    """On random full boards the checker says what is wrong, in words and with cells; and they are not solutions."""
    rng = kit.rng("faults")
    trials = kit.trials
    for case in kit.cases:
        values, start = trials.values(case.puzzle), kit.family.start_marks(case.puzzle)
        keys = kit.told(case.puzzle, case.answers)
        for _ in range(8):
            marks = tuple(first or (rng.choice(list(some)) if len(some) else 0) for first, some in zip(start, values))
            faults = kit.family.check(Board(case.puzzle, marks))
            for fault in faults:
                assert fault.rule and fault.message and set(fault.cells) <= set(case.puzzle.grid.cells())
            right = not kit.family.wrong(case.puzzle, marks)
            assert right == bool(kit.told(case.puzzle, [marks]) <= keys), f"{marks} on {case}"
            assert right or faults, f"nothing is said against the full board {marks} on {case}"


@promise
def a_changed_given_is_a_fault(kit: Kit) -> None:
    """Where a given decides its cell, another mark there is blamed."""
    trials = kit.trials
    for case in kit.solvable:
        start, values = kit.family.start_marks(case.puzzle), trials.values(case.puzzle)
        for cell, mark in enumerate(start):
            for other in values[cell]:
                if mark and other != mark and case.puzzle.givens[cell]:
                    marks = [0] * len(start)
                    marks[cell] = other
                    assert kit.family.check(Board(case.puzzle, marks)), f"{other} at {cell} on {case}"


@promise
def turning_turns_the_solutions(kit: Kit) -> None:
    back = {**dict(zip(TURNS, TURNS)), "right": "left", "left": "right"}  # all others are their own way back
    for case in kit.cases[::2]:
        for turn in TURNS:
            other = turned(case.puzzle, turn)
            kit.family.validate(other)
            to = target(case.puzzle.grid, turn)
            expected = kit.told(other, [moved(answer, to) for answer in case.answers])
            try:
                assert kit.told(other, solutions(kit.family, other)) == expected, f"{turn}: {case}"
            except TooLarge:
                continue
            assert turned(other, back[turn]).same_board(case.puzzle) or turn in MIRRORING

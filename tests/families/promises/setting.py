"""Promises about what a setter and a player ask: verdicts, clashes, hints, new puzzles."""

from __future__ import annotations

import random
from contextlib import suppress

from studio.core.engine import Cancel, Limits
from studio.core.parts import GenerateRequest
from tests.families.brute import TooLarge
from tests.families.kit import MOST, SECONDS, Kit, promise


@promise
def the_verdict_is_true(kit: Kit) -> None:
    """Unique, several or none; what all solutions share, and where they differ."""
    from studio.setter.analysis import analyse

    for case in kit.cases:
        verdict = analyse(case.puzzle, count_up_to=MOST + 1, want_clash=False)
        assert verdict.verdict == ("none", "unique", "multiple")[min(len(case.answers), 2)], f"{verdict.verdict}: {case}"
        if not case.answers:
            continue
        assert verdict.count == len(case.answers) and verdict.counted_all, f"{verdict.count} counted: {case}"
        contents = [kit.family.contents(case.puzzle, answer) for answer in case.answers]
        shared = {cell for cell in case.puzzle.grid.cells()
                  if case.answers[0][cell] and len({each[cell] for each in contents}) == 1}
        assert verdict.forced is not None and {cell for cell, _ in verdict.forced} == shared, f"forced cells of {case}"
        if kit.family.pieces is None:
            assert all(value == case.answers[0][cell] for cell, value in verdict.forced), f"forced values of {case}"
        assert set(verdict.differing) == {cell for cell, value in enumerate(case.answers[0]) if value} - shared


@promise
def clashing_clues_clash_and_none_is_superfluous(kit: Kit) -> None:
    from studio.setter.analysis import analyse

    for case in kit.cases:
        if case.answers:
            continue
        verdict = analyse(case.puzzle, want_forced=False)
        assert verdict.clashing is not None or kit.family.kernel is None, f"no clash was found on {case}"
        clash = list(verdict.clashing or ())
        clues = list(kit.kernel(case.puzzle, True).assumptions) if kit.family.kernel is not None else case.puzzle.clues()
        assert set(clash) <= set(clues) and all(kit.clues.name(case.puzzle, clue) for clue in clash)
        with suppress(TooLarge):
            assert not any(True for _ in kit.holding(case.puzzle, clash, clues)), f"{clash} do not clash on {case}"
        for clue in clash if verdict.minimal else ():
            with suppress(TooLarge):
                fewer = [other for other in clash if other != clue]
                assert any(True for _ in kit.holding(case.puzzle, fewer, clues)), f"{clue} is superfluous in {clash} on {case}"


@promise
def hints_are_true_and_lead_to_the_end(kit: Kit) -> None:
    from studio.setter.hints import DONE, FORCED, MOVE, Adviser

    for case in kit.solvable:
        contents = [kit.family.contents(case.puzzle, answer) for answer in case.answers]
        shared = {cell for cell in case.puzzle.grid.cells() if len({each[cell] for each in contents}) == 1}
        adviser = Adviser(case.puzzle)
        marks = list(kit.family.start_marks(case.puzzle))
        for _ in range(case.puzzle.grid.size + 1):
            hint = adviser.hint(marks)
            assert hint.texts and all(hint.texts)
            if hint.kind not in (MOVE, FORCED):
                break
            assert hint.settings, f"a move without a mark: {hint} on {case}"
            for cell, value in hint.settings:
                assert not marks[cell], f"a hint for a marked cell: {hint} on {case}"
                marks[cell] = value
            mine = kit.family.contents(case.puzzle, marks)
            for cell, value in hint.settings:
                assert cell in shared and mine[cell] == contents[0][cell], f"an untrue hint: {hint} on {case}"
                if kit.family.pieces is None:
                    said = f"{case.puzzle.grid.cell_name(cell)} is {kit.family.notation.word(value)}".lower()
                    assert said in hint.texts[-1].lower(), f"{hint.texts[-1]!r} does not say that {said}"
        assert hint.kind == DONE or len(case.answers) > 1, f"hints ended with {hint} on {case}"
        assert all(marks[cell] or not case.answers[0][cell] for cell in shared), f"hints ended too soon: {hint} on {case}"


@promise
def a_mistake_is_told(kit: Kit) -> None:
    from studio.setter.hints import MISTAKE, Adviser

    trials = kit.trials
    if kit.family.pieces is not None:
        return
    for case in kit.solvable:
        values, start = trials.values(case.puzzle), kit.family.start_marks(case.puzzle)
        wrong = [(cell, value) for cell in case.puzzle.grid.cells() if not start[cell] for value in values[cell]
                 if all(answer[cell] != value for answer in case.answers)]
        if not wrong:
            continue
        cell, value = kit.rng(str(case)).choice(wrong)
        marks = list(start)
        marks[cell] = value
        hint = Adviser(case.puzzle).hint(marks)
        assert hint.kind == MISTAKE and cell in hint.cells, f"{value} at {cell} is wrong, and the hint is {hint} on {case}"


@promise
def the_generator_makes_puzzles(kit: Kit) -> None:
    """One solution, stored and right; the same request gives the same puzzle, another seed another one."""
    from studio.setter.generate import generate

    if kit.family.making is None:
        return
    made = []
    for seed in (5, 5, 6, 7):
        random.seed(len(made))  # whatever other parts of the program do with chance
        puzzle = generate(kit.family, GenerateRequest(5, 5, seed), lambda *_: None, Cancel(Limits(SECONDS))).puzzle
        kit.family.validate(puzzle)
        assert puzzle.solution is not None and kit.family.wrong(puzzle, puzzle.solution) == []
        images = kit.told(puzzle, list(kit.family.images(puzzle, puzzle.solution)))
        for engine in kit.family.engines()[:2]:
            found = kit.ask(engine, puzzle, 9).solutions
            assert found and kit.told(puzzle, found) <= images, f"several solutions: {puzzle}"
        made.append(puzzle)
    assert made[0] == made[1], "the same seed gave two puzzles"
    assert any(not puzzle.same_board(made[0]) for puzzle in made[2:]), "the seed does not matter"

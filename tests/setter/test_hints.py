"""Hints: true in every solution, mistakes first, graded, and from the givens to the end."""

from __future__ import annotations

import random

import pytest

from studio.core import registry
from studio.core.family import make_grid
from studio.core.puzzle import Board, Puzzle
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.hints import DONE, FORCED, LEAD, MISTAKE, MOVE, STUCK, Adviser, Hint, hint
from studio.setter.rating import rate
from tests.setter import boards


def latin(*givens: int) -> Puzzle:
    size = round(len(givens) ** 0.5)
    return Puzzle("_template", make_grid(size, size), givens)


def follow_hints(puzzle: Puzzle) -> list[Hint]:
    """Play by hints alone; every hint is checked against the solution. Returns all of them, the last says that it is done."""
    family = registry.family(puzzle.family)
    verdict = analyse(puzzle)
    assert verdict.verdict == UNIQUE and verdict.solution is not None
    adviser = Adviser(puzzle, verdict=verdict)
    marks = family.start_marks(puzzle)
    given: list[Hint] = []
    for _ in range(puzzle.grid.size + 1):
        found = adviser.hint(marks)
        given.append(found)
        if found.kind == DONE:
            break
        check_hint(puzzle, found, marks, verdict.solution)
        for cell, value in found.settings:
            marks[cell] = value
    assert given[-1].kind == DONE
    board = Board(puzzle, marks)
    assert family.is_complete(board) and family.check(board) == []
    return given


def check_hint(puzzle: Puzzle, found: Hint, marks: list[int], solution: tuple[int, ...]) -> None:
    family = registry.family(puzzle.family)
    assert found.kind in (MOVE, FORCED)
    assert len(found.texts) == 3 and all(found.texts)
    assert found.settings and all(not marks[cell] for cell, _ in found.settings)
    after = list(marks)
    for cell, value in found.settings:
        after[cell] = value
    mine, right = family.contents(puzzle, after), family.contents(puzzle, solution)
    assert all(mine[cell] == right[cell] for cell, _ in found.settings), f"untrue: {found}"
    if "covers" not in found.grade(3):
        cell, value = found.settings[0]
        assert f"{puzzle.grid.cell_name(cell)} is {family.notation.word(value)}" in found.grade(3)


def test_hints_speak_in_words_not_in_file_symbols() -> None:
    said = {family_id: {family.notation.word(value) for value in family.notation.marks if value}
            for family_id in ("evolomino", "fobidoshi") for family in [registry.family(family_id)]}
    assert said == {"evolomino": {"a square", "empty"}, "fobidoshi": {"a circle", "empty"}}
    assert registry.family("tiling").notation.word(3) == "piece 3" and registry.family("fillomino").notation.word(7) == "7"


@pytest.mark.parametrize("family_id", boards.ladder_ids())
def test_hints_lead_from_the_givens_to_the_end(family_id: str) -> None:
    samples = [puzzle for puzzle in boards.boards(family_id) if analyse(puzzle).verdict == UNIQUE]
    for puzzle in [*samples, boards.unique_board(family_id)]:
        kinds = {found.kind for found in follow_hints(puzzle)}
        rating = rate(puzzle)
        if rating is not None and not rating.depth:
            assert kinds == {MOVE, DONE}, "the ladder can do it, so every hint has a reason"


def test_grades_say_more_and_more() -> None:
    puzzle = registry.family("_template").samples()[0]
    found = hint(puzzle, puzzle.givens)
    assert found.kind == MOVE and found.rule
    assert found.grade(1).startswith("Look at")
    assert "rule" in found.grade(2)
    cell, value = found.settings[0]
    assert f"{puzzle.grid.cell_name(cell)} is {value}" in found.grade(3)
    assert found.grade(9) == found.grade(3)
    assert set(found.causes) <= set(found.cells) and cell in found.cells


def test_mistakes_come_first() -> None:
    puzzle = registry.family("_template").samples()[0]
    solution = analyse(puzzle).solution
    assert solution is not None
    rng = random.Random(3)
    for _ in range(10):
        cell = rng.choice([c for c in range(16) if not puzzle.givens[c]])
        marks = list(puzzle.givens)
        marks[cell] = solution[cell] % 4 + 1
        found = hint(puzzle, marks)
        assert found.kind == MISTAKE
        assert found.cells == (cell,)
        assert puzzle.grid.cell_name(cell) in found.grade(2)


def test_with_several_solutions_only_what_all_share_is_told() -> None:
    """First row and column are given; the rest of a 3x3 square then follows, that of a 4x4 square does not."""
    puzzle = latin(1, 2, 3, 4, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0)
    solutions = boards.all_solutions(puzzle)
    assert solutions and len(solutions) > 1
    marks = list(puzzle.givens)
    while (found := hint(puzzle, marks)).kind != DONE:
        assert all(solution[cell] == value for cell, value in found.settings for solution in solutions)
        for cell, value in found.settings:
            marks[cell] = value
    assert "several solutions" in found.grade(1)


def ambiguous_boards(family_id: str) -> list[tuple[Puzzle, list[tuple[int, ...]]]]:
    """Small boards with a few solutions each, and those solutions."""
    rng, found = random.Random(11), []
    for puzzle in boards.boards(family_id, 3) * 3:
        loose = boards.loosened(puzzle, rng, rng.randrange(1, 4))
        solutions = boards.all_solutions(loose)
        if solutions and len(solutions) > 1:
            found.append((loose, solutions))
    return found[:3]


@pytest.mark.parametrize("family_id", boards.ladder_ids())
def test_hints_are_true_in_every_solution_of_every_family(family_id: str) -> None:
    family, told = registry.family(family_id), 0
    for puzzle, solutions in ambiguous_boards(family_id):
        adviser, marks = Adviser(puzzle), family.start_marks(puzzle)
        for _ in range(puzzle.grid.size):
            found = adviser.hint(marks)
            if found.kind in (DONE, LEAD):  # one of several solutions from here on
                break
            for cell, value in found.settings:
                marks[cell] = value
            mine = family.contents(puzzle, marks)
            for solution in solutions:
                right = family.contents(puzzle, solution)
                assert all(mine[cell] == right[cell] for cell, _ in found.settings), f"not in every solution: {found}"
            told += 1
    assert told or family_id in ("tiling", "_template"), "no hint was given, so none was tested"


@pytest.mark.parametrize("family_id", [name for name in boards.ladder_ids() if name != "tiling"])
def test_a_mistake_is_told_first_in_every_family(family_id: str) -> None:
    """A mark that no solution has comes before any advice, on unique boards and others."""
    family, seen = registry.family(family_id), 0
    unique = boards.unique_board(family_id)
    solution = analyse(unique).solution
    assert solution is not None
    for puzzle, solutions in [(unique, [solution]), *ambiguous_boards(family_id)]:
        for cell in random.Random(5).sample(range(puzzle.grid.size), 6):
            possible = {answer[cell] for answer in solutions}
            wrong = next((value for value in (1, 2) if value not in possible), 0)
            if puzzle.givens[cell] or not wrong:
                continue
            marks = family.start_marks(puzzle)
            marks[cell] = wrong
            found = hint(puzzle, marks)
            assert found.kind == MISTAKE and cell in found.cells
            assert puzzle.grid.cell_name(cell) in found.grade(2)
            seen += 1
    assert seen


def test_marks_that_some_solution_has_are_no_mistakes_but_impossible_ones_are() -> None:
    puzzle = latin(1, 2, 3, 4, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0)
    solutions = boards.all_solutions(puzzle)
    assert solutions
    for value in range(1, 5):
        marks = list(puzzle.givens)
        marks[5] = value
        possible = any(solution[5] == value for solution in solutions)
        assert (hint(puzzle, marks).kind == MISTAKE) == (not possible)


def test_marks_that_do_not_go_together_are_told() -> None:
    puzzle = latin(*([0] * 9))
    found = hint(puzzle, [1, 1, 0, 0, 0, 0, 0, 0, 2])
    assert found.kind == MISTAKE
    assert found.cells == (0, 1)


def test_no_solution_no_hint() -> None:
    assert hint(latin(1, 1, 0, 0), [1, 1, 0, 0]).kind == STUCK


def test_where_no_rule_helps_the_hint_says_so() -> None:
    from tests.setter.test_rating import beyond_the_ladder

    given = follow_hints(beyond_the_ladder())
    assert FORCED in {found.kind for found in given}
    forced = next(found for found in given if found.kind == FORCED)
    assert "by search" in forced.grade(3)

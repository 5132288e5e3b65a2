"""The search kernel beyond its answers: many solutions, growing room, plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from studio.core.engine import Status
from studio.families.evolomino import FAMILY
from studio.families.evolomino.kernel import solve as kernel_solve
from studio.families.evolomino.kernel.build import ROOMS, build, grow
from studio.families.evolomino.kernel.record import Memory
from studio.families.evolomino.kernel.solve import Search, Solver
from studio.families.evolomino.model import IS_SQUARE, Field, field_of
from studio.solvers.kernels import VARIABLE, Blank, policy
from tests.families.evolomino.boards import brute_force, drawn, random_board, solve


def test_it_counts_all_solutions() -> None:
    puzzle = drawn("..... ..... ....#", ((0, 0), (0, 1), (0, 2), (0, 3)))
    answers = list(Solver(field_of(puzzle)))
    assert len(answers) == len(set(answers)) == len(brute_force(puzzle)) > 5


def test_it_goes_on_after_growing() -> None:
    """With hardly any room the kernel has to stop, grow and go on; nothing is lost."""
    rng = Random(3)
    for _ in range(10):
        puzzle = random_board(rng, 5, 5)
        field = field_of(puzzle)
        expected = sorted(solver_answers(field))
        tight = Search(field)
        tight.memory.variable_room, tight.memory.pair_room = tight.memory.variable_count + 4, 2
        assert sorted(answers_of(partial(next_of, tight))) == expected
        assert not expected or tight.memory.variable_room > tight.memory.variable_count


def next_of(search: Search) -> tuple[int, ...] | None:
    answer = search.find(None)
    if answer is None:
        return None
    search.exclude(answer)
    return tuple(answer.tolist())


def solver_answers(field) -> list[tuple[int, ...]]:  # type: ignore[no-untyped-def]
    return answers_of(Solver(field).next)


def answers_of(ask: Callable[[], tuple[int, ...] | None]) -> list[tuple[int, ...]]:
    found = []
    while len(found) < 200 and (answer := ask()) is not None:
        found.append(answer)
    return found if len(found) < 200 else []


def test_growing_keeps_every_table() -> None:
    memory, _ = build(field_of(FAMILY.samples()[2]))
    bigger = grow(memory)
    for name in ("value", "square_var", "own_var", "domain", "anchor_cell", "arena"):
        before = list(getattr(memory, name))
        assert list(getattr(bigger, name))[: len(before)] == before
    assert bigger.variable_room == 2 * memory.variable_room == len(bigger.level)
    assert bigger.activity_step == memory.activity_step == 1.0


def test_required_cells_are_kept() -> None:
    puzzle = drawn("... ... ...", ((0, 0), (0, 1), (0, 2)))
    solver = Solver(field_of(puzzle))
    solver.require(8, True)
    answers = list(solver)
    assert answers and all(answer[8] for answer in answers)
    assert solve(puzzle, "auto", 0).status == Status.MULTIPLE


def test_near_answers_are_the_answers_with_small_blocks() -> None:
    """A search with a radius finds exactly the answers all of whose squares are within so many steps of an arrow square."""
    rng = Random(11)
    for _ in range(30):
        puzzle = random_board(rng, 5, 5)
        field, answers = field_of(puzzle), solve(puzzle, "sat", 200).solutions
        if len(answers) >= 200:
            continue
        for radius in (1, 2, 3):
            search = Search(field, radius=radius)
            near = {flags_of(answer) for answer in answers if reach(field, answer) <= radius}
            assert set(answers_of(partial(next_of, search))) == near


def flags_of(answer: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(value == IS_SQUARE) for value in answer)


def reach(field: Field, answer: tuple[int, ...]) -> int:
    """The longest way that a square has to its block's arrow square, through white cells off the arrows."""
    furthest = 0
    for block in field.components({cell for cell, value in enumerate(answer) if value == IS_SQUARE}):
        anchor = next(cell for cell in block if cell in field.place_on_arrow)
        for steps in range(field.size):
            if set(block) <= set(field.region(anchor, steps)):
                furthest = max(furthest, steps)
                break
    return furthest


def test_searches_that_take_turns_find_all_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the radii and the length of a turn, all answers come, each once, and the shared cells are right."""
    rng = Random(12)
    for number in range(25):
        puzzle = random_board(rng, 5, 5)
        monkeypatch.setattr(kernel_solve, "RADII", ((0, rng.choice(((1,), (1, 2), (2, 3, 4)))),))
        monkeypatch.setattr(kernel_solve, "FIRST_TURN", rng.choice((1, 5, 50)))
        monkeypatch.setattr(kernel_solve, "SLICE", rng.choice((1, 7)))
        monkeypatch.setattr(kernel_solve, "GROWN_FROM", 0)
        answers = [flags_of(answer) for answer in solve(puzzle, "sat", 200).solutions]
        if len(answers) < 200:
            found = list(Solver(field_of(puzzle)))
            assert len(found) == len(answers) and set(found) == set(answers), f"board {number}"
            shared = Solver(field_of(puzzle)).shared()
            assert (shared is None) == (not answers)
            if shared is not None:
                assert shared.tolist() == [len(set(column)) == 1 for column in zip(*answers, strict=True)]


def runs(seed: int, boards: int) -> list[object]:
    """Answers and counts of some boards, with films' rows left out: what plain and compiled kernels must share."""
    rng, found = Random(seed), []
    for number in range(boards):
        solver = Solver(field_of(random_board(rng, 5 + number % 3, 6)))
        answers = [answer for _ in range(20) if (answer := solver.next()) is not None]
        found.append([[list(answer) for answer in answers], solver.counts()])
    return found


def test_what_was_in_memory_before_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some arrays of a search begin as zeros."""
    expected, rng, make = runs(6, 20), Random(1), Blank.make

    def make_dirty(blank: Blank) -> Memory:
        memory: Memory = make(blank)
        for name in ROOMS.unset:
            array = getattr(memory, name)
            array[:] = [rng.randint(-40, 40) for _ in range(len(array))]
        return memory

    monkeypatch.setattr(Blank, "make", make_dirty)
    assert runs(6, 20) == expected


def test_plain_python_runs_the_same_search() -> None:
    """The same lines, so the same answers, nodes, conflicts and depths."""
    script = "import json; from tests.families.evolomino.test_kernel import runs; print(json.dumps(runs(5, 25)))"
    other = "compiled" if policy() == "plain" else "plain"
    done = subprocess.run([sys.executable, "-c", script], env={**os.environ, VARIABLE: other}, capture_output=True, text=True,
                          check=True, cwd=Path(__file__).parents[3])
    assert json.loads(done.stdout) == runs(5, 25)


def test_the_plain_search_does_without_numba() -> None:
    script = ("import sys; from studio.families.evolomino import FAMILY; from studio.families.evolomino.model import field_of;"
              "from studio.families.evolomino.kernel.solve import Solver; list(Solver(field_of(FAMILY.samples()[0])));"
              "print('numba' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", script], env={**os.environ, VARIABLE: "plain"}, capture_output=True, text=True,
                          check=True, cwd=Path(__file__).parents[3])
    assert done.stdout.strip() == "False"

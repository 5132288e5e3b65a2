"""The search kernel beyond its answers: many solutions, growing room, its cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from studio.core.engine import Status
from studio.families.evolomino import FAMILY
from studio.families.evolomino.kernel import drop_stale_cache
from studio.families.evolomino.kernel import layout as k
from studio.families.evolomino.kernel import solve as kernel_solve
from studio.families.evolomino.kernel.build import build, grow
from studio.families.evolomino.kernel.solve import Search, Solver
from studio.families.evolomino.model import IS_SQUARE, Field, field_of
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
        m = tight.kernel.m
        m[k.VAR_ROOM], m[k.PAIR_ROOM] = m[k.NV] + 4, 2
        tight.kernel.act[m[k.VAR_ROOM] - 1] = 1.0
        small = grow(shrunk(tight))
        assert small.m[k.PAIR_ROOM] == 4
        tight.kernel = small
        assert sorted(answers_of(partial(next_of, tight))) == expected


def next_of(search: Search) -> tuple[int, ...] | None:
    answer = search.find(None)
    if answer is None:
        return None
    search.exclude(answer)
    return tuple(answer.tolist())


def shrunk(search: Search):  # type: ignore[no-untyped-def]
    """The same kernel whose activities fit the smaller room."""
    kernel = search.kernel
    kernel.act = kernel.act[: int(kernel.m[k.VAR_ROOM])].copy()
    return kernel


def solver_answers(field) -> list[tuple[int, ...]]:  # type: ignore[no-untyped-def]
    return answers_of(Solver(field).next)


def answers_of(ask: Callable[[], tuple[int, ...] | None]) -> list[tuple[int, ...]]:
    found = []
    while len(found) < 200 and (answer := ask()) is not None:
        found.append(answer)
    return found if len(found) < 200 else []


def test_growing_keeps_every_table() -> None:
    kernel, _ = build(field_of(FAMILY.samples()[2]))
    bigger = grow(kernel)
    for name in (k.VAL, k.XVAR, k.OVAR, k.DOM, k.ACELL, k.ARENA):
        assert (bigger.table(name, 5) == kernel.table(name, 5)).all()
    assert bigger.m[k.VAR_ROOM] == 2 * kernel.m[k.VAR_ROOM]


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
        answers = [flags_of(answer) for answer in solve(puzzle, "sat", 200).solutions]
        if len(answers) < 200:
            found = list(Solver(field_of(puzzle)))
            assert len(found) == len(answers) and set(found) == set(answers), f"board {number}"
            shared = Solver(field_of(puzzle)).shared()
            assert (shared is None) == (not answers)
            if shared is not None:
                assert shared.tolist() == [len(set(column)) == 1 for column in zip(*answers, strict=True)]


def test_a_stale_cache_is_dropped(tmp_path: Path) -> None:
    source, cached = tmp_path / "a.py", tmp_path / "__pycache__" / "a.f.nbi"
    cached.parent.mkdir()
    source.write_text("")
    cached.write_text("")
    os.utime(source, (100, 100))
    drop_stale_cache(tmp_path)
    assert cached.exists()
    os.utime(cached, (50, 50))
    drop_stale_cache(tmp_path)
    assert not cached.exists()

"""The search kernel beyond its answers: many solutions, growing room, its cache."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from studio.core.engine import Status
from studio.families.evolomino import FAMILY
from studio.families.evolomino.check import field_of
from studio.families.evolomino.kernel import drop_stale_cache
from studio.families.evolomino.kernel import layout as k
from studio.families.evolomino.kernel.build import build, grow
from studio.families.evolomino.kernel.solve import Solver
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
        tight = Solver(field)
        m = tight.kernel.m
        m[k.VAR_ROOM], m[k.PAIR_ROOM] = m[k.NV] + 4, 2
        tight.kernel.act[m[k.VAR_ROOM] - 1] = 1.0
        small = grow(shrunk(tight))
        assert small.m[k.PAIR_ROOM] == 4
        tight.kernel = small
        assert sorted(answers_of(tight)) == expected


def shrunk(solver: Solver):  # type: ignore[no-untyped-def]
    """The same kernel whose activities fit the smaller room."""
    kernel = solver.kernel
    kernel.act = kernel.act[: int(kernel.m[k.VAR_ROOM])].copy()
    return kernel


def solver_answers(field) -> list[tuple[int, ...]]:  # type: ignore[no-untyped-def]
    return answers_of(Solver(field))


def answers_of(solver: Solver) -> list[tuple[int, ...]]:
    found = []
    while len(found) < 200 and (answer := solver.next()) is not None:
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

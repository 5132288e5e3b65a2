"""The clause kernel against plain enumeration: solution counts 0, 1, many; both variants; plain and compiled."""

from __future__ import annotations

import random

import pytest

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.kernel import board as board_room
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.solve import solve_board, split_answer
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import Terms, stands_alone
from studio.solvers.kernels import Kernels, policy
from tests.families.fillomino import brute

SIZES = [(1, 1), (1, 5), (2, 3), (3, 3), (3, 4), (2, 6)]


def agrees(seed: int, layout: Kernels, sizes: list[tuple[int, int]]) -> int:
    """Compare one random board; returns its number of solutions."""
    rng = random.Random(seed)
    rows, cols = rng.choice(sizes)
    givens, basic = brute.random_givens(rng, rows, cols), rng.random() < 0.4
    expected = brute.solutions(rows, cols, givens, basic)
    for wanted in (1, 2, 0 if len(expected) < 40 else 5):
        found = solve_board(Grid(rows, cols), givens, Terms(basic), wanted, Cancel(), layout=layout)
        count = len(expected) if wanted == 0 else min(wanted, len(expected))
        assert len(found.answers) == len(set(found.answers)) == count, (rows, cols, givens, basic, wanted)
        assert set(found.answers) <= set(expected)
        assert found.exhausted or count == wanted
    return len(expected)


def test_plain_kernel_counts_like_brute_force() -> None:
    counts = [agrees(seed, Kernels.PLAIN, SIZES) for seed in range(120)]
    assert {0, 1} <= set(counts)
    assert max(counts) > 1


def test_compiled_kernel_counts_like_brute_force() -> None:
    for seed in range(120, 240):
        agrees(seed, Kernels.COMPILED, SIZES)


def test_local_repair_counts_like_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of large boards, on small ones."""
    monkeypatch.setattr("studio.families.fillomino.kernel.solve.LARGE", 0)
    for seed in range(240, 320):
        agrees(seed, Kernels.COMPILED, SIZES)


def test_fruitful_looks_go_on_and_count_like_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that settle cells are followed by others, as on a large board; nothing changes but what is left for the solver."""
    grid = Grid(9, 9)
    numbers, rng = random_division(grid, 6, random.Random(7), Cancel()), random.Random(8)
    givens = [number if rng.random() < 0.4 else 0 for number in numbers]
    monkeypatch.setattr(board_room, "TRIES", 2)
    left = []
    for fruitful in (1 << 30, 1):
        monkeypatch.setattr(board_room, "FROM_OPEN", 1)
        monkeypatch.setattr(board_room, "FRUITFUL", fruitful)
        terms = Terms()
        board = KernelBoard(9, 9, givens, terms, Values.of(givens, terms))
        assert board.propagate() and board.probe()
        left.append(board.open_cells())
    assert left[1] < left[0]
    for seed in range(320, 370):
        agrees(seed, Kernels.COMPILED, SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("layout", list(Kernels))
def test_kernel_on_four_by_four(layout: Kernels) -> None:
    for seed in range(1000, 1600):
        agrees(seed, layout, [*SIZES, (4, 4), (4, 4)])


def test_plain_and_compiled_kernels_go_the_same_way() -> None:
    """Same answers in the same order, same presolve, same cuts, same decisions of the solver."""
    grid = Grid(9, 9)
    for seed in range(8):
        rng = random.Random(seed)
        answer = random_division(grid, 9, rng, Cancel())
        givens = [number if rng.random() < (0.45, 0.25)[seed % 2] else 0 for number in answer]
        ways = [solve_board(grid, givens, Terms(), 2, Cancel(), layout=layout) for layout in Kernels]
        assert ways[0] == ways[1]
        assert ways[0].answers and all(stands_alone(grid, found) for found in ways[0].answers)


@pytest.mark.parametrize("layout", list(Kernels))
def test_area_reasoning_changes_no_verdict(layout: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards with large regions and few clues, where area decides much: unique, ambiguous and unsolvable ones."""
    grid = Grid(6, 6)
    puzzles = []
    for seed in range(24 if layout is Kernels.COMPILED else 8):
        rng = random.Random(seed)
        answer = random_division(grid, (10, 16, 24)[seed % 3], rng, Cancel())
        givens = [number if rng.random() < (0.35, 0.65)[seed % 2] else 0 for number in answer]
        if seed % 4 == 3:
            givens[rng.randrange(36)] = rng.randint(1, 20)
        puzzles.append(givens)

    def verdicts() -> list[int]:
        return [len(solve_board(grid, givens, Terms(), 2, Cancel(), layout=layout).answers) for givens in puzzles]

    with_area = verdicts()
    monkeypatch.setattr(KernelBoard, "_by_area", lambda self: True)
    assert verdicts() == with_area
    assert layout is Kernels.PLAIN or set(with_area) == {0, 1, 2}


def test_area_leaves_no_room_for_hidden_regions() -> None:
    """Two clues speak for all cells but one: there is a single 1, and nothing else besides."""
    grid = Grid(2, 5)
    board = KernelBoard(2, 5, (4, 0, 0, 0, 0, 0, 0, 0, 0, 5), Terms(), Values.of((4, 5), Terms()))
    assert board.propagate()
    left = {number for number, k in zip(board.values.sizes, range(board.state.values))
            for p in board.board_cells if board.state.poss[k * board.state.cells + p]}
    assert left == {1, 4, 5}
    assert grid.size == 10


def test_large_hidden_regions_are_told_apart() -> None:
    """One clue of 1 on a strip: the rest may be one region or several, more of them than the kernel has values."""
    grid = Grid(1, 8)
    givens = (1, *(0,) * 7)
    found = solve_board(grid, givens, Terms(), 0, Cancel())
    assert sorted(found.answers) == sorted(brute.solutions(1, 8, givens, False))


def test_split_answer_divides_a_hidden_region() -> None:
    grid = Grid(1, 9)
    answer = (9,) * 9
    other = split_answer(grid, answer, [list(range(9))], Values((1, 2), 2, True))
    assert other is not None
    assert stands_alone(grid, other)
    assert other != answer


def test_values_stay_few() -> None:
    assert Values.of((1, 5, 0, 0), Terms()).m0 == 4  # never more than there are cells
    assert Values.of((3, 0) * 50, Terms()).sizes == (1, 2, 3)
    assert Values.of((3, 40) * 50, Terms()).sizes == (*range(1, 13), 40)
    assert Values.of((3, 40) * 50, Terms(True)).sizes == (3, 40)


@pytest.mark.skipif(policy() is Kernels.PLAIN, reason="plain kernels need no preparation")
def test_all_that_python_calls_is_prepared() -> None:
    """No solve waits for a compilation after `warm_up`."""
    from studio.families.fillomino.kernel import area, basics, cnf, cuts, dive, probe, propagate, reach, settle, warm

    warm.warm_up()
    modules = (area, basics, cnf, cuts, dive, probe, propagate, reach, settle)
    entries = {id(each) for module in modules for each in vars(module).values() if getattr(each, "entry", False)}
    assert entries == {id(each) for each in warm.ENTRIES}
    assert all(each._run is not None for each in warm.ENTRIES)  # type: ignore[attr-defined]

"""Hidden regions of certain sizes: what boards with a marked region say of them, compared with all solutions."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.puzzle import Answer, Puzzle
from studio.families.fillomino.check import solves
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import presolved
from studio.families.fillomino.kernel.marked import Mark, MarkedClauses, in_blocks
from studio.families.fillomino.kernel.state import HIDDEN, MARKED, Values
from studio.families.fillomino.model import Terms
from studio.families.fillomino.walk.divide import Divider
from studio.families.fillomino.walk.stock import Stock
from studio.solvers.sat import QUICK_SOLVER, LazySat
from tests.families.fillomino.test_inventory import boards

FAMILY = registry.family("fillomino")


def hidden_boards(seeds: range) -> list[tuple[Puzzle, list[Answer], int, list[set[int]]]]:
    """Boards with all solutions, the smallest size that is not told apart, and the hidden sizes of each cell."""
    found = []
    for puzzle, every in boards(seeds):
        values = Values.of(puzzle.givens, Terms.of(puzzle))
        if values.anonymous and not any(puzzle.borders):
            named = set(values.sizes)
            sizes = [{answer[cell] for answer in every} - named for cell in puzzle.grid.cells()]
            found.append((puzzle, every, values.m0 + 1, sizes))
    return found


def test_propagation_takes_no_size_that_a_solution_has() -> None:
    bounded = 0
    for puzzle, _, least, sizes in hidden_boards(range(60)):
        for size in range(least, puzzle.grid.size + 1):
            mark = Mark(puzzle, size, puzzle.grid.size + 1)
            for cell, here in enumerate(sizes):
                possible = max(here, default=0) >= size
                assert mark.may_hold(cell) or not possible
                bounded += not mark.may_hold(cell)
    assert bounded > 200


@pytest.mark.parametrize("exactly", [False, True])
def test_a_solver_finds_the_sizes_that_solutions_have(exactly: bool) -> None:
    """One solver for all least sizes, rising and falling; one for each exact size."""
    for puzzle, _, least, sizes in hidden_boards(range(40)):
        cells = puzzle.grid.size
        base = Mark(puzzle, least, cells + 1)
        if not base.alive:
            assert not any(sizes)
            continue
        kernel = MarkedClauses(base)
        with LazySat(kernel, solver=QUICK_SOLVER) as shared:
            for size in (*range(least, cells + 1), *range(cells, least - 1, -3)):
                mark = Mark(puzzle, size, size if exactly else cells + 1)
                if not mark.alive:
                    continue
                with LazySat(MarkedClauses(mark), solver=QUICK_SOLVER) if exactly else nullcontext(shared) as sat:
                    for cell, here in enumerate(sizes):
                        truth = size in here if exactly else max(here, default=0) >= size
                        assert answered(sat, [cell], mark, puzzle) == truth, (puzzle.givens, size, cell)
                    some = [cell for cell in puzzle.grid.cells() if mark.may_hold(cell)][:3]
                    truth = any(size in sizes[cell] if exactly else max(sizes[cell], default=0) >= size for cell in some)
                    assert not some or answered(sat, some, mark, puzzle) == truth


def test_larger_questions_leave_smaller_ones_as_they_were() -> None:
    """On a board too large to enumerate, with sizes told apart by the exact kernel: the largest sizes are asked first."""
    givens = (0, 0, 3, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4, 0, 0)
    puzzle = FAMILY.blank(5, 5).with_givens(givens)
    exact = presolved(puzzle)
    with LazySat(exact) as sat:
        hidden = {(cell, value) for cell, value, literal in exact.literals if value > 4 and sat.solve([literal]) is not None}
    kernel = MarkedClauses(Mark(puzzle, 5, 26))
    with LazySat(kernel, solver=QUICK_SOLVER) as sat:
        for size in range(14, 4, -1):
            mark = Mark(puzzle, size, 26)
            for cell in puzzle.grid.cells():
                truth = any((cell, larger) in hidden for larger in range(size, 26))
                assert answered(sat, [cell], mark, puzzle) == truth, (size, cell)


def test_what_is_cut_off_for_a_size_holds_only_while_it_is_asked() -> None:
    puzzle = FAMILY.blank(4, 4).with_givens((1, *[0] * 15))
    kernel = MarkedClauses(Mark(puzzle, 2, 17))
    _, told = kernel.one_of([5], Mark(puzzle, 9, 17))
    marked = {5, 6, 7}  # three cells of nine
    true = {literal for cell, value, literal in kernel.literals if value == (MARKED if cell in marked else HIDDEN)}
    cuts = kernel.cuts([variable if variable in true else -variable for variable in range(1, kernel.top + 1)])
    about = [clause for clause in cuts if abs(clause[0]) in kernel.marks()]
    assert about and all(-told[0] in clause for clause in about)


def answered(sat: LazySat, cells: list[int], mark: Mark, puzzle: Puzzle) -> bool:
    kernel = sat.kernel
    assert isinstance(kernel, MarkedClauses)
    if not any(mark.may_hold(cell) for cell in cells):
        return False
    news, told = kernel.one_of(cells, mark)
    for clause in news:
        sat.add(clause)
    answer = sat.solve(told)
    assert answer is None or solves(puzzle, answer)
    return answer is not None


def test_groups_that_no_region_can_hold_together_are_counted_from_the_loneliest() -> None:
    """The four in the middle reaches both others, and is the first one read: they need two regions all the same."""
    givens = (0, 0, 4, 0, 0, 4, 0, 0, 0, 4)
    puzzle = FAMILY.blank(2, 5).with_givens(givens)
    four = Values.of(givens, Terms.of(puzzle)).sizes.index(4)
    mark = Mark(puzzle, 5, 10)
    assert mark.board.state.need[four] == 2 and not mark.alive, "two cells are left over, not five"
    board = KernelBoard(2, 5, givens, Terms.of(puzzle), Values.of(givens, Terms.of(puzzle)))
    assert board.propagate() and board.state.need[four] == 1, "where nothing is marked groups are taken as they come"


def test_a_region_that_is_divided_gives_solutions() -> None:
    puzzle = FAMILY.blank(4, 4)
    answer = (16,) * 16
    stock = Stock(puzzle, [answer], Cancel())
    divider = Divider(stock)
    for size in (3, 5, 6, 7):
        found = list(divider.divided(0, size))
        assert found and all(solves(puzzle, each) and each[0] == size for each in found)


def test_blocks_hold_every_cell_once_and_halves_lie_together() -> None:
    order = in_blocks(range(64), 8)
    assert sorted(order) == list(range(64))
    assert {cell // 8 // 4 for cell in order[:32]} == {0} or {cell % 8 // 4 for cell in order[:32]} == {0}

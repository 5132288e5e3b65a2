"""Taking stock of a board: every number that a cell can hold, and nothing else, compared with all solutions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.families.fillomino.kernel.marked import Mark
from studio.families.fillomino.walk import divide, hidden
from studio.families.fillomino.walk import inventory as room
from studio.families.fillomino.walk import stock as stock_room
from studio.families.fillomino.walk.inventory import FillominoInventory
from studio.setter.ask import ask_best
from studio.setter.candidates import Candidates, candidates
from studio.solvers.sat import LazySat
from tests.families.brute import TooLarge, solutions

FAMILY = registry.family("fillomino")
SIZES = ((2, 4), (3, 3), (2, 5), (1, 8))
TERMS: tuple[dict[str, object], ...] = ({}, {}, {"limit": 5}, {"variant": "basic"})


def scribbled(seed: int) -> Puzzle:
    """A small board with up to three clues of any kind, perhaps with a given border: hidden regions of many sizes."""
    rng = Random(seed)
    puzzle = FAMILY.blank(*rng.choice(SIZES), **rng.choice(TERMS))
    givens = [0] * puzzle.grid.size
    for cell in rng.sample(range(puzzle.grid.size), rng.randint(0, 3)):
        givens[cell] = rng.choice((1, 1, 2, 2, 3, 4, 5, -1))
    puzzle = puzzle.with_givens(givens)
    if rng.random() < 0.3:
        puzzle = replace(puzzle, borders=tuple(int(rng.random() < 0.1) for _ in range(puzzle.grid.border_count)))
    return puzzle


def boards(seeds: range) -> list[tuple[Puzzle, list[Answer]]]:
    """With all their solutions."""
    found = []
    for seed in seeds:
        try:
            puzzle = scribbled(seed)
            FAMILY.validate(puzzle)
            every = solutions(FAMILY, puzzle)
        except (BadPuzzle, TooLarge):
            continue
        if every:
            found.append((puzzle, every))
    return found


@pytest.mark.parametrize("walks", [True, False])
def test_it_shows_what_solutions_have_and_refutes_what_none_has(walks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without walks, and without dividing regions, everything is asked of the kernel."""
    if not walks:
        monkeypatch.setattr(room, "QUIET_AT_FIRST", 0)
        monkeypatch.setattr(stock_room, "QUIET", 0)
        monkeypatch.setattr(divide, "DRAWS", 0)
    for puzzle, every in boards(range(60)):
        truth = {(cell, number) for answer in every for cell, number in enumerate(answer)}
        start = ask_best(puzzle, 1, Cancel()).solutions
        stock = FillominoInventory(puzzle, start, Cancel())
        shown = {(cell, number) for answer in (*start, *stock.solutions()) for cell, number in enumerate(answer)}
        assert shown == truth and not stock.none & truth and stock.whole


def test_a_larger_board_is_settled_as_the_exact_kernel_settles_it() -> None:
    """Groups of cells that are asked about together, single ones among them, on a board too large to enumerate."""
    from studio.families.fillomino.kernel.clauses import presolved

    givens = (0, 0, 3, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4, 0, 0)
    puzzle = FAMILY.blank(5, 5).with_givens(givens)
    start = ask_best(puzzle, 1, Cancel()).solutions
    stock = FillominoInventory(puzzle, start, Cancel())
    shown = {(cell, number) for answer in (*start, *stock.solutions()) for cell, number in enumerate(answer)}
    assert stock.whole
    kernel = presolved(puzzle)
    assert all(value for _, value, _ in kernel.literals), "all sizes are told apart"
    with LazySat(kernel) as sat:
        for cell, value, literal in kernel.literals:
            assert (sat.solve([literal]) is not None) == ((cell, value) in shown), (cell, value)


@pytest.mark.parametrize("dives", [True, False])
def test_help_for_an_impatient_solver_changes_no_list(dives: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question about hidden regions is given up at first: dives find solutions, or (without them) looks ahead help."""
    monkeypatch.setattr(hidden, "PATIENCE", hidden.CONFLICTS_A_DIVE if dives else 1)
    monkeypatch.setattr(room, "QUIET_AT_FIRST", 0)
    monkeypatch.setattr(stock_room, "QUIET", 0)
    monkeypatch.setattr("studio.solvers.sat.ROUND", hidden.CONFLICTS_A_DIVE)
    asked = {"dived": 0, "look_ahead": 0}
    for name in asked:
        monkeypatch.setattr(Mark, name, counting(asked, name, getattr(Mark, name)))
    for puzzle, every in boards(range(60)):
        truth = {(cell, number) for answer in every for cell, number in enumerate(answer)}
        stock = FillominoInventory(puzzle, every[:1], Cancel())
        shown = {(cell, number) for answer in (every[0], *stock.solutions()) for cell, number in enumerate(answer)}
        assert shown == truth and not stock.none & truth and stock.whole
    assert asked["dived" if dives else "look_ahead"]


def counting(asked: dict[str, int], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any) -> Any:
        asked[name] += 1
        return method(*arguments)

    return called


def test_numbers_up_to_the_largest_clue_are_settled_before_the_sizes_of_hidden_regions() -> None:
    """A maker looks at these first, and the sizes of hidden regions can take much longer."""
    puzzle = FAMILY.blank(4, 5).with_givens((0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0))
    told: list[Candidates] = []
    found = candidates(puzzle, report=told.append)
    first = next(each for each in told if each.settled)
    assert found.final and first.settled == 3 and not first.final
    for early, late in zip(first.values, found.values):
        assert [number for number in early if number <= 3] == [number for number in late if number <= 3]
        assert (max(early) > 3) == (max(late) > 3)
    assert first.values != found.values, "sizes of hidden regions came later"


def test_equal_questions_have_equal_answers() -> None:
    puzzle, every = max(boards(range(12)), key=lambda board: len(board[1]))
    first, again = (list(FillominoInventory(puzzle, every[:1], Cancel()).solutions()) for _ in range(2))
    assert first == again

"""The rules on boards made for them, and the ladder on larger ones than the conformance kit tries."""

from __future__ import annotations

import random

import pytest

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.kernel.solve import solve_board
from studio.families.fillomino.model import BASIC, CHALLENGING, Terms
from studio.families.fillomino.rules import ALWAYS, LADDER, OWN, THESIS
from studio.families.fillomino.rules.completions import has_completion
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.solvers.search import Ladder

BY_NAME = {rule.name: rule for rule in LADDER}


def test_ladder_is_sound_on_larger_boards() -> None:
    """Every step of the whole ladder on 7x7 boards keeps every solution that the clause kernel finds."""
    grid = Grid(7, 7)
    for seed in range(8):
        rng = random.Random(seed)
        answer = random_division(grid, 8, rng, Cancel())
        givens = tuple(number if rng.random() < 0.4 else 0 for number in answer)
        solutions = [answer, *solve_board(grid, givens, Terms(), 4, Cancel()).answers]
        state = FillominoDeduction(Puzzle("fillomino", grid, givens, params={"variant": CHALLENGING}))
        for applied in Ladder(LADDER).conclusions(state):
            cell, value = applied.step.cell, applied.step.value
            if state.index[abs(value)] < len(state.values.sizes):
                assert all((found[cell] == abs(value)) == (value > 0) for found in solutions), applied


def deduction(text: str, variant: str = CHALLENGING) -> FillominoDeduction:
    rows = [row.split() for row in text.split("/")]
    givens = tuple(int(token) if token != "." else 0 for row in rows for token in row)
    return FillominoDeduction(Puzzle("fillomino", Grid(len(rows), len(rows[0])), givens, params={"variant": variant}))


def steps_of(name: str, state: FillominoDeduction) -> set[tuple[int, int]]:
    return {(step.cell, step.value) for step in BY_NAME[name].find(state)}


def test_single_exit_takes_the_only_way_out() -> None:
    assert (1, 3) in steps_of("single-exit", deduction("3 . . / 1 2 2"))


def test_forced_cells_are_those_of_all_completions() -> None:
    """The thesis' figure 6: a group that must run along the edge, whatever it does in the end."""
    state = deduction("5 . . . . / 1 2 2 . . / . . . . .")
    assert steps_of("forced-cells", state) == {(1, 5), (2, 5), (3, 5)}


def test_forced_cells_respect_other_groups() -> None:
    """Touching a second 4-group of two cells would make five: the way there is closed, so the other one is forced."""
    state = deduction("4 4 . 4 4 / . 2 2 . . / . . . . .")
    assert has_completion(state, state.padded[0], state.index[4], state.padded[5]) is None
    assert has_completion(state, state.padded[0], state.index[4], state.padded[2]) is not None
    assert (5, 4) in steps_of("forced-cells", state)


def test_reachability_leaves_out_numbers_that_spoil_a_neighbour() -> None:
    state = deduction("2 . 3 / 1 . .", BASIC)
    found = steps_of("reachability", state)
    assert (4, 3) in found
    assert steps_of("reachability", deduction("2 . 3 / 1 . .", CHALLENGING)) == set()


def test_pocket_cannot_be_filled() -> None:
    """Two cells beside a complete 2: they can be neither 2 (it would touch) nor 1 and 1."""
    state = deduction("2 2 / . . ")
    with pytest.raises(Contradiction):
        for _ in Ladder([BY_NAME["complete"], BY_NAME["only-number"], BY_NAME["pocket"]]).conclusions(state):
            pass


def test_eight_combinations_exist() -> None:
    assert set(THESIS) | set(OWN) | set(ALWAYS) == set(BY_NAME)
    assert len(THESIS) == 3

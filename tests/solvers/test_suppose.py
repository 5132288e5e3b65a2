"""Trying every case: what all tries share, and what is told of it."""

from __future__ import annotations

from collections import Counter

from studio.core.engine import Cancel, Status
from studio.core.events import Kind
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.families.fillomino import FAMILY
from studio.families.fillomino.model import BASIC, no_borders, params
from studio.lab.ladder import Climb, climb_board, rules_used, table
from studio.setter.rating import climb
from studio.solvers.search import Ladder
from tests.data import ROOT

GRID = Grid(3, 4)
PUZZLE = Puzzle("fillomino", GRID, (9, 0, 9, 0, 3, 0, 3, 0, 0, 0, 0, 9), no_borders(GRID), params(BASIC))
"""Reachability alone needs two guesses here (a board of the Fillomino thesis' kind)."""


def test_what_all_tries_share_replaces_guesses() -> None:
    assert FAMILY.rulebook is not None
    uses: Counter[str] = Counter()
    assert climb(FAMILY.rulebook.state(PUZZLE), FAMILY.rulebook.rules, uses, Cancel())
    assert "guess" not in uses


def test_trials_are_told_where_somebody_looks() -> None:
    assert FAMILY.rulebook is not None
    told = 0
    for sample in FAMILY.samples():
        for looking in (True, False):
            state = FAMILY.rulebook.state(sample)
            state.telling = looking
            for applied in Ladder(FAMILY.rulebook.rules).conclusions(state):
                trials = applied.step.reason.trials
                assert looking or not trials
                for trial in trials:
                    told += 1
                    assert trial[0].kind is Kind.GUESS and all(step.kind is not Kind.GUESS for step in trial[1:])
    assert told


def test_the_benchmark_counts_boards_without_a_guess() -> None:
    found = climb_board(ROOT / "x.txt", PUZZLE, 60.0)
    assert found.solved and not found.left and not found.timed_out
    header, row = table([found]).splitlines()
    assert row.split()[0] == "fillomino" and "100.0" in row and "no guess" in header


def test_the_benchmark_tells_sizes_rules_and_what_ran_out_of_time() -> None:
    """Times are those of all boards with one solution, solved or not; where a stopped one decides, a ">" says so."""
    larger = FAMILY.samples()[0]
    boards = [Climb(ROOT / "a", PUZZLE, Status.UNIQUE, True, 0.5, False, 0, Counter({"complete": 3, "trial": 1})),
              Climb(ROOT / "b", PUZZLE, Status.UNIQUE, False, 20.0, True, 7, Counter({"complete": 1})),
              Climb(ROOT / "c", PUZZLE, Status.MULTIPLE, False, 1.0, False, 5, Counter({"area": 9})),
              Climb(ROOT / "d", larger, Status.UNIQUE, False, 2.0, False, 4, Counter())]
    rows = [line.split() for line in table(boards, "size").splitlines()[1:]]
    assert [row[0] for row in rows] == ["3x4", f"{larger.grid.rows}x{larger.grid.cols}", "all"]
    assert "50.0" in rows[0] and rows[0][-1] == ">20.00" and rows[1][-1] == "2.00" and "33.3" in rows[2]
    told = rules_used(boards)
    assert "complete 2," in told and "trial 1," in told and "area 0," in told

"""Boards as somebody draws them: few clues, large regions, many solutions. Dives must find two of them, no solver be asked."""

from __future__ import annotations

import random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.generate.division import random_division
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.dives import Dives
from studio.families.fillomino.kernel.outcome import Outcome
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import Terms
from studio.solvers.kernels import Kernels, policy
from tests.setter.bench_drawn import sixty

FILLOMINO = registry.family("fillomino")


def verdict(size: int, givens: list[int]) -> SolveResult:
    puzzle = Puzzle("fillomino", Grid(size, size), tuple(givens))
    return run_engine(FILLOMINO.engine("auto"), puzzle, Options(2), Limits(), TraceWriter(), Cancel(), FILLOMINO.wrong)


def half_drawn(size: int, largest: int, share: float, seed: int) -> list[int]:
    """A few numbers of a random division."""
    rng = random.Random(seed)
    division = random_division(Grid(size, size), largest, rng, Cancel())
    return [number if rng.random() < share else 0 for number in division]


@pytest.mark.parametrize(("size", "clue", "cell"), [(10, 40, 50), (15, 40, 0), (15, 100, 112), (15, 100, 0)])
def test_one_large_clue(size: int, clue: int, cell: int) -> None:
    if policy() is Kernels.PLAIN and size > 10:
        pytest.skip("takes long in plain Python")
    givens = [0] * (size * size)
    givens[cell] = clue
    result = verdict(size, givens)
    assert result.status is Status.MULTIPLE and "solver" not in result.stats


@pytest.mark.skipif(policy() is Kernels.PLAIN, reason="takes long in plain Python")
@pytest.mark.parametrize(("size", "share", "seed"), [(10, 0.18, 1), (12, 0.2, 2), (15, 0.08, 3), (15, 0.18, 4), (20, 0.15, 5)])
def test_few_clues_of_large_regions(size: int, share: float, seed: int) -> None:
    result = verdict(size, half_drawn(size, 30, share, seed))
    assert result.status is Status.MULTIPLE and "solver" not in result.stats


@pytest.mark.skipif(policy() is Kernels.PLAIN, reason="takes long in plain Python")
@pytest.mark.parametrize("number", [11, 54])
def test_a_dive_that_fails_is_mended_where_it_failed(number: int) -> None:
    """Two boards of the benchmark on which a new dive after each failure, and CaDiCaL after a few dives, went on for ever."""
    puzzle = list(sixty(number + 1))[-1][1]
    result = verdict(puzzle.grid.rows, list(puzzle.givens))
    assert result.status is Status.MULTIPLE and "solver" not in result.stats
    assert result.stats["restarts"] > 1  # it was needed


@pytest.mark.skipif(policy() is Kernels.PLAIN, reason="takes long in plain Python")
def test_mended_dives_leave_the_board_as_it_was() -> None:
    """Whoever stops after the first solution, or never gets one, finds the board as presolve has left it."""
    puzzle = list(sixty(12))[-1][1]
    terms = Terms.of(puzzle)
    board = KernelBoard(puzzle.grid.rows, puzzle.grid.cols, puzzle.givens, terms, Values.of(puzzle.givens, terms))
    assert board.propagate()
    before = (list(board.state.poss), list(board.state.value), board.state.trailed)
    outcome = Outcome()

    def accept() -> bool:
        assert board.open_cells() == 0
        outcome.answers.append(board.numbers()[0])
        return True

    Dives(board, Cancel(), TraceWriter(), None, outcome).run(2, accept)
    assert len(set(outcome.answers)) == 2
    assert (list(board.state.poss), list(board.state.value), board.state.trailed) == before


@pytest.mark.parametrize("seed", range(6))
def test_dives_and_the_solver_after_them_find_every_solution_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More are wanted than there are: what the dives have seen and settled must neither hide an answer nor bring one twice."""
    monkeypatch.setattr("studio.families.fillomino.kernel.dives.MOSTLY_OPEN", 0.1)
    rng = random.Random(seed)
    for _ in range(8):
        puzzle = FILLOMINO.trials.random_puzzle(rng, 14)
        every = run_engine(FILLOMINO.engine("auto"), puzzle, Options(0), Limits(), TraceWriter(), Cancel(), FILLOMINO.wrong)
        if not 0 < len(every.solutions) < 300:
            continue
        for wanted in (len(every.solutions) + 1, len(every.solutions) + 40):
            found = run_engine(FILLOMINO.engine("auto"), puzzle, Options(wanted), Limits(), TraceWriter(), Cancel(),
                               FILLOMINO.wrong)
            assert found.complete and sorted(found.solutions) == sorted(every.solutions), puzzle.givens

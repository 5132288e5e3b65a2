"""Evolomino's films against all solutions, also below decisions that cells do not show, and with searches that take turns."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from studio.families.evolomino import FAMILY
from studio.families.evolomino.engines import sat
from studio.families.evolomino.engines.words import Words
from studio.families.evolomino.kernel import record as k
from studio.families.evolomino.kernel import solve as kernel_solve
from tests.families import film_checker
from tests.families.evolomino.boards import random_board, solve, warm
from tests.families.evolomino.meanings import meaning
from tests.families.film_checker import check_film, filmed, unfilmed

MOST = 300
OWN = ("auto", "search")
COUNTED = ("nodes", "guesses", "conflicts", "backtracks", "restarts", "max_depth")


@pytest.fixture(autouse=True)
def meanings(monkeypatch: pytest.MonkeyPatch) -> None:
    warm("auto")
    monkeypatch.setitem(film_checker.MEANINGS, "evolomino", meaning)


@pytest.fixture(params=["far", "near first"])
def radii(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards are searched at once; large ones by several searches that take turns."""
    if request.param == "near first":
        monkeypatch.setattr(kernel_solve, "RADII", ((0, (1, 2)),))
        monkeypatch.setattr(kernel_solve, "FIRST_TURN", 3)
        monkeypatch.setattr(kernel_solve, "SLICE", 1)
        monkeypatch.setattr(sat, "FROM_CELLS", 0)
        monkeypatch.setattr(sat, "RADII", (1, 2))


def faults(engine: str, seed: int, boards: int) -> tuple[list[str], Counter[str]]:
    rng, found, checked = Random(seed), [], Counter[str]()
    for number in range(boards):
        puzzle = random_board(rng, rng.randint(3, 5), rng.randint(3, 5))
        solutions = solve(puzzle, "search", MOST + 1).solutions
        if len(solutions) > MOST:
            continue
        checked[("none", "one", "several")[min(2, len(solutions))]] += 1
        film = filmed(puzzle, FAMILY.engine(engine), number % 3)
        report = check_film(film, solutions)
        checked += report.checked
        found += report.faults
        if engine in OWN:
            alone = unfilmed(puzzle, FAMILY.engine(engine), number % 3)
            found += [f"board {number}: {name} {film.result.stats[name]} filmed, {alone.stats[name]} unfilmed"
                      for name in COUNTED if film.result.stats[name] != alone.stats[name]]
    return found, checked


@pytest.mark.usefixtures("radii")
@pytest.mark.parametrize("engine", ["auto", "sat"])
def test_films_are_true_below_helper_decisions_too(engine: str) -> None:
    found, checked = faults(engine, 1, 24)
    assert not found, found[:3]
    assert min(checked[kind] for kind in ("none", "one", "several")) >= 2 and checked["deductions"] > 100
    if engine == "auto":
        assert checked["conflicts"] > 50 and checked["reasons"] > 100


@pytest.mark.slow
@pytest.mark.usefixtures("radii")
@pytest.mark.parametrize("engine", ["auto", "search", "sat"])
def test_films_are_true_on_many_boards(engine: str) -> None:
    found, _ = faults(engine, 2, 130)
    assert not found, found[:3]


def test_the_check_sees_a_made_up_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told with other words (an owner's for a neighbour's), reasons no longer hold, and the checker says so."""
    claim = Words.claim
    monkeypatch.setattr(Words, "claim", lambda self, literal: claim(
        self, literal ^ 1 if self.variable(literal >> 1)[0] == k.SQUARE_VAR else literal))
    assert any("its reason says" in fault for fault in faults("auto", 1, 8)[0])


def test_the_check_sees_a_step_that_was_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third step back left out: depths, claims and statistics no longer fit."""
    from studio.families.evolomino.engines.story import Story

    events, seen = Story._events, Counter[int]()

    def fewer(self: Story, kind: int, *rest: object) -> list[tuple[int, ...]]:
        seen[kind] += 1
        return [] if kind == k.FILM_BACK and seen[kind] % 3 == 0 else events(self, kind, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Story, "_events", fewer)
    assert faults("auto", 1, 8)[0]


def test_a_long_film_ends_and_the_search_goes_on() -> None:
    from studio.core.engine import Cancel, Limits, Options, run_engine
    from studio.core.film import TraceLog
    from studio.core.trace import TraceWriter

    puzzle = FAMILY.samples()[3]
    log, limits = TraceLog(puzzle.grid.size), Limits(60.0, events=200)
    result = run_engine(FAMILY.engine("auto"), puzzle, Options(2), limits, TraceWriter(log.add), Cancel(limits), FAMILY.wrong)
    alone = unfilmed(puzzle, FAMILY.engine("auto"), 2)
    assert result.solutions == alone.solutions and not result.stats["whole"]
    assert [result.stats[name] for name in COUNTED] == [alone.stats[name] for name in COUNTED]

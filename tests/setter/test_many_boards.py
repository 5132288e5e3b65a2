"""The setter's promises on many real boards of every family (slow; the small versions are in the other modules)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.generate import generate
from studio.setter.hints import DONE, MOVE
from studio.setter.rating import HIGHEST_RULE, LEVELS, rate
from studio.solvers.search import Ladder, Search, find_solutions
from tests.setter import boards
from tests.setter.test_analysis import check_clash, check_forced
from tests.setter.test_hints import follow_hints

KERNELS = [name for name in boards.family_ids() if name in boards.DATA]
LADDERS = [name for name in boards.ladder_ids() if name in boards.DATA]
CHECKABLE = {"tiling": 30, "fillomino": 49}
"""Largest boards (cells) to spoil: larger tilings fail by counting, which no SAT solver can show; larger Fillomino boards with
few clues are too much for the engines that check the clash."""
MOST_GUESSES = 300
EACH = 50
"""Boards per family: 200 over the four."""


def some_boards(family_id: str, most_cells: int = 100) -> list[Puzzle]:
    found = [puzzle for _, puzzle in boards.data_boards(family_id, most_cells)]
    if not found:
        pytest.skip(f"no boards of {family_id} here")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("family_id", KERNELS)
def test_clashes_of_spoiled_boards(family_id: str) -> None:
    rng = random.Random(f"spoil {family_id}")
    pool, checked = some_boards(family_id, CHECKABLE.get(family_id, 100)), 0
    for _ in range(20 * EACH):
        broken = boards.spoiled(rng.choice(pool), rng)
        if broken is not None:
            check_clash(broken)
            checked += 1
        if checked == EACH:
            return
    raise AssertionError(f"only {checked} boards could be spoiled")


@pytest.mark.slow
@pytest.mark.parametrize("family_id", KERNELS)
def test_forced_cells_of_loosened_boards(family_id: str) -> None:
    rng = random.Random(f"loosen {family_id}")
    pool, checked = some_boards(family_id), 0
    for _ in range(20 * EACH):
        checked += check_forced(boards.loosened(rng.choice(pool), rng, rng.randrange(1, 4)))
        if checked == EACH:
            return
    raise AssertionError(f"only {checked} boards had few enough solutions")


@pytest.mark.slow
@pytest.mark.parametrize("family_id", LADDERS)
def test_hints_lead_to_the_end_wherever_the_ladder_does(family_id: str) -> None:
    rng = random.Random(f"hints {family_id}")
    pool, followed = some_boards(family_id), 0
    for puzzle in rng.sample(pool, min(len(pool), 2 * EACH)):
        try:
            rating = rate(puzzle, Cancel(Limits(3.0)))
        except Cancelled:
            continue
        if rating is not None and rating.depth == 0 and analyse(puzzle).verdict == UNIQUE:
            assert {found.kind for found in follow_hints(puzzle)} <= {MOVE, DONE}
            followed += 1
    assert followed >= 5


@pytest.mark.slow
@pytest.mark.parametrize("family_id", LADDERS)
def test_ratings_rise_with_the_effort_of_a_search(family_id: str) -> None:
    """Boards of one size, where there are enough: the rating says how hard a step is, a search also how many there are."""
    pool = some_boards(family_id)
    alike = [puzzle for puzzle in pool if boards.size_of(puzzle) == boards.size_of(pool[-1])]
    pool = alike if len(alike) >= 20 else pool
    scores, efforts = compared(pool[:: max(1, len(pool) // 60)])
    if len(scores) < 20:
        pytest.skip(f"only {len(scores)} unique boards of {family_id}: too few to rank")
    assert rank_correlation(scores, efforts) > 0.4


def test_ratings_rise_with_the_effort_of_a_search_on_new_boards() -> None:
    """The small version: twelve generated boards of all difficulties."""
    family = registry.family("fobidoshi")
    requests = [GenerateRequest(7, 7, seed, level) for level in LEVELS for seed in range(3)]
    puzzles = [generate(family, request, lambda fraction, text: None, Cancel()).puzzle for request in requests]
    assert rank_correlation(*compared(puzzles)) > 0.4


def compared(puzzles: Sequence[Puzzle]) -> tuple[list[float], list[float]]:
    """Score and search effort of the unique boards among these that can be rated in a few seconds."""
    scores, efforts = [], []
    for puzzle in puzzles:
        try:
            rating = rate(puzzle, Cancel(Limits(4.0)))
        except Cancelled:
            continue
        if rating is not None and analyse(puzzle, want_forced=False, want_clash=False).verdict == UNIQUE:
            scores.append(rating.score)
            efforts.append(float(effort(puzzle)))
    return scores, efforts


def effort(puzzle: Puzzle) -> int:
    """Guesses of a search that knows no harder rules than medium ones, up to a bound."""
    family = registry.family(puzzle.family)
    ladder = Ladder([rule for rule in family.rulebook.rules if rule.level <= HIGHEST_RULE["medium"]])
    search = Search(family.rulebook.state(puzzle), ladder, TraceWriter(), Cancel(), "fewest", guess_limit=MOST_GUESSES)
    find_solutions(search, 0)
    return search.guesses


def rank_correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Spearman's, with mean ranks for ties."""
    a, b = ranks(left), ranks(right)
    mean = (len(a) - 1) / 2
    cov = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    spread = (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5
    return cov / spread if spread else 0.0


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            found[place] = (start + end - 1) / 2
        start = end
    return found


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1.0)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1.0)
    assert ranks([5, 1, 5]) == [1.5, 0.0, 1.5]

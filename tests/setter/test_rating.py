"""Ratings: the same every time, ordered like the rules, honest where rules do not suffice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from studio.commands.generate import file_name
from studio.core import registry
from studio.core.engine import Cancel
from studio.core.family import make_grid
from studio.core.files import load, sample_folder
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle, told_difficulty
from studio.setter import rating as rating_room
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.ask import ask_best
from studio.setter.generate import generate
from studio.setter.rating import GUESS, LEVELS, Rating, level_name, rate, score, solvable_within
from studio.setter.report import Analysed, as_json, as_text
from studio.solvers.search import Ladder
from studio.ui.library_model import entry_of
from tests.setter import boards

LATIN = registry.family("_template")


def latin(seed: int) -> Puzzle:
    return generate(LATIN, GenerateRequest(6, 6, seed, "easy"), lambda fraction, text: None, Cancel()).puzzle


def test_a_rating_counts_what_the_ladder_needed() -> None:
    rating = rate(latin(8))
    assert rating is not None
    assert (rating.level, rating.hardest_rule, rating.depth) == ("easy", "only-place", 0)
    assert rating.steps == rating.rules["only-place"]
    assert rating.total_steps == sum(rating.rules.values())
    assert rating.json().keys() == {"level", "hardest_rule", "steps", "depth", "finished"}


def test_where_rules_do_not_suffice_the_depth_of_guesses_counts() -> None:
    """A square that needs a case distinction: found by taking clues away while it stays unique."""
    puzzle = beyond_the_ladder()
    rating = rate(puzzle)
    assert rating is not None
    assert (rating.level, rating.hardest_rule) == ("fiendish", GUESS)
    assert rating.depth >= 1
    assert rating.steps >= rating.depth
    assert rating.finished
    assert not solvable_within(LATIN, puzzle, "fiendish", Cancel())
    short = rate(puzzle, guess_limit=0)
    assert short is not None
    assert not short.finished


def beyond_the_ladder() -> Puzzle:
    for seed in range(20):
        puzzle = generate(LATIN, GenerateRequest(6, 6, seed), lambda fraction, text: None, Cancel()).puzzle
        state = LATIN.rulebook.state(puzzle)
        list(Ladder(LATIN.rulebook.rules).conclusions(state))
        if not state.solved() and analyse(puzzle).verdict == UNIQUE:
            return puzzle
    raise AssertionError("no such square")


def test_scores_order_first_by_rule_then_by_steps() -> None:
    assert score(3, 1) < score(3, 2) < score(3, 500) < score(4, 1)
    names = [level_name(level) for level in range(1, 12)]
    assert sorted(names, key=LEVELS.index) == names
    assert set(names) == set(LEVELS)


def test_an_unsolvable_board_has_no_rating() -> None:
    assert rate(Puzzle("_template", make_grid(2, 2), (1, 1, 0, 0))) is None


@pytest.mark.parametrize("family_id", boards.ladder_ids())
def test_the_same_puzzle_always_has_the_same_rating(family_id: str) -> None:
    for puzzle in boards.boards(family_id)[:2]:
        if analyse(puzzle).verdict == UNIQUE:
            first = rate(puzzle)
            assert isinstance(first, Rating)
            assert first == rate(puzzle)


def test_what_has_no_solution_has_no_rating_even_if_it_takes_guesses_to_see() -> None:
    """Dominoes on a board without two opposite corners: no rule sees what the colouring shows."""
    tiles = [{"name": "2", "cells": [[0, 0], [0, 1]], "count": None}]
    board = Puzzle("tiling", make_grid(4, 4), (0, *([1] * 14), 0), params={"tiles": tiles, "reflections": False})
    assert rate(board) is None


def test_a_rating_that_takes_too_many_tries_is_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in looks, not in seconds; a puzzle that is known to be fiendish is then "at least" what was seen."""
    puzzle = load(sample_folder("fillomino") / "20-tectonics.puzzle").puzzle
    whole = rate(puzzle)
    monkeypatch.setattr(rating_room, "EFFORT", 100 * puzzle.grid.size)
    part = rate(puzzle)
    assert whole is not None and whole.finished and whole.words == whole.level
    assert part is not None and not part.finished and part == rate(puzzle)
    assert LEVELS.index(part.level) <= LEVELS.index(whole.level)
    assert part.words in (f"at least {part.level}", "fiendish")
    assert part.looks == 100 and "100" in part.stopped and not whole.stopped
    assert not part.sure or part.level == "fiendish"


def test_a_lower_bound_is_told_as_one_wherever_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_room, "EFFORT", 40 * 64)
    family = registry.family("fillomino")
    request = GenerateRequest(8, 8, 3)
    made = generate(family, request, lambda fraction, text: None, Cancel())
    assert made.rating is not None and not made.rating.sure
    at_least = f"at least {made.level}"
    assert made.words == at_least and at_least in made.puzzle.title
    assert told_difficulty(made.puzzle) == at_least
    assert at_least in entry_of(made.puzzle, None, {}).caption
    assert f"at-least-{made.level}-for-hard" in file_name(family, replace(request, difficulty="hard"), made.level, False)
    told = as_text(family, made.puzzle, Analysed(analyse(made.puzzle), made.rating))
    assert at_least in told and "The rating stopped after 40 looks" in told
    assert as_json(family, made.puzzle, Analysed(analyse(made.puzzle), made.rating))["rating"]["finished"] is False


@pytest.mark.parametrize("family_id", boards.ladder_ids())
def test_no_rule_looks_longer_than_the_budget(family_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses and rules of every family spend the same budget: none goes on when it is spent."""
    monkeypatch.setattr(rating_room, "EFFORT", 0)
    puzzle = boards.boards(family_id)[0]
    rating = rate(puzzle)
    assert rating is not None and (rating.finished, rating.looks, rating.total_steps) == (False, 0, 0)


def test_what_all_tries_share_solves_without_a_guess_is_not_fiendish() -> None:
    """An 8x8 of a collection that was rated fiendish before the ladder had that rule."""
    path = Path(__file__).resolve().parents[3] / "shared" / "data" / "fillomino" / "janko" / "005.txt"
    if not path.exists():
        pytest.skip("the collection is not here")
    rating = rate(load(path).puzzle)
    assert rating is not None and rating.finished and rating.level == "hard"


@pytest.mark.parametrize(("cols", "givens"), [(5, (0, 0, 0, 0, 0, -1, 1, 0, 1, 0)),
                                              (6, (0, 0, 1, 0, 0, 0, -1, 1, -1, 0, 1, 0))])
def test_a_hidden_region_that_may_be_two_is_not_solved_by_rules(cols: int, givens: tuple[int, ...]) -> None:
    """Sizes beyond all clues are one value to the ladder: it fills these boards, and they have several solutions."""
    family = registry.family("fillomino")
    puzzle = family.blank(2, cols).with_givens(givens)
    assert len(ask_best(puzzle, 2, Cancel()).solutions) == 2
    assert not any(solvable_within(family, puzzle, level, Cancel()) for level in LEVELS[:-1])

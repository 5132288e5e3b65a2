"""The shared driver: ladder order, patience, guesses, limits."""

from __future__ import annotations

from collections import Counter

from studio.core import registry
from studio.core.deduction import Candidates
from studio.core.engine import Cancel
from studio.core.family import make_grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.setter.generate import generate
from studio.solvers.search import Ladder, Search, find_solutions

LATIN = registry.family("_template")

TASK = generate(LATIN, GenerateRequest(6, 6, 8, "easy"), lambda fraction, text: None, Cancel()).puzzle


def blank(size: int) -> Puzzle:
    return Puzzle("_template", make_grid(size, size), (0,) * size * size)


def search(puzzle: Puzzle, **wishes: int) -> Search:
    return Search(LATIN.rulebook.state(puzzle), Ladder(LATIN.rulebook.rules), TraceWriter(), Cancel(), "fewest", **wishes)


def test_the_search_finds_everything_and_says_so() -> None:
    run = search(blank(4))
    assert len(set(find_solutions(run, 0))) == 576
    assert run.exhausted
    assert run.deepest == run.trace.stats.max_depth > 0
    run.trace.flush()
    assert run.guesses == run.trace.stats.guesses


def test_a_search_that_was_given_few_guesses_does_not_claim_to_have_seen_all() -> None:
    run = search(blank(4), guess_limit=3)
    assert find_solutions(run, 0) == []
    assert run.guesses == 3
    assert not run.exhausted


def test_the_ladder_asks_the_cheapest_rule_first() -> None:
    state = LATIN.rulebook.state(TASK)
    levels = [applied.rule.level for applied in Ladder(LATIN.rulebook.rules).conclusions(state)]
    assert state.solved()
    assert levels[0] == 1
    assert set(levels) == {1, 2}


def elimination_open(domains: list[int]) -> bool:
    return any(True for step in LATIN.rulebook.rules[0].find(Candidates(domains)))


def test_a_patient_ladder_goes_back_to_easy_rules_after_every_hard_step() -> None:
    state = LATIN.rulebook.state(TASK)
    assert isinstance(state, Candidates)
    uses: Counter[int] = Counter()
    before = list(state.domains)
    for applied in Ladder(LATIN.rulebook.rules).conclusions(state, patient_level=2):
        uses[applied.rule.level] += 1
        if applied.rule.level == 2:
            assert not elimination_open(before), "an easy rule still had something to say"
        before = list(state.domains)
    hasty = Counter(a.rule.level for a in Ladder(LATIN.rulebook.rules).conclusions(LATIN.rulebook.state(TASK)))
    assert state.solved()
    assert 0 < uses[2] < hasty[2]


def test_a_level_limit_leaves_harder_rules_alone() -> None:
    state = LATIN.rulebook.state(TASK)
    assert {applied.rule.level for applied in Ladder(LATIN.rulebook.rules).conclusions(state, limit_level=1)} == {1}
    assert not state.solved()

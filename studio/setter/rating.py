"""How hard a puzzle is: the ladder solves it as a person would, cheapest rule first, and we look at what it needed.

Difficulty is the hardest rule that was needed, then how often; where the rules do not suffice, the depth to which guesses
had to be stacked (the Fillomino thesis' measure of difficulty). Nothing depends on the clock: everyone gets the same rating.
A rating has a budget all the same, counted in looks over the board; one that spends it is a lower bound and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core import registry
from studio.core.deduction import Contradiction, Deduction, Rule
from studio.core.engine import Cancel
from studio.core.family import Family
from studio.core.parts import RuleBook
from studio.core.puzzle import Puzzle, told_level
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.solvers.rule_engine import in_search
from studio.solvers.search import Ladder, Search

LEVELS = (marked("easy"), marked("medium"), marked("hard"), marked("fiendish"))
HIGHEST_RULE = {"easy": 3, "medium": 5, "hard": 8, "fiendish": 10}
"""The hardest rule level that a puzzle of this difficulty may need; whatever takes guesses is fiendish."""
PATIENT_LEVEL = 4
"""From this rule level on the ladder goes back to its easy rules after every single step, as a person does."""
GUESS = "guess"
GUESS_LEVEL = 11
EFFORT = 12_000_000
"""Cells that the rules may look at in all, tries and tries within tries included: a few seconds, whatever the board. Nearly all
printed puzzles take a tenth of it; a large board that is still open then is rated "at least" what was seen."""
GUESS_LIMIT = 50
"""A person has long given up; the search then only says how deep it went so far."""


@dataclass(frozen=True)
class Rating:
    """`steps`: how often a rule of the hardest level had to be used (guesses, where they were needed)."""

    level: str
    hardest_rule: str
    steps: int
    depth: int = 0
    score: float = 0.0
    """Orders puzzles: 10 points per rule level (and per depth of guesses), less than 10 for the number of hard steps"""
    title: str = ""
    total_steps: int = 0
    finished: bool = True
    """False when guesses or effort ran out before the solution was found: the puzzle is at least so hard"""
    rules: Mapping[str, int] = field(default_factory=dict)
    looks: int = 0
    """how often a rule looked over the board, tries included"""

    @property
    def words(self) -> str:
        """The difficulty as it may be told: a lower bound is told as one. (There is none above fiendish.)"""
        return self.level if self.finished else told_level(self.level, False)

    @property
    def sure(self) -> bool:
        """True when the level is the puzzle's own and no lower bound."""
        return self.finished or self.level == LEVELS[-1]

    @property
    def stopped(self) -> str:
        """Why there may be more to it, for where there is room for a sentence; empty if the rating is whole."""
        if self.finished:
            return ""
        if self.hardest_rule == GUESS:
            return say("The rating stopped after {n} guesses: it may be harder.", n=self.steps)
        return say("The rating stopped after {n} looks over the board: it may be harder.", n=self.looks)

    def json(self) -> dict[str, Any]:
        return {"level": self.level, "hardest_rule": self.hardest_rule, "steps": self.steps, "depth": self.depth,
                "finished": self.finished}


class _Enough(Exception):
    """The effort is spent."""

    reached: Deduction | None = None


class _Effort:
    """What every look over the board spends. Cells are counted, not seconds: everyone gets the same rating."""

    def __init__(self, puzzle: Puzzle, cancel: Cancel) -> None:
        self._cancel = cancel
        self._most = EFFORT // puzzle.grid.size
        self.looks = 0

    def spend(self) -> None:
        self._cancel.check()
        if self.looks >= self._most:
            raise _Enough
        self.looks += 1


def level_name(rule_level: int) -> str:
    """The difficulty of a puzzle whose hardest rule has this level."""
    return next((name for name in LEVELS if rule_level <= HIGHEST_RULE[name]), LEVELS[-1])


def rate(puzzle: Puzzle, cancel: Cancel | None = None, guess_limit: int = GUESS_LIMIT) -> Rating | None:
    """The rating of a puzzle with one solution (on others it means nothing); None if the family has no ladder.

    A board without a solution is not rated either: a contradiction is no answer.
    """
    family = registry.family(puzzle.family)
    book = family.rulebook
    if book is None:
        return None
    cancel = cancel or Cancel()
    uses: Counter[str] = Counter()
    ladder, effort = Ladder(book.rules), _Effort(puzzle, cancel)
    try:
        state = _climbed(book, puzzle, ladder, uses, cancel, effort)
    except Contradiction:
        return None
    except _Enough:
        rating: Rating | None = _at_least(book, uses, ladder.asking)
    else:
        rating = _by_rules(book, uses) if state.solved() else _by_guesses(book, state, uses, cancel, guess_limit, effort)
    return rating and replace(rating, looks=effort.looks)


def _climbed(book: RuleBook, puzzle: Puzzle, ladder: Ladder, uses: Counter[str], cancel: Cancel, effort: _Effort,
             limit_level: int = 99) -> Deduction:
    """The state at the end of the ladder. Where it takes several values for one, and so would fill a board that has other
    solutions, the climb is made again with all values told apart."""
    for begin in (book.rated_from, book.exact):
        if begin is None:
            break
        state = begin(puzzle)
        state.heed = effort.spend
        uses.clear()
        try:
            _climb(ladder, state, uses, cancel, limit_level)
        except _Enough as enough:
            enough.reached = state
            raise
        if not state.in_doubt():
            break
    return state


def climb(state: Deduction, rules: Sequence[Rule], uses: Counter[str], cancel: Cancel, limit_level: int = 99) -> bool:
    """Let the ladder go as far as it can, counting its rules; True if it solved the board."""
    state.heed = cancel.check
    return _climb(Ladder(rules), state, uses, cancel, limit_level)


def _climb(ladder: Ladder, state: Deduction, uses: Counter[str], cancel: Cancel, limit_level: int = 99) -> bool:
    for applied in ladder.conclusions(state, limit_level=limit_level, patient_level=PATIENT_LEVEL):
        cancel.check()
        uses[applied.rule.name] += 1
    return state.solved() and not state.in_doubt()


def solvable_within(family: Family, puzzle: Puzzle, level: str, cancel: Cancel) -> bool:
    """True if rules of this difficulty solve the puzzle; as every rule is sound, it is then unique, too."""
    return not open_cells_within(family, puzzle, level, cancel)


def open_cells_within(family: Family, puzzle: Puzzle, level: str, cancel: Cancel) -> set[int]:
    """The cells that rules of this difficulty leave open; all of them if the rules meet a contradiction.

    With as much effort as a rating has: what takes more is not called solvable, just as it would not be rated so.
    """
    if family.rulebook is None:
        return set(puzzle.grid.cells())
    book, effort, every = family.rulebook, _Effort(puzzle, cancel), set(puzzle.grid.cells())
    try:
        state = _climbed(book, puzzle, Ladder(book.rules), Counter(), cancel, effort, HIGHEST_RULE[level])
        if state.solved() and not state.in_doubt():
            return set()
    except Contradiction:
        return every
    except _Enough as enough:
        assert enough.reached is not None
        state = enough.reached
    return {cell for cell, mark in enumerate(state.marks()) if not mark} or every


def _by_rules(book: RuleBook, uses: Counter[str]) -> Rating:
    used = [rule for rule in book.rules if uses[rule.name]]
    top = max((rule.level for rule in used), default=0)
    hardest = [rule for rule in used if rule.level == top]
    steps = sum(uses[rule.name] for rule in hardest)
    named = max(hardest, key=lambda rule: uses[rule.name]) if hardest else None
    return Rating(level_name(top), named.name if named else "", steps, 0, score(top, steps), named.title if named else "",
                  uses.total(), rules=dict(uses))


def _at_least(book: RuleBook, uses: Counter[str], asking: Rule | None) -> Rating:
    """The effort was spent while a rule looked in vain: the puzzle needs that one, or a harder one."""
    known = _by_rules(book, uses)
    top = max((rule.level for rule in book.rules if uses[rule.name]), default=0)
    if asking is None or asking.level <= top:
        return replace(known, finished=False)
    return Rating(level_name(asking.level), asking.name, 1, 0, score(asking.level, 1), asking.title, uses.total(), False,
                  dict(uses))


def _by_guesses(book: RuleBook, state: Deduction, uses: Counter[str], cancel: Cancel, guess_limit: int, effort: _Effort
                ) -> Rating | None:
    """The rules stop short: search on from where they stand, with the whole ladder between the guesses."""
    rules = [rule for rule in book.rules if in_search(rule)]
    search = Search(state, Ladder(rules), TraceWriter(), cancel, "fewest", guess_limit)
    state.heed = effort.spend
    found = None
    try:
        found = next(search.solutions(), None)
    except _Enough:
        search.exhausted = False
    if found is None and search.exhausted:
        return None
    uses[GUESS] = search.guesses
    level = GUESS_LEVEL - 1 + search.deepest
    return Rating(LEVELS[-1], GUESS, search.guesses, search.deepest, score(level, search.guesses),
                  say("Guess and take back"), uses.total(), found is not None, dict(uses))


def score(level: int, steps: int) -> float:
    return round(10 * level + 10 * steps / (steps + 5), 2)

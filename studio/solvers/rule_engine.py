"""The engine that any family with a deduction ladder has: rules first, guesses where they do not suffice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from studio.core.deduction import Contradiction, Deduction, Fact, Rule, Step
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.family import Family
from studio.core.puzzle import Board, Puzzle
from studio.core.say import marked, say
from studio.core.trace import Reason, TraceWriter
from studio.solvers.guess_words import guess_reason
from studio.solvers.search import Ladder, Search, find_solutions


def in_search(rule: Rule) -> bool:
    """Is a rule on where a search guesses anyway? Rules that try every case are not, unless asked for: guessing is quicker."""
    return getattr(rule, "in_search", True)


class FullBoard:
    """The checker as a last rule, for ladders of which some rules are switched off: the others may not see every fault."""

    name = "full-board"
    title = marked("A full board breaks a rule")
    level = 10

    def __init__(self, family: Family, puzzle: Puzzle) -> None:
        self.family, self.puzzle = family, puzzle

    def find(self, state: Deduction) -> Iterator[Step]:
        if state.solved():
            for fault in self.family.check(Board(self.puzzle, state.answer())):
                raise Contradiction(fault.message, fault.cells, fault.rule)
        yield from ()


class RuleEngine(Engine):
    """Explained search. Every rule of the family's ladder is a switch; the order of guesses is a choice."""

    def __init__(self, family: Family, engine_id: str = "rules", name: str = marked("Deduction and backtracking"),
                 orders: tuple[str, ...] = ("first", "fewest"), default_order: str = "fewest") -> None:
        self.family = family
        self.id = engine_id
        self.name = name
        self.description = say("A ladder of named rules; where they do not suffice it guesses and backtracks. Every "
                               "step explained.")
        assert family.rulebook is not None
        self.book = family.rulebook
        switches = tuple(Option(rule.name, rule.title, in_search(rule)) for rule in self.book.rules)
        self.options = (Option("order", "Cell order", default_order, orders, "which cell is guessed first"), *switches)
        self.default_order = default_order

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        rules = self.book.rules
        off = [rule.name for rule in rules if not options.get(rule.name, in_search(rule))]
        order = str(options.get("order", self.default_order))
        ladder = Ladder.without([*rules, FullBoard(self.family, puzzle)] if off else rules, off)
        state = self.book.state(puzzle)
        search = Search(state, ladder, trace, cancel, order, why=self.why(puzzle, state, order))
        found = find_solutions(search, options.solutions)
        return SolveResult.of(found, search.exhausted, options.solutions)

    def why(self, puzzle: Puzzle, state: Deduction, order: str) -> Callable[[Fact], Reason]:
        """What the search says of its guesses."""
        return lambda fact: guess_reason(self.family, puzzle, state, order, fact)

"""The engine that any family with a deduction ladder has: rules first, guesses where they do not suffice."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Deduction, Step
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.family import Family
from studio.core.puzzle import Board, Puzzle
from studio.core.trace import TraceWriter
from studio.solvers.search import Ladder, Search, find_solutions


class FullBoard:
    """The checker as a last rule, for ladders of which some rules are switched off: the others may not see every fault."""

    name = "full-board"
    title = "A full board breaks a rule"
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

    def __init__(self, family: Family, engine_id: str = "rules", name: str = "Deduction and backtracking",
                 orders: tuple[str, ...] = ("first", "fewest"), default_order: str = "fewest") -> None:
        self.family = family
        self.id = engine_id
        self.name = name
        self.description = "A ladder of named rules; where they do not suffice it guesses and backtracks. Every step explained."
        assert family.rulebook is not None
        self.book = family.rulebook
        switches = tuple(Option(rule.name, rule.title, True) for rule in self.book.rules)
        self.options = (Option("order", "Cell order", default_order, orders, "which cell is guessed first"), *switches)
        self.default_order = default_order

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        rules = self.book.rules
        off = [rule.name for rule in rules if not options.get(rule.name, True)]
        order = str(options.get("order", self.default_order))
        ladder = Ladder.without([*rules, FullBoard(self.family, puzzle)] if off else rules, off)
        search = Search(self.book.state(puzzle), ladder, trace, cancel, order)
        found = find_solutions(search, options.solutions)
        return SolveResult.of(found, search.exhausted, options.solutions)

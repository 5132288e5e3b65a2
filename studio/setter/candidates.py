"""True candidates: for every cell each value that some solution has there, and how many solutions each leaves, up to a bound.

Nothing is listed that no solution has, and nothing is left out once the search is finished. Solutions that turn up settle many
cells at once. An engine that quickly tells on which cells all solutions agree is asked next: with two values a cell nothing is
open then. Else one incremental solver is asked about each value that is still open: a solution that has it is news about
other cells, too, and a value that none has is forbidden from then on, which makes the next questions easier. Where a family
takes stock by itself (`core.parts.Inventory`), that comes first; the kernel is asked what it leaves open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from studio.core import registry
from studio.core.clauses import Clauses
from studio.core.engine import Cancel, Cancelled
from studio.core.family import Family
from studio.core.parts import Inventory
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.setter.ask import ask_best, shorter
from studio.setter.tally import Tally, tally
from studio.solvers.lead import Lead
from studio.solvers.sat import LazySat, WrongAnswer

FIRST, FIRST_SECONDS = 100, 0.2
"""Solutions collected with the best engine, and for how long, before single values are asked about."""
TELL_SECONDS = 0.1
BEYOND = 0
"""A kernel's value for everything that it does not tell apart."""


@dataclass(frozen=True)
class Candidates:
    """`values[cell]`: the values that solutions have there. `final`: there are no others, in no cell."""

    values: tuple[tuple[int, ...], ...]
    final: bool = False
    counts: tuple[tuple[int, ...], ...] = ()
    """for each of them, how many solutions leave it, up to the bound; () if that was not asked, or is not known yet"""
    bound: int = 0
    message: str = ""
    settled: int = 0
    """up to this value, and on whether a cell can hold anything larger, nothing will be added; 0: that is not known"""


Report = Callable[[Candidates], None]


@dataclass
class _Search:
    family: Family
    puzzle: Puzzle
    cancel: Cancel
    report: Report
    known: list[set[int]] = field(default_factory=list)
    answers: dict[Answer, None] = field(default_factory=dict)
    settled: int = 0
    _gone: set[tuple[int, int]] = field(default_factory=set)
    """(cell, value) that no solution has"""
    _told: float = 0.0

    def run(self, bound: int) -> Candidates:
        self.known = [set() for _ in self.puzzle.grid.cells()]
        result = ask_best(self.puzzle, FIRST, shorter(self.cancel, FIRST_SECONDS))
        self.cancel.check()
        for answer in result.solutions:
            self._met(answer)
        if result.answered and len(result.solutions) < FIRST:
            found = self.now(final=True)
            return self._with_counts(found, bound, tally(found.values, result.solutions, bound))
        if not result.solutions:
            result = ask_best(self.puzzle, 1, self.cancel)
            self.cancel.check()
            if not result.solutions:
                return self.now(final=result.answered)
            self._met(result.solutions[0])
        whole = self._agreement() or self._ask_values()
        found = self.now(final=whole)
        if not whole:
            return Candidates(found.values, message=say("values above {most} are not told apart", most=self.settled),
                              settled=self.settled)
        return self._with_counts(found, bound, None)

    def _met(self, answer: Answer) -> None:
        self.answers[answer] = None
        for cell, value in enumerate(answer):
            if value:
                self.known[cell].add(value)
        if time.perf_counter() - self._told >= TELL_SECONDS:
            self._told = time.perf_counter()
            self.report(self.now())

    def now(self, final: bool = False) -> Candidates:
        return Candidates(tuple(tuple(sorted(values)) for values in self.known), final, settled=self.settled)

    def _agreement(self) -> bool:
        """Where a cell holds one of two values: the engine's own quick way to the cells on which all solutions agree. True if
        there is one, and what it says fits the solutions that were met."""
        thinking = self.family.thinking
        if thinking is None or not thinking.two_values:
            return False
        agreed = self.family.engine("auto").agreed_cells(self.puzzle, self.cancel, self._met_checked)
        return agreed is not None and all((len(values) <= 1) == (cell in agreed) for cell, values in enumerate(self.known))

    def _met_checked(self, answer: Answer) -> None:
        if not self.family.wrong(self.puzzle, answer):
            self._met(answer)

    # --- one value after the other -------------------------------------------------------------------------------------
    def _ask_values(self) -> bool:
        """Ask about every value that is open; True if all of them are told apart."""
        thinking = self.family.thinking
        assert thinking is not None and thinking.clauses is not None
        take_stock = thinking.inventory
        if take_stock is not None and self._took_stock(take_stock(self.puzzle, list(self.answers), self.cancel)):
            return True
        return self._ask_kernel(thinking.clauses(self.puzzle, False))

    def _took_stock(self, inventory: Inventory) -> bool:
        """What the family finds out by itself; True if that is everything."""
        try:
            for answer in inventory.solutions():
                self._check(answer)
                self._met(answer)
                if self.settled != inventory.settled:
                    self.settled = inventory.settled
                    self.report(self.now())
        finally:
            self._gone |= inventory.none
            self.settled = inventory.settled
        if self.settled:
            self.report(self.now())
        return inventory.whole

    def _check(self, answer: Answer) -> None:
        faults = self.family.wrong(self.puzzle, answer)
        if faults:
            raise WrongAnswer(say("the clause kernel gave a wrong answer: {fault}", fault=faults[0]))

    def _ask_kernel(self, kernel: Clauses) -> bool:
        """Ask a kernel about every value that it knows; True if there are no values that it does not tell apart."""
        named = {value for _, value, _ in kernel.literals if value != BEYOND}
        beyond = [value for value in range(1, self.puzzle.grid.size + 1) if value not in named]
        whole = True
        with _solver(self.family, self.puzzle, kernel, self.cancel) as sat:
            for cell, value, literal in kernel.literals:
                if self._is_gone(cell, [value] if value != BEYOND else beyond):
                    sat.add([-literal])
            lead = Lead(sat, next(reversed(self.answers)))
            last = max(named, default=0) + 1
            for cell, value, literal in sorted(kernel.literals, key=lambda each: (each[1] or last, each[0])):
                meant = [value] if value != BEYOND else beyond
                if self._is_gone(cell, meant):
                    continue
                if not self.known[cell].intersection(meant):
                    self.cancel.check()
                    lead.towards(cell, value)
                    answer = sat.solve([literal])
                    if answer is None:
                        self._gone.update((cell, each) for each in meant)
                        sat.add([-literal])
                        continue
                    lead.last = answer
                    self._met(answer)
                whole = whole and value != BEYOND
        if not whole:
            self.settled = next(k for k in range(1, len(named) + 2) if k not in named) - 1
        return whole

    def _is_gone(self, cell: int, values: Iterable[int]) -> bool:
        return all((cell, value) in self._gone for value in values)

    # --- how many solutions each leaves -----------------------------------------------------------------------------------
    def _with_counts(self, found: Candidates, bound: int, counts: Sequence[Sequence[int]] | None) -> Candidates:
        if bound <= 0:
            return found
        if counts is None:
            self.report(found)
            kernel = self.family.kernel
            assert kernel is not None
            try:
                with _solver(self.family, self.puzzle, kernel(self.puzzle, False), self.cancel) as sat:
                    counts = Tally(sat, found.values, bound, list(self.answers)).run()
            except Cancelled:
                return Candidates(found.values, found.final,
                                  message=say("how many solutions each leaves was not found out in time"))
        return Candidates(found.values, found.final, tuple(map(tuple, counts)), bound)


@contextmanager
def _solver(family: Family, puzzle: Puzzle, kernel: Clauses, cancel: Cancel) -> Iterator[LazySat]:
    with LazySat(kernel, cancel, wrong=lambda answer: family.wrong(puzzle, answer)) as sat:
        yield sat


def can_list(family: Family) -> bool:
    """Whether values of single cells mean something by themselves (a tiling's only number its pieces) and can be asked for."""
    return family.pieces is None and family.kernel is not None


def candidates(puzzle: Puzzle, cancel: Cancel | None = None, report: Report = lambda found: None, bound: int = 0) -> Candidates:
    """What every cell can hold; a board without solutions has no candidates at all."""
    family = registry.family(puzzle.family)
    family.validate(puzzle)
    if not can_list(family):
        raise BadPuzzle(say("the cells of a {name} hold no values that could be listed", name=family.name))
    search = _Search(family, puzzle, cancel or Cancel(), report)
    try:
        return search.run(bound)
    except Cancelled:
        return Candidates(search.now().values, False, message=say("stopped before every value was tried"),
                          settled=search.settled)

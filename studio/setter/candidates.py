"""True candidates: for every cell each value that some solution has there, and how many solutions each leaves, up to a bound.

Nothing is listed that no solution has, and nothing is left out once the search is finished. Solutions that turn up settle many
cells at once; then one incremental solver is asked about each value that is still open: a solution that has it is news about
other cells, too, and a value that none has is forbidden from then on, which makes the next questions easier. Where a family
has a rough kernel, which does not tell large values apart, it comes first; the exact one is asked what it leaves open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from studio.core import registry
from studio.core.clauses import Clauses
from studio.core.engine import Cancel, Cancelled
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.setter.ask import ask_best, shorter
from studio.setter.tally import Tally, tally
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
        whole = self._ask_values()
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

    # --- one value after the other -------------------------------------------------------------------------------------
    def _ask_values(self) -> bool:
        """Ask about every value that is open; True if all of them are told apart."""
        thinking = self.family.thinking
        assert thinking is not None and thinking.clauses is not None
        if thinking.rough is not None:
            try:
                if self._ask_kernel(thinking.rough(self.puzzle)):
                    return True
                self.report(self.now())
            except WrongAnswer:
                self.settled = 0  # too rough for this board: what it refuted is refuted all the same
        return self._ask_kernel(thinking.clauses(self.puzzle, False))

    def _ask_kernel(self, kernel: Clauses) -> bool:
        """Ask a kernel about every value that it knows; True if there are no values that it does not tell apart."""
        named = {value for _, value, _ in kernel.literals if value != BEYOND}
        with _solver(self.family, self.puzzle, kernel, self.cancel) as sat:
            self._forbid(sat, named)
            lead = Lead(sat, next(reversed(self.answers)))
            last = max(named, default=0) + 1
            for cell, value, literal in sorted(kernel.literals, key=lambda each: (each[1] or last, each[0])):
                if (cell, value) in self._gone or self._is_known(cell, value, named):
                    continue
                self.cancel.check()
                lead.towards(cell, value)
                answer = sat.solve([literal])
                if answer is None:
                    self._gone.add((cell, value))
                    sat.add([-literal])
                else:
                    lead.last = answer
                    self._met(answer)
        whole = all(value != BEYOND or (cell, value) in self._gone for cell, value, _ in kernel.literals)
        if not whole:
            self.settled = next(k for k in range(1, len(named) + 2) if k not in named) - 1
            self._gone = {(cell, value) for cell, value in self._gone if value != BEYOND} | self._none_beyond(kernel, named)
        return whole

    def _is_known(self, cell: int, value: int, named: set[int]) -> bool:
        return bool(self.known[cell] - named) if value == BEYOND else value in self.known[cell]

    def _forbid(self, sat: LazySat, named: set[int]) -> None:
        """What an earlier kernel has refuted."""
        for cell, value, literal in sat.kernel.literals:
            if (cell, value) in self._gone:
                sat.add([-literal])

    def _none_beyond(self, kernel: Clauses, named: set[int]) -> set[tuple[int, int]]:
        """Cells that hold no value but the named ones: every other value is refuted there."""
        closed = {cell for cell, value, _ in kernel.literals if value == BEYOND and (cell, BEYOND) in self._gone}
        open_ones = {cell for cell, value, _ in kernel.literals if value == BEYOND} - closed
        cells = {cell for cell, _, _ in kernel.literals} - open_ones
        return {(cell, value) for cell in cells for value in range(1, self.puzzle.grid.size + 1) if value not in named}

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


@dataclass
class Lead:
    """Leads the solver: near a known solution few lazy rules are broken."""

    sat: LazySat
    last: Answer
    _cell_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._cell_of = {literal: cell for cell, _, literal in self.sat.kernel.literals}

    def towards(self, cell: int, value: int) -> None:
        """The last solution, but for what this value in this cell makes likely around it."""
        likely = getattr(self.sat.kernel, "likely", None)
        wanted = list(likely(cell, value)) if likely is not None else []
        around = {self._cell_of[literal] for literal in wanted}
        told = self.sat.told(self.last)
        self.sat.prefer([*(-literal if self._cell_of.get(literal) in around else literal for literal in told), *wanted])


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

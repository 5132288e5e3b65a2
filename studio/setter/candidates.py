"""True candidates: for every cell each value that some solution has there, and how many solutions each leaves, up to a bound.

Nothing is listed that no solution has, and nothing is left out once the search is finished. Solutions that turn up settle many
cells at once; then the clause kernel is asked, as often as need be: is there a solution that has something new in some cell?
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from studio.core import registry
from studio.core.engine import Cancel, Cancelled
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.setter.ask import ask_best, shorter
from studio.solvers.sat import FLIPS, LazySat, spread

FIRST, FIRST_SECONDS = 200, 0.3
"""Solutions collected with the best engine, and for how long, before single values are asked about."""
TELL_SECONDS = 0.1


@dataclass(frozen=True)
class Candidates:
    """`values[cell]`: the values that solutions have there. `final`: there are no others, in no cell."""

    values: tuple[tuple[int, ...], ...]
    final: bool = False
    counts: tuple[tuple[int, ...], ...] = ()
    """for each of them, how many solutions leave it, up to the bound; () if that was not asked, or is not known yet"""
    bound: int = 0
    message: str = ""


Report = Callable[[Candidates], None]


@dataclass
class _Search:
    family: Family
    puzzle: Puzzle
    cancel: Cancel
    report: Report
    known: list[set[int]] = field(default_factory=list)
    last: Answer = ()
    _told: float = 0.0

    def run(self, bound: int) -> Candidates:
        self.known = [set() for _ in self.puzzle.grid.cells()]
        result = ask_best(self.puzzle, FIRST, shorter(self.cancel, FIRST_SECONDS))
        self.cancel.check()
        for answer in result.solutions:
            self._met(answer)
        if result.answered and len(result.solutions) < FIRST:
            found = self._now(final=True)
            return self._with_counts(found, bound, result.solutions)
        if not result.solutions:
            result = ask_best(self.puzzle, 1, self.cancel)
            self.cancel.check()
            if not result.solutions:
                return self._now(final=result.answered)
            self._met(result.solutions[0])
        self._ask_values()
        return self._with_counts(self._now(final=True), bound, None)

    def _met(self, answer: Answer) -> None:
        self.last = answer
        for cell, value in enumerate(answer):
            if value:
                self.known[cell].add(value)
        if time.perf_counter() - self._told >= TELL_SECONDS:
            self._told = time.perf_counter()
            self.report(self._now())

    def _now(self, final: bool = False) -> Candidates:
        return Candidates(tuple(tuple(sorted(values)) for values in self.known), final)

    def _ask_values(self) -> None:
        """Each round asks for a solution that has something new in at least one cell; when there is none, all is known."""
        assert self.family.kernel is not None
        kernel = self.family.kernel(self.puzzle, False)
        with LazySat(kernel, self.cancel, wrong=lambda answer: self.family.wrong(self.puzzle, answer)) as sat:
            literals = {(cell, value): literal for cell, value, literal in kernel.literals}
            last = sat.told(self.last)
            while True:
                self.cancel.check()
                new = [literal for (cell, value), literal in literals.items() if value not in self.known[cell]]
                if not new:
                    return
                flips = spread(new, FLIPS)  # near a known solution few lazy rules are broken
                sat.prefer([*flips, *(literal for literal in last if -literal not in flips)])
                guard = sat.new_variable()
                sat.add([-guard, *new])
                answer = sat.solve([guard])
                sat.add([-guard])
                if answer is None:
                    return
                last = sat.told(answer)
                self._met(answer)

    # --- how many solutions each leaves -----------------------------------------------------------------------------------
    def _with_counts(self, found: Candidates, bound: int, everything: Sequence[Answer] | None) -> Candidates:
        if bound <= 0:
            return found
        if everything is not None:
            return Candidates(found.values, found.final, _tally(found.values, everything, bound), bound)
        self.report(found)
        try:
            counts = tuple(tuple(self._count(cell, value, bound) for value in found.values[cell])
                           for cell in self.puzzle.grid.cells())
        except Cancelled:
            return Candidates(found.values, found.final, message="how many solutions each leaves was not found out in time")
        return Candidates(found.values, found.final, counts, bound)

    def _count(self, cell: int, value: int, bound: int) -> int:
        """Solutions with this value here, up to the bound."""
        self.cancel.check()
        assert self.family.kernel is not None
        kernel = self.family.kernel(self.puzzle, False)
        literal = next(lit for where, what, lit in kernel.literals if (where, what) == (cell, value))
        with LazySat(kernel, self.cancel, wrong=lambda answer: self.family.wrong(self.puzzle, answer)) as sat:
            sat.add([literal])
            found = 0
            for _ in sat.answers():
                found += 1
                if found >= bound:
                    break
        return found


def _tally(values: Sequence[Sequence[int]], answers: Iterable[Answer], bound: int) -> tuple[tuple[int, ...], ...]:
    seen: list[dict[int, int]] = [dict.fromkeys(each, 0) for each in values]
    for answer in answers:
        for cell, value in enumerate(answer):
            if value:
                seen[cell][value] += 1
    return tuple(tuple(min(bound, each[value]) for value in found) for each, found in zip(seen, values))


def can_list(family: Family) -> bool:
    """Whether values of single cells mean something by themselves (a tiling's only number its pieces) and can be asked for."""
    return family.pieces is None and family.kernel is not None


def candidates(puzzle: Puzzle, cancel: Cancel | None = None, report: Report = lambda found: None, bound: int = 0) -> Candidates:
    """What every cell can hold; a board without solutions has no candidates at all."""
    family = registry.family(puzzle.family)
    family.validate(puzzle)
    if not can_list(family):
        raise BadPuzzle(f"the cells of a {family.name} hold no values that could be listed")
    search = _Search(family, puzzle, cancel or Cancel(), report)
    try:
        return search.run(bound)
    except Cancelled:
        return Candidates(search._now().values, False, message="stopped before every value was tried")

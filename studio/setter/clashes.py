"""Why a board has no solution: clues that clash, first a set from which nothing can be left out, then smaller ones.

Two judges: the family's best engine, which mostly sees at once that a few clues cannot hold together, and the clause kernel,
which is better at large sets. Clues near the newest one come first, as that is where a setter looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from studio.core.clauses import Clue
from studio.core.engine import Cancel, Cancelled, Status
from studio.core.family import Family
from studio.core.puzzle import Answer, Puzzle
from studio.setter.ask import ask_best, shorter
from studio.solvers.clash import Clash, EngineClash, Judge
from studio.solvers.sat import LazySat

FIRST_SECONDS = 10.0
"""How long a first clash is looked for. Boards that fail by counting (a tiling's colouring) have none that clauses can find."""
MORE_SECONDS = 1.0
"""How long smaller clashes are looked for once one is known."""
QUESTION_SECONDS = 0.15
"""How long an engine thinks about one set of clues. If it does not know by then, the set counts as solvable for the time being:
clues that fail are mostly seen to fail at once, while a solution to a large board with few clues may take long to find."""

TRY_SECONDS = ((144, 0.0), (300, 0.3), (float("inf"), 1.5))
"""Cells of a board, and how long an engine that does not judge parts well is tried before the clause kernel: on a large board
it takes many clues away that have nothing to do with the clash."""


@dataclass(frozen=True)
class Found:
    clues: tuple[Clue, ...]
    smallest: bool = False
    """no smaller clash exists"""
    minimal: bool = True
    """none of the clues is superfluous; False if time ran out before that was known"""


@dataclass
class ClashSearch:
    """One board without a solution. `run` yields clashes, each smaller than the one before; none if time runs out first."""

    family: Family
    puzzle: Puzzle
    cancel: Cancel
    newest: Sequence[int] = ()
    """cells that were changed last"""
    first_seconds: float = FIRST_SECONDS
    more_seconds: float = MORE_SECONDS
    _clock: Cancel = field(default_factory=Cancel)

    def __post_init__(self) -> None:
        assert self.family.clues is not None
        self.clues = self.family.clues
        self._marks = self.family.start_marks(self.puzzle)
        self._lenient, self._unsure = True, False

    def run(self) -> Iterator[Found]:
        """Raises Cancelled only if the user asked for it, or the whole analysis is out of time."""
        judge = Judge(self._ordered(self.clues.every(self.puzzle)), self._solution_with, self._keeps)
        told = False
        try:
            for found in self._search(judge):
                told = True
                yield found
        except Cancelled:
            self.cancel.check()
        if not told and len(judge.failing) < len(judge.clues):
            yield Found(in_order(judge.failing), minimal=False)

    def _search(self, judge: Judge) -> Iterator[Found]:
        """By the engine, where it can judge a part of the clues; by the clause kernel with what is left, if it was not sure."""
        self._clock = shorter(self.cancel, self.first_seconds)
        if not self.clues.monotone(self.puzzle) or self._patience() == 0:
            yield from self._by_clauses(self.puzzle)
            return
        patience, whole, search = self._patience(), self._clock, None
        try:
            self._clock = shorter(whole, patience)
            search = EngineClash(judge, near=self._apart)
        except Cancelled:
            self.cancel.check()
        self._clock, self._lenient = whole, False
        if (search is None or self._unsure) and self.family.kernel is not None:
            yield from self._by_clauses(self.clues.keep(self.puzzle, judge.failing))
        elif search is not None:
            yield from self._smaller(search, lambda clue: clue)

    def _patience(self) -> float:
        """How long the engine is asked before the clause kernel takes over."""
        if self.family.engine("auto").judges_parts or self.family.kernel is None:
            return self.first_seconds
        return next(seconds for most, seconds in TRY_SECONDS if self.puzzle.grid.size <= most)

    def _by_clauses(self, puzzle: Puzzle) -> Iterator[Found]:
        if self.family.kernel is None:
            return
        kernel = self.family.kernel(puzzle, True)
        self.cancel.check()
        with LazySat(kernel, Cancel(asked=self._out_of_time)) as sat:
            clues = {literal: clue for clue, literal in kernel.assumptions.items()}
            place = {clue: number for number, clue in enumerate(self._ordered(list(kernel.assumptions)))}
            literals = sorted(clues, key=lambda literal: place[clues[literal]])
            search = Clash(sat, literals, near=lambda one, other: self._apart(clues[one], clues[other]),
                           first_ones=bool(self.newest))
            yield from self._smaller(search, clues.__getitem__)

    def _smaller(self, search: Clash, clue_of: Callable[[int], Clue]) -> Iterator[Found]:
        if search.best is None:
            raise RuntimeError("the engine says that there is no solution, and without it one is found")

        def found() -> Found:
            return Found(in_order([clue_of(member) for member in search.best or ()]), search.smallest)

        yield found()
        self._clock = shorter(self.cancel, self.more_seconds)
        for _ in search.improve():
            yield found()

    # --- the engine as a judge ---------------------------------------------------------------------------------------
    def _solution_with(self, clues: Sequence[Clue]) -> Answer | None:
        """A solution with these clues, () for "not known": no clue holds there but those that were asked about."""
        part = self.clues.keep(self.puzzle, clues)
        clock = shorter(self._clock, QUESTION_SECONDS) if self._lenient else self._clock
        result = ask_best(part, 1, clock)
        if result.status is Status.NONE:
            return None
        if not result.solutions:
            self._clock.check()
            if not self._lenient:
                raise Cancelled(Status.TIMEOUT)
            self._unsure = True
            return ()
        return result.solutions[0]

    def _keeps(self, clue: Clue, answer: Answer) -> bool:
        if not answer:
            return False
        if isinstance(clue, int) and self._marks[clue]:
            return answer[clue] == self._marks[clue]
        return not self.family.wrong(self.clues.keep(self.puzzle, [clue]), answer)

    # --- what lies near ----------------------------------------------------------------------------------------------
    def _ordered(self, clues: Sequence[Clue]) -> list[Clue]:
        """Nearest to what was changed last first; as they come if that is not known."""
        if not self.newest:
            return list(clues)
        return sorted(clues, key=lambda clue: min(self._apart(clue, cell) for cell in self.newest))

    def _apart(self, one: Clue, other: Clue) -> float:
        """Steps between the cells of two clues; what is nowhere on the board is far from everything."""
        grid = self.puzzle.grid
        steps = [abs(r - y) + abs(c - x)
                 for r, c in map(grid.rc, self.clues.cells(self.puzzle, one))
                 for y, x in map(grid.rc, self.clues.cells(self.puzzle, other))]
        return min(steps, default=float(grid.size))

    # --- time --------------------------------------------------------------------------------------------------------
    def _out_of_time(self) -> bool:
        self._clock.check()
        return False


def in_order(clues: Sequence[Clue]) -> tuple[Clue, ...]:
    """As on the board; what is no cell comes last."""
    return tuple(sorted(clues, key=lambda clue: (not isinstance(clue, int), clue)))

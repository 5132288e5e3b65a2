"""What the promises of the conformance kit share: a family, its random boards, and all their solutions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

from studio.core.clauses import Clauses, Clue
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, run_engine
from studio.core.family import Family
from studio.core.parts import Clues, RuleBook
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.core.trials import Trials
from tests.families.brute import TooLarge, solutions, told

SECONDS = 60.0
MOST = 120
"""Solutions of a board that is tried; engines would have to list them all."""
LARGE = 60
"""Cells of boards that are only looked at and written."""
MOST_PARTS = 64
"""Parts of the clues that are tried one by one where fewer clues may have fewer solutions."""


@dataclass(frozen=True)
class Case:
    """A board and all its solutions."""

    puzzle: Puzzle
    answers: tuple[Answer, ...]

    def __str__(self) -> str:
        return f"{self.puzzle.grid.rows}x{self.puzzle.grid.cols} {self.puzzle.givens} {dict(self.puzzle.params)}"


class Kit:
    """One family under test, with so many random boards. The seed is fixed, so that a failure can be met again."""

    def __init__(self, family: Family, boards: int = 24, size: int = 14, seed: int = 2024) -> None:
        self.family, self.boards, self.size, self.seed = family, boards, size, seed

    def rng(self, what: str) -> Random:
        return Random(f"{self.family.id} {what} {self.seed}")

    @property
    def trials(self) -> Trials:
        assert self.family.trials is not None, f"{self.family.id} gives no small random boards to be tried on"
        return self.family.trials

    @property
    def clues(self) -> Clues:
        return self.family.clues or Clues()

    @cached_property
    def cases(self) -> list[Case]:
        """Boards of all kinds: without a solution, with one, with several, as evenly as chance gives them."""
        rng = self.rng("boards")
        kinds: dict[int, list[Case]] = {0: [], 1: [], 2: []}
        for _ in range(20 * self.boards):
            puzzle = self.trials.random_puzzle(rng, rng.choice((self.size // 2, self.size, self.size)))
            try:
                answers = solutions(self.family, puzzle)
            except TooLarge:
                continue
            if len(answers) <= MOST:
                kinds[min(len(answers), 2)].append(Case(puzzle, tuple(answers)))
            if all(len(kind) >= self.boards // 3 for kind in kinds.values()):
                break
        return [case for kind in kinds.values() for case in kind[: max(1, self.boards // 3)]]

    @cached_property
    def large(self) -> list[Puzzle]:
        """Boards on which nobody enumerates anything: for pictures and formats, which have more to show there."""
        rng = self.rng("large")
        return [self.trials.random_puzzle(rng, LARGE) for _ in range(self.boards // 2)]

    @property
    def solvable(self) -> list[Case]:
        return [case for case in self.cases if case.answers]

    def told(self, puzzle: Puzzle, answers: Sequence[Answer]) -> set[tuple[Hashable, ...]]:
        return told(self.family, puzzle, answers)

    @property
    def book(self) -> RuleBook:
        assert self.family.rulebook is not None
        return self.family.rulebook

    def kernel(self, puzzle: Puzzle, assume_clues: bool = False) -> Clauses:
        assert self.family.kernel is not None
        return self.family.kernel(puzzle, assume_clues)

    def ask(self, engine: Engine, puzzle: Puzzle, wanted: int, **values: object) -> SolveResult:
        limits = Limits(SECONDS)
        return run_engine(engine, puzzle, Options(wanted, values), limits, TraceWriter(), Cancel(limits), self.family.wrong)

    def holding(self, puzzle: Puzzle, kept: Iterable[Clue], clues: Iterable[Clue]) -> Iterator[Answer]:
        """The answers to a board of which only some clues are sure to hold; of the others any part may. Where weaker clues
        never lose a solution, these are the solutions of the board with the sure ones alone. TooLarge if there are too many."""
        sure = set(kept)
        open_ones = [clue for clue in clues if clue not in sure] if not self.clues.monotone(puzzle) else []
        if 1 << len(open_ones) > MOST_PARTS:
            raise TooLarge
        for count in range(len(open_ones), -1, -1):
            for more in combinations(open_ones, count):
                yield from solutions(self.family, self.clues.keep(puzzle, sure | set(more)))


Promise = Callable[[Kit], None]
CHECKS: dict[str, Promise] = {}


def promise(check: Promise) -> Promise:
    """Enter a check into the kit."""
    CHECKS[check.__name__] = check
    return check

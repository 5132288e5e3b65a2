"""Mending a puzzle: the clues that make it unique, and those that it could do without.

Both ask the family's best engine again and again. To make a board unique one of its solutions is taken as the meant one;
every other that turns up is remembered, and each new clue is the one that most of them break.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from studio.core import registry
from studio.core.engine import Cancel, Cancelled, SolveResult, Status
from studio.core.family import Family
from studio.core.parts import Progress
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.setter.ask import ask_best
from studio.setter.carve import orbits, softened

AT_ONCE = 12
"""Solutions looked for at a time: the more are known, the better a clue is chosen."""


@dataclass(frozen=True)
class Mended:
    puzzle: Puzzle
    """with its one solution stored"""
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    """clues that went, or say less now ("?")"""


def can_mend(family: Family) -> bool:
    """Whether single clues of this family tell about single cells of the solution (a tiling's do not)."""
    return family.clues is not None and family.clues.about_cells


@dataclass
class Mender:
    puzzle: Puzzle
    cancel: Cancel = field(default_factory=Cancel)
    progress: Progress = lambda fraction, text: None

    def __post_init__(self) -> None:
        self.family = registry.family(self.puzzle.family)
        self.family.validate(self.puzzle)
        if not can_mend(self.family):
            raise BadPuzzle(f"a {self.family.name} has no clues that could be added or dropped one by one")
        assert self.family.clues is not None
        self.clues = self.family.clues

    # --- clues to add -------------------------------------------------------------------------------------------------
    def make_unique(self, meant: Answer | None = None) -> Mended:
        """Add clues until `meant` (or whatever solution is found first) is the only solution; none that is not needed."""
        result = self._ask(self.puzzle, AT_ONCE)
        if result.status is Status.NONE:
            raise BadPuzzle("this board has no solution, so more clues cannot help")
        meant = meant or result.solutions[0]
        if self.family.wrong(self.puzzle, meant):
            raise BadPuzzle("the wanted solution does not solve this board")
        added: list[int] = []
        others: list[Answer] = []
        while others_now := [answer for answer in result.solutions if answer != meant]:
            others += others_now
            added.append(self._telling_clue(meant, others, added))
            self.progress(min(0.9, len(added) / (len(added) + 8)), f"{len(added)} clues added")
            result = self._ask(self._with(meant, added), AT_ONCE)
        needed = self._needed(meant, added)
        return Mended(self._with(meant, needed, solved=True), added=tuple(needed))

    def _telling_clue(self, meant: Answer, others: Sequence[Answer], added: Sequence[int]) -> int:
        """The cell whose clue most of the other solutions break that are still possible."""
        full = self._clues(meant)
        theirs = [clues for clues in map(self._clues, others) if all(clues[cell] == full[cell] for cell in added)]
        strongest = self.puzzle.with_givens(full)
        choices = [cell for cell, given in enumerate(self.puzzle.givens)
                   if given in self.clues.weaker(strongest, cell) and cell not in added]
        best = max(choices, key=lambda cell: sum(clues[cell] != full[cell] for clues in theirs), default=None)
        if best is None or all(clues[best] == full[best] for clues in theirs):
            raise BadPuzzle("no clue of this family tells the solutions of this board apart")
        return best

    def _needed(self, meant: Answer, added: Sequence[int]) -> list[int]:
        """Early clues may have become superfluous by later ones."""
        needed = list(added)
        for cell in added[:-1]:
            fewer = [other for other in needed if other != cell]
            if self._ask(self._with(meant, fewer), 2).status is Status.UNIQUE:
                needed = fewer
        return needed

    def _with(self, meant: Answer, cells: Sequence[int], solved: bool = False) -> Puzzle:
        full, givens = self._clues(meant), self.puzzle.givens
        puzzle = self.puzzle.with_givens(full[cell] if cell in cells else given for cell, given in enumerate(givens))
        return replace(puzzle, solution=meant) if solved else puzzle

    def _clues(self, answer: Answer) -> Sequence[int]:
        return self.clues.full(self.puzzle, answer)

    # --- clues to drop ------------------------------------------------------------------------------------------------
    def thin_out(self, symmetry: str = "none", seed: int = 0) -> Mended:
        """Drop clues, in random order, that the others make superfluous; with a symmetry in groups that lie alike."""
        result = self._ask(self.puzzle, 2)
        if result.status is not Status.UNIQUE:
            raise BadPuzzle("only a board with exactly one solution has superfluous clues")
        solution = result.solutions[0]
        possible = self._clues(solution)
        cells = [cell for cell in self.puzzle.clues()
                 if self.puzzle.givens[cell] == possible[cell] and self.clues.weaker(self.puzzle, cell)]
        groups = orbits(self.puzzle.grid, symmetry, cells)
        Random(f"thin out {seed}").shuffle(groups)
        removed: list[int] = []
        for number, group in enumerate(groups):
            self.progress(number / len(groups), f"{len(removed)} clues dropped")
            if self._ask(self._without([*removed, *group]), 2).status is Status.UNIQUE:
                removed += group
        thinner = softened(self.clues, self._without(removed), [cell for cell in cells if cell not in removed],
                           lambda puzzle: self._ask(puzzle, 2).status is Status.UNIQUE)
        weaker = [cell for cell in cells if thinner.givens[cell] != self.puzzle.givens[cell]]
        return Mended(replace(thinner, solution=solution), removed=tuple(weaker))

    def _without(self, cells: Sequence[int]) -> Puzzle:
        return self.puzzle.with_givens(self.clues.weakened(self.puzzle, cells))

    def _ask(self, puzzle: Puzzle, wanted: int) -> SolveResult:
        self.cancel.check()
        result = ask_best(puzzle, wanted, self.cancel)
        if result.status is Status.ERROR:
            raise BadPuzzle(result.message)
        if not result.answered:
            raise Cancelled(result.status)
        return result

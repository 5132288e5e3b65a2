"""Carving: take clues away from a full board while the puzzle stays unique, on one incremental solver (`solvers/carve.py`), or,
on large boards, by the handful with the best engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from studio.core import turn
from studio.core.engine import Cancel, Status
from studio.core.events import ONE_SOLUTION
from studio.core.family import Family
from studio.core.grid import Grid
from studio.core.making import Carving as Account
from studio.core.making import Diary, Group, Told, diary_of, taken_words
from studio.core.parts import Clues, Progress
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.setter.ask import ask_best
from studio.solvers.carve import Knife
from studio.solvers.sat import LazySat

SYMMETRIES = tuple(turn.SYMMETRIES)
WHOLESALE = 600
"""Boards of more cells are carved by the handful. One solver for all questions leaves fewer clues (30x30 Fillomino: 326 against
349), but the last hundred of them, each a proof over the whole board, take a hundred seconds where handfuls take six."""
HANDFULS = 20
NEARBY_FROM, NEARBY = 0.7, 4
"""Once no more than this share of the clues is left, each clue of a handful is asked about first with all clues beyond so many
rows and columns in their places: that takes milliseconds where the whole board takes tenths of a second, and shows most of
those that must stay. (Three boards of 30x30: 1,062 clues in 18 CPU seconds; without, and in 30 handfuls, 1,062 in 29.)"""


def images(grid: Grid, symmetry: str, cell: int) -> list[int]:
    """The cells that a symmetry puts on a level with this one, itself included."""
    return grid.images(symmetry, cell)


def orbits(grid: Grid, symmetry: str, cells: Iterable[int]) -> list[tuple[int, ...]]:
    """The cells in groups that come and go together."""
    wanted = set(cells)
    return sorted({tuple(c for c in images(grid, symmetry, cell) if c in wanted) for cell in wanted})


@dataclass
class Carving:
    """A unique set of clues: `kept` and, in the order in which they went, `removed` (groups of cells)."""

    kept: list[tuple[int, ...]]
    removed: list[tuple[int, ...]]
    clues: Clues = field(default_factory=Clues)
    """how far the family's clues can be weakened"""

    def givens(self, full: Puzzle, back: Sequence[tuple[int, ...]] = ()) -> tuple[int, ...]:
        """The givens of the carved board, with some of the removed groups put back."""
        return self.clues.weakened(full, {cell for group in self.removed if group not in back for cell in group})


@dataclass
class Carver:
    """One full board under the knife."""

    family: Family
    full: Puzzle
    cancel: Cancel
    rng: Random
    symmetry: str = "none"
    asked: int = 0
    """questions put to the solver"""

    def carve(self, progress: Progress) -> Carving | None:
        """Remove what can be removed, in random order; None if even the full board is not unique."""
        assert self.full.solution is not None
        kernel = self.family.kernel(self.full, True) if self.family.kernel is not None else None
        clues = self._weakable() if kernel is None else [clue for clue in kernel.assumptions if isinstance(clue, int)]
        groups = orbits(self.full.grid, self.symmetry, clues)
        self.rng.shuffle(groups)
        if kernel is None or self.full.grid.size > WHOLESALE:
            return self._wholesale(groups, progress)
        literal = {clue: lit for clue, lit in kernel.assumptions.items() if isinstance(clue, int)}
        always = [lit for clue, lit in kernel.assumptions.items() if not isinstance(clue, int)]
        with LazySat(kernel, self.cancel) as sat:
            knife = Knife(sat, self.full.solution, literal, always, told=self._account(groups, progress))
            if not knife.unique(cell for group in groups for cell in group):
                return None
            kept, removed = knife.shrink(groups, progress)
            self.asked += knife.asked
            return Carving(kept, removed, self._clues)

    def _account(self, groups: Sequence[Group], progress: Progress) -> Told | None:
        """For whoever watches: the board after every try. Clues that are not tried stay."""
        diary, tried = diary_of(progress), {cell for group in groups for cell in group}
        if not diary.watched or self.full.solution is None:
            return None
        return Account(diary, self.full.grid, self.full.solution, lambda kept: self.full.with_givens(
            self._clues.weakened(self.full, tried.difference(kept))), self.family.notation.word).tell

    @property
    def _clues(self) -> Clues:
        return self.family.clues or Clues()

    def _weakable(self) -> list[int]:
        return [cell for cell in self.full.clues() if self._clues.weaker(self.full, cell)]

    def _wholesale(self, groups: list[tuple[int, ...]], progress: Progress) -> Carving:
        """Large boards: clues go by the handful, and the best engine is asked. Where it finds other solutions, one clue comes
        back for each place in which they differ, until there is none."""
        carving = Carving(list(groups), [], self._clues)
        size = max(1, len(groups) // HANDFULS)
        for start in range(0, len(groups), size):
            going = groups[start : start + size]
            if self.full.grid.size > WHOLESALE and len(carving.kept) < NEARBY_FROM * len(groups):
                needed = self._needed_nearby(carving, going)
                going = [group for group in going if group not in needed]
            while going:
                self.cancel.check()
                progress(start / len(groups), say("{count} of {start} tried clues removed",
                                                  count=len(carving.removed), start=start))
                gone = set(going)
                rest = Carving([group for group in carving.kept if group not in gone], [*carving.removed, *going], self._clues)
                others = self._other_solutions(rest)
                if others is not None and not others:
                    carving = rest
                    self._tell_handful(carving, going, diary_of(progress))
                    break
                back = self._needed(going, others or []) or set(going[: (len(going) + 1) // 2])
                going = [group for group in going if group not in back]
        return carving

    def _tell_handful(self, carving: Carving, going: Sequence[Group], diary: Diary) -> None:
        cells = [cell for group in going for cell in group]
        if diary.watched and cells:
            diary.take(self.full.with_givens(carving.givens(self.full)), cells, taken_words(self.full.grid, cells),
                       self.full.solution, ONE_SOLUTION)

    def _other_solutions(self, carving: Carving) -> list[Answer] | None:
        """Solutions besides the known one, none if that is proved to be the only one; None if nobody knows."""
        return self._others(carving.givens(self.full))

    def _others(self, givens: tuple[int, ...]) -> list[Answer] | None:
        self.asked += 1
        puzzle = replace(self.full, givens=givens, solution=None)
        result = ask_best(puzzle, 2, self.cancel)
        self.cancel.check()
        if result.status not in (Status.UNIQUE, Status.MULTIPLE):
            return None
        return [answer for answer in result.solutions if answer != self.full.solution]

    def _needed_nearby(self, carving: Carving, going: Sequence[Group]) -> set[Group]:
        """Clues of a handful that must stay even if all clues far from them do."""
        needed: set[Group] = set()
        removed = {cell for group in (*carving.removed, *going) for cell in group}
        for group in going:
            if group not in needed:
                self.cancel.check()
                others = self._others(self._clues.weakened(self.full, removed & self._near(group)))
                found = self._needed([other for other in going if other not in needed], others or [])
                needed |= found
                removed.difference_update(cell for other in found for cell in other)
        return needed

    def _near(self, group: Group) -> set[int]:
        """The cells at most `NEARBY` rows and columns from one of these."""
        grid = self.full.grid
        places = [grid.rc(cell) for cell in group]
        return {row * grid.cols + col for r, c in places for row in range(max(0, r - NEARBY), min(grid.rows, r + NEARBY + 1))
                for col in range(max(0, c - NEARBY), min(grid.cols, c + NEARBY + 1))}

    def _needed(self, going: Sequence[tuple[int, ...]], others: Sequence[Answer]) -> set[tuple[int, ...]]:
        """For every place in which another solution differs, the first of the going clues that speaks against it."""
        group_of = {cell: group for group in reversed(going) for cell in group}
        found: set[tuple[int, ...]] = set()
        for other in others:
            different = [cell for cell, (new, known) in enumerate(zip(other, self.full.solution or ())) if new != known]
            for place in self.full.grid.components(different):
                speaking = [group_of[cell] for cell in place if cell in group_of]
                if speaking and found.isdisjoint(speaking):
                    found.add(min(speaking))
        return found


def softened(clues: Clues, puzzle: Puzzle, cells: Iterable[int], unique: Callable[[Puzzle], bool]) -> Puzzle:
    """Clues that cannot go altogether made as weak ("?") as the puzzle's one solution allows, one after another."""
    for cell in cells if clues.softens(puzzle) else ():
        for weaker in clues.weaker(puzzle, cell)[1:]:
            givens = [weaker if other == cell else given for other, given in enumerate(puzzle.givens)]
            if unique(replace(puzzle, givens=tuple(givens))):
                puzzle = replace(puzzle, givens=tuple(givens))
                break
    return puzzle

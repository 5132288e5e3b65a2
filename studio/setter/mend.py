"""Mending a puzzle: the clues that make it unique, and those that it could do without.

Both ask the family's best engine again and again. To make a board unique one of its solutions is taken as the meant one;
every other that turns up is remembered, and each new clue is the one that most of them break.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from studio.core import registry
from studio.core.clauses import Clue
from studio.core.engine import Cancel, Cancelled, SolveResult, Status
from studio.core.family import Family
from studio.core.parts import Progress
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import listed, say
from studio.core.turn import symmetric_maps
from studio.setter.ask import ask_best
from studio.setter.carve import orbits, softened
from studio.setter.rating import open_cells_within, rate

AT_ONCE, MORE = 12, 60
"""Solutions looked for at a time: the more are known, the better a clue is chosen. And where these will not do."""


ANY = "any"


@dataclass(frozen=True)
class Wishes:
    """What a maker asks of the clues that come and go."""

    symmetry: str = "none"
    """clues come and go in groups that lie alike"""
    difficulty: str = ANY
    """the puzzle shall be solvable by rules of this level"""
    clues: int | None = None
    """how many given cells there should be in the end"""
    allowed: frozenset[int] | None = None
    """the only cells that may get a clue; when clues are dropped, those elsewhere go first; None: all"""
    seed: int = 0
    kinds: tuple[str, ...] = ()
    """further kinds of clues (see `Clues.kinds`) that may be added, and are wherever they help"""
    keep_questions: bool = False
    """a "?" of the maker's stays one, and is told no value"""

    def kept_questions(self, puzzle: Puzzle) -> frozenset[int]:
        """The cells whose "?" shall stay."""
        clues = registry.family(puzzle.family).clues
        if not self.keep_questions or clues is None or not clues.question:
            return frozenset()
        return frozenset(cell for cell, given in enumerate(puzzle.givens) if given == clues.question)


@dataclass(frozen=True)
class Mended:
    puzzle: Puzzle
    """with its one solution stored"""
    added: tuple[Clue, ...] = ()
    removed: tuple[Clue, ...] = ()
    """clues that went, or say less now ("?")"""
    message: str = ""
    """which wish could not be met; nothing if all were"""


Group = tuple[Clue, ...]


class Indistinct(BadPuzzle):
    """No clue that may be added tells the wanted solution from another one."""


def can_mend(family: Family) -> bool:
    """Whether this family has clues that can be added and dropped one by one."""
    return family.clues is not None and family.clues.about_cells


@dataclass
class Mender:
    puzzle: Puzzle
    cancel: Cancel = field(default_factory=Cancel)
    progress: Progress = lambda fraction, text: None
    wishes: Wishes = Wishes()

    def __post_init__(self) -> None:
        self.family = registry.family(self.puzzle.family)
        self.family.validate(self.puzzle)
        if not can_mend(self.family):
            raise BadPuzzle(say("a {name} has no clues that could be added or dropped one by one",
                                name=self.family.name))
        assert self.family.clues is not None
        self.clues = self.family.clues

    # --- clues to add -------------------------------------------------------------------------------------------------
    def make_unique(self, meant: Answer | None = None) -> Mended:
        """Add clues until `meant` is the only solution (if nobody means one: the first found for which the wishes can be kept);
        none that is not needed, unless the wishes ask for more."""
        result = self._ask(self.puzzle, AT_ONCE)
        if result.status is Status.NONE:
            raise BadPuzzle(say("this board has no solution, so more clues cannot help"))
        if meant is not None and self.family.wrong(self.puzzle, meant):
            raise BadPuzzle(say("the wanted solution does not solve this board"))
        if meant is not None:
            return self._for(meant, result)
        for wanted in self._worth_trying(result):
            with suppress(Indistinct):
                return self._for(wanted, result)
        return self._for(result.solutions[0], result)  # which says what is wrong

    def _worth_trying(self, result: SolveResult) -> Iterator[Answer]:
        """Solutions that a board could be mended for: the first ones, and if these will not do further ones. (A search finds
        like ones together, and what the wishes do not allow for one they mostly do not allow for those.)"""
        yield from result.solutions
        if result.status is not Status.UNIQUE:
            further = [answer for answer in self._ask(self.puzzle, MORE).solutions if answer not in result.solutions]
            yield from reversed(further)

    def _for(self, meant: Answer, result: SolveResult) -> Mended:
        """Add clues until one solution is the only one. `result`: solutions of the board as it is."""
        groups = self._groups(meant)
        added: list[Group] = []
        others: list[Answer] = []
        while others_now := [answer for answer in result.solutions if answer != meant]:
            others += others_now
            added.append(self._telling_group(meant, groups, others, added))
            self.progress(min(0.9, len(added) / (len(added) + 8)), say("{count} clues added", count=len(flat(added))))
            result = self._ask(self._with(meant, flat(added)), AT_ONCE)
        needed = self._needed(meant, added)
        needed += self._easing(meant, [group for group in groups if group not in needed], needed)
        needed += self._filling(meant, [group for group in groups if group not in needed], needed)
        made = self._with(meant, flat(needed), solved=True)
        return Mended(made, added=tuple(flat(needed)), message=self.missed(made, set(self.clues.every(self.puzzle))))

    def _groups(self, meant: Answer) -> list[Group]:
        """The clues that could be added, in groups that lie alike and in allowed cells only."""
        kept = self.wishes.kept_questions(self.puzzle)
        offered = {self._place(clue): clue for clue in self._offers(meant) if self._is_allowed(clue) and clue not in kept}
        given = {self._place(clue) for clue in self.clues.every(self.puzzle)}
        maps = symmetric_maps(self.puzzle.grid, self.wishes.symmetry)
        found: dict[Group, None] = {}
        for kind, cells in offered:
            images = dict.fromkeys([(kind, cells), *((kind, frozenset(to[cell] for cell in cells)) for to in maps)])
            if all(image in offered or image in given for image in images):
                together = [offered[image] for image in images if image in offered]
                found[tuple(sorted(together, key=str) if maps else together)] = None
        return list(found)

    def _place(self, clue: Clue) -> tuple[str, frozenset[int]]:
        """What kind of clue it is, and where it is seen."""
        return (str(clue[0]) if isinstance(clue, tuple) else "", frozenset(self.clues.cells(self.puzzle, clue)))

    def _is_allowed(self, clue: Clue) -> bool:
        allowed = self.wishes.allowed
        return allowed is None or set(self.clues.cells(self.puzzle, clue)) <= allowed

    def _telling_group(self, meant: Answer, groups: Sequence[Group], others: Sequence[Answer], added: Sequence[Group]) -> Group:
        """The clues that most of the other solutions break that are still possible; of equals the smallest group. Kinds that
        were asked for by name come before all others."""
        mine, so_far = self._offers(meant), flat(added)
        theirs = [said for said in map(self._offers, others) if all(said.get(clue) == mine[clue] for clue in so_far)]

        def broken(group: Group) -> int:
            return sum(any(said.get(clue) != mine[clue] for clue in group) for said in theirs)

        def rank(group: Group) -> tuple[bool, int, int]:
            count = broken(group)
            return count > 0 and isinstance(group[0], tuple) and group[0][0] in self.wishes.kinds, count, -len(group)

        choices = [group for group in groups if group not in added]
        best = max(choices, key=rank, default=None)
        if best is None or not broken(best):
            limited = self.wishes.symmetry != "none" or self.wishes.allowed is not None or self.wishes.keep_questions
            raise Indistinct(say("no clue that the wishes allow tells the solutions of this board apart") if limited else
                             say("no clue of this family tells the solutions of this board apart"))
        return best

    def _needed(self, meant: Answer, added: Sequence[Group]) -> list[Group]:
        """Early clues may have become superfluous by later ones."""
        needed = list(added)
        for group in added[:-1]:
            fewer = [other for other in needed if other != group]
            if self._ask(self._with(meant, flat(fewer)), 2).status is Status.UNIQUE:
                needed = fewer
        return needed

    # --- wishes ---------------------------------------------------------------------------------------------------------
    def _easing(self, meant: Answer, pool: list[Group], added: Sequence[Group]) -> list[Group]:
        """Clues where the rules of the wanted difficulty are stuck, until they no longer are."""
        more: list[Group] = []
        while self.wishes.difficulty != ANY and pool:
            stuck = self._stuck(self._with(meant, flat([*added, *more])))
            if not stuck:
                break
            group = next((each for each in pool if not stuck.isdisjoint(set(each))), pool[0])
            pool.remove(group)
            more.append(group)
            self.progress(0.95, say("{count} more clues for the difficulty", count=len(flat(more))))
        return more

    def _stuck(self, puzzle: Puzzle) -> set[int]:
        return open_cells_within(self.family, puzzle, self.wishes.difficulty, self.cancel)

    def _filling(self, meant: Answer, pool: list[Group], added: Sequence[Group]) -> list[Group]:
        """Clues up to the wanted number, in random order."""
        more: list[Group] = []
        Random(f"fill {self.wishes.seed}").shuffle(pool)
        for group in pool if self.wishes.clues is not None else ():
            assert self.wishes.clues is not None
            if len(self._with(meant, flat([*added, *more, group])).clues()) <= self.wishes.clues:
                more.append(group)
        return more

    def missed(self, made: Puzzle, may_stay: AbstractSet[Clue] = frozenset()) -> str:
        """Which wishes are not met, a sentence for each. `may_stay`: clues that the maker drew, wherever they stand."""
        wishes, count = self.wishes, len(made.clues())
        missed = []
        if wishes.clues is not None and count != wishes.clues:
            missed.append(say("{wanted} given cells were wanted, there are {count}", wanted=wishes.clues, count=count))
        elsewhere = sum(clue not in may_stay and not self._is_allowed(clue) for clue in self.clues.every(made))
        if elsewhere:
            missed.append(say("{count} clues stand elsewhere, as they are needed", count=elsewhere))
        if not self._lie_alike(made):
            missed.append(say("the clues do not all lie symmetrically"))
        return joined([*missed, self._missed_level(made)])

    def _missed_level(self, made: Puzzle) -> str:
        """Harder or easier than was wished for."""
        wanted = self.wishes.difficulty
        if wanted == ANY or self.family.rulebook is None:
            return ""
        if self._stuck(made):
            return say("rules of the difficulty {level} do not solve it", level=wanted)
        rating = rate(made, self.cancel)
        if rating is None or not rating.sure or rating.level == wanted:
            return ""
        return say("{wanted} was wanted, it is {level}", wanted=wanted, level=rating.level)

    def _lie_alike(self, made: Puzzle) -> bool:
        """Whether the clues are seen in places that the wanted symmetry leaves as they are."""
        seen = {frozenset(self.clues.cells(made, clue)) for clue in self.clues.every(made)}
        return all({frozenset(to[cell] for cell in cells) for cells in seen} == seen
                   for to in symmetric_maps(made.grid, self.wishes.symmetry))

    def _with(self, meant: Answer, clues: Sequence[Clue], solved: bool = False) -> Puzzle:
        puzzle = self.clues.added(self.puzzle, meant, clues)
        return replace(puzzle, solution=meant) if solved else puzzle

    def _offers(self, answer: Answer) -> Mapping[Clue, Hashable]:
        return self.clues.offers(self.puzzle, answer, self.wishes.kinds)

    # --- clues to drop ------------------------------------------------------------------------------------------------
    def thin_out(self, symmetry: str = "", seed: int | None = None) -> Mended:
        """Drop clues, in random order, that the others make superfluous; with a symmetry in groups that lie alike. As far as
        the wishes allow: not below the wanted number of clues, and never so far that the puzzle becomes too hard."""
        result = self._ask(self.puzzle, 2)
        if result.status is not Status.UNIQUE:
            raise BadPuzzle(say("only a board with exactly one solution has superfluous clues"))
        solution = result.solutions[0]
        clues = self.clues.removable(self.puzzle, solution)
        cells = [clue for clue in clues if isinstance(clue, int)]
        removed: list[Clue] = []
        groups = self._going(clues, symmetry or self.wishes.symmetry, self.wishes.seed if seed is None else seed)
        for number, group in enumerate(groups):
            self.progress(number / len(groups), say("{count} clues dropped", count=len(removed)))
            if self._may_go(self.clues.removed(self.puzzle, [*removed, *group])):
                removed += group
        left = [cell for cell in cells if cell not in removed]
        thinner = self.clues.removed(self.puzzle, removed)
        if self.wishes.clues is None:
            thinner = softened(self.clues, thinner, left, self._may_go)
        weaker = [clue for clue in clues
                  if clue in removed or (isinstance(clue, int) and thinner.givens[clue] != self.puzzle.givens[clue])]
        return Mended(replace(thinner, solution=solution), removed=tuple(weaker), message=self.missed(thinner))

    def _going(self, clues: Sequence[Clue], symmetry: str, seed: int) -> list[Group]:
        """The clues in groups and in the order in which they are tried: those where none may stand first."""
        cells = [clue for clue in clues if isinstance(clue, int)]
        groups: list[Group] = [*orbits(self.puzzle.grid, symmetry, cells)]
        groups += [(clue,) for clue in clues if not isinstance(clue, int)]
        Random(f"thin out {seed}").shuffle(groups)  # not for people
        return sorted(groups, key=lambda group: all(self._is_allowed(clue) for clue in group))

    def _may_go(self, puzzle: Puzzle) -> bool:
        wishes = self.wishes
        if wishes.clues is not None and len(puzzle.clues()) < wishes.clues:
            return False
        if wishes.difficulty != ANY and self.family.rulebook is not None and self._stuck(puzzle):
            return False
        return self._ask(puzzle, 2).status is Status.UNIQUE

    def _ask(self, puzzle: Puzzle, wanted: int) -> SolveResult:
        self.cancel.check()
        result = ask_best(puzzle, wanted, self.cancel)
        if result.status is Status.ERROR:
            raise BadPuzzle(result.message)
        if not result.answered:
            raise Cancelled(result.status)
        return result


def joined(sentences: Sequence[str]) -> str:
    """Several sentences as one message, which is put into words part by part."""
    said = [sentence for sentence in sentences if sentence]
    return listed(said, "; ") if said else ""


def flat(groups: Sequence[Group]) -> list[Clue]:
    return [clue for group in groups for clue in group]

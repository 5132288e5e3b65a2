"""What the shared generator tells of its steps: a full board, clues put back, weakened or given, and the puzzle itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from studio.core.clauses import Clue
from studio.core.events import BY_RULES, ONE_SOLUTION, ONE_UP_TO_SYMMETRY
from studio.core.family import Family
from studio.core.making import Diary
from studio.core.parts import Clues, GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.say import say, say_n
from studio.setter.rating import LEVELS


def judged_by(request: GenerateRequest, wanted: str = "one") -> str:
    """What a generated board is held against."""
    if wanted != "one":
        return ""
    return BY_RULES + request.difficulty if request.difficulty in LEVELS[:-1] else ONE_UP_TO_SYMMETRY


def enough_words(difficulty: str) -> str:
    return say("so that rules of the difficulty {difficulty!r} solve the puzzle", difficulty=difficulty)


def tell_attempt(attempt: int, diary: Diary) -> None:
    diary.begin(say("board {number}", number=attempt + 1), say("a new board is begun") if attempt else say("a board is begun"))


def tell_full(diary: Diary, full: Puzzle) -> None:
    if diary.watched:
        diary.put(full, (), say("a full board: everything that could be a clue is given"), full.solution)


def tell_put_back(diary: Diary, before: Puzzle, after: Puzzle, why: str, judged: str = "") -> None:
    """Clues that came back, all at once; nothing where none did."""
    cells = [cell for cell, (old, new) in enumerate(zip(before.givens, after.givens)) if old != new]
    if diary.watched and cells:
        text = say_n("{n} clue is put back, {why}", "{n} clues are put back, {why}", n=len(cells), why=why)
        diary.put(after, cells, text, after.solution, judged)


def tell_softened(diary: Diary, before: Puzzle, after: Puzzle) -> None:
    cells = [cell for cell, (old, new) in enumerate(zip(before.givens, after.givens)) if old != new]
    if diary.watched and cells:
        text = say_n("{n} clue says less: there is still only one solution",
                     "{n} clues say less: there is still only one solution", n=len(cells))
        diary.take(after, cells, text, after.solution, ONE_SOLUTION)


def tell_done(family: Family, made_puzzle: Puzzle, attempts: int, several: bool, diary: Diary) -> None:
    """The last word: the very puzzle, and which of the boards that were begun it is, where there were several."""
    clues = family.clues.count(made_puzzle) if family.clues is not None else ""
    text = (say("the puzzle is made, from board {n}: {clues}", clues=clues, n=attempts) if attempts > 1 else
            say("the puzzle is made: {clues}", clues=clues))
    diary.done(made_puzzle, text, "" if several else ONE_UP_TO_SYMMETRY)


@dataclass(frozen=True)
class GivenAccount:
    """Clues of any kind (pieces, borders) given to a board that was made, and thinned out again."""

    diary: Diary
    clues: Clues
    made: Puzzle
    judged: str

    def _board(self, given: Iterable[Clue]) -> Puzzle:
        assert self.made.solution is not None
        return self.clues.added(self.made, self.made.solution, given)

    def given(self, kept: Sequence[Clue]) -> None:
        if self.diary.watched and kept:
            board = self._board(kept)
            cells = sorted({cell for clue in kept for cell in self.clues.cells(board, clue)})
            self.diary.put(board, cells, say_n("{n} clue of the solution is given: fewer, in this order, would not do",
                                               "{n} clues of the solution are given: fewer, in this order, would not do",
                                               n=len(kept)), self.made.solution, self.judged)

    def tried(self, clue: Clue, kept: Sequence[Clue], went: bool) -> None:
        if not self.diary.watched:
            return
        board, whole = self._board(kept), self._board([*kept, clue])
        cells, name = self.clues.cells(whole, clue), self.clues.name(whole, clue)
        if went:
            self.diary.take(board, cells, say("{clue} goes: the others do", clue=name), self.made.solution, self.judged)
        else:
            tried = self._board([other for other in kept if other != clue])
            self.diary.keep(board, tried, cells, say("{clue} stays: the others do not do", clue=name), self.made.solution,
                            self.judged)

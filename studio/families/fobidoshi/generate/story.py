"""How a Fobidoshi puzzle is made, for whoever watches: circles that join, clues that go, stay and come back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from studio.core.events import ONE_SOLUTION
from studio.core.making import Carving, Diary, Group, Told
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say, say_n
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY


def _blank(full: Puzzle) -> Puzzle:
    return replace(full, givens=(EMPTY,) * full.grid.size)


def grown(diary: Diary, full: Puzzle, joined: Sequence[Group]) -> None:
    """The growth that was chosen, circle by circle, and the board with everything given."""
    if not diary.watched or full.solution is None:
        return
    blank, marks = _blank(full), [EMPTY] * full.grid.size
    for number, group in enumerate(joined):
        for cell in group:
            marks[cell] = CIRCLE
        names = full.grid.cell_names(group)
        text = (say_n("a circle in {cells} hangs on the others, and nowhere are four in a row",
                      "circles in {cells} hang on the others, and nowhere are four in a row", n=len(group), cells=names)
                if number else say("the solution grows from {cells}", cells=names))
        diary.put(blank, group, text, tuple(marks))
    crosses = [cell for cell, given in enumerate(full.givens) if given == CROSS]
    text = (say_n("no further circle fits but for {n} cross, which is given with all circles: there is only one solution",
                  "no further circle fits but for {n} crosses, which are given with all circles: there is only one solution",
                  n=len(crosses)) if crosses else
            say("every further circle beside them would make four in a row: with all circles given there is only one solution"))
    diary.put(full, crosses, text, full.solution, ONE_SOLUTION)


def carving(diary: Diary, full: Puzzle, fixed: Collection[int]) -> Told | None:
    if not diary.watched or full.solution is None:
        return None

    def board(kept: Collection[int]) -> Puzzle:
        shown = {*kept, *fixed}
        return full.with_givens(given if cell in shown else EMPTY for cell, given in enumerate(full.givens))

    return Carving(diary, full.grid, full.solution, board,
                   lambda value: say("a circle") if value == CIRCLE else say("empty")).tell


def put_back(diary: Diary, full: Puzzle, fewer: Collection[int], kept: Collection[int]) -> None:
    cells = sorted(set(kept) - set(fewer))
    if diary.watched and cells and full.solution is not None:
        board = full.with_givens(value if cell in kept else EMPTY for cell, value in enumerate(full.solution))
        text = say_n("{n} clue comes back, so that the rules of the wanted difficulty suffice",
                     "{n} clues come back, so that the rules of the wanted difficulty suffice", n=len(cells))
        diary.put(board, cells, text, full.solution, ONE_SOLUTION)


class AttemptStory:
    """The steps of one attempt of the thesis' generators, kept until it is known whether the attempt is valid."""

    def __init__(self, diary: Diary, blank: Puzzle) -> None:
        self.diary, self.blank = diary, blank
        self.steps: list[tuple[str, tuple[int, ...], tuple[int, ...], str, Answer | None, Puzzle | None, str]] = []

    def put(self, cells: Sequence[int], text: str, givens: Sequence[int] | None = None, marks: Answer | None = None,
            judged: str = "") -> None:
        self._step("put", cells, text, givens, marks, None, judged)

    def tried(self, cell: int, givens: Sequence[int], went: bool) -> None:
        """A circle or cross taken out of a board that has one solution: `givens` is what stands afterwards."""
        name = self.blank.grid.cell_name(cell)
        if went:
            self._step("take", (cell,), say("{cell} is emptied: there is still only one solution", cell=name), givens, None,
                       None, ONE_SOLUTION)
        else:
            tried = self.blank.with_givens(EMPTY if other == cell else given for other, given in enumerate(givens))
            self._step("keep", (cell,), say("{cell} stays: without it there is more than one solution", cell=name), givens,
                       None, tried, ONE_SOLUTION)

    def _step(self, kind: str, cells: Sequence[int], text: str, givens: Sequence[int] | None, marks: Answer | None,
              tried: Puzzle | None, judged: str) -> None:
        if self.diary.watched:
            board = tuple(givens if givens is not None else self.blank.givens)
            self.steps.append((kind, tuple(cells), board, text, marks, tried, judged))

    def tell(self) -> None:
        for kind, cells, givens, text, marks, tried, judged in self.steps:
            board = self.blank.with_givens(givens)
            if kind == "keep" and tried is not None:
                self.diary.keep(board, tried, cells, text, marks, judged)
            else:
                (self.diary.put if kind == "put" else self.diary.take)(board, cells, text, marks, judged)

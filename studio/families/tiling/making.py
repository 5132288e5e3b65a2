"""How a tiling puzzle is made, for whoever watches: a board cut into pieces, cut anew, or grown piece by piece."""

from __future__ import annotations

from collections.abc import Callable

from studio.core.events import ONE_UP_TO_SYMMETRY
from studio.core.making import Diary
from studio.core.puzzle import Puzzle
from studio.core.say import say, say_n

Parts = list[frozenset[int]]
SEEN_TILINGS = 100
"""Tilings that are counted; of more there is a rough measure only."""


class Account:
    """How the pieces came about, for whoever watches."""

    def __init__(self, diary: Diary, board: Callable[[Parts], Puzzle]) -> None:
        self.diary, self.board = diary, board
        self.before: Parts = []

    def cut(self, parts: Parts, tilings: float | None = None, before: float | None = None) -> None:
        """The board is cut, or cut anew where it was: how many tilings the pieces have now, and had before."""
        if not self.diary.watched:
            return
        cells = sorted({cell for part in parts if part not in self.before for cell in part})
        if tilings is None:
            text: str = say_n("the board is cut into {n} piece", "the board is cut into {n} pieces", n=len(parts))
        elif before is None:
            text = say("the board is cut into {n} pieces: they have {tilings}", n=len(parts), tilings=_many(tilings))
        else:
            text = say("two pieces are cut anew: there are {tilings}, where there were {before}", tilings=_many(tilings),
                       before=_many(before))
        self._put(parts, cells, text, ONE_UP_TO_SYMMETRY if tilings == 1 else "")

    def grown(self, parts: Parts, part: frozenset[int], fits: bool) -> None:
        """A piece was tried beside the others."""
        if not self.diary.watched:
            return
        if fits:
            self._put([*parts, part], sorted(part), say("a piece joins: there is still only one tiling"), ONE_UP_TO_SYMMETRY)
        elif parts:
            puzzle, tried = self.board(parts), self.board([*parts, part])
            text = say("a piece here is left out: with it there are more tilings, or nobody knows in the work that was allowed")
            self.diary.keep(puzzle, tried, sorted(part), text, puzzle.solution)

    def _put(self, parts: Parts, cells: list[int], text: str, judged: str) -> None:
        puzzle = self.board(parts)
        self.diary.put(puzzle, cells, text, puzzle.solution, judged)
        self.before = list(parts)


def _many(tilings: float) -> str:
    """A count of `_tilings` in words: beyond what was seen it is a rough measure only."""
    if tilings >= SEEN_TILINGS:
        return say("many tilings")
    return say_n("{n} tiling up to symmetry", "at least {n} tilings up to symmetry", n=max(1, int(tilings)))

"""A puzzle in the making: who is told of it, how far it is, and, where somebody watches, every step with the board after it.

Generators are given a `Progress`; `diary_of` makes a diary of it. Where nobody watches, a diary writes nothing, and `watched`
says so before a board is drawn up for it. What is told changes nothing in what is made: no chance is drawn for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.events import ONE_SOLUTION, Draft, Kind
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say, say_n
from studio.core.trace import TraceWriter

Group = tuple[int, ...]
"""Cells whose clues come and go together."""


@dataclass
class Diary:
    """Called like any Progress. A step is about some cells and says why; `judged` says what was asked of its board."""

    progress: Callable[[float, str], None]
    trace: TraceWriter | None = None
    low: float = 0.0
    high: float = 1.0

    def __call__(self, fraction: float, text: str) -> None:
        self.progress(self.low + (self.high - self.low) * fraction, text)

    @property
    def watched(self) -> bool:
        return self.trace is not None and self.trace.enabled

    def part(self, low: float, high: float) -> Diary:
        """The same diary for a part of the work."""
        span = self.high - self.low
        return replace(self, low=self.low + span * low, high=self.low + span * high)

    def begin(self, name: str, text: str) -> None:
        if self.trace is not None and self.watched:
            self.trace.phase(name, text)

    def remark(self, text: str) -> None:
        if self.trace is not None and self.watched:
            self.trace.note(text)

    def put(self, puzzle: Puzzle, cells: Sequence[int], text: str, marks: Answer | None = None, judged: str = "") -> None:
        """Something is put on the board (which is then judged to be as it must, if it is)."""
        self._step(Kind.PUT, Draft(_bare(puzzle), marks, judged), cells, text)

    def take(self, puzzle: Puzzle, cells: Sequence[int], text: str, marks: Answer | None = None, judged: str = "") -> None:
        """Something is taken away."""
        self._step(Kind.TAKE, Draft(_bare(puzzle), marks, judged), cells, text)

    def keep(self, puzzle: Puzzle, tried: Puzzle, cells: Sequence[int], text: str, marks: Answer | None = None,
             judged: str = "", causes: Sequence[int] = ()) -> None:
        """Something was tried that does not do: the board stays as it was."""
        self._step(Kind.KEEP, Draft(_bare(puzzle), marks, judged, _bare(tried)), cells, text, causes)

    def _step(self, kind: Kind, draft: Draft, cells: Sequence[int], text: str, causes: Sequence[int] = ()) -> None:
        if self.trace is not None and self.watched:
            self.trace.making(kind, draft, tuple(cells), text, causes)

    def done(self, puzzle: Puzzle, text: str, judged: str = "") -> None:
        """The puzzle as it was made, with all that it says of itself."""
        if self.trace is not None and self.watched:
            self.trace.making(Kind.PUT, Draft(puzzle, None, judged), (), text)
            self.trace.end(text)


def _bare(puzzle: Puzzle) -> Puzzle:
    """Without its solution: a draft's marks show it."""
    return replace(puzzle, solution=None)


def diary_of(progress: Callable[[float, str], None]) -> Diary:
    return progress if isinstance(progress, Diary) else Diary(progress)


Told = Callable[[Group, Collection[int], "Answer | None"], None]
"""Of a group of clues that was tried: the cells that keep a clue afterwards, and, if the group stays, why: another solution."""


@dataclass(frozen=True)
class Carving:
    """The account of a board under the knife: clues go while the one solution stays the only one."""

    diary: Diary
    grid: Grid
    solution: Answer
    board: Callable[[Collection[int]], Puzzle]
    """the puzzle whose clues stand in these cells"""
    word: Callable[[int], str]
    """a value in a sentence"""

    def tell(self, group: Group, kept: Collection[int], other: Answer | None) -> None:
        if not self.diary.watched:
            return
        if other is None:
            self.diary.take(self.board(kept), group, taken_words(self.grid, group), self.solution, ONE_SOLUTION)
        else:
            differ = [cell for cell, (mine, theirs) in enumerate(zip(self.solution, other)) if mine != theirs]
            tried = self.board([cell for cell in kept if cell not in group])
            text = kept_words(self.grid, group, differ[0], self.word(other[differ[0]]))
            self.diary.keep(self.board(kept), tried, group, text, self.solution, ONE_SOLUTION, differ)


def taken_words(grid: Grid, group: Sequence[int]) -> str:
    return say_n("the clue in {cells} goes: there is still only one solution",
                 "the clues in {cells} go: there is still only one solution", n=len(group), cells=grid.cell_names(group))


def kept_words(grid: Grid, group: Sequence[int], cell: int, value: str) -> str:
    return say_n("the clue in {cells} stays: without it there is another solution, in which {cell} is {value}",
                 "the clues in {cells} stay: without them there is another solution, in which {cell} is {value}",
                 n=len(group), cells=grid.cell_names(group), cell=grid.cell_name(cell), value=value)


class Maker(Engine):
    """The generator of a family, as whose work a film of making is shown. It makes puzzles and solves none."""

    id = "maker"
    name = "Generator"
    description = marked("How this puzzle was made, step by step.")

    def __init__(self, options: tuple[Option, ...] = ()) -> None:
        self.options = options

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        raise BadPuzzle(say("a generator makes puzzles and solves none"))

"""Puzzle (what is printed), Board (what is on the table) and the changes between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.grid import Grid
from studio.core.say import say

Answer = tuple[int, ...]
"""One value per cell; 0 = undecided, or not part of the board."""

EMPTY = 0


RATED = ("rating", "difficulty", "level", "generated", "solutions")
"""What a file may tell about a question that is no longer true of another one."""


class BadPuzzle(ValueError):
    """Input that cannot be a puzzle; the message is one sentence for the user."""


class BadGivens(BadPuzzle):
    """A board that can be drawn, saved and opened, but not solved: values that do not fit it. `cells` are to blame."""

    def __init__(self, message: str, cells: Iterable[int] = ()) -> None:
        super().__init__(message)
        self.cells = tuple(cells)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as printed: immutable, so that it can travel to other processes and into undo stacks."""

    family: str
    grid: Grid
    givens: tuple[int, ...]
    borders: tuple[int, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    notes: str = ""
    solution: Answer | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.givens) != self.grid.size:
            raise BadPuzzle(say("the board has {size} cells but {count} were given", size=self.grid.size,
                                count=len(self.givens)))
        if self.borders and len(self.borders) != self.grid.border_count:
            raise BadPuzzle(say("the board has {border_count} borders but {count} were given",
                                border_count=self.grid.border_count, count=len(self.borders)))
        if self.solution is not None and len(self.solution) != self.grid.size:
            raise BadPuzzle(say("the board has {size} cells but its solution has {count}", size=self.grid.size,
                                count=len(self.solution)))

    def param(self, name: str, default: Any = None) -> Any:
        return self.params.get(name, default)

    def with_givens(self, givens: Iterable[int]) -> Puzzle:
        """The same puzzle with other clues; a stored solution would no longer be known to fit."""
        return replace(self, givens=tuple(givens)).unproved()

    def with_params(self, **params: Any) -> Puzzle:
        return replace(self, params={**self.params, **params}).unproved()

    def unproved(self) -> Puzzle:
        """Without what was found out about another question: its solution, its rating."""
        return replace(self, solution=None, extra={key: value for key, value in self.extra.items() if key not in RATED})

    def clues(self) -> list[int]:
        """The cells that hold a given."""
        return [cell for cell, value in enumerate(self.givens) if value != EMPTY]

    def same_board(self, other: Puzzle) -> bool:
        """True when the two ask the same question, whatever their titles say."""
        return (self.family, self.grid, self.givens, self.drawn_borders(), dict(self.params)) == (
            other.family, other.grid, other.givens, other.drawn_borders(), dict(other.params))

    def drawn_borders(self) -> tuple[int, ...]:
        """The borders, () if none is drawn: a board may also hold a zero for each."""
        return self.borders if any(self.borders) else ()


@dataclass(frozen=True)
class Change:
    """One reversible edit of a board: a cell of a layer, or a parameter (layer "params", index = its name)."""

    layer: str
    index: int | str
    old: Any
    new: Any

    def inverted(self) -> Change:
        return Change(self.layer, self.index, self.new, self.old)


OWN_LAYERS = ("own_walls", "own_colours", "own_dots", "own_lines")
"""A player's own marks, which mean nothing to any rule: on borders the first and the last, in cells the others."""
LAYERS = ("givens", "borders", "marks", "notes", *OWN_LAYERS)


class Board:
    """The working state: the givens being drawn and the marks of whoever solves it.

    `marks` uses the answers' alphabet (0 = undecided). `notes` are a player's small pencil marks, one bit a value.
    """

    def __init__(self, puzzle: Puzzle, marks: Sequence[int] | None = None, notes: Sequence[int] | None = None) -> None:
        self.family = puzzle.family
        self.grid = puzzle.grid
        self.givens: list[int] = list(puzzle.givens)
        self.borders: list[int] = list(puzzle.borders)
        self.params: dict[str, Any] = dict(puzzle.params)
        self.marks: list[int] = list(marks) if marks is not None else [EMPTY] * puzzle.grid.size
        self.notes: list[int] = list(notes) if notes is not None else [0] * puzzle.grid.size
        self._own: dict[str, list[int]] = {}
        self._origin = puzzle

    def copy(self) -> Board:
        made = Board(self.puzzle(), self.marks, self.notes)
        made._own = {name: list(values) for name, values in self._own.items()}
        return made

    def own(self, name: str) -> Sequence[int]:
        """A layer of the player's own marks; nothing where there are none."""
        return self._own.get(name, ())

    def puzzle(self) -> Puzzle:
        """The puzzle as drawn now. The stored solution and rating are kept only while the question is unchanged."""
        borders = tuple(self.borders) if self._origin.borders or any(self.borders) else ()
        now = replace(self._origin, givens=tuple(self.givens), borders=borders, params=dict(self.params))
        return now if now.same_board(self._origin) else now.unproved()

    def describe(self, title: str, author: str, notes: str) -> None:
        """Other details of the same question."""
        self._origin = replace(self._origin, title=title, author=author, notes=notes)

    def layer(self, name: str) -> list[int]:
        if name not in LAYERS:
            raise KeyError(name)
        if name in OWN_LAYERS:
            cells = self.grid.size if name in OWN_LAYERS[1:3] else self.grid.border_count
            return self._own.setdefault(name, [0] * cells)
        layer: list[int] = getattr(self, name)
        if name == "borders" and not layer:
            layer.extend([0] * self.grid.border_count)  # a puzzle without any need not list them
        return layer

    def change(self, layer: str, index: int | str, new: Any) -> Change | None:
        """The change that would put `new` there, or None if it is there already."""
        if layer == "params":
            old = self.params.get(str(index))
        else:
            old = self.layer(layer)[int(index)]
        return None if old == new else Change(layer, index, old, new)

    def apply(self, changes: Iterable[Change]) -> None:
        for change in changes:
            if change.layer == "params" and change.new is None:
                self.params.pop(str(change.index), None)  # it was not said before
            elif change.layer == "params":
                self.params[str(change.index)] = change.new
            else:
                self.layer(change.layer)[int(change.index)] = change.new

    def revert(self, changes: Sequence[Change]) -> None:
        self.apply(change.inverted() for change in reversed(changes))


@dataclass(frozen=True)
class Violation:
    """A broken rule: its short id (named in help and tests), a sentence, and the cells that break it."""

    rule: str
    message: str
    cells: tuple[int, ...] = ()


def difficulty_of(puzzle: Puzzle) -> str:
    """The difficulty that a file tells, under any of the names that generators use."""
    for name in ("difficulty", "level", "rating"):
        told: Any = puzzle.extra.get(name, puzzle.params.get(name))
        if isinstance(told, dict):
            told = told.get("level")
        if isinstance(told, str):
            return told
    return ""


HIGHEST_LEVEL = "fiendish"


def told_level(level: str, finished: bool) -> str:
    """A difficulty as it may be told: that of a rating which was stopped is a lower bound (nothing is above the highest)."""
    return level if finished or level == HIGHEST_LEVEL else say("at least {level}", level=level)


def told_difficulty(puzzle: Puzzle) -> str:
    """The same for people. A file in which a rating was stopped tells its level as a lower bound, whichever name it goes by."""
    level, rating = difficulty_of(puzzle), puzzle.extra.get("rating")
    bound = isinstance(rating, dict) and rating.get("finished") is False and rating.get("level") == level
    return told_level(level, not bound)

"""The steps of a document's history: each can be undone, made again, and written down to survive a crash."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QUndoCommand

from studio.core import files
from studio.core.puzzle import Board, Change, Puzzle

if TYPE_CHECKING:
    from studio.ui.document import Document

DRAW, PLAY, WATCH = "draw", "play", "watch"
Details = tuple[str, str, str]
"""title, author, notes"""
Snapshot = tuple[tuple[int, ...], tuple[int, ...]]
"""marks and notes at the moment a trial began"""


class Step(QUndoCommand):
    """One step of the document's history: it knows in which mode it was made, so that undoing it can be seen."""

    def __init__(self, document: Document, mode: str, text: str) -> None:
        super().__init__(text)
        self._document = document
        self.mode = mode

    def data(self) -> dict[str, Any]:
        """The step as JSON can tell it; `rebuilt` makes a step of it again."""
        raise NotImplementedError


class SetCells(Step):
    """Changes of one stroke, and what follows from them for the player's marks. Parts of one stroke are undone at once."""

    ID = 1

    def __init__(self, document: Document, mode: str, changes: Sequence[Change], text: str, stroke: int) -> None:
        super().__init__(document, mode, text)
        self._changes = list(changes)
        self._stroke = stroke
        self._fresh = True

    def data(self) -> dict[str, Any]:
        return {"kind": "cells", "mode": self.mode, "text": self.text(), "changes": _changes_out(self._changes)}

    def id(self) -> int:
        return self.ID

    def is_told(self) -> None:
        """What follows from the changes is among them already."""
        self._fresh = False

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, SetCells) or other._stroke != self._stroke:
            return False
        self._changes += other._changes
        return True

    def redo(self) -> None:
        self._document.board.apply(self._changes)
        if self._fresh:
            self._fresh = False
            self._changes += self._document.follow_givens(self._changes)
        self._document.touched(self._changes)

    def undo(self) -> None:
        self._document.board.revert(self._changes)
        self._document.touched(self._changes)


class SetDetails(Step):
    """Title, author and notes. What is typed into one field without a pause elsewhere is one step."""

    ID = 2

    def __init__(self, document: Document, details: Details, text: str, field: str, typing: int) -> None:
        super().__init__(document, DRAW, text)
        self._old, self._new = document.details, details
        self._typing = (field, typing)

    def data(self) -> dict[str, Any]:
        return {"kind": "details", "text": self.text(), "details": list(self._new)}

    def id(self) -> int:
        return self.ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, SetDetails) or other._typing != self._typing:
            return False
        self._new = other._new
        return True

    def redo(self) -> None:
        self._document.put_details(self._new)

    def undo(self) -> None:
        self._document.put_details(self._old)


class SetTrials(Step):
    """Begin, keep or drop a trial level: the stack of snapshots changes, and with a drop the marks too."""

    def __init__(self, document: Document, levels: Sequence[Snapshot], changes: Sequence[Change], text: str) -> None:
        super().__init__(document, PLAY, text)
        self._old, self._new = tuple(document.trials), tuple(levels)
        self._changes = list(changes)

    def data(self) -> dict[str, Any]:
        levels = [[list(marks), list(notes)] for marks, notes in self._new]
        return {"kind": "trials", "text": self.text(), "levels": levels, "changes": _changes_out(self._changes)}

    def redo(self) -> None:
        self._document.trials = list(self._new)
        self._document.board.apply(self._changes)
        self._document.touched(self._changes, play=True)

    def undo(self) -> None:
        self._document.trials = list(self._old)
        self._document.board.revert(self._changes)
        self._document.touched(self._changes, play=True)


class ReplaceBoard(Step):
    """Another board in place of this one: a new size, a generated puzzle. The player starts afresh."""

    def __init__(self, document: Document, puzzle: Puzzle, text: str) -> None:
        super().__init__(document, DRAW, text)
        self._puzzle = puzzle
        self._old, self._new = document.board, Board(puzzle, document.family.start_marks(puzzle))
        self._old_trials = list(document.trials)

    def data(self) -> dict[str, Any]:
        return {"kind": "board", "text": self.text(), "puzzle": files.dumps(self._puzzle)}

    def redo(self) -> None:
        self._document.put_board(self._new, [])

    def undo(self) -> None:
        self._document.put_board(self._old, list(self._old_trials))


def _changes_out(changes: Sequence[Change]) -> list[list[Any]]:
    return [[change.layer, change.index, change.old, change.new] for change in changes]


def _changes_in(data: Any) -> list[Change]:
    return [Change(str(layer), index, old, new) for layer, index, old, new in data]


def rebuilt(document: Document, data: Mapping[str, Any]) -> Step:
    """A step from its data, for a document that is in the state before it."""
    kind, text = data["kind"], str(data["text"])
    if kind == "cells":
        step = SetCells(document, str(data["mode"]), _changes_in(data["changes"]), text, next(_strokes))
        step.is_told()
        return step
    if kind == "details":
        title, author, notes = map(str, data["details"])
        return SetDetails(document, (title, author, notes), text, "", next(_strokes))
    if kind == "trials":
        levels: list[Snapshot] = [(tuple(marks), tuple(notes)) for marks, notes in data["levels"]]
        return SetTrials(document, levels, _changes_in(data["changes"]), text)
    return ReplaceBoard(document, files.parse(data["puzzle"], drawn=True).puzzle, text)


_strokes = itertools.count(-1, -1)
"""Strokes of rebuilt steps never merge with each other, nor with those of the user."""

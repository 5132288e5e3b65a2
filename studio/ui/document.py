"""Document: one open puzzle with its board, its two undo stacks (draw, play), its file and its player's progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from studio.core import files, registry
from studio.core.family import Family, Stroke
from studio.core.grid import MAX_SHOWN
from studio.core.puzzle import EMPTY, BadPuzzle, Board, Change, Puzzle, Violation

DRAW, PLAY, WATCH = "draw", "play", "watch"
MODES = (DRAW, PLAY, WATCH)
Snapshot = tuple[tuple[int, ...], tuple[int, ...]]
"""marks and notes at the moment a trial began"""


class SetCells(QUndoCommand):
    """Changes of one stroke. Parts of the same stroke merge, so that a whole drag is undone at once."""

    ID = 1

    def __init__(self, document: Document, changes: Sequence[Change], text: str, stroke: int) -> None:
        super().__init__(text)
        self._document = document
        self._changes = list(changes)
        self._stroke = stroke

    def id(self) -> int:
        return self.ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, SetCells) or other._stroke != self._stroke:
            return False
        self._changes += other._changes
        return True

    def redo(self) -> None:
        self._document.board.apply(self._changes)
        self._document.touched(self._changes)

    def undo(self) -> None:
        self._document.board.revert(self._changes)
        self._document.touched(self._changes)


class SetTrials(QUndoCommand):
    """Begin, keep or drop a trial level: the stack of snapshots changes, and with a drop the marks too."""

    def __init__(self, document: Document, levels: Sequence[Snapshot], changes: Sequence[Change], text: str) -> None:
        super().__init__(text)
        self._document = document
        self._old, self._new = tuple(document.trials), tuple(levels)
        self._changes = list(changes)

    def redo(self) -> None:
        self._document.trials = list(self._new)
        self._document.board.apply(self._changes)
        self._document.touched(self._changes, play=True)

    def undo(self) -> None:
        self._document.trials = list(self._old)
        self._document.board.revert(self._changes)
        self._document.touched(self._changes, play=True)


class ReplaceBoard(QUndoCommand):
    """Another board in place of this one: a new size, a generated puzzle, another title."""

    def __init__(self, document: Document, board: Board, text: str, trials: Sequence[Snapshot] = ()) -> None:
        super().__init__(text)
        self._document = document
        self._old, self._new = document.board, board
        self._old_trials, self._new_trials = list(document.trials), list(trials)

    def redo(self) -> None:
        self._document.put_board(self._new, list(self._new_trials))

    def undo(self) -> None:
        self._document.put_board(self._old, self._old_trials)


class Document(QObject):
    """`changed(question)` follows every edit; `question` is True when what is asked changed, not only the player's marks.

    `modified` follows when `is_modified` may have changed: the undo stacks tell that, after the edit itself.
    """

    changed = Signal(bool)
    modified = Signal()
    renamed = Signal()
    solved = Signal()

    def __init__(self, puzzle: Puzzle, path: Path | None = None, player: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.family: Family = registry.family(puzzle.family)
        self.path = path
        self.trials: list[Snapshot] = []
        self.seconds = 0.0
        self.was_solved = False
        """on this table, since the player last started"""
        self.hints = 0
        """moves that were given away, since the player last started"""
        self.ever_solved = False
        self.board = self._board_of(puzzle, player or {})
        self.was_solved = self.ever_solved and self.is_solved()
        self.draw_stack, self.play_stack = QUndoStack(self), QUndoStack(self)
        for stack in (self.draw_stack, self.play_stack):
            stack.cleanChanged.connect(self._clean_changed)
        self._unsaved = False
        self._stroke = 0

    def _clean_changed(self, _clean: bool) -> None:
        self.modified.emit()

    def _board_of(self, puzzle: Puzzle, player: dict[str, Any]) -> Board:
        self._player_rest = {key: value for key, value in player.items() if key not in ("marks", "pencil", "seconds", "solved")}
        self.seconds = _number(player.get("seconds"))
        self.ever_solved = bool(player.get("solved", False))
        if puzzle.grid.size > MAX_SHOWN:
            raise BadPuzzle(f"a board of {puzzle.grid.rows}x{puzzle.grid.cols} is too large to show; the command line takes it")
        self._start = self.family.start_marks(puzzle)
        return Board(puzzle, player.get("marks") or self._start, player.get("pencil"))

    # --- what it is -----------------------------------------------------------------------------------------------------
    @property
    def puzzle(self) -> Puzzle:
        return self.board.puzzle()

    @property
    def title(self) -> str:
        if self.puzzle.title:
            return self.puzzle.title
        return self.path.stem if self.path else self.tr("Untitled {0}").format(self.family.name)

    @property
    def is_modified(self) -> bool:
        return self._unsaved or not self.draw_stack.isClean() or not self.play_stack.isClean()

    def stack(self, mode: str) -> QUndoStack:
        return self.play_stack if mode == PLAY else self.draw_stack

    def is_blank(self) -> bool:
        """True while nothing has been drawn. A board that is a question from the start (a rectangle to tile) never is."""
        puzzle = self.puzzle
        if any(puzzle.givens):
            return False
        blank = self.family.blank(puzzle.grid.rows, puzzle.grid.cols, **dict(puzzle.params))
        return blank.givens == puzzle.givens and blank.borders == puzzle.borders

    def has_own_work(self) -> bool:
        """True if closing without saving would lose a question, not only marks on someone else's."""
        return self._unsaved or not self.draw_stack.isClean()

    def started(self) -> bool:
        """True once the player has made a mark of their own."""
        return self.board.marks != self._start or any(self.board.notes)

    def marked(self) -> int:
        """How many cells the player has decided."""
        return sum(1 for mark, start in zip(self.board.marks, self._start) if mark and mark != start)

    def open_cells(self) -> int | None:
        """How many cells there are to decide, where a solution is stored that tells it."""
        solution = self.puzzle.solution
        return None if solution is None else sum(1 for mark, value in zip(self._start, solution) if value and not mark)

    def violations(self) -> list[Violation]:
        return self.family.check(self.board)

    def is_solved(self) -> bool:
        return self.family.is_complete(self.board) and not self.family.check(self.board)

    # --- edits ----------------------------------------------------------------------------------------------------------
    def stroke(self, mode: str, tool: str, label: str, stroke: Stroke) -> bool:
        """Let the family answer a stroke; True if something changed. A press or a key begins a new undo step."""
        if stroke.kind in ("press", "key", "double"):
            self._stroke += 1
        changes = self.family.edit(self.board, tool, stroke)
        if mode == PLAY:
            changes = [change for change in changes if change.layer in ("marks", "notes")]
        if changes:
            self.stack(mode).push(SetCells(self, changes, label, self._stroke))
        return bool(changes)

    def edit(self, mode: str, changes: Sequence[Change], label: str) -> None:
        if changes:
            self._stroke += 1
            self.stack(mode).push(SetCells(self, changes, label, self._stroke))

    def touched(self, changes: Sequence[Change], play: bool = False) -> None:
        """An undo command changed the board."""
        question = not play and any(change.layer not in ("marks", "notes") for change in changes)
        if question:
            self._follow_givens()
        self.changed.emit(question)
        if not question and not self.was_solved and self.is_solved():
            self.was_solved = self.ever_solved = True
            self.solved.emit()

    def _follow_givens(self) -> None:
        """What the givens themselves decide is marked from the start, also while they are being drawn."""
        fresh = self.family.start_marks(self.puzzle)
        for cell, (old, new) in enumerate(zip(self._start, fresh)):
            if old != new or self.board.marks[cell] == old:
                self.board.marks[cell] = new
        self._start = fresh

    def put_board(self, board: Board, trials: list[Snapshot]) -> None:
        if not board.puzzle().same_board(self.board.puzzle()):
            self.play_stack.clear()  # its steps speak of cells of the other board
        self.board, self.trials = board, trials
        self._start = self.family.start_marks(self.puzzle)
        self.changed.emit(True)
        self.renamed.emit()

    def replace_puzzle(self, puzzle: Puzzle, label: str) -> None:
        """Another question on this sheet, undoable; the player starts afresh."""
        self.draw_stack.push(ReplaceBoard(self, Board(puzzle, self.family.start_marks(puzzle)), label))

    def set_details(self, title: str, author: str, notes: str) -> None:
        old = self.puzzle
        if (title, author, notes) != (old.title, old.author, old.notes):
            renamed = replace(old, title=title, author=author, notes=notes)
            board = Board(renamed, self.board.marks, self.board.notes)
            self.draw_stack.push(ReplaceBoard(self, board, self.tr("Details"), self.trials))

    def resize(self, rows: int, cols: int) -> None:
        """Another size; what lies inside both stays. Borders and marks follow their cells."""
        self.replace_puzzle(resized(self.family, self.puzzle, rows, cols), self.tr("Resize"))

    # --- playing --------------------------------------------------------------------------------------------------------
    def restart(self) -> None:
        """All of the player's marks away, in one undoable step; the clock begins anew."""
        self.was_solved, self.seconds, self.hints = False, 0.0, 0
        changes = [change for cell, value in enumerate(self._start) if (change := self.board.change("marks", cell, value))]
        changes += [change for cell in self.board.grid.cells() if (change := self.board.change("notes", cell, 0))]
        self.play_stack.push(SetTrials(self, (), changes, self.tr("Start again")))

    def begin_trial(self) -> None:
        now: Snapshot = (tuple(self.board.marks), tuple(self.board.notes))
        self.play_stack.push(SetTrials(self, [*self.trials, now], (), self.tr("Begin a trial")))

    def keep_trial(self) -> None:
        if self.trials:
            self.play_stack.push(SetTrials(self, self.trials[:-1], (), self.tr("Keep the trial")))

    def drop_trial(self) -> None:
        """Back to the board as it was when the newest trial began."""
        if self.trials:
            marks, notes = self.trials[-1]
            changes = [change for cell, value in enumerate(marks) if (change := self.board.change("marks", cell, value))]
            changes += [change for cell, value in enumerate(notes) if (change := self.board.change("notes", cell, value))]
            self.play_stack.push(SetTrials(self, self.trials[:-1], changes, self.tr("Drop the trial")))

    def trial_levels(self) -> dict[int, int]:
        """cell -> the newest trial level that changed its mark."""
        levels: dict[int, int] = {}
        for level, (marks, _) in enumerate(self.trials, 1):
            levels.update((cell, level) for cell, mark in enumerate(self.board.marks) if mark and mark != marks[cell])
        return levels

    def player(self) -> dict[str, Any]:
        """The player's progress as the file keeps it; empty if there is none."""
        if not self.started() and not self.ever_solved:
            return {}
        return {**self._player_rest, "marks": list(self.board.marks), "pencil": list(self.board.notes),
                "seconds": round(self.seconds, 1), "solved": self.ever_solved}

    # --- files ----------------------------------------------------------------------------------------------------------
    @classmethod
    def open(cls, path: str | Path) -> Document:
        """A document from a file; BadPuzzle with one sentence if that fails. A foreign format is not overwritten by Save."""
        opened = files.load(path)
        return cls(opened.puzzle, Path(path) if opened.codec is None else None, opened.player)

    def save(self, path: Path | None = None) -> None:
        """Write to a path (or the document's own); BadPuzzle with one sentence if that fails."""
        target = path or self.path
        assert target is not None
        files.save(target, self.puzzle, self.player())
        self.path = target
        self._unsaved = False
        self.draw_stack.setClean()
        self.play_stack.setClean()
        self.renamed.emit()
        self.modified.emit()

    def mark_unsaved(self) -> None:
        """A document that holds what no file holds yet: generated, dropped in, recovered."""
        self._unsaved = True
        self.modified.emit()


def resized(family: Family, puzzle: Puzzle, rows: int, cols: int) -> Puzzle:
    """The puzzle on a board of another size, its upper left corner kept."""
    blank = family.blank(rows, cols, **dict(puzzle.params))
    old, new = puzzle.grid, blank.grid
    givens = list(blank.givens)
    for row in range(min(old.rows, new.rows)):
        for col in range(min(old.cols, new.cols)):
            givens[new.index(row, col)] = puzzle.givens[old.index(row, col)]
    borders = list(blank.borders)
    if puzzle.borders:
        for border, value in enumerate(puzzle.borders):
            a, b = (old.rc(cell) for cell in old.border_cells(border))
            if value != EMPTY and new.contains(*a) and new.contains(*b):
                borders[new.border_between(new.index(*a), new.index(*b))] = value
    return replace(blank, givens=tuple(givens), borders=tuple(borders), title=puzzle.title, author=puzzle.author,
                   notes=puzzle.notes, extra=puzzle.extra)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0

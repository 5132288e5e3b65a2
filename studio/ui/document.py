"""Document: one open puzzle with its board, its history (one undo for all modes), its file and its player's progress."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from studio.core import files, own_marks, registry
from studio.core.family import Family, Stroke
from studio.core.grid import MAX_SHOWN
from studio.core.language import told
from studio.core.patch import Edges, Patch, cut_out, fallen, reshaped
from studio.core.puzzle import OWN_LAYERS, BadPuzzle, Board, Change, Puzzle, Violation
from studio.core.symmetric import with_partners
from studio.ui import progress
from studio.ui.steps import DRAW, PLAY, WATCH, Details, ReplaceBoard, SetCells, SetDetails, SetTrials, Snapshot, rebuilt

NO_SYMMETRY = "none"
MODES = (DRAW, PLAY, WATCH)
MAX_CHECKED = 900
"""Cells of a board whose rules are checked at once, on the window's own thread; larger ones are checked by a worker."""
PLAYER_KEYS = ("marks", "pencil", "seconds", "solved", "trials", *OWN_LAYERS)
PLAYED = ("marks", "notes", *OWN_LAYERS)
"""layers that belong to the player"""


class Document(QObject):
    """`changed(question)` follows every edit; `question` is True when what is asked changed, not only the player's marks.

    All edits, of whatever mode, are steps of one history: its clean state is the one notion of "saved". `modified` follows
    when `is_modified` may have changed: the history tells that, after the edit itself.
    """

    changed = Signal(bool)
    modified = Signal()
    renamed = Signal()
    solved = Signal()
    unseen = Signal()
    """a mark on a board that is too large to see at once whether it is solved now"""
    fell = Signal(int)
    """so many clues and borders are off the board now: cut away with it, shifted out, or laid down beside it"""

    def __init__(self, puzzle: Puzzle, path: Path | None = None, player: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.family: Family = registry.family(puzzle.family)
        self.path = path
        self.shelved = False
        """a puzzle of the library: the player's progress is kept by itself, without a file of their own"""
        self.trials: list[Snapshot] = []
        self.seconds = 0.0
        self.was_solved = False
        """on this table, since the player last started"""
        self.symmetry = NO_SYMMETRY
        """how clues are drawn: partner cells get theirs, too"""
        self.hints = 0
        """moves that were given away, since the player last started"""
        self.ever_solved = False
        self.board = self._board_of(puzzle, player or {})
        self.was_solved = self.ever_solved and (not self.is_small() or self.is_solved())
        self.history = QUndoStack(self)
        self.history.cleanChanged.connect(self._clean_changed)
        self.left_out: tuple[str, ...] = ()
        """what its file held and the studio has no place for, a sentence each"""
        self.stamp = ""
        """what the file held when it was last read or written here"""
        self._seen = ""
        self.mode = DRAW
        """the mode in which it was last seen"""
        self._first = (self.puzzle, self.player())
        self._kept = self.puzzle
        self._unsaved = False
        self._replaying = False
        self._stroke = 0
        self._typing = 0

    def _clean_changed(self, _clean: bool) -> None:
        self.modified.emit()

    def _board_of(self, puzzle: Puzzle, player: dict[str, Any]) -> Board:
        self._player_rest = {key: value for key, value in player.items() if key not in PLAYER_KEYS}
        self.seconds = _number(player.get("seconds"))
        self.ever_solved = bool(player.get("solved", False))
        if puzzle.grid.size > MAX_SHOWN:
            raise BadPuzzle(f"a board of {puzzle.grid.rows}x{puzzle.grid.cols} is too large to show; the command line takes it")
        self._start = self.family.start_marks(puzzle)
        none = [0] * puzzle.grid.size
        self.trials = [(tuple(level.get("marks") or none), tuple(level.get("pencil") or none))
                       for level in player.get("trials", ())]
        board = Board(puzzle, player.get("marks") or self._start, player.get("pencil"))
        for name in OWN_LAYERS:
            kept = player.get(name)
            if isinstance(kept, list) and len(kept) == len(board.layer(name)) and all(type(value) is int for value in kept):
                board.layer(name)[:] = kept
        return board

    # --- what it is -----------------------------------------------------------------------------------------------------
    @property
    def puzzle(self) -> Puzzle:
        return self.board.puzzle()

    @property
    def title(self) -> str:
        if self.puzzle.title:
            return self.puzzle.title
        return self.path.stem if self.path else self.tr("Untitled {0}").format(told(self.family.name))

    @property
    def is_modified(self) -> bool:
        return self._unsaved or not self.history.isClean()

    @property
    def details(self) -> Details:
        puzzle = self.puzzle
        return puzzle.title, puzzle.author, puzzle.notes

    def is_blank(self) -> bool:
        """True while nothing has been drawn. A board that is a question from the start (a rectangle to tile) never is."""
        puzzle = self.puzzle
        if any(puzzle.givens):
            return False
        blank = self.family.blank(puzzle.grid.rows, puzzle.grid.cols, **dict(puzzle.params))
        return blank.givens == puzzle.givens and blank.borders == puzzle.borders

    def has_own_work(self) -> bool:
        """True if closing without saving would lose a question, not only marks on someone else's."""
        return self._unsaved or self.puzzle != self._kept

    def started(self) -> bool:
        """True once the player has made a mark of their own."""
        return self.board.marks != self._start or any(self.board.notes) or any(any(self.board.own(name)) for name in OWN_LAYERS)

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
        edit = own_marks.edit if own_marks.is_own(tool) else self.family.edit
        changes = edit(self.board, tool, stroke)
        if mode == PLAY:
            changes = [change for change in changes if change.layer in PLAYED]
        elif self.symmetry != NO_SYMMETRY:
            changes = with_partners(self.family.clues, self.board, changes, self.symmetry)
        if changes:
            self.history.push(SetCells(self, mode, changes, label, self._stroke))
        return bool(changes)

    def edit(self, mode: str, changes: Sequence[Change], label: str) -> None:
        if changes:
            self._stroke += 1
            self.history.push(SetCells(self, mode, changes, label, self._stroke))

    def touched(self, changes: Sequence[Change], play: bool = False) -> None:
        """A step changed the board."""
        question = not play and _asks(changes)
        if question:
            self._start = self.family.start_marks(self.puzzle)
        self.changed.emit(question)
        if question or self._replaying or self.was_solved or all(change.layer != "marks" for change in changes):
            return  # a wall or a colour of one's own solves nothing
        if not self.is_small():
            self.unseen.emit()
        elif self.is_solved():
            self.tell_solved()

    def tell_solved(self) -> None:
        if not self.was_solved:
            self.was_solved = self.ever_solved = True
            self.solved.emit()

    def is_small(self) -> bool:
        """True if the rules can be checked between two movements of the mouse."""
        return self.board.grid.size <= MAX_CHECKED

    def follow_givens(self, changes: Sequence[Change]) -> list[Change]:
        """What the givens themselves decide is marked from the start, also while they are being drawn. Part of the same step:
        undoing it brings back the player's own marks below."""
        if not _asks(changes):
            return []
        fresh, followed = self.family.start_marks(self.puzzle), []
        for cell, (old, new) in enumerate(zip(self._start, fresh)):
            if old != new or self.board.marks[cell] == old:
                followed.append(self.board.change("marks", cell, new))
        made = [change for change in followed if change is not None]
        self.board.apply(made)
        return made

    def put_board(self, board: Board, trials: list[Snapshot]) -> None:
        self.board, self.trials = board, trials
        self._start = self.family.start_marks(self.puzzle)
        self.changed.emit(True)
        self.renamed.emit()

    def put_details(self, details: Details) -> None:
        self.board.describe(*details)
        self.renamed.emit()

    def replace_puzzle(self, puzzle: Puzzle, label: str) -> None:
        """Another question on this sheet, undoable; the player starts afresh."""
        self.history.push(ReplaceBoard(self, puzzle, label))

    def set_details(self, title: str, author: str, notes: str) -> None:
        """Other details. Further ones in the same field belong to the same step, until `end_typing`."""
        wanted, now = (title, author, notes), self.details
        if wanted != now:
            field = "".join(name for name, old, new in zip(("t", "a", "n"), now, wanted) if old != new)
            self.history.push(SetDetails(self, wanted, self.tr("Details"), field, self._typing))

    def end_typing(self) -> None:
        self._typing += 1

    def clear(self) -> None:
        """An empty board of the same size and name."""
        old = self.puzzle
        blank = self.family.blank(old.grid.rows, old.grid.cols, **dict(old.params))
        self.replace_puzzle(replace(blank, title=old.title, author=old.author, notes=old.notes), self.tr("Clear"))

    def resize(self, rows: int, cols: int) -> None:
        """Another size; what lies in the upper left corner of both stays."""
        grid = self.board.grid
        self.reshape(Edges(bottom=rows - grid.rows, right=cols - grid.cols), self.tr("Resize"))

    def reshape(self, edges: Edges, label: str) -> None:
        """More or fewer rows and columns on any side; borders follow their cells. BadPuzzle if nothing would be left."""
        puzzle, grid = self.puzzle, self.board.grid
        rows, cols = grid.rows + edges.top + edges.bottom, grid.cols + edges.left + edges.right
        blank = self.family.blank(rows, cols, **dict(puzzle.params))
        whole = cut_out(self.board, grid.cells())
        self.replace_puzzle(reshaped(puzzle, blank, edges), label)
        self.tell_fallen(whole, edges.top, edges.left)

    def tell_fallen(self, part: Patch, row: int, col: int) -> None:
        """A part was laid down with its corner here: nobody should lose clues without a word."""
        puzzle = self.puzzle
        blank = self.family.blank(puzzle.grid.rows, puzzle.grid.cols, **dict(puzzle.params))
        count = fallen(puzzle.grid, part, row, col, blank.givens[0])
        if count:
            self.fell.emit(count)

    # --- playing --------------------------------------------------------------------------------------------------------
    def restart(self) -> None:
        """All of the player's marks away, in one undoable step; the clock begins anew."""
        self.was_solved, self.seconds, self.hints = False, 0.0, 0
        changes = [change for cell, value in enumerate(self._start) if (change := self.board.change("marks", cell, value))]
        changes += [change for cell in self.board.grid.cells() if (change := self.board.change("notes", cell, 0))]
        changes += [change for name in OWN_LAYERS for change in own_marks.erased(self.board, name)]
        self.history.push(SetTrials(self, (), changes, self.tr("Start again")))

    def begin_trial(self) -> None:
        now: Snapshot = (tuple(self.board.marks), tuple(self.board.notes))
        self.history.push(SetTrials(self, [*self.trials, now], (), self.tr("Begin a trial")))

    def keep_trial(self) -> None:
        if self.trials:
            self.history.push(SetTrials(self, self.trials[:-1], (), self.tr("Keep the trial")))

    def drop_trial(self) -> None:
        """Back to the board as it was when the newest trial began."""
        if self.trials:
            marks, notes = self.trials[-1]
            changes = [change for cell, value in enumerate(marks) if (change := self.board.change("marks", cell, value))]
            changes += [change for cell, value in enumerate(notes) if (change := self.board.change("notes", cell, value))]
            self.history.push(SetTrials(self, self.trials[:-1], changes, self.tr("Drop the trial")))

    def trial_levels(self) -> dict[int, int]:
        """cell -> the newest trial level that changed its mark."""
        levels: dict[int, int] = {}
        for level, (marks, _) in enumerate(self.trials, 1):
            levels.update((cell, level) for cell, mark in enumerate(self.board.marks) if mark and mark != marks[cell])
        return levels

    def player(self) -> dict[str, Any]:
        """The player's progress as the file keeps it; empty if there is none."""
        if not self.started() and not self.ever_solved and not self.trials:
            return {}
        trials = [{"marks": list(marks), "pencil": list(pencil)} for marks, pencil in self.trials]
        own = {name: list(self.board.own(name)) for name in OWN_LAYERS if any(self.board.own(name))}
        return {**self._player_rest, **own, "marks": list(self.board.marks), "pencil": list(self.board.notes),
                "seconds": round(self.seconds, 1), "solved": self.ever_solved, **({"trials": trials} if trials else {})}

    # --- its history as data -------------------------------------------------------------------------------------------
    def log(self) -> dict[str, Any]:
        """How it was when it was opened, and every step since: enough to undo them all after a crash."""
        puzzle, player = self._first
        steps = [self.history.command(number).data() for number in range(self.history.count())]  # type: ignore[attr-defined]
        return {"first": files.dumps(puzzle, player), "steps": steps, "index": self.history.index()}

    @classmethod
    def replayed(cls, log: dict[str, Any], path: Path | None) -> Document:
        """A document with its history, from such a log. Raises whatever is wrong with it."""
        opened = files.parse(log["first"], drawn=True)
        made = cls(opened.puzzle, path, opened.player)
        made._replaying = True
        for step in log["steps"]:
            made.history.push(rebuilt(made, step))
        made.history.setIndex(int(log["index"]))
        made._replaying = False
        return made

    # --- files ----------------------------------------------------------------------------------------------------------
    @classmethod
    def open(cls, path: str | Path, opened: files.Opened | None = None) -> Document:
        """A document from a file (perhaps read already); BadPuzzle with one sentence if that fails. A foreign format
        is not overwritten by Save."""
        stamp = stamp_of(Path(path))
        opened = opened or files.load(path, drawn=True)
        player = progress.progress_of(opened.puzzle) or opened.player
        made = cls(opened.puzzle, Path(path) if opened.codec is None else None, player)
        made.stamp = stamp
        made.left_out = opened.told
        return made

    def save(self, path: Path | None = None, facts: Mapping[str, Any] | None = None) -> None:
        """Write to a path (or the document's own); BadPuzzle with one sentence if that fails. `facts` are what was found out
        about the board as it is, besides what it tells itself.

        The file holds the question. How far its author or anybody else came with it is kept apart, on this computer: whoever
        gets the file shall not find the solution in it.
        """
        target = path or self.path
        assert target is not None
        puzzle = self.puzzle
        files.save(target, replace(puzzle, extra={**(facts or {}), **puzzle.extra}))
        self.path = target
        self.stamp = stamp_of(target)
        self._unsaved = False
        self._kept = self.puzzle
        self.history.setClean()
        self.renamed.emit()
        self.modified.emit()
        fault = self.keep_progress()
        if fault:
            raise BadPuzzle(f"the puzzle is saved, but your progress with it cannot be kept: {fault}")

    def keep_progress(self) -> str:
        """Remember how far the player came, apart from the file; a sentence if that failed. What is remembered goes when the
        player starts again."""
        player = self.player()
        return progress.keep_progress(self.puzzle, player) if player or progress.progress_of(self.puzzle) else ""

    def changed_outside(self) -> bool:
        """True if the file is no longer as this document read or wrote it."""
        if self.path is None or not self.stamp:
            return False
        now = stamp_of(self.path)
        return now not in ("", self.stamp)

    def news_outside(self) -> bool:
        """The same, but True only once for each change."""
        now = stamp_of(self.path) if self.changed_outside() and self.path is not None else ""
        fresh, self._seen = now not in ("", self._seen), now
        return fresh

    def take_theirs(self) -> None:
        """What the file holds now, as steps that can be undone; BadPuzzle if it cannot be read."""
        assert self.path is not None
        stamp = stamp_of(self.path)
        theirs = Document.open(self.path)
        if theirs.family.id != self.family.id:
            raise BadPuzzle(f"{self.path} holds a puzzle of another family now; open it in a tab of its own")
        self.replace_puzzle(theirs.puzzle, self.tr("Load the file"))
        marks = [change for cell, value in enumerate(theirs.board.marks) if (change := self.board.change("marks", cell, value))]
        notes = [change for cell, value in enumerate(theirs.board.notes) if (change := self.board.change("notes", cell, value))]
        self.edit(PLAY, marks + notes, self.tr("Load the file"))
        self.stamp, self._unsaved, self._kept = stamp, False, self.puzzle
        self.history.setClean()
        self.modified.emit()

    def mark_unsaved(self) -> None:
        """A document that holds what no file holds yet: generated, dropped in, recovered."""
        self._unsaved = True
        self.modified.emit()


def stamp_of(path: Path) -> str:
    """A fingerprint of a file's content; nothing if it is not there."""
    try:
        return hashlib.sha1(path.read_bytes()).hexdigest() if path.stat().st_size <= files.MAX_BYTES else ""
    except OSError:
        return ""


def _asks(changes: Sequence[Change]) -> bool:
    """True if one of the changes is about the question, not only about the player's marks."""
    return any(change.layer not in PLAYED for change in changes)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0

"""Copies of unsaved work for after a crash: every unsaved document, with its history, trials and mode.

Each running studio has a folder of its own under `recovery/`, held by a lock that the system lets go of when the process ends,
however it ended. Process numbers say nothing (they are given again, and containers all begin at 1). A copy is an ordinary
puzzle file with one more field, so that even a copy that cannot be brought back can be opened, mended or sent to someone.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core import files, locks
from studio.core.puzzle import BadPuzzle
from studio.ui import progress
from studio.ui.document import DRAW, MODES, Document

LOCK = "lock"
FIELD = "recovery"
LARGEST_HISTORY = 4_000_000
"""A longer history (in characters) is left out of the copy; the work itself never is."""


def folder() -> Path:
    return progress.data_folder() / "recovery"


# --- whose copies these are -------------------------------------------------------------------------------------------------
class Session:
    """The folder of copies of this studio."""

    def __init__(self, base: Path) -> None:
        self.folder = base / uuid4().hex
        self.folder.mkdir(parents=True)
        self._lock = locks.hold(self.folder / LOCK)

    def end(self) -> None:
        """As the system does it when the process is gone."""
        if self._lock is not None:
            self._lock.close()


_sessions: dict[Path, Session] = {}


def session() -> Session:
    base = folder()
    if base not in _sessions or not _sessions[base].folder.is_dir():
        _sessions[base] = Session(base)
    return _sessions[base]


def end_session() -> None:
    """The studio closes: its folder goes if it is empty."""
    ended = _sessions.pop(folder(), None)
    if ended is not None:
        ended.end()
        _remove_empty(ended.folder)


def _remove_empty(place: Path) -> None:
    with contextlib.suppress(OSError):
        if {each.name for each in place.iterdir()} <= {LOCK}:
            (place / LOCK).unlink(missing_ok=True)
            place.rmdir()


# --- writing ----------------------------------------------------------------------------------------------------------------
class Autosave(QObject):
    """Writes a copy of a document a few seconds after its last change; a saved or closed document leaves none.

    `failed(sentence)` as soon as a copy cannot be written: whoever works on must know that nothing is kept.
    """

    failed = Signal(str)

    def __init__(self, document: Document, seconds: int, enabled: bool = True) -> None:
        super().__init__(document)
        self.enabled = enabled
        self._document = document
        self._file: Path | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(seconds * 1000)
        self._timer.timeout.connect(self.write)
        document.changed.connect(self._changed)
        document.renamed.connect(self._changed)
        document.modified.connect(self._saved)
        if document.is_modified:  # pasted or generated: there is no file of it
            self._timer.start()

    def set_seconds(self, seconds: int) -> None:
        self._timer.setInterval(seconds * 1000)

    def _changed(self, _question: bool = True) -> None:
        if self.enabled and not self._timer.isActive():
            self._timer.start()

    def _saved(self) -> None:
        if not self._document.is_modified:
            self.remove()
        else:
            self._changed()

    def write(self) -> bool:
        """Write the copy now if there is anything to keep; False if it could not be."""
        if not self.enabled or not self._document.is_modified:
            return True
        try:
            if self._file is None or not self._file.parent.is_dir():
                self._file = session().folder / (uuid4().hex + files.EXTENSION)
            files.write_atomically(self._file, copy_of(self._document))
        except (OSError, BadPuzzle) as fault:
            self.failed.emit(str(fault))
            return False
        return True

    def remove(self) -> None:
        self._timer.stop()
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink()


def copy_of(document: Document) -> str:
    puzzle = document.puzzle
    rest: dict[str, Any] = {"path": str(document.path) if document.path else "", "mode": document.mode,
                            "shelved": document.shelved, "stamp": document.stamp}
    log = document.log()
    if len(json.dumps(log)) <= LARGEST_HISTORY:
        rest["log"] = json.dumps(log)  # one line: the copy is for reading, its history is not
    return files.dumps(replace(puzzle, extra={**puzzle.extra, FIELD: rest}), document.player())


# --- bringing back ----------------------------------------------------------------------------------------------------------
@dataclass
class Found:
    """What earlier studios left behind: documents with the copies they came from, and copies that cannot be read."""

    documents: list[tuple[Document, Path]] = field(default_factory=list)
    unread: list[Path] = field(default_factory=list)
    _locks: list[IO[bytes]] = field(default_factory=list)

    def forget(self, copy: Path) -> None:
        """A document is safe elsewhere: its old copy can go."""
        for each in (copy, copy.with_suffix(".path")):
            with contextlib.suppress(OSError):
                each.unlink()

    def close(self) -> None:
        for lock in self._locks:
            place = Path(str(lock.name)).parent
            lock.close()
            _remove_empty(place)


def recovered() -> Found:
    """What studios that are no longer running left behind. Nothing is skipped: what cannot be read is put aside as a file."""
    found, base = Found(), folder()
    with contextlib.suppress(OSError):
        copies = sorted(base.glob("*" + files.EXTENSION))  # as older versions of the studio wrote them
        for place in sorted(base.iterdir()):
            own = base in _sessions and _sessions[base].folder == place
            if place.is_dir() and (place / LOCK).exists() and not own and (lock := locks.hold(place / LOCK)) is not None:
                found._locks.append(lock)
                copies += sorted(place.glob("*" + files.EXTENSION))
        for copy in copies:
            try:
                found.documents.append((brought_back(copy), copy))
            except Exception:  # whatever is wrong with a copy, it must neither stop the start nor be lost
                found.unread.append(_put_aside(copy))
    return found


def brought_back(copy: Path) -> Document:
    """A document from its copy, with its history if that can be read."""
    opened = files.load(copy, drawn=True)
    rest = json.loads(copy.read_text("utf-8")).get(FIELD) or {}
    told = rest.get("path") or (copy.with_suffix(".path").read_text("utf-8") if copy.with_suffix(".path").exists() else "")
    path = Path(told) if told else None
    document = Document(opened.puzzle, path, opened.player)
    with contextlib.suppress(Exception):  # a history is a convenience; the work is what counts
        replayed = Document.replayed(json.loads(rest["log"]), path)
        same = (replayed.board.marks, replayed.trials) == (document.board.marks, document.trials)
        if same and replayed.puzzle == document.puzzle:
            replayed.seconds, replayed.ever_solved, replayed.was_solved = (
                document.seconds, document.ever_solved, document.was_solved)
            document = replayed
    mode = rest.get("mode")
    document.mode = mode if isinstance(mode, str) and mode in MODES else DRAW
    document.shelved, document.stamp = bool(rest.get("shelved")), str(rest.get("stamp") or "")
    document.mark_unsaved()
    return document


def _put_aside(copy: Path) -> Path:
    """Out of the way of the next start."""
    try:
        kept = folder() / "unread"
        kept.mkdir(parents=True, exist_ok=True)
        os.replace(copy, kept / copy.name)
        return kept / copy.name
    except OSError:
        return copy

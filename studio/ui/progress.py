"""What must not be lost: copies of unsaved work for after a crash, and how far the player came with the library's puzzles."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QObject, QStandardPaths, QTimer

from studio.core import files
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.ui.document import Document


def data_folder() -> Path:
    """The studio's own folder in the user's home."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


# --- progress with library puzzles -----------------------------------------------------------------------------------------
def _key(puzzle: Puzzle) -> str:
    question = (puzzle.family, puzzle.grid.rows, puzzle.grid.cols, puzzle.givens, puzzle.borders,
                json.dumps(dict(puzzle.params), sort_keys=True, default=str))
    return hashlib.sha1(repr(question).encode()).hexdigest()


def keep_progress(puzzle: Puzzle, player: Mapping[str, Any]) -> None:
    """Remember the player's state for a puzzle whose file is not theirs to change."""
    with contextlib.suppress(OSError, BadPuzzle):
        folder = data_folder() / "progress"
        folder.mkdir(parents=True, exist_ok=True)
        files.write_atomically(folder / f"{_key(puzzle)}.json", json.dumps(dict(player)))


def progress_of(puzzle: Puzzle) -> dict[str, Any]:
    try:
        kept = json.loads((data_folder() / "progress" / f"{_key(puzzle)}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) and _fits(kept, puzzle) else {}


def _fits(player: Mapping[str, Any], puzzle: Puzzle) -> bool:
    """True if the kept state is one of this board: anything else is worth nothing here and must not stop anyone."""
    levels = player.get("trials", [])
    if not isinstance(levels, list) or not all(isinstance(level, dict) for level in levels):
        return False
    layers = [level.get(name) for level in (player, *levels) for name in ("marks", "pencil")]
    return all(layer is None or (isinstance(layer, list) and len(layer) == puzzle.grid.size
                                 and all(type(value) is int for value in layer)) for layer in layers)


# --- recovery ---------------------------------------------------------------------------------------------------------
class Autosave(QObject):
    """Writes a copy of a document a few seconds after its last change; a saved or closed document leaves none."""

    def __init__(self, document: Document, seconds: int, enabled: bool = True) -> None:
        super().__init__(document)
        self.enabled = enabled
        self._document = document
        self._file = data_folder() / "recovery" / f"{os.getpid()}-{uuid4().hex}{files.EXTENSION}"
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(seconds * 1000)
        self._timer.timeout.connect(self.write)
        document.changed.connect(self._changed)
        document.renamed.connect(self._changed)
        document.modified.connect(self._saved)

    def set_seconds(self, seconds: int) -> None:
        self._timer.setInterval(seconds * 1000)

    def _changed(self, _question: bool = True) -> None:
        if self.enabled and not self._timer.isActive():
            self._timer.start()

    def _saved(self) -> None:
        if not self._document.is_modified:
            self.remove()

    def write(self) -> None:
        if not self.enabled or not self._document.is_modified:
            return
        with contextlib.suppress(OSError, BadPuzzle):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            files.save(self._file, self._document.puzzle, self._document.player())
            path = str(self._document.path) if self._document.path else ""
            self._file.with_suffix(".path").write_text(path, "utf-8")

    def remove(self) -> None:
        self._timer.stop()
        _forget(self._file)


def _forget(file: Path) -> None:
    for each in (file, file.with_suffix(".path")):
        with contextlib.suppress(OSError):
            each.unlink()


def _running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def recovered() -> tuple[list[Document], list[Path]]:
    """What a studio that is no longer running left behind, each told once: documents, and copies that cannot be read.

    The latter are put aside as files, never thrown away: whoever drew them may mend them, or send them to someone who can.
    """
    found, unread = [], []
    for file in sorted((data_folder() / "recovery").glob("*" + files.EXTENSION)):
        owner = file.name.partition("-")[0]
        if owner.isdecimal() and (int(owner) == os.getpid() or _running(int(owner))):
            continue
        try:
            opened = files.load(file, drawn=True)
            path = file.with_suffix(".path").read_text("utf-8") if file.with_suffix(".path").exists() else ""
            document = Document(opened.puzzle, Path(path) if path else None, opened.player)
            document.mark_unsaved()
            found.append(document)
        except Exception:  # whatever is wrong with a copy, it must neither stop the start nor be lost
            unread.append(_put_aside(file))
        else:
            _forget(file)
    return found, unread


def _put_aside(file: Path) -> Path:
    """Out of the way of the next start, under a name that tells when."""
    try:
        kept = data_folder() / "recovery" / "unread"
        kept.mkdir(parents=True, exist_ok=True)
        os.replace(file, kept / file.name)
        return kept / file.name
    except OSError:
        return file

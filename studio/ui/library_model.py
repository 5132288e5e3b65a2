"""The library's shelf: what puzzles there are, read a few at a time so that opening it never blocks the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    QStandardPaths,
    Qt,
    QTimer,
)

from studio.core import files, registry
from studio.core.grid import MAX_SHOWN
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.ui import progress
from studio.ui.widgets import plain_tip

BATCH_MS = 12
ENTRY = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """One puzzle on the shelf. `path` is None for the samples that live in a family's code."""

    puzzle: Puzzle
    path: Path | None
    family_name: str
    difficulty: str
    solved: bool
    started: bool

    @property
    def title(self) -> str:
        return self.puzzle.title or (self.path.stem if self.path else self.family_name)

    @property
    def caption(self) -> str:
        parts = [self.family_name, f"{self.puzzle.grid.rows}×{self.puzzle.grid.cols}", self.difficulty]
        return " · ".join(part for part in parts if part)

    @property
    def words(self) -> str:
        where = " ".join(self.path.parts[-3:]) if self.path else ""
        return f"{self.title} {self.caption} {self.puzzle.author} {where}".lower()


def user_folder() -> Path:
    """Where the user's own puzzles are looked for and saved by default."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Puzzle Studio"


def difficulty_of(puzzle: Puzzle) -> str:
    """The difficulty that a file tells, under any of the names that generators use."""
    for name in ("difficulty", "level", "rating"):
        told: Any = puzzle.extra.get(name, puzzle.params.get(name))
        if isinstance(told, dict):
            told = told.get("level")
        if isinstance(told, str):
            return told
    return ""


def entry_of(puzzle: Puzzle, path: Path | None, player: dict[str, Any]) -> Entry:
    family = registry.family(puzzle.family)
    return Entry(puzzle, path, family.name, difficulty_of(puzzle), bool(player.get("solved")), bool(player))


def shelf(folders: list[Path], samples: bool = True) -> Iterator[Entry]:
    """All puzzles: the files of the folders, then the families' own samples. Unreadable files are passed over."""
    for folder in folders:
        for path in sorted(folder.rglob("*" + files.EXTENSION)) if folder.is_dir() else ():
            try:
                opened = files.load(path, drawn=True)
                if opened.puzzle.grid.size > MAX_SHOWN:
                    continue
                yield entry_of(opened.puzzle, path, opened.player or progress.progress_of(opened.puzzle))
            except BadPuzzle:
                continue
    for family in registry.families() if samples else ():
        for sample in family.samples():
            yield entry_of(sample, None, progress.progress_of(sample))


def next_entry(entries: list[Entry], puzzle: Puzzle) -> Entry | None:
    """The first unsolved puzzle of the same family after this one, from the beginning again at the end."""
    mine = [entry for entry in entries if entry.puzzle.family == puzzle.family]
    here = next((number for number, entry in enumerate(mine) if entry.puzzle.same_board(puzzle)), -1)
    ahead = mine[here + 1 :] + mine[: max(here, 0)]
    return next((entry for entry in ahead if not entry.solved), None)


class Shelf(QAbstractListModel):
    """Entries as they are read; `load` starts again."""

    def __init__(self, folders: list[Path] | None = None) -> None:
        super().__init__()
        self.folders = folders if folders is not None else [*files.library_folders(), user_folder()]
        self.entries: list[Entry] = []
        self._reading: Iterator[Entry] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._read_some)

    def load(self) -> None:
        self.beginResetModel()
        self.entries = []
        self.endResetModel()
        self._reading = shelf(self.folders)
        self._timer.start()

    @property
    def loading(self) -> bool:
        return self._timer.isActive()

    def _read_some(self) -> None:
        import time

        fresh, deadline = [], time.perf_counter() + BATCH_MS / 1000
        assert self._reading is not None
        for entry in self._reading:
            fresh.append(entry)
            if time.perf_counter() > deadline:
                break
        else:
            self._timer.stop()
        if fresh:
            first = len(self.entries)
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self.entries += fresh
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            state = self.tr("solved") if entry.solved else self.tr("begun") if entry.started else ""
            told = ", ".join(part for part in (entry.title, entry.caption, state) if part)
            return plain_tip(told) if role == Qt.ItemDataRole.ToolTipRole else told
        return None


class ShelfFilter(QSortFilterProxyModel):
    """Narrows the shelf by words, family, difficulty and state."""

    def __init__(self, source: Shelf) -> None:
        super().__init__()
        self.setSourceModel(source)
        self._words: list[str] = []
        self._family = self._difficulty = self._state = ""

    def narrow(self, words: str = "", family: str = "", difficulty: str = "", state: str = "") -> None:
        self._words, self._family, self._difficulty, self._state = words.lower().split(), family, difficulty, state
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, Shelf)
        entry = model.entries[row]
        state = "solved" if entry.solved else "begun" if entry.started else "new"
        return (all(word in entry.words for word in self._words)
                and self._family in ("", entry.puzzle.family)
                and self._difficulty in ("", entry.difficulty)
                and self._state in ("", state))

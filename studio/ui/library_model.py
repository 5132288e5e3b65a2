"""The library's shelf: what puzzles there are, read a few at a time so that opening it never blocks the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    Signal,
)

from studio.core import files, language, registry
from studio.core.grid import MAX_SHOWN
from studio.core.puzzle import BadPuzzle, Puzzle, difficulty_of, told_difficulty
from studio.ui import progress
from studio.ui.widgets import plain_tip

BATCH_MS = 12
NO_SOLUTION, FIND_THE_PROOF = "no solution", "no solution: find the proof"
MINE, SHIPPED = "mine", "shipped"
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
        told = told_difficulty(self.puzzle)
        if self.impossible:
            told = NO_SOLUTION if registry.family(self.puzzle.family).arguments is None else FIND_THE_PROOF
        tags = " ".join(f"#{tag}" for tag in tags_of(self.puzzle))
        parts = [*map(language.told, (self.family_name, f"{self.puzzle.grid.rows}×{self.puzzle.grid.cols}", told)), tags]
        return " · ".join(part for part in parts if part)

    @property
    def words(self) -> str:
        where = " ".join(self.path.parts[-3:]) if self.path else ""
        more = " ".join((self.puzzle.author, self.puzzle.notes, *tags_of(self.puzzle), where))
        return f"{self.title} {self.caption} {more}".lower()

    @property
    def impossible(self) -> bool:
        """The file says that there is no solution: a puzzle to prove, not to solve."""
        return self.puzzle.extra.get("solutions") == 0


def tags_of(puzzle: Puzzle) -> list[str]:
    told = puzzle.extra.get("tags", [])
    return [str(tag) for tag in told] if isinstance(told, list) else []


def is_mine(entry: Entry) -> bool:
    """A file that the user may change: none of the shipped ones, no sample of the code."""
    return entry.path is not None and user_folder().resolve() in entry.path.resolve().parents


def user_folder() -> Path:
    """Where the user's own puzzles are looked for and saved by default."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Puzzle Studio"


def entry_of(puzzle: Puzzle, path: Path | None, player: dict[str, Any]) -> Entry:
    family = registry.family(puzzle.family)
    return Entry(puzzle, path, family.name, difficulty_of(puzzle), bool(player.get("solved")), bool(player))


def shelf(folders: list[Path], samples: bool = True, passed: Callable[[str], object] = lambda fault: None) -> Iterator[Entry]:
    """All puzzles: the files of the folders, then the families' own samples. What cannot be read or shown is passed over, and
    `passed` is told why."""
    seen: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*" + files.EXTENSION)) if folder.is_dir() else ():
            try:
                opened = files.load(path, drawn=True)
                if opened.puzzle.grid.size > MAX_SHOWN:
                    passed(f"{path}: {opened.puzzle.grid.rows}×{opened.puzzle.grid.cols}")
                    continue
                seen.add(progress.key_of(opened.puzzle))
                yield entry_of(opened.puzzle, path, progress.progress_of(opened.puzzle) or opened.player)
            except BadPuzzle as fault:
                passed(str(fault))
    for family in registry.families() if samples else ():
        for sample in family.samples():
            if progress.key_of(sample) in seen:
                continue  # the same puzzle is there as a file
            yield entry_of(sample, None, progress.progress_of(sample))


def next_entry(entries: list[Entry], puzzle: Puzzle) -> Entry | None:
    """The first unsolved puzzle of the same family after this one, from the beginning again at the end."""
    mine = [entry for entry in entries if entry.puzzle.family == puzzle.family]
    here = next((number for number, entry in enumerate(mine) if entry.puzzle.same_board(puzzle)), -1)
    ahead = mine[here + 1 :] + mine[: max(here, 0)]
    return next((entry for entry in ahead if not entry.solved and not entry.impossible), None)


class Shelf(QAbstractListModel):
    """Entries as they are read; `load` starts again, `loaded` when all are there."""

    loaded = Signal()

    def __init__(self, folders: list[Path] | None = None) -> None:
        super().__init__()
        self.folders = folders if folders is not None else [*files.library_folders(), user_folder()]
        self.entries: list[Entry] = []
        self.passed: list[str] = []
        """files that are not among them, and why"""
        self._reading: Iterator[Entry] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._read_some)

    def load(self) -> None:
        self.beginResetModel()
        self.entries, self.passed = [], []
        self.endResetModel()
        self._reading = shelf(self.folders, passed=self.passed.append)
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
            self.loaded.emit()
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
        self._family = self._difficulty = self._state = self._place = ""

    def narrow(self, words: str = "", family: str = "", difficulty: str = "", state: str = "", place: str = "") -> None:
        """`place`: mine, shipped, or the path of a folder of one's own."""
        self._words, self._family, self._difficulty, self._state = words.lower().split(), family, difficulty, state
        self._place = place
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, Shelf)
        entry = model.entries[row]
        state = "solved" if entry.solved else "begun" if entry.started else "new"
        return (all(word in entry.words for word in self._words)
                and self._family in ("", entry.puzzle.family)
                and self._difficulty in ("", entry.difficulty)
                and self._state in ("", state) and self._is_there(entry))

    def _is_there(self, entry: Entry) -> bool:
        if self._place in (MINE, SHIPPED):
            return is_mine(entry) == (self._place == MINE)
        return not self._place or (entry.path is not None and Path(self._place) in entry.path.parents)

"""What can be done with the puzzles that are chosen in the library: open, print, export, convert, tag, file and delete them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFile, QObject, QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu, QMessageBox, QWidget

from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.language import told
from studio.core.losses import in_words
from studio.core.puzzle import BadPuzzle, Board
from studio.ui.ask_path import safe_name
from studio.ui.library_model import Entry, is_mine, tags_of, user_folder


class LibraryActs(QObject):
    """`opened(entry)`, `printed(entries)`; `told(sentence)` for a notice; `changed` when the shelf must be read again;
    `moved(old, new)` for every file that lies elsewhere now."""

    opened = Signal(object)
    printed = Signal(object)
    told = Signal(str)
    changed = Signal()
    moved = Signal(object, object)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._lost: list[str] = []
        """what the last conversion had no place for"""

    def menu(self, entries: Sequence[Entry]) -> QMenu:
        """What fits the chosen puzzles: files of one's own can be tagged, moved and deleted, the shipped ones cannot."""
        made = QMenu(self._owner)
        own = [entry for entry in entries if is_mine(entry)]
        made.addAction(self.tr("Open"), lambda: self._open(entries))
        made.addAction(self.tr("Print as a book …"), lambda: self.printed.emit(list(entries)))
        made.addAction(self.tr("Export pictures …"), lambda: self._into_folder(lambda folder: self.export(entries, folder)))
        convert = made.addMenu(self.tr("Convert to"))
        for codec in common_codecs(entries):
            convert.addAction(told(codec.name), partial(self._into_folder, partial(self.convert, entries, codec.name)))
        if not convert.actions():
            _add_reason(convert, self.tr("No other format has a place for all of these kinds of puzzles."))
        made.addSeparator()
        for text, ask in ((self.tr("Tags …"), self._ask_tags), (self.tr("Move to folder …"), self._ask_folder),
                          (self.tr("Delete …"), self._ask_delete)):
            made.addAction(text, partial(ask, own)).setEnabled(bool(own))
        if len(own) < len(entries):
            _add_reason(made, self.tr("Only your own puzzles can be tagged, moved or deleted."))
        return made

    def _open(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.opened.emit(entry)

    def show_menu(self, entries: Sequence[Entry], at: QPoint) -> None:
        if entries:
            self.menu(entries).exec(at)

    # --- files ----------------------------------------------------------------------------------------------------------
    def _into_folder(self, act: Callable[[Path], None]) -> None:
        chosen = QFileDialog.getExistingDirectory(self._owner, self.tr("Into which folder?"), str(user_folder().parent))
        if chosen:
            act(Path(chosen))

    def export(self, entries: Sequence[Entry], folder: Path) -> None:
        """A picture of each, unsolved."""
        from studio.share.clean import Wanted, write_picture

        self._each(entries, folder, ".png",
                   lambda entry, path: write_picture(Board(entry.puzzle), path, Wanted(title=bool(entry.puzzle.title))))

    def convert(self, entries: Sequence[Entry], format_name: str, folder: Path) -> None:
        """A file of another format for each."""
        def write(entry: Entry, path: Path) -> None:
            codec = next(codec for codec in registry.family(entry.puzzle.family).codecs() if codec.name == format_name)
            files.write_atomically(path, codec.write(entry.puzzle))
            lost = codec.lost(entry.puzzle, {}, path.name)
            if lost:
                self._lost.append(f"{entry.title}: {told(in_words(lost, codec.name))}")

        codec = next(codec for codec in common_codecs(entries) if codec.name == format_name)
        self._each(entries, folder, codec.extensions[0] if codec.extensions else ".txt", write)

    def _each(self, entries: Sequence[Entry], folder: Path, ending: str, write: Callable[[Entry, Path], None]) -> None:
        """Write a file for each; none that is there is replaced, and what could not be written is told."""
        written, faults = 0, list[str]()
        self._lost = []
        for entry in entries:
            path, number = folder / (safe_name(entry.title) + ending), 1
            while path.exists():
                number += 1
                path = folder / f"{safe_name(entry.title)} ({number}){ending}"
            try:
                write(entry, path)
                written += 1
            except BadPuzzle as fault:
                faults.append(f"{entry.title}: {fault}")
        text = self.tr("{0} files are in {1}.").format(written, folder)
        text += self.tr(" Not written: {0}.").format("; ".join(faults)) if faults else ""
        self.told.emit(text + (" " + "; ".join(self._lost) if self._lost else ""))

    # --- one's own ------------------------------------------------------------------------------------------------------
    def _ask_tags(self, entries: Sequence[Entry]) -> None:
        shared = shared_tags(entries)
        words = (self.tr("Words, separated by commas:") if len(entries) == 1 else
                 self.tr("Words that all of them have, separated by commas:"))
        text, good = QInputDialog.getText(self._owner, self.tr("Tags"), words, text=", ".join(shared))
        if good:
            self.tag(entries, [word.strip() for word in text.split(",") if word.strip()])

    def tag(self, entries: Sequence[Entry], tags: Sequence[str]) -> None:
        """These tags in place of those that all of them had; what only some of them have, they keep."""
        shared = shared_tags(entries)

        def write(entry: Entry) -> None:
            own = [tag for tag in tags_of(entry.puzzle) if tag not in shared]
            kept = list(dict.fromkeys([*tags, *own]))
            files.save(entry.path or Path(), replace(entry.puzzle, extra={**entry.puzzle.extra, "tags": kept}))

        self._rewrite(entries, write)

    def _ask_folder(self, entries: Sequence[Entry]) -> None:
        known = sorted(str(path.relative_to(user_folder())) for path in user_folder().rglob("*") if path.is_dir())
        text = self.tr("A folder of My puzzles, old or new:")
        name, good = QInputDialog.getItem(self._owner, self.tr("Move"), text, known, 0, True)
        if good and name.strip():
            self.move(entries, name.strip())

    def move(self, entries: Sequence[Entry], name: str) -> None:
        """Into a folder below My puzzles."""
        target = (user_folder() / name).resolve()
        if user_folder().resolve() not in (target, *target.parents):
            self.told.emit(self.tr("That folder does not lie in My puzzles."))
            return

        def go(entry: Entry) -> None:
            assert entry.path is not None
            target.mkdir(parents=True, exist_ok=True)
            new, number = target / entry.path.name, 1
            while new.exists():
                number += 1
                new = target / f"{entry.path.stem} ({number}){entry.path.suffix}"
            entry.path.rename(new)
            self.moved.emit(entry.path, new)

        self._rewrite(entries, go)

    def ask_delete(self, entries: Sequence[Entry]) -> None:
        """Of the chosen puzzles those that are the user's own."""
        own = [entry for entry in entries if is_mine(entry)]
        if own:
            self._ask_delete(own)

    def _ask_delete(self, entries: Sequence[Entry]) -> None:
        standard = QMessageBox.StandardButton
        text = (self.tr("Move “{0}” to the trash?").format(entries[0].title) if len(entries) == 1 else
                self.tr("Move {0} puzzles to the trash?").format(len(entries)))
        if QMessageBox.question(self._owner, self.tr("Delete"), text) == standard.Yes:
            self.delete(entries)

    def delete(self, entries: Sequence[Entry]) -> None:
        """Into the trash, where the system has one; otherwise they stay, and that is told."""
        def go(entry: Entry) -> None:
            if not QFile.moveToTrash(str(entry.path)):
                raise BadPuzzle(f"{entry.path} cannot be moved to the trash")

        self._rewrite(entries, go)

    def _rewrite(self, entries: Sequence[Entry], act: Callable[[Entry], object]) -> None:
        """To each of one's own; one that fails does not keep the others from it, and is told."""
        faults = []
        for entry in filter(is_mine, entries):
            try:
                act(entry)
            except (BadPuzzle, OSError) as fault:
                faults.append(str(fault))
        if faults:
            self.told.emit("; ".join(faults))
        self.changed.emit()


def shared_tags(entries: Sequence[Entry]) -> list[str]:
    """The tags that all of them have, in the order of the first."""
    return [tag for tag in tags_of(entries[0].puzzle) if all(tag in tags_of(entry.puzzle) for entry in entries)]


def common_codecs(entries: Sequence[Entry]) -> list[Codec]:
    """The formats that all of them can be written in, each as its first family has it. Formats of several families are the
    same one if they have the same name (Penpa+)."""
    kinds = list(dict.fromkeys(entry.puzzle.family for entry in entries))
    if not kinds:
        return []
    shared = set.intersection(*({codec.name for codec in registry.family(kind).codecs()} for kind in kinds))
    return [codec for codec in registry.family(kinds[0]).codecs() if codec.name in shared]


def _add_reason(menu: QMenu, words: str) -> None:
    """Why something cannot be done, where one looks for it: by mouse, by keys and by ear."""
    menu.addAction(words).setEnabled(False)

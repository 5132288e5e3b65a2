"""Filing: open, save, export, drop, clipboard, recent."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from studio.core import files, registry
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.ui import progress, render
from studio.ui.ask_path import free_path, safe_name, save_path
from studio.ui.controllers.controller import Controller
from studio.ui.document import DRAW, PLAY, Document
from studio.ui.library_model import Entry, user_folder
from studio.ui.look import look
from studio.ui.widgets import ask

LARGEST_DROP = 200_000
THEIRS, MINE, BOTH = "theirs", "mine", "both"


def is_built_in(path: Path) -> bool:
    return any(folder.resolve() in path.resolve().parents for folder in files.library_folders())


class Filing(Controller):
    # --- open ---------------------------------------------------------------------------------------------------------
    def act_open(self) -> None:
        codecs = [codec for family in registry.families() for codec in family.codecs()]
        extensions = {files.EXTENSION, *(ext for codec in codecs for ext in codec.extensions)}
        pattern = " ".join(f"*{ext}" for ext in sorted(extensions))
        wanted = self.tr("Puzzles ({0});;All files (*)").format(pattern)
        paths, _ = QFileDialog.getOpenFileNames(self.desk.window, self.tr("Open"), str(self.last_folder()), wanted)
        for path in paths:
            self.open_path(path)

    def open_path(self, path: str | Path) -> bool:
        """Open a file in a tab (or go to its tab); says in one sentence why not if it cannot."""
        path = Path(path)
        for number, page in self.desk.pages():
            if page.document.path is not None and page.document.path.resolve() == path.resolve():
                self.desk.tabs.setCurrentIndex(number)
                return True
        try:
            document = Document.open(path)
        except BadPuzzle as fault:
            self.desk.settings.forget_recent(str(path))
            self.desk.notice.tell(str(fault))
            return False
        self.desk.settings.add_recent(str(path))
        if is_built_in(path):
            document = self._from_library(document)
        self.desk.add_document(document, PLAY if document.started() or is_built_in(path) else DRAW)
        return True

    def _from_library(self, document: Document) -> Document:
        """A puzzle of the shipped library: its file is not overwritten, progress is kept elsewhere."""
        made = Document(document.puzzle, None, progress.progress_of(document.puzzle) or document.player())
        made.shelved = True
        return made

    def open_entry(self, entry: Entry) -> None:
        if entry.path is not None:
            self.open_path(entry.path)
        else:
            self.desk.add_document(self._from_library(Document(entry.puzzle)), PLAY)

    def open_text(self, text: str) -> bool:
        """A puzzle from dropped or pasted text: an address of a puzzle site, a file's content, or a path."""
        text = text.strip()
        if not text or len(text) > LARGEST_DROP:
            self.desk.notice.tell(self.tr("There is no puzzle in this text."))
            return False
        if "\n" not in text and len(text) < 1000 and Path(text.removeprefix("file://")).is_file():
            return self.open_path(text.removeprefix("file://"))
        try:
            opened = files.parse(text, drawn=True)
            document = Document(opened.puzzle, None, opened.player)
        except BadPuzzle as fault:
            kind = foreign_kind(text)
            known = ", ".join(family.name for family in registry.families())
            sentence = self.tr("The studio does not know puzzles of the kind “{0}”; it has {1}.").format(kind, known)
            self.desk.notice.tell(sentence if kind else str(fault))
            return False
        document.mark_unsaved()
        self.desk.add_document(document, DRAW)
        return True

    def act_paste(self) -> None:
        self.open_text(QGuiApplication.clipboard().text())

    def open_dropped(self, data: QMimeData) -> None:
        if data.hasUrls():
            for url in data.urls():
                if url.isLocalFile():
                    self.open_path(url.toLocalFile())
                else:
                    self.open_text(url.toString())
        else:
            self.open_text(data.text())

    def offer_files(self, paths: list[Path]) -> None:
        """Copies of unsaved work that cannot be opened: they are there as files all the same."""
        text = self.tr("A copy of unsaved work cannot be opened; it is kept as the file {0}")
        self.desk.notice.tell(text.format(", ".join(map(str, paths))), "warn", self.tr("Show the folder"),
                         lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths[0].parent))))

    # --- save ---------------------------------------------------------------------------------------------------------
    def act_save(self) -> bool:
        page = self.page()
        if page is None:
            return False
        page.draw_panel.leave()
        return self.act_save_as() if page.document.path is None else self.save_to(page.document, page.document.path)

    def act_save_as(self) -> bool:
        page = self.page()
        if page is None:
            return False
        start = page.document.path or self.last_folder() / (safe_name(page.document.title) + files.EXTENSION)
        chosen = save_path(self.desk.window, self.tr("Save as"), start, {self.tr("Puzzle"): (files.EXTENSION,)})
        return chosen is not None and self.save_to(page.document, chosen[0])

    def save_to(self, document: Document, path: Path) -> bool:
        if path == document.path and document.changed_outside():
            choice = self.ask_whose(document)
            if choice == THEIRS:
                self.desk.take_theirs(document)
            if choice in (THEIRS, ""):
                return choice == THEIRS
            path = free_path(path.parent, path.stem + self.tr(" (mine)")) if choice == BOTH else path
        try:
            document.save(path)
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return False
        self.desk.settings.add_recent(str(path))
        self.desk.said.emit(self.tr("Saved {0}").format(path), 4000)
        return True

    def ask_whose(self, document: Document) -> str:
        """The file was changed by someone else since it was read: whose version shall be in it? "" for neither now."""
        box = QMessageBox(self.desk.window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Changed by someone else"))
        text = self.tr("{0} was changed by another program, or in another window, since it was opened here.")
        box.setText(text.format(document.path))
        role = QMessageBox.ButtonRole
        buttons = {box.addButton(self.tr("Keep &both"), role.AcceptRole): BOTH,
                   box.addButton(self.tr("&Mine"), role.DestructiveRole): MINE,
                   box.addButton(self.tr("&Theirs"), role.ActionRole): THEIRS}
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return buttons.get(box.clickedButton(), "")  # type: ignore[call-overload, no-any-return]

    def last_folder(self) -> Path:
        recent = self.desk.settings.recent()
        if recent and Path(recent[0]).parent.is_dir() and not is_built_in(Path(recent[0])):
            return Path(recent[0]).parent
        folder = user_folder()
        return folder if folder.is_dir() else Path.home()

    def ask_to_save(self, document: Document) -> bool:
        """Before a document goes: True if it may (saved, or not wanted)."""
        standard = QMessageBox.StandardButton
        text = self.tr("“{0}” has changes that are not saved.").format(document.title)
        offered = standard.Save | standard.Discard | standard.Cancel
        answer = ask(self.desk.window, self.tr("Save?"), text, offered, standard.Save)
        if answer == standard.Save:
            return self.act_save()
        return bool(answer == standard.Discard)

    # --- export -------------------------------------------------------------------------------------------------------
    def act_export(self) -> None:
        page = self.page()
        if page is None:
            return
        codecs = {codec.name: codec for codec in page.document.family.codecs()}
        pictures = [self.tr("Picture"), self.tr("Drawing"), self.tr("Document")]
        kinds: dict[str, tuple[str, ...]] = {
            name: (ending, *render.FORMATS) for name, ending in zip(pictures, render.FORMATS)}
        kinds |= {name: codec.extensions for name, codec in codecs.items()}
        chosen = save_path(self.desk.window, self.tr("Export"), self.last_folder() / safe_name(page.document.title), kinds)
        if chosen is not None:
            path, kind = chosen
            self.export_to(path, codecs[kind].id if kind in codecs else "")

    def export_to(self, path: Path, codec_id: str = "") -> bool:
        page = self.page()
        assert page is not None
        family = page.document.family
        try:
            if codec_id:
                codec = next(codec for codec in family.codecs() if codec.id == codec_id)
                files.write_atomically(path, codec.write(page.document.puzzle))
            else:
                board = page.view.board or page.document.board
                render.render_board(family, board, page.view.overlay, path, look().theme)
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return False
        self.desk.said.emit(self.tr("Written to {0}").format(path), 4000)
        return True

    def act_copy(self) -> None:
        page = self.page()
        if page is not None and page.view.board is not None:
            image = render.board_image(page.document.family, page.view.board, page.view.overlay, look().theme, ratio=2.0)
            QGuiApplication.clipboard().setImage(image)
            self.desk.said.emit(self.tr("The picture is on the clipboard."), 4000)

    def act_copy_address(self) -> None:
        page = self.page()
        if page is None:
            return
        address = web_address(page.document.family, page.document.puzzle)
        if address:
            QGuiApplication.clipboard().setText(address)
            self.desk.said.emit(self.tr("On the clipboard: {0}").format(address), 6000)
        else:
            self.desk.notice.tell(self.tr("No puzzle site has addresses for this puzzle."))


def foreign_kind(text: str) -> str:
    """The kind of puzzle that an address of a puzzle site names, if it is none of the studio's; else nothing."""
    found = re.match(r"https?://\S*[?/]([a-z][\w-]*)/\d+/\d+/", text)
    names = {family.id for family in registry.families()}
    return found[1] if found is not None and found[1] not in names else ""


def web_address(family: Family, puzzle: Puzzle) -> str:
    """The puzzle as an address of a puzzle site, if one of the family's formats is such; else nothing."""
    for codec in family.codecs():
        try:
            text = codec.write(puzzle).strip()
        except BadPuzzle:
            continue
        if text.startswith(("http:", "https:")):
            return text
    return ""

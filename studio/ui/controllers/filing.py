"""Filing: open, save, export, drop, clipboard, recent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.family import Family
from studio.core.language import told
from studio.core.losses import Loss, in_words
from studio.core.paste import Ambiguous
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.share import render
from studio.share.clean import picture_image, write_picture
from studio.share.film_file import EXTENSION as FILM
from studio.share.film_file import read_film
from studio.ui import progress
from studio.ui.ask_path import free_path, safe_name, save_path
from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.controllers.exchange import PAGE_ENDINGS, Exchange, play_page_name
from studio.ui.document import DRAW, PLAY, WATCH, Document
from studio.ui.library_model import Entry, user_folder
from studio.ui.widgets import ask

LARGEST_DROP = 200_000
MARKED = "puzzle with marks"
MOST_TABS = 12
"""tabs that one pasted text opens"""
TOLD_ADDRESS = 70
"""letters of an address that the status bar shows"""
THEIRS, MINE, BOTH = "theirs", "mine", "both"
WRITE, SAVE, COPY = "write", "save", "copy"


def is_built_in(path: Path) -> bool:
    return any(folder.resolve() in path.resolve().parents for folder in files.library_folders())


class Filing(Controller):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.exchange = Exchange(desk)

    # --- open ---------------------------------------------------------------------------------------------------------
    def act_open(self) -> None:
        codecs = [codec for family in registry.families() for codec in family.codecs()]
        extensions = {files.EXTENSION, *(ext for codec in codecs for ext in codec.extensions)}
        pattern = " ".join(f"*{ext}" for ext in sorted(extensions))
        wanted = self.tr("Puzzles and films ({0});;All files (*)").format(f"{pattern} *{FILM}")
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
        if path.suffix.lower() == FILM:
            return self.open_film(path)
        try:
            found = self.parsed(lambda family: files.load_all(path, family, drawn=True))
            if len(found) != 1:
                self.open_found(found)
                return bool(found)
            document = Document.open(path, found[0])
        except BadPuzzle as fault:
            self.desk.settings.forget_recent(str(path))
            self.desk.notice.tell(str(fault))
            return False
        self.desk.settings.add_recent(str(path))
        if is_built_in(path):
            document = self._from_library(document)
        self.desk.add_document(document, PLAY if document.started() or is_built_in(path) else DRAW)
        self.tell_left_out(document.left_out)
        return True

    def open_film(self, path: Path) -> bool:
        """A film in a tab of its own: its puzzle, and Watch with the search as it was."""
        try:
            film = read_film(path)
        except BadPuzzle as fault:
            self.desk.settings.forget_recent(str(path))
            self.desk.notice.tell(str(fault))
            return False
        self.desk.settings.add_recent(str(path))
        self.desk.add_document(Document(film.puzzle), WATCH).show_film(film)
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
            found = self.parsed(lambda family: files.parse_all(text, "", family, drawn=True))
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return False
        self.open_found(found)
        return bool(found)

    def open_found(self, found: Sequence[files.Opened]) -> None:
        """A tab for each puzzle that was in a text, none of them saved anywhere yet."""
        for opened in found[:MOST_TABS]:
            document = Document(opened.puzzle, None, opened.player)
            document.mark_unsaved()
            self.desk.add_document(document, PLAY if document.started() else DRAW)
        left = [sentence for opened in found[:MOST_TABS] for sentence in opened.told]
        if len(found) > MOST_TABS:
            more = self.tr("{0} of {1} puzzles are opened; “convert” makes files of them all")
            left.append(more.format(MOST_TABS, len(found)))
        self.tell_left_out(left)

    def parsed(self, read: Callable[[str | None], list[files.Opened]]) -> list[files.Opened]:
        """The puzzles that are read; where several families are possible, the user says which. Empty if that is cancelled."""
        try:
            return read(None)
        except Ambiguous as fault:
            family_id = self.ask_family(fault.families)
            return read(family_id) if family_id else []

    def ask_family(self, families: Sequence[str]) -> str:
        text = self.tr("This board could be one of several kinds of puzzle. Which one is it?")
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Which puzzle is it?"), text, parent=self.desk.window)
        role = QMessageBox.ButtonRole.AcceptRole
        buttons = {box.addButton(told(registry.family(each).name), role): each for each in families}
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return buttons.get(box.clickedButton(), "")  # type: ignore[call-overload, no-any-return]

    def tell_left_out(self, sentences: Sequence[str]) -> None:
        """What was in a text and has no place in the studio."""
        if sentences:
            self.desk.notice.tell("; ".join(map(told, sentences)), "warn")

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
        start = page.document.path or self.own_folder() / (safe_name(page.document.title) + files.EXTENSION)
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
            document.save(path, self._facts(document))
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return False
        self.desk.settings.add_recent(str(path))
        self.desk.said.emit(self.tr("Saved {0}").format(path), 4000)
        return True

    def _facts(self, document: Document) -> dict[str, Any]:
        """What the live verdict knows of it: the library tells it, and serves no puzzle that nothing solves."""
        return next((page.live.facts() for _, page in self.desk.pages() if page.document is document), {})

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

    def own_folder(self) -> Path:
        """Where the library looks for the user's own puzzles: new ones go there unless one says otherwise."""
        folder = user_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return self.last_folder()
        return folder

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
        codecs = {told(codec.name): codec for codec in page.document.family.codecs()}
        pictures = [self.tr("Picture"), self.tr("Drawing"), self.tr("Document")]
        kinds: dict[str, tuple[str, ...]] = {
            name: (ending, *render.FORMATS) for name, ending in zip(pictures, render.FORMATS)}
        with_marks = self.tr("Puzzle with my marks")
        kinds[play_page_name()] = PAGE_ENDINGS
        kinds |= {name: codec.extensions for name, codec in codecs.items()} | {with_marks: (files.EXTENSION,)}
        chosen = save_path(self.desk.window, self.tr("Export"), self.last_folder() / safe_name(page.document.title), kinds)
        if chosen is not None:
            path, kind = chosen
            if kind == play_page_name():
                self.exchange.write_page(page.document, path)
                return
            self.export_to(path, MARKED if kind == with_marks else codecs[kind].id if kind in codecs else "")

    def export_to(self, path: Path, codec_id: str = "") -> bool:
        page = self.page()
        assert page is not None
        family = page.document.family
        try:
            if codec_id == MARKED:
                files.save(path, page.document.puzzle, page.document.player())
            elif codec_id:
                codec = next(codec for codec in family.codecs() if codec.id == codec_id)
                puzzle, player = page.document.puzzle, page.document.player()
                if not self.may_lose(codec, codec.lost(puzzle, player, path.name)):
                    return False
                files.write_atomically(path, codec.write_all(puzzle, player))
            else:
                write_picture(page.picture_board(), path, page.picture_wanted())
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return False
        self.desk.said.emit(self.tr("Written to {0}").format(path), 4000)
        return True

    def may_lose(self, codec: Codec, lost: list[Loss]) -> bool:
        """Asked before a format drops anything: write all the same, or go another way?"""
        if not lost:
            return True
        choice = self.ask_loss(in_words(lost, codec.name), any(loss.field == "params" for loss in lost))
        if choice == COPY:
            self.open_by_rules_of(codec)
        elif choice == SAVE:
            self.act_save_as()
        return choice == WRITE

    def ask_loss(self, sentence: str, other_rules: bool) -> str:
        """WRITE it all the same, SAVE as a puzzle file, which keeps all, open a COPY by the format's rules, or "" for none."""
        box = QMessageBox(self.desk.window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Something would be lost"))
        sentence = told(sentence)
        box.setText(sentence[:1].upper() + sentence[1:] + ".")
        role = QMessageBox.ButtonRole
        buttons = {box.addButton(self.tr("&Write it all the same"), role.AcceptRole): WRITE,
                   box.addButton(self.tr("&Save as a puzzle file"), role.ActionRole): SAVE}
        if other_rules:
            copy = box.addButton(self.tr("Open a &copy by its rules"), role.ActionRole)
            copy.setToolTip(self.tr("There you see whether it is still unique, and can have the missing clues added."))
            buttons[copy] = COPY
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return buttons.get(box.clickedButton(), "")  # type: ignore[call-overload, no-any-return]

    def open_by_rules_of(self, codec: Codec) -> None:
        """The puzzle as the format would tell it, in a tab of its own: its verdict is seen, and missing clues can be added."""
        page = self.page()
        assert page is not None
        puzzle = page.document.puzzle
        there = codec.read(codec.write(puzzle), codec.filename(puzzle, "puzzle"))
        document = Document(replace(puzzle.with_params(**there.params), title=puzzle.title), None)
        document.mark_unsaved()
        self.desk.add_document(document, DRAW)

    def act_copy(self) -> None:
        page = self.page()
        if page is not None and page.view.board is not None:
            image = picture_image(page.picture_board(), page.picture_wanted())
            QGuiApplication.clipboard().setImage(image)
            self.desk.said.emit(self.tr("The picture is on the clipboard."), 4000)

    def act_copy_address(self) -> None:
        page = self.page()
        if page is None:
            return
        puzzle, player = page.document.puzzle, page.document.player()
        codec, why = address_codec(page.document.family, puzzle)
        if codec is None:
            nowhere = self.tr("No puzzle site has addresses for this puzzle.")
            self.desk.notice.tell(f"{nowhere} ({told(why)})" if why else nowhere)
            return
        lost = codec.lost(puzzle, player)
        if not self.may_lose(codec, [loss for loss in lost if loss.question]):
            return
        address = codec.write_all(puzzle, player).strip()
        QGuiApplication.clipboard().setText(address)
        rest = told(in_words([loss for loss in lost if not loss.question], codec.name))
        said = self.tr("On the clipboard: {0}").format(shortened(address))
        self.desk.said.emit(f"{said} ({rest})" if rest else said, 6000)


def address_codec(family: Family, puzzle: Puzzle) -> tuple[Codec | None, str]:
    """The first of the family's formats in which this puzzle is an address of a puzzle site; else why there is none."""
    why = ""
    for codec in family.codecs():
        try:
            text = codec.write(puzzle).strip()
        except BadPuzzle as fault:
            why = why or (str(fault) if ".url" in codec.extensions else "")
            continue
        if text.startswith(("http:", "https:")):
            return codec, ""
    return None, why


def shortened(address: str) -> str:
    """An address as it is told: what is said after it must be seen, too."""
    return address if len(address) <= TOLD_ADDRESS else address[:TOLD_ADDRESS] + "…"

"""Puzzling: where puzzles come from (new, generated, the library, the lab) and what is done to a whole one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from studio.core import files, registry
from studio.core.engine import Limits, Options
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.turn import turned
from studio.setter.rating import GUESS_LIMIT
from studio.share.film import Film
from studio.ui import translate
from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.controllers.filing import Filing
from studio.ui.document import DRAW, WATCH, Document
from studio.ui.library_model import Entry, next_entry, shelf, user_folder

if TYPE_CHECKING:
    from studio.lab.bench import Bench
    from studio.lab.runs import Run
    from studio.ui.lab.window import LabWindow

DEMO_ENGINE, DEMO_DEPTH = "rules", 3


class Puzzling(Controller):
    def __init__(self, desk: Desk, filing: Filing) -> None:
        super().__init__(desk)
        self._filing = filing
        self.lab_window: LabWindow | None = None

    # --- new puzzles --------------------------------------------------------------------------------------------------
    def act_new(self) -> None:
        page = self.page()
        self.ask_new(page.document.family.id if page is not None else "")

    def ask_new(self, family_id: str) -> None:
        from studio.ui.dialogs.new_puzzle import NewPuzzleDialog

        dialog = NewPuzzleDialog(family_id, self.desk.window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.puzzle is not None:
            self.desk.add_document(Document(self._signed(dialog.puzzle)), DRAW)

    def new_of(self, family_id: str) -> None:
        """An empty board of a family in its usual size, at once."""
        family = registry.family(family_id)
        self.desk.add_document(Document(self._signed(family.blank(*family.default_size))), DRAW)

    def _signed(self, puzzle: Puzzle) -> Puzzle:
        """A new puzzle has its maker's name, if the preferences tell it."""
        return replace(puzzle, author=puzzle.author or self.desk.preferences.author)

    def act_generate(self) -> None:
        from studio.ui.dialogs.generate import GenerateDialog, Selected

        page = self.page()
        chosen = None
        if page is not None and page.parts.cells:
            grid = page.document.board.grid
            chosen = Selected(page.document.family.id, (grid.rows, grid.cols), frozenset(page.parts.cells))
        dialog = GenerateDialog(page.document.family.id if page is not None else "", self.limits(), self.desk.window, chosen)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.puzzle is not None:
            if dialog.film is not None:
                self.show_making(dialog.film)
            else:
                self.take_generated(dialog.puzzle)

    def show_making(self, film: Film) -> None:
        """A generated puzzle in a tab of its own, with the film of its making."""
        document = Document(film.puzzle)
        document.mark_unsaved()
        self.desk.add_document(document, WATCH).show_film(film)

    def take_generated(self, puzzle: Puzzle) -> None:
        """Onto the empty board at hand, if there is one of this family; else into a tab of its own."""
        page = self.page()
        if page is not None and page.document.family.id == puzzle.family and page.document.is_blank():
            page.document.replace_puzzle(puzzle, self.tr("Generate"))
            return
        document = Document(puzzle)
        document.mark_unsaved()
        self.desk.add_document(document, DRAW)

    def limits(self) -> Limits:
        wished = self.desk.preferences
        return Limits(float(wished.limit_seconds), wished.limit_memory_mb, wished.film_events)

    def act_demo(self) -> None:
        """The start page's "watch a search": a film that starts by itself."""
        puzzle = demo_puzzle()
        if puzzle is not None:
            document = Document(puzzle)
            document.shelved = True
            page = self.desk.add_document(document, DRAW)
            page.start_watching(DEMO_ENGINE if has_engine(page.document.family, DEMO_ENGINE) else None)

    def act_library(self) -> None:
        from studio.ui.library import LibraryPage

        if self.desk.library_page is None:
            page = translate.made(LibraryPage)
            page.opened.connect(self._filing.open_entry)
            page.wants.connect(self.desk.wants)
            page.acts.told.connect(lambda text: self.desk.notice.tell(text, "good"))
            page.acts.printed.connect(self._print_chosen)
            page.acts.moved.connect(self._follow_file)
            self.desk.library_page = page
            self.desk.tabs.insertTab(1, page, self.tr("Library"))
        self.desk.tabs.setCurrentWidget(self.desk.library_page)
        assert isinstance(self.desk.library_page, LibraryPage)
        self.desk.library_page.show_all()
        self.desk.library_page.search.setFocus()

    def _print_chosen(self, entries: list[Entry]) -> None:
        from studio.ui.dialogs.book import BookDialog

        BookDialog([entry.puzzle for entry in entries], self.desk.window).exec()

    def _follow_file(self, old: Path, new: Path) -> None:
        """A file that is open in a tab was moved: it is saved where it lies now."""
        for _, page in self.desk.pages():
            if page.document.path == old:
                page.document.path = new
                page.document.renamed.emit()

    def act_home(self) -> None:
        self.desk.tabs.setCurrentWidget(self.desk.welcome)

    # --- editing ------------------------------------------------------------------------------------------------------
    def act_clear(self) -> None:
        page = self.page()
        if page is not None:
            page.document.clear()

    def act_resize(self) -> None:
        from studio.ui.dialogs.new_puzzle import ResizeDialog

        page = self.page()
        if page is None:
            return
        grid = page.document.board.grid
        dialog = ResizeDialog(grid.rows, grid.cols, self.desk.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            try:
                page.document.resize(*dialog.size_fields.size_chosen)
            except BadPuzzle as fault:
                self.desk.notice.tell(str(fault))

    def act_turn(self) -> None:
        self._turn("right", self.tr("Turn"))

    def act_turn_left(self) -> None:
        self._turn("left", self.tr("Turn"))

    def act_mirror(self) -> None:
        self._turn("mirror", self.tr("Mirror"))

    def act_flip(self) -> None:
        self._turn("flip", self.tr("Mirror"))

    def act_transpose(self) -> None:
        self._turn("transpose", self.tr("Exchange rows and columns"))

    def _turn(self, turn: str, label: str) -> None:
        page = self.page()
        if page is not None:
            page.document.replace_puzzle(turned(page.document.puzzle, turn), label)

    def act_restart(self) -> None:
        page = self.page()
        if page is not None:
            page.document.restart()

    def act_close_tab(self) -> None:
        self.desk.close_tab(self.desk.tabs.currentIndex())

    def act_quit(self) -> None:
        self.desk.window.close()

    # --- many of them ------------------------------------------------------------------------------------------------------
    def act_next_puzzle(self) -> None:
        """The next puzzle of the family that is not solved yet; a finished one of the library makes room for it."""
        page = self.page()
        if page is None:
            return
        document = page.document
        folders = [files.sample_folder(document.family.id), user_folder()]
        entry = next_entry(list(shelf(folders, samples=False)), document.puzzle)
        if entry is None:
            every = self.tr("You have solved every {0} of the library.")
            self.desk.notice.tell(every.format(told(document.family.name)))
            return
        if document.is_solved() and not (document.is_modified and self.desk.is_worth_asking(document)):
            self.desk.close_tab(self.desk.tabs.indexOf(page))
        self._filing.open_entry(entry)

    def act_lab(self) -> None:
        from studio.ui.lab.window import LabWindow

        if self.lab_window is None:
            self.lab_window = LabWindow(self.desk.window)
            self.lab_window.compare.opened.connect(self._open_from_lab)
        page = self.page()
        if page is not None:
            self.lab_window.choose_family(page.document.family.id)
        self.lab_window.show()
        self.lab_window.raise_()

    def _open_from_lab(self, run: Run, bench: Bench) -> None:
        """Watch a run of the lab again: its puzzle, engine, options, question and limits, now with a film."""
        if run.path.is_file():
            self._filing.open_path(run.path)
        page = self.page()
        if page is None or not page.document.puzzle.same_board(run.puzzle):
            page = self.desk.add_document(Document(run.puzzle))
        engine = page.document.family.engine(run.contender.engine)
        options = Options.parse(engine, dict(run.contender.options), bench.solutions)
        page.watch_again(engine.id, options, replace(bench.limits, events=self.desk.preferences.film_events))
        self.desk.window.raise_()
        self.desk.window.activateWindow()

    def leave(self) -> None:
        """The studio closes: nothing of it stays behind."""
        if self.lab_window is not None:
            self.lab_window.close()


def has_engine(family: Family, engine_id: str) -> bool:
    return any(engine.id == engine_id for engine in family.engines())


def demo_puzzle() -> Puzzle | None:
    """A board of the library on which the rules do not suffice but guesses soon do, or else a sample."""
    known = sorted(registry.families(), key=lambda family: not has_engine(family, DEMO_ENGINE))
    for family in known:
        for entry in shelf([files.sample_folder(family.id)], samples=False):
            rating = entry.puzzle.extra.get("rating")
            if isinstance(rating, dict) and rating.get("depth", 0) >= DEMO_DEPTH and rating.get("steps", 0) < GUESS_LIMIT:
                return entry.puzzle
    return next((sample for family in known for sample in family.samples()), None)

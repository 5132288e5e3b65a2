"""What the window's actions do with puzzles, modes, views and help. """

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog

from studio.core import files, registry
from studio.core.engine import Limits
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.turn import turned
from studio.setter.rating import GUESS_LIMIT
from studio.ui.command_palette import Command, CommandPalette
from studio.ui.document import DRAW, PLAY, WATCH, Document
from studio.ui.library_model import next_entry, shelf, user_folder
from studio.ui.look import look
from studio.ui.settings import Preferences
from studio.ui.window_files import FileActions

if TYPE_CHECKING:
    from studio.ui.dialogs.guide import GuideWindow
    from studio.ui.lab.window import LabWindow

THEME_ORDER = ("light", "dark", "safe", "system")
ZOOM_STEP = 1.25
DEMO_ENGINE, DEMO_DEPTH = "rules", 3


class PuzzleActions(FileActions):
    guide_window: GuideWindow | None = None
    lab_window: LabWindow | None = None

    # --- new puzzles --------------------------------------------------------------------------------------------------
    def act_new(self) -> None:
        page = self.page()
        self.ask_new(page.document.family.id if page is not None else "")

    def ask_new(self, family_id: str) -> None:
        from studio.ui.dialogs.new_puzzle import NewPuzzleDialog

        dialog = NewPuzzleDialog(family_id, self)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.puzzle is not None:
            self.add_document(Document(dialog.puzzle), DRAW)

    def new_of(self, family_id: str) -> None:
        """An empty board of a family in its usual size, at once."""
        family = registry.family(family_id)
        self.add_document(Document(family.blank(*family.default_size)), DRAW)

    def act_generate(self) -> None:
        from studio.ui.dialogs.generate import GenerateDialog

        page = self.page()
        dialog = GenerateDialog(page.document.family.id if page is not None else "", self.limits(), self)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.puzzle is not None:
            self.take_generated(dialog.puzzle)

    def take_generated(self, puzzle: Puzzle) -> None:
        """Onto the empty board at hand, if there is one of this family; else into a tab of its own."""
        page = self.page()
        if page is not None and page.document.family.id == puzzle.family and page.document.is_blank():
            page.document.replace_puzzle(puzzle, self.tr("Generate"))
            return
        document = Document(puzzle)
        document.mark_unsaved()
        self.add_document(document, DRAW)

    def limits(self) -> Limits:
        return Limits(float(self.preferences.limit_seconds), self.preferences.limit_memory_mb, self.preferences.film_events)

    def act_demo(self) -> None:
        """The start page's "watch a search": a film that starts by itself."""
        puzzle = demo_puzzle()
        if puzzle is not None:
            document = Document(puzzle)
            document.shelved = True
            page = self.add_document(document, DRAW)
            page.start_watching(DEMO_ENGINE if has_engine(page.document.family, DEMO_ENGINE) else None)

    def act_library(self) -> None:
        from studio.ui.library import LibraryPage

        if self.library_page is None:
            page = LibraryPage()
            page.opened.connect(self.open_entry)
            page.wants.connect(self.act_named)
            self.library_page = page
            self.tabs.insertTab(1, page, self.tr("Library"))
        self.tabs.setCurrentWidget(self.library_page)
        assert isinstance(self.library_page, LibraryPage)
        self.library_page.show_all()
        self.library_page.search.setFocus()

    def act_home(self) -> None:
        self.tabs.setCurrentWidget(self.welcome)

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
        dialog = ResizeDialog(grid.rows, grid.cols, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            try:
                page.document.resize(*dialog.size_fields.size_chosen)
            except BadPuzzle as fault:
                self.notice.tell(str(fault))

    def act_turn(self) -> None:
        self._turn("right", self.tr("Turn"))

    def act_mirror(self) -> None:
        self._turn("mirror", self.tr("Mirror"))

    def _turn(self, turn: str, label: str) -> None:
        page = self.page()
        if page is not None:
            page.document.replace_puzzle(turned(page.document.puzzle, turn), label)

    def act_restart(self) -> None:
        page = self.page()
        if page is not None:
            page.document.restart()

    def act_close_tab(self) -> None:
        self.close_tab(self.tabs.currentIndex())

    def act_quit(self) -> None:
        self.close()

    # --- modes and help with the puzzle ---------------------------------------------------------------------------------
    def act_draw(self) -> None:
        self.set_mode(DRAW)

    def act_play(self) -> None:
        self.set_mode(PLAY)

    def act_watch(self) -> None:
        self.set_mode(WATCH)

    def act_run(self) -> None:
        page = self.page()
        if page is not None:
            page.start_watching()

    def act_ask(self) -> None:
        page = self.page()
        if page is not None:
            page.set_mode(DRAW)
            page.live.ask_once()

    def act_solution(self) -> None:
        self._flip("solution")

    def act_other(self) -> None:
        self._flip("other")

    def act_forced(self) -> None:
        self._flip("forced")

    def _flip(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == DRAW:
            getattr(page.draw_panel.verdict, name).toggle()

    def act_check(self) -> None:
        self._play("check")

    def act_hint(self) -> None:
        self._play("hint")

    def act_do_hint(self) -> None:
        self._play("do_hint")

    def _play(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            getattr(page.play_panel, name)()

    def act_next_puzzle(self) -> None:
        """The next puzzle of the family that is not solved yet; a finished one of the library makes room for it."""
        page = self.page()
        if page is None:
            return
        document = page.document
        folders = [files.sample_folder(document.family.id), user_folder()]
        entry = next_entry(list(shelf(folders, samples=False)), document.puzzle)
        if entry is None:
            self.notice.tell(self.tr("You have solved every {0} of the library.").format(document.family.name))
            return
        if document.is_solved() and not (document.is_modified and self._is_worth_asking(document)):
            self.close_tab(self.tabs.indexOf(page))
        self.open_entry(entry)

    def act_begin(self) -> None:
        self._trial("begin_trial")

    def act_keep(self) -> None:
        self._trial("keep_trial")

    def act_drop(self) -> None:
        self._trial("drop_trial")

    def _trial(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            getattr(page.document, name)()

    def act_pause(self) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            page.play_panel.pause.toggle()

    def act_book(self) -> None:
        """What the library shows, if one looks at it; else the open puzzles."""
        from studio.ui.dialogs.book import BookDialog
        from studio.ui.library import LibraryPage

        shelf_page = self.tabs.currentWidget()
        if isinstance(shelf_page, LibraryPage):
            puzzles = [entry.puzzle for entry in shelf_page.shown()]
        else:
            puzzles = [page.document.puzzle for _, page in self.pages()]
        if puzzles:
            BookDialog(puzzles, self).exec()
        else:
            self.notice.tell(self.tr("Open a puzzle or the library first."))

    def act_lab(self) -> None:
        from studio.ui.lab.window import LabWindow

        if self.lab_window is None:
            self.lab_window = LabWindow(self)
            self.lab_window.compare.opened.connect(self._open_from_lab)
        page = self.page()
        if page is not None:
            self.lab_window.choose_family(page.document.family.id)
        self.lab_window.show()
        self.lab_window.raise_()

    def _open_from_lab(self, path: Path, puzzle: Puzzle) -> None:
        if path.is_file():
            self.open_path(path)
        else:
            self.add_document(Document(puzzle))
        self.raise_()
        self.activateWindow()

    # --- view ---------------------------------------------------------------------------------------------------------
    def act_zoom_in(self) -> None:
        self._zoom(ZOOM_STEP)

    def act_zoom_out(self) -> None:
        self._zoom(1 / ZOOM_STEP)

    def _zoom(self, factor: float) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.zoom(factor)

    def act_fit(self) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.fit()

    def act_board(self) -> None:
        self.focus_board()

    def act_theme(self) -> None:
        order = THEME_ORDER
        now = look().preference
        following = order[(order.index(now) + 1) % len(order)] if now in order else order[0]
        self.use_preferences(_with_theme(self.preferences, following))
        self.statusBar().showMessage(self.tr("Theme: {0}").format(following), 3000)

    def act_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def act_palette(self) -> None:
        self.command_palette = CommandPalette(self.commands(), self)
        self.command_palette.open_over(self)

    def commands(self) -> list[Command]:
        """Everything that can be done now, for the command palette."""
        found = []
        for menu_name, menu in self.actions_table.menus.items():
            for action in menu.actions():
                if action.isSeparator() or action.menu() is not None or not action.isEnabled() or not action.text():
                    continue
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                found.append(Command(action.text().replace("&", ""), action.trigger, keys, menu_name.replace("&", "")))
        page = self.page()
        if page is not None and page.mode != WATCH:
            for tool in page.palette_column.tools:
                found.append(Command(tool.label, lambda tool_id=tool.id: page.palette_column.choose(tool_id), tool.shortcut,  # type: ignore[misc]
                                     self.tr("Tool")))
        for family in registry.families():
            found.append(Command(family.name, lambda family_id=family.id: self.new_of(family_id), "", self.tr("New")))  # type: ignore[misc]
            found.append(Command(family.name, lambda family=family: self.show_rules(family), "", self.tr("Rules")))  # type: ignore[misc]
        for path in self.settings.recent():
            found.append(Command(path, lambda path=path: self.open_path(path), "", self.tr("Open")))  # type: ignore[misc]
        return found

    # --- preferences and help -------------------------------------------------------------------------------------------
    def act_preferences(self) -> None:
        from studio.ui.dialogs.preferences import PreferencesDialog

        dialog = PreferencesDialog(self.preferences, self)
        dialog.applied.connect(self.use_preferences)
        dialog.reset.connect(self.reset_everything)
        dialog.exec()

    def use_preferences(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.settings.keep(preferences)
        look().use(preferences.theme)
        for _, page in self.pages():
            page.use_preferences(preferences)
        for autosave in self._autosaves.values():
            autosave.enabled = preferences.autosave
            autosave.set_seconds(preferences.autosave_seconds)

    def reset_everything(self) -> None:
        self.use_preferences(self.settings.reset())

    def act_rules(self) -> None:
        page = self.page()
        known = registry.families()
        self.show_rules(page.document.family if page is not None else known[0])

    def show_rules(self, family: Family) -> None:
        from studio.ui.dialogs.help import RulesDialog

        self.rules_dialog = RulesDialog(family, self)
        self.rules_dialog.more.connect(self.show_guide)
        self.rules_dialog.show()

    def act_guide(self) -> None:
        self.show_guide()

    def show_guide(self, page: str = "") -> None:
        from studio.ui.dialogs.guide import FIRST, GuideWindow

        if self.guide_window is None:
            self.guide_window = GuideWindow(self)
        self.guide_window.show_page(page or FIRST)

    def act_keys(self) -> None:
        from studio.ui.dialogs.keys import KeysDialog

        page = self.page()
        tools = page.palette_column.tools if page is not None and page.mode != WATCH else []
        self.keys_dialog = KeysDialog(self.actions_table, tools, self)
        self.keys_dialog.show()

    def act_about(self) -> None:
        from studio.ui.dialogs.help import AboutDialog

        self.about_dialog = AboutDialog(self)
        self.about_dialog.show()


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


def _with_theme(preferences: Preferences, theme: str) -> Preferences:
    from dataclasses import replace

    return replace(preferences, theme=theme)

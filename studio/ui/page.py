"""DocumentPage: one document in a tab. The board in the middle, the mode's tools left, its panel right; Watch behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.core import own_marks
from studio.core.draw import Shape
from studio.core.engine import Limits, Options
from studio.core.family import Stroke, Tool
from studio.core.language import told
from studio.core.patch import Edges
from studio.core.puzzle import Answer, BadPuzzle, Board
from studio.core.symmetric import guides
from studio.share.clean import Wanted
from studio.share.film import Film
from studio.ui import announce, translate
from studio.ui.board_view import BoardView
from studio.ui.cell_pad import CellPad
from studio.ui.document import DRAW, MODES, PLAY, WATCH, Document
from studio.ui.keypad import ToolPad, counted, typing_tool
from studio.ui.look import look, scaled, share_of_screen
from studio.ui.modes.draw_panel import DrawPanel
from studio.ui.modes.play_panel import PlayPanel
from studio.ui.parts import SELECT, Parts
from studio.ui.parts import TOOL as PARTS_TOOL
from studio.ui.settings import Preferences, Settings
from studio.ui.tool_palette import ToolPalette
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import scrolling

TOOLS_WIDTH = 176


class DocumentPage(QWidget):
    """`hinted` is what the status bar should say, `described` the cell under the cursor, `wants` an action by name,
    `film_saved` where a film was written to."""

    hinted = Signal(str)
    film_saved = Signal(str)
    described = Signal(str)
    wants = Signal(str)
    mode_changed = Signal(str)

    def __init__(self, document: Document, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.preferences = preferences
        self.mode = ""
        self.watch: Any = None
        self._watched: object = None
        self._settings: Settings | None = None
        limits = Limits(float(preferences.limit_seconds), preferences.limit_memory_mb)
        self.live = LiveVerdict(document, limits, self)
        self.live.enabled = preferences.live_verdict
        self.view = BoardView()
        self.parts = Parts(document, lambda: self.view.drawing_by_keys)
        self.view.above = self._above
        self.view.number(preferences.labels)
        self.view.empty_text = self.tr("Paused\nPress Pause, or the button beside the clock, to go on.")
        self.palette_column = ToolPalette()
        self.tools_area = scrolling(self.palette_column)
        self._size_tools()
        look().changed.connect(self._size_tools)
        self.keypad = ToolPad()
        self.cell_pad = CellPad(self.view)
        self.palette_column.add_below(self.keypad)
        self._clicked: int | None = None
        self._again = False
        self.draw_panel = DrawPanel(document, self.live)
        self.play_panel = PlayPanel(document, self.live, limits)
        self.play_panel.mistakes.setChecked(preferences.show_mistakes)
        self._lay_out()
        self._connect()

    def _size_tools(self, _theme: object = None) -> None:
        """As wide as its words want, within what a small screen can spare."""
        for each in self.palette_column.findChildren(QWidget):
            each.ensurePolished()  # before, a button does not know the padding of its style
        wanted = self.palette_column.sizeHint().width() + self.tools_area.verticalScrollBar().sizeHint().width()
        self.tools_area.setFixedWidth(min(max(scaled(TOOLS_WIDTH), wanted), share_of_screen(0.24)))

    def _lay_out(self) -> None:
        self.side = QStackedWidget()
        self.side.addWidget(self.draw_panel)
        self.side.addWidget(self.play_panel)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.view)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setCollapsible(0, False)
        self.splitter.setSizes([900, 310])
        desk = QWidget()
        across = QHBoxLayout(desk)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.tools_area)
        across.addWidget(self.splitter, 1)
        self.pages = QStackedWidget()
        self.pages.addWidget(desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)

    def _connect(self) -> None:
        self.draw_panel.verdict.mending.selected = lambda: self.parts.cells
        self.view.stroked.connect(self.apply_stroke)
        self.view.preview = self._preview
        self.view.turns = self._wheel
        self.view.reshaped.connect(self._reshape)
        self.keypad.pressed.connect(self.view.type_key)
        self.keypad.wants.connect(self.wants)
        self.cell_pad.pressed.connect(self.view.type_key)
        self.view.cursor_moved.connect(self._describe)
        self.palette_column.chosen.connect(self._tool_chosen)
        self.document.changed.connect(self._document_changed)
        self.draw_panel.changed.connect(self.refresh)
        self.play_panel.changed.connect(self.refresh)
        self.draw_panel.wants.connect(self.wants)
        self.play_panel.wants.connect(self.wants)
        self.play_panel.celebrated.connect(self.view.celebrate)
        self.play_panel.wants_tool.connect(self._take_tool)
        for field in self.side.findChildren(QAbstractSpinBox):
            field.lineEdit().returnPressed.connect(self._back_to_board)
        for line in (self.draw_panel.title, self.draw_panel.author):
            line.returnPressed.connect(self._back_to_board)

    def use_preferences(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self.live.enabled = preferences.live_verdict
        self.play_panel.mistakes.setChecked(preferences.show_mistakes)
        self._suit_keypad(self.palette_column.current)
        self.view.number(preferences.labels)
        if self.mode == DRAW and self.isVisible():
            self.live.wake()

    def restore_layout(self, settings: Settings) -> None:
        """Panels as wide as the user left them."""
        self._settings = settings
        state = settings.layout("board")
        if state is not None:
            self.splitter.restoreState(state)

    def keep_layout(self, settings: Settings) -> None:
        settings.keep_layout("board", self.splitter.saveState())
        if self.watch is not None:
            settings.keep_layout("watch", self.watch.splitter.saveState())

    # --- modes --------------------------------------------------------------------------------------------------------
    def set_mode(self, mode: str) -> None:
        assert mode in MODES
        if mode == self.mode:
            return
        if self.mode == DRAW:
            self.draw_panel.leave()
            self.live.sleep()
        elif self.mode == PLAY:
            self.play_panel.leave()
        elif self.mode == WATCH and self.watch is not None:
            self.watch.stop()
        self.mode = self.document.mode = mode
        if mode == WATCH:
            self.live.stop()  # an engine that is watched has the machine for itself
            self._enter_watch()
        else:
            self._enter_board()
        self.mode_changed.emit(mode)

    def _enter_board(self) -> None:
        self.pages.setCurrentIndex(0)
        self.side.setCurrentWidget(self.draw_panel if self.mode == DRAW else self.play_panel)
        self._show_tools()
        self.view.resizable = self.mode == DRAW
        if self.mode == DRAW:
            self.live.wake()
        else:
            self.play_panel.enter()
            if self.play_panel.argument.wanted:
                self.palette_column.choose(self.play_panel.argument.tools[0])
        self.refresh()
        self._describe(self.view.cursor_cell)
        self.view.setFocus()

    def _take_tool(self, tool: str) -> None:
        self.palette_column.choose(tool)
        self.view.setFocus()

    def _enter_watch(self) -> None:
        """The Watch page and its charts are loaded when they are first wanted."""
        if self.watch is None:
            from studio.ui.watch.page import WatchPage

            self.watch = translate.made(WatchPage)
            self.watch.set_speed(self.preferences.speed)
            self.watch.hinted.connect(self.hinted)
            self.watch.film_saved.connect(self.film_saved)
            self._watch_area = scrolling(self.watch)
            self.pages.addWidget(self._watch_area)
            state = self._settings.layout("watch") if self._settings is not None else None
            if state is not None:
                self.watch.splitter.restoreState(state)
        self.pages.setCurrentWidget(self._watch_area)
        puzzle = self.document.puzzle
        if self._watched is None or not puzzle.same_board(self._watched):  # type: ignore[arg-type]
            self._watched = puzzle
            self.watch.set_puzzle(puzzle)
        self.watch.setFocus()
        self.hinted.emit(self.tr("Choose an engine and press F5 to watch it search."))

    def start_watching(self, engine: str | None = None) -> None:
        """Go to Watch and let an engine run at once; already there, run what its controls say."""
        if self.mode == WATCH and engine is None:
            self.watch.run()
            return
        self.set_mode(WATCH)
        limits = Limits(float(self.preferences.limit_seconds), self.preferences.limit_memory_mb, self.preferences.film_events)
        wanted = engine or self.preferences.engine
        known = [each.id for each in self.document.family.engines()]
        self.watch.start(wanted if wanted in known else known[0], Options(), limits)

    def watch_again(self, engine: str, options: Options, limits: Limits) -> None:
        """Go to Watch and let an engine run with just these options and limits."""
        self.set_mode(WATCH)
        self.watch.start(engine, options, limits)

    def show_film(self, film: Film) -> None:
        """Go to Watch and show a film of this puzzle."""
        self.set_mode(WATCH)
        assert self.watch is not None
        self.watch.show_film(film)

    def activate(self) -> None:
        """The tab is shown."""
        if self.mode == DRAW:
            self.live.wake()
        elif self.mode == PLAY:
            self.play_panel.enter()
        self._say_what_to_do()

    def deactivate(self) -> None:
        """The tab is hidden: nothing new begins behind the user's back."""
        self.live.sleep()
        self.play_panel.leave()

    def close_page(self) -> None:
        self.deactivate()
        self.live.stop()
        if self.watch is not None:
            self.watch.stop()

    # --- tools and strokes --------------------------------------------------------------------------------------------
    def _show_tools(self) -> None:
        self.palette_column.show_tools([*self.family_tools(), *([PARTS_TOOL] if self.mode == DRAW else own_marks.TOOLS)])
        self._say_what_to_do()
        self._size_tools()

    def family_tools(self) -> list[Tool]:
        """The family's own tools of this mode."""
        return [tool for tool in self.document.family.tools(self.document.board) if tool.mode == self.mode]

    def _tool_chosen(self, tool: str) -> None:
        self.view.stroke_state = {}
        self._clicked = None
        self._suit_keypad(tool)
        if tool != SELECT and (self.parts.cells or self.parts.held is not None):
            self.parts.drop()
            self.refresh()
        self._say_what_to_do()

    def _say_what_to_do(self) -> None:
        tool = self.palette_column.tool()
        if self.mode != WATCH and tool is not None:
            self.hinted.emit(told(tool.tip))

    def apply_stroke(self, stroke: Stroke) -> None:
        """A stroke is the family's to answer; a key that means nothing to the tool at hand may choose another."""
        tool = self.palette_column.tool()
        if tool is None or self.mode == WATCH or (self.mode == PLAY and self.play_panel.hidden):
            return
        before = dict(stroke.state)
        self.cell_pad.follow(stroke)
        if tool.id == SELECT:
            if self.parts.stroke(stroke, self.family_tools()):
                self.refresh()
            elif stroke.kind == "key":
                self._free_key(stroke.key)
            return
        if self._counts(tool, stroke):
            return
        changed = self.document.stroke(self.mode, tool.id, tool.label, stroke)
        if self.mode == DRAW and stroke.state.get("tray") is not None:
            self.draw_panel.supply.choose(stroke.state["tray"])
        if not changed and stroke.kind == "double":
            stroke.kind = "press"  # two quick clicks, where a double click means nothing of its own
            changed = self.document.stroke(self.mode, tool.id, tool.label, stroke)
        if changed:
            self._describe(self.view.cursor_cell)
        elif stroke.kind == "key" and stroke.state == before:
            self._click_by_key(tool, stroke) if stroke.key == "space" else self._free_key(stroke.key)
        else:
            self.refresh()  # the tool's own scratch pad may have changed what it shows
        self._tell_tool(stroke)

    def _tell_tool(self, stroke: Stroke) -> None:
        """What a tool has to say of something beside the cells (`says` on its scratch pad): shown and heard."""
        words = stroke.state.pop("says", "")
        if words:
            self.described.emit(words)
            announce.say(self.view, words)

    def _click_by_key(self, tool: Tool, stroke: Stroke) -> None:
        """Space means nothing of its own to this tool: then it is a click into the cell."""
        for kind in ("press", "release"):
            self.document.stroke(self.mode, tool.id, tool.label, replace(stroke, kind=kind, key=""))
        self.refresh()

    # --- numbers by mouse -----------------------------------------------------------------------------------------------
    def _suit_keypad(self, tool: str) -> None:
        """Also for the Select tool, where a number fills what is selected."""
        if self.mode == WATCH or not tool:
            return
        family, board, beside = self.document.family, self.document.board, self.preferences.cell_pad
        self.cell_pad.leave()
        self.cell_pad.wanted = False
        if own_marks.is_own(tool):
            self.keypad.hide()
            return
        typing = typing_tool(family, board, self.family_tools()) if tool == SELECT else tool
        self.cell_pad.wanted = self.keypad.suit(family, board, typing, beside) and beside
        self.cell_pad.pad.suit(family, board, typing)

    def _counts(self, tool: Tool, stroke: Stroke) -> bool:
        """A click into the cell that was clicked last counts up, with the right button down; True if this was one."""
        if stroke.kind in ("press", "double"):
            self._again = stroke.cell is not None and stroke.cell == self._clicked
            self._clicked = stroke.cell
            return self._again and stroke.button == "right" and self._count(tool, stroke, -1)
        if stroke.kind == "release" and self._again and stroke.button == "left" and len(set(stroke.cells)) == 1:
            return self._count(tool, stroke, 1)
        if stroke.kind == "key":
            self._clicked = None
        return False

    def _count(self, tool: Tool, stroke: Stroke, step: int) -> bool:
        family, board = self.document.family, self.document.board
        if own_marks.is_own(tool.id) or stroke.cell is None:
            return False
        key = counted(family, board, tool.id, stroke.cell, step)
        if key:
            self.document.stroke(self.mode, tool.id, tool.label, Stroke("key", (stroke.cell,), key=key))
        return bool(key)

    def _preview(self, stroke: Stroke) -> list[Shape]:
        """What the tool at hand shows at the pointer."""
        tool = self.palette_column.tool()
        if tool is None or self.mode == WATCH:
            return []
        if own_marks.is_own(tool.id):
            return []
        if tool.id == SELECT:
            return self.parts.preview(self._cell_below(stroke))
        return self.document.family.preview(self.document.board, tool.id, stroke)

    def _wheel(self, stroke: Stroke) -> bool:
        """The wheel turns what a tool holds (`held` on its scratch pad); else it is not the tool's."""
        tool = self.palette_column.tool()
        if tool is None or self.mode == WATCH or not stroke.state.get("held"):
            return False
        if stroke.key:
            self.document.stroke(self.mode, tool.id, tool.label, stroke)
        return True

    def _cell_below(self, stroke: Stroke) -> int | None:
        row, col = int(stroke.y // 1), int(stroke.x // 1)
        return self.document.board.grid.index(row, col) if self.document.board.grid.contains(row, col) else None

    def _above(self) -> list[Shape]:
        """What lies over the board in Draw: the selection and the axes of symmetry."""
        if self.mode != DRAW:
            return own_marks.shapes(self.document.board) if not self.play_panel.hidden else []
        listed = self.draw_panel.verdict.solutions.marks()
        return [*listed, *guides(self.document.board.grid, self.document.symmetry), *self.parts.outline()]

    def _reshape(self, edges: Edges) -> None:
        try:
            self.document.reshape(edges, self.tr("Resize"))
        except BadPuzzle as fault:
            self.hinted.emit(str(fault))

    def _free_key(self, key: str) -> None:
        other = self.palette_column.by_letter(key)
        if other is not None:
            self.palette_column.choose(other.id)
        elif key.lower() == "g" and self.mode == DRAW and self.document.is_blank():
            self.wants.emit("generate")

    def _document_changed(self, question: bool) -> None:
        if question:
            self.parts.follow()
        if question and self.mode != WATCH:
            self._show_tools()
        self.refresh()
        self._describe(self.view.cursor_cell)

    def _back_to_board(self) -> None:
        """What was typed is entered; the board is where one goes on."""
        self.view.setFocus()

    def refresh(self) -> None:
        if self.mode == DRAW:
            self.view.show_board(self.document.family, self.draw_panel.board(), self.draw_panel.overlay())
        elif self.mode == PLAY:
            self.view.show_board(self.document.family, self.play_panel.board(), self.play_panel.overlay())

    def _describe(self, cell: int | None) -> None:
        if cell is not None and self.view.board is not None:
            words = told(self.document.family.describe_cell(self.view.board, cell))
            listed = self.draw_panel.verdict.solutions.describe(cell) if self.mode == DRAW else ""
            self.described.emit(f"{words}; {listed}" if listed else words)

    def picture_board(self) -> Board:
        """What a picture shows: the puzzle; with the player's marks in Play, with the solution where Draw shows it."""
        if self.mode == PLAY:
            return self.document.board
        return Board(self.document.puzzle, self.draw_panel.verdict.marks())

    def known_solution(self) -> Answer | None:
        """The one solution, where it is stored or proved to be the only one; of several none is *the* solution."""
        verdict, stored = self.live.latest, self.document.puzzle.solution
        if stored is not None or verdict is None:
            return stored
        alone = verdict.verdict == "unique" or verdict.one_up_to_symmetry
        solution: Answer | None = verdict.solution if alone else None
        return solution

    def picture_wanted(self) -> Wanted:
        """Light and plain, unless somebody looks at marks or a solution."""
        played = self.mode == PLAY and self.document.started()
        return Wanted(title=bool(self.document.puzzle.title), marks=played or self.draw_panel.verdict.marks() is not None)

    def active_view(self) -> BoardView | None:
        """The board that zoom and fit act on."""
        if self.mode != WATCH:
            return self.view
        found = getattr(self.watch, "view", None)
        return found if isinstance(found, BoardView) else None

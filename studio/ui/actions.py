"""Every action of the window in one table: menus, tool bar, shortcuts, command palette and the shortcut list all read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from studio.ui.icons import put_icon
from studio.ui.retelling import plain

TOOL_COUNT = 9


@dataclass(frozen=True)
class Spec:
    """An action: some controller's method `act_<id>` does it. `needs`: page (a document is open), draw, play, watch,
    or nothing."""

    id: str
    menu: str
    text: str
    keys: str = ""
    icon: str = ""
    tip: str = ""
    needs: str = ""
    gap: bool = False
    """a separator before it"""
    checkable: bool = False


ACTIONS = (
    Spec("new", "&File", "&New puzzle …", "Ctrl+N", "new", "An empty board of any family and size"),
    Spec("open", "&File", "&Open …", "Ctrl+O", "open", "Open a puzzle file of any known format"),
    Spec("paste", "&File", "Open from clip&board", "Ctrl+Shift+V", "", "Open a puzz.link address or a puzzle's text"),
    Spec("library", "&File", "&Library", "Ctrl+L", "library", "All puzzles as thumbnails"),
    Spec("home", "&File", "Start pa&ge", "Ctrl+Shift+H", "home", "What one can do first"),
    Spec("save", "&File", "&Save", "Ctrl+S", "save", "Save the puzzle; your progress is kept apart from it", "page", True),
    Spec("save_as", "&File", "Save &as …", "Ctrl+Shift+S", "", "Save under another name", "page"),
    Spec("export", "&File", "&Export …", "Ctrl+E", "image", "A picture, a page to play, another format", "page"),
    Spec("picture", "&File", "P&icture …", "Ctrl+I", "image", "Size, theme, title, marks, the solution beside it",
         "page"),
    Spec("import_answer", "&File", "Import a solver’s ans&wer …", "Ctrl+Shift+J", "",
         "What an outside solver said of the exported puzzle", "page"),
    Spec("print", "&File", "&Print …", "Ctrl+P", "", "This puzzle on paper: printer, paper size and preview", "page"),
    Spec("book", "&File", "Make a &book …", "Ctrl+Shift+P", "", "The library's or the open puzzles as a PDF, with solutions"),
    Spec("copy", "&File", "&Copy picture", "Ctrl+Shift+C", "copy", "Put a picture of the board on the clipboard", "page"),
    Spec("copy_address", "&File", "Copy &web address", "Ctrl+Shift+K", "", "The puzzle as an address to share", "page"),
    Spec("close_tab", "&File", "Close &tab", "Ctrl+W", "", "Close this document", "", True),
    Spec("quit", "&File", "&Quit", "Ctrl+Q", "", "Leave the studio"),
    Spec("cut_part", "&Edit", "C&ut", "Ctrl+X", "", "The selected part of the board, to the clipboard", "draw", True),
    Spec("copy_part", "&Edit", "&Copy", "Ctrl+C", "copy", "The selected part of the board", "draw"),
    Spec("paste_part", "&Edit", "&Paste", "Ctrl+V", "", "A part of a board, here or from another tab; R turns it", "draw"),
    Spec("select_all", "&Edit", "Select &all", "Ctrl+A", "", "The whole board", "draw"),
    Spec("clear", "&Edit", "&Clear the board", "Ctrl+Shift+Del", "clear", "Take all clues away", "draw", True),
    Spec("erase_own", "&Edit", "Erase my marks of this &kind", "Ctrl+Shift+X", "eraser", "Walls, colours, dots, lines", "play"),
    Spec("restart", "&Edit", "&Start again", "Ctrl+Shift+Backspace", "", "Take all your marks away", "play"),
    Spec("preferences", "&Edit", "&Preferences …", "Ctrl+,", "settings", "Theme, speed, saving, engines, limits", "", True),
    Spec("resize", "&Board", "&Resize …", "Ctrl+R", "resize", "Change the board's size", "page"),
    Spec("turn", "&Board", "&Turn to the right", "Ctrl+Shift+Right", "rotate", "The whole puzzle, a quarter turn", "draw"),
    Spec("turn_left", "&Board", "Turn to the &left", "Ctrl+Shift+Left", "", "The whole puzzle, a quarter turn back", "draw"),
    Spec("mirror", "&Board", "&Mirror left and right", "Ctrl+M", "flip", "The whole puzzle, left and right exchanged", "draw"),
    Spec("flip", "&Board", "Mirror top and &bottom", "Ctrl+Shift+M", "", "The whole puzzle, top and bottom exchanged", "draw"),
    Spec("transpose", "&Board", "&Exchange rows and columns", "Ctrl+D", "", "Mirror the puzzle in its diagonal", "draw"),
    Spec("row_above", "&Board", "Add a row &above", "Ctrl+Up", "", "Add a row above", "draw", True),
    Spec("row_below", "&Board", "Add a row be&low", "Ctrl+Down", "", "Add a row below", "draw"),
    Spec("column_left", "&Board", "Add a column to the l&eft", "Ctrl+Left", "", "Add a column to the left", "draw"),
    Spec("column_right", "&Board", "Add a column to the ri&ght", "Ctrl+Right", "", "Add a column to the right", "draw"),
    Spec("drop_top", "&Board", "Remove the first ro&w", "Alt+PgUp", "", "Remove the first row", "draw", True),
    Spec("drop_bottom", "&Board", "Remove the last r&ow", "Alt+PgDown", "", "Remove the last row", "draw"),
    Spec("drop_left", "&Board", "Remove the first &column", "Alt+Home", "", "Remove the first column", "draw"),
    Spec("drop_right", "&Board", "Remove the last colum&n", "Alt+End", "", "Remove the last column", "draw"),
    Spec("shift_up", "&Board", "Shift &up", "Alt+Up", "", "All clues by one cell", "draw", True),
    Spec("shift_down", "&Board", "Shift &down", "Alt+Down", "", "All clues by one cell", "draw"),
    Spec("shift_left", "&Board", "Shift le&ft", "Alt+Left", "", "All clues by one cell", "draw"),
    Spec("shift_right", "&Board", "Shift r&ight", "Alt+Right", "", "All clues by one cell", "draw"),
    Spec("draw", "&Mode", "&Draw", "F2", "draw", "Draw the givens", "page", False, True),
    Spec("play", "&Mode", "&Play", "F3", "play", "Solve it yourself", "page", False, True),
    Spec("watch", "&Mode", "&Watch", "F4", "watch", "See engines solve it", "page", False, True),
    Spec("run", "&Puzzle", "&Solve and watch", "F5", "step", "Let the chosen engine solve it, and film it", "page"),
    Spec("ask", "&Puzzle", "Ask for the &verdict", "F8", "check", "One solution, several, none?", "page"),
    Spec("solution", "&Puzzle", "Show the s&olution", "Ctrl+Shift+O", "", "On and off, while drawing", "draw"),
    Spec("other", "&Puzzle", "&Flip to the other solution", "Ctrl+Shift+F", "flipside", "There and back", "draw"),
    Spec("forced", "&Puzzle", "Show forced &cells", "Ctrl+Shift+G", "ghost", "What all solutions share", "draw"),
    Spec("mend_add", "&Puzzle", "&Add clues until unique", "Ctrl+Shift+A", "", "For the solution that is shown", "draw"),
    Spec("mend_thin", "&Puzzle", "&Drop superfluous clues", "Ctrl+Shift+D", "", "Until every clue is needed", "draw"),
    Spec("symmetry", "&Board", "Next s&ymmetry", "Ctrl+Shift+Y", "", "Clues that are drawn get their partners", "draw"),
    Spec("generate", "&Puzzle", "&Generate …", "Ctrl+G", "generate", "Let the studio make a puzzle"),
    Spec("lab", "&Puzzle", "Compare engines (&lab) …", "Ctrl+Shift+L", "chart", "Many boards, many engines: table and charts"),
    Spec("check", "&Puzzle", "C&heck", "F7", "check", "Is everything right so far?", "play", True),
    Spec("hint", "&Puzzle", "H&int", "F6", "hint", "Where to look; again: which rule; again: the move", "play"),
    Spec("do_hint", "&Puzzle", "Do what the hint says", "Shift+F6", "", "Enter the hint's move", "play"),
    Spec("begin", "&Puzzle", "Begin a &trial", "Ctrl+T", "trial", "Suppose something; keep it or drop it later", "play"),
    Spec("keep", "&Puzzle", "&Keep the trial", "Ctrl+Return", "keep", "It was right", "play"),
    Spec("drop", "&Puzzle", "D&rop the trial", "Ctrl+Backspace", "drop", "It was wrong", "play"),
    Spec("next_puzzle", "&Puzzle", "&Next puzzle", "Ctrl+Shift+N", "step", "The next one of this family in the library",
         "play"),
    Spec("pause", "&Puzzle", "&Pause the clock", "Pause", "pause", "And hide the board", "play"),
    Spec("palette", "&View", "&Command palette …", "Ctrl+K", "command", "Type what you want to do"),
    Spec("zoom_in", "&View", "Zoom &in", "Ctrl++; Ctrl+=", "zoom-in", "Larger", "page", True),
    Spec("zoom_out", "&View", "Zoom &out", "Ctrl+-", "zoom-out", "Smaller", "page"),
    Spec("fit", "&View", "&Fit the board", "Ctrl+0", "fit", "The whole board", "page"),
    Spec("board", "&View", "Go to the &board", "Ctrl+B", "", "Put the keyboard on the board", "page"),
    Spec("cell_pad", "&View", "Number pad beside the &cell", "Ctrl+U", "", "Where you click, or below the tools"),
    Spec("labels", "&View", "&Row and column numbers", "Ctrl+Shift+B", "", "Beside the board, so that r8c10 can be found"),
    Spec("theme", "&View", "Next &theme", "Ctrl+Shift+T", "theme", "Light, dark, colour-blind safe", "", True),
    Spec("full_screen", "&View", "F&ull screen", "F11", "", "Only the studio", "", False, True),
    Spec("rules", "&Help", "&Rules", "F1", "help", "The rules of this family, with an example"),
    Spec("guide", "&Help", "&Guide", "Shift+F1", "info", "Drawing, playing, watching, generating, step by step"),
    Spec("tutorials", "&Help", "&Tutorials", "Ctrl+Shift+F1", "", "For makers, players, teachers, researchers and developers"),
    Spec("keys", "&Help", "&Keyboard shortcuts", "Ctrl+/", "", "All keys in one list"),
    Spec("about", "&Help", "&About Puzzle Studio", "Ctrl+Shift+I", "info", "Version and thanks", "", True),
)
MENUS = ("&File", "&Edit", "&Board", "&Mode", "&Puzzle", "&View", "&Help")


def translated(text: str) -> str:
    return QCoreApplication.translate("actions", text)


class Actions:
    """The window's QActions by id, and its menus."""

    def __init__(self, window: QMainWindow, acts: Mapping[str, Callable[[], object]],
                 done: Callable[[], object] = lambda: None) -> None:
        """`done` is called after every action."""
        self._window, self._acts, self._done = window, acts, done
        self.by_id: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {name: window.menuBar().addMenu(translated(name)) for name in MENUS}
        for spec in ACTIONS:
            if spec.gap:
                self.menus[spec.menu].addSeparator()
            self.by_id[spec.id] = self._action(spec)
            self.menus[spec.menu].addAction(self.by_id[spec.id])

    def _action(self, spec: Spec) -> QAction:
        made = QAction(translated(spec.text), self._window)
        if spec.icon:
            put_icon(made, spec.icon)
        made.setStatusTip(translated(spec.tip))
        set_keys(made, spec.keys)
        made.setCheckable(spec.checkable)
        act = self._acts[spec.id]
        made.triggered.connect(lambda _checked=False: (act(), self._done()))
        return made

    def tell_anew(self) -> None:
        """In another language: names and tips come from the table."""
        for spec in ACTIONS:
            action = self.by_id[spec.id]
            action.setText(translated(spec.text))
            action.setStatusTip(translated(spec.tip))
            put_tip(action)
        for name, menu in self.menus.items():
            menu.setTitle(translated(name))

    def use_keys(self, wanted: Mapping[str, str]) -> None:
        """The user's own keys; whatever is not named has those of the table."""
        for spec in ACTIONS:
            set_keys(self.by_id[spec.id], wanted.get(spec.id, spec.keys))

    def __getitem__(self, action_id: str) -> QAction:
        return self.by_id[action_id]

    def allow(self, has_page: bool, mode: str) -> None:
        """Grey out what cannot be done here."""
        for spec in ACTIONS:
            if spec.needs == "page":
                self.by_id[spec.id].setEnabled(has_page)
            elif spec.needs:
                self.by_id[spec.id].setEnabled(has_page and mode == spec.needs)


def set_keys(action: QAction, keys: str) -> None:
    """Its shortcuts ("Ctrl++; Ctrl+="), and a tip that names the first."""
    action.setShortcuts(QKeySequence.listFromString(keys))
    put_tip(action)


def put_tip(action: QAction) -> None:
    first = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"<b>{plain_text(action)}</b>{f' ({first})' if first else ''}<br>{action.statusTip()}")


def plain_text(action: QAction) -> str:
    """An action's name without its mnemonic and dots."""
    return plain(action.text()).removesuffix(" …")

"""The main window: tabs of documents, modes one glance apart, and every action of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QStyle,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.core import language
from studio.ui.actions import TOOL_COUNT, Actions
from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.controllers.filing import Filing
from studio.ui.controllers.helping import Helping
from studio.ui.controllers.modes import Modes
from studio.ui.controllers.printing import Printing
from studio.ui.controllers.puzzling import Puzzling
from studio.ui.controllers.shaping import Shaping
from studio.ui.controllers.viewing import Viewing
from studio.ui.document import DRAW, MODES, WATCH, Document
from studio.ui.icons import put_icon, refresh_icons
from studio.ui.keyboard import shortcut_at
from studio.ui.look import look
from studio.ui.page import DocumentPage
from studio.ui.retelling import plain
from studio.ui.settings import Settings
from studio.ui.widgets import ElidedLabel, label, plain_tip

SIZE = QSize(1280, 820)
FRAME = 8
"""The upper and lower side of a usual window's frame, both together, in pixels."""
SMALLEST = QSize(900, 600)


class MainWindow(QMainWindow):
    """The frame: menus, tool bar, status bar and the desk in the middle. What is done is done by its controllers."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.desk = Desk(self, self.settings)
        self.filing = Filing(self.desk)
        self.puzzling = Puzzling(self.desk, self.filing)
        self.printing = Printing(self.desk, self.filing)
        self.shaping = Shaping(self.desk)
        self.modes = Modes(self.desk)
        self.viewing = Viewing(self.desk)
        self.helping = Helping(self.desk, self.filing, self.puzzling)
        self.notice, self.tabs, self.undo_group = self.desk.notice, self.desk.tabs, self.desk.undo_group
        self.hint_label, self.cell_label, self.zoom_label = ElidedLabel(), label(), label()
        controllers: tuple[Controller, ...] = (
            self.filing, self.filing.exchange, self.printing, self.shaping, self.puzzling, self.modes, self.viewing,
            self.helping)
        self._acts = {name: act for controller in controllers for name, act in controller.acts()}
        self.setWindowTitle("Puzzle Studio")
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        self.helping.actions_table = self.actions_table = Actions(self, self._acts, self.desk.acted)
        self.actions_table.use_keys(self.settings.keys())
        self._build_edit_menu()
        self._build_tool_bar()
        self._build_status_bar()
        self._build_center()
        self._connect()
        self._restore_layout()
        look().changed.connect(self._recolour)
        self.desk.tab_changed()

    def _connect(self) -> None:
        desk = self.desk
        desk.may_go = lambda document: self.filing.ask_to_save(document)
        desk.page_shown.connect(self.page_shown)
        desk.titled.connect(self._titled)
        desk.hinted.connect(lambda text: self.hint_label.setText(language.told(text)))
        desk.hinted.connect(lambda text: self.hint_label.setToolTip(plain_tip(language.told(text))))
        desk.described.connect(self.cell_label.setText)
        desk.zoomed.connect(self.zoom_label.setText)
        desk.said.connect(self.statusBar().showMessage)
        desk.wants.connect(self.act)
        self.viewing.reset.connect(lambda: self.actions_table.use_keys({}))
        desk.welcome.opened.connect(self.filing.open_path)
        desk.welcome.begun.connect(self.puzzling.new_of)

    # --- what the rest of the studio asks of a window -----------------------------------------------------------------------
    def act(self, name: str) -> object:
        """An action by id, whether it is grey or not."""
        return self._acts[name]()

    def page(self) -> DocumentPage | None:
        return self.desk.page()

    def pages(self) -> Iterator[tuple[int, DocumentPage]]:
        return self.desk.pages()

    def add_document(self, document: Document, mode: str = DRAW) -> DocumentPage:
        return self.desk.add_document(document, mode)

    def set_mode(self, mode: str) -> None:
        self.desk.set_mode(mode)

    def tell_while(self, going_on: Callable[[], bool], text: Callable[[], str], tip: str,
                   then: Callable[[], None] = lambda: None) -> QLabel:
        """Something in the background that the user may feel: told in the status bar until it is over, `then` is called."""
        told, timer = QLabel(text()), QTimer(self)
        told.setToolTip(tip)
        told.setAccessibleDescription(tip)
        self.statusBar().addPermanentWidget(told)

        def look() -> None:
            if not going_on():
                timer.stop()
                self.statusBar().removeWidget(told)
                told.deleteLater()
                then()
            else:
                told.setText(language.told(text()))

        timer.timeout.connect(look)
        timer.start(1000)
        return told

    # --- building -----------------------------------------------------------------------------------------------------
    def _build_edit_menu(self) -> None:
        undo, redo = self.undo_group.createUndoAction(self), self.undo_group.createRedoAction(self)
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        undo.triggered.connect(self.desk.acted)
        redo.triggered.connect(self.desk.acted)
        undo.triggered.connect(lambda: self._show_step(0))
        redo.triggered.connect(lambda: self._show_step(-1))
        self.undo_action, self.redo_action = undo, redo
        for action, icon in ((undo, "undo"), (redo, "redo")):
            put_icon(action, icon)
        first = self.actions_table.menus["&Edit"].actions()[0]
        self.actions_table.menus["&Edit"].insertActions(first, [undo, redo])
        self.recent_menu = QMenu(self.tr("Open &recent"), self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.actions_table.menus["&File"].insertMenu(self.actions_table["paste"], self.recent_menu)
        tools = self.actions_table.menus["&Mode"].addMenu(self.tr("&Tools"))
        for number in range(1, TOOL_COUNT + 1):
            action = QAction(self.tr("Tool {0}").format(number), self)
            action.setShortcut(QKeySequence(f"Alt+{number}"))
            action.triggered.connect(lambda _checked=False, n=number: self.choose_tool(n))
            tools.addAction(action)
        tools.aboutToShow.connect(lambda: self._name_tools(tools))

    def _build_tool_bar(self) -> None:
        bar = QToolBar(self.tr("Tool bar"))
        bar.setObjectName("bar")
        bar.setMovable(False)
        bar.setIconSize(QSize(20, 20))
        act = self.actions_table
        bar.addActions([act["new"], act["open"], act["save"]])
        bar.addSeparator()
        bar.addActions([self.undo_action, self.redo_action])
        bar.addWidget(self._stretch())
        bar.addWidget(self._mode_switch())
        bar.addWidget(self._stretch())
        bar.addActions([act["zoom_out"], act["fit"], act["zoom_in"]])
        bar.addSeparator()
        bar.addActions([act["library"], act["palette"], act["theme"], act["preferences"], act["rules"]])
        self.addToolBar(bar)
        self.tool_bar = bar

    def _stretch(self) -> QWidget:
        made = QWidget()
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        return made

    def _mode_switch(self) -> QWidget:
        """Draw, Play and Watch side by side: where one is, and where one can go, at a glance."""
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        self.mode_buttons: dict[str, QToolButton] = {}
        group = QButtonGroup(holder)
        for mode, edge in zip(MODES, ("first", "middle", "last")):
            made = QToolButton()
            made.setObjectName("mode")
            made.setProperty("edge", edge)
            made.setCheckable(True)
            made.clicked.connect(lambda _checked=False, chosen=mode: self.set_mode(chosen))
            group.addButton(made)
            across.addWidget(made)
            self.mode_buttons[mode] = made
        self._name_modes()
        return holder

    def _name_modes(self) -> None:
        for mode, button in self.mode_buttons.items():
            action = self.actions_table[mode]
            button.setText(plain(action.text()))
            button.setToolTip(action.toolTip())
            button.setAccessibleName(self.tr("{0} mode").format(button.text()))

    def tell_anew(self) -> None:
        """In another language."""
        self.actions_table.tell_anew()
        self._name_modes()

    def _build_status_bar(self) -> None:
        self.hint_label.setAccessibleName(self.tr("What can be done here"))
        self.cell_label.setAccessibleName(self.tr("Cell under the cursor"))
        self.statusBar().addWidget(self.hint_label, 1)
        self.statusBar().addPermanentWidget(self.cell_label)
        self.statusBar().addPermanentWidget(self.zoom_label)

    def _build_center(self) -> None:
        center = QWidget()
        column = QVBoxLayout(center)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs, 1)
        self.setCentralWidget(center)
        self.notice.float_over(center)

    # --- modes --------------------------------------------------------------------------------------------------------
    def page_shown(self) -> None:
        """Bring buttons, menus and undo up to date with the page at hand."""
        page = self.page()
        mode = page.mode if page is not None else ""
        for name, made in self.mode_buttons.items():
            made.setEnabled(page is not None)
            made.setChecked(name == mode)
            self.actions_table[name].setChecked(name == mode)
        if page is None:
            group = self.mode_buttons[DRAW].group()
            group.setExclusive(False)
            for made in self.mode_buttons.values():
                made.setChecked(False)
            group.setExclusive(True)
        self.actions_table.allow(page is not None, mode)
        stack = page.document.history if page is not None and mode and mode != WATCH else None
        self.undo_group.setActiveStack(stack)  # type: ignore[arg-type]

    def _show_step(self, place: int) -> None:
        """Go where the step that was just undone or made again can be seen: clues are drawn, marks are played."""
        page = self.page()
        if page is None:
            return
        step = page.document.history.command(page.document.history.index() + place)
        mode = getattr(step, "mode", page.mode)
        if mode != page.mode:
            self.set_mode(mode)
            self.statusBar().showMessage(language.told(step.text()), 3000)

    def choose_tool(self, number: int) -> None:
        page = self.page()
        if page is not None and page.mode != WATCH:
            page.palette_column.choose_number(number)

    def _name_tools(self, menu: QMenu) -> None:
        page = self.page()
        tools = page.palette_column.tools if page is not None and page.mode != WATCH else []
        for number, action in enumerate(menu.actions()):
            action.setEnabled(number < len(tools))
            action.setText(tools[number].label if number < len(tools) else self.tr("Tool {0}").format(number + 1))

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.settings.recent():
            self.recent_menu.addAction(path, lambda path=path: self.filing.open_path(path))  # type: ignore[misc]
        self.recent_menu.setEnabled(True)
        if not self.recent_menu.actions():
            self.recent_menu.addAction(self.tr("Nothing yet")).setEnabled(False)

    # --- the window itself ----------------------------------------------------------------------------------------------
    def _titled(self, title: str, modified: bool) -> None:
        self.setWindowTitle(title)
        self.setWindowModified(modified)

    def _recolour(self, _theme: object) -> None:
        refresh_icons(self)

    def _restore_layout(self) -> None:
        geometry = self.settings.layout("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(SIZE)
        self._fit_screen()

    def _fit_screen(self) -> None:
        """No larger than the screen that it is on, and not beside it."""
        screen = self.screen()
        if screen is None:
            return
        room, frame = screen.availableGeometry(), self._frame_size()
        most = room.size() - frame
        self.setMinimumSize(SMALLEST.boundedTo(most))
        self.resize(self.size().boundedTo(most))
        if not room.contains(self.frameGeometry()):
            self.move(max(room.left(), min(self.x(), room.right() + 1 - self.width() - frame.width())),
                      max(room.top(), min(self.y(), room.bottom() + 1 - self.height() - frame.height())))

    def _frame_size(self) -> QSize:
        """What the desktop puts around the window: its title must not push the status bar off the screen. Before the window is
        shown nobody knows it, so that a usual one is assumed. Full and maximized windows have none that counts."""
        if self.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
            return QSize(0, 0)
        known = self.frameGeometry().size() - self.geometry().size()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        return known.expandedTo(QSize(0, title + FRAME))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that nobody wanted: perhaps a shortcut of a Latin layout, pressed on another one."""
        keys = shortcut_at(event)
        found = [action for menu in self.actions_table.menus.values() for action in menu.actions()
                 if keys is not None and keys in action.shortcuts() and action.isEnabled()]
        if found:
            found[0].trigger()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.desk.look_outside()

    def closeEvent(self, event: QCloseEvent) -> None:
        for number in range(self.tabs.count() - 1, -1, -1):
            if not self.desk.close_tab(number):
                event.ignore()
                return
        self.puzzling.leave()
        self.settings.keep_layout("geometry", self.saveGeometry())
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            self.statusBar().showMessage(self.tr("Let go to open it here."))
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.statusBar().clearMessage()

    def dropEvent(self, event: QDropEvent) -> None:
        self.statusBar().clearMessage()
        self.filing.open_dropped(event.mimeData())
        event.acceptProposedAction()

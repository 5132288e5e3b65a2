"""The main window: tabs of documents, modes one glance apart, and every action of the table."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.ui.actions import TOOL_COUNT, Actions
from studio.ui.document import DRAW, MODES, WATCH
from studio.ui.icons import put_icon, refresh_icons
from studio.ui.look import look
from studio.ui.settings import Settings
from studio.ui.window_acts import PuzzleActions

SIZE = QSize(1280, 820)
SMALLEST = QSize(900, 600)


class MainWindow(PuzzleActions):
    """Documents in tabs; the first tab is the start page."""

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings)
        self.setWindowTitle("Puzzle Studio")
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        self.actions_table = Actions(self)
        self._build_edit_menu()
        self._build_tool_bar()
        self._build_status_bar()
        self._build_center()
        self._restore_layout()
        look().changed.connect(self._recolour)
        self._tab_changed()

    # --- building -----------------------------------------------------------------------------------------------------
    def _build_edit_menu(self) -> None:
        undo, redo = self.undo_group.createUndoAction(self), self.undo_group.createRedoAction(self)
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
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
            action = self.actions_table[mode]
            made = QToolButton()
            made.setObjectName("mode")
            made.setProperty("edge", edge)
            made.setText(action.text().replace("&", ""))
            made.setToolTip(action.toolTip())
            made.setAccessibleName(self.tr("{0} mode").format(made.text()))
            made.setCheckable(True)
            made.clicked.connect(lambda _checked=False, chosen=mode: self.set_mode(chosen))
            group.addButton(made)
            across.addWidget(made)
            self.mode_buttons[mode] = made
        return holder

    def _build_status_bar(self) -> None:
        self.hint_label.setAccessibleName(self.tr("What can be done here"))
        self.cell_label.setAccessibleName(self.tr("Cell under the cursor"))
        self.statusBar().addWidget(self.hint_label, 1)
        self.statusBar().addPermanentWidget(self.cell_label)
        self.statusBar().addPermanentWidget(self.zoom_label)

    def _build_center(self) -> None:
        self.tabs.setDocumentMode(True)
        self.tabs.setTabsClosable(True)
        self.tabs.setMovable(True)
        self.tabs.setAccessibleName(self.tr("Documents"))
        self.tabs.tabBar().setAccessibleName(self.tr("Documents"))
        self.tabs.addTab(self.welcome, self.tr("Start"))
        for side in (QTabBar.ButtonPosition.RightSide, QTabBar.ButtonPosition.LeftSide):
            self.tabs.tabBar().setTabButton(0, side, None)  # type: ignore[arg-type]
        self.tabs.currentChanged.connect(lambda _index: self._tab_changed())
        self.tabs.tabCloseRequested.connect(self.close_tab)
        self.welcome.wants.connect(self.act_named)
        self.welcome.opened.connect(self.open_path)
        self.welcome.begun.connect(self.new_of)
        self.welcome.show_recent(self.settings.recent())
        center = QWidget()
        column = QVBoxLayout(center)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.tabs, 1)
        self.setCentralWidget(center)

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
            self.statusBar().showMessage(step.text(), 3000)

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
            self.recent_menu.addAction(path, lambda path=path: self.open_path(path))  # type: ignore[misc]
        self.recent_menu.setEnabled(True)
        if not self.recent_menu.actions():
            self.recent_menu.addAction(self.tr("Nothing yet")).setEnabled(False)

    # --- the window itself ----------------------------------------------------------------------------------------------
    def _recolour(self, _theme: object) -> None:
        refresh_icons(self)

    def _restore_layout(self) -> None:
        geometry = self.settings.layout("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(SIZE)

    def closeEvent(self, event: QCloseEvent) -> None:
        for number in range(self.tabs.count() - 1, -1, -1):
            if not self.close_tab(number):
                event.ignore()
                return
        if self.lab_window is not None:
            self.lab_window.close()
        self.settings.keep_layout("geometry", self.saveGeometry())
        event.accept()

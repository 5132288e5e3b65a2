"""Every key in one list that can be searched: of the board, films, tools and actions; those of actions can be changed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.core.family import Tool
from studio.core.language import told
from studio.ui.actions import ACTIONS, Actions, plain_text
from studio.ui.command_palette import rank
from studio.ui.retelling import plain
from studio.ui.widgets import button, label, open_with

Lines = Iterable[tuple[str, str]]
ACTION = Qt.ItemDataRole.UserRole
NATIVE = QKeySequence.SequenceFormat.NativeText
TABLE = {spec.id: spec.keys for spec in ACTIONS}


class KeysDialog(QDialog):
    """`changed(own)`: the user's own keys by action, those of the table left out."""

    changed = Signal(object)

    def __init__(self, actions: Actions, tools: list[Tool], own: dict[str, str] | None = None,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._actions, self.own = actions, dict(own or {})
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search: a word, or keys such as Ctrl+L"))
        self.search.setAccessibleName(self.tr("Search keyboard shortcuts"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.windowTitle())
        self.list.setColumnCount(2)
        self.list.setHeaderLabels([self.tr("What"), self.tr("Keys")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.currentItemChanged.connect(self._chosen)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self._editor())
        self._fill(tools)
        open_with(self, 640, 660)

    def _editor(self) -> QWidget:
        """Below the list: new keys for the chosen action."""
        made = QWidget()
        across = QHBoxLayout(made)
        across.setContentsMargins(0, 0, 0, 0)
        self.keys = QKeySequenceEdit()
        self.keys.setMaximumSequenceLength(1)
        self.keys.setAccessibleName(self.tr("New keys for the chosen action"))
        self.keys.setToolTip(self.tr("Press the new keys here"))
        self.use = button(self.tr("Use these keys"), act=self._use)
        self.none = button(self.tr("No keys"), act=lambda: self._set(""))
        self.default = button(self.tr("As at first"), act=self._default)
        for each in (self.keys, self.use, self.none, self.default):
            across.addWidget(each)
        self.told: QLabel = label("", "muted", True)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(made)
        column.addWidget(self.told)
        self._chosen(None)
        return whole

    # --- the list -----------------------------------------------------------------------------------------------------
    def _fill(self, tools: list[Tool]) -> None:
        self._group(self.tr("On the board"), self._board())
        if tools:
            self._group(self.tr("Tools at hand"), self._tools(tools))
        self._group(self.tr("In a film"), self._film())
        ids = {action: name for name, action in self._actions.by_id.items()}
        for menu in self._actions.menus.values():
            group = QTreeWidgetItem([plain(menu.title())])
            for action in menu.actions():
                if action in ids or not action.shortcut().isEmpty():
                    row = QTreeWidgetItem(group, [plain_text(action), shown(action.shortcuts())])
                    row.setData(0, ACTION, ids.get(action, ""))
            self._add(group)

    def _group(self, title: str, lines: Lines) -> None:
        group = QTreeWidgetItem([title])
        for keys, text in lines:
            QTreeWidgetItem(group, [text, keys])
        self._add(group)

    def _add(self, group: QTreeWidgetItem) -> None:
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = group.font(0)
        font.setBold(True)
        group.setFont(0, font)
        self.list.addTopLevelItem(group)
        group.setExpanded(True)

    def groups(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount()))
        return [group for group in found if group is not None]

    def rows(self) -> list[QTreeWidgetItem]:
        return [row for group in self.groups() for row in rows_of(group)]

    def _filter(self, text: str) -> None:
        wanted = text.strip().lower()
        for row in self.rows():
            parent = row.parent()
            words = f"{parent.text(0) if parent is not None else ''} {row.text(0)}".lower()
            row.setHidden(rank(wanted, words) is None and wanted not in row.text(1).lower())
        for group in self.groups():
            group.setHidden(all(row.isHidden() for row in rows_of(group)))

    # --- changing -----------------------------------------------------------------------------------------------------
    def choose(self, action_id: str) -> None:
        self.list.setCurrentItem(next(row for row in self.rows() if row.data(0, ACTION) == action_id))

    def chosen_action(self) -> str:
        row = self.list.currentItem()
        return str(row.data(0, ACTION) or "") if row is not None else ""

    def _chosen(self, row: QTreeWidgetItem | None, _before: QTreeWidgetItem | None = None) -> None:
        name = str(row.data(0, ACTION) or "") if row is not None else ""
        for each in (self.keys, self.use, self.none, self.default):
            each.setEnabled(bool(name))
        self.keys.setKeySequence(self._actions[name].shortcut() if name else QKeySequence())
        fixed = row is not None and row.parent() is not None and not name
        self.told.setText(self.tr("These keys cannot be changed.") if fixed else
                          "" if name else self.tr("Choose an action to give it other keys."))

    def _use(self) -> None:
        wanted = self.keys.keySequence()
        if wanted.isEmpty():
            self.told.setText(self.tr("Press the new keys in the field first."))
            return
        holder = next((row for row in self.rows() if row is not self.list.currentItem() and self._holds(row, wanted)), None)
        if holder is not None:
            self.told.setText(self.tr("{0} belongs to “{1}”.").format(wanted.toString(NATIVE), holder.text(0)))
        elif is_bare(wanted):
            self.told.setText(self.tr("A letter or digit alone is typed into the board: add Ctrl or Alt."))
        else:
            self._set(wanted.toString(QKeySequence.SequenceFormat.PortableText))

    def _holds(self, row: QTreeWidgetItem, wanted: QKeySequence) -> bool:
        name = str(row.data(0, ACTION) or "")
        return wanted in (self._actions[name].shortcuts() if name else QKeySequence.listFromString(row.text(1)))

    def _default(self) -> None:
        self._set(TABLE[self.chosen_action()])

    def _set(self, keys: str) -> None:
        name, row = self.chosen_action(), self.list.currentItem()
        if row is None or not name:
            return
        self.own[name] = keys
        if keys == TABLE[name]:
            del self.own[name]
        self._actions.use_keys(self.own)
        row.setText(1, shown(self._actions[name].shortcuts()))
        self.keys.setKeySequence(self._actions[name].shortcut())
        self.told.setText(self.tr("“{0}”: {1}").format(row.text(0), row.text(1) or self.tr("no keys")))
        self.changed.emit(dict(self.own))

    # --- keys that are not actions --------------------------------------------------------------------------------------
    def _board(self) -> Lines:
        return ((self.tr("Arrow keys, Home, End"), self.tr("Move the cursor on the board")),
                (self.tr("Shift + arrows"), self.tr("Draw along with the tool")),
                (self.tr("Space"), self.tr("What the tool does with a click")),
                (self.tr("Digits, letters"), self.tr("What the tool puts into the cell; by their place on other layouts")),
                (self.tr("Alt+1 … Alt+9"), self.tr("Choose a tool; its letter does so, too")),
                (self.tr("Ctrl + wheel, middle button"), self.tr("Zoom, move the board")))

    def _tools(self, tools: list[Tool]) -> Lines:
        return [(tool.shortcut or self.tr("Alt+{0}").format(number), f"{told(tool.label)}: {told(tool.tip)}")
                for number, tool in enumerate(tools, 1)]

    def _film(self) -> Lines:
        return ((self.tr("Space"), self.tr("Play, pause")), (self.tr("← →"), self.tr("One event; with Shift ten")),
                (self.tr("Home, End"), self.tr("First, last event")),
                (self.tr("G, C, S, R, X"),
                 self.tr("Next guess, contradiction, solution, restart, cut; with Shift the one before")),
                (self.tr(", and ."), self.tr("Slower, faster")))


def rows_of(group: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = (group.child(at) for at in range(group.childCount()))
    return [row for row in found if row is not None]


def shown(keys: list[QKeySequence]) -> str:
    return ", ".join(each.toString(NATIVE) for each in keys)


def is_bare(keys: QKeySequence) -> bool:
    """A key that types something: those belong to boards and fields."""
    pressed = keys[0]  # type: ignore[index]
    held = pressed.keyboardModifiers() & ~Qt.KeyboardModifier.ShiftModifier
    return not held.value and pressed.key().value < 0x01000000

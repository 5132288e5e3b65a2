"""The command palette (Ctrl+K): type a few letters of anything the window can do, press Return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.ui.look import look
from studio.ui.widgets import open_with

WIDTH, HEIGHT = 560, 380
SHOWN = 60
ROW = 28


@dataclass(frozen=True)
class Command:
    """Something to do: its words, its keys, and how."""

    text: str
    run: Callable[[], object]
    keys: str = ""
    group: str = ""

    @property
    def words(self) -> str:
        return f"{self.group} {self.text}".lower()


def rank(query: str, words: str) -> int | None:
    """How well letters fit words, smaller is better; None if they do not. Letters may be spread, in order."""
    if not query:
        return 0
    at = words.find(query)
    if at >= 0:
        return at if at == 0 or words[at - 1] == " " else 50 + at
    if all(part in words for part in query.split()):
        return 200
    place = -1
    for letter in query.replace(" ", ""):
        place = words.find(letter, place + 1)
        if place < 0:
            return None
    return 400 + place


class CommandPalette(QDialog):
    def __init__(self, commands: list[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self._commands = commands
        self._shown: list[Command] = []
        self.query = QLineEdit()
        self.query.setPlaceholderText(self.tr("What do you want to do?"))
        self.query.setAccessibleName(self.tr("Search commands"))
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(self.query)
        column.addWidget(self.list)
        open_with(self, WIDTH, HEIGHT)
        self.query.textChanged.connect(self._narrow)
        self.query.installEventFilter(self)
        self.list.itemActivated.connect(lambda _item: self._run())
        self.list.itemClicked.connect(lambda _item: self._run())
        self._narrow("")

    def open_over(self, window: QWidget) -> None:
        at = window.mapToGlobal(window.rect().topLeft())
        self.move(at.x() + (window.width() - self.width()) // 2, at.y() + 90)
        self.show()
        self.query.setFocus()

    def _narrow(self, text: str) -> None:
        ranked = [(rank(text.strip().lower(), command.words), number, command) for number, command in enumerate(self._commands)]
        fitting = sorted((place, number, command) for place, number, command in ranked if place is not None)
        self._shown = [command for _, _, command in fitting[:SHOWN]] if fitting else []
        self.list.clear()
        for command in self._shown:
            text = f"{command.group}: {command.text}" if command.group else command.text
            item = QTreeWidgetItem([text, command.keys])
            item.setSizeHint(0, QSize(0, ROW))
            item.setForeground(1, look().theme.color("muted"))
            self.list.addTopLevelItem(item)
        self._go_to(0)

    def _go_to(self, row: int) -> None:
        item = self.list.topLevelItem(row % len(self._shown)) if self._shown else None
        if item is not None:
            self.list.setCurrentItem(item)

    def _row(self) -> int:
        item = self.list.currentItem()
        return self.list.indexOfTopLevelItem(item) if item is not None else -1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while the letters go on into the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key, row = event.key(), self._row()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._shown:
                self._go_to(row + (1 if key == Qt.Key.Key_Down else -1))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run()
                return True
        return super().eventFilter(watched, event)

    def _run(self) -> None:
        row = self._row()
        if 0 <= row < len(self._shown):
            self.close()
            self._shown[row].run()

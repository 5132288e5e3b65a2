"""Every key in one list: on the board, in films, with the tools at hand, and of every action of the menus."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from studio.core.family import Tool
from studio.ui.actions import Actions

Lines = Iterable[tuple[str, str]]


class KeysDialog(QDialog):
    def __init__(self, actions: Actions, tools: list[Tool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.windowTitle())
        parts = [section(self.tr("On the board"), self._board())]
        if tools:
            parts.append(section(self.tr("Tools at hand"), self._tools(tools)))
        parts.append(section(self.tr("In a film"), self._film()))
        for menu in actions.menus.values():
            lines = [(action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action.text().replace("&", ""))
                     for action in menu.actions()]
            parts.append(section(menu.title().replace("&", ""), [line for line in lines if line[0]]))
        self.text.setHtml("".join(parts))
        QVBoxLayout(self).addWidget(self.text)
        self.resize(620, 640)

    def _board(self) -> Lines:
        return ((self.tr("Arrow keys, Home, End"), self.tr("Move the cursor on the board")),
                (self.tr("Shift + arrows"), self.tr("Draw along with the tool")),
                (self.tr("Space, digits, letters"), self.tr("What the tool puts into the cell")),
                (self.tr("Alt+1 … Alt+9"), self.tr("Choose a tool; its letter does so, too")),
                (self.tr("Ctrl + wheel, middle button"), self.tr("Zoom, move the board")))

    def _tools(self, tools: list[Tool]) -> Lines:
        return [(tool.shortcut or self.tr("Alt+{0}").format(number), f"{tool.label}: {tool.tip}")
                for number, tool in enumerate(tools, 1)]

    def _film(self) -> Lines:
        return ((self.tr("Space"), self.tr("Play, pause")), (self.tr("← →"), self.tr("One event; with Shift ten")),
                (self.tr("Home, End"), self.tr("First, last event")),
                (self.tr("G, C, S, R, X"),
                 self.tr("Next guess, contradiction, solution, restart, cut; with Shift the one before")),
                (self.tr(", and ."), self.tr("Slower, faster")))


def section(title: str, lines: Lines) -> str:
    cell = "<td style='padding:3px 12px 3px 4px'"
    rows = "".join(f"<tr>{cell} width=200><b>{escape(keys)}</b></td>{cell}>{escape(text)}</td></tr>" for keys, text in lines)
    return f"<h3>{escape(title)}</h3><table>{rows}</table>"

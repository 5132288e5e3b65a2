"""The tools of the family and mode at hand, as a column of buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QVBoxLayout, QWidget

from studio.core.family import Tool
from studio.core.language import told
from studio.ui import icons
from studio.ui.tight import ElidedButton
from studio.ui.widgets import section


class ToolPalette(QWidget):
    """Alt+1 … Alt+9 choose a tool by number, its own letter does so while the board has the focus."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tools")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Tools"))
        self._tools: list[Tool] = []
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 12, 8, 8)
        self._column.setSpacing(3)
        self._column.addWidget(section(self.tr("Tools")))
        self._column.addStretch(1)
        self.current = ""

    def add_below(self, widget: QWidget) -> None:
        """Something that belongs to the tools, below them."""
        self._column.insertWidget(self._column.count() - 1, widget)

    @property
    def tools(self) -> list[Tool]:
        return self._tools

    def show_tools(self, tools: list[Tool]) -> None:
        """Replace the buttons; the chosen tool stays chosen if it is still there."""
        if tools == self._tools:
            return
        self._tools = list(tools)
        for old in self._buttons.values():
            self._group.removeButton(old)
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = {tool.id: self._button(number, tool) for number, tool in enumerate(tools, 1)}
        for place, made in enumerate(self._buttons.values(), 1):
            self._column.insertWidget(place, made)
            made.show()  # at once: who asks how wide the column is must not be answered without it
        if tools:
            self.choose(self.current if self.current in self._buttons else tools[0].id)
        self.setVisible(bool(tools))

    def _button(self, number: int, tool: Tool) -> QToolButton:
        made = ElidedButton(self)
        made.setObjectName("tool")
        made.setCheckable(True)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setSizePolicy(made.sizePolicy().horizontalPolicy().Expanding, made.sizePolicy().verticalPolicy())
        icons.put_icon(made, next((name for name in (tool.icon, tool.id) if icons.exists(name)), tool.label))
        made.setIconSize(icons.icon_size())
        self._name(made, number, tool)
        made.clicked.connect(lambda _checked=False, tool_id=tool.id: self.choose(tool_id))
        self._group.addButton(made)
        return made

    def tell_anew(self) -> None:
        """In another language."""
        for number, tool in enumerate(self._tools, 1):
            self._name(self._buttons[tool.id], number, tool)

    def _name(self, made: QToolButton, number: int, tool: Tool) -> None:
        keys = self.tr("Alt+{0}").format(number) if number <= 9 else ""
        if tool.shortcut:
            keys = f"{tool.shortcut}, {keys}" if keys else tool.shortcut
        name, tip = told(tool.label), told(tool.tip)
        made.setText(name)
        made.setToolTip(f"<b>{name}</b> ({keys})<br>{tip}" if keys else f"<b>{name}</b><br>{tip}")
        made.setAccessibleName(name)
        made.setAccessibleDescription(tip)

    def choose(self, tool_id: str) -> None:
        if tool_id in self._buttons:
            self._buttons[tool_id].setChecked(True)
            self.current = tool_id
            self.chosen.emit(tool_id)

    def choose_number(self, number: int) -> None:
        if 1 <= number <= len(self._tools):
            self.choose(self._tools[number - 1].id)

    def tool(self) -> Tool | None:
        return next((tool for tool in self._tools if tool.id == self.current), None)

    def by_letter(self, key: str) -> Tool | None:
        """The tool that a letter stands for, if the family gave it one."""
        return next((tool for tool in self._tools if tool.shortcut and tool.shortcut.lower() == key.lower()), None)

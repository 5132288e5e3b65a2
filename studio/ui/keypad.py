"""Numbers by mouse: a pad of keys below the tools (or beside the cell: `cell_pad`), and clicks that count up and down."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from studio.core.family import Family, Stroke, Tool
from studio.core.puzzle import Board
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import button

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "?", "0", "⌫")
MOST = 9
"""Clicks count up to this, then "?" where there is one, and begin again; larger numbers are typed, or put on the pad."""


class Keypad(QWidget):
    """`pressed(key)`: as if it had been typed on the board."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setSpacing(4)
        self.keys = {}
        for number, key in enumerate(KEYS):
            name = "delete" if key == "⌫" else key
            made = button(key, act=lambda name=name: self.pressed.emit(name), tip=self.tr("Erase") if name == "delete" else "")  # type: ignore[misc]
            made.setObjectName("key")
            made.setMinimumWidth(30)
            made.setAccessibleName(self.tr("Erase") if name == "delete" else key)
            self.keys[name] = made
            grid.addWidget(made, number // 3, number % 3)

    def suit(self, family: Family, board: Board, tool: str) -> None:
        """Shown for tools that numbers are typed with."""
        self.setVisible(bool(typed_layer(family, board, tool)))
        self.keys["?"].setVisible(bool(typed_layer(family, board, tool)) and _takes_hidden(family, board, tool))


class ToolPad(QWidget):
    """The pad below the tools, and the switch that puts it beside the cell instead. `wants` names an action."""

    wants = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pad = Keypad()
        self.pressed, self.keys = self.pad.pressed, self.pad.keys
        self.move_pad = WrappedCheck(self.tr("Beside the cell"))
        self.move_pad.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.move_pad.setToolTip(self.tr("The pad appears beside the cell that you click, or here"))
        self.move_pad.clicked.connect(lambda: self.wants.emit("cell_pad"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.pad)
        column.addWidget(self.move_pad)

    def suit(self, family: Family, board: Board, tool: str, beside: bool) -> bool:
        """Shown for tools that numbers are typed with; whether this is one."""
        self.pad.suit(family, board, tool)
        typed = not self.pad.isHidden()
        self.pad.setVisible(typed and not beside)
        self.move_pad.setChecked(beside)
        self.setVisible(typed)
        return typed


def typing_tool(family: Family, board: Board, tools: Sequence[Tool]) -> str:
    """The first of these tools that numbers are typed with; "" if there is none."""
    return next((tool.id for tool in tools if typed_layer(family, board, tool.id)), "")


def _free(board: Board) -> int:
    return next((cell for cell, given in enumerate(board.givens) if not given), 0)


def _takes_hidden(family: Family, board: Board, tool: str) -> bool:
    """Whether "?", a clue whose number is hidden, can be typed with this tool."""
    return bool(family.edit(board, tool, Stroke("key", (_free(board),), key="?")))


def typed_layer(family: Family, board: Board, tool: str) -> str:
    """The layer that digits write into with this tool, where a click by itself does nothing; else ""."""
    cell = _free(board)
    row, col = board.grid.rc(cell)
    try:
        if family.edit(board, tool, Stroke("press", (cell,), x=col + 0.5, y=row + 0.5)):
            return ""
        each = [family.edit(board, tool, Stroke("key", (cell,), key=key)) for key in "123"]
    except (KeyError, ValueError, IndexError):  # it was only asked what it would do; a family's fault shows when it is used
        return ""
    if not all(each):  # 1 and 2 alone are names of signs (a circle, a cross), not numbers
        return ""
    typed = [change for changes in each for change in changes]
    layers = {change.layer for change in typed if change.layer in ("givens", "marks", "notes") and change.index == cell}
    return next((layer for layer in ("givens", "notes", "marks") if layer in layers), "")


def counted(family: Family, board: Board, tool: str, cell: int, step: int) -> str:
    """The key that puts the next number (or the one before) into a cell, "delete" at either end; "" if there is none."""
    layer = typed_layer(family, board, tool)
    if layer not in ("givens", "marks") or (layer == "marks" and board.givens[cell]):
        return ""
    now = board.layer(layer)[cell]
    round_trip = ["delete", *map(str, range(1, MOST + 1)), *(["?"] if _takes_hidden(family, board, tool) else [])]
    at = len(round_trip) - 1 if now < 0 else now
    return round_trip[(at + step) % len(round_trip)] if at <= MOST or now < 0 else "delete"

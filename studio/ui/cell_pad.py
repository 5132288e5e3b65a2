"""The pad of numbers beside the cell that was clicked, for whoever does not want to go back and forth to the tools."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.core.family import Stroke
from studio.ui.board_view import BoardView
from studio.ui.keypad import Keypad

AWAY = 8
"""pixels between the cell and its pad"""


class CellPad(QFrame):
    """`pressed(key)`: as if it had been typed on the board. It never covers its own cell, and goes when the board moves."""

    pressed = Signal(str)

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)  # a click between its keys is none on the board below
        self._view = view
        self.cell: int | None = None
        self.wanted = False
        """the tool at hand types numbers, and they shall be beside the cell"""
        self.pad = Keypad()
        self.pad.pressed.connect(self.pressed)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 0, 6, 6)
        column.addWidget(self.pad)
        view.installEventFilter(self)
        view.zoomed.connect(lambda _scale: self.leave())
        self.hide()

    def leave(self) -> None:
        self.cell = None
        self.hide()

    def follow(self, stroke: Stroke) -> None:
        """Beside the cell that a click ends in; away when another one begins, or with Escape."""
        clicked = stroke.kind == "release" and stroke.button == "left" and stroke.cell is not None
        if clicked and self.wanted:
            assert stroke.cell is not None
            self.show_beside(stroke.cell)
        elif (stroke.kind in ("press", "double") and stroke.cell != self.cell) or stroke.key == "escape":
            self.leave()

    def show_beside(self, cell: int) -> None:
        self.cell = cell
        self.adjustSize()
        spot = self._view.cell_rect(cell)
        self.move(*place_beside(spot, self.width(), self.height(), self._view.width(), self._view.height()))
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Wheel, QEvent.Type.Resize):
            self.leave()
        return False


def place_beside(cell: QRectF, wide: int, high: int, room: int, depth: int) -> tuple[int, int]:
    """Where a pad of this size lies in a view: right of the cell, else left of it, else below or above it."""
    beside = max(0, min(round(cell.center().y() - high / 2), depth - high))
    if cell.right() + AWAY + wide <= room:
        return round(cell.right()) + AWAY, beside
    if cell.left() - AWAY - wide >= 0:
        return round(cell.left()) - AWAY - wide, beside
    across = max(0, min(round(cell.center().x() - wide / 2), room - wide))
    return across, round(cell.bottom()) + AWAY if cell.bottom() + AWAY + high <= depth else round(cell.top()) - AWAY - high

"""The numbers of rows and columns beside the board, in pixels: never too small, and in sight wherever one zooms to."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from studio.core.grid import Grid
from studio.share.theme import Theme

PART = 0.24
"""of a cell: how large a number is, within bounds"""
LEAST, MOST = 11.0, 22.0
AWAY = 4.0
"""pixels between the numbers and the board, or the view's edge"""
VEIL = 0.93
"""how much the board is covered below numbers that lie over it"""


def font(scale: float) -> QFont:
    made = QFont()
    made.setPixelSize(round(min(max(PART * scale, LEAST), MOST)))
    return made


def room(grid: Grid, scale: float) -> tuple[float, float]:
    """Width and height that the numbers take beside a board of this size of cells."""
    metrics = QFontMetricsF(font(scale))
    return metrics.horizontalAdvance(str(grid.rows)) + 2 * AWAY, metrics.height() + 2 * AWAY


def paint(painter: QPainter, grid: Grid, origin: QPointF, scale: float, size: QSize, theme: Theme) -> None:
    """Above and left of the board; where that is out of sight, along the view's edge over the board."""
    wide, high = room(grid, scale)
    top, left = max(origin.y() - high, 0.0), max(origin.x() - wide, 0.0)
    veil = QColor(theme.color("window"))
    veil.setAlphaF(VEIL)
    board = QRectF(origin.x(), origin.y(), grid.cols * scale, grid.rows * scale)
    for strip in (QRectF(board.left(), top, board.width(), high), QRectF(left, board.top(), wide, board.height())):
        over = strip.intersected(board)
        if not over.isEmpty():
            painter.fillRect(over, veil)
    painter.setFont(font(scale))
    painter.setPen(theme.color("note"))
    middle = Qt.AlignmentFlag.AlignCenter
    for col in _told(grid.cols, scale, wide - AWAY, origin.x(), size.width()):
        painter.drawText(QRectF(origin.x() + (col + 0.5) * scale - wide, top, 2 * wide, high), middle, str(col + 1))
    for row in _told(grid.rows, scale, high - 2 * AWAY, origin.y(), size.height()):
        painter.drawText(QRectF(left, origin.y() + (row + 0.5) * scale - high, wide, 2 * high), middle, str(row + 1))


def _told(count: int, scale: float, room: float, start: float, length: int) -> list[int]:
    """Which lines get their number: those in sight; where they lie too close, every second or fifth of them, and so on."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if step * scale >= room or step == 1000)
    numbers = range(count) if step == 1 else range(step - 1, count, step)
    return [k for k in numbers if 0 <= start + (k + 0.5) * scale <= length]

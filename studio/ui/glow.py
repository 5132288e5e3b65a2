"""A wave of light over a solved board: short, and not at all where the desktop has animations switched off."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QRectF, QVariantAnimation
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QWidget

from studio.core.grid import Grid
from studio.ui.look import look

LASTS_MS = 1100
WIDTH = 0.45
"""The part of the board's diagonal that is lit at once."""
BRIGHTEST = 0.7


class Glow:
    """Belongs to a view: `start` lets it run once, `paint` draws it over cells of the view."""

    def __init__(self, view: QWidget) -> None:
        self._view = view
        self._part = QVariantAnimation(view)
        self._part.setStartValue(0.0)
        self._part.setEndValue(1.0)
        self._part.setDuration(LASTS_MS)
        self._part.valueChanged.connect(lambda _part: view.update())

    def start(self) -> None:
        lasts = self._view.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self._view)
        if lasts > 0 and not look().still:
            self._part.stop()
            self._part.start()

    @property
    def running(self) -> bool:
        return self._part.state() is QAbstractAnimation.State.Running

    def paint(self, painter: QPainter, grid: Grid, corner: QRectF, color: QColor) -> None:
        """`corner` is the first cell. The wave runs from the upper left to the lower right."""
        if not self.running:
            return
        front = self._part.currentValue() * (1 + WIDTH)
        for row in range(grid.rows):
            for col in range(grid.cols):
                behind = (front - (row + col) / max(1, grid.rows + grid.cols - 2)) / WIDTH
                if 0 < behind < 1:
                    light = QColor(color)
                    light.setAlphaF(BRIGHTEST * 4 * behind * (1 - behind))
                    size = corner.width()
                    painter.fillRect(corner.translated(col * size, row * size), light)

"""A chart of the lab, fitted into a widget and drawn by the one painter."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.draw import Text
from studio.core.language import told
from studio.lab.axes import HEIGHT, WIDTH
from studio.lab.charts import Chart
from studio.share.painter import paint
from studio.ui.look import look


class ChartView(QWidget):
    """`chosen` when it is clicked or Enter is pressed on it."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, 130)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Click: large, and back"))
        look().changed.connect(self._recolour)

    def _recolour(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH * 40, HEIGHT * 40)

    def show_chart(self, chart: Chart | None) -> None:
        self.chart = chart
        self.setAccessibleName(told(chart.title) if chart is not None else "")
        written = [shape.text for shape in chart.shapes if isinstance(shape, Text)] if chart is not None else []
        self.setAccessibleDescription("; ".join(dict.fromkeys(written)))  # axes, names and figures; the data are in the tables
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), look().theme.color("paper"))
        if self.chart is not None:
            high = self.chart.height
            cell = min(self.width() / WIDTH, self.height() / high)
            painter.translate((self.width() - WIDTH * cell) / 2, (self.height() - high * cell) / 2)
            painter.scale(cell, cell)
            paint(painter, self.chart.shapes, look().theme)
        painter.end()

"""The chart of a solver that shows no steps: its own numbers (best, bound, nodes, conflicts) over its own time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from studio.core.course import Course, courses, number_name, scale_of
from studio.core.language import told
from studio.share.film import Film
from studio.ui.watch.chart_kit import clock, short
from studio.ui.watch.charts import FilmChart

LINE_HEIGHT = 16


class CourseChart(FilmChart):
    """A line for every number that the solver told, each on its own scale (best and bound on one); hidden where none was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", 150, parent)
        self.title = self.tr("The solver's own numbers")
        self.setAccessibleName(self.title)
        self.setToolTip(self.tr("What the solver said of itself while it worked. Best and bound share a scale; every other "
                                "line has its own, from 0. What it does not tell is not drawn."))
        self.seconds: float | None = None
        self._lines: list[Course] = []
        self._told = -1
        self.hide()

    def show_film(self, film: Film | None) -> None:
        many = len(film.log.samples) if film is not None else 0
        if film is not self.film or many != self._told:
            self._told, self._lines = many, courses(film.log.samples) if film is not None else []
            self._height = 130 + LINE_HEIGHT * ((len(self._lines) + 1) // 2)
            self.setMinimumHeight(self._height)
            self.setVisible(bool(self._lines))
        super().show_film(film)

    def set_position(self, position: int) -> None:
        """The film stands after so many events: the values at that moment are told."""
        self.seconds = self.film.log.time_at(position) if self.film is not None and position else None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, self._height)

    def in_words(self) -> str:
        return ", ".join(f"{told(number_name(line.name))} {line.last:,.6g}" for line in self._lines)

    def figures(self) -> list[tuple[str, ...]]:
        said: list[tuple[str, ...]] = [(self.tr("second"), self.tr("number"), self.tr("value"))]
        said += [(f"{moment:.3f}", told(number_name(line.name)), f"{value:,.6g}")
                 for line in self._lines for moment, value in line.points]
        return said if self._lines else []

    def plot_box(self) -> QRectF:
        below = LINE_HEIGHT * ((len(self._lines) + 1) // 2)
        return QRectF(10, 24, max(10, self.width() - 20), max(10, self.height() - 24 - 20 - below))

    def paint_data(self, painter: QPainter) -> bool:
        if not self._lines or self.film is None:
            return False
        box = self.plot_box()
        end = max(1e-6, self.film.log.seconds, *(line.points[-1][0] for line in self._lines))
        self._frame(painter, box, clock(end))
        for number, line in enumerate(self._lines):
            self._line(painter, box, line, end, self._color(number))
            self._legend(painter, box, number, line)
        if self.seconds is not None:
            x = box.left() + box.width() * min(1.0, self.seconds / end)
            painter.setPen(QPen(self.theme.color("text"), 1.4))
            painter.drawLine(QPointF(x, box.top() - 3), QPointF(x, box.bottom()))
        return True

    def _frame(self, painter: QPainter, box: QRectF, end: str) -> None:
        """Every line has a scale of its own, so there are moments below and no numbers beside."""
        painter.setPen(self.theme.color("line"))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setPen(self.theme.color("muted"))
        below = QRectF(box.left(), box.bottom() + 2, box.width(), 16)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0 s")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, end)

    def _color(self, number: int) -> QColor:
        return self.theme.color(f"series:{number}")

    def _line(self, painter: QPainter, box: QRectF, line: Course, end: float, color: QColor) -> None:
        low, high = scale_of(line, self._lines)
        corners, before = [], None
        for moment, value in (*line.points, (end, line.last)):
            x, y = box.left() + box.width() * moment / end, box.bottom() - box.height() * (value - low) / (high - low)
            corners += [QPointF(x, before), QPointF(x, y)] if before is not None else [QPointF(x, y)]
            before = y
        painter.setPen(QPen(color, 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(corners))

    def _legend(self, painter: QPainter, box: QRectF, number: int, line: Course) -> None:
        value = line.last if self.seconds is None else line.at(self.seconds)
        area = QRectF(box.left() + (number % 2) * box.width() / 2, box.bottom() + 20 + number // 2 * LINE_HEIGHT,
                      box.width() / 2, LINE_HEIGHT)
        painter.fillRect(QRectF(area.left(), area.center().y() - 1.5, 14, 3), self._color(number))
        painter.setPen(self.theme.color("text"))
        said = self.tr("not told yet") if value is None else short(value) if value >= 0 else f"−{short(-value)}"
        painter.drawText(area.adjusted(20, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, f"{told(number_name(line.name))}: {said}")

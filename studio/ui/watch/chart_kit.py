"""What the Watch page's own charts share: colours from the theme, number words, and series squeezed to pixels."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.share.theme import Theme, mix
from studio.ui.look import look, scaled


def short(number: float) -> str:
    """A number in at most five characters: 12, 3.4k, 1.2M."""
    if number < 1000:
        return f"{number:.0f}" if number >= 10 or number == int(number) else f"{number:.1f}"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            scaled = number / size
            return f"{scaled:.0f}{unit}" if scaled >= 100 else f"{scaled:.1f}{unit}".replace(".0", "")
    return str(number)


def clock(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"


def round_up(number: float) -> float:
    """The next pleasant number for the end of an axis."""
    if number <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(number))
    return next(step * power for step in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= number)


def squeeze(at: list[int], low: list[int], high: list[int], length: int,
            width: int) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """A band over `length` events as pixel columns that hold something: the lowest and highest of what falls into each."""
    columns = np.minimum(np.array(at, np.int64) * width // max(1, length), width - 1)
    first = np.flatnonzero(np.concatenate([[True], columns[1:] != columns[:-1]]))
    lows = np.minimum.reduceat(np.array(low, np.float64), first)
    highs = np.maximum.reduceat(np.array(high, np.float64), first)
    return columns[first], lows, highs


def band_picture(columns: NDArray[np.int64], lows: NDArray[np.float64], highs: NDArray[np.float64], width: int, height: int,
                 top: float, below: QColor, band: QColor) -> QImage:
    """A band as pixels: `band` between its lowest and highest, `below` under it. Each column reaches to the next."""
    owner = np.clip(np.searchsorted(columns, np.arange(width), side="right") - 1, 0, None)
    scale = (height - 1) / max(top, 1.0)
    upper = (height - 1) - np.round(highs[owner] * scale)
    lower = (height - 1) - np.round(lows[owner] * scale)
    y = np.arange(height)[:, None]
    numbers = np.zeros((height, (width + 3) // 4 * 4), np.uint8)
    numbers[:, :width] = (y >= upper).astype(np.uint8) + ((y >= upper) & (y <= lower))
    picture = QImage(numbers.data, width, height, numbers.shape[1], QImage.Format.Format_Indexed8)
    picture.setColorTable([0, below.rgba(), band.rgba()])
    return picture.copy()


def faded(color: QColor, alpha: float) -> QColor:
    pale = QColor(color)
    pale.setAlphaF(alpha)
    return pale


class Chart(QWidget):
    """A painted chart with a title, in the theme's colours. Its facts are also told to screen readers."""

    PAINTED = ("title", "empty")

    def __init__(self, title: str, tip: str, height: int = 110, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.empty = self.tr("nothing yet")
        self._height = height
        self.setAccessibleName(title)
        self.setToolTip(tip)
        self.setMinimumHeight(scaled(height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        look().changed.connect(self._recolour)

    def _recolour(self) -> None:
        self.setMinimumHeight(scaled(self._height))
        self.update()

    @property
    def theme(self) -> Theme:
        return look().theme

    def sizeHint(self) -> QSize:
        return QSize(280, scaled(self._height))

    def small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(7.0, font.pointSizeF() * 0.86))
        return font

    def plot_box(self) -> QRectF:
        left, head, foot = scaled(38), scaled(24), scaled(20)
        return QRectF(left, head, max(10, self.width() - left - 10), max(10, self.height() - head - foot))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.small_font())
        painter.setPen(self.theme.color("text"))
        painter.drawText(QRectF(4, 2, self.width() - 8, scaled(18)), Qt.AlignmentFlag.AlignVCenter, self.title)
        if not self.paint_data(painter):
            painter.setPen(self.theme.color("muted"))
            painter.drawText(self.plot_box(), Qt.AlignmentFlag.AlignCenter, self.empty)
        painter.end()

    def paint_data(self, painter: QPainter) -> bool:
        """Draw the data; False if there is none."""
        raise NotImplementedError

    def headline(self, painter: QPainter, text: str) -> None:
        """The figure to the right of the title."""
        painter.setPen(self.theme.color("muted"))
        area = QRectF(4, 2, self.width() - 14, scaled(18))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def axes(self, painter: QPainter, box: QRectF, top: float, left_text: str, right_text: str) -> None:
        theme = self.theme
        painter.setPen(mix(theme.color("line"), theme.color("panel"), 0.3))
        for part in (0.0, 0.5, 1.0):
            y = round(box.bottom() - part * box.height()) + 0.5
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        painter.setPen(theme.color("muted"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for part in (0.0, 1.0):
            beside = QRectF(0, box.bottom() - part * box.height() - scaled(8), box.left() - 6, scaled(16))
            painter.drawText(beside, flags, short(top * part))
        below = QRectF(box.left(), box.bottom() + 2, box.width(), scaled(16))
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, left_text)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, right_text)

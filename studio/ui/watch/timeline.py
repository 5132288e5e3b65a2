"""The timeline: a slider over the whole film with the depth of the search as its landscape and solutions as flags."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from studio.core.trace import DEPTH
from studio.share.film import Film
from studio.share.theme import mix
from studio.ui.look import look
from studio.ui.watch.chart_kit import band_picture, clock, squeeze

MARGIN = 8.0


class Timeline(QSlider):
    """Scrubs in both directions, also while the film still grows. Values are event positions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.film: Film | None = None
        self._landscape: QImage | None = None
        self._key: object = None
        self.setRange(0, 0)
        self.setPageStep(100)
        self.setTracking(True)
        self.setAccessibleName(self.tr("Timeline"))
        self.setToolTip(self.tr("Drag to wind the film forth and back; the landscape is the depth of the search"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look().changed.connect(self._recolour)

    def _recolour(self) -> None:
        self._key = None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 46)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 46)

    def show_film(self, film: Film | None) -> None:
        """Follow a film's growth; called by the page a few times a second."""
        self.film = film
        length = len(film) if film is not None else 0
        self.setMaximum(length)
        self.setPageStep(max(10, length // 20))
        self.setEnabled(length > 0)
        self.update()

    def place(self, position: int) -> None:
        """Show a position without telling anyone."""
        if self.isSliderDown():
            return
        if position > self.maximum():
            self.setMaximum(position)
        blocked = self.blockSignals(True)
        self.setValue(position)
        self.blockSignals(blocked)
        self.update()

    # --- geometry -----------------------------------------------------------------------------------------------------
    def _box(self) -> QRectF:
        return QRectF(MARGIN, 6, max(10.0, self.width() - 2 * MARGIN), self.height() - 14)

    def _x(self, value: int) -> float:
        box = self._box()
        return box.left() + box.width() * value / max(1, self.maximum())

    def _value(self, x: float) -> int:
        box = self._box()
        part = min(1.0, max(0.0, (x - box.left()) / box.width()))
        return round(part * self.maximum())

    # --- by hand ------------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.maximum() > 0:
            self.setSliderDown(True)
            self.setValue(self._value(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._value(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.film is not None and len(self.film):
            QToolTip.showText(event.globalPos(), self.words_at(self._value(event.pos().x())), self)
            return True
        return super().event(event)

    def words_at(self, position: int) -> str:
        """A place of the timeline in words."""
        log = self.film.log if self.film is not None else None
        if log is None or not len(log):
            return ""
        depth = int(log.rows[max(0, position - 1), DEPTH])
        moment = clock(log.time_at(position))
        return self.tr("event {at:,} · {time} · depth {depth}").format(at=position, time=moment, depth=depth)

    # --- painting -----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, box = look().theme, self._box()
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(box.adjusted(-4.5, -3.5, 4.5, 3.5), 6, 6)
        if self.film is not None and len(self.film):
            played = QRectF(box.left(), box.top(), self._x(self.sliderPosition()) - box.left(), box.height())
            painter.fillRect(played, theme.color("soft"))
            painter.drawImage(QPointF(box.left(), box.top()), self._picture(box))
            self._paint_flags(painter, box)
            self._paint_handle(painter, box)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("primary"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-4.5, -3.5, 4.5, 3.5), 6, 6)
        painter.end()

    def _picture(self, box: QRectF) -> QImage:
        """The landscape, drawn once per growth; what lies behind the handle is shaded when painting."""
        assert self.film is not None
        ratio = self.devicePixelRatioF()
        key = (id(self.film), len(self.film), box.width(), box.height(), ratio, look().theme.id)
        if self._landscape is None or key != self._key:
            self._key = key
            width, height = round(box.width() * ratio), round(box.height() * ratio)
            at, low, high = self.film.log.stats.curve()
            kept = [i for i, start in enumerate(at) if start < len(self.film)]
            columns, lows, highs = squeeze([at[i] for i in kept], [low[i] for i in kept], [high[i] for i in kept],
                                           len(self.film), width)
            theme = look().theme
            top = max(1.0, float(highs.max()) * 1.08)
            below, band = (mix(theme.color("primary"), theme.color("base"), part) for part in (0.70, 0.40))
            self._landscape = band_picture(columns, lows, highs, width, height, top, below, band)
            self._landscape.setDevicePixelRatio(ratio)
        return self._landscape

    def _paint_flags(self, painter: QPainter, box: QRectF) -> None:
        assert self.film is not None
        events = np.array(self.film.log.solution_events(), np.int64) + 1
        places = np.unique(events * int(box.width()) // max(1, self.maximum()))
        height = box.height() if len(places) <= 3 else 9.0
        flag = look().theme.color("good")
        for place in places.tolist():
            painter.fillRect(QRectF(box.left() + place - 1, box.top(), 2, height), flag)

    def _paint_handle(self, painter: QPainter, box: QRectF) -> None:
        theme = look().theme
        x = self._x(self.sliderPosition())
        veil = QColor(theme.color("base"))
        veil.setAlphaF(0.55)
        painter.fillRect(QRectF(x, box.top(), box.right() - x, box.height()), veil)
        painter.setPen(QPen(theme.color("primary"), 2))
        painter.drawLine(QPointF(x, box.top() - 3), QPointF(x, box.bottom() + 3))
        painter.setPen(QPen(theme.color("base"), 1.5))
        painter.setBrush(theme.color("primary"))
        painter.drawEllipse(QPointF(x, box.bottom() + 1), 6, 6)

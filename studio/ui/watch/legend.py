"""What the colours on a film's board mean, in one line below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.share.theme import Theme, mix
from studio.ui.look import look, scaled

HEIGHT, CHIP, GAP = 20, 15.0, 14.0
RAMPS = ("guess", "deduced")
DEEP = 8
"""The depth at the right end of a chip that shows a ramp."""


class Legend(QWidget):
    """Chips in the board's own colours; those that do not fit a narrow lane are left out, the least telling first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(scaled(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tell_anew()
        look().changed.connect(self._recolour)

    def tell_anew(self) -> None:
        """In the language that is spoken now."""
        self.setAccessibleName(self.tr("Legend"))
        self.entries = (("guess", self.tr("guess, by depth")), ("deduced", self.tr("deduction, by depth")),
                        ("conflict", self.tr("contradiction")), ("undone", self.tr("taken back")),
                        ("select", self.tr("this step")), ("cause", self.tr("because of these")))
        self.setAccessibleDescription(", ".join(text for _, text in self.entries))
        tips = (self.tr("<b>guess</b>: tried; the stronger the colour, the more guesses stand before it"),
                self.tr("<b>deduction</b>: it follows; the stronger the colour, the more guesses it rests on"),
                self.tr("<b>contradiction</b>: these cells cannot stand together"),
                self.tr("<b>taken back</b>: what the last guess had led to"),
                self.tr("<b>this step</b> and <b>because of these</b>: outlines of the current deduction and its causes"))
        self.setToolTip("<br>".join(tips))
        self.update()

    def _recolour(self) -> None:
        self.setFixedHeight(scaled(HEIGHT))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, scaled(HEIGHT))

    def shown(self, width: float) -> list[tuple[str, str]]:
        """As many entries as fit."""
        metrics = QFontMetricsF(self._font())
        kept: list[tuple[str, str]] = []
        for role, text in self.entries:
            width -= chip_width(role) + 5 + metrics.horizontalAdvance(text) + GAP
            if width < -GAP:
                break
            kept.append((role, text))
        return kept

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), look().theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        metrics, x = QFontMetricsF(painter.font()), 2.0
        for role, text in self.shown(self.width() - 4):
            wide = chip_width(role)
            self._chip(painter, theme, role, QRectF(x, (self.height() - 12) / 2, wide, 12))
            x += wide + 5
            painter.setPen(theme.color("muted"))
            room = metrics.horizontalAdvance(text)
            painter.drawText(QRectF(x, 0, room + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
            x += room + GAP
        painter.end()

    def _chip(self, painter: QPainter, theme: Theme, role: str, box: QRectF) -> None:
        if role in ("select", "cause"):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color(role), 2.4))
            painter.drawRect(box.adjusted(1.2, 1.2, -1.2, -1.2))
            return
        painter.setPen(QPen(theme.color("line"), 1))
        if role in RAMPS:
            ramp = QLinearGradient(box.topLeft(), box.topRight())
            for depth in range(DEEP + 1):
                ramp.setColorAt(depth / DEEP, theme.color(f"{role}:{depth}"))
            painter.setBrush(ramp)
        else:
            painter.setBrush(theme.color(role))
        painter.drawRoundedRect(box, 2.5, 2.5)
        if role in theme.hatched:
            painter.setPen(QPen(QColor(mix(theme.color(role), theme.color("given"), 0.45)), 1))
            corner = box.topLeft()
            for step in range(3, int(box.width() + box.height()), 4):
                start, end = min(float(step), box.width()), max(0.0, step - box.height())
                painter.drawLine(corner + QPointF(start, step - start), corner + QPointF(end, step - end))


def chip_width(role: str) -> float:
    return 2 * CHIP if role in RAMPS else CHIP

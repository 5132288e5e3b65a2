"""The one painter: shapes in cell units onto any QPainter. Screen, PNG, SVG, PDF and film frames all go through `paint`.

Axis-parallel lines and rectangles are laid on whole device pixels, so that boards are crisp at any zoom; texts and
circles, the slow ones, are drawn once per look into a small picture and stamped from then on.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from studio.core.draw import Arrow, Circle, Line, Polygon, Rect, Shape, Text
from studio.ui.theme import Theme, mix

STAMPS = 4000
HATCH_STEP = 0.16
_stamps: OrderedDict[tuple[Any, ...], QPixmap] = OrderedDict()


def paint(painter: QPainter, shapes: Iterable[Shape], theme: Theme, vector: bool = False) -> None:
    """Draw shapes with the painter's current transform (one unit = one cell). `vector`: exact outlines, no pixels."""
    Canvas(painter, theme, vector).draw(shapes)


def board_font(pixels: float, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


class Canvas:
    """A painter in logical pixels that knows the scale of the board."""

    def __init__(self, painter: QPainter, theme: Theme, vector: bool) -> None:
        transform = painter.worldTransform()
        self.painter = painter
        self.theme = theme
        self.vector = vector
        self.scale = transform.m11()
        self.dx, self.dy = transform.dx(), transform.dy()
        self.ratio = 1.0 if vector else painter.device().devicePixelRatio()

    def draw(self, shapes: Iterable[Shape]) -> None:
        painter = self.painter
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for shape in shapes:
            DRAW[type(shape)](self, shape)
        painter.restore()

    # --- units ------------------------------------------------------------------------------------------------------
    def x(self, value: float) -> float:
        return value * self.scale + self.dx

    def y(self, value: float) -> float:
        return value * self.scale + self.dy

    def snapped(self, value: float) -> float:
        return value if self.vector else round(value * self.ratio) / self.ratio

    def thickness(self, width: float) -> float:
        """A line's width in logical pixels: whole device pixels, never none."""
        if self.vector:
            return width * self.scale
        return max(1, round(width * self.scale * self.ratio)) / self.ratio

    def color(self, role: str, opacity: float) -> QColor:
        color = self.theme.color(role)
        if opacity < 1.0:
            color = QColor(color)
            color.setAlphaF(opacity)
        return color

    def pen(self, role: str, width: float, opacity: float, dashed: bool = False) -> QPen:
        if not role:
            return QPen(Qt.PenStyle.NoPen)
        pen = QPen(self.color(role, opacity), max(width * self.scale, 1 / self.ratio))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
        if dashed:
            pen.setDashPattern([2.0, 1.6])
        return pen

    def brush(self, role: str, opacity: float) -> QBrush:
        return QBrush(self.color(role, opacity)) if role else QBrush(Qt.BrushStyle.NoBrush)

    def box(self, x: float, y: float, w: float, h: float) -> QRectF:
        """A rectangle of cell units on whole device pixels."""
        left, top = self.snapped(self.x(x)), self.snapped(self.y(y))
        return QRectF(left, top, self.snapped(self.x(x + w)) - left, self.snapped(self.y(y + h)) - top)

    # --- shapes -----------------------------------------------------------------------------------------------------
    def rect(self, shape: Rect) -> None:
        box = self.box(shape.x, shape.y, shape.w, shape.h)
        if shape.radius > 0:
            radius = shape.radius * self.scale
            self.painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity))
            self.painter.setBrush(self.brush(shape.fill, shape.opacity))
            self.painter.drawRoundedRect(box, radius, radius)
            return
        if shape.fill:
            self.painter.fillRect(box, self.color(shape.fill, shape.opacity))
            if shape.fill.partition(":")[0] in self.theme.hatched:
                self.hatch(box, shape.fill, shape.opacity)
        if shape.stroke:
            self.frame(box, self.thickness(shape.width), self.color(shape.stroke, shape.opacity))

    def frame(self, box: QRectF, thick: float, color: QColor) -> None:
        """The outline of a rectangle as four bars around its edges."""
        low = math.floor(thick * self.ratio / 2) / self.ratio if not self.vector else thick / 2
        outer = QRectF(box.x() - low, box.y() - low, box.width() + thick, box.height() + thick)
        fill = self.painter.fillRect
        fill(QRectF(outer.x(), outer.y(), outer.width(), thick), color)
        fill(QRectF(outer.x(), outer.bottom() - thick, outer.width(), thick), color)
        fill(QRectF(outer.x(), outer.y() + thick, thick, outer.height() - 2 * thick), color)
        fill(QRectF(outer.right() - thick, outer.y() + thick, thick, outer.height() - 2 * thick), color)

    def hatch(self, box: QRectF, role: str, opacity: float) -> None:
        """Diagonal lines inside a fill, for themes in which colour alone must not tell."""
        ink = QColor(mix(self.theme.color(role), self.theme.color("given"), 0.45))
        ink.setAlphaF(opacity)
        step = max(3.0, HATCH_STEP * self.scale)
        painter = self.painter
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(ink, max(1.0, 0.03 * self.scale)))
        count = int((box.width() + box.height()) / step) + 1
        for i in range(1, count):
            at = i * step
            painter.drawLine(QPointF(box.x() + at, box.y()), QPointF(box.x() + at - box.height(), box.bottom()))
        painter.restore()

    def line(self, shape: Line) -> None:
        points = shape.points
        if len(points) == 2 and not shape.dashed and (points[0][0] == points[1][0] or points[0][1] == points[1][1]):
            self.bar(points[0], points[1], shape)
            return
        self.painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity, shape.dashed))
        self.painter.drawPolyline(self.points(points))

    def bar(self, a: tuple[float, float], b: tuple[float, float], shape: Line) -> None:
        """An axis-parallel line as a filled bar with square ends, so that corners of regions close."""
        thick = self.thickness(shape.width)
        low = math.floor(thick * self.ratio / 2) / self.ratio if not self.vector else thick / 2
        x0, x1 = sorted((self.x(a[0]), self.x(b[0])))
        y0, y1 = sorted((self.y(a[1]), self.y(b[1])))
        left, top = self.snapped(x0) - low, self.snapped(y0) - low
        box = QRectF(left, top, self.snapped(x1) - low + thick - left, self.snapped(y1) - low + thick - top)
        self.painter.fillRect(box, self.color(shape.stroke, shape.opacity))

    def points(self, points: Iterable[tuple[float, float]]) -> QPolygonF:
        return QPolygonF([QPointF(self.x(x), self.y(y)) for x, y in points])

    def polygon(self, shape: Polygon) -> None:
        self.painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity))
        self.painter.setBrush(self.brush(shape.fill, shape.opacity))
        self.painter.drawPolygon(self.points(shape.points))

    def arrow(self, shape: Arrow) -> None:
        """A line whose last stretch ends in a filled head; the line stops at the head's base."""
        points = [(self.x(x), self.y(y)) for x, y in shape.points]
        (px, py), (tx, ty) = points[-2], points[-1]
        length = math.hypot(tx - px, ty - py) or 1.0
        ux, uy = (tx - px) / length, (ty - py) / length
        head = shape.head * self.scale
        bx, by = tx - ux * head * 0.9, ty - uy * head * 0.9
        pen = self.pen(shape.stroke, shape.width, shape.opacity)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.setPen(pen)
        self.painter.drawPolyline(QPolygonF([*(QPointF(x, y) for x, y in points[:-1]), QPointF(bx, by)]))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.brush(shape.stroke, shape.opacity))
        half = head * 0.6
        self.painter.drawPolygon(QPolygonF([QPointF(tx, ty), QPointF(tx - ux * head - uy * half, ty - uy * head + ux * half),
                                            QPointF(tx - ux * head + uy * half, ty - uy * head - ux * half)]))

    def circle(self, shape: Circle) -> None:
        x, y, r = self.x(shape.x), self.y(shape.y), shape.r * self.scale
        if self.vector:
            self.ellipse(self.painter, shape, x, y, r)
            return
        reach = r + shape.width * self.scale + 1
        left, top = math.floor(x - reach), math.floor(y - reach)
        phase = (round((x - left) * 4), round((y - top) * 4))
        key = (self.theme.id, self.ratio, round(r * 8), phase, shape.fill, shape.stroke, round(shape.width * self.scale, 2),
               shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = self.blank_stamp(2 * reach + 2, 2 * reach + 2)
            inner = QPainter(stamp)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.ellipse(inner, shape, phase[0] / 4, phase[1] / 4, r)
            inner.end()
            keep_stamp(key, stamp)
        self.painter.drawPixmap(QPointF(left, top), stamp)

    def ellipse(self, painter: QPainter, shape: Circle, x: float, y: float, r: float) -> None:
        painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity))
        painter.setBrush(self.brush(shape.fill, shape.opacity))
        painter.drawEllipse(QPointF(x, y), r, r)

    def text(self, shape: Text) -> None:
        pixels = shape.size * self.scale
        if not shape.text or pixels < 1.5:
            return
        if self.vector:
            self.outline_text(shape, pixels)
            return
        key = (self.theme.id, self.ratio, round(pixels), shape.text, shape.fill, shape.bold, shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = self.text_stamp(shape, pixels)
            keep_stamp(key, stamp)
        width = stamp.width() / self.ratio
        left = self.x(shape.x) - {"middle": width / 2, "start": 2, "end": width - 2}[shape.anchor]
        top = self.y(shape.y) - stamp.height() / self.ratio / 2
        self.painter.drawPixmap(QPointF(self.snapped(left), self.snapped(top)), stamp)

    def text_stamp(self, shape: Text, pixels: float) -> QPixmap:
        """A text in its own picture, its digits' middle in the picture's middle."""
        font = board_font(pixels, shape.bold)
        metrics = QFontMetricsF(font)
        stamp = self.blank_stamp(metrics.horizontalAdvance(shape.text) + 4, 2 * math.ceil(metrics.height() * 0.75) + 2)
        inner = QPainter(stamp)
        inner.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        inner.setFont(font)
        inner.setPen(self.color(shape.fill, shape.opacity))
        middle = stamp.height() / self.ratio / 2
        inner.drawText(QPointF(2, self.snapped(middle + metrics.capHeight() / 2)), shape.text)
        inner.end()
        return stamp

    def outline_text(self, shape: Text, pixels: float) -> None:
        font = board_font(100, shape.bold)
        metrics = QFontMetricsF(font)
        zoom = pixels / 100
        path = QPainterPath()
        path.addText(0, 0, font, shape.text)
        width = metrics.horizontalAdvance(shape.text) * zoom
        left = self.x(shape.x) - {"middle": width / 2, "start": 0, "end": width}[shape.anchor]
        self.painter.save()
        self.painter.translate(left, self.y(shape.y) + metrics.capHeight() * zoom / 2)
        self.painter.scale(zoom, zoom)
        self.painter.fillPath(path, self.brush(shape.fill, shape.opacity))
        self.painter.restore()

    def blank_stamp(self, width: float, height: float) -> QPixmap:
        stamp = QPixmap(math.ceil(width * self.ratio), math.ceil(height * self.ratio))
        stamp.setDevicePixelRatio(self.ratio)
        stamp.fill(Qt.GlobalColor.transparent)
        return stamp


# A table of functions, not of bound methods: those would keep the painter alive beyond its paint event.
DRAW: dict[type, Any] = {Rect: Canvas.rect, Line: Canvas.line, Polygon: Canvas.polygon, Arrow: Canvas.arrow,
                         Circle: Canvas.circle, Text: Canvas.text}


def keep_stamp(key: tuple[Any, ...], stamp: QPixmap) -> None:
    _stamps[key] = stamp
    if len(_stamps) > STAMPS:
        _stamps.popitem(last=False)

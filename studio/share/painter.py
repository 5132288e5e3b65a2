"""The one painter: shapes in cell units onto any QPainter. Screen, PNG, SVG, PDF and film frames all go through `paint`.

Axis-parallel lines and rectangles are laid on whole device pixels, so that boards are crisp at any zoom; texts, circles,
small rounded boxes and strokes, the slow ones, are drawn once per look into a small picture and stamped from then on.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from studio.core.draw import Arrow, Circle, Line, Polygon, Rect, Shape, Text
from studio.share.theme import Theme, mix

STAMPS = 4000
STAMPED = 1.5
"""Cells that a rounded box or a stroke may measure to be stamped; larger ones are few, and their pictures would be big."""
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
    """Draws in device pixels: `scale` of them make a cell, and (dx, dy) is the board's corner."""

    def __init__(self, painter: QPainter, theme: Theme, vector: bool) -> None:
        transform = painter.worldTransform()
        self.painter = painter
        self.theme = theme
        self.vector = vector
        self.ratio = 1.0 if vector else painter.device().devicePixelRatio()
        self.scale = transform.m11() * self.ratio
        self.dx, self.dy = transform.dx() * self.ratio, transform.dy() * self.ratio
        self._colors: dict[tuple[str, float], QColor] = {}

    def draw(self, shapes: Iterable[Shape]) -> None:
        painter = self.painter
        painter.save()
        painter.resetTransform()
        if self.ratio != 1.0:
            painter.scale(1 / self.ratio, 1 / self.ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for shape in shapes:
            DRAW[type(shape)](self, shape)
        painter.restore()

    # --- units ------------------------------------------------------------------------------------------------------
    def x(self, value: float) -> float:
        return value * self.scale + self.dx

    def y(self, value: float) -> float:
        return value * self.scale + self.dy

    def fill(self, x0: float, y0: float, x1: float, y1: float, color: QColor) -> None:
        """A filled box between two points of the device; its edges lie on whole pixels unless this is a vector drawing."""
        if self.vector:
            self.painter.fillRect(QRectF(x0, y0, x1 - x0, y1 - y0), color)
        else:
            left, top = round(x0), round(y0)
            self.painter.fillRect(left, top, round(x1) - left, round(y1) - top, color)

    def thickness(self, width: float) -> float:
        """A line's width: whole pixels, never none."""
        return width * self.scale if self.vector else max(1, round(width * self.scale))

    def color(self, role: str, opacity: float) -> QColor:
        known = self._colors.get((role, opacity))
        if known is None:
            known = QColor(self.theme.color(role))
            known.setAlphaF(opacity)
            self._colors[role, opacity] = known
        return known

    def pen(self, role: str, width: float, opacity: float, dashed: bool = False) -> QPen:
        if not role:
            return QPen(Qt.PenStyle.NoPen)
        pen = QPen(self.color(role, opacity), max(width * self.scale, 1.0))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
        if dashed:
            pen.setDashPattern([2.0, 1.6])
        return pen

    def brush(self, role: str, opacity: float) -> QBrush:
        return QBrush(self.color(role, opacity)) if role else QBrush(Qt.BrushStyle.NoBrush)

    # --- shapes -----------------------------------------------------------------------------------------------------
    def rect(self, shape: Rect) -> None:
        scale = self.scale
        x0, y0 = shape.x * scale + self.dx, shape.y * scale + self.dy
        x1, y1 = x0 + shape.w * scale, y0 + shape.h * scale
        if shape.radius > 0:
            self.rounded(shape, QRectF(x0, y0, x1 - x0, y1 - y0))
            return
        if shape.fill:
            self.fill(x0, y0, x1, y1, self.color(shape.fill, shape.opacity))
            if self.theme.hatched and shape.fill.partition(":")[0] in self.theme.hatched:
                self.hatch(QRectF(x0, y0, x1 - x0, y1 - y0), shape.fill, shape.opacity)
        if shape.stroke:
            self.frame(x0, y0, x1, y1, self.thickness(shape.width), self.color(shape.stroke, shape.opacity))

    def rounded(self, shape: Rect, box: QRectF) -> None:
        if self.vector or max(shape.w, shape.h) > STAMPED:
            self.rounded_box(self.painter, shape, box)
            return
        reach = shape.width * self.scale + 1
        left, top = math.floor(box.x() - reach), math.floor(box.y() - reach)
        phase = (round((box.x() - left) * 4), round((box.y() - top) * 4))
        key = (self.theme.id, self.scale, shape.w, shape.h, shape.radius, phase, shape.fill, shape.stroke, shape.width,
               shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = blank_stamp(box.width() + 2 * reach + 2, box.height() + 2 * reach + 2)
            inner = QPainter(stamp)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.rounded_box(inner, shape, QRectF(phase[0] / 4, phase[1] / 4, box.width(), box.height()))
            inner.end()
            keep_stamp(key, stamp)
        self.painter.drawPixmap(left, top, stamp)

    def rounded_box(self, painter: QPainter, shape: Rect, box: QRectF) -> None:
        radius = shape.radius * self.scale
        painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity))
        painter.setBrush(self.brush(shape.fill, shape.opacity))
        painter.drawRoundedRect(box, radius, radius)

    def frame(self, x0: float, y0: float, x1: float, y1: float, thick: float, color: QColor) -> None:
        """The outline of a rectangle as four bars around its edges."""
        if not self.vector:
            x0, y0, x1, y1 = round(x0), round(y0), round(x1), round(y1)
        low = thick / 2 if self.vector else thick // 2
        x0, y0, x1, y1 = x0 - low, y0 - low, x1 - low + thick, y1 - low + thick
        self.fill(x0, y0, x1, y0 + thick, color)
        self.fill(x0, y1 - thick, x1, y1, color)
        self.fill(x0, y0 + thick, x0 + thick, y1 - thick, color)
        self.fill(x1 - thick, y0 + thick, x1, y1 - thick, color)

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
        if len(points) == 2 and not shape.dashed:
            (ax, ay), (bx, by) = points
            if ax == bx or ay == by:
                self.bar(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), shape)
                return
            if not self.vector and abs(ax - bx) <= STAMPED and abs(ay - by) <= STAMPED:
                self.stroke(shape, self.x(ax), self.y(ay), self.x(bx), self.y(by))
                return
        self.painter.setPen(self.pen(shape.stroke, shape.width, shape.opacity, shape.dashed))
        self.painter.drawPolyline(self.points(points))

    def stroke(self, shape: Line, ax: float, ay: float, bx: float, by: float) -> None:
        """A short slanting line between two points of the device, such as an arm of a cross."""
        reach = shape.width * self.scale + 1
        left, top = math.floor(min(ax, bx) - reach), math.floor(min(ay, by) - reach)
        ends = (round((ax - left) * 4), round((ay - top) * 4), round((bx - left) * 4), round((by - top) * 4))
        key = (self.theme.id, self.scale, ends, shape.stroke, shape.width, shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = blank_stamp(abs(ax - bx) + 2 * reach + 2, abs(ay - by) + 2 * reach + 2)
            inner = QPainter(stamp)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.setPen(self.pen(shape.stroke, shape.width, shape.opacity))
            inner.drawLine(QPointF(ends[0] / 4, ends[1] / 4), QPointF(ends[2] / 4, ends[3] / 4))
            inner.end()
            keep_stamp(key, stamp)
        self.painter.drawPixmap(left, top, stamp)

    def bar(self, x0: float, y0: float, x1: float, y1: float, shape: Line) -> None:
        """An axis-parallel line as a filled bar with square ends, so that corners of regions close."""
        scale, dx, dy = self.scale, self.dx, self.dy
        color = self.color(shape.stroke, shape.opacity)
        if self.vector:
            low = shape.width * scale / 2
            self.fill(x0 * scale + dx - low, y0 * scale + dy - low, x1 * scale + dx + low, y1 * scale + dy + low, color)
            return
        thick = max(1, round(shape.width * scale))
        left, top = round(x0 * scale + dx), round(y0 * scale + dy)
        wide, high = round(x1 * scale + dx) - left + thick, round(y1 * scale + dy) - top + thick
        self.painter.fillRect(left - thick // 2, top - thick // 2, wide, high, color)

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
        key = (self.theme.id, self.scale, shape.r, phase, shape.fill, shape.stroke, shape.width, shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = blank_stamp(2 * reach + 2, 2 * reach + 2)
            inner = QPainter(stamp)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.ellipse(inner, shape, phase[0] / 4, phase[1] / 4, r)
            inner.end()
            keep_stamp(key, stamp)
        self.painter.drawPixmap(left, top, stamp)

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
        key = (self.theme.id, round(pixels), shape.text, shape.fill, shape.bold, shape.opacity)
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = self.text_stamp(shape, pixels)
            keep_stamp(key, stamp)
        width = stamp.width()
        left = self.x(shape.x) - {"middle": width / 2, "start": 2, "end": width - 2}[shape.anchor]
        self.painter.drawPixmap(round(left), round(self.y(shape.y) - stamp.height() / 2), stamp)

    def text_stamp(self, shape: Text, pixels: float) -> QPixmap:
        """A text in its own picture, its digits' middle in the picture's middle."""
        font = board_font(pixels, shape.bold)
        metrics = QFontMetricsF(font)
        stamp = blank_stamp(metrics.horizontalAdvance(shape.text) + 4, 2 * math.ceil(metrics.height() * 0.75) + 2)
        inner = QPainter(stamp)
        inner.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        inner.setFont(font)
        inner.setPen(self.color(shape.fill, shape.opacity))
        inner.drawText(QPointF(2, round(stamp.height() / 2 + metrics.capHeight() / 2)), shape.text)
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


# A table of functions, not of bound methods: those would keep the painter alive beyond its paint event.
DRAW: dict[type, Any] = {Rect: Canvas.rect, Line: Canvas.line, Polygon: Canvas.polygon, Arrow: Canvas.arrow,
                         Circle: Canvas.circle, Text: Canvas.text}


def blank_stamp(width: float, height: float) -> QPixmap:
    stamp = QPixmap(math.ceil(width), math.ceil(height))
    stamp.fill(Qt.GlobalColor.transparent)
    return stamp


def keep_stamp(key: tuple[Any, ...], stamp: QPixmap) -> None:
    _stamps[key] = stamp
    if len(_stamps) > STAMPS:
        _stamps.popitem(last=False)

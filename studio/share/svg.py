"""Shapes as SVG elements for web pages. Colours are classes: one page can have several themes; letters stay letters."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from studio.core.draw import Arrow, Circle, Line, Point, Polygon, Rect, Shape, Text
from studio.share.theme import Theme


class SvgShapes:
    """Turns shapes into elements and remembers which colour roles they use: `css` gives these their colours."""

    def __init__(self) -> None:
        self.roles: dict[str, int] = {}

    def elements(self, shapes: Iterable[Shape]) -> list[str]:
        return [self.element(shape) for shape in shapes]

    def element(self, shape: Shape) -> str:
        if isinstance(shape, Rect):
            radius = f' rx="{_n(shape.radius)}"' if shape.radius else ""
            return (f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.w)}" height="{_n(shape.h)}"{radius}'
                    f"{self._ink(shape.fill, shape.stroke, shape.width, shape.opacity)}/>")
        if isinstance(shape, Circle):
            return (f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.r)}"'
                    f"{self._ink(shape.fill, shape.stroke, shape.width, shape.opacity)}/>")
        if isinstance(shape, Polygon):
            return (f'<polygon points="{_points(shape.points)}"'
                    f"{self._ink(shape.fill, shape.stroke, shape.width, shape.opacity)}/>")
        if isinstance(shape, Line):
            dashes = f' stroke-dasharray="{_n(2 * shape.width)} {_n(1.6 * shape.width)}"' if shape.dashed else ""
            return (f'<polyline points="{_points(shape.points)}" stroke-linecap="square"{dashes}'
                    f"{self._ink('', shape.stroke, shape.width, shape.opacity)}/>")
        if isinstance(shape, Arrow):
            return self._arrow(shape)
        return self._text(shape)

    def _arrow(self, shape: Arrow) -> str:
        (px, py), (tx, ty) = shape.points[-2], shape.points[-1]
        length = math.hypot(tx - px, ty - py) or 1.0
        ux, uy, head, half = (tx - px) / length, (ty - py) / length, shape.head, shape.head * 0.6
        shaft = (*shape.points[:-1], (tx - ux * head * 0.9, ty - uy * head * 0.9))
        tip = ((tx, ty), (tx - ux * head - uy * half, ty - uy * head + ux * half),
               (tx - ux * head + uy * half, ty - uy * head - ux * half))
        return (f'<polyline points="{_points(shaft)}"{self._ink("", shape.stroke, shape.width, shape.opacity)}/>'
                f'<polygon points="{_points(tip)}"{self._ink(shape.stroke, "", 0, shape.opacity)}/>')

    def _text(self, shape: Text) -> str:
        bold = ' font-weight="600"' if shape.bold else ""
        ink = self._ink(shape.fill, "", 0, shape.opacity)
        return (f'<text x="{_n(shape.x)}" y="{_n(shape.y + 0.355 * shape.size)}" font-size="{_n(shape.size)}"{bold} '
                f'text-anchor="{shape.anchor}"{ink}>{escape(shape.text)}</text>')

    def _ink(self, fill: str, stroke: str, width: float, opacity: float) -> str:
        classes = [f"f{self._number(fill)}" if fill else "n", *([f"s{self._number(stroke)}"] if stroke else [])]
        parts = [f' class="{" ".join(classes)}"']
        if stroke:
            parts.append(f' stroke-width="{_n(width)}"')
        if opacity < 1:
            parts.append(f' opacity="{_n(opacity)}"')
        return "".join(parts)

    def number(self, role: str) -> int:
        """The number in the classes of a role: `f3` fills with it, `s3` strokes."""
        return self._number(role)

    def _number(self, role: str) -> int:
        return self.roles.setdefault(role, len(self.roles))

    def css(self, theme: Theme) -> str:
        """The colours of all roles used so far in one theme."""
        lines = [".n{fill:none}"]
        for role, number in self.roles.items():
            color = theme.color(role).name()
            lines.append(f".f{number}{{fill:{color}}}.s{number}{{stroke:{color}}}")
        return "".join(lines)


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") or "0"


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)

"""Scales, ticks and frames of the lab's charts. A chart is a list of shapes, drawn by the same painter as the boards."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

from studio.core.draw import Circle, Line, Rect, Shape, Text
from studio.core.language import told

WIDTH, HEIGHT = 16, 9
LEFT, TOP, RIGHT, BOTTOM = 1.3, 1.5, 3.6, 1.2
"""Room around the plot for the numbers, the title and the legend."""
SMALL, PLAIN, LARGE = 0.27, 0.30, 0.38
PER_DECADE = 3
"""With fewer decades than this a logarithmic axis also shows 2 and 5."""

LINE_HIGH, BETWEEN = 0.36, 0.14
"""The height of a line of the legend, and what lies between two entries."""
NAME_LETTERS, FIGURE_LETTERS = 21, 24
"""As many letters of a name, and of the figure below it, stand in a line of the legend."""
WORDS = re.compile(r"[^ _,;/=\[]*[ _,;/=\[]*", re.DOTALL)
"""what is kept together in a line"""

SQUARE, PALE, STROKE, DASHES, DISC, DIAMOND, RING = "square", "pale-square", "stroke", "dashes", "disc", "diamond", "ring"
"""How a series is marked, in the plot and in the legend."""


@dataclass(frozen=True)
class Scale:
    """Values on one axis; `log` ones must be positive."""

    low: float
    high: float
    log: bool = False

    def part(self, value: float) -> float:
        """Where a value lies between the ends: 0 to 1, kept inside."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log10(low), math.log10(high), math.log10(max(value, self.low))
        return min(1.0, max(0.0, (value - low) / (high - low or 1.0)))

    def ticks(self) -> list[float]:
        if self.log:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            steps = (1.0, 2.0, 5.0) if last - first < PER_DECADE else (1.0,)
            found = [step * 10.0**power for power in range(first, last + 1) for step in steps]
            return [tick for tick in found if self.low <= tick <= self.high * 1.0001]
        step = pleasant((self.high - self.low) / 5)
        return [self.low + step * i for i in range(int((self.high - self.low) / step * 1.0001) + 1)]


def pleasant(number: float) -> float:
    """The next of 1, 2, 5, 10 … for the distance between ticks of whole numbers."""
    if number <= 1:
        return 1.0
    power = 10 ** math.floor(math.log10(number))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= number * 0.999))


def log_scale(values: Sequence[float], least: float = 0.0) -> Scale:
    """Whole decades around the values."""
    positive = [value for value in values if value > 0] or [1.0]
    low = 10.0 ** math.floor(math.log10(max(min(positive), least or min(positive))))
    high = 10.0 ** math.ceil(math.log10(max(positive)) - 1e-9)
    return Scale(low, high if high > low else low * 10, True)


def in_words(value: float) -> str:
    """A duration as an axis or a reader wants it: 5 µs, 20 ms, 3 s."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size * 0.9995 or unit == "µs":
            return f"{value / size:.3g} {unit}" if value < 999.5 else f"{value:.0f} {unit}"
    return ""


def number(value: float) -> str:
    if value >= 10_000:
        power = int(math.log10(value) / 3)
        return f"{value / 1000**power:.3g}{' kMGT'[power]}"
    return f"{value:.4g}"


@dataclass
class Frame:
    """The plot's box with its axes: turns values into places and collects the shapes."""

    title: str
    x: Scale
    y: Scale
    x_title: str
    y_title: str
    shapes: list[Shape] = field(default_factory=list)
    wide_left: float = LEFT
    """room for what stands at the ticks of the y axis"""
    height: float = HEIGHT

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.wide_left, TOP, WIDTH - self.wide_left - RIGHT, self.height - TOP - BOTTOM

    def at(self, x: float, y: float) -> tuple[float, float]:
        left, top, wide, high = self.box
        return left + self.x.part(x) * wide, top + (1 - self.y.part(y)) * high

    def begin(self, x_ticks: Sequence[tuple[float, str]], y_ticks: Sequence[tuple[float, str]]) -> None:
        left, top, wide, high = self.box
        self.shapes.append(Rect(0, 0, WIDTH, self.height, fill="paper"))
        self.shapes.append(Text(LEFT - 0.9, 0.45, told(self.title), "given", LARGE, True, anchor="start"))
        self.shapes.append(Text(LEFT - 0.9, TOP - 0.45, told(self.y_title), "note", SMALL, anchor="start"))
        self.shapes.append(Text(left + wide / 2, self.height - 0.35, told(self.x_title), "note", SMALL))
        for value, text in y_ticks:
            _, y = self.at(self.x.low, value)
            self.shapes.append(Line(((left, y), (left + wide, y)), "grid", 0.015))
            self.shapes.append(Text(left - 0.15, y, told(text), "note", SMALL, anchor="end"))
        for value, text in x_ticks:
            x, _ = self.at(value, self.y.low)
            self.shapes.append(Line(((x, top + high), (x, top + high + 0.1)), "grid", 0.02))
            self.shapes.append(Text(x, top + high + 0.35, told(text), "note", SMALL))
        self.shapes.append(Line(((left, top + high), (left + wide, top + high)), "frame", 0.025))

    def legend(self, entries: Sequence[tuple[str, str, str]], marks: Sequence[str] = ()) -> None:
        """(role, name, figure) from top to bottom, to the right of the plot; marked by a square, or as the plot marks them.
        Names are told whole, in as many lines as they need, and the paper grows with them. The last thing that is drawn."""
        x, y = WIDTH - RIGHT + 0.3, TOP + 0.15
        for place, (role, name, figure) in enumerate(entries):
            self.shapes.append(sign(x + 0.13, y, role, marks[place] if marks else SQUARE))
            for text, ink, size, most in ((name, "given", PLAIN, NAME_LETTERS), (figure, "note", SMALL, FIGURE_LETTERS)):
                for line in in_lines(told(text), most) if text else ():
                    self.shapes.append(Text(x + 0.42, y, line, ink, size, anchor="start"))
                    y += LINE_HIGH
            y += BETWEEN
        if y > self.height:
            self.height = y
            self.shapes[0] = Rect(0, 0, WIDTH, y, fill="paper")


def sign(x: float, y: float, role: str, mark: str, size: float = 0.13) -> Shape:
    """How a series is drawn, as one small shape around a point."""
    if mark in (STROKE, DASHES):
        return Line(((x - 1.3 * size, y), (x + 1.3 * size, y)), role, 0.055, dashed=mark == DASHES)
    if mark == DIAMOND:
        corners = ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0), (0, -1.2))
        return Line(tuple((x + dx * size, y + dy * size) for dx, dy in corners), role, 0.035)
    if mark == DISC:
        return Circle(x, y, size, fill=role, opacity=0.85)
    if mark == RING:
        return Circle(x, y, size, fill="paper", stroke=role, width=0.04)
    return Rect(x - size, y - size, 2 * size, 2 * size, fill=role, radius=0.05, opacity=0.35 if mark == PALE else 1.0)


def in_lines(text: str, most: int) -> list[str]:
    """A text in lines of at most so many letters: broken where words end, in the midst of one only where it has to be. Signs
    of Japanese take the room of two letters."""
    lines, line, used = [], "", 0
    for part in WORDS.findall(text):
        if used + letters(part) > most and line:
            lines.append(line.rstrip())
            line, used = "", 0
        for sign in part:
            if used + letters(sign) > most and line.strip():
                lines.append(line.rstrip())
                line, used = "", 0
            line, used = line + sign, used + letters(sign)
    return [*lines, line.rstrip()]


def letters(text: str) -> int:
    """How many letters' room it takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"

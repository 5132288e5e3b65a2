"""A study's plots as charts: what `core/study.py` says is to be drawn, drawn as shapes like every other chart."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from studio.core.draw import Circle, Line, Rect
from studio.core.say import say
from studio.core.study import BARS, BOXES, LINE, STEPS, Axis, Finding, Plot, Series, quartiles
from studio.lab.axes import (
    DASHES,
    DIAMOND,
    DISC,
    LEFT,
    PALE,
    RIGHT,
    RING,
    SQUARE,
    STROKE,
    WIDTH,
    Frame,
    Scale,
    in_words,
    letters,
    log_scale,
    number,
    pleasant,
    shortened,
    sign,
)
from studio.lab.charts import Chart

DOT = 0.1
LABELS = 14
"""As many whole numbers fit under the axis."""
LETTER, GAP = 0.155, 0.2
"""How wide a letter of a tick is, and the room between two: of names that do not fit every second, third … is written."""
DEEP, LONGEST_ROW = 0.44, 38
"""The height of a row where names stand below each other, and how many letters such a name has at most."""


def chart_of(plot: Plot, chart_id: str) -> Chart:
    frame = _Drawing(plot).frame
    return Chart(chart_id, plot.title, frame.shapes, frame.height)


def charts_of(finding: Finding, experiment_id: str) -> list[Chart]:
    """The plots of a finding that have anything to show, named after the experiment."""
    shown = [plot for plot in finding.plots if any(each.points or each.unfinished for each in plot.series)]
    if len(shown) == 1:
        return [chart_of(shown[0], experiment_id)]
    return [chart_of(plot, f"{experiment_id}-{chr(ord('a') + place)}") for place, plot in enumerate(shown)]


class _Drawing:
    """One plot on its frame."""

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self._stopped: Counter[tuple[float, float]] = Counter()
        across, up = _scale(plot.x, self._values(0)), _scale(plot.y, self._values(1))
        stopped = any(each.unfinished for each in plot.series)
        if plot.down:
            rows = len(plot.x.labels)
            wide = 0.6 + LETTER * min(LONGEST_ROW, max(map(letters, plot.x.labels), default=0))
            self.frame = Frame(plot.title, up, Scale(-rows + 0.4, 0.6), plot.y.title, plot.x.title, wide_left=max(3.4, wide),
                               height=max(5.0, 2.9 + DEEP * rows))
            names = [shortened(name, LONGEST_ROW) for name in plot.x.labels]
            self.frame.begin(_ticks(plot.y, up), [(-place, name) for place, name in enumerate(names)])
        else:
            self.frame = Frame(plot.title, across, up, plot.x.title, plot.y.title)
            self.frame.begin(_ticks(plot.x, across), _ticks(plot.y, up))
        for place, series in enumerate(plot.series):
            self._draw(series, place)
        entries = [(self._colour(place), each.name, each.note) for place, each in enumerate(plot.series)]
        marks = [_mark(each) for each in plot.series]
        if stopped:
            entries, marks = [*entries, ("note", say("stopped, at its limit"), "")], [*marks, RING]
        self.frame.legend(entries, marks)

    def _colour(self, place: int) -> str:
        """A published series has the colour of ours that it stands beside, by its name: "smt, published" that of "smt"."""
        names = [each.name for each in self.plot.series]
        ours = names[place].removesuffix(", published")
        return f"series:{names.index(ours) if ours in names else place}"

    def _values(self, axis: int) -> list[float]:
        found = [point[axis] for each in self.plot.series for point in (*each.points, *each.unfinished)]
        if axis == 1:
            found += [end for each in self.plot.series for span in each.spans for end in span[1:]]
            if any(each.mark == BARS for each in self.plot.series) and not self.plot.y.log:
                found.append(0.0)
        return [value for value in found if value == value and abs(value) != float("inf")]

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.frame.at(y, -x) if self.plot.down else self.frame.at(x, y)

    def _draw(self, series: Series, place: int) -> None:
        colour = self._colour(place)
        if series.mark in (LINE, STEPS):
            self._line(series, colour)
        elif series.mark == BARS:
            self._bars(series, colour, place)
        elif series.mark == BOXES:
            self._boxes(series, colour, place)
        else:
            self._signs(series.points, colour, _mark(series))
        for x, low, high in series.spans:
            self.frame.shapes.append(Line((self._at(x, low), self._at(x, high)), colour, 0.035, opacity=0.8))
        shift = self._beside(BOXES, place)[0] if series.mark == BOXES else 0.0
        self._rings([(x + shift, y) for x, y in series.unfinished], colour)

    def _signs(self, points: Iterable[tuple[float, float]], colour: str, mark: str) -> None:
        self.frame.shapes += [sign(*self._at(x, y), colour, mark, DOT) for x, y in points]

    def _rings(self, points: Iterable[tuple[float, float]], colour: str) -> None:
        """Runs that were stopped, which mostly meet at the limit: beside each other, so that every one is seen."""
        for x, y in points:
            across, down = self._at(x, y)
            before = self._stopped[x, y]
            self._stopped[x, y] += 1
            self.frame.shapes.append(sign(across + 2.2 * DOT * before, down, colour, RING, DOT))

    def _line(self, series: Series, colour: str) -> None:
        points: list[tuple[float, float]] = []
        for x, y in series.points:
            if series.mark == STEPS and points:
                points.append((self._at(x, y)[0], points[-1][1]))
            points.append(self._at(x, y))
        if points:
            self.frame.shapes.append(Line(tuple(points), colour, 0.055, dashed=series.published))

    def _beside(self, mark: str, place: int) -> tuple[float, float]:
        """Bars and boxes of several series stand beside each other: where this one's middle is, and how wide it is."""
        alike = [k for k, each in enumerate(self.plot.series) if each.mark == mark]
        width = 0.8 / len(alike)
        return (alike.index(place) - (len(alike) - 1) / 2) * width, width

    def _bars(self, series: Series, colour: str, place: int) -> None:
        shift, width = self._beside(BARS, place)
        floor = self.frame.x.low if self.plot.down else self.frame.y.low
        floor = floor if self.plot.y.log else max(0.0, floor)
        for x, y in series.points:
            ends = self._at(x + shift - 0.45 * width, floor), self._at(x + shift + 0.45 * width, y)
            self.frame.shapes.append(_box(*ends, fill=colour, opacity=0.45 if series.published else 0.9))

    def _boxes(self, series: Series, colour: str, place: int) -> None:
        shift, width = self._beside(BOXES, place)
        by_x: dict[float, list[float]] = defaultdict(list)
        for x, y in (*series.points, *series.unfinished):  # with the time they had, so that no box gets better by failing
            by_x[x].append(y)
        for x, values in by_x.items():
            self._one_box(x + shift, 0.36 * width, sorted(values), colour, 0.25 if series.published else 0.5)

    def _one_box(self, x: float, half: float, values: Sequence[float], colour: str, opacity: float) -> None:
        low, middle, high = quartiles(values)
        reach = 1.5 * (high - low)
        inside = [value for value in values if low - reach <= value <= high + reach]
        shapes = self.frame.shapes
        for end, edge in ((inside[0], low), (inside[-1], high)):
            shapes.append(Line((self._at(x, end), self._at(x, edge)), colour, 0.035))
            shapes.append(Line((self._at(x - half / 2, end), self._at(x + half / 2, end)), colour, 0.035))
        shapes.append(_box(self._at(x - half, low), self._at(x + half, high), fill=colour, opacity=opacity))
        shapes.append(Line((self._at(x - half, middle), self._at(x + half, middle)), colour, 0.06))
        outside = [(x, value) for value in values if not inside[0] <= value <= inside[-1]]
        for at in (self._at(*point) for point in outside):
            shapes.append(Circle(*at, 0.6 * DOT, stroke=colour, width=0.03))


def _box(one: tuple[float, float], other: tuple[float, float], fill: str, opacity: float) -> Rect:
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    return Rect(left, top, max(right - left, 0.03), max(bottom - top, 0.03), fill=fill, opacity=opacity)


def _mark(series: Series) -> str:
    if series.mark in (LINE, STEPS):
        return DASHES if series.published else STROKE
    if series.mark in (BARS, BOXES):
        return PALE if series.published else SQUARE
    return DIAMOND if series.published else DISC


def _scale(axis: Axis, values: Sequence[float]) -> Scale:
    if axis.labels:
        return Scale(-0.6, len(axis.labels) - 0.4)
    if axis.log:
        return log_scale(values)
    low, high = min(values, default=0.0), max(values, default=1.0)
    if axis.whole:
        return Scale(low - 0.4, high + 0.4)
    low = 0.0 if low >= 0 and low < 0.5 * high else low
    return Scale(low, high if high > low else low + 1)


def _ticks(axis: Axis, scale: Scale) -> list[tuple[float, str]]:
    if axis.labels:
        room = max(8, 80 // len(axis.labels))
        names = [shortened(name, room) for name in axis.labels]
        slot = (WIDTH - LEFT - RIGHT) / len(names)
        every = max(1, math.ceil((LETTER * max(map(len, names)) + GAP) / slot))
        return [(place, name) for place, name in enumerate(names) if place % every == 0]
    if axis.whole:
        first, last = math.ceil(scale.low), math.floor(scale.high)
        return [(tick, str(tick)) for tick in range(first, last + 1, int(pleasant((last - first) / LABELS)))]
    return [(tick, in_words(tick) if axis.seconds and tick else number(tick)) for tick in scale.ticks()]



"""The four live charts: depth over time, depth histogram, rule usage, nodes per second."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from studio.share.film import Film
from studio.share.words import rule_title
from studio.ui.look import scaled
from studio.ui.watch.chart_kit import Chart, band_picture, clock, faded, round_up, short, squeeze

MOST_ROWS = 20
"""A curve is told in at most so many stretches."""


def _parts(length: int) -> list[slice]:
    """So many points in stretches of nearly equal length, none of them empty."""
    number = min(length, MOST_ROWS)
    edges = [length * place // number for place in range(number + 1)] if number else []
    return [slice(start, end) for start, end in itertools.pairwise(edges)]


class FilmChart(Chart):
    """A chart of one film's statistics."""

    def __init__(self, title: str, tip: str, height: int = 110, parent: QWidget | None = None) -> None:
        super().__init__(title, tip, height, parent)
        self.film: Film | None = None

    def show_film(self, film: Film | None) -> None:
        self.film = film
        self.tell_anew()

    def tell_anew(self) -> None:
        """In the language that is spoken now."""
        self.setAccessibleDescription(self.in_words())
        self.update()

    def in_words(self) -> str:
        """The chart in a sentence."""
        return ""

    def figures(self) -> list[tuple[str, ...]]:
        """What is drawn as a table: the names of the columns, then a row a bar, step or stretch; nothing without data."""
        return []

    def as_text(self) -> str:
        rows = self.figures()
        return "\n".join([self.title, *("\t".join(cells) for cells in rows)] if rows else [self.title, self.empty])


class DepthChart(FilmChart):
    """Lowest and highest depth of every stretch of the film; the mark shows where it stands. Click or arrow keys = go there."""

    jumped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", 130, parent)
        self.title = self.tr("Depth over time")
        self.setAccessibleName(self.title)
        self.setToolTip(self.tr("How deep the search was, from the first event to the last. Click to go there."))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.position = 0

    def set_position(self, position: int) -> None:
        if position != self.position:
            self.position = position
            self.update()

    def in_words(self) -> str:
        if self.film is None:
            return ""
        stats = self.film.log.stats
        return self.tr("deepest {deepest}, now {now}").format(deepest=stats.filmed("max_depth"), now=stats.current_depth)

    def figures(self) -> list[tuple[str, ...]]:
        if self.film is None or not len(self.film.log):
            return []
        at, low, high = self.film.log.stats.curve()
        parts = _parts(len(at))
        ends = [*(at[part.stop] for part in parts[:-1]), self.film.log.stats.events]
        head = (self.tr("events"), self.tr("lowest depth"), self.tr("highest depth"))
        return [head, *((f"{at[part.start] + 1:,}–{end:,}", str(min(low[part])), str(max(high[part])))
                        for part, end in zip(parts, ends))]

    def paint_data(self, painter: QPainter) -> bool:
        if self.film is None or not len(self.film.log):
            return False
        at, low, high = self.film.log.stats.curve()
        length = max(self.film.log.stats.events, 1)
        box, top = self.plot_box(), round_up(max(1, max(high)))
        self.headline(painter, self.tr("deepest {depth}").format(depth=max(high)))
        self.axes(painter, box, top, "0", self.tr("{count} events").format(count=short(length)))
        ratio = self.devicePixelRatioF()
        width, height = round(box.width() * ratio), round(box.height() * ratio)
        columns, lows, highs = squeeze(at, low, high, length, width)
        primary = self.theme.color("primary")
        painter.drawImage(box, band_picture(columns, lows, highs, width, height, top, faded(primary, 0.22), primary))
        self._paint_mark(painter, box, length)
        return True

    def _paint_mark(self, painter: QPainter, box: QRectF, length: int) -> None:
        x = box.left() + box.width() * min(self.position, length) / length
        painter.setPen(QPen(self.theme.color("text"), 1.4))
        painter.drawLine(QPointF(x, box.top() - 3), QPointF(x, box.bottom()))
        painter.setBrush(self.theme.color("text"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(x - 4, box.top() - 6), QPointF(x + 4, box.top() - 6), QPointF(x, box.top())]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        if self.film is not None and len(self.film.log):
            box = self.plot_box()
            part = min(1.0, max(0.0, (event.position().x() - box.left()) / box.width()))
            self.jumped.emit(min(len(self.film.log), round(part * self.film.log.stats.events)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # arrow keys belong to the player


class Histogram(FilmChart):
    """How many guesses were made at each depth."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", 110, parent)
        self.title = self.tr("Guesses by depth")
        self.setAccessibleName(self.title)
        self.setToolTip(self.tr("How many guesses the search made at each depth"))

    def in_words(self) -> str:
        counts = self.film.log.stats.depth_histogram() if self.film is not None else []
        return ", ".join(self.tr("depth {depth}: {count}").format(depth=depth, count=count)
                         for depth, count in enumerate(counts) if count)

    def figures(self) -> list[tuple[str, ...]]:
        counts = self.film.log.stats.depth_histogram() if self.film is not None else []
        found = [(str(depth), f"{count:,}") for depth, count in enumerate(counts) if count]
        return [(self.tr("depth"), self.tr("guesses")), *found] if found else []

    def paint_data(self, painter: QPainter) -> bool:
        counts = self.film.log.stats.depth_histogram() if self.film is not None else []
        if not counts:
            self.empty = self.tr("no guesses")
            return False
        counts = counts[1:] or counts
        box, top = self.plot_box(), round_up(max(counts))
        stats = self.film.log.stats if self.film is not None else None
        if stats is not None:
            self.headline(painter, self.tr("mean {mean:.1f}").format(mean=stats.mean_depth or 0.0))
        self.axes(painter, box, top, "1", str(len(counts)))
        width = box.width() / len(counts)
        gap = 1.0 if width > 4 else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        for number, count in enumerate(counts):
            if count:
                height = max(1.0, count / top * box.height())
                painter.fillRect(QRectF(box.left() + number * width, box.bottom() - height, max(1.0, width - gap), height),
                                 self.theme.color(f"guess:{number + 1}"))
        return True


class RateChart(FilmChart):
    """Nodes per second over the search's own time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", 110, parent)
        self.title = self.tr("Nodes per second")
        self.setAccessibleName(self.title)
        self.setToolTip(self.tr("How many guesses the search made in each stretch of its own time"))

    def in_words(self) -> str:
        rate = self.film.log.stats.nodes_per_second if self.film is not None else None
        return "" if rate is None else self.tr("mean {rate}").format(rate=short(rate))

    def figures(self) -> list[tuple[str, ...]]:
        if self.film is None or self.film.log.stats.filmed("guesses") < 2:
            return []
        at, rates = self.film.log.stats.rate_curve()
        found = [(clock(at[part.start]), short(sum(rates[part]) / len(rates[part]))) for part in _parts(len(at))]
        return [(self.tr("from"), self.tr("nodes per second")), *found] if found and max(rates) > 0 else []

    def paint_data(self, painter: QPainter) -> bool:
        if self.film is None or self.film.log.stats.filmed("guesses") < 2:
            self.empty = self.tr("no guesses")
            return False
        at, rates = self.film.log.stats.rate_curve()
        if not rates or max(rates) <= 0:
            return False
        box, top = self.plot_box(), round_up(max(rates))
        seconds = max(self.film.log.stats.seconds, 1e-6)
        self.headline(painter, self.tr("mean {rate}").format(rate=short(self.film.log.stats.nodes_per_second or 0.0)))
        self.axes(painter, box, top, "0 s", clock(seconds))
        color = self.theme.color("forced")
        width = at[1] - at[0] if len(at) > 1 else seconds
        points = []
        for start, rate in zip(at, rates):
            y = box.bottom() - rate / top * box.height()
            for moment in (start, min(start + width, seconds)):
                points.append(QPointF(box.left() + min(1.0, moment / seconds) * box.width(), y))
        painter.setPen(QPen(color, 1.4))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(color, 0.18))
        painter.drawPolygon(QPolygonF([QPointF(points[0].x(), box.bottom()), *points, QPointF(points[-1].x(), box.bottom())]))
        return True


class RuleBars(FilmChart):
    """How often each rule was used, and how long it took."""

    ROW = 21

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", 110, parent)
        self.title = self.tr("Rules used")
        self.setAccessibleName(self.title)
        self.setToolTip(self.tr("How often each rule led to a conclusion; the number to the right counts its uses"))
        self.setMinimumHeight(60)

    def _table(self) -> list[tuple[str, int]]:
        if self.film is None:
            return []
        stats = self.film.log.stats
        uses = [(name, int(stats.rule_uses[number])) for number, name in enumerate(stats.rule_names)
                if number < len(stats.rule_uses) and stats.rule_uses[number]]
        return sorted(uses, key=lambda pair: -pair[1])

    def show_film(self, film: Film | None) -> None:
        super().show_film(film)
        height = 30 + max(2, len(self._table())) * self.ROW
        if height != self._height:
            self._height = height
            self.setMinimumHeight(scaled(height))
            self.updateGeometry()

    def in_words(self) -> str:
        return ", ".join(": ".join(cells) for cells in self.figures()[1:])

    def figures(self) -> list[tuple[str, ...]]:
        film = self.film
        found = [] if film is None else [(rule_title(film, name), f"{count:,}") for name, count in self._table()]
        return [(self.tr("rule"), self.tr("uses")), *found] if found else []

    def paint_data(self, painter: QPainter) -> bool:
        table = self._table()
        if not table or self.film is None:
            return False
        metrics = QFontMetricsF(painter.font())
        names = [rule_title(self.film, name) for name, _ in table]
        names = [name[:1].upper() + name[1:] for name in names]
        left = min(self.width() * 0.45, max(metrics.horizontalAdvance(name) for name in names) + 14)
        room, row = max(20.0, self.width() - left - scaled(64)), scaled(self.ROW)
        most = max(count for _, count in table)
        for number, (name, (_, count)) in enumerate(zip(names, table)):
            y = scaled(26 + number * self.ROW)
            painter.setPen(self.theme.color("text"))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, left - 8)
            painter.drawText(QRectF(4, y, left - 8, row), Qt.AlignmentFlag.AlignVCenter, shown)
            bar = QRectF(left, y + 5, max(2.0, room * count / most), row - 10)
            painter.fillRect(bar, faded(self.theme.color("primary"), 0.75))
            painter.setPen(self.theme.color("muted"))
            painter.drawText(QRectF(bar.right() + 6, y, scaled(58), row), Qt.AlignmentFlag.AlignVCenter, f"{count:,}")
        return True

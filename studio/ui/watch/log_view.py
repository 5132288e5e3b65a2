"""The event log: any number of events, of which only the visible lines are ever looked at. Click or arrow keys = go there."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from studio.core.trace import DEPTH, KIND, Kind
from studio.share.contrast import LATER
from studio.share.film import Film
from studio.share.theme import Theme
from studio.share.words import KIND_ROLES, kind_name, log_line
from studio.ui.look import look, scaled
from studio.ui.watch import accessible
from studio.ui.watch.log_index import LogIndex, Wanted

LINE = 23
SEARCH_SECONDS = 0.006
"""How long words are looked for between two frames."""
CHIP = 28.0
"""The coloured field with an event's depth."""


def line_height() -> int:
    return scaled(LINE)



class LogView(QAbstractScrollArea):
    """`jumped` tells the position just after the event that was chosen."""

    jumped = Signal(int)
    searched = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.index = LogIndex()
        self._searching = QTimer(self)
        self._searching.setInterval(0)
        self._searching.timeout.connect(self._search_on)
        self.position = 0
        self._following = True
        """the marked line is kept in view, until the user scrolls away from it"""
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Event log"))
        self.setToolTip(self.tr("Every event of the search. Click one to go there."))
        look().changed.connect(self._recolour)

    def _recolour(self) -> None:
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(320, 240)

    # --- what is shown ------------------------------------------------------------------------------------------------
    def show_film(self, film: Film | None) -> None:
        """Follow a film's growth; called by the page a few times a second."""
        if film is not self.film:
            self.film = film
            self._following = True
            self.index.clear()
        if film is not None:
            self.index.update(film.log)
            self._search()
        self._fit_scroll_bar()
        if self._following:
            self._reveal()
        self.viewport().update()

    def set_wanted(self, wanted: Wanted) -> None:
        """List only these from now on."""
        self.index.choose(wanted, self.film.log if self.film is not None else None)
        self._search()
        self._fit_scroll_bar()
        self._reveal()
        self.viewport().update()

    def _search(self) -> None:
        """Go on looking for words, a little at a time."""
        if not self.index.complete and not self._searching.isActive():
            self._searching.start()

    def _search_on(self) -> None:
        if self.film is None or self.index.work(self.words, SEARCH_SECONDS):
            self._searching.stop()
        self._fit_scroll_bar()
        self.searched.emit()
        self.viewport().update()

    def words(self, event: int) -> str:
        """All that can be searched of an event: its line, its rule and its reason."""
        assert self.film is not None
        told = self.film.log.event(event)
        return " ".join((self.describe(event), told.rule, told.reason.text if told.reason is not None else ""))

    def set_position(self, position: int) -> None:
        if position != self.position:
            self.position = position
            self._following = True
            self._reveal()
            self.viewport().update()

    def current_row(self) -> int:
        """The line that is marked: the last shown event that has happened."""
        return self.index.row(self.position - 1) if self.position > 0 else -1

    def _lines(self) -> int:
        return max(1, self.viewport().height() // line_height())

    def _fit_scroll_bar(self) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, len(self.index) - self._lines()))
        bar.setPageStep(self._lines())

    def _reveal(self) -> None:
        """Keep the marked line in view, with a few lines of what comes next."""
        row, bar, lines = self.current_row(), self.verticalScrollBar(), self._lines()
        if row + 1 > bar.maximum() + lines:
            self._fit_scroll_bar()
        margin = min(3, lines // 4)
        if row < bar.value() + margin or row >= bar.value() + lines - margin:
            bar.setValue(row - lines // 2)

    # --- by hand ------------------------------------------------------------------------------------------------------
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()
        accessible.line_marked(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_scroll_bar()
        if self._following:
            self._reveal()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._scrolled()
        super().wheelEvent(event)

    def _scrolled(self, _action: int = 0) -> None:
        self._following = False

    def row_at(self, y: float) -> int | None:
        row = self.verticalScrollBar().value() + int(y // line_height())
        return row if 0 <= row < len(self.index) else None

    def line_rect(self, row: int) -> QRect:
        """Where a row is drawn; outside the viewport if it is scrolled away."""
        return QRect(0, (row - self.verticalScrollBar().value()) * line_height(), self.viewport().width(), line_height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -self._lines(), Qt.Key.Key_PageDown: self._lines(),
                 Qt.Key.Key_Home: -len(self.index), Qt.Key.Key_End: len(self.index)}
        move = moves.get(Qt.Key(event.key()))
        if move is None or not len(self.index):
            event.ignore()  # the other keys are the player's; the scroll area would keep left and right for itself
            return
        self._go(min(max(0, self.current_row() + move), len(self.index) - 1))

    def _go(self, row: int) -> None:
        if self.film is None:
            return
        event = self.index.event(row)
        self.setAccessibleDescription(self.describe(event))
        self.jumped.emit(event + 1)
        self.set_position(event + 1)
        accessible.line_marked(self)

    def describe(self, event: int) -> str:
        """A line in words."""
        assert self.film is not None
        kind = Kind(int(self.film.log.rows[event, KIND]))
        return f"{event + 1}: {kind_name(kind)}, {log_line(self.film, event)}"

    # --- painting -----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        theme = look().theme
        painter.fillRect(self.viewport().rect(), theme.color("base"))
        if self.film is None or not len(self.index):
            painter.setPen(theme.color("muted"))
            there = self.film is not None
            text = self.tr("no such event yet") if there else self.tr("the events of a search appear here")
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, text)
            return
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.92)
        painter.setFont(font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(font)
        first, current = self.verticalScrollBar().value(), self.current_row()
        last = min(len(self.index), first + self._lines() + 2)
        digits = metrics.horizontalAdvance("0") * len(f"{self.index.event(last - 1) + 1:,}") + 12
        for row in range(first, last):
            self._paint_line(painter, metrics, row, (row - first) * line_height(), digits, row == current, theme)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("primary"), 2))
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_line(self, painter: QPainter, metrics: QFontMetricsF, row: int, y: int, digits: float, current: bool,
                    theme: Theme) -> None:
        assert self.film is not None
        index = self.index.event(row)
        kind, depth = Kind(int(self.film.log.rows[index, KIND])), int(self.film.log.rows[index, DEPTH])
        width, line = self.viewport().width(), line_height()
        area = QRectF(0, y, width, line)
        if current:
            painter.fillRect(area, theme.color("soft"))
            painter.fillRect(QRectF(0, y, 3, line), theme.color("primary"))
        later = index >= self.position
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color("muted"))
        painter.drawText(QRectF(4, y, digits, line), middle | Qt.AlignmentFlag.AlignRight, f"{index + 1:,}")
        left, chip_width = digits + 14, float(scaled(CHIP))
        if depth:
            chip = QRectF(left, y + 4, chip_width, line - 8)
            painter.setBrush(theme.color(f"guess:{depth}"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(chip, 4, 4)
            painter.setPen(theme.color("given"))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, str(depth))
        left += chip_width + 9
        painter.setPen(_ink(theme, KIND_ROLES[kind], later))
        name = kind_name(kind)
        if kind is not Kind.DEDUCE:
            painter.drawText(QRectF(left, y, width, line), middle, name)
            left += metrics.horizontalAdvance(name) + 8
            painter.setPen(_ink(theme, "text", later))
        room = width - left - 8
        text = metrics.elidedText(log_line(self.film, index), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, y, room, line), middle, text)


def _ink(theme: Theme, role: str, later: bool) -> QColor:
    """What has not happened yet at the film's position is written fainter."""
    color = QColor(theme.color(role))
    if later:
        color.setAlphaF(LATER)
    return color

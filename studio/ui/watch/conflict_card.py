"""Why a SAT solver's search failed here: the implication graph of a contradiction, opened from its event.

From left to right: what was guessed or stood before, what followed, and the clash. A statement under the pointer shows its
cells on the board and lights up what it rests on.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from studio.core.events import Event, Link
from studio.core.language import told
from studio.ui.look import look, scaled
from studio.ui.widgets import button

HEIGHT = 34
WIDE, HIGH = 230.0, 62.0
ACROSS, DOWN, EDGE = 70.0, 16.0, 16.0
Graph = tuple[Link, ...]


@dataclass(frozen=True)
class Box:
    """A link and where it stands."""

    number: int
    link: Link
    rect: QRectF


def layout(graph: Graph) -> list[Box]:
    """Columns by the longest way from what stood before; in a column each link is near the middle of its causes."""
    layers: list[int] = []
    for link in graph:
        layers.append(1 + max((layers[cause] for cause in link.causes), default=-1))
    columns: dict[int, list[int]] = {}
    for number, layer in enumerate(layers):
        columns.setdefault(layer, []).append(number)
    tallest = max(map(len, columns.values()))
    boxes: dict[int, Box] = {}
    for layer, numbers in sorted(columns.items()):
        heights = {number: [boxes[cause].rect.center().y() for cause in graph[number].causes] for number in numbers}
        middle = {number: sum(at) / max(1, len(at)) for number, at in heights.items()}
        top = EDGE + (tallest - len(numbers)) * (HIGH + DOWN) / 2
        for place, number in enumerate(sorted(numbers, key=lambda each: (middle[each], each))):
            rect = QRectF(EDGE + layer * (WIDE + ACROSS), top + place * (HIGH + DOWN), WIDE, HIGH)
            boxes[number] = Box(number, graph[number], rect)
    return [boxes[number] for number in sorted(boxes)]


class ConflictGraph(QWidget):
    """The graph, painted. `pointed` with the cells of the statement under the pointer (empty: none)."""

    pointed = Signal(tuple)

    def __init__(self, graph: Graph, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes = layout(graph)
        self.current = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Implication graph"))
        said = [f"{link.text} ({link.because})" if link.because else link.text for link in graph]
        self.setAccessibleDescription("; ".join(said))
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        right = max(box.rect.right() for box in self.boxes) + EDGE
        bottom = max(box.rect.bottom() for box in self.boxes) + EDGE
        return QSize(int(right), int(bottom))

    def point(self, number: int) -> None:
        """Look at one statement; -1: at none."""
        if number != self.current:
            self.current = number
            self.setToolTip(self._tip(self.boxes[number].link) if number >= 0 else "")
            self.pointed.emit(self.boxes[number].link.cells if number >= 0 else ())
            self.update()

    def _tip(self, link: Link) -> str:
        because = self.tr("because: {0}").format(link.because) if link.because else self.tr("guessed, or it stood before")
        return f"{link.text}\n{because}"

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(next((box.number for box in self.boxes if box.rect.contains(event.position())), -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.point(max(0, min(len(self.boxes) - 1, self.current + step)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), look().theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color("paper"))
        lit = {self.current, *(self.boxes[self.current].link.causes if self.current >= 0 else ())}
        for box in self.boxes:
            for cause in box.link.causes:
                strong = box.number == self.current
                painter.setPen(QPen(theme.color("primary" if strong else "muted"), 2.2 if strong else 1.1))
                painter.drawPath(_curve(self.boxes[cause].rect, box.rect))
        for box in self.boxes:
            self._paint_box(painter, box, box.number in lit)

    def _paint_box(self, painter: QPainter, box: Box, lit: bool) -> None:
        theme, link = look().theme, box.link
        last = box.number == len(self.boxes) - 1
        stood = f"guess:{link.depth}" if link.depth else "soft"
        role = "conflict" if last else f"deduced:{link.depth}" if link.because else stood
        painter.setBrush(theme.color(role))
        painter.setPen(QPen(theme.color("primary" if lit else "muted"), 2.2 if lit else 1.0))
        painter.drawRoundedRect(box.rect, 7, 7)
        painter.setPen(theme.color("text"))
        room = box.rect.adjusted(9, 5, -9, -5)
        below = self.tr("depth {0}").format(link.depth) if not link.because else link.because
        metrics = QFontMetricsF(painter.font())
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        line = metrics.height()
        upper = QRectF(room.left(), room.top(), room.width(), 2 * line)
        wrapped = metrics.elidedText(link.text, Qt.TextElideMode.ElideRight, 1.85 * room.width())
        painter.drawText(upper, flags | int(Qt.TextFlag.TextWordWrap), wrapped)
        painter.setPen(theme.color("muted"))
        under = QRectF(room.left(), room.bottom() - line, room.width(), line)
        painter.drawText(under, flags, metrics.elidedText(below, Qt.TextElideMode.ElideRight, room.width()))


def _curve(left: QRectF, right: QRectF) -> QPainterPath:
    start, end = QPointF(left.right(), left.center().y()), QPointF(right.left(), right.center().y())
    bend = max(30.0, (end.x() - start.x()) / 2)
    path = QPainterPath(start)
    path.cubicTo(QPointF(start.x() + bend, start.y()), QPointF(end.x() - bend, end.y()), end)
    return path


class ConflictWindow(QDialog):
    """The graph in a window of its own that leaves the film in reach."""

    def __init__(self, event: Event, graph: Graph, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Why it fails here"))
        self.graph = ConflictGraph(graph)
        said = QLabel(told(event.reason.text) if event.reason is not None else "")
        said.setWordWrap(True)
        area = QScrollArea()
        area.setWidget(self.graph)
        column = QVBoxLayout(self)
        column.addWidget(said)
        column.addWidget(area, 1)
        size = self.graph.sizeHint()
        self.resize(min(980, size.width() + 60), min(640, size.height() + 150))


class ConflictBar(QWidget):
    """Hidden until a contradiction has a graph, then as high as it is: boards do not jump."""

    pointed = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._event: Event | None = None
        self.window_: ConflictWindow | None = None
        self.setFixedHeight(scaled(HEIGHT))
        self.show_button = button(self.tr("See why"), "trial", self.open,
                                  self.tr("The implication graph of this contradiction: what led to it, and by which rules"),
                                  elided=True)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(self.show_button)
        across.addStretch(1)
        self.setVisible(False)
        self._ever = False

    def _graph(self) -> Graph:
        return self._event.reason.graph if self._event is not None and self._event.reason is not None else ()

    def show_event(self, event: Event | None) -> None:
        """Another step of the film: a window about the last one goes."""
        if event == self._event:
            return
        self._event = event
        graph = self._graph()
        self.close_window()
        self._ever = self._ever or bool(graph)
        self.setVisible(self._ever)
        self.show_button.setVisible(bool(graph))
        if graph:
            self.show_button.setText(self.tr("See why it fails: {0} steps").format(len(graph)))

    def open(self) -> None:
        graph = self._graph()
        if graph and self._event is not None and self.window_ is None:
            self.window_ = ConflictWindow(self._event, graph, self)
            self.window_.graph.pointed.connect(self.pointed)
            self.window_.finished.connect(self.close_window)
            self.window_.show()

    def close_window(self) -> None:
        if self.window_ is not None:
            window, self.window_ = self.window_, None
            window.close()
            window.deleteLater()
            self.pointed.emit(())

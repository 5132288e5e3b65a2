"""BoardView: shows any family's board, zooms and pans, and turns mouse and keys into strokes. It never edits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from studio.core.draw import Overlay, Shape, extent
from studio.core.family import Family, Stroke
from studio.core.grid import Grid
from studio.core.patch import Edges
from studio.core.puzzle import Board
from studio.share.contrast import FOCUS
from studio.share.painter import paint
from studio.share.theme import Theme
from studio.ui import accessible, announce, rulers
from studio.ui.edge_drag import EdgeDrag, side_at
from studio.ui.glow import Glow
from studio.ui.keyboard import typed
from studio.ui.look import look

MARGIN = 0.4
LARGEST_FIT = 120.0
"""Logical pixels per cell that a fitted board never exceeds, so that small boards stay calm."""
ZOOM_RANGE = (3.0, 400.0)
WHEEL_NOTCH = 120
"""Qt's eighths of a degree for one notch; trackpads send less at a time."""
BUTTONS = {Qt.MouseButton.LeftButton: "left", Qt.MouseButton.RightButton: "right"}
ARROWS = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}
NAMED_KEYS = {Qt.Key.Key_Space: "space", Qt.Key.Key_Backspace: "delete", Qt.Key.Key_Delete: "delete",
              Qt.Key.Key_Return: "enter", Qt.Key.Key_Enter: "enter", Qt.Key.Key_Escape: "escape"}


class BoardView(QWidget):
    """One board. `stroked` tells what the user did; whoever owns the board decides what it means."""

    PAINTED = ("empty_text",)

    stroked = Signal(object)
    cursor_moved = Signal(int)
    zoomed = Signal(float)
    reshaped = Signal(object)
    """an edge of the board was dragged: rows and columns to add or take away"""
    asked = Signal(int)
    """a cell of a board that is only looked at was clicked"""
    pointed = Signal(int)
    """the pointer is over another cell of such a board; -1: over none"""

    def __init__(self, theme: Theme | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme or look().theme
        if theme is None:
            look().changed.connect(self.set_theme)
        self.family: Family | None = None
        self.board: Board | None = None
        self.overlay = Overlay()
        self.cursor_cell: int | None = None
        self.interactive = True
        self.asked_cell: int | None = None
        """the cell that somebody asks about on a board that is only looked at; it wears the cursor"""
        self._pointed_cell = -1
        self.stroke_state: dict[str, Any] = {}
        self.preview: Callable[[Stroke], list[Shape]] | None = None
        """what the tool at hand shows at the pointer; asked whenever it moves"""
        self.turns: Callable[[Stroke], bool] | None = None
        """a stroke of the wheel: True if the tool holds something that it turns; else the wheel moves the board"""
        self._wheel = 0
        self.above: Callable[[], list[Shape]] | None = None
        """what lies over the board: a selection, axes of symmetry"""
        self.numbered = False
        """rows and columns have their numbers beside the board"""
        self.resizable = False
        self._edge: EdgeDrag | None = None
        self.empty_text = ""
        self._shapes: list[Shape] = []
        self._stale = True
        self._layout_key: object = None
        self._extent = (0.0, 0.0, 1.0, 1.0)
        self._fitted = True
        self._scale = 32.0
        self._origin = QPointF(0, 0)
        self._path: list[int] = []
        self._button = ""
        self._by_keys = False
        """the stroke under way is drawn with Shift and the arrow keys"""
        self._pan_from: QPointF | None = None
        self._space_held = False
        self._pointer: QPointF | None = None
        self._previewed: list[Shape] = []
        self._glow = Glow(self)
        self._heard: tuple[int | None, str] = (None, "")
        """the cell whose words a screen reader has heard last, and those words"""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 120)
        self.setAccessibleName(self.tr("Board"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # --- what is shown ------------------------------------------------------------------------------------------------
    def show_board(self, family: Family | None, board: Board | None, overlay: Overlay | None = None) -> None:
        """Show a board now; several calls between two frames cost one drawing."""
        self.family, self.board = family, board
        self.overlay = overlay if overlay is not None else Overlay()
        if board is not None and self.cursor_cell is not None and self.cursor_cell >= board.grid.size:
            self.cursor_cell = None
        if board is None or (self.asked_cell is not None and self.asked_cell >= board.grid.size):
            self.asked_cell = None
        if board is not None and self.cursor_cell is None and self.hasFocus():
            self.cursor_cell = 0  # the focus came before the board
        self._stale = True
        self._tell_change()
        self.update()

    def number(self, on: bool) -> None:
        """Numbers of rows and columns beside the board, or not."""
        if on != self.numbered:
            self.numbered = on
            if self._fitted and self.board is not None:
                self.fit()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def shapes(self) -> list[Shape]:
        """The shapes as now shown, drawn afresh if the board or its overlay changed."""
        if self._stale and self.family is not None and self.board is not None:
            cursor = (self.cursor_cell if self.hasFocus() else None) if self.interactive else self.asked_cell
            self._shapes = self.family.draw(self.board, replace(self.overlay, cursor=cursor, aspect=self.aspect))
            self._stale = False
            self._lay_out(self.board)
        return self._shapes

    def _lay_out(self, board: Board) -> None:
        """Room for what lies beside the board; measured again only when its layout can have changed."""
        key = (board.family, board.grid, dict(board.params), self.overlay.proof is not None, self.aspect)
        if key != self._layout_key:
            self._layout_key = key
            self._extent = extent(self._shapes, board.grid, MARGIN)
            if self._fitted:
                self.fit()

    @property
    def aspect(self) -> float:
        """Width to height of the view, in steps: what lies beside the board is arranged to suit it."""
        return round(self.width() / max(self.height(), 1), 1)

    def celebrate(self) -> None:
        """A wave of light over the board."""
        self._glow.start()

    def refresh(self) -> None:
        """The board was changed in place: draw it again."""
        self._stale = True
        self.update()

    # --- zoom and pan -------------------------------------------------------------------------------------------------
    @property
    def cell_size(self) -> float:
        return self._scale

    @property
    def zoom_factor(self) -> float | None:
        """1 where all of the board is seen; None while the board follows the window's size."""
        return None if self._fitted else self._scale / self._fitting_scale()

    def _fitting_scale(self) -> float:
        """Pixels per cell for the whole board, as large as whole device pixels allow."""
        _, _, w, h = self._extent
        ratio = self.devicePixelRatioF()
        scale = min(self.width() / w, self.height() / h, LARGEST_FIT)
        if self.numbered and self.board is not None:
            left, above = (max(0.0, part - MARGIN * scale) for part in rulers.room(self.board.grid, scale))
            scale = min((self.width() - 2 * left) / w, (self.height() - 2 * above) / h, scale)
        return max(int(scale * ratio) / ratio if scale * ratio > 4 else scale, 1.0)

    def fit(self) -> None:
        """The whole board in the middle."""
        x, y, w, h = self._extent
        self._scale = self._fitting_scale()
        self._origin = QPointF((self.width() - w * self._scale) / 2 - x * self._scale,
                               (self.height() - h * self._scale) / 2 - y * self._scale)
        self._fitted = True
        self.zoomed.emit(self._scale)
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller around a point of the widget (its middle by default)."""
        at = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        scale = min(max(self._scale * factor, ZOOM_RANGE[0]), ZOOM_RANGE[1])
        self._origin = at + (self._origin - at) * (scale / self._scale)
        self._scale = scale
        self._fitted = False
        self.zoomed.emit(scale)
        self.update()

    def pan(self, dx: float, dy: float) -> None:
        self._origin += QPointF(dx, dy)
        self._fitted = False
        self.update()

    def board_point(self, position: QPointF) -> tuple[float, float]:
        """A point of the widget in cell units."""
        return (position.x() - self._origin.x()) / self._scale, (position.y() - self._origin.y()) / self._scale

    def cell_at(self, position: QPointF) -> int | None:
        if self.board is None:
            return None
        x, y = self.board_point(position)
        row, col = int(y // 1), int(x // 1)
        return self.board.grid.index(row, col) if self.board.grid.contains(row, col) else None

    def cell_rect(self, cell: int) -> QRectF:
        """A cell in the widget's pixels; for tests, tooltips and assistive tools."""
        assert self.board is not None
        self.shapes()
        row, col = self.board.grid.rc(cell)
        return QRectF(self._origin.x() + col * self._scale, self._origin.y() + row * self._scale, self._scale, self._scale)

    def sizeHint(self) -> QSize:
        return QSize(640, 640)

    # --- painting -----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        shapes = self.shapes() if self.board is not None else []
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme.color("window"))
        if self.board is None:
            painter.setPen(self.theme.color("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.empty_text)
        else:
            self._paint_board(painter, shapes)
        painter.end()

    def _paint_board(self, painter: QPainter, shapes: list[Shape]) -> None:
        painter.translate(self._origin)
        painter.scale(self._scale, self._scale)
        paint(painter, shapes, self.theme)
        self._previewed = self._preview_shapes()
        paint(painter, self._previewed, self.theme)
        if self.above is not None:
            paint(painter, self.above(), self.theme)
        if self._edge is not None and self._pointer is not None:
            paint(painter, self._edge.frame(*self.board_point(self._pointer)), self.theme)
        painter.resetTransform()
        assert self.board is not None
        if self.numbered:
            rulers.paint(painter, self.board.grid, self._origin, self._scale, self.size(), self.theme)
        self._glow.paint(painter, self.board.grid, self.cell_rect(0), self.theme.color("differ"))
        if self.hasFocus() and self.interactive:
            self._paint_focus(painter)

    def _preview_shapes(self) -> list[Shape]:
        if self.preview is None or self._pointer is None or not self.interactive or self.board is None:
            return []
        return self.preview(self._stroke("drag" if self._button else "hover", self._pointer, False))

    def _point_at(self, position: QPointF | None) -> None:
        """The pointer (or the keyboard's cursor) is here now; draw again only if the tool shows something else."""
        self._pointer = position
        if self._preview_shapes() != self._previewed:
            self.update()

    def _paint_focus(self, painter: QPainter) -> None:
        color = QColor(self.theme.color("primary"))
        color.setAlphaF(FOCUS)
        painter.setPen(QPen(color, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        wide, high = self.width(), self.height()
        for x, y, start in ((2, 2, 90), (wide - 12, 2, 0), (wide - 12, high - 12, 270), (2, high - 12, 180)):
            painter.drawArc(QRectF(x, y, 10, 10), 16 * start, 16 * 90)
        for x, y, across, down in ((7, 1, wide - 14, 2), (7, high - 3, wide - 14, 2), (1, 7, 2, high - 14),
                                   (wide - 3, 7, 2, high - 14)):
            painter.fillRect(x, y, across, down, color)  # a stroked path of this size takes a millisecond

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._stale = True  # a tray may lie elsewhere now
        if self.board is not None:
            self.shapes()
        if self._fitted:
            self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.cursor_cell is None and self.board is not None:
            self.cursor_cell = 0
        self.refresh()
        accessible.cursor_moved(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._end_stroke()
        self.refresh()

    # --- the mouse ----------------------------------------------------------------------------------------------------
    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0015 ** delta.y(), event.position())
        elif not self._turned_by(delta.y(), event.position()):
            self.pan(delta.x() / 2, delta.y() / 2)
        event.accept()

    def _turned_by(self, delta: int, position: QPointF) -> bool:
        """Let the tool turn what it holds, once for a notch of the wheel; False if it holds nothing."""
        if self.turns is None or not self.interactive or self.board is None:
            return False
        self._wheel += delta
        notch = abs(self._wheel) >= WHEEL_NOTCH
        stroke = self._stroke("wheel", position, self._wheel > 0, "r" if notch else "")
        if not self.turns(stroke):
            self._wheel = 0
            return False
        self._wheel = 0 if notch else self._wheel
        self._point_at(position)
        return True

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton or self._space_held:
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() == Qt.MouseButton.LeftButton and self._side(event.position()):
            assert self.board is not None
            self._edge = EdgeDrag(self.board.grid, self._side(event.position()), *self.board_point(event.position()))
            self._pointer = event.position()
            return
        if not self.interactive and event.button() == Qt.MouseButton.LeftButton:
            cell = self.cell_at(event.position())
            if cell is not None:
                self.asked.emit(cell)
        elif event.button() in BUTTONS and self.interactive and self.board is not None:
            self._button, self._pointer = BUTTONS[event.button()], event.position()
            cell = self.cell_at(event.position())
            self._path = [] if cell is None else [cell]
            self.move_cursor(cell)
            self._emit("press", event.position(), self._shift(event))

    def _point(self, cell: int | None) -> None:
        """Which cell of a board that is only looked at the pointer is over."""
        number = -1 if cell is None or self.interactive else cell
        if number != self._pointed_cell:
            self._pointed_cell = number
            self.pointed.emit(number)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        if not self._button:
            self._point_at(None)

    def _side(self, position: QPointF) -> str:
        """The edge of the board that could be dragged here."""
        if not self.resizable or not self.interactive or self.board is None or self._button:
            return ""
        return side_at(self.board.grid, *self.board_point(position))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(event.position())
        self._point(self.cell_at(event.position()))
        if self._edge is not None:
            self.update()
            return
        side = self._side(event.position())
        if side:
            across = side in ("left", "right")
            self.setCursor(Qt.CursorShape.SizeHorCursor if across else Qt.CursorShape.SizeVerCursor)
        elif self._pan_from is None:
            self.unsetCursor()
        if self._pan_from is not None:
            moved = event.position() - self._pan_from
            self._pan_from = event.position()
            self.pan(moved.x(), moved.y())
        elif self._button:
            cell = self.cell_at(event.position())
            if cell is not None and (not self._path or cell != self._path[-1]):
                assert self.board is not None
                for step in walk(self.board.grid, self._path[-1] if self._path else cell, cell):
                    self._path.append(step)
                    self._emit("drag", event.position(), self._shift(event))
                self.move_cursor(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._edge is not None:
            edges, self._edge = self._edge.edges(*self.board_point(event.position())), None
            self.update()
            if edges != Edges():
                self.reshaped.emit(edges)
        elif self._pan_from is not None:
            self._pan_from = None
            self.unsetCursor()
        elif self._button:
            self._emit("release", event.position(), self._shift(event))
            self._button = ""
            self._point_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() in BUTTONS and self.interactive and self.board is not None:
            self._button = BUTTONS[event.button()]
            cell = self.cell_at(event.position())
            self._path = [] if cell is None else [cell]
            self._emit("double", event.position(), self._shift(event))

    @staticmethod
    def _shift(event: QMouseEvent) -> bool:
        return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)

    def _emit(self, kind: str, position: QPointF, shift: bool, key: str = "") -> None:
        self.stroked.emit(self._stroke(kind, position, shift, key))
        self._point_at(self._pointer)

    def _stroke(self, kind: str, position: QPointF, shift: bool, key: str = "") -> Stroke:
        x, y = self.board_point(position)
        return Stroke(kind, tuple(self._path), self._button or "left", key, shift, x, y, self.stroke_state, self.aspect)

    # --- the keyboard -------------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        plain = not modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
                                 | Qt.KeyboardModifier.MetaModifier)
        if self.board is None or not self.interactive or not plain:
            super().keyPressEvent(event)
        elif key in ARROWS:
            self._arrow(*ARROWS[key], bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = self.board.grid.rc(self.cursor_cell or 0)[0]
            self.move_cursor(self.board.grid.index(row, 0 if key == Qt.Key.Key_Home else self.board.grid.cols - 1))
        else:
            name = NAMED_KEYS.get(key) or typed(event)
            if not name.strip() or self.cursor_cell is None:
                super().keyPressEvent(event)
                return
            path, self._path = self._path, [self.cursor_cell]
            if self._pointer is None:
                self._pointer = self._middle(self.cursor_cell)
            self._emit("key", self._middle(self.cursor_cell), bool(modifiers & Qt.KeyboardModifier.ShiftModifier), name)
            if self._button:
                self._path = path  # a key in the middle of a drag

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift and self._by_keys:
            self._end_stroke()
        super().keyReleaseEvent(event)

    def _arrow(self, down: int, right: int, drawing: bool) -> None:
        """Arrows move the cursor; with Shift they drag the tool along, so that lines can be drawn without a mouse."""
        assert self.board is not None
        grid = self.board.grid
        row, col = grid.rc(self.cursor_cell or 0)
        if drawing and not self._button:
            self._button, self._path, self._by_keys = "left", [grid.index(row, col)], True
            self._emit("press", self._middle(self._path[0]), False)
        row, col = min(max(row + down, 0), grid.rows - 1), min(max(col + right, 0), grid.cols - 1)
        cell = grid.index(row, col)
        if drawing and cell != self._path[-1]:
            self._path.append(cell)
            self._emit("drag", self._middle(cell), False)
        self.move_cursor(cell)
        self._point_at(self._middle(cell))

    def _end_stroke(self) -> None:
        if self._button and self._path:
            self._emit("release", self._middle(self._path[-1]), False)
        self._button, self._by_keys = "", False

    def type_key(self, key: str) -> None:
        """As if a key had been pressed on the board: for the pad beside it."""
        if self.board is not None and self.interactive:
            self.cursor_cell = self.cursor_cell or 0
            self._path = [self.cursor_cell]
            self._emit("key", self._middle(self.cursor_cell), False, key)

    @property
    def drawing_by_keys(self) -> bool:
        return self._by_keys

    def point_at_cursor(self) -> None:
        """What the tool shows is shown at the keyboard's cursor, wherever the mouse is."""
        if self.board is not None:
            self.cursor_cell = self.cursor_cell or 0
            self._point_at(self._middle(self.cursor_cell))

    def _middle(self, cell: int) -> QPointF:
        return self.cell_rect(cell).center()

    def move_cursor(self, cell: int | None) -> None:
        """Put the keyboard's cursor on a cell, keep it in view and say where it is."""
        if cell is None or self.board is None or self.family is None:
            return
        self.cursor_cell = cell
        box = self.cell_rect(cell)
        if not self._fitted and not QRectF(self.rect()).contains(box):
            self.pan(min(0.0, self.width() - box.right()) or max(0.0, -box.left()),
                     min(0.0, self.height() - box.bottom()) or max(0.0, -box.top()))
        self.refresh()
        self._heard = (cell, accessible.cell_words(self, cell))
        accessible.cursor_moved(self)
        self.cursor_moved.emit(cell)

    def _tell_change(self) -> None:
        """What changed under the cursor is heard."""
        cell = self.cursor_cell
        if cell is None or not self.hasFocus():
            return
        words = accessible.cell_words(self, cell)
        if self._heard[0] == cell and self._heard[1] != words:
            accessible.cell_changed(self, cell)
            announce.say(self, words)
        self._heard = (cell, words)


def walk(grid: Grid, start: int, end: int) -> Iterator[int]:
    """Cells from `start` (not included) to `end` in steps over edges: a fast mouse must not leave gaps."""
    row, col = grid.rc(start)
    to_row, to_col = grid.rc(end)
    while (row, col) != (to_row, to_col):
        if abs(to_row - row) > abs(to_col - col):
            row += 1 if to_row > row else -1
        else:
            col += 1 if to_col > col else -1
        yield grid.index(row, col)
    if start == end:
        yield end

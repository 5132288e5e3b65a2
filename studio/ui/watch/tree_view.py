"""The search tree: branches by guess, failed parts red, the way to a solution green, the current node ringed.

Few nodes are drawn one by one (circle open or inner, square failed, diamond solved, triangle folded, as in Gist), many as a
picture made by numpy. Wheel = zoom, drag = pan, click = go there, arrow keys = walk, minus / plus = fold / unfold.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from studio.share.film import Film
from studio.share.tree_data import FAILED, SOLVED, SearchTree, below
from studio.share.tree_layout import Layout, lay_out
from studio.share.words import claim
from studio.ui.keyboard import letter_key
from studio.ui.look import look
from studio.ui.watch import accessible
from studio.ui.watch.chart_kit import clock
from studio.ui.watch.tree_paint import paint_tree

CLICK_SLACK = 4
SMALLEST_LEVEL, LARGEST_LEVEL = 0.8, 64.0
LARGEST_LEAF = 90.0
COMFORTABLE = (34.0, 40.0)
"""Pixels per leaf and per level that a small tree is drawn with."""
MARGIN, TOP, BOTTOM = 34.0, 26.0, 32.0
"""Room beside a fitted tree: for the words over its first node and the weight under its last triangle."""


class TreeView(QWidget):
    """`jumped` tells the position just after the guess of the node that was chosen."""

    jumped = Signal(int)
    folding_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.layout_: Layout | None = None
        self.leaf_pixels, self.level_pixels = COMFORTABLE
        self.origin = QPointF(MARGIN, MARGIN)
        """Where leaf 0 of level 0 is in the widget."""
        self.current = 0
        self.fold_failed = False
        self.fold_up_to = 0
        """subtrees with at most so many nodes are folded; 0: none"""
        self.folded: set[int] = set()
        self.unfolded: set[int] = set()
        self._fitted = True
        self._version = -1
        self._press: QPointF | None = None
        self._dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        self.setAccessibleName(self.tr("Search tree"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        look().changed.connect(self._recolour)

    def _recolour(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, 260)

    @property
    def tree(self) -> SearchTree | None:
        return self.film.tree if self.film is not None else None

    # --- what is shown ------------------------------------------------------------------------------------------------
    def show_film(self, film: Film | None) -> bool:
        """Follow a film's growth; called by the page a few times a second. False while there is more to take in."""
        complete = True
        if film is not self.film:
            self.film = film
            self.folded.clear()
            self.unfolded.clear()
            self.current = 0
            self._version = -1
            self._fitted = True
        if film is not None:
            complete = film.grow_tree()
            if film.tree.version != self._version or self.layout_ is None:
                self._lay_out()
        else:
            self.layout_ = None
        self.update()
        return complete

    def _lay_out(self) -> None:
        tree = self.tree
        if tree is None:
            return
        self._version = tree.version
        self.layout_ = lay_out(tree, self.folded, self.fold_failed, self.unfolded, self.fold_up_to)
        if self._fitted:
            self.fit()
        self.update()

    def set_position(self, position: int) -> None:
        """Mark the node where the film stands, and keep it in view while the whole tree is not."""
        if self.film is None:
            return
        node = self.film.tree.node_at(position, self.film.log.rows)
        if node != self.current:
            self.current = node
            self._reveal(node)
            self.update()

    def _reveal(self, node: int) -> None:
        place = self.place_of(node)
        if place is None or self._fitted or self._press is not None:
            return
        inner = self.rect().adjusted(24, 18, -24, -18)
        if not inner.contains(place.toPoint()):
            dx = self.width() / 2 - place.x() if not inner.left() <= place.x() <= inner.right() else 0.0
            dy = self.height() / 2 - place.y() if not inner.top() <= place.y() <= inner.bottom() else 0.0
            self.origin += QPointF(dx, dy)

    def shown_ancestor(self, node: int) -> int | None:
        """Index of the node in the layout, or of the folded node that hides it."""
        if self.layout_ is None or self.tree is None:
            return None
        while True:
            index = self.layout_.index_of(node)
            if index is not None or node <= 0:
                return index
            node = int(self.tree.parents[node])

    def place_of(self, node: int) -> QPointF | None:
        index = self.shown_ancestor(node)
        if index is None or self.layout_ is None:
            return None
        return self.point(float(self.layout_.at[index]), int(self.layout_.depths[index]))

    def point(self, at: float, level: float) -> QPointF:
        return QPointF(self.origin.x() + at * self.leaf_pixels, self.origin.y() + level * self.level_pixels)

    # --- zoom and pan -------------------------------------------------------------------------------------------------
    def fit(self) -> None:
        """The whole tree, never larger than comfortable."""
        self._fitted = True
        layout = self.layout_
        if layout is not None:
            width, height = max(1.0, self.width() - 2 * MARGIN), max(1.0, self.height() - TOP - BOTTOM)
            self.leaf_pixels = min(COMFORTABLE[0], width / max(1, layout.leaves - 1))
            self.level_pixels = min(COMFORTABLE[1], height / max(1, layout.levels - 1))
            used = (layout.leaves - 1) * self.leaf_pixels
            self.origin = QPointF(MARGIN + max(0.0, width - used) / 2, TOP)
        self.update()

    def zoom(self, factor: float, at: QPointF, upright: bool = False) -> None:
        """Wider or narrower around a point; `upright` stretches the levels instead."""
        self._fitted = False
        if upright:
            new = min(max(self.level_pixels * factor, SMALLEST_LEVEL), LARGEST_LEVEL)
            self.origin.setY(at.y() + (self.origin.y() - at.y()) * new / self.level_pixels)
            self.level_pixels = new
        else:
            leaves = self.layout_.leaves if self.layout_ is not None else 1
            smallest = min(1.0, 0.5 * self.width() / max(1, leaves))
            new = min(max(self.leaf_pixels * factor, smallest), LARGEST_LEAF)
            self.origin.setX(at.x() + (self.origin.x() - at.x()) * new / self.leaf_pixels)
            self.leaf_pixels = new
        self.update()

    def pan(self, dx: float, dy: float) -> None:
        self._fitted = False
        self.origin += QPointF(dx, dy)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.zoom(1.0018 ** (delta.y() or delta.x()), event.position(), upright=True)
        elif abs(delta.x()) > abs(delta.y()):
            self.pan(delta.x() / 2, 0)
        else:
            self.zoom(1.0018 ** delta.y(), event.position())
        event.accept()

    # --- the mouse ----------------------------------------------------------------------------------------------------
    def node_near(self, position: QPointF) -> int | None:
        """The node under the pointer."""
        layout = self.layout_
        if layout is None:
            return None
        level = round((position.y() - self.origin.y()) / self.level_pixels)
        index = layout.nearest((position.x() - self.origin.x()) / self.leaf_pixels, level)
        if index is None:
            return None
        away = self.point(float(layout.at[index]), level) - position
        near = abs(away.x()) <= max(10.0, self.leaf_pixels / 2) and abs(away.y()) <= max(10.0, self.level_pixels / 2)
        return int(layout.nodes[index]) if near else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        moved = event.position() - self._press
        if self._dragged or moved.manhattanLength() > CLICK_SLACK:
            self._dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pan(moved.x(), moved.y())
            self._press = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clicked = self._press is not None and not self._dragged
        self._press = None
        self.unsetCursor()
        node = self.node_near(event.position()) if clicked else None
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.go(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_near(event.position())
        if node is not None:
            self.toggle_fold(node)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            node = self.node_near(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.describe(node) if node is not None else self._help(), self)
            return True
        return super().event(event)

    def _help(self) -> str:
        return self.tr("Click a node to go there, double-click to fold it. Wheel zooms, Shift+wheel stretches, drag pans.")

    # --- the keyboard -------------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        tree, key = self.tree, letter_key(event)
        if tree is None:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Up:
            self.go(max(0, int(tree.parents[self.current])))
        elif key == Qt.Key.Key_Down:
            children = tree.children(self.current)
            if len(children):
                self.go(int(children[0]))
        elif key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self._sibling(tree, 1 if key == Qt.Key.Key_BracketRight else -1)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_folded(self.current, key == Qt.Key.Key_Minus)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_0):
            self.fit()
        else:
            super().keyPressEvent(event)

    def _sibling(self, tree: SearchTree, step: int) -> None:
        if self.current <= 0:
            return
        beside = tree.children(int(tree.parents[self.current])).tolist()
        place = beside.index(self.current) + step
        if 0 <= place < len(beside):
            self.go(int(beside[place]))

    def go(self, node: int) -> None:
        tree = self.tree
        if tree is None:
            return
        self.setAccessibleDescription(self.describe(node))
        self.jumped.emit(int(tree.events[node]) + 1)
        self.set_position(int(tree.events[node]) + 1)
        accessible.node_reached(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        accessible.node_reached(self)

    def describe(self, node: int) -> str:
        """A node in words, for tooltips and screen readers."""
        tree = self.tree
        if tree is None or self.film is None:
            return ""
        state = int(tree.states()[node])
        ended = {FAILED: self.tr("failed"), SOLVED: self.tr("leads to a solution")}.get(state, "")
        found = below(tree, node, self.film.log.rows)
        guess = claim(self.film, int(tree.events[node])) if node else self.tr("the start of the search")
        deep = self.tr("depth {depth}").format(depth=int(tree.depths[node]))
        parts = [guess or self.tr("a decision about no cell"), deep, ended]
        if found.nodes:
            parts.append(self.tr("{count:,} nodes below").format(count=found.nodes))
            words = self.tr("{failed:,} failed, down to depth {deepest}")
            parts.append(words.format(failed=found.failed, deepest=found.deepest))
        if found.solutions:
            parts.append(self.tr("1 solution") if found.solutions == 1 else
                         self.tr("{count:,} solutions").format(count=found.solutions))
        parts.append(self.tr("{events:,} events in {time}").format(events=found.events, time=clock(found.seconds)))
        return ", ".join(part for part in parts if part)

    # --- folding ------------------------------------------------------------------------------------------------------
    def is_folded(self, node: int) -> bool:
        index = self.layout_.index_of(node) if self.layout_ is not None else None
        return index is not None and self.layout_ is not None and bool(self.layout_.folded[index])

    def toggle_fold(self, node: int) -> None:
        self.set_folded(node, not self.is_folded(node))

    def set_folded(self, node: int, folded: bool) -> None:
        self.folded.discard(node)
        self.unfolded.discard(node)
        (self.folded if folded else self.unfolded).add(node)
        self._lay_out()
        accessible.node_folded(self, node)

    def set_fold_failed(self, on: bool) -> None:
        """Show every failed subtree as one triangle."""
        self.fold_failed = on
        self.folded.clear()
        self.unfolded.clear()
        self._lay_out()
        self.folding_changed.emit()

    def set_fold_up_to(self, nodes: int) -> None:
        """Show every subtree with at most so many nodes as one triangle."""
        self.fold_up_to = nodes
        self.folded.clear()
        self.unfolded.clear()
        self._lay_out()
        self.folding_changed.emit()

    # --- painting -----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_tree(self)

    def center_on_current(self) -> None:
        place = self.place_of(self.current)
        if place is not None:
            self.pan(self.width() / 2 - place.x(), min(0.0, self.height() / 2 - place.y()))



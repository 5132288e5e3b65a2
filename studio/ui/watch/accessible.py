"""A film's log and search tree for assistive technology: a list of lines, a tree of guesses that open and close.

The marked line and the current node are what has the focus while the widget has it. A tree's node is inside the node it was
guessed under, so that a reader can tell levels and neighbours; its words begin with the guess and its depth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleStateChangeEvent

from studio.ui.access_kit import Part, PartHolder, has_focus, holder_of, on_screen

if TYPE_CHECKING:
    from studio.ui.watch.log_view import LogView
    from studio.ui.watch.tree_view import TreeView

MOST = 3000
"""Lines that are given out at once, around the marked one: a reader that lists a million lines would stop the window."""
STEP = 1000
"""They change only when the mark has gone so far."""
NODE = 14
"""Pixels of a node on the screen."""


# --- the log ----------------------------------------------------------------------------------------------------------------
class LogLine(Part):
    """A line, by its row in the list as it is filtered now."""

    ROLE = QAccessible.Role.ListItem


class LogList(PartHolder):
    PART = LogLine

    def __init__(self, view: LogView) -> None:
        super().__init__(view, QAccessible.Role.List)
        self.view = view

    def first(self) -> int:
        """The first row that is given out."""
        rows = len(self.view.index)
        if rows <= MOST:
            return 0
        middle = max(0, self.view.current_row()) // STEP * STEP
        return min(max(0, middle - STEP), rows - MOST)

    def childCount(self) -> int:
        return min(len(self.view.index), MOST) if self.isValid() and self.view.film is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return self.part(self.first() + index) if 0 <= index < self.childCount() else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        index = child.number - self.first() if isinstance(child, LogLine) and self.isValid() else -1
        return index if 0 <= index < self.childCount() else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        row = self.view.row_at(self.view.viewport().mapFromGlobal(QPoint(x, y)).y())
        return None if row is None else self.part(row)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        if not self.isValid() or not self.view.hasFocus():
            return None
        row = self.view.current_row()
        return self.part(row) if self.there(row) else self

    def there(self, number: int) -> bool:
        return self.view.film is not None and 0 <= number < len(self.view.index)

    def words(self, number: int) -> str:
        return self.view.describe(self.view.index.event(number))

    def place(self, number: int) -> QRect:
        return on_screen(self.view.line_rect(number), self.view.viewport())

    def focused(self, number: int) -> bool:
        return self.view.hasFocus() and self.view.current_row() == number


# --- the tree ---------------------------------------------------------------------------------------------------------------
class TreeNode(Part):
    """A guess, by its number in the search tree; what was guessed below it is inside it, unless it is folded."""

    ROLE = QAccessible.Role.TreeItem
    holder: TreeItems

    def parent(self) -> QAccessibleInterface:
        above = self.holder.above(self.number) if self.isValid() else -1
        return self.holder if above < 0 else self.holder.part(above)

    def childCount(self) -> int:
        return len(self.holder.shown_below(self.number)) if self.isValid() else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        below = self.holder.shown_below(self.number) if self.isValid() else []
        return self.holder.part(below[index]) if 0 <= index < len(below) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        below = self.holder.shown_below(self.number) if self.isValid() else []
        return below.index(child.number) if isinstance(child, TreeNode) and child.number in below else -1

    def state(self) -> QAccessible.State:
        state = super().state()
        if self.isValid() and self.holder.below(self.number):
            folded = self.holder.view.is_folded(self.number)
            state.expandable, state.expanded, state.collapsed = True, not folded, folded
        return state


class TreeItems(PartHolder):
    """The tree's widget; its only child is the start of the search."""

    PART = TreeNode

    def __init__(self, view: TreeView) -> None:
        super().__init__(view, QAccessible.Role.Tree)
        self.view = view

    def childCount(self) -> int:
        return 1 if self.isValid() and self.view.tree is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return self.part(0) if index == 0 and self.childCount() else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if isinstance(child, TreeNode) and child.number == 0 else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        node = self.view.node_near(self.view.mapFromGlobal(QPoint(x, y)).toPointF())
        return None if node is None else self.part(node)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        if not self.isValid() or not self.view.hasFocus():
            return None
        return self.part(self.view.current) if self.there(self.view.current) else self

    def above(self, node: int) -> int:
        tree = self.view.tree
        return int(tree.parents[node]) if tree is not None else -1

    def below(self, node: int) -> list[int]:
        tree = self.view.tree
        return tree.children(node).tolist() if tree is not None else []

    def shown_below(self, node: int) -> list[int]:
        """What is inside a node as it is drawn: nothing inside a folded one."""
        return [] if self.view.is_folded(node) else self.below(node)

    def there(self, number: int) -> bool:
        tree = self.view.tree
        return tree is not None and 0 <= number < tree.size

    def words(self, number: int) -> str:
        return self.view.describe(number)

    def place(self, number: int) -> QRect:
        at = self.view.place_of(number)
        if at is None:
            return QRect()
        return on_screen(QRect(round(at.x()) - NODE // 2, round(at.y()) - NODE // 2, NODE, NODE), self.view)

    def focused(self, number: int) -> bool:
        return self.view.hasFocus() and self.view.current == number


# --- asked for --------------------------------------------------------------------------------------------------------------
def log_list(view: LogView) -> LogList:
    return holder_of(view, lambda: LogList(view))


def tree_of_items(view: TreeView) -> TreeItems:
    return holder_of(view, lambda: TreeItems(view))


def line_marked(view: LogView) -> None:
    """The marked line is what has the focus now; told when a user goes there, not while a film runs."""
    row = view.current_row()
    if QAccessible.isActive() and view.hasFocus() and log_list(view).there(row):
        has_focus(log_list(view).part(row))


def node_reached(view: TreeView) -> None:
    """The current node is what has the focus now."""
    if QAccessible.isActive() and view.hasFocus() and tree_of_items(view).there(view.current):
        has_focus(tree_of_items(view).part(view.current))


def node_folded(view: TreeView, node: int) -> None:
    """A node was opened or closed."""
    if QAccessible.isActive() and tree_of_items(view).there(node):
        changed = QAccessible.State()
        changed.expanded = True
        QAccessible.updateAccessibility(QAccessibleStateChangeEvent(tree_of_items(view).part(node), changed))

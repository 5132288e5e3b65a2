"""The board for assistive technology: a table whose cells say what they hold; the cursor's cell is what has the focus.

Qt asks a factory for the interface of every widget; ours answers for boards, and for the log and the tree of a film. The
interfaces are kept as long as their view lives, because Qt holds no reference to Python objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface

from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import Board
from studio.core.say import say
from studio.ui.access_kit import Part, PartHolder, has_focus, holder_of, on_screen

if TYPE_CHECKING:
    from studio.ui.board_view import BoardView


class BoardCell(Part):
    """One cell of the board that a view shows now."""

    ROLE = QAccessible.Role.Cell


class BoardTable(PartHolder):
    """A board: its cells are its children, row by row."""

    PART = BoardCell

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, QAccessible.Role.Table)
        self.view = view

    def childCount(self) -> int:
        return self.view.board.grid.size if self.isValid() and self.view.board is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return self.part(index) if self.there(index) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.number if isinstance(child, BoardCell) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        cell = self.view.cell_at(self.view.mapFromGlobal(QPoint(x, y)).toPointF())
        return None if cell is None else self.child(cell)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        if not self.isValid() or not self.view.hasFocus():
            return None
        return self if self.view.cursor_cell is None else self.child(self.view.cursor_cell)

    def text(self, kind: QAccessible.Text) -> str:
        if kind != QAccessible.Text.Name or not self.isValid():
            return str(super().text(kind))
        return board_words(self.view.family, self.view.board) or str(super().text(kind))

    def there(self, number: int) -> bool:
        return 0 <= number < self.childCount()

    def words(self, number: int) -> str:
        return cell_words(self.view, number)

    def place(self, number: int) -> QRect:
        return on_screen(self.view.cell_rect(number).toAlignedRect(), self.view)

    def focused(self, number: int) -> bool:
        return self.view.hasFocus() and self.view.cursor_cell == number


def install() -> None:
    """Answer for them from now on; called once, before the first window is shown."""
    QAccessible.installFactory(_interface)


def _interface(name: str, thing: QObject | None) -> QAccessibleInterface | None:
    from studio.ui.board_view import BoardView
    from studio.ui.watch.accessible import log_list, tree_of_items
    from studio.ui.watch.log_view import LogView
    from studio.ui.watch.tree_view import TreeView

    if isinstance(thing, BoardView):
        return table_of(thing)
    if isinstance(thing, LogView):
        return log_list(thing)
    return tree_of_items(thing) if isinstance(thing, TreeView) else None


def table_of(view: BoardView) -> BoardTable:
    return holder_of(view, lambda: BoardTable(view))


def cursor_moved(view: BoardView) -> None:
    """The cursor's cell is what has the focus now."""
    if QAccessible.isActive() and view.hasFocus() and view.cursor_cell is not None:
        table = table_of(view)
        if table.there(view.cursor_cell):
            has_focus(table.part(view.cursor_cell))


def cell_changed(view: BoardView, cell: int) -> None:
    if QAccessible.isActive() and (changed := table_of(view).child(cell)) is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(changed, QAccessible.Event.NameChanged))


# --- in words ---------------------------------------------------------------------------------------------------------------
def board_words(family: Family | None, board: Board | None) -> str:
    if family is None or board is None:
        return ""
    return told(say("{name}, {rows} rows, {cols} columns", name=family.name, rows=board.grid.rows, cols=board.grid.cols))


def cell_words(view: BoardView, cell: int) -> str:
    """What a cell holds, and what lies over it: everything that an eye sees there."""
    family, board, overlay = view.family, view.board, view.overlay
    if family is None or board is None or cell >= board.grid.size:
        return ""
    found = [told(family.describe_cell(board, cell))]
    notes = [family.notation.word(value) for value in range(board.notes[cell].bit_length()) if board.notes[cell] >> value & 1]
    if notes:
        found.append(view.tr("notes {0}").format(" ".join(notes)))
    if cell in overlay.ghosts:
        found.append(view.tr("must be {0}").format(family.notation.word(overlay.ghosts[cell])))
    if cell in overlay.possible:
        found.append(view.tr("possible: {0}").format(overlay.possible[cell].words()))
    if cell in overlay.excluded:
        found.append(view.tr("not {0}").format(family.notation.word(overlay.excluded[cell])))
    layers = ((overlay.violations, view.tr("breaks a rule")), (overlay.clashing, view.tr("clashes")),
              (overlay.differing, view.tr("solutions differ here")), (overlay.conflict, view.tr("contradiction")),
              (overlay.guessed, view.tr("guessed")), (overlay.deduced, view.tr("deduced")))
    found += [words for cells, words in layers if cell in cells]
    return ", ".join(found)

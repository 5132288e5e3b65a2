"""The board for assistive technology: a table whose cells say what they hold; the cursor's cell is what has the focus.

Qt asks a factory for the interface of every widget; ours answers for boards. The interfaces are kept here as long as their view
lives, because Qt holds no reference to Python objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

from studio.core.family import Family
from studio.core.puzzle import Board

if TYPE_CHECKING:
    from studio.ui.board_view import BoardView

_tables: dict[int, BoardTable] = {}


class BoardCell(QAccessibleInterface):
    """One cell of the board that a view shows now."""

    def __init__(self, table: BoardTable, cell: int) -> None:
        super().__init__()
        self.table, self.cell = table, cell

    def isValid(self) -> bool:
        return self.table.isValid() and self.cell < self.table.childCount()

    def object(self) -> QObject | None:  # type: ignore[override]  # the stubs know no None
        return None

    def parent(self) -> QAccessibleInterface:
        return self.table

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return None

    def childCount(self) -> int:
        return 0

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def rect(self) -> QRect:
        if not self.isValid():
            return QRect()
        box = self.table.view.cell_rect(self.cell).toAlignedRect()
        return QRect(self.table.view.mapToGlobal(box.topLeft()), box.size())

    def text(self, kind: QAccessible.Text) -> str:
        if kind not in (QAccessible.Text.Name, QAccessible.Text.Value) or not self.isValid():
            return ""
        return cell_words(self.table.view, self.cell)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Cells are changed by keys and strokes."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = state.selectable = True
        state.invalid = not self.isValid()
        state.focused = self.isValid() and self.table.view.hasFocus() and self.table.view.cursor_cell == self.cell
        state.selected = state.focused
        return state


class BoardTable(QAccessibleWidget):
    """A board: its cells are its children, row by row."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, QAccessible.Role.Table)
        self.view = view
        self._cells: dict[int, BoardCell] = {}

    def isValid(self) -> bool:
        return bool(isValid(self.view))

    def childCount(self) -> int:
        return self.view.board.grid.size if self.isValid() and self.view.board is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        if not 0 <= index < self.childCount():
            return None
        if index not in self._cells:
            self._cells[index] = BoardCell(self, index)
        return self._cells[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.cell if isinstance(child, BoardCell) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        at = self.view.mapFromGlobal(QRect(x, y, 1, 1).topLeft())
        cell = self.view.cell_at(at.toPointF())
        return None if cell is None else self.child(cell)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        if not self.isValid() or not self.view.hasFocus():
            return None
        return self if self.view.cursor_cell is None else self.child(self.view.cursor_cell)

    def text(self, kind: QAccessible.Text) -> str:
        if kind != QAccessible.Text.Name or not self.isValid():
            return str(super().text(kind))
        return board_words(self.view.family, self.view.board) or str(super().text(kind))


def install() -> None:
    """Answer for boards from now on; called once, before the first window is shown."""
    QAccessible.installFactory(_interface)


def _interface(name: str, thing: QObject | None) -> QAccessibleInterface | None:
    from studio.ui.board_view import BoardView

    return table_of(thing) if isinstance(thing, BoardView) else None


def table_of(view: BoardView) -> BoardTable:
    for key in [key for key, table in _tables.items() if not table.isValid()]:
        del _tables[key]
    if id(view) not in _tables:
        _tables[id(view)] = BoardTable(view)
    return _tables[id(view)]


def cursor_moved(view: BoardView) -> None:
    """The cursor's cell is what has the focus now."""
    if QAccessible.isActive() and view.hasFocus() and view.cursor_cell is not None:
        cell = table_of(view).child(view.cursor_cell)
        if cell is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))


def cell_changed(view: BoardView, cell: int) -> None:
    if QAccessible.isActive() and (changed := table_of(view).child(cell)) is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(changed, QAccessible.Event.NameChanged))


# --- in words ---------------------------------------------------------------------------------------------------------------
def board_words(family: Family | None, board: Board | None) -> str:
    if family is None or board is None:
        return ""
    return f"{family.name}, {board.grid.rows} rows, {board.grid.cols} columns"


def cell_words(view: BoardView, cell: int) -> str:
    """What a cell holds, and what lies over it: everything that an eye sees there."""
    family, board, overlay = view.family, view.board, view.overlay
    if family is None or board is None or cell >= board.grid.size:
        return ""
    found = [family.describe_cell(board, cell)]
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

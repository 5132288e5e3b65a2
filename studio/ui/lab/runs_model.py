"""Every single run of a benchmark as a sortable table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from studio.core.language import told
from studio.lab.runs import Run

SORT = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RunsModel(QAbstractTableModel):
    """The role `SORT` gives numbers where the text shows rounded ones."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[Run] = []
        self._heads = (self.tr("Puzzle"), self.tr("Size"), self.tr("Engine"), self.tr("Answer"), self.tr("Seconds"),
                       self.tr("Nodes"), self.tr("Deepest"), self.tr("Message"))

    def show_runs(self, runs: list[Run]) -> None:
        """The list so far; what is already shown stays."""
        if runs[: len(self.runs)] != self.runs:
            self.beginResetModel()
            self.runs = list(runs)
            self.endResetModel()
        elif len(runs) > len(self.runs):
            self.beginInsertRows(QModelIndex(), len(self.runs), len(runs) - 1)
            self.runs = list(runs)
            self.endInsertRows()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.runs)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        run = self.runs[index.row()]
        values = values_of(run)
        if role == SORT:
            return values[index.column()][0]
        if role == Qt.ItemDataRole.DisplayRole:
            return values[index.column()][1]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (4, 5, 6):
            return RIGHT
        if role == Qt.ItemDataRole.ToolTipRole and index.column() in (0, 7):
            return str(run.path) if index.column() == 0 else told(run.message)
        return None


def values_of(run: Run) -> tuple[tuple[Any, str], ...]:
    """(what to sort by, what to show) of every column."""
    grid = run.puzzle.grid
    return ((run.path.name, run.path.name), (grid.size, f"{grid.rows}×{grid.cols}"), (run.contender.label, run.contender.label),
            (run.status.value, run.status.value), (run.seconds, f"{run.seconds:.4f}"),
            _counted(run.nodes), _counted(run.max_depth), (told(run.message), run.message))


def _counted(number: int | None) -> tuple[int, str]:
    """Unknown is a dash, sorted before every number."""
    return (-1, "–") if number is None else (number, f"{number:,}")

"""What came out: the table, the charts and every single run, each in a tab."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio.core.language import told
from studio.lab.bench import Bench
from studio.lab.charts import charts
from studio.lab.table import table_rows
from studio.ui.fields import ChoiceField
from studio.ui.lab.chart_view import ChartView
from studio.ui.lab.runs_model import RIGHT, SORT, RunsModel
from studio.ui.widgets import label, row

CHARTS = 4


class Results(QTabWidget):
    """`opened(run, bench)` when a run is double-clicked: to be watched as it was measured."""

    opened = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench: Bench | None = None
        self.addTab(self._overview(), self.tr("Table"))
        self.addTab(self._charts(), self.tr("Charts"))
        self.addTab(self._runs(), self.tr("Runs"))

    def _overview(self) -> QWidget:
        page = QWidget()
        self.group = ChoiceField()
        for text, by in ((self.tr("all boards"), "none"), (self.tr("by size"), "size"), (self.tr("by folder"), "folder")):
            self.group.addItem(text, by)
        self.group.setAccessibleName(self.tr("Group the rows"))
        self.group.currentIndexChanged.connect(self.refresh)
        self.table = QTableWidget()
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setAccessibleName(self.tr("Engines compared"))
        self.note = label(role="muted", wrap=True)
        column = QVBoxLayout(page)
        column.addLayout(row(label(self.tr("Rows:")), self.group, stretch=True))
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        return page

    def _charts(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setSpacing(10)
        self.views = [ChartView() for _ in range(CHARTS)]
        for number, view in enumerate(self.views):
            grid.addWidget(view, number // 2, number % 2)
            view.chosen.connect(lambda number=number: self.enlarge(number))
        return page

    def enlarge(self, number: int) -> None:
        """One chart alone, or all of them again."""
        alone = any(not view.isHidden() for i, view in enumerate(self.views) if i != number)
        for i, view in enumerate(self.views):
            view.setVisible(i == number or not alone)

    def _runs(self) -> QWidget:
        self.model = RunsModel()
        proxy = QSortFilterProxyModel(self)
        proxy.setSourceModel(self.model)
        proxy.setSortRole(SORT)
        self.runs = QTableView()
        self.runs.setModel(proxy)
        self.runs.setSortingEnabled(True)
        self.runs.sortByColumn(4, Qt.SortOrder.DescendingOrder)
        self.runs.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.runs.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.runs.verticalHeader().hide()
        self.runs.horizontalHeader().setStretchLastSection(True)
        self.runs.setColumnWidth(0, 230)
        self.runs.setShowGrid(False)
        self.runs.setAlternatingRowColors(True)
        self.runs.setAccessibleName(self.tr("Every single run; Enter or a double click lets you watch it"))
        self.runs.setToolTip(self.tr("Double click (or Enter): watch this engine with these options on this puzzle"))
        self.runs.activated.connect(self._open)
        return self.runs

    def _open(self, index: QModelIndex) -> None:
        proxy = self.runs.model()
        assert isinstance(proxy, QSortFilterProxyModel)
        run = self.model.runs[proxy.mapToSource(index).row()]
        self.opened.emit(run, self._bench)

    # --- showing ------------------------------------------------------------------------------------------------------
    def show_bench(self, bench: Bench) -> None:
        self._bench = bench
        self.refresh()

    def refresh(self) -> None:
        if self._bench is None:
            return
        bench = self._bench
        self.model.show_runs(bench.runs)
        self._fill(table_rows(bench, by=self.group.currentData()) if bench.runs else [("engine",)])
        made = charts(bench)
        for number, view in enumerate(self.views):
            view.show_chart(made[number] if number < len(made) else None)
        faults = bench.complaints()
        fine = self.tr("Every answer passed the checker. A ratio is the median over the boards of an engine's time over the "
                       "first one's.")
        self.note.setText("\n".join(map(told, faults[:5])) or fine)

    def _fill(self, rows: list[tuple[str, ...]]) -> None:
        words = rows[0].index("engine") + 1
        self.table.setColumnCount(len(rows[0]))
        self.table.setHorizontalHeaderLabels(list(map(told, rows[0])))
        self.table.setRowCount(len(rows) - 1)
        for r, cells in enumerate(rows[1:]):
            for c, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if c >= words:
                    item.setTextAlignment(RIGHT)
                self.table.setItem(r, c, item)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

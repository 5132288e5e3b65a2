"""What an experiment found: its table, its charts, and what is to be said about them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio.core.language import told
from studio.core.study import DASH, Finding
from studio.lab.figures import charts_of
from studio.lab.findings import Made, cells, wordy
from studio.ui.lab.chart_view import ChartView
from studio.ui.lab.runs_model import RIGHT
from studio.ui.widgets import label


class FindingView(QTabWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.made: Made | None = None
        self.views: list[ChartView] = []
        self.table = QTableWidget()
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setAccessibleName(self.tr("The table"))
        self.notes = label(role="muted", wrap=True)
        self.notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(self.table, 1)
        column.addWidget(self.notes)
        self.addTab(page, self.tr("Table"))

    def show_made(self, made: Made) -> None:
        self.made = made
        self._show(made.finding, made.experiment)
        self.setCurrentIndex(0)

    def show_growing(self, finding: Finding, experiment_id: str) -> None:
        """What there is so far; whoever looks at the chart goes on looking at it."""
        self.made = None
        self._show(finding, experiment_id)

    def _show(self, finding: Finding, experiment_id: str) -> None:
        self._fill(finding)
        charts = charts_of(finding, experiment_id)
        if len(charts) != len(self.views):
            self._lay_out_charts(len(charts))
        for view, chart in zip(self.views, charts, strict=True):
            view.show_chart(chart)

    def _lay_out_charts(self, number: int) -> None:
        while self.count() > 1:
            old = self.widget(1)
            self.removeTab(1)
            if old is not None:
                old.deleteLater()
        self.views = [ChartView() for _ in range(number)]
        for place, view in enumerate(self.views):
            scroll = QScrollArea()
            scroll.setWidgetResizable(True)
            scroll.setWidget(view)
            self.addTab(scroll, self.tr("Chart") if number == 1 else self.tr("Chart {0}").format(chr(ord("a") + place)))

    def _fill(self, finding: Finding) -> None:
        head, rows = cells(finding)
        self.table.setColumnCount(len(head))
        self.table.setHorizontalHeaderLabels(head)
        self.table.setRowCount(len(rows))
        for r, texts in enumerate(rows):
            for c, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if not wordy(finding, c) or text == DASH:
                    item.setTextAlignment(RIGHT)
                if finding.columns[c].published:
                    font = item.font()
                    font.setItalic(True)
                    item.setFont(font)
                self.table.setItem(r, c, item)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        notes = list(finding.notes)
        if any(column.published for column in finding.columns):
            notes.append(self.tr("* as published"))
        self.notes.setText("\n".join(map(told, notes)))

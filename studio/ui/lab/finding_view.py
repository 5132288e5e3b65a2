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
        self._fill(made.finding)
        while self.count() > 1:
            old = self.widget(1)
            self.removeTab(1)
            if old is not None:
                old.deleteLater()
        self.views = []
        charts = charts_of(made.finding, made.experiment)
        for place, chart in enumerate(charts):
            view = ChartView()
            view.show_chart(chart)
            self.views.append(view)
            scroll = QScrollArea()
            scroll.setWidgetResizable(True)
            scroll.setWidget(view)
            self.addTab(scroll, self.tr("Chart") if len(charts) == 1 else self.tr("Chart {0}").format(chr(ord("a") + place)))
        self.setCurrentIndex(0)

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
        self.notes.setText("\n".join(notes))

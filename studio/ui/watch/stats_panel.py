"""All statistics of one or two films in a table, to look at and to copy."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from studio.core.stats import DepthStats
from studio.share.film import Film
from studio.share.words import rule_title, tr
from studio.ui.watch.chart_kit import clock
from studio.ui.widgets import button, row

WIDEST = 190
"""Pixels of a film's column: its title ends in dots, and stands in the tooltip."""
UNKNOWN = "–"
Cell = Callable[[DepthStats], str]


def facts() -> list[tuple[str, Cell]]:
    """Everything that DepthStats knows as (name, how to say it)."""
    return [
        (tr("Nodes"), lambda s: whole(s.nodes)),
        (tr("Guesses"), lambda s: whole(s.guesses)),
        (tr("Deepest"), lambda s: whole(s.max_depth)),
        (tr("Mean depth"), lambda s: UNKNOWN if s.mean_depth is None else f"{s.mean_depth:.2f}"),
        (tr("Deductions"), lambda s: whole(s.deductions)),
        (tr("Contradictions"), lambda s: whole(s.conflicts)),
        (tr("Steps back"), lambda s: whole(s.backtracks)),
        (tr("Restarts"), lambda s: whole(s.restarts)),
        (tr("Cuts"), lambda s: whole(s.cuts)),
        (tr("Solutions"), lambda s: f"{s.solutions:,}"),
        (tr("Depth now"), lambda s: f"{s.current_depth:,}"),
        (tr("Events"), lambda s: f"{s.events:,}"),
        (tr("Time"), lambda s: clock(s.seconds)),
        (tr("Nodes per second"), lambda s: UNKNOWN if s.nodes_per_second is None else f"{s.nodes_per_second:,.0f}"),
        (tr("First solution after"), lambda s: moment(s.first_solution_seconds)),
    ]


def moment(seconds: float | None) -> str:
    return UNKNOWN if seconds is None else clock(seconds)


def whole(number: int | None) -> str:
    """A count; a dash where nobody counted."""
    return UNKNOWN if number is None else f"{number:,}"


def _rule_words(use: dict[str, float] | None) -> str:
    """How often a rule was used and, where the searcher took the time, how long it looked."""
    if use is None:
        return "–"
    return f"{int(use['uses']):,}" + (f"  ({clock(use['seconds'])})" if use["seconds"] else "")


class StatsPanel(QWidget):
    """A table with one column a film; Copy gives it as text (tab-separated) and as JSON."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.films: list[Film] = []
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName(self.tr("Statistics"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setMaximumSectionSize(WIDEST)
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.copy = button(self.tr("Copy"), "copy", self.copy_text, self.tr("Copy the statistics as a table"))
        self.copy_as_json = button(self.tr("Copy JSON"), "copy", self.copy_json, self.tr("Copy the statistics as JSON"))
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        column.addWidget(self.table, 1)
        column.addLayout(row(self.copy, self.copy_as_json, stretch=True))

    def show_films(self, films: list[Film]) -> None:
        self.films = list(films)
        rows = self._rows()
        self.table.setColumnCount(1 + max(1, len(films)))
        self.table.setHorizontalHeaderLabels([self.tr("Statistic"), *([film.title() for film in films] or [""])])
        for column, film in enumerate(films):
            heading = self.table.horizontalHeaderItem(column + 1)
            if heading is not None:
                heading.setToolTip(film.title())
                heading.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.setRowCount(len(rows))
        for number, (name, values) in enumerate(rows):
            self._put(number, 0, name, False)
            for column, value in enumerate(values):
                self._put(number, column + 1, value, True)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)  # long names of rules end in dots, values never
        for column in range(1, self.table.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _put(self, row_number: int, column: int, text: str, right: bool) -> None:
        item = self.table.item(row_number, column)
        if item is None:
            item = QTableWidgetItem()
            if right:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row_number, column, item)
        if item.text() != text:
            item.setText(text)
            item.setToolTip("" if right else text)

    def _rows(self) -> list[tuple[str, list[str]]]:
        stats = [film.log.stats for film in self.films]
        rows = [(name, [say(each) for each in stats]) for name, say in facts()] if stats else []
        names: dict[str, str] = {}
        for film in self.films:
            for name in film.log.stats.rules():
                names.setdefault(name, rule_title(film, name))
        tables = [each.rules() for each in stats]
        for name, title in names.items():
            rows.append((tr("Rule: {name}").format(name=title), [_rule_words(table.get(name)) for table in tables]))
        return rows

    def text(self) -> str:
        head = "\t".join([self.tr("Statistic"), *(film.title() for film in self.films)])
        return "\n".join([head, *("\t".join([name, *values]) for name, values in self._rows())]) + "\n"

    def json_text(self) -> str:
        found = [{"engine": film.engine.id, "options": dict(film.options.values), **film.log.stats.summary()}
                 for film in self.films]
        return json.dumps(found, indent=2, default=str)

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def copy_json(self) -> None:
        QGuiApplication.clipboard().setText(self.json_text())

"""The charts of a film, and the same figures as text: for readers, and to be copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from studio.share.film import Film
from studio.ui.icons import put_icon
from studio.ui.watch.charts import FilmChart
from studio.ui.widgets import button, row


class ChartsPanel(QWidget):
    """`drawn` shows the charts; the button above it turns to their figures and back."""

    def __init__(self, charts: Sequence[FilmChart], drawn: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.charts = tuple(charts)
        self.as_text = QToolButton()
        put_icon(self.as_text, "number")
        self.as_text.setText(self.tr("As text"))
        self.as_text.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.as_text.setCheckable(True)
        self.as_text.setToolTip(self.tr("The figures of the charts as text, to read and to copy"))
        self.as_text.setAccessibleName(self.tr("The charts as text"))
        self.as_text.toggled.connect(self._turn)
        self.copy = button(self.tr("Copy"), "copy", self.copy_text, self.tr("Copy the charts' figures as text"))
        self.figures = QPlainTextEdit()
        self.figures.setReadOnly(True)
        self.figures.setTabChangesFocus(True)
        self.figures.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.figures.setAccessibleName(self.tr("The charts as text"))
        interaction = Qt.TextInteractionFlag
        self.figures.setTextInteractionFlags(interaction.TextSelectableByMouse | interaction.TextSelectableByKeyboard)
        self.pages = QStackedWidget()
        self._drawn = drawn
        self.pages.addWidget(drawn)
        self.pages.addWidget(self.figures)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addLayout(row(self.as_text, self.copy, stretch=True))
        column.addWidget(self.pages, 1)

    def _turn(self, as_text: bool) -> None:
        self._write()
        self.pages.setCurrentWidget(self.figures if as_text else self._drawn)

    def show_film(self, film: Film | None) -> None:
        for chart in self.charts:
            chart.show_film(film)
        if self.as_text.isChecked():
            self._write()

    def _write(self) -> None:
        """What is read stays where it is while the film grows."""
        text, bar = self.text(), self.figures.verticalScrollBar()
        if text != self.figures.toPlainText():
            place = bar.value()
            self.figures.setPlainText(text)
            bar.setValue(place)

    def text(self) -> str:
        """Each chart with its title, the names of its columns, and a line a figure."""
        return "\n\n".join(chart.as_text() for chart in self.charts) + "\n"

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

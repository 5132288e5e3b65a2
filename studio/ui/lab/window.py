"""The lab's window: engines compared on many boards, and the tables of the studies made again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from studio.ui.lab.compare_page import ComparePage
from studio.ui.lab.studies_page import StudiesPage
from studio.ui.widgets import open_with


class LabWindow(QWidget):
    """A window of its own, so that a long comparison can run while one draws."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Lab"))
        self.compare, self.studies = ComparePage(), StudiesPage()
        self.tabs = QTabWidget()
        self.tabs.addTab(self.compare, self.tr("Engines compared"))
        self.tabs.addTab(self.studies, self.tr("Tables of the studies"))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.tabs)
        open_with(self, 1240, 800)

    def choose_family(self, family_id: str) -> None:
        """What both pages should be about, unless they are at work."""
        if not self.compare.comparison.running:
            self.compare.setup.choose_family(family_id)
        self.studies.choose_family(family_id)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.compare.stop()
        self.studies.stop()
        super().closeEvent(event)

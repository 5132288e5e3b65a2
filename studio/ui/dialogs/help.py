"""F1: the rules of a family with a drawn example, and the window that says what the studio is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QTextBrowser, QVBoxLayout, QWidget

from studio import __version__
from studio.core.engine import Limits, SolveResult
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import Answer, Board, Puzzle
from studio.setter.requests import Analyse
from studio.share.render import thumbnail
from studio.ui.icons import picture
from studio.ui.jobs import Watcher
from studio.ui.look import look
from studio.ui.widgets import label, open_with, snug

PICTURE = 220
PATIENCE = 10.0


class RulesDialog(QDialog):
    """Rules on the left, the example and its solution on the right. `more` asks for a page of the guide."""

    more = Signal(str)

    def __init__(self, family: Family, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Rules of {0}").format(told(family.name)))
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        self.text.setMarkdown(f"# {told(family.name)}\n\n{told(family.rules_text or family.summary)}")
        self.text.setAccessibleName(self.windowTitle())
        self._family = family
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._solved)
        self._pictures = pictures = QVBoxLayout()
        pictures.setSpacing(6)
        pictures.addStretch(1)
        self.example = next(iter(family.samples()), None)
        if self.example is not None:
            self._picture(self.example, None)
            if self.example.solution is not None:
                self._picture(self.example, self.example.solution)
            else:
                self._watcher.start(Analyse(self.example, want_forced=False), Limits(PATIENCE))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        guide = buttons.addButton(self.tr("More in the guide"), QDialogButtonBox.ButtonRole.HelpRole)
        guide.clicked.connect(lambda: self.more.emit(family.id))
        across = QHBoxLayout()
        across.setSpacing(16)
        across.addWidget(self.text, 1)
        across.addLayout(pictures)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addLayout(across)
        column.addWidget(buttons)
        open_with(self, 780, 580)

    def _solved(self, result: Any) -> None:
        """The example's solution came from a worker."""
        if self.example is not None and not isinstance(result, SolveResult) and result.solution is not None:
            self._picture(self.example, result.solution)

    def done(self, code: int) -> None:
        self._watcher.cancel()
        super().done(code)

    def _picture(self, puzzle: Puzzle, answer: Answer | None) -> None:
        solved, family, column = answer is not None, self._family, self._pictures
        board = Board(puzzle, answer or family.start_marks(puzzle))
        image = thumbnail(family, board, look().theme, PICTURE, PICTURE, max(2.0, self.devicePixelRatioF()))
        shown = QLabel()
        shown.setPixmap(QPixmap.fromImage(image))
        shown.setAccessibleName(self.tr("The example solved") if solved else self.tr("An example"))
        shown.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words = label(self.tr("… and its solution") if solved else self.tr("An example …"), "muted")
        for widget in (words, shown):
            column.insertWidget(column.count() - 1, widget)


class AboutDialog(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Puzzle Studio"))
        logo = QLabel()
        logo.setPixmap(picture("logo", look().theme.color("primary"), 72, 2.0))
        logo.setAccessibleName(self.tr("The studio's mark"))
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 18)
        column.setSpacing(10)
        column.addWidget(logo)
        column.addWidget(label("Puzzle Studio", "title"))
        column.addWidget(label(self.tr("Version {0}").format(__version__), "muted"))
        what = self.tr("Draw logic puzzles, play them, and watch how people's rules and machines' searches solve them.")
        column.addWidget(label(what, "", True))
        made = self.tr("Free software under the MIT licence. Built with Qt for Python, CaDiCaL, Z3 and OR-Tools.")
        column.addWidget(label(made, "muted", True))
        studies = self.tr("It builds on the studies of Ryan Behari and Vamshi Jandhyala (Fillomino), Niels Heslenfeld "
                          "(Fobidoshi), Andrei V. Nikolaev and Yuri A. Myasnikov (Evolomino) and Dávid Mišiak (tilings). "
                          "Fillomino and Evolomino were first published by Nikoli.")
        column.addWidget(label(studies, "muted", True))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        snug(self, 420)

"""The start page: what one can do first, what was open last, and what is new."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from studio.core import registry
from studio.core.files import docs_folder
from studio.core.language import told
from studio.ui.dialogs.new_puzzle import ICON, family_icon
from studio.ui.look import look, scaled
from studio.ui.retelling import UNTOLD
from studio.ui.widgets import Card, Folding, button, card, label, row, section

CHANGELOG = docs_folder().parent / "CHANGELOG.md"
NEWS_LINES = 3
NEWS_LENGTH = 110
WIDTH = 1000
RECENT_SHOWN = 6


def news(path: Path = CHANGELOG) -> list[str]:
    """The newest entries of the change log, one sentence each."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError:
        return []
    entries: list[str] = []
    for line in lines:
        if line.startswith(("- ", "* ")):
            entries.append(line[2:].strip())
        elif entries and line.startswith("  "):
            entries[-1] += " " + line.strip()
    new = [entry for entry in entries if not entry.startswith("*Mended*")]  # what was wrong is no news to whom it never met
    return [in_short(re.sub(r"[*_`]", "", entry)) for entry in new[:NEWS_LINES]]


def in_short(entry: str) -> str:
    """As many whole parts of a sentence as fit a line or two."""
    if len(entry) <= NEWS_LENGTH:
        return entry
    ends = [found.start() for found in re.finditer(r"[,;.:](?= )", entry[: NEWS_LENGTH + 1])
            if entry.count("(", 0, found.start()) == entry.count(")", 0, found.start())]
    return entry[: ends[-1]] + "." if ends else entry[:NEWS_LENGTH].rsplit(" ", 1)[0] + " …"


class WelcomePage(QScrollArea):
    """`wants` names an action of the window; `opened` a recent file; `begun` a family."""

    wants = Signal(str)
    opened = Signal(str)
    begun = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: list[str] = []
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._family_buttons: dict[str, QToolButton] = {}
        self._body = body = QWidget()
        outer = QWidget()
        middle = QHBoxLayout(outer)
        middle.addStretch(1)
        middle.addWidget(body, 100)
        middle.addStretch(1)
        self.setWidget(outer)
        column = QVBoxLayout(body)
        column.setContentsMargins(28, 26, 28, 20)
        column.setSpacing(14)
        column.addWidget(label(self.tr("Puzzle Studio"), "title"))
        tutorials = button(self.tr("Tutorials"), "info", lambda: self.wants.emit("tutorials"),
                           self.tr("For makers, players, teachers, researchers and developers"), flat=True)
        what = label(self.tr("Draw logic puzzles, play them, and watch how they are solved."), "muted")
        column.addLayout(row(Folding(what, tutorials), stretch=True))
        column.addLayout(self._cards())
        column.addLayout(self._families())
        column.addLayout(self._lists())
        column.addStretch(1)
        self._size()
        look().changed.connect(self._draw_families)
        look().changed.connect(self._size)

    def _size(self, _theme: object = None) -> None:
        self._body.setMaximumWidth(scaled(WIDTH))

    # --- parts --------------------------------------------------------------------------------------------------------
    def _cards(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(12)
        wanted = (("new", "new", self.tr("New puzzle"), self.tr("An empty board to draw on · Ctrl+N")),
                  ("open", "open", self.tr("Open"), self.tr("A file, or drop one here · Ctrl+O")),
                  ("library", "library", self.tr("Library"), self.tr("Puzzles to play and study · Ctrl+L")),
                  ("generate", "generate", self.tr("Generate"), self.tr("Let the studio make one · Ctrl+G")),
                  ("demo", "watch", self.tr("Watch a search"), self.tr("See an engine think, step by step")),
                  ("rules", "help", self.tr("Rules"), self.tr("What the puzzles are about · F1")))
        for number, (name, icon, title, text) in enumerate(wanted):
            grid.addWidget(self._card(name, icon, title, text), number // 3, number % 3)
        return grid

    def _card(self, name: str, icon: str, title: str, text: str) -> QPushButton:
        made = Card(icon, title, text)
        made.clicked.connect(lambda _checked=False: self.wants.emit(name))
        return made

    def _families(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(section(self.tr("Families")))
        across = QHBoxLayout()
        across.setSpacing(12)
        for family in registry.families():
            made = QToolButton()
            made.setText(told(family.name))
            made.setToolTip(told(family.summary))
            made.setAccessibleName(self.tr("New {0} puzzle").format(told(family.name)))
            made.setAccessibleDescription(told(family.summary))
            made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            made.setIconSize(QSize(ICON, ICON))
            made.clicked.connect(lambda _checked=False, family_id=family.id: self.begun.emit(family_id))
            self._family_buttons[family.id] = made
            across.addWidget(made)
        across.addStretch(1)
        column.addLayout(across)
        for trouble in registry.troubles():
            trouble_label = label(self.tr("A family cannot be used: {0}").format(trouble), "strong", True)
            trouble_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(trouble_label)
        self._draw_families()
        return column

    def _draw_families(self, _theme: object = None) -> None:
        for family in registry.families():
            self._family_buttons[family.id].setIcon(family_icon(family, self.devicePixelRatioF()))

    def _lists(self) -> QHBoxLayout:
        recent, self._recent = card()
        fresh, column = card()
        column.addWidget(section(self.tr("What is new")))
        entries = news()
        for entry in entries or [self.tr("This is the first version. Everything is new.")]:
            line = label("·  " + entry, "", True)
            line.setProperty(UNTOLD, True)
            column.addWidget(line)
        column.addStretch(1)
        across = QHBoxLayout()
        across.setSpacing(12)
        across.addWidget(recent, 1)
        across.addWidget(fresh, 1)
        return across

    def tell_anew(self) -> None:
        """In another language."""
        self.show_recent(self._paths)

    def show_recent(self, paths: list[str]) -> None:
        self._paths = paths
        while self._recent.count():
            item = self._recent.takeAt(0)
            if item is not None and (old := item.widget()) is not None:
                old.deleteLater()
        self._recent.addWidget(section(self.tr("Open again")))
        for path in paths[:RECENT_SHOWN]:
            self._recent.addWidget(self._recent_button(path, lambda path=path: self.opened.emit(path)))  # type: ignore[misc]
        if not paths:
            self._recent.addWidget(label(self.tr("Files that you open or save are listed here."), "muted", True))
        self._recent.addStretch(1)

    def _recent_button(self, path: str, act: Callable[[], object]) -> QPushButton:
        return button(Path(path).name, act=act, tip=path, flat=True)

"""The log with its filter."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from studio.core.trace import Kind
from studio.share.words import kind_plural
from studio.ui.tight import ElidedButton
from studio.ui.watch.log_index import Wanted
from studio.ui.watch.log_view import LogView
from studio.ui.widgets import Folding, label, row

TURNING_POINTS = frozenset({Kind.GUESS, Kind.CONFLICT, Kind.BACKTRACK, Kind.RESTART, Kind.CUT, Kind.SOLUTION, Kind.NOTE,
                            Kind.END, Kind.PHASE})


class LogPanel(QWidget):
    """Choose which kinds are listed; the view below lists them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = LogView()
        self.filter = ElidedButton()
        self._name_filter(self.tr("Show all events"))
        self.filter.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.filter.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.filter.setToolTip(self.tr("Which kinds of events are listed"))
        self.filter.setAccessibleName(self.tr("Filter the log"))
        self.count: QLabel = label("", "muted")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search: words, a rule, or a cell such as r3c4   (/)"))
        self.search.setAccessibleName(self.tr("Search the log by words, rule or cell"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._toggled())
        self.view.searched.connect(self.refresh_count)
        menu = QMenu(self.filter)
        self.everything = menu.addAction(self.tr("All events"))
        self.everything.triggered.connect(lambda: self.choose(frozenset(Kind)))
        self.turning = menu.addAction(self.tr("Turning points (no deductions)"))
        self.turning.triggered.connect(lambda: self.choose(TURNING_POINTS))
        menu.addSeparator()
        self.kinds: dict[Kind, QAction] = {}
        for kind in Kind:
            action = menu.addAction(kind_plural(kind))
            action.setCheckable(True)
            action.setChecked(True)
            action.triggered.connect(self._toggled)
            self.kinds[kind] = action
        self.filter.setMenu(menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        top = row(Folding(self.filter, self.count), stretch=True)
        top.setContentsMargins(6, 0, 8, 0)
        column.addLayout(top)
        find = row(self.search)
        find.setContentsMargins(6, 0, 8, 2)
        column.addLayout(find)
        column.addWidget(self.view, 1)

    def choose(self, kinds: frozenset[Kind]) -> None:
        for kind, action in self.kinds.items():
            action.setChecked(kind in kinds)
        self._toggled()

    def _toggled(self) -> None:
        chosen = frozenset(kind for kind, action in self.kinds.items() if action.isChecked())
        cell, text = self._asked()
        self.view.set_wanted(Wanted(chosen, cell, text))
        if len(chosen) == len(Kind):
            words = self.tr("Show all events")
        elif chosen == TURNING_POINTS:
            words = self.tr("Show turning points")
        else:
            names = ", ".join(kind_plural(kind).lower() for kind in Kind if kind in chosen)
            words = self.tr("Show: ") + (names or self.tr("nothing"))
        self._name_filter(words if len(words) < 44 else self.tr("Show {count} kinds").format(count=len(chosen)))
        self.refresh_count()

    def _asked(self) -> tuple[int, str]:
        """What the search field says: a cell of the board and the words beside it."""
        film, words = self.view.film, self.search.text().split()
        grid = film.puzzle.grid if film is not None else None
        names = {} if grid is None else {grid.cell_name(cell): cell for cell in grid.cells()} if words else {}
        cell = next((names[word] for word in words if word in names), -1)
        rest = [word for word in words if names.get(word, -2) != cell]
        return cell, " ".join(rest)

    def ask_cell(self, name: str) -> None:
        """List what happened to a cell."""
        for action in self.kinds.values():
            action.setChecked(True)
        self.search.setText(name)
        self._toggled()

    def _name_filter(self, words: str) -> None:
        self.filter.setText(words + "  ▾")

    def tell_anew(self) -> None:
        """In another language."""
        self.refresh_count()

    def refresh_count(self) -> None:
        words = self.tr("{count:,} listed") if self.view.index.complete else self.tr("{count:,} found, still looking …")
        self.count.setText(words.format(count=len(self.view.index)) if self.view.film is not None else "")

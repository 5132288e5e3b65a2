"""All solutions, one after the other, and what every cell can hold: for makers who want to see more than a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.draw import Shape, Text
from studio.core.engine import SolveResult
from studio.core.language import told
from studio.core.puzzle import Answer
from studio.setter.candidates import Candidates, can_list
from studio.setter.requests import Browse, FindCandidates
from studio.setter.solutions import Found
from studio.ui.document import Document
from studio.ui.jobs import Watcher
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import Folding, button, label, row

MOST = 1000
COUNTED = 20
"""Solutions that are counted for each candidate."""
SMALL, ROOM = 0.2, 9
SPACING = 6
"""pixels between buttons"""


class SolutionsCard(QWidget):
    """`changed` when the board should be drawn anew; `meant` when another solution is the one to keep."""

    changed = Signal()
    meant = Signal(object)

    def __init__(self, document: Document, live: LiveVerdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._live = document, live
        self.found: Found | None = None
        self.listed: Candidates | None = None
        self.place = 0
        self._can_browse = self._can_list = False
        self._browser, self._lister = Watcher(self), Watcher(self)
        self._browser.partial.connect(self._solutions)
        self._browser.finished.connect(self._solutions)
        self._lister.partial.connect(self._values)
        self._lister.finished.connect(self._values)
        self._build()
        document.changed.connect(self._forget)

    def _build(self) -> None:
        tip = self.tr("All of them, up to 1,000, one after the other")
        self.browse = button(self.tr("Browse solutions"), "search", tip=tip, checkable=True)
        self.browse.toggled.connect(self._browse)
        self.candidates = button(self.tr("Candidates"), "number", checkable=True,
                                 tip=self.tr("In every cell each value that some solution has there"))
        self.candidates.toggled.connect(self._list)
        if not can_list(self._document.family):
            self.candidates.hide()
        self.back = button("", "step-back", lambda: self.go(-1), self.tr("The solution before"))
        self.back.setAccessibleName(self.tr("The solution before"))
        self.on = button("", "step", lambda: self.go(1), self.tr("The next solution"))
        self.on.setAccessibleName(self.tr("The next solution"))
        self.keep = button(self.tr("Make this one unique"), "keep", self._mean, self.tr("Add clues until it is the only one"))
        self.where = label(role="muted", wrap=True)
        self.told = label(role="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(Folding(self.browse, self.candidates))
        column.addWidget(self.where)
        column.addLayout(row(self.back, self.on, self.keep, spacing=SPACING))
        column.addWidget(self.told)
        self._show()

    def minimumSizeHint(self) -> QSize:
        """As wide as it becomes when solutions are browsed: else the board beside it would jump then."""
        steps = (self.back, self.on, self.keep)
        wide = sum(each.minimumSizeHint().width() for each in steps) + SPACING * (len(steps) - 1)
        own = super().minimumSizeHint()
        return QSize(max(own.width(), wide), own.height())

    # --- solutions ------------------------------------------------------------------------------------------------------
    def _browse(self, on: bool) -> None:
        if on and self.found is None:
            self._browser.start(Browse(self._document.puzzle, MOST), self._live.limits)
        elif not on:
            self._browser.cancel()
        self._show()
        self.changed.emit()

    def _solutions(self, found: Any) -> None:
        if isinstance(found, SolveResult):
            found = Found(self.found.answers if self.found is not None else (), message=found.message or found.status.value)
        self.found = found
        self._show()
        self.changed.emit()

    def go(self, step: int) -> None:
        if self.found is not None and self.found.answers:
            self.place = (self.place + step) % len(self.found.answers)
            self._show()
            self.changed.emit()

    def shown(self) -> Answer | None:
        """The solution that is browsed to."""
        if not self.browse.isChecked() or self.found is None or not self.found.answers:
            return None
        return self.found.answers[self.place]

    def _mean(self) -> None:
        if self.shown() is not None:
            self.meant.emit(self.shown())

    # --- candidates -----------------------------------------------------------------------------------------------------
    def _list(self, on: bool) -> None:
        if on and self.listed is None:
            self._lister.start(FindCandidates(self._document.puzzle, COUNTED), self._live.limits)
        elif not on:
            self._lister.cancel()
        self._show()
        self.changed.emit()

    def _values(self, listed: Any) -> None:
        if isinstance(listed, SolveResult):
            self.told.setText(told(listed.message or listed.status.value))
            return
        self.listed = listed
        self._show()
        self.changed.emit()

    def marks(self) -> list[Shape]:
        """The candidates as small figures in the cells that have no clue."""
        if not self.candidates.isChecked() or self.listed is None:
            return []
        grid, givens = self._document.board.grid, self._document.board.givens
        shapes: list[Shape] = []
        sure = self.listed.final or self.listed.settled > 0
        for cell, values in enumerate(self.listed.values):
            y, x = grid.rc(cell)
            role = "forced" if len(values) == 1 and sure and not self._beyond(values) else "note"
            for number, figure in enumerate(self._figures(values) if not givens[cell] else ()):
                shapes.append(Text(x + 0.22 + 0.28 * (number % 3), y + 0.24 + 0.27 * (number // 3), figure, role, SMALL))
        return shapes

    def _figures(self, values: Sequence[int]) -> list[str]:
        """As many as a cell has room for; the status bar names them all."""
        symbols = self._document.family.notation.marks
        beyond = self._beyond(values)
        figures = [symbols.get(value, str(value)) for value in values if value not in beyond]
        if beyond and self.listed is not None:
            figures.append(f"{self.listed.settled + 1}+")
        return figures if len(figures) <= ROOM else [*figures[: ROOM - 1], "…"]

    def _beyond(self, values: Sequence[int]) -> set[int]:
        """Values that are not told apart yet: all that is known is that the cell can hold one so large."""
        listed = self.listed
        if listed is None or listed.final or not listed.settled:
            return set()
        return {value for value in values if value > listed.settled}

    def describe(self, cell: int) -> str:
        """The candidates of a cell with how many solutions each leaves, for the status bar."""
        listed = self.listed
        if not self.candidates.isChecked() or listed is None or cell >= len(listed.values) or not listed.values[cell]:
            return ""
        word = self._document.family.notation.word
        if not listed.counts:
            beyond = self._beyond(listed.values[cell])
            words = [word(value) for value in listed.values[cell] if value not in beyond]
            words += [self.tr("more than {0}").format(listed.settled)] if beyond else []
            return self.tr("can be {0}").format(", ".join(words))
        told = [f"{word(value)} ({'≥' if count >= listed.bound else ''}{count})"
                for value, count in zip(listed.values[cell], listed.counts[cell])]
        return self.tr("can be {0}").format(", ".join(told))

    # --- what is shown --------------------------------------------------------------------------------------------------
    def offer(self, verdict: str) -> None:
        """Browsing is for boards with several solutions, candidates for all that have one."""
        self._can_browse = verdict == "multiple"
        self.browse.setEnabled(self._can_browse)
        self._can_list = verdict in ("multiple", "unique", "timeout") and can_list(self._document.family)
        self.candidates.setEnabled(self._can_list)
        self._show()

    def _show(self) -> None:
        found, browsing = self.found, self.browse.isChecked() and self._can_browse
        count = len(found.answers) if found is not None else 0
        for each in (self.back, self.on, self.keep):
            each.setVisible(browsing and count > 0)
        end = self.tr("that is all of them") if found is not None and found.all else (
            self.tr("still looking …") if self._browser.running else self.tr("there may be more"))
        text = self.tr("Solution {0} of {1}; {2}").format(self.place + 1, count, end)
        self.where.setText(text if count else self.tr("Looking …"))
        self.where.setVisible(browsing)
        listing = self.candidates.isChecked() and self._can_list
        self.told.setText(self._told_of_values())
        self.told.setVisible(listing)

    def _told_of_values(self) -> str:
        """What may be relied on in the candidates that are shown."""
        listed, running = self.listed, self._lister.running
        if listed is not None and listed.final:
            return self.tr("Every value that some solution has.")
        if listed is not None and listed.settled:
            told = self.tr("Every value up to {0} that some solution has, and whether there is a larger one ({1}+).")
            after = " " + self.tr("Larger ones are still told apart …") if running else ""
            return told.format(listed.settled, listed.settled + 1) + after
        return self.tr("Values found so far; still looking …") if running else self.tr("Values found; there may be more.")

    def _forget(self, question: bool) -> None:
        """Another board: what was found is about the old one."""
        if question:
            self._browser.cancel()
            self._lister.cancel()
            self.found, self.listed, self.place = None, None, 0
            self.browse.setChecked(False)
            if self.candidates.isChecked():
                self._list(True)
            self._show()

"""All solutions that a film has found: a list to go through, each with how much it differs from the one before."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.share.film import Film
from studio.ui.widgets import label

MOST_LISTED = 5000
PLACE = Qt.ItemDataRole.UserRole


class SolutionPanel(QWidget):
    """`jumped` to the event that tells a solution; `chosen` for one that no event tells (engines without a film)."""

    jumped = Signal(int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self._shown = 0
        self.about = label("", "muted", wrap=True)
        self.listed = QListWidget()
        self.listed.setAccessibleName(self.tr("Solutions found so far"))
        self.listed.currentRowChanged.connect(self._go)
        self.listed.itemClicked.connect(lambda item: self._go(self.listed.row(item)))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.about)
        column.addWidget(self.listed, 1)

    def show_film(self, film: Film | None) -> None:
        """Follow a film's growth."""
        if film is not self.film:
            self.film, self._shown = film, 0
            self.listed.blockSignals(True)
            self.listed.clear()
            self.listed.blockSignals(False)
        found = self.answers()
        for number in range(self._shown, min(len(found), MOST_LISTED)):
            self.listed.addItem(QListWidgetItem(self._words(number)))
        self._shown = min(len(found), MOST_LISTED)
        self.about.setText(self._summary(len(found)))

    def answers(self) -> list[tuple[int, ...]]:
        """Those that events tell; without any, those of the result."""
        if self.film is None:
            return []
        told = self.film.log.solutions
        return told if told or self.film.result is None else list(self.film.result.solutions)

    def _summary(self, count: int) -> str:
        if self.film is None or not count:
            return self.tr("Solutions are listed here as they are found.")
        words = self.tr("1 solution found.") if count == 1 else self.tr("{count:,} solutions found.").format(count=count)
        return words + (self.tr(" The first {most:,} are listed.").format(most=MOST_LISTED) if count > MOST_LISTED else "")

    def _words(self, number: int) -> str:
        film, found = self.film, self.answers()
        assert film is not None
        events = film.log.solution_events()
        at = self.tr("event {0:,}").format(events[number] + 1) if number < len(events) else ""
        if not number:
            return "   ".join(filter(None, (self.tr("Solution 1"), at)))
        now, before = (film.family.contents(film.puzzle, found[each]) for each in (number, number - 1))
        other = sum(1 for one, two in zip(now, before) if one != two)
        return "   ".join(filter(None, (self.tr("Solution {0:,}").format(number + 1), at,
                                        self.tr("other in {0} cells").format(other))))

    def _go(self, number: int) -> None:
        if self.film is None or number < 0:
            return
        events = self.film.log.solution_events()
        if number < len(events):
            self.jumped.emit(events[number] + 1)
        elif not events:
            self.chosen.emit(number)

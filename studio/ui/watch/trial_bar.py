"""The film within the film: opens the trial that a step rests on, and walks through it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from studio.core.events import Event, Trial
from studio.share.film_frames import Layer
from studio.ui.look import scaled
from studio.ui.widgets import button

HEIGHT = 34


class TrialBar(QWidget):
    """Hidden until a step has trials, then as high as it is: boards do not jump. `layers` says what is open: a trial, and a
    trial inside it. `moved` when another step of it is to be shown."""

    moved = Signal()
    opened = Signal()

    def __init__(self, parent: QWidget | None = None, narrow: bool = False) -> None:
        super().__init__(parent)
        self.layers: list[Layer] = []
        self._event: Event | None = None
        self._number = 0
        self._ever = False
        self.setFixedHeight(scaled(2 * HEIGHT + 4 if narrow else HEIGHT))
        self.toggle = button(self.tr("See the trial"), "trial", lambda: self.open_or_close(True),
                             self.tr("Open the trial that this step rests on (T); once more: one inside it"), elided=True)
        self.back = button(self.tr("Back"), "", lambda: self.step(-1), self.tr("One step of the trial back (←)"))
        self.on = button(self.tr("On"), "", lambda: self.step(1), self.tr("One step of the trial on (→)"))
        self.other = button(self.tr("Next case"), "", self.next_case, self.tr("The next of the cases of which one must hold"))
        self.close_button = button(self.tr("Close"), "", lambda: self.step(0), self.tr("Back to the film (Esc)"))
        self.place = QLabel()
        across = QGridLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        for number, part in enumerate(self._parts()):
            below = narrow and part in (self.other, self.close_button, self.place)
            across.addWidget(part, int(below), number - 3 * below, 1, -1 if part is self.place else 1)
        self.place.setWordWrap(narrow)  # two lines rather than a panel that is wider than its room
        across.setColumnStretch(6, 1)
        self._show()

    def _parts(self) -> tuple[QPushButton | QLabel, ...]:
        return self.toggle, self.back, self.on, self.other, self.close_button, self.place

    @property
    def any(self) -> bool:
        return bool(self._trials())

    def _trials(self) -> tuple[Trial, ...]:
        """What can be opened from here: of the step that is looked at, in the film or in an open trial."""
        event = self._event
        if self.layers:
            trial, place = self.layers[-1]
            event = trial[place - 1]
        return event.reason.trials if event is not None and event.reason is not None else ()

    def show_event(self, event: Event | None) -> None:
        """Another step of the film: its trials are folded."""
        if event is not self._event and event != self._event:
            self._event, self.layers, self._number = event, [], 0
            self._show()

    def open_or_close(self, deeper: bool) -> None:
        """Open the trial of the step at hand (from its first step on), or go one level out."""
        trials = self._trials()
        if deeper and trials:
            self._number = 0
            self.layers.append((trials[0], 1))
            self.opened.emit()
        elif self.layers:
            self.layers.pop()
        self._moved()

    def unfold(self) -> None:
        """Open the trial of the step at hand with all its steps told: the whole chain in one picture."""
        trials = self._trials()
        if trials:
            self._number, self.layers = 0, [(trials[0], len(trials[0]))]
            self._moved()

    def step(self, by: int) -> None:
        """One step on or back inside the open trial; 0: out of it."""
        if not self.layers:
            return
        if by == 0:
            self.layers.pop()
        else:
            trial, place = self.layers[-1]
            self.layers[-1] = (trial, max(1, min(len(trial), place + by)))
        self._moved()

    def next_case(self) -> None:
        if not self.layers:
            return
        self.layers.pop()
        trials = self._trials()
        self._number = (self._number + 1) % len(trials)
        self.layers.append((trials[self._number], 1))
        self._moved()

    def _moved(self) -> None:
        self._show()
        self.moved.emit()

    def _show(self) -> None:
        inside = bool(self.layers)
        trials = self._trials()
        self.toggle.setVisible(bool(trials))
        if trials:
            self._ever = True
            one = self.tr("See the trial: {0} steps").format(len(trials[0]))
            self.toggle.setText(one if len(trials) == 1 else self.tr("See the {0} cases").format(len(trials)))
        for part in (self.back, self.on, self.close_button, self.place):
            part.setVisible(inside)
        outer = self.layers[:-1]
        event = outer[-1][0][outer[-1][1] - 1] if outer else self._event
        cases = len(event.reason.trials) if inside and event is not None and event.reason is not None else 0
        self.other.setVisible(cases > 1)
        if inside:
            trial, place = self.layers[-1]
            case = self.tr("case {0} of {1}, ").format(self._number + 1, cases) if cases > 1 else ""
            self.place.setText(case + self.tr("step {0} of {1}").format(place, len(trial)))
            self.back.setEnabled(place > 1)
            self.on.setEnabled(place < len(trial))
        self.setVisible(self._ever)

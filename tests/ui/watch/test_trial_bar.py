"""The bar of trials: in a narrow panel it takes a second line rather than more width."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from studio.core.events import Event, Kind, Reason
from studio.ui.watch.trial_bar import TrialBar


def test_the_place_in_a_trial_does_not_widen_a_narrow_panel(qtbot: QtBot) -> None:
    bar = TrialBar(narrow=True)
    qtbot.addWidget(bar)
    trial = (Event(Kind.GUESS, 1, 0, 1, "supposition", None, 0.0),
             *(Event(Kind.DEDUCE, 1, cell, 1, "rule", Reason("why"), 0.0) for cell in range(1, 120)))
    bar.show_event(Event(Kind.DEDUCE, 0, 5, 1, "shared", Reason("both cases", (5,), trials=(trial, trial)), 0.0))
    bar.unfold()
    bar.show()
    assert "120" in bar.place.text() and not bar.other.isHidden()
    beside = bar.other.sizeHint().width() + bar.close_button.sizeHint().width()
    assert bar.minimumSizeHint().width() < beside + bar.place.fontMetrics().horizontalAdvance(bar.place.text())

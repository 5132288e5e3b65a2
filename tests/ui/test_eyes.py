"""Large text, small screens, focus that is seen, nothing that moves unasked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolTip,
    QTreeWidget,
    QWidget,
)

from studio.ui import look as looks
from studio.ui import translate
from studio.ui.dialogs.preferences import PreferencesDialog
from studio.ui.flowing import Flowing
from studio.ui.look import look, scaled
from studio.ui.main_window import MainWindow
from studio.ui.settings import Preferences, Settings
from studio.ui.widgets import ElidedLabel, Folding, button, form_label, form_layout, level_labels, number_field, row, scrolling
from tests.ui import scenes
from tests.ui.conftest import open_latin
from tests.ui.cut import cut, too_large


@pytest.fixture(autouse=True)
def usual_size() -> Iterator[None]:
    yield
    look().use("light", 0)
    look().still = False


def test_a_long_row_wraps_before_its_field_is_cut(qtbot: Any) -> None:
    """At every width: Qt forgets the space between label and field when it asks whether both have room."""
    look().use("light", 16)
    form = QWidget()
    qtbot.addWidget(form)
    rows, field = form_layout(form), number_field(0, 9999, 0)
    field.setMinimumWidth(200)
    rows.addRow(form_label("Clues"), field)
    level_labels(form)
    form.show()
    ways = set()
    for width in range(400, 200, -1):
        form.resize(width, 200)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        assert field.geometry().right() < form.width() or form.width() != width, f"the field is cut at {width}"
        ways.add(field.x() > 0)
    assert ways == {True, False}  # beside its label and below it


@pytest.mark.parametrize("points", [10, 16, 20])
@pytest.mark.parametrize("mode", ["draw", "play", "watch"])
def test_no_words_are_cut(window: MainWindow, points: int, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_room", lambda: QSize(1366, 768))
    window.viewing.use_preferences(replace(window.desk.preferences, text_size=points))
    page = open_latin(window, mode=mode)
    window.resize(1280, 760)
    QTest.qWait(30)
    assert look().points == points == QApplication.font().pointSizeF()
    assert cut(page) == []


@pytest.mark.parametrize(("language", "points", "room"), [("nl", 16, QSize(1366, 768)), ("de", 20, QSize(1280, 720)),
                                                          ("de", 10, QSize(1366, 768))])
def test_nothing_is_cut_in_long_languages_and_large_text(window: MainWindow, language: str, points: int, room: QSize,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """Every mode of every family, two films side by side, every page and dialog, on a small laptop: words have their room,
    windows fit the screen."""
    monkeypatch.setattr(looks, "_room", lambda: room)
    window.viewing.use_preferences(replace(window.desk.preferences, text_size=points, language=language, live_verdict=False,
                                           still=True))
    window.resize(room)
    found = []
    for scene in scenes.scenes():
        with scenes.opened(window, scene) as seen:
            found += [f"{scene.name}: {fault}" for fault in (*cut(seen), *too_large(seen, room))]
    translate.speak("en")
    assert "\n".join(found) == ""


@pytest.mark.parametrize("points", [10, 16, 20])
def test_preferences_fit_the_screen_and_their_buttons_are_seen(window: MainWindow, qtbot: Any, points: int) -> None:
    look().use("light", points)
    dialog = PreferencesDialog(Preferences(text_size=points), window)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.qWait(10)
    room = dialog.screen().availableGeometry()
    assert dialog.height() <= room.height() and dialog.width() <= room.width()
    assert QRect(0, 0, dialog.width(), dialog.height()).contains(dialog.buttons.geometry())
    assert dialog.chosen().text_size == points


def test_text_size_changes_at_once_and_is_kept(window: MainWindow, settings: Settings) -> None:
    page = open_latin(window)
    before = page.palette_column.width()
    window.viewing.use_preferences(replace(window.desk.preferences, text_size=20))
    assert page.palette_column.width() > before and scaled(100) == 200
    assert settings.preferences().text_size == 20
    window.viewing.use_preferences(replace(window.desk.preferences, text_size=0))
    assert page.palette_column.width() == before


def test_the_window_fits_its_screen(window: MainWindow, settings: Settings, qtbot: Any) -> None:
    settings.keep_layout("geometry", window.saveGeometry())
    window.resize(5000, 4000)
    settings.keep_layout("geometry", window.saveGeometry())
    again = MainWindow(settings)
    qtbot.addWidget(again)
    room = again.screen().availableGeometry()
    assert again.width() <= room.width() and again.height() <= room.height()
    assert again.minimumWidth() <= room.width()


def test_the_focus_is_seen_on_every_kind_of_control(window: MainWindow, qtbot: Any) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    kinds: list[QWidget] = [button("One"), button("Two", flat=True), button("Three", primary=True), QCheckBox("Four"),
                            QComboBox(), QLineEdit(), QSpinBox(), QTreeWidget()]
    for at, each in enumerate(kinds):
        each.setParent(holder)
        each.setGeometry(10, 10 + 50 * at, 200, 40)
    holder.resize(300, 60 * len(kinds))
    holder.show()
    holder.activateWindow()
    qtbot.waitUntil(holder.isActiveWindow)
    for at, each in enumerate(kinds):
        kinds[at - 1].setFocus()
        plain = each.grab().toImage()
        each.setFocus()
        assert each.hasFocus() and each.grab().toImage() != plain, type(each).__name__


def test_nothing_moves_where_that_is_wanted(window: MainWindow) -> None:
    page = open_latin(window, mode="play")
    window.viewing.use_preferences(replace(window.desk.preferences, still=True))
    page.view.celebrate()
    assert not page.view._glow.running
    window.viewing.use_preferences(replace(window.desk.preferences, still=False))
    page.view.celebrate()
    assert page.view._glow.running


def test_the_systems_dark_mode_is_followed(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtCore import Qt

    class Hints:
        scheme = Qt.ColorScheme.Dark

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

    monkeypatch.setattr(looks.QGuiApplication, "styleHints", staticmethod(lambda: Hints()))
    look().use("system")
    assert look().theme.id == "dark"
    Hints.scheme = Qt.ColorScheme.Light
    look()._system_changed()
    assert look().theme.id == "light"


def test_parts_flow_over_as_many_lines_as_they_need_and_back(qtbot: Any) -> None:
    parts = [button(text) for text in ("As many words as this", "and as many as that", "and so on")]
    flowing, holder = Flowing(*parts, parted=True), QWidget()
    holder.setLayout(row(flowing))
    qtbot.addWidget(holder)
    holder.show()
    for width, lines in ((900, 1), (300, 2), (180, 3), (900, 1)):
        holder.resize(width, 300)
        QTest.qWait(10)
        assert len({part.y() for part in parts}) == lines, width
        assert all(flowing.rect().contains(part.geometry()) for part in parts)
        assert all(part.width() >= part.sizeHint().width() for part in parts)
        assert parts[0].x() == 0 and parts[-1].geometry().right() == flowing.rect().right()
    parts[1].hide()
    parts[2].setText("and so on, and on, and on, and on, and on")
    QTest.qWait(10)
    assert parts[2].y() == parts[0].y() and parts[2].width() >= parts[2].sizeHint().width()


def test_what_flows_leaves_the_page_around_it_its_height(window: MainWindow) -> None:
    """A film is seen whole on a small laptop: its page does not scroll for controls that could want more lines."""
    window.resize(1366, 768)
    page = open_latin(window, mode="watch")
    QTest.qWait(30)
    assert page._watch_area.verticalScrollBar().maximum() == 0
    assert not page.watch.transport._tools.hasHeightForWidth()


def test_a_scrolling_column_follows_the_words_in_it(qtbot: Any) -> None:
    content = QWidget()
    words = button("Short")
    content.setLayout(row(words))
    area = scrolling(content)
    qtbot.addWidget(area)
    area.show()
    before = area.minimumWidth()
    words.setText("As long as words of another language may be")
    QTest.qWait(10)
    assert area.minimumWidth() >= words.sizeHint().width() > before


def test_a_push_button_without_room_ends_in_dots_and_says_all_in_its_tip(qtbot: Any) -> None:
    made = button("As many words as never fit", tip="What it does", elided=True)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show()
    whole = made.grab().toImage()
    made.resize(made.minimumSizeHint())
    assert made.width() < whole.width()
    place = made.rect().center()
    QApplication.sendEvent(made, QHelpEvent(QEvent.Type.ToolTip, place, made.mapToGlobal(place)))
    assert QToolTip.text() == "As many words as never fit\nWhat it does"


def test_what_was_folded_unfolds_where_there_is_room_again(qtbot: Any) -> None:
    holder, folding = QWidget(), Folding(button("As many words as this"), button("and as many as that"))
    across = row(folding, ElidedLabel("a result"))
    across.setStretch(1, 1)
    holder.setLayout(across)
    qtbot.addWidget(holder)
    holder.show()
    for width, below in ((260, True), (900, False)):
        holder.resize(width, 200)
        QTest.qWait(10)
        first, second = folding.findChildren(QPushButton)
        assert (second.y() > first.y()) == below

"""The window in other languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QLineEdit, QMessageBox

from studio import cli
from studio.core import language
from studio.ui import app, retelling, translate
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.retelling import plain
from studio.ui.settings import Settings
from tests.ui import scenes
from tests.ui.conftest import open_latin


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    translate.speak("en")


def bracketed(text: str) -> bool:
    return "⟦" in text


def test_menus_are_told_in_the_language_without_a_restart(window: MainWindow) -> None:
    page = open_latin(window)
    english = [action.text() for action in window.actions_table.by_id.values()]
    translate.speak(language.PSEUDO)
    told = [action.text() for action in window.actions_table.by_id.values()]
    assert all(bracketed(text) for text in told), [text for text in told if not bracketed(text)]
    assert all(bracketed(menu.title()) for menu in window.actions_table.menus.values())
    assert bracketed(page.draw_panel.notes.placeholderText()) or not page.draw_panel.notes.placeholderText()
    assert bracketed(window.tr("Preferences")), "what is said from now on"
    translate.speak("en")
    assert [action.text() for action in window.actions_table.by_id.values()] == english


def test_the_language_is_chosen_in_the_preferences(window: MainWindow) -> None:
    window.viewing.use_preferences(replace(window.desk.preferences, language="xx"))
    assert window.settings.preferences().language == "xx"
    assert bracketed(window.actions_table["save"].text())


def test_the_command_line_can_choose_the_language_of_the_window(monkeypatch: pytest.MonkeyPatch, settings: Settings,
                                                                qtbot: Any) -> None:
    asked: list[tuple[list[str], str]] = []

    def main(paths: list[str], wanted: str) -> int:
        asked.append((paths, wanted))
        return 0

    monkeypatch.setattr(app, "main", main)
    assert cli.run(["--lang", "nl"]) == cli.run(["--lang=de", "board.puzzle"]) == cli.run([]) == 0
    assert asked == [([], "nl"), (["board.puzzle"], "de"), ([], "")]
    window = app.open_window([], settings, language="nl")
    qtbot.addWidget(window)
    assert window.actions_table["save"].text() == "Op&slaan"
    assert settings.preferences().language == "en", "for this time only"
    window.viewing.use_preferences(replace(window.desk.preferences, start_page=False))
    assert window.actions_table["save"].text() == "Op&slaan", "another preference does not end it"
    window.close()


def full_window(folder: Path, code: str) -> MainWindow:
    """A window with every mode of every family, and a film."""
    settings = Settings(QSettings(str(folder / "full.ini"), QSettings.Format.IniFormat))
    made = app.open_window([], settings, language=code)
    for family in scenes.FAMILIES:
        page = made.add_document(Document(scenes.sample(family)), "draw")
        for mode in ("play", "watch"):
            made.set_mode(mode)
    page.watch.show_film(scenes.film_of("tiling"))
    page.watch.player.go(20)
    scenes.let_pass()
    return made


def all_texts(window: MainWindow) -> Counter[tuple[str, str, str]]:
    return Counter((type(each).__name__, name, text) for each in (window, *window.findChildren(QObject))
                   for name, text, _put in retelling.readable(each) if text)


def test_a_standing_window_changes_its_language_as_if_it_had_been_opened_in_it(qtbot: Any, tmp_path: Path) -> None:
    """From every language to every other and back: a window begun in Dutch has never seen its texts in English before."""
    fresh = {}
    for code in language.NAMES:
        window = full_window(tmp_path, code)
        fresh[code] = all_texts(window)
        put_away(window)
    for first in language.NAMES:
        window = full_window(tmp_path, first)
        for other in (code for code in language.NAMES if code != first):
            for code in (other, first):
                translate.speak(code)
                scenes.let_pass()
                now = all_texts(window)
                assert now == fresh[code], (first, other, code, sorted(now - fresh[code]), sorted(fresh[code] - now))
        put_away(window)


def put_away(window: MainWindow) -> None:
    window.close()
    window.deleteLater()
    scenes.let_pass()


def test_what_qt_says_itself_is_in_the_language_too(qtbot: Any) -> None:
    """Buttons of questions and menus of fields are Qt's own words: our translator leaves them to Qt's."""
    translate.speak("nl")
    box = QMessageBox(QMessageBox.Icon.Question, "", "", QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Discard)
    field = QLineEdit()
    for each in (box, field):
        qtbot.addWidget(each)
    menu = field.createStandardContextMenu()
    assert [button.text().replace("&", "") for button in box.buttons()] == ["Opslaan", "Verwerpen"]
    assert {"Alles selecteren", "Plakken"} <= {plain(action.text()).split("\t")[0] for action in menu.actions()}


def test_names_lose_their_mnemonic_however_it_is_written() -> None:
    assert [plain(text) for text in ("&Save", "Op&slaan", "保存(&S)", "保存(&S)…")] == ["Save", "Opslaan", "保存", "保存…"]

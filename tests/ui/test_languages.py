"""The window in other languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from studio import cli
from studio.core import language
from studio.ui import app, translate
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings
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

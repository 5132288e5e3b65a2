"""The window in the pseudo-language: every text on it, in every mode and dialog, stands in brackets, or is a name, a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QListWidget, QMessageBox, QTableWidget, QTabWidget, QTreeWidget

from studio.core import language, registry
from studio.ui import retelling, translate
from studio.ui.controllers.filing import Filing
from studio.ui.dialogs.book import BookDialog
from studio.ui.dialogs.generate import GenerateDialog
from studio.ui.dialogs.help import RulesDialog
from studio.ui.dialogs.keys import KeysDialog
from studio.ui.dialogs.new_puzzle import NewPuzzleDialog, ResizeDialog
from studio.ui.dialogs.preferences import PreferencesDialog
from studio.ui.dialogs.printing import PrintDialog
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings
from tests.test_no_english import ENGINES, SENTENCE, outside_brackets
from tests.ui import scenes
from tests.ui.conftest import wait_for

FAMILIES = [family.id for family in registry.families() if type(family).__module__.startswith("studio.")]
"""those of the house: a family from outside cannot bring a catalogue of its own yet"""
SCENES = [each for each in scenes.scenes() if each.name in ("library", "watch-fillomino", "watch-tiling", "dialog-about",
                                                            "dialog-export-film", "dialog-lab", "dialog-lab-studies")]
WORDS = {one for one, message in language.catalogue_of("ja").messages.items() if len(one) > 2 and one not in message.forms}
"""messages of a word or more: where one of them stands by itself and in no bracket, it was never told"""
KEYS = re.compile(rf"\b(?:(?:Ctrl|Alt|Shift)\+)+\w+|\(Pause\)|^Pause$|{ENGINES.pattern}")
"""names of keys are Qt's, and ids of engines are what one types"""
ask_to_save = Filing.ask_to_save
"""the question itself; in tests nobody asks it"""


@pytest.fixture(autouse=True)
def pseudo(settings: Settings) -> Iterator[None]:
    """The window opens in it, as in any language that was chosen before."""
    settings.keep(replace(settings.preferences(), language=language.PSEUDO))
    yield
    translate.speak("en")


def texts(root: QObject) -> Iterator[str]:
    """What can be read below a widget, tips and names for screen readers included."""
    for each in (root, *root.findChildren(QObject)):
        for kind, names in retelling.TEXTS:
            if isinstance(each, kind):
                yield from (text for name in names if isinstance(text := each.property(name), str))
        if isinstance(each, QComboBox):
            yield from (each.itemText(at) for at in range(each.count()))
        elif isinstance(each, QTabWidget):
            yield from (each.tabText(at) for at in range(each.count()))
        elif isinstance(each, QListWidget):
            yield from (each.item(at).text() for at in range(each.count()))
        elif isinstance(each, QTreeWidget):
            everywhere = Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive
            yield from (item.text(column) for item in each.findItems("", everywhere)
                        for column in range(each.columnCount()))
        elif isinstance(each, QTableWidget):
            yield from (str(each.model().headerData(at, Qt.Orientation.Horizontal)) for at in range(each.columnCount()))
            yield from (item.text() for item in each.findItems("", Qt.MatchFlag.MatchContains))


def english_on(root: QObject, names: tuple[str, ...] = ()) -> set[str]:
    """Texts with two English words in a row that no bracket holds; titles of puzzles and the like are names."""
    return {text for text in texts(root) if english_in(text, names)}


def english_in(text: str, names: tuple[str, ...] = ()) -> bool:
    if text == "Press shortcut" or text.startswith("·  "):  # Qt's own; the changelog is English
        return False
    plain = re.sub(r"<[^>]*>", "\n", KEYS.sub("", text))
    for name in names:
        plain = plain.replace(name, "")
    left = outside_brackets(plain)
    return SENTENCE.search(left) is not None or not WORDS.isdisjoint(re.split(r"[^\w ’'-]+| {2,}", left))


@pytest.mark.parametrize("family_id", FAMILIES)
def test_every_mode_is_told(window: MainWindow, family_id: str) -> None:
    family = registry.family(family_id)
    puzzle = min(family.samples(), key=lambda each: each.grid.size)
    window.add_document(Document(puzzle), "draw")
    left = set()
    for mode in ("draw", "play", "watch"):
        window.set_mode(mode)
        QTest.qWait(50)
        left |= english_on(window, (puzzle.title, puzzle.author))
    assert not left, sorted(left)


def test_every_dialog_is_told(window: MainWindow) -> None:
    family = registry.family("tiling")
    puzzle = min(family.samples(), key=lambda each: each.grid.size)
    page = window.add_document(Document(puzzle), "draw")
    dialogs = (GenerateDialog(family.id, None, window), RulesDialog(family, window), NewPuzzleDialog(family.id, window),
               ResizeDialog(4, 4, window), PreferencesDialog(window.desk.preferences, window), BookDialog([puzzle], window),
               PrintDialog(puzzle, puzzle.title, None, window),
               KeysDialog(window.actions_table, page.document.family.tools(page.document.board), {}, window))
    left = {f"{type(dialog).__name__}: {text}" for dialog in dialogs for text in english_on(dialog, (puzzle.title,))}
    for dialog in dialogs:
        dialog.deleteLater()
    assert not left, sorted(left)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_pages_and_films_are_told(window: MainWindow, scene: scenes.Scene) -> None:
    names = tuple(text for family in FAMILIES for text in (scenes.sample(family).notes, scenes.sample(family).title) if text)
    with scenes.opened(window, scene) as seen:
        scenes.let_pass(0.1)
        left = english_on(seen, names)
    assert not left, sorted(left)


def test_the_guide_is_told_but_for_the_names_of_english_pages(window: MainWindow) -> None:
    scene = next(each for each in scenes.scenes() if each.name == "dialog-guide")
    with scenes.opened(window, scene) as seen:
        pages = {shelf.item(at).text() for shelf in seen.findChildren(QListWidget) for at in range(shelf.count())}
        assert not english_on(seen) - pages


def test_the_command_palette_is_told(window: MainWindow) -> None:
    window.act("palette")
    left = english_on(window.helping.command_palette)
    window.helping.command_palette.close()
    assert not left, sorted(left)


def test_the_question_about_unsaved_work_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(box: QMessageBox) -> int:
        asked.extend((box.text(), box.windowTitle()))
        return QMessageBox.StandardButton.Discard.value

    monkeypatch.setattr(QMessageBox, "exec", answer)
    ask_to_save(window.filing, Document(scenes.sample("fillomino")))
    assert len(asked) == 2 and all("⟦" in text for text in asked if text), asked


@pytest.mark.parametrize("family_id", scenes.FAMILIES)
def test_hints_and_verdicts_are_told(window: MainWindow, qtbot: Any, family_id: str) -> None:
    """Every grade of a hint, what it does, and the card of the verdict."""
    puzzle = min(registry.family(family_id).samples(), key=lambda each: each.grid.size)
    names = tuple(text for text in (puzzle.title, puzzle.author, puzzle.notes) if text)
    page = window.add_document(Document(puzzle), "play")
    panel, left = page.play_panel, set()
    panel.hint()
    wait_for(qtbot, lambda: panel._hint is not None)
    for act in (panel.hint, panel.hint, panel.do_hint):
        left |= english_on(window, names)
        act()
    left |= english_on(window, names)
    window.set_mode("draw")
    window.act("ask")
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.verdict in ("unique", "multiple", "none"))
    QTest.qWait(20)
    assert not left | english_on(window, names), sorted(left | english_on(window, names))

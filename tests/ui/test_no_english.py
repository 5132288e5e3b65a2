"""The window in the pseudo-language: every text on it, in every mode and dialog, stands in brackets, or is a name, a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QListWidget, QTabWidget

from studio.core import language, registry
from studio.ui import retelling, translate
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
from tests.test_no_english import SENTENCE, outside_brackets

FAMILIES = [family.id for family in registry.families()]


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


def english_on(root: QObject, names: tuple[str, ...] = ()) -> set[str]:
    """Texts with two English words in a row that no bracket holds; titles of puzzles and the like are names."""
    found = set()
    for text in texts(root):
        if text == "Press shortcut" or text.startswith("·  "):  # Qt's own; the changelog is English
            continue
        plain = re.sub(r"<[^>]*>", "\n", text)
        for name in names:
            plain = plain.replace(name, "")
        if SENTENCE.search(outside_brackets(plain)):
            found.add(text)
    return found


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

"""Everything without a mouse: other layouts, Space, trays, arrows; keys that are searched, changed and free for desktops."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabBar,
    QToolButton,
    QWidget,
)

from studio.core import registry
from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.ui import actions
from studio.ui.board_view import BoardView
from studio.ui.document import Document
from studio.ui.keyboard import letter_key, typed
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from studio.ui.settings import Settings
from tests.ui import scenes
from tests.ui.conftest import open_latin

SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
CONTROLS: tuple[type[QWidget], ...] = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit)
TAKEN = {
    "GNOME, KDE, Xfce": ["Alt+Tab", "Alt+F1", "Alt+F2", "Alt+F3", "Alt+F4", "Alt+Space", "Ctrl+Alt+Left", "Ctrl+Alt+Right",
                         "Ctrl+Alt+Up", "Ctrl+Alt+Down", "Ctrl+Alt+T", "Ctrl+Alt+L", "Ctrl+Alt+Del", "Ctrl+Esc", "Print"],
    "desktops of KDE": ["Ctrl+F1", "Ctrl+F2", "Ctrl+F3", "Ctrl+F4", "Ctrl+F7", "Ctrl+F8", "Ctrl+F9", "Ctrl+F10", "Ctrl+F12"],
    "input methods": ["Ctrl+Space", "Ctrl+Shift+U", "Ctrl+Shift+E", "Ctrl+.", "Ctrl+;", "Shift+Space"],
    "switching layouts": ["Alt+Shift+Up", "Alt+Shift+Down", "Alt+Shift+Left", "Alt+Shift+Right"],
    "menus": ["F10", "Shift+F10"],
}


def pressed(scan: int, text: str, key: int = 0, modifiers: Qt.KeyboardModifier = NONE) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, 0, 0, text)


@pytest.mark.skipif(sys.platform == "win32", reason="scan codes of X11 and Wayland")
@pytest.mark.parametrize(("event", "meant"), [
    (pressed(38, "ф"), "a"), (pressed(38, "Ф", modifiers=SHIFT), "A"), (pressed(38, "α"), "a"), (pressed(42, "п"), "g"),
    (pressed(38, "q"), "q"), (pressed(24, "a"), "a"),  # AZERTY: what is printed on the key
    (pressed(10, "&"), "1"), (pressed(11, "é"), "2"), (pressed(19, "à"), "0"), (pressed(10, "1", modifiers=SHIFT), "1"),
    (pressed(12, "#", modifiers=SHIFT), "#"), (pressed(12, "#", modifiers=Qt.KeyboardModifier.GroupSwitchModifier), "#"),
    (pressed(12, "3"), "3"), (pressed(61, "?", modifiers=SHIFT), "?"), (pressed(21, "+"), "+"), (pressed(0, "x"), "x"),
])
def test_letters_and_digits_by_their_place(event: QKeyEvent, meant: str) -> None:
    assert typed(event) == meant


@pytest.mark.skipif(sys.platform == "win32", reason="scan codes of X11 and Wayland")
def test_a_films_keys_by_their_place() -> None:
    assert letter_key(pressed(42, "п", 0x043F)) == Qt.Key.Key_G
    assert letter_key(pressed(0, "", Qt.Key.Key_Left)) == Qt.Key.Key_Left
    assert letter_key(pressed(42, "g", Qt.Key.Key_G)) == Qt.Key.Key_G


@pytest.mark.skipif(sys.platform == "win32", reason="scan codes of X11 and Wayland")
def test_a_cyrillic_letter_chooses_a_tool(window: MainWindow) -> None:
    page = window.add_document(Document(registry.family("evolomino").blank(5, 5)), "draw")
    page.view.setFocus()
    page.palette_column.choose("given")
    QApplication.sendEvent(page.view, pressed(39, "ы", 0x044B))
    assert page.palette_column.current == "shade"


# --- Space ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("family", ["evolomino", "fillomino", "fobidoshi", "tiling", "_template", "_shading"])
def test_space_does_what_a_click_does_with_every_painting_tool(window: MainWindow, family: str) -> None:
    """Wherever a click into an empty cell of an empty board changes it, Space makes the same change."""
    window.desk.use_preferences(replace(window.desk.preferences, live_verdict=False))
    blank = registry.family(family).blank(5, 5)
    tools = registry.family(family).tools(Board(blank))
    for mode in ("draw", "play"):
        by_click, by_key = (window.add_document(Document(blank), mode) for _ in range(2))
        by_key.view.setFocus()
        for tool in (tool for tool in tools if tool.mode == mode):
            for page in (by_click, by_key):
                page.palette_column.choose(tool.id)
                page.view.move_cursor(7)
            for kind in ("press", "release"):
                by_click.apply_stroke(Stroke(kind, (7,), x=2.5, y=1.5, state=by_click.view.stroke_state))
            QTest.keyClick(by_key.view, Qt.Key.Key_Space)
            if tool.id not in ("place", "tray", "arrow") and contents(by_click) != contents(by_key):
                assert contents(by_click) == contents_of(blank), f"{family} {tool.id}"
            for page in (by_click, by_key):
                page.document.history.setIndex(0)


def contents(page: DocumentPage) -> tuple[Any, ...]:
    board = page.document.board
    return tuple(board.givens), tuple(board.marks), tuple(board.borders), str(board.params)


def contents_of(puzzle: Any) -> tuple[Any, ...]:
    board = Board(puzzle)
    return tuple(board.givens), tuple(board.marks), tuple(board.borders), str(board.params)


def evolomino(window: MainWindow, tool: str) -> tuple[DocumentPage, BoardView]:
    page = window.add_document(Document(registry.family("evolomino").blank(5, 5)), "draw")
    page.palette_column.choose(tool)
    page.view.setFocus()
    page.view.move_cursor(6)
    return page, page.view


def test_space_shades_with_the_shading_tool(window: MainWindow) -> None:
    page, view = evolomino(window, "shade")
    QTest.keyClick(view, Qt.Key.Key_Space)
    shaded = page.document.board.givens[6]
    page.palette_column.choose("given")
    view.move_cursor(7)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert shaded and page.document.board.givens[7] not in (0, shaded)
    page.palette_column.choose("erase")
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert page.document.board.givens[7] == 0


@pytest.mark.parametrize("key", [Qt.Key.Key_R, Qt.Key.Key_Space])
def test_an_arrow_is_drawn_turned_round_and_deleted_by_keys(window: MainWindow, key: Qt.Key) -> None:
    page, view = evolomino(window, "arrow")
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(view, arrow, SHIFT)
    QTest.keyRelease(view, Qt.Key.Key_Shift)
    drawn = tuple(page.document.board.borders)
    assert sum(map(bool, drawn)) == 3
    QTest.keyClick(view, key)
    turned = tuple(page.document.board.borders)
    assert turned != drawn and [bool(each) for each in turned] == [bool(each) for each in drawn]
    QTest.keyClick(view, key)
    assert tuple(page.document.board.borders) == drawn
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert not any(page.document.board.borders)


def test_the_tray_by_keys(window: MainWindow) -> None:
    """A tile is chosen, increased, reduced, made unlimited and taken away; each is told."""
    page = window.add_document(Document(registry.family("tiling").blank(6, 6)), "draw")
    page.palette_column.choose("tray")
    page.view.setFocus()
    page.view.move_cursor(0)
    told: list[str] = []
    page.described.connect(told.append)

    def counts() -> list[Any]:
        from studio.families.tiling.model.convert import known_tiles

        return [tile.count for tile in known_tiles(page.document.board.params)]

    for word in ("4L", "4T"):
        QTest.keyClicks(page.view, word.lower())
    before = counts()
    assert len(before) >= 2
    QTest.keyClick(page.view, Qt.Key.Key_Space)
    assert page.view.shapes() is not None and page._preview(Stroke("hover", state=page.view.stroke_state))
    first = before[0]
    QTest.keyClicks(page.view, "+")
    assert counts()[0] == (1 if first is None else first + 1)
    QTest.keyClicks(page.view, "*")
    assert counts()[0] is None and "as many" in told[-1]
    QTest.keyClicks(page.view, "+")
    QTest.keyClicks(page.view, "+")
    QTest.keyClicks(page.view, "-")
    assert counts()[0] == 1
    QTest.keyClick(page.view, Qt.Key.Key_Space)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert len(counts()) == len(before) - 1 and counts()[0] == 1


# --- shortcuts --------------------------------------------------------------------------------------------------------------
def test_zoom_needs_no_shift(window: MainWindow) -> None:
    page = open_latin(window)
    size = page.view.cell_size
    QTest.keyClick(window, Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier)
    assert page.view.cell_size > size


def test_no_shortcut_belongs_to_a_desktop(window: MainWindow) -> None:
    ours = {keys.toString(): spec.id for spec in actions.ACTIONS for keys in window.actions_table[spec.id].shortcuts()}
    for who, taken in TAKEN.items():
        for keys in taken:
            assert QKeySequence(keys).toString() not in ours, f"{keys} belongs to {who}"


def test_shortcuts_are_searched_and_changed(window: MainWindow, settings: Settings) -> None:
    window.act("keys")
    dialog = window.helping.keys_dialog
    dialog.search.setText("forced")
    assert [row.text(0) for row in dialog.rows() if not row.isHidden()] == ["Show forced cells"]
    dialog.search.setText("ctrl+l")
    assert "Library" in [row.text(0) for row in dialog.rows() if not row.isHidden()]
    dialog.search.clear()
    dialog.choose("library")
    dialog.keys.setKeySequence(QKeySequence("Ctrl+N"))
    dialog.use.click()
    assert "New puzzle" in dialog.told.text() and settings.keys() == {}  # taken: told, not done
    dialog.keys.setKeySequence(QKeySequence("L"))
    dialog.use.click()
    assert settings.keys() == {} and "Ctrl" in dialog.told.text()  # letters are typed into boards
    dialog.keys.setKeySequence(QKeySequence("Ctrl+J"))
    dialog.use.click()
    action = window.actions_table["library"]
    assert action.shortcut().toString() == "Ctrl+J" and "Ctrl+J" in action.toolTip()
    assert settings.keys() == {"library": "Ctrl+J"}
    dialog.none.click()
    assert action.shortcut().isEmpty() and settings.keys() == {"library": ""}
    dialog.default.click()
    assert action.shortcut().toString() == "Ctrl+L" and settings.keys() == {}
    dialog.close()


def test_own_shortcuts_outlive_the_window_and_reset_brings_the_first_ones_back(qtbot: Any, settings: Settings) -> None:
    settings.keep_keys({"library": "Ctrl+J"})
    window = MainWindow(settings)
    qtbot.addWidget(window)
    assert window.actions_table["library"].shortcut().toString() == "Ctrl+J"
    window.viewing.reset_everything()
    assert window.actions_table["library"].shortcut().toString() == "Ctrl+L" and settings.keys() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="scan codes of X11 and Wayland")
def test_a_shortcut_by_its_place(window: MainWindow) -> None:
    """On a keyboard that has no Latin letters at all."""
    page = open_latin(window)
    QApplication.sendEvent(page.view, pressed(46, "д", 0x0434, Qt.KeyboardModifier.ControlModifier))
    assert window.page() is None  # the library is there instead


@pytest.mark.slow
@pytest.mark.skipif(not all(shutil.which(tool) for tool in ("Xvfb", "xdotool", "setxkbmap")), reason="needs an X server")
def test_real_layouts() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.ui.real_layouts"], cwd=Path(__file__).resolve().parents[2],
                          capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0 and done.stdout.count("letters, digits and shortcuts") == 5, done.stdout + done.stderr


def test_every_control_is_reached_without_a_mouse(window: MainWindow) -> None:
    """In every mode of every family and in every dialog: by Tab, or by the shortcut of its action."""
    found = []
    for scene in scenes.scenes(films=False):
        with scenes.opened(window, scene) as seen:
            for each in (each for kind in CONTROLS for each in seen.findChildren(kind)):
                action = each.defaultAction() if isinstance(each, QToolButton) else None
                inner = isinstance(each.parentWidget(), (QAbstractSpinBox, QComboBox, QTabBar))
                if inner or not each.isVisibleTo(seen) or not each.isEnabled() or each.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    continue
                if action is None or action.shortcut().isEmpty():
                    found.append(f"{scene.name}: {type(each).__name__} {each.accessibleName()}")
    assert found == []

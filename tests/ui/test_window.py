"""The window: tabs, modes, files, drops, palette, preferences, and nothing that only a mouse can do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QSpinBox, QWidget

from studio.core import files, registry
from studio.ui import actions, app
from studio.ui.controllers import filing
from studio.ui.document import Document
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.notice import EDGE, Notice
from studio.ui.settings import Preferences, Settings
from tests.ui.conftest import click, latin, open_latin, wait_for

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "square.puzzle"
    files.save(path, latin(1, *(0,) * 15))
    return path


def drop(window: MainWindow, data: QMimeData) -> None:
    enter = QDragEnterEvent(QPoint(200, 200), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, event)


def test_modes_by_key_and_button(window: MainWindow) -> None:
    page = open_latin(window)
    assert window.mode_buttons["draw"].isChecked()
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert page.mode == "play" and window.mode_buttons["play"].isChecked()
    QTest.mouseClick(window.mode_buttons["draw"], Qt.MouseButton.LeftButton)
    assert page.mode == "draw" and page.view.hasFocus()


def test_several_documents_each_with_its_own_undo(window: MainWindow) -> None:
    first, second = open_latin(window), open_latin(window)
    for page in (first, second):
        window.tabs.setCurrentWidget(page)
        click(page.view, 3)
        QTest.keyClick(page.view, Qt.Key.Key_2)
    window.tabs.setCurrentWidget(first)
    QTest.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert (first.document.puzzle.givens[3], second.document.puzzle.givens[3]) == (0, 2)


def test_save_close_and_open_again(window: MainWindow, saved: Path) -> None:
    assert window.filing.open_path(saved)
    page = window.page()
    assert page is not None
    click(page.view, 9)
    QTest.keyClick(page.view, Qt.Key.Key_4)
    QTest.keyClick(window, Qt.Key.Key_S, CONTROL)
    assert not page.document.is_modified
    QTest.keyClick(window, Qt.Key.Key_W, CONTROL)
    assert window.page() is None
    window.filing.open_path(saved)
    again = window.page()
    assert again is not None and again.document.puzzle.givens[9] == 4
    assert window.settings.recent()[0] == str(saved)


def test_a_file_is_opened_once(window: MainWindow, saved: Path) -> None:
    window.filing.open_path(saved)
    window.filing.open_path(saved)
    assert len(list(window.pages())) == 1


@pytest.mark.parametrize("content", (b"", b"\x00\xff\x00", b"{", b'{"format": "puzzle-studio", "version": 99}', b"hello"))
def test_bad_files_give_one_sentence_and_no_tab(window: MainWindow, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.puzzle"
    path.write_bytes(content)
    assert not window.filing.open_path(path)
    assert not list(window.pages())
    assert window.notice.isVisible() and window.notice.text.text().endswith(".")


def test_a_dropped_file_and_a_dropped_text_are_opened(window: MainWindow, saved: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(saved))])
    drop(window, data)
    text = QMimeData()
    text.setText("latin 2 2\n1 0\n0 0\n")
    drop(window, text)
    assert [page.document.board.grid.rows for _, page in window.pages()] == [4, 2]
    junk = QMimeData()
    junk.setText("no puzzle at all")
    drop(window, junk)
    assert window.notice.isVisible()


def test_a_dropped_puzzle_address_is_opened(window: MainWindow) -> None:
    for family in registry.families():
        for codec in family.codecs():
            for sample in family.samples():
                try:
                    address = codec.write(sample).strip()
                except ValueError:
                    continue
                if address.startswith("http"):
                    data = QMimeData()
                    data.setUrls([QUrl(address)])
                    drop(window, data)
                    page = window.page()
                    assert page is not None and page.document.puzzle.same_board(sample), address
                    return
    pytest.skip("no family here writes addresses")


def test_the_clipboard_can_hold_a_puzzle(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("latin 2 2\n0 2\n0 0\n")
    QTest.keyClick(window, Qt.Key.Key_V, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    page = window.page()
    assert page is not None and page.document.puzzle.givens == (0, 2, 0, 0)
    assert page.document.is_modified


def test_an_address_goes_out_and_comes_back(window: MainWindow) -> None:
    found = [(family, sample) for family in registry.families() for sample in family.samples()[:1]
             if filing.address_codec(family, sample)[0]]
    if not found:
        pytest.skip("no family here writes addresses")
    for _family, sample in found:
        window.add_document(Document(sample))
        QTest.keyClick(window, Qt.Key.Key_K, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        window.act("paste")
        page = window.page()
        assert page is not None and page.document.puzzle.givens == sample.givens
    open_latin(window)
    window.act("copy_address")
    assert window.notice.isVisible()


def test_an_address_that_no_site_has_is_told_with_its_reason(window: MainWindow) -> None:
    window.add_document(Document(registry.family("fillomino").samples()[0].with_params(limit=12)))
    window.act("copy_address")
    assert "largest region of 3" in window.notice.text.text()


def test_what_an_address_loses_is_seen_however_long_it_is(window: MainWindow) -> None:
    told: list[str] = []
    window.desk.said.connect(lambda text, _ms: told.append(text))
    page = window.add_document(Document(registry.family("fillomino").blank(20, 20)), "draw")
    for cell in range(0, 400, 3):
        page.document.edit("draw", [page.document.board.change("givens", cell, 9)], "Given")
    page.document.edit("play", [page.document.board.change("marks", 1, 5)], "Mark")
    window.act("copy_address")
    assert len(QGuiApplication.clipboard().text()) > 300 and len(told[-1]) < 200
    assert "marks" in told[-1], told


def test_the_cell_is_told_as_the_mode_shows_it(window: MainWindow) -> None:
    """A mark of the player is none of the board that is drawn: coming back to Draw does not tell it."""
    said: list[str] = []
    window.desk.described.connect(said.append)
    page = window.add_document(Document(registry.family("fillomino").blank(3, 3)), "play")
    page.view.cursor_cell = 4
    page.document.edit("play", [page.document.board.change("marks", 4, 5)], "Mark")
    assert said[-1].endswith("5")
    page.set_mode("draw")
    assert not said[-1].endswith("5"), said[-1]


def test_the_demo_is_a_film_that_starts_by_itself(window: MainWindow, qtbot: Any) -> None:
    window.act("demo")
    page = window.page()
    assert page is not None and page.mode == "watch"
    wait_for(qtbot, lambda: page.watch.film is not None and len(page.watch.film.log) > 0)
    assert page.watch.player.playing or page.watch.player.position > 0


def test_a_format_that_loses_something_asks_first(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    choice = {"": ""}

    def answer(_: object, sentence: str, other_rules: bool) -> str:
        asked.append((sentence, other_rules))
        return choice[""]

    monkeypatch.setattr(filing.Filing, "ask_loss", answer)
    basic = registry.family("fillomino").samples()[0].with_params(variant="basic")
    window.add_document(Document(basic))
    path = tmp_path / "x.url"
    assert not window.filing.export_to(path, "fillomino-url") and not path.exists()
    assert "variant (basic)" in asked[0][0] and asked[0][1]
    choice[""] = filing.WRITE
    assert window.filing.export_to(path, "fillomino-url") and path.read_text().startswith("https://puzz.link/p?fillomino/")
    choice[""] = filing.COPY
    QGuiApplication.clipboard().setText("before")
    window.act("copy_address")
    page = window.page()
    assert page is not None and page.document.puzzle.params["variant"] == "challenging"
    assert page.document.puzzle.givens == basic.givens and QGuiApplication.clipboard().text() == "before"


def test_export_picture_and_text(window: MainWindow, tmp_path: Path) -> None:
    open_latin(window, 1, *(0,) * 15)
    assert window.filing.export_to(tmp_path / "one.svg")
    assert window.filing.export_to(tmp_path / "two.png") and (tmp_path / "two.png").exists()
    assert window.filing.export_to(tmp_path / "three.txt", "latin-text")
    assert (tmp_path / "three.txt").read_text().startswith("latin 4 4")
    window.act("copy")
    assert not QGuiApplication.clipboard().image().isNull()


def test_the_command_palette_finds_and_does(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window)
    QTest.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window.helping.command_palette
    assert palette.isVisible()
    QTest.keyClicks(palette.query, "mode play")
    QTest.keyClick(palette.query, Qt.Key.Key_Return)
    assert page.mode == "play" and not palette.isVisible()
    QTest.keyClick(window, Qt.Key.Key_K, CONTROL)
    QTest.keyClicks(window.helping.command_palette.query, "zzzzqq")
    QTest.keyClick(window.helping.command_palette.query, Qt.Key.Key_Return)
    assert window.helping.command_palette.isVisible()
    window.helping.command_palette.close()


def test_preferences_are_kept_and_reset_is_one_click(window: MainWindow, settings: Settings) -> None:
    from dataclasses import replace

    window.viewing.use_preferences(replace(Preferences(), theme="dark", limit_seconds=7))
    assert look().theme.id == "dark"
    again = Settings(settings.store).preferences()
    assert (again.theme, again.limit_seconds) == ("dark", 7)
    window.viewing.reset_everything()
    assert Settings(settings.store).preferences() == Preferences()


def test_themes_change_board_and_icons(window: MainWindow) -> None:
    page = open_latin(window)
    window.viewing.use_preferences(Preferences(theme="light"))
    light, icon = page.view.grab().toImage(), window.actions_table["new"].icon().cacheKey()
    window.viewing.use_preferences(Preferences(theme="safe"))
    window.viewing.use_preferences(Preferences(theme="dark"))
    assert page.view.grab().toImage() != light
    assert window.actions_table["new"].icon().cacheKey() != icon


def test_f1_shows_the_rules_with_an_example(window: MainWindow) -> None:
    open_latin(window)
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert window.helping.rules_dialog.isVisible()
    assert "row" in window.helping.rules_dialog.text.toPlainText()
    window.helping.rules_dialog.close()


def test_every_action_has_a_menu_and_keys_of_its_own(window: MainWindow) -> None:
    keys = [window.actions_table[spec.id].shortcut().toString() for spec in actions.ACTIONS]
    assert all(keys) and len(keys) == len(set(keys))
    in_menus = {action for menu in window.actions_table.menus.values() for action in menu.actions()}
    assert set(window.actions_table.by_id.values()) <= in_menus
    for spec in actions.ACTIONS:
        assert spec.tip and window.actions_table[spec.id].toolTip()


def test_actions_that_make_no_sense_are_grey(window: MainWindow) -> None:
    assert not window.actions_table["save"].isEnabled()
    open_latin(window)
    assert window.actions_table["save"].isEnabled() and not window.actions_table["hint"].isEnabled()
    window.set_mode("play")
    assert window.actions_table["hint"].isEnabled() and not window.actions_table["clear"].isEnabled()


def is_qts_own(control: QWidget) -> bool:
    """Parts that Qt makes and names itself: a tab's close button, a tool bar's overflow, a field's clear button."""
    parent = control.parent()
    inner = control.objectName().startswith("qt_") or (parent is not None and parent.objectName().startswith("qt_"))
    return inner or control.metaObject().className() in ("CloseButton", "QToolBarExtension", "QLineEditIconButton")


def spoken_name(control: QWidget) -> str:
    text = control.text() if isinstance(control, QAbstractButton) else ""
    return control.accessibleName() or text or control.toolTip()


def test_all_controls_have_names_for_screen_readers(window: MainWindow) -> None:
    page = open_latin(window)
    window.set_mode("play")
    window.act("library")
    controls = [control for kind in (QAbstractButton, QComboBox, QSpinBox, QLineEdit) for control in window.findChildren(kind)]
    assert len(controls) > 40
    assert not [control for control in controls if not is_qts_own(control) and not spoken_name(control)]
    assert page.view.accessibleName() == "Board"


def test_tab_reaches_the_board_and_the_panels(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window)
    window.activateWindow()
    page.view.setFocus()
    seen = set()
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus is not None:
            seen.add(focus)
        QTest.keyClick(focus or window, Qt.Key.Key_Tab)
    assert page.view in seen
    assert page.draw_panel.title in seen and page.draw_panel.author in seen
    assert any(window.tabs.isAncestorOf(widget) for widget in seen if isinstance(widget, QAbstractButton))


def test_tools_by_number_and_letter(window: MainWindow) -> None:
    for family in registry.families():
        page = window.add_document(Document(family.blank(*family.default_size)))
        tools = page.palette_column.tools
        if len(tools) > 1:
            QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
            assert page.palette_column.current == tools[1].id
            lettered = next((tool for tool in tools if len(tool.shortcut) == 1), None)
            if lettered is not None:
                QTest.keyClicks(page.view, lettered.shortcut.lower())
                assert page.palette_column.current == lettered.id
            return
    pytest.skip("no family here has two tools")


def test_the_status_bar_says_what_can_be_done(window: MainWindow) -> None:
    assert "Ctrl+K" in window.hint_label.text()
    open_latin(window)
    assert window.hint_label.text() == "Type the given numbers"
    window.set_mode("play")
    assert window.hint_label.text() == "Type your answer"


def test_zoom_keys(window: MainWindow) -> None:
    page = open_latin(window)
    size = page.view.cell_size
    window.act("zoom_in")
    assert page.view.cell_size > size
    QTest.keyClick(window, Qt.Key.Key_0, CONTROL)
    assert page.view.cell_size == size


def test_layout_is_kept(window: MainWindow, settings: Settings, qtbot: Any) -> None:
    window.resize(800, 700)
    page = open_latin(window)
    page.splitter.setSizes([240, 360])
    wanted = page.splitter.sizes()
    window.close()
    again = MainWindow(settings)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (800, 700)
    again.show()
    assert open_latin(again).splitter.sizes() == wanted
    settings.reset()
    assert settings.layout("geometry") is None and settings.layout("board") is None


def test_watching_from_the_window(window: MainWindow, qtbot: Any) -> None:
    page = open_latin(window, 1, *(0,) * 15)
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert page.mode == "watch" and window.mode_buttons["watch"].isChecked()
    wait_for(qtbot, lambda: page.watch.film is not None and page.watch.film.result is not None)
    assert not window.undo_action.isEnabled()
    assert page.active_view() is page.watch.view
    QTest.keyClick(window, Qt.Key.Key_F2)
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert page.watch.puzzle.givens[5] == 3  # another question, so another film


def test_files_and_addresses_from_the_command_line(qtbot: Any, settings: Settings, saved: Path, data_folder: Path) -> None:
    window = app.open_window([saved, "https://puzz.link/p?nonsense/3/3/zz"], settings)
    qtbot.addWidget(window)
    assert len(list(window.pages())) == 1 and window.notice.isVisible()
    settings.add_recent(str(saved))
    window.viewing.use_preferences(Preferences(start_page=False))
    again = app.open_window([], settings)
    qtbot.addWidget(again)
    assert [page.document.path for _, page in again.pages()] == [saved]


def test_a_second_document_takes_keys_at_once(window: MainWindow) -> None:
    open_latin(window)
    page = window.add_document(Document(latin(*(0,) * 16)))
    QTest.qWait(1)
    assert page.view.hasFocus() and page.view.cursor_cell == 0
    QTest.keyClick(page.view, Qt.Key.Key_3)
    assert page.document.puzzle.givens[0] == 3


def test_work_in_the_background_is_told_until_it_is_over(window: MainWindow, qtbot: Any) -> None:
    going_on = [True]
    told = window.tell_while(lambda: going_on[0], lambda: "Compiling …", "Once")
    assert told.isVisible() and told.toolTip() == "Once"
    gone: list[bool] = []
    told.destroyed.connect(lambda: gone.append(True))
    going_on[0] = False
    wait_for(qtbot, lambda: bool(gone))


def test_an_address_of_another_kind_of_puzzle_is_named(window: MainWindow) -> None:
    assert not window.filing.open_text("https://puzz.link/p?sudoku/9/9/abc")
    assert "“sudoku”" in window.notice.text.text() and "Fillomino" in window.notice.text.text()
    assert not window.filing.open_text("https://puzz.link/p?fillomino/0/5/")
    assert "at least one row" in window.notice.text.text()


def test_a_puzzle_is_turned_and_mirrored_and_undo_brings_it_back(window: MainWindow) -> None:
    family = registry.family("fillomino")
    page = window.add_document(Document(family.blank(2, 3).with_givens((1, 2, 0, 0, 0, 3))))
    window.act("turn")
    assert (page.document.puzzle.grid.rows, page.document.puzzle.givens) == (3, (0, 1, 0, 2, 3, 0))
    window.act("mirror")
    assert page.document.puzzle.givens == (1, 0, 2, 0, 0, 3)
    page.document.history.undo()
    page.document.history.undo()
    assert page.document.puzzle.givens == (1, 2, 0, 0, 0, 3)


def test_what_is_told_before_the_window_is_there_lies_at_its_lower_edge(qtbot: Any) -> None:
    """Unsaved work is brought back, and told, before the window has its size."""
    host, notice = QWidget(), Notice()
    qtbot.addWidget(host)
    host.resize(600, 400)
    notice.float_over(host)
    notice.tell("Unsaved work of the last session was brought back.")
    host.resize(1200, 700)
    host.show()
    assert notice.geometry().bottom() + 1 == host.height() - EDGE
    assert abs(notice.geometry().center().x() - host.rect().center().x()) <= 1

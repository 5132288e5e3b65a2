"""Dialogs: new puzzle, resize, generate, preferences, welcome page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialogButtonBox, QLabel, QLineEdit, QSpinBox

from studio.core import registry
from studio.core.engine import Option
from studio.families.tiling.model.convert import tiles_of
from studio.ui.dialogs.generate import GenerateDialog, Selected
from studio.ui.dialogs.help import AboutDialog, RulesDialog
from studio.ui.dialogs.new_puzzle import NewPuzzleDialog
from studio.ui.dialogs.preferences import PreferencesDialog
from studio.ui.main_window import MainWindow
from studio.ui.option_form import OptionForm
from studio.ui.settings import Preferences
from studio.ui.welcome import news
from tests.ui.conftest import wait_for


@pytest.fixture(autouse=True)
def no_memory_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GenerateDialog, "last", {})


@pytest.fixture
def latin_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "families", lambda: [registry.family("_template")])


def test_a_new_puzzle_has_the_chosen_size(qtbot: Any, latin_only: None) -> None:
    dialog = NewPuzzleDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.size_fields.rows.setValue(6)
    dialog.size_fields.cols.setValue(6)
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert dialog.puzzle is not None and dialog.puzzle.grid.size == 36


def test_an_impossible_size_is_refused_in_words(qtbot: Any, latin_only: None) -> None:
    dialog = NewPuzzleDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.size_fields.rows.setValue(3)
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert dialog.puzzle is None and "as many rows" in dialog.fault.text() and dialog.isVisible()


def test_every_family_offers_its_own_parameters(qtbot: Any) -> None:
    dialog = NewPuzzleDialog()
    qtbot.addWidget(dialog)
    for row, family in enumerate(registry.families()):
        dialog.families.setCurrentRow(row)
        assert dialog.name.text() == family.name
        assert dialog.size_fields.size_chosen == family.default_size


def test_generating_shows_progress_and_a_preview(qtbot: Any, latin_only: None) -> None:
    dialog = GenerateDialog("_template")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.seed.setValue(7)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert dialog.stop.isVisible() and not dialog.fields.isEnabled()
    wait_for(qtbot, lambda: dialog.puzzle is not None)
    assert dialog.view.board is not None and dialog.use.isVisible()
    assert "One solution" in dialog.message.text()
    first = dialog.puzzle
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)  # "another": the next number
    assert dialog.seed.value() == 8
    wait_for(qtbot, lambda: dialog.puzzle is not first)
    QTest.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    assert dialog.result() == 1


def test_several_puzzles_are_made_one_after_the_other_and_kept(qtbot: Any, latin_only: None, tmp_path: Path) -> None:
    dialog = GenerateDialog("_template")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.seed.setValue(20)
    dialog.count.setValue(3)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    wait_for(qtbot, lambda: dialog.go.isVisible())
    assert [made.puzzle.extra["generated"]["seed"] for made in dialog.made] == [20, 21, 22] and dialog.seed.value() == 22
    assert dialog.shelf.isVisible() and dialog.shelf.count() == 3
    dialog.shelf.setCurrentRow(0)
    assert dialog.puzzle is dialog.made[0].puzzle
    dialog.save_all(tmp_path)
    dialog.save_all(tmp_path)
    assert len(list(tmp_path.glob("*.puzzle"))) == 6, "nothing is overwritten"
    dialog.seed.setValue(7)
    dialog.count.setValue(1)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    wait_for(qtbot, lambda: dialog.go.isVisible())
    assert dialog.made[-1].puzzle.extra["generated"]["seed"] == 7, "a seed that was typed is taken as it is"


def test_stopping_keeps_what_is_made(qtbot: Any, latin_only: None) -> None:
    dialog = GenerateDialog("_template")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.count.setValue(100)
    dialog.generate()
    wait_for(qtbot, lambda: len(dialog.made) == 2)
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    assert dialog.message.text() == "Stopped; the 2 puzzles that are made stay." and dialog.use.isVisible()


def test_the_wishes_of_the_last_time_come_back(qtbot: Any) -> None:
    first = GenerateDialog("fillomino")
    qtbot.addWidget(first)
    first.size_fields.set_size(7, 9)
    first.count.setValue(3)
    first.difficulty.setCurrentIndex(2)
    first.reject()
    again, other = GenerateDialog(), GenerateDialog("fobidoshi")
    for dialog in (again, other):
        qtbot.addWidget(dialog)
        assert dialog.count.value() == 3 and dialog.difficulty.currentIndex() == 2
    assert again.family.id == "fillomino" and again.size_fields.size_chosen == (7, 9)
    assert other.family.id == "fobidoshi" and other.size_fields.size_chosen == other.family.default_size


def test_tiles_of_a_new_tiling_are_written_as_on_the_command_line(qtbot: Any) -> None:
    dialog = NewPuzzleDialog("tiling")
    qtbot.addWidget(dialog)
    dialog.show()
    tiles = dialog.form.control("tiles")
    assert isinstance(tiles, QLineEdit) and not tiles.text() and "tiles" not in dialog.form.values()
    tiles.setText("2:4L nonsense")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert "nonsense" in dialog.fault.text() and dialog.puzzle is None
    tiles.setText("2:4L 5P")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert dialog.puzzle is not None
    assert [(tile.label, tile.count) for tile in tiles_of(dialog.puzzle.params)] == [("4L", 2), ("5P", None)]


def test_the_fine_print_of_a_generator_is_folded_away(qtbot: Any) -> None:
    dialog = GenerateDialog("evolomino")
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.expert_form.isVisible() and dialog.form.isVisible() and dialog.symmetry.isVisible()
    assert dialog.request().values["tries"] == 400, "folded options count all the same"
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert dialog.expert_form.isVisible() and dialog.expert_form.control("tries").isVisible()
    dialog.family_box.setCurrentIndex(dialog.family_box.findData("fillomino"))
    assert not dialog.more.isVisible() and not dialog.expert_form.isVisible()
    dialog.family_box.setCurrentIndex(dialog.family_box.findData("tiling"))
    assert not dialog.symmetry.isVisible(), "a tiling has no clues that could lie symmetrically"


def test_generating_can_be_stopped(qtbot: Any, latin_only: None) -> None:
    dialog = GenerateDialog("_template")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.generate()
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    assert dialog.message.text() == "Stopped." and dialog.go.isVisible() and dialog.puzzle is None


def test_a_generated_puzzle_is_watched_being_made(qtbot: Any, window: MainWindow) -> None:
    dialog = GenerateDialog("_template")
    qtbot.addWidget(dialog)
    dialog.size_fields.set_size(4, 4)
    dialog.generate()
    qtbot.waitUntil(lambda: bool(dialog.made) and not dialog._batch.running, timeout=60_000)
    assert dialog.watch.isVisibleTo(dialog)
    dialog.watch.click()
    qtbot.waitUntil(lambda: dialog.film is not None, timeout=60_000)
    assert dialog.film is not None and dialog.film.puzzle == dialog.made[0].puzzle and dialog.film.log.drafts
    window.puzzling.show_making(dialog.film)
    page = window.page()
    assert page is not None and page.document.puzzle == dialog.film.puzzle and page.watch is not None
    page.watch.player.go_in(dialog.film, 3)
    page.watch.set_possible(True)
    assert page.watch.lanes[0].card is not None and page.watch.film is dialog.film


def test_a_generated_puzzle_fills_the_empty_board_at_hand(window: MainWindow) -> None:
    family = registry.family("_template")
    from studio.ui.document import Document

    page = window.add_document(Document(family.blank(4, 4)))
    window.puzzling.take_generated(family.samples()[0])
    assert page.document.puzzle.givens == family.samples()[0].givens
    window.puzzling.take_generated(family.samples()[0])
    assert len(list(window.pages())) == 2


def test_preferences_give_back_what_was_chosen(qtbot: Any) -> None:
    wanted = Preferences(theme="safe", speed=100.0, autosave=False, autosave_seconds=9, limit_seconds=5, limit_memory_mb=512,
                         film_events=50_000, live_verdict=False, show_mistakes=True, start_page=False)
    dialog = PreferencesDialog(wanted)
    qtbot.addWidget(dialog)
    assert dialog.chosen() == wanted
    told: list[bool] = []
    dialog.reset.connect(lambda: told.append(True))
    dialog.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults).click()
    assert dialog.chosen() == Preferences() and told == [True]


def test_controls_are_made_from_options(qtbot: Any) -> None:
    form = OptionForm((Option("deep", "Deep", True), Option("order", "Order", "first", ("first", "fewest")),
                       Option("nodes", "Nodes", 5, low=1, high=9), Option("tiles", "Tiles", [])), {"order": "fewest"})
    qtbot.addWidget(form)
    assert form.values() == {"deep": True, "order": "fewest", "nodes": 5}
    assert isinstance(form.control("deep"), QCheckBox) and isinstance(form.control("order"), QComboBox)
    spin = form.control("nodes")
    assert isinstance(spin, QSpinBox)
    spin.setValue(99)
    assert form.values()["nodes"] == 9


@pytest.mark.parametrize("family", registry.all_families(), ids=lambda family: family.id)
def test_every_family_explains_itself(qtbot: Any, family: Any) -> None:
    dialog = RulesDialog(family)
    qtbot.addWidget(dialog)
    assert len(dialog.text.toPlainText()) > len(family.name) + 40


def test_about_says_the_version(qtbot: Any) -> None:
    from studio import __version__

    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert any(__version__ in label.text() for label in dialog.findChildren(QLabel))


def test_news_are_the_change_logs_newest_entries(tmp_path: Path) -> None:
    log = tmp_path / "CHANGELOG.md"
    log.write_text("# Changes\n\n## 2\n- **New** thing\n- `Other` thing\n\n## 1\n- Old\n")
    assert news(log) == ["New thing", "Other thing", "Old"]
    assert news(tmp_path / "missing.md") == []
    log.write_text("# Changes\n\n- **Much**: one thing that is new and takes some words to tell,"
                   "\n  another thing, a third one; "
                   "and what does not fit on two lines any more\n")
    assert news(log) == ["Much: one thing that is new and takes some words to tell, another thing, a third one."]
    log.write_text("# Changes\n\n- *Mended*: the ladder takes two sizes for one.\n- **Sooner**, on most sizes: cells beside a "
                   "square (an end of an arrow, or a given one) are in its block or in none at all\n")
    assert news(log) == ["Sooner, on most sizes."], "no mended fault, and nothing that ends within brackets"


def test_the_start_page_leads_on(window: MainWindow, qtbot: Any) -> None:
    family = registry.families()[0] if registry.families() else None
    if family is None:
        pytest.skip("no family here")
    QTest.mouseClick(window.desk.welcome._family_buttons[family.id], Qt.MouseButton.LeftButton)
    page = window.page()
    assert page is not None and page.document.family.id == family.id and page.mode == "draw"


def test_the_rules_example_is_solved_in_the_background(qtbot: Any) -> None:
    dialog = RulesDialog(registry.family("_template"))
    qtbot.addWidget(dialog)
    dialog.show()
    wait_for(qtbot, lambda: any(label.accessibleName() == "The example solved" for label in dialog.findChildren(QLabel)))


def test_the_keys_are_those_of_the_board_the_film_the_tools_and_the_menus(window: MainWindow) -> None:
    window.puzzling.new_of("tiling")
    QTest.keyClick(window, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    text = " ".join(row.text(column) for row in window.helping.keys_dialog.rows() for column in (0, 1))
    for word in ("Shift + arrows", "Play, pause", "Tile tray", "Ctrl+Shift+N", "Ctrl+K"):
        assert word in text, word
    window.helping.keys_dialog.close()


def test_generated_clues_keep_to_the_selected_cells(qtbot: Any) -> None:
    GenerateDialog.last = {}
    half = frozenset(range(12))
    dialog = GenerateDialog("fillomino", selected=Selected("fillomino", (4, 6), half))
    qtbot.addWidget(dialog)
    assert dialog.size_fields.size_chosen == (4, 6) and not dialog.only.isHidden() and "12" in dialog.only.text()
    assert not dialog.request().only, "nobody asked for it yet"
    dialog.only.setChecked(True)
    assert dialog.request().only == half
    dialog.size_fields.set_size(5, 5)
    assert not dialog.only.isEnabled() and not dialog.request().only, "these are no cells of that board"
    dialog.size_fields.set_size(4, 6)
    dialog.family_box.setCurrentIndex(dialog.family_box.findData("fobidoshi"))
    assert dialog.only.isHidden() and not dialog.request().only
    plain = GenerateDialog("fillomino")
    qtbot.addWidget(plain)
    assert plain.only.isHidden() and not plain.request().only

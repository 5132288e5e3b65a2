"""The window in the pseudo-language while it works: questions, runs in progress, menus, tips, and what is spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from studio.core import files, language, registry
from studio.core.engine import Limits, Options
from studio.core.losses import in_words
from studio.core.say import say
from studio.ui import announce, ask_path, translate
from studio.ui.controllers.filing import Filing
from studio.ui.dialogs.generate import GenerateDialog
from studio.ui.document import Document
from studio.ui.lab.window import LabWindow
from studio.ui.library_acts import LibraryActs
from studio.ui.library_model import entry_of
from studio.ui.main_window import MainWindow
from studio.ui.settings import Settings
from tests.ui import scenes
from tests.ui.test_no_english import english_in, english_on

ask_to_save, ask_to_drop = Filing.ask_to_save, GenerateDialog.ask_to_drop
"""the questions themselves; in tests nobody asks them"""
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def pseudo(settings: Settings) -> Iterator[None]:
    settings.keep(replace(settings.preferences(), language=language.PSEUDO))
    yield
    translate.speak("en")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """What every question says in English; whoever asks is told no."""
    found: list[set[str]] = []

    def look_at(box: QMessageBox) -> int:
        found.append(english_on(box))
        return QMessageBox.StandardButton.Cancel.value

    def listen(_parent: QWidget, *said: Any) -> QMessageBox.StandardButton:
        found.append({text for text in said if isinstance(text, str) and english_in(text)})
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "exec", look_at)
    for name in ("question", "warning", "information"):
        monkeypatch.setattr(QMessageBox, name, listen)
    return found


def while_it_works(seen: QWidget, going: Callable[[], bool], names: tuple[str, ...]) -> set[str]:
    """English that is read at any moment of a run."""
    left: set[str] = set()

    def look() -> bool:
        nonlocal left
        left |= english_on(seen, names)
        return not going()

    scenes.let_pass(PATIENCE, look)
    assert not going(), "the run has ended"
    QTest.qWait(20)
    return left | english_on(seen, names)


def names_of(puzzle: Any) -> tuple[str, ...]:
    return tuple(text for text in (puzzle.title, puzzle.author, puzzle.notes) if text)


def smallest(family_id: str) -> Any:
    return min(registry.family(family_id).samples(), key=lambda each: each.grid.size)


# --- questions --------------------------------------------------------------------------------------------------------------
def test_questions_about_files_are_told(window: MainWindow, asked: list[set[str]], tmp_path: Path) -> None:
    puzzle = replace(scenes.sample("fillomino"), title="x", author="y", notes="z")
    document = Document(puzzle, tmp_path / "x")
    ask_to_save(window.filing, document)
    window.filing.ask_whose(document)
    window.filing.ask_family([family.id for family in registry.families()])
    codec = next(each for each in registry.family("fillomino").codecs() if each.id == "fillomino-tatham")
    lost = codec.lost(replace(puzzle, params={**puzzle.params, "variant": "basic"}), {"marks": [1]})
    window.filing.ask_loss(in_words(lost, codec.name), True)
    (tmp_path / "x").touch()
    ask_path.may_replace(window, tmp_path / "x")
    assert len(asked) == 5 and not set().union(*asked), asked


def test_questions_about_puzzles_and_films_are_told(window: MainWindow, asked: list[set[str]], tmp_path: Path) -> None:
    dialog = GenerateDialog("fillomino", Limits(5.0), window)
    for count in (1, 2):
        ask_to_drop(dialog, count)
    acts = LibraryActs(window)
    entries = [entry_of(replace(scenes.sample(family), title="x"), tmp_path / "x", {}) for family in ("fillomino", "tiling")]
    acts._ask_delete(entries)
    acts._ask_delete(entries[:1])
    page = window.add_document(Document(scenes.sample("fobidoshi")), "watch")
    page.watch.exports.save_csv()
    page.watch.exports.write("x", scenes.film_of("fobidoshi"), str(tmp_path / "x.nothing"))
    dialog.deleteLater()
    assert len(asked) == 6 and not set().union(*asked), asked


def test_notices_are_told(window: MainWindow, tmp_path: Path) -> None:
    """Files that cannot be read, that hold too much, that others have changed; work that came back."""
    (tmp_path / "no.puzzle").write_text("{", "utf-8")
    left = set()
    for path in (tmp_path / "no.puzzle", tmp_path / "none.puzzle", tmp_path):
        assert not window.filing.open_path(path)
        left |= english_on(window.desk.notice, (str(tmp_path), path.name))
    window.filing.open_text("no puzzle at all")
    left |= english_on(window.desk.notice)
    window.filing.tell_left_out([say("the history of moves in this file is left out"),
                                 say("small numbers above {most} are left out", most=9)])
    left |= english_on(window.desk.notice)
    page = window.add_document(Document(scenes.sample("fillomino")), "play")
    for act in ("paste_part", "copy_part", "mend", "drop", "copy_address", "next"):
        if act in window.actions_table.by_id:
            window.act(act)
            left |= english_on(window.desk.notice, names_of(page.document.puzzle))
    assert not left, sorted(left)


# --- runs in progress ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("family_id", "engine"), [("fillomino", "sat"), ("fillomino", "cpsat"), ("evolomino", "ilp"),
                                                   ("fobidoshi", "backtrack"), ("tiling", "auto"), ("tiling", "count"),
                                                   ("tiling", "ilp")])
def test_a_search_in_progress_is_told(window: MainWindow, family_id: str, engine: str) -> None:
    puzzle = smallest(family_id)
    page = window.add_document(Document(puzzle), "watch")
    page.watch.start(engine, Options(2), Limits(20.0))
    lane = page.watch.lanes[0]
    left = while_it_works(window, lambda: lane.recorder.running, names_of(puzzle))
    page.watch.player.go(len(page.watch.film))
    for tab in range(page.watch.side.tabs.count()):
        page.watch.side.tabs.setCurrentIndex(tab)
        QTest.qWait(10)
        left |= english_on(window, names_of(puzzle))
    figures = [text for chart in page.watch.side.charts() for row in chart.figures() for text in row]
    left |= {text for text in figures if english_in(text)}
    assert not left, sorted(left)


def test_a_verdict_in_progress_is_told(window: MainWindow) -> None:
    puzzle = registry.family("fillomino").blank(5, 5)
    page = window.add_document(Document(puzzle.with_givens((3, *[0] * 24))), "draw")
    window.act("ask")
    names = names_of(page.document.puzzle)
    assert not (left := while_it_works(window, lambda: page.live.busy, names)), sorted(left)


def test_generating_is_told(window: MainWindow) -> None:
    dialog = GenerateDialog("fobidoshi", Limits(20.0), window)
    dialog.size_fields.set_size(5, 5)
    dialog.count.setValue(2)
    dialog.show()
    dialog.generate()
    left = while_it_works(dialog, lambda: dialog._batch.running, ())
    dialog.cancel()
    left |= english_on(dialog)
    dialog.deleteLater()
    assert not left, sorted(left)


def test_a_comparison_in_progress_is_told(window: MainWindow, tmp_path: Path) -> None:
    lab = LabWindow(window)
    lab.show()
    page = lab.compare
    page.setup.family_box.setCurrentIndex(page.setup.family_box.findData("fobidoshi"))
    puzzle = smallest("fobidoshi")
    page.setup.use_boards([(tmp_path / "x.puzzle", puzzle)])
    page.compare()
    names = ("x.puzzle", *names_of(puzzle))
    left = while_it_works(lab, lambda: page.comparison.running, names)
    lab.close()
    lab.deleteLater()
    assert not left, sorted(left)


# --- menus, tips, speech ------------------------------------------------------------------------------------------------------
def menu_texts(menu: QMenu) -> list[str]:
    own = [action.text() for action in menu.actions() if not action.isSeparator()]
    return own + [text for action in menu.actions() if (inner := action.menu()) for text in menu_texts(inner)]  # type: ignore[arg-type]


def test_menus_that_open_on_demand_are_told(window: MainWindow, tmp_path: Path) -> None:
    film = scenes.film_of("fillomino")
    page = window.add_document(Document(film.puzzle), "watch")
    page.watch.show_film(film)
    page.watch.player.go(20)
    stops = QMenu(window)
    page.watch.asking.fill_menu(stops)
    puzzle = replace(scenes.sample("fillomino"), title="x")
    files.save(tmp_path / "x.puzzle", puzzle)
    library = LibraryActs(window).menu([entry_of(puzzle, tmp_path / "x.puzzle", {})])
    side = page.watch.side
    menus = [stops, library, page.watch.export.menu(), side.log.filter.menu()]
    texts = [text for menu in menus for text in menu_texts(menu)]
    left = [text for text in texts if english_in(text) and "puzz.link" not in text]
    assert len(texts) > 25 and not left, left


def test_tips_under_the_pointer_are_told(window: MainWindow) -> None:
    film = scenes.film_of("tiling")
    page = window.add_document(Document(film.puzzle), "watch")
    page.watch.show_film(film)
    page.watch.player.go(len(film) // 2)
    page.watch.set_possible(True)
    tree, tips = page.watch.side.tree, [page.watch.transport.timeline.words_at(5)]
    tips += [tree.describe(node) for node in range(min(20, film.tree.size))] + [tree._help()]
    assert not [tip for tip in tips if english_in(tip)]


def test_what_is_spoken_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, verdicts, hints, steps of a film: what a screen reader gets is in the user's language."""
    spoken: list[str] = []

    class Listening:
        @staticmethod
        def isActive() -> bool:
            return True

        @staticmethod
        def updateAccessibility(_event: object) -> None:
            pass

    def event(_widget: object, words: str) -> None:
        spoken.append(words)

    monkeypatch.setattr(announce, "QAccessible", Listening)
    monkeypatch.setattr(announce, "QAccessibleAnnouncementEvent", event)
    film = scenes.film_of("fobidoshi")
    page = window.add_document(Document(film.puzzle), "watch")
    page.watch.show_film(film)
    for _ in range(12):
        page.watch.player.step(1)
        QTest.qWait(5)
    window.set_mode("play")
    page.play_panel.hint()
    scenes.let_pass(PATIENCE, lambda: page.play_panel._hint is not None)
    page.play_panel.check()
    QTest.qWait(50)
    window.set_mode("draw")
    window.act("ask")
    scenes.let_pass(PATIENCE, lambda: not page.live.busy)
    left = [words for words in spoken if english_in(words)]
    assert len(spoken) > 5 and not left, left

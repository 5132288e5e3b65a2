"""My puzzles: saved where the library looks, with folders and tags, chosen several at a time; the unsolvable are marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel

from studio.core import files, registry
from studio.ui import ask_path, library, library_acts, library_model
from studio.ui.document import PLAY, Document
from studio.ui.library import LibraryPage
from studio.ui.library_model import Shelf, entry_of, next_entry, shelf
from studio.ui.main_window import MainWindow
from tests.ui.conftest import latin, open_latin, wait_for


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "My puzzles"
    for room in (library, library_model, library_acts):
        monkeypatch.setattr(room, "user_folder", lambda: folder)
    folder.mkdir()
    for number in range(3):
        files.save(folder / f"{number}.puzzle", replace(latin(number + 1, *(0,) * 15), title=f"No {number}"))
    return folder


@pytest.fixture
def page(mine: Path, qtbot: Any) -> LibraryPage:
    made = LibraryPage(Shelf([mine]))
    qtbot.addWidget(made)
    made.show_all()
    wait_for(qtbot, lambda: not made.shelf.loading)
    return made


def reread(page: LibraryPage, qtbot: Any) -> None:
    wait_for(qtbot, lambda: not page.shelf.loading)


def test_several_are_chosen_tagged_moved_and_found(page: LibraryPage, mine: Path, qtbot: Any) -> None:
    for row in (0, 1):
        page.list.selectionModel().select(page.filter.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
    chosen = page.chosen()
    assert [entry.title for entry in chosen] == ["No 0", "No 1"]
    page.acts.tag(chosen, ["gift", "Anna"])
    reread(page, qtbot)
    page.search.setText("anna")
    assert [entry.title for entry in page.shown()] == ["No 0", "No 1"]
    page.acts.move([entry for entry in page.shown() if entry.title == "No 0"], "birthday")
    reread(page, qtbot)
    assert (mine / "birthday" / "0.puzzle").is_file()
    page.search.clear()
    assert page.place.findData(str(mine / "birthday")) > 0
    page.place.setCurrentIndex(page.place.findData(str(mine / "birthday")))
    assert [entry.title for entry in page.shown()] == ["No 0"]
    page.acts.move(page.shown(), "../elsewhere")
    assert (mine / "birthday" / "0.puzzle").is_file(), "a folder outside is refused"


def test_several_are_exported_and_converted(page: LibraryPage, tmp_path: Path) -> None:
    told: list[str] = []
    page.acts.told.connect(told.append)
    out = tmp_path / "out"
    out.mkdir()
    entries = [entry for entry in page.shown() if entry.path is not None]
    page.acts.export(entries, out)
    codec = library_acts.common_codecs(entries)[0]
    page.acts.convert(entries, codec.name, out)
    page.acts.convert(entries, codec.name, out)
    assert len(list(out.glob("*.png"))) == 3 and len(list(out.iterdir())) == 9, "nothing is replaced"
    assert told[0].startswith("3 files")


def test_shipped_files_are_not_touched_and_own_ones_go_to_the_trash(page: LibraryPage, mine: Path, tmp_path: Path,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped.puzzle"
    files.save(shipped, latin(*(0,) * 16))
    foreign = entry_of(latin(*(0,) * 16), shipped, {})
    trashed: list[str] = []
    monkeypatch.setattr(library_acts.QFile, "moveToTrash", lambda path: trashed.append(path) or True)
    own = [entry for entry in page.shown() if entry.path is not None]
    page.acts.delete([foreign, own[0]])
    assert trashed == [str(own[0].path)]
    enabled = {action.text(): action.isEnabled() for action in page.acts.menu([foreign]).actions()}
    assert not enabled["Delete …"] and not enabled["Tags …"] and enabled["Open"]


def test_kinds_that_share_a_format_are_converted_together(page: LibraryPage, tmp_path: Path) -> None:
    """Several families at once, as far as a format of that name has a place for each of them."""
    kinds = [family for family in registry.families() if any(codec.name == "Penpa+ address" for codec in family.codecs())]
    entries = [entry_of(family.samples()[0], None, {}) for family in kinds]
    if len(kinds) < 2:
        pytest.skip("needs two families that Penpa+ has")
    offered = page.acts.menu(entries).actions()
    menu = next(action.menu() for action in offered if action.text() == "Convert to")
    assert [action.text() for action in menu.actions() if action.isEnabled()] == ["Penpa+ address"]
    page.acts.convert(entries, "Penpa+ address", tmp_path)
    written = [path.read_text() for path in tmp_path.glob("*.url")]
    assert len(written) == len(kinds) and all(text.startswith("http") for text in written)


def test_what_cannot_be_done_says_why(page: LibraryPage, tmp_path: Path) -> None:
    """No grey entry without a reason: kinds that share no format, puzzles that are not one's own."""
    foreign = [entry_of(puzzle, None, {}) for puzzle in (latin(*(0,) * 16), registry.families()[0].blank(5, 5))]
    menu = page.acts.menu(foreign)
    convert = next(action for action in menu.actions() if action.text() == "Convert to")
    assert convert.isEnabled(), "a grey menu tells nobody why"
    assert [action.text() for action in convert.menu().actions()] == [
        "No other format has a place for all of these kinds of puzzles."]
    assert menu.actions()[-1].text() == "Only your own puzzles can be tagged, moved or deleted."
    own = [entry for entry in page.shown() if entry.path is not None]
    assert page.acts.menu(own).actions()[-1].text() == "Delete …"


def test_classics_are_there_once() -> None:
    seen = [entry.puzzle for entry in shelf(files.library_folders())]
    doubled = [(a.title, b.title) for number, a in enumerate(seen) for b in seen[number + 1:] if a.same_board(b)]
    samples = {sample.title for family in registry.families() for sample in family.samples()}
    assert not [pair for pair in doubled if pair[1] in samples]


def test_what_has_no_solution_is_marked_and_never_the_next_puzzle() -> None:
    entries = list(shelf([files.sample_folder("tiling")], samples=False))
    impossible = [entry for entry in entries if entry.impossible]
    assert impossible and all("no solution" in entry.caption for entry in impossible)
    served, here = [], entries[0].puzzle
    for _ in entries:
        following = next_entry(entries, here)
        if following is None:
            break
        served.append(following)
        here = following.puzzle
    assert served and not any(entry.impossible for entry in served)
    changed = impossible[0].puzzle.with_givens(impossible[0].puzzle.givens)
    assert "solutions" not in changed.extra, "what was proved is not said of another board"


def test_a_new_puzzle_has_its_author_and_a_place(window: MainWindow, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window.viewing.use_preferences(replace(window.desk.preferences, author="Me"))
    window.puzzling.new_of(registry.families()[0].id)
    page = window.page()
    assert page is not None and page.document.puzzle.author == "Me"
    asked: list[Path] = []
    monkeypatch.setattr("studio.ui.controllers.filing.user_folder", lambda: mine)
    monkeypatch.setattr("studio.ui.controllers.filing.save_path", lambda parent, title, start, kinds: asked.append(Path(start)))
    window.act("save")
    assert asked[0].parent == mine
    assert ask_path.safe_name("x") == "x"


def test_play_tells_whose_puzzle_it_is_and_what_holds(window: MainWindow) -> None:
    tiling = registry.family("tiling")
    puzzle = replace(tiling.blank(3, 4, reflections=True), title="Corners", author="Ann", notes="For rainy days.")
    page = window.add_document(Document(puzzle), PLAY)
    text = page.play_panel.about.text()
    assert all(part in text for part in ("Corners", "Ann", "rainy", "flipped"))
    assert not open_latin(window, mode="play").play_panel.about_card.isVisible()


def test_tags_that_only_some_have_are_kept(page: LibraryPage, mine: Path, qtbot: Any) -> None:
    first = page.shown()[0]
    page.acts.tag([first], ["gift", "hard"])
    reread(page, qtbot)
    page.acts.tag([page.shown()[1]], ["gift"])
    reread(page, qtbot)
    both = page.shown()[:2]
    assert library_acts.shared_tags(both) == ["gift"]
    page.acts.tag(both, ["Anna"])
    reread(page, qtbot)
    assert [library_model.tags_of(entry.puzzle) for entry in page.shown()[:2]] == [["Anna", "hard"], ["Anna"]]
    assert "#Anna" in page.shown()[1].caption


def test_one_that_fails_does_not_hold_up_the_others(page: LibraryPage, mine: Path, qtbot: Any) -> None:
    told: list[str] = []
    page.acts.told.connect(told.append)
    entries = page.shown()
    (mine / "0.puzzle").unlink()
    page.acts.move(entries, "elsewhere")
    reread(page, qtbot)
    assert sorted(path.name for path in (mine / "elsewhere").iterdir()) == ["1.puzzle", "2.puzzle"] and told


def test_files_that_cannot_be_shown_are_told(page: LibraryPage, mine: Path, qtbot: Any) -> None:
    (mine / "broken.puzzle").write_text("{")
    page.show_all()
    wait_for(qtbot, lambda: not page.shelf.loading)
    assert "1 file cannot be shown" in page.count.text() and "broken" in page.count.toolTip()


def test_what_the_verdict_knows_is_saved_but_no_solution(window: MainWindow, tmp_path: Path, qtbot: Any) -> None:
    """A maker's own puzzle without a solution is marked in the library, and never served as the next one."""
    page = open_latin(window, 1, 1, *(0,) * 14)
    wait_for(qtbot, lambda: page.live.latest is not None and page.live.latest.verdict == "none")
    assert window.filing.save_to(page.document, tmp_path / "none.puzzle")
    none = files.load(tmp_path / "none.puzzle").puzzle
    assert none.extra["solutions"] == 0 and entry_of(none, None, {}).impossible
    solved = open_latin(window, 1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 0)
    wait_for(qtbot, lambda: solved.live.rating is not None)
    assert window.filing.save_to(solved.document, tmp_path / "one.puzzle")
    one = files.load(tmp_path / "one.puzzle").puzzle
    assert one.solution is None and entry_of(one, None, {}).difficulty == solved.live.rating.level
    window.set_mode(PLAY)
    assert solved.live.rating.level in solved.play_panel.about.text()
    window.set_mode("draw")
    solved.document.edit("draw", [change for change in [solved.document.board.change("givens", 0, 0)] if change], "less")
    assert window.filing.save_to(solved.document, tmp_path / "one.puzzle")
    assert "rating" not in files.load(tmp_path / "one.puzzle").puzzle.extra, "nothing is known of this board yet"
    entries = [entry_of(puzzle, tmp_path / "x.puzzle", {}) for puzzle in (latin(4, *(0,) * 15), none)]
    assert next_entry(entries, latin(4, *(0,) * 15)) is None


def test_a_file_that_is_moved_is_saved_where_it_lies(window: MainWindow, mine: Path, qtbot: Any) -> None:
    assert window.filing.open_path(mine / "0.puzzle")
    document = window.page().document
    window.act("library")
    shown = window.desk.library_page
    wait_for(qtbot, lambda: not shown.shelf.loading)
    entry = library_model.Entry(document.puzzle, document.path, "", "", False, False)
    shown.acts.move([entry], "birthday")
    assert document.path == mine.resolve() / "birthday" / "0.puzzle" or document.path == mine / "birthday" / "0.puzzle"
    document.save()
    assert not (mine / "0.puzzle").exists()

"""Files that others change: asked about (theirs, mine, both), links written through, equal names never overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.cli import run
from studio.core import files
from studio.core.family import Stroke
from studio.ui.controllers.filing import BOTH, MINE, THEIRS, Filing
from studio.ui.document import DRAW, Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage
from tests.ui.conftest import latin


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> DocumentPage:
    """Opened here and changed here, and meanwhile changed by someone else."""
    files.save(tmp_path / "one.puzzle", latin(1, *(0,) * 15))
    assert window.filing.open_path(tmp_path / "one.puzzle")
    page = window.page()
    assert page is not None
    page.document.stroke(DRAW, "givens", "Numbers", Stroke("key", (5,), key="2"))
    files.save(tmp_path / "one.puzzle", latin(4, *(0,) * 15))
    return page


def answer(monkeypatch: pytest.MonkeyPatch, choice: str) -> list[Document]:
    asked: list[Document] = []
    monkeypatch.setattr(Filing, "ask_whose", lambda self, document: asked.append(document) or choice)
    return asked


def test_nothing_is_written_before_it_is_answered(window: MainWindow, page: DocumentPage,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer(monkeypatch, "")
    assert not window.act("save") and asked == [page.document] and page.document.is_modified
    assert page.document.path is not None and files.load(page.document.path).puzzle.givens[0] == 4


def test_mine(window: MainWindow, page: DocumentPage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer(monkeypatch, MINE)
    assert window.act("save") and page.document.path is not None
    assert files.load(page.document.path).puzzle.givens[:6] == (1, 0, 0, 0, 0, 2)
    page.document.stroke(DRAW, "givens", "Numbers", Stroke("key", (6,), key="3"))
    assert window.act("save") and len(asked) == 1


def test_theirs_can_be_undone(window: MainWindow, page: DocumentPage, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, THEIRS)
    window.act("save")
    assert page.document.board.givens[0] == 4 and not page.document.is_modified
    page.document.history.undo()
    assert page.document.board.givens[:6] == [1, 0, 0, 0, 0, 2] and page.document.is_modified


def test_both(window: MainWindow, page: DocumentPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answer(monkeypatch, BOTH)
    assert window.act("save")
    assert files.load(tmp_path / "one.puzzle").puzzle.givens[0] == 4
    assert page.document.path is not None and page.document.path != tmp_path / "one.puzzle"
    assert files.load(page.document.path).puzzle.givens[5] == 2


def test_a_change_is_told_once_when_the_window_is_used_again(window: MainWindow, page: DocumentPage) -> None:
    window.desk.look_outside()
    assert "another program" in window.notice.text.text() and window.notice.isVisible()
    window.notice.hide()
    window.desk.look_outside()
    assert not window.notice.isVisible()


def test_a_link_is_written_through(tmp_path: Path) -> None:
    real, link = tmp_path / "real.puzzle", tmp_path / "link.puzzle"
    files.save(real, latin(1, *(0,) * 15))
    link.symlink_to(real)
    files.save(link, latin(2, *(0,) * 15))
    assert link.is_symlink() and files.load(real).puzzle.givens[0] == 2


def test_converting_folders_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, folder in enumerate(("a", "b"), 1):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.txt").write_text(f"latin 2 2\n{number} 0\n0 0\n")
    out = tmp_path / "out"
    assert run(["convert", str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(out)]) == 0
    firsts = {path.name: files.load(path).puzzle.givens[0] for path in out.iterdir()}
    assert firsts == {"one.puzzle": 1, "one (2).puzzle": 2}
    (out / "one.puzzle").write_text("precious")
    assert run(["convert", str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(out)]) == 2
    assert (out / "one.puzzle").read_text() == "precious" and "there already" in capsys.readouterr().err
    assert run(["convert", str(tmp_path / "a"), "--out", str(out), "--overwrite"]) == 0
    assert files.load(out / "one.puzzle").puzzle.givens[0] == 1

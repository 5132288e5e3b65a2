"""A page to play, and the answer of an outside solver, by the window: in a worker, told in a sentence, undone at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage

DOORSTEP = files.library_folder() / "fillomino" / "01-doorstep.puzzle"


@pytest.fixture
def page(window: MainWindow) -> DocumentPage:
    assert window.filing.open_path(DOORSTEP)
    found = window.page()
    assert found is not None
    return found


def model(page: DocumentPage) -> str:
    """What a solver of clauses would print about the puzzle's only solution."""
    puzzle = page.document.puzzle
    whole = registry.family("fillomino").whole
    assert whole is not None and puzzle.solution is not None
    made = whole(puzzle)
    forbidden = made.differs(puzzle.solution)
    return "s SATISFIABLE\nv " + " ".join(str(-literal) for literal in forbidden) + " 0\n"


def test_a_page_to_play(window: MainWindow, page: DocumentPage, tmp_path: Path, qtbot: Any,
                        monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.ui.controllers import filing

    target = tmp_path / "play.html"
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(filing, "save_path", lambda parent, title, start, kinds: asked.append(kinds) or (
        target, next(name for name, endings in kinds.items() if ".html" in endings)))
    window.act("export")
    qtbot.waitUntil(target.exists, timeout=60_000)
    assert len(asked) == 1 and "Doorstep" in target.read_text() and "<script" in target.read_text()


def test_the_answer_of_a_solver(window: MainWindow, page: DocumentPage, tmp_path: Path, qtbot: Any) -> None:
    document, path = page.document, tmp_path / "model.txt"
    path.write_text(model(page))
    window.filing.exchange.read_answer(document, path)
    qtbot.waitUntil(lambda: tuple(document.board.marks) == document.puzzle.solution, timeout=60_000)
    document.history.undo()
    assert tuple(document.board.marks) != document.puzzle.solution


@pytest.mark.parametrize(("text", "sentence"), [
    ("s UNSATISFIABLE\n", "no solution"), ("v 1 2 3 0\n", "no solution of the puzzle"), ("hello\n", "no model")])
def test_what_is_no_answer_is_told(window: MainWindow, page: DocumentPage, tmp_path: Path, qtbot: Any, text: str,
                                   sentence: str) -> None:
    path = tmp_path / "model.txt"
    path.write_text(text)
    told: list[str] = []
    window.desk.notice.tell = lambda words, *rest: told.append(words)  # type: ignore[method-assign]
    window.filing.exchange.read_answer(page.document, path)
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert sentence in told[0]

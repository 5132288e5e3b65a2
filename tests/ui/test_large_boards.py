"""Large boards: no rule check runs on the window's thread; the answer comes from a worker, and the window stays usable."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core import registry
from studio.core.family import Family
from studio.core.puzzle import Board, Puzzle
from studio.ui.document import MAX_CHECKED, PLAY, Document
from studio.ui.main_window import MainWindow
from tests.ui.conftest import wait_for

SIDE = 31


def large() -> Puzzle:
    return registry.family("_template").blank(SIDE, SIDE)


@pytest.fixture
def never_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of a large board in this process is the fault that is looked for."""
    for family in registry.all_families():
        old = type(family).check

        def check(self: Family, board: Board, old: Any = old) -> Any:
            assert board.grid.size <= MAX_CHECKED, "a large board was checked on the window's thread"
            return old(self, board)

        monkeypatch.setattr(type(family), "check", check)


def mark(document: Document, cell: int, value: int) -> None:
    change = document.board.change("marks", cell, value)
    assert change is not None
    document.edit(PLAY, [change], "Mark")


@pytest.mark.parametrize("family_id", [family.id for family in registry.families()])
def test_no_action_checks_a_large_board_at_once(window: MainWindow, never_here: None, family_id: str) -> None:
    page = window.add_document(Document(registry.family(family_id).blank(60, 60)), "play")
    page.play_panel.mistakes.setChecked(True)
    if family_id != "tiling":
        mark(page.document, 7, 1)
    window.act("check")
    page.play_panel.leave()


def test_check_answers_from_a_worker(window: MainWindow, qtbot: Any, never_here: None) -> None:
    page = window.add_document(Document(large()), "play")
    mark(page.document, 0, 3)
    mark(page.document, 1, 3)
    page.play_panel.check()
    assert "Checking" in page.play_panel.message.text()
    wait_for(qtbot, lambda: "3 stands 2 times" in page.play_panel.message.text())
    assert set(page.play_panel.overlay().violations) == {0, 1}


def test_a_large_board_is_found_solved(window: MainWindow, qtbot: Any, never_here: None) -> None:
    givens = [(row + col) % SIDE + 1 for row in range(SIDE) for col in range(SIDE)]
    page = window.add_document(Document(large().with_givens((0, *givens[1:]))), "play")
    told: list[bool] = []
    page.document.solved.connect(lambda: told.append(True))
    mark(page.document, 0, givens[0])
    wait_for(qtbot, lambda: told == [True])

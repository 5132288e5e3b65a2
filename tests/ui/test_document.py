"""Documents: undo that merges a drag, trials, sizes, files, and what counts as modified."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from studio.core import registry
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Change, Puzzle
from studio.ui.document import DRAW, PLAY, Document, SetCells
from tests.ui.conftest import latin


@pytest.fixture
def document(qapp: Any) -> Document:
    return Document(latin(1, *(0,) * 15))


def type_key(document: Document, mode: str, cell: int, key: str) -> bool:
    tool = "givens" if mode == DRAW else "marks"
    return document.stroke(mode, tool, "Numbers", Stroke("key", (cell,), key=key))


def test_one_history_for_both_modes(document: Document) -> None:
    type_key(document, DRAW, 5, "2")
    type_key(document, PLAY, 6, "3")
    document.history.undo()
    assert (document.board.givens[5], document.board.marks[6]) == (2, 0)
    document.history.undo()
    assert (document.board.givens[5], document.board.marks[5]) == (0, 0)
    document.history.redo()
    document.history.redo()
    assert (document.board.givens[5], document.board.marks[6]) == (2, 3)
    assert [document.history.command(n).mode for n in (0, 1)] == [DRAW, PLAY]


def test_parts_of_one_stroke_are_undone_at_once(document: Document) -> None:
    for cell in (1, 2, 3):
        document.history.push(SetCells(document, DRAW, [Change("givens", cell, 0, 4)], "Paint", stroke=7))
    assert document.history.count() == 1
    document.history.undo()
    assert document.board.givens[1:4] == [0, 0, 0]


def test_givens_are_locked_while_playing(document: Document) -> None:
    assert not type_key(document, PLAY, 0, "3")
    document.stroke(PLAY, "givens", "wrong tool", Stroke("key", (4,), key="3"))
    assert document.board.givens == [1, *(0,) * 15]


def test_what_the_givens_decide_is_marked_while_they_are_drawn(document: Document) -> None:
    type_key(document, PLAY, 6, "3")
    type_key(document, DRAW, 5, "2")
    assert document.board.marks == [1, 0, 0, 0, 0, 2, 3, *(0,) * 9]
    assert document.marked() == 1
    document.history.undo()
    assert document.board.marks == [1, 0, 0, 0, 0, 0, 3, *(0,) * 9]


def test_the_question_is_told_apart_from_marks(document: Document) -> None:
    told: list[bool] = []
    document.changed.connect(told.append)
    type_key(document, DRAW, 5, "2")
    type_key(document, PLAY, 6, "3")
    assert told == [True, False]


def test_trials_can_be_kept_and_dropped_and_undone(document: Document) -> None:
    type_key(document, PLAY, 1, "2")
    document.begin_trial()
    type_key(document, PLAY, 2, "3")
    document.begin_trial()
    type_key(document, PLAY, 3, "4")
    assert document.trial_levels() == {2: 1, 3: 2}
    document.drop_trial()
    assert (document.board.marks[1:4], document.trial_levels()) == ([2, 3, 0], {2: 1})
    document.history.undo()
    assert (document.board.marks[3], len(document.trials)) == (4, 2)
    document.history.redo()
    document.keep_trial()
    assert (document.board.marks[1:4], document.trials) == ([2, 3, 0], [])


def test_restart_takes_all_marks_away_in_one_step(document: Document) -> None:
    type_key(document, PLAY, 1, "2")
    type_key(document, PLAY, 2, "3")
    document.restart()
    assert not document.started()
    document.history.undo()
    assert document.board.marks[1:3] == [2, 3]


def test_starting_again_forgets_the_clock_but_not_that_it_was_solved(qapp: Any) -> None:
    document = Document(latin(1, 2, 2, 0))
    told: list[bool] = []
    document.solved.connect(lambda: told.append(True))
    type_key(document, PLAY, 3, "1")
    document.seconds = 30
    document.restart()
    assert (document.was_solved, document.seconds) == (False, 0) and document.player()["solved"]
    type_key(document, PLAY, 3, "1")
    assert told == [True, True]
    again = Document(document.puzzle, None, document.player())
    assert again.was_solved and again.ever_solved


def test_solving_is_told_once(qapp: Any) -> None:
    document = Document(latin(1, 2, 2, 0))
    told: list[bool] = []
    document.solved.connect(lambda: told.append(True))
    type_key(document, PLAY, 3, "2")
    assert not told
    type_key(document, PLAY, 3, "1")
    document.history.undo()
    document.history.redo()
    assert told == [True] and document.was_solved


def test_save_and_open_bring_back_board_progress_and_clock(document: Document, tmp_path: Path) -> None:
    type_key(document, PLAY, 6, "3")
    document.seconds = 75
    assert document.is_modified
    document.save(tmp_path / "one.puzzle")
    assert not document.is_modified
    again = Document.open(tmp_path / "one.puzzle")
    assert again.board.givens == document.board.givens
    assert (again.board.marks[6], again.seconds, again.path) == (3, 75, tmp_path / "one.puzzle")


def test_a_failed_save_keeps_the_document_modified(document: Document, tmp_path: Path) -> None:
    type_key(document, DRAW, 5, "2")
    with pytest.raises(BadPuzzle):
        document.save(tmp_path / "missing" / "one.puzzle")
    assert document.is_modified and document.path is None


def test_a_foreign_file_is_not_overwritten(qapp: Any, tmp_path: Path) -> None:
    path = tmp_path / "square.txt"
    path.write_text("latin 2 2\n1 0\n0 0\n")
    assert Document.open(path).path is None


def test_details_are_undoable_and_keep_marks(document: Document) -> None:
    type_key(document, PLAY, 6, "3")
    document.set_details("Mine", "Me", "")
    assert (document.title, document.board.marks[6]) == ("Mine", 3)
    document.history.undo()
    assert document.puzzle.title == ""


def test_resizing_keeps_the_upper_left_corner_and_can_be_undone(document: Document) -> None:
    type_key(document, DRAW, 5, "2")
    document.resize(3, 3)
    assert (document.board.grid, document.board.givens[0], document.board.givens[4]) == (Grid(3, 3), 1, 2)
    document.history.undo()
    assert document.board.grid == Grid(4, 4)


def test_playing_steps_survive_another_size(document: Document) -> None:
    type_key(document, PLAY, 15, "3")
    document.resize(3, 3)
    document.history.undo()
    assert document.board.marks[15] == 3
    document.history.undo()
    assert document.board.marks[15] == 0


def test_a_new_title_keeps_playing_steps_and_trials(document: Document) -> None:
    document.begin_trial()
    type_key(document, PLAY, 6, "3")
    document.set_details("Mine", "", "")
    assert document.trial_levels() == {6: 1}
    document.history.undo()
    document.history.undo()
    assert (document.board.marks[6], document.title) == (0, "Untitled Latin square")


def test_borders_follow_their_cells_when_the_size_changes() -> None:
    family = next((known for known in registry.families() if known.uses_borders), None)
    if family is None:
        pytest.skip("no family with borders here")
    grid = Grid(4, 4)
    borders = [0] * grid.border_count
    borders[grid.border_between(5, 6)] = 2
    borders[grid.border_between(11, 15)] = 1
    puzzle = Puzzle(family.id, grid, (0,) * 16, tuple(borders))
    document = Document(puzzle)
    document.resize(5, 6)
    wider = document.puzzle
    document.history.undo()
    document.resize(3, 3)
    smaller = document.puzzle
    assert wider.borders[wider.grid.border_between(7, 8)] == 2 and sum(map(bool, wider.borders)) == 2
    assert smaller.borders[smaller.grid.border_between(4, 5)] == 2 and sum(map(bool, smaller.borders)) == 1


def test_a_board_too_large_to_show_is_refused_in_one_sentence(qapp: object) -> None:
    with pytest.raises(BadPuzzle, match="too large to show"):
        Document(registry.family("tiling").blank(300, 300))

"""The editor: a click cycles, a drag paints, keys set; players cannot touch givens; faults show live."""

from __future__ import annotations

from studio.core.draw import Circle, Line, Overlay
from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.families.fobidoshi import FAMILY
from tests.families.fobidoshi.boards import played, puzzle


def do(board: Board, tool: str, stroke: Stroke) -> None:
    board.apply(FAMILY.edit(board, tool, stroke))


def test_a_click_cycles_empty_circle_cross() -> None:
    for tool, layer in (("given", "givens"), ("mark", "marks")):
        board = Board(puzzle("--- ---"))
        seen = []
        for _ in range(3):
            do(board, tool, Stroke("press", (4,)))
            seen.append(board.layer(layer)[4])
        assert seen == [1, 2, 0]
        do(board, tool, Stroke("press", (4,), "right"))
        assert board.layer(layer)[4] == 2


def test_a_drag_paints_what_the_click_set() -> None:
    board = Board(puzzle("--- ---"))
    state: dict = {}
    do(board, "given", Stroke("press", (0,), state=state))
    do(board, "given", Stroke("drag", (0, 1), state=state))
    do(board, "given", Stroke("drag", (0, 1, 2, 5), state=state))
    assert board.givens == [1, 1, 1, 0, 0, 1]


def test_keys_set_and_clear() -> None:
    board = Board(puzzle("--- ---"))
    for key, value in (("o", 1), ("x", 2), ("space", 0), ("O", 1), (" ", 2), ("x", 2), ("Delete", 0), (" ", 1)):
        do(board, "mark", Stroke("key", (2,), key=key))
        assert board.marks[2] == value
    assert FAMILY.edit(board, "mark", Stroke("key", (2,), key="q")) == []
    assert FAMILY.edit(board, "mark", Stroke("key", (), key="o")) == []


def test_players_do_not_touch_givens() -> None:
    board = Board(puzzle("ox-"))
    state: dict = {}
    do(board, "mark", Stroke("press", (2,), state=state))
    do(board, "mark", Stroke("drag", (2, 1, 0), state=state))
    assert board.givens == [1, 2, 0] and board.marks == [0, 0, 1]


def test_a_new_given_takes_the_mark_away() -> None:
    board = played("---", "x--")
    do(board, "given_circle", Stroke("press", (0,)))
    assert board.givens[0] == 1 and board.marks[0] == 0 and FAMILY.check(board) == []


def test_symbol_tools_put_and_take_away() -> None:
    board = Board(puzzle("---"))
    for tool, expected in (("given_cross", 2), ("given_cross", 0), ("given_circle", 1), ("given_erase", 0)):
        do(board, tool, Stroke("press", (1,)))
        assert board.givens[1] == expected


def test_four_in_a_row_shows_while_drawing() -> None:
    board = Board(puzzle("ooo- ----"))
    assert FAMILY.check(board) == []
    do(board, "given_circle", Stroke("press", (3,)))
    assert [violation.cells for violation in FAMILY.check(board)] == [(0, 1, 2, 3)]


def test_circles_and_crosses_are_drawn_where_they_stand() -> None:
    shapes = FAMILY.draw(played("o--", "--x"), Overlay(ghosts={1: 1}))
    circles = [(shape.x, shape.y, shape.stroke) for shape in shapes if isinstance(shape, Circle)]
    assert circles == [(0.5, 0.5, "given"), (1.5, 0.5, "ghost")]
    assert sum(isinstance(shape, Line) and shape.stroke == "mark" for shape in shapes) == 2


def test_cells_are_told_in_words() -> None:
    board = played("o-x", "-o-")
    told = [FAMILY.describe_cell(board, cell) for cell in range(3)]
    assert told == ["row 1, column 1: circle, given", "row 1, column 2: circle", "row 1, column 3: no circle, given"]

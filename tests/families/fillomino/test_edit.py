"""Drawing and playing with mouse and keyboard, and what the board then looks like."""

from __future__ import annotations

from studio.core import registry
from studio.core.draw import Line, Overlay, Rect, Text
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import Board, Puzzle

FILLOMINO = registry.family("fillomino")


def board(*givens: int, cols: int = 3) -> Board:
    return Board(Puzzle("fillomino", Grid(len(givens) // cols, cols), givens))


def do(shown: Board, tool: str, stroke: Stroke) -> None:
    shown.apply(FILLOMINO.edit(shown, tool, stroke))


def test_digits_make_a_number() -> None:
    shown, state = board(*(0,) * 12, cols=4), {}
    do(shown, "givens", Stroke("key", (5,), key="1", state=state))
    assert shown.givens[5] == 1
    do(shown, "givens", Stroke("key", (5,), key="2", state=state))
    assert shown.givens[5] == 12
    do(shown, "givens", Stroke("key", (5,), key="3", state=state))
    assert shown.givens[5] == 3  # 123 does not fit on 12 cells
    do(shown, "givens", Stroke("key", (6,), key="4", state=state))
    assert shown.givens[5:7] == [3, 4]
    do(shown, "givens", Stroke("key", (5,), key="delete", state=state))
    assert shown.givens[5] == 0


def test_ten_can_be_typed() -> None:
    shown, state = board(*(0,) * 12, cols=4), {}
    do(shown, "marks", Stroke("key", (0,), key="1", state=state))
    do(shown, "marks", Stroke("key", (0,), key="0", state=state))
    assert shown.marks[0] == 10
    do(shown, "marks", Stroke("key", (1,), key="0", state=state))
    assert shown.marks[1] == 0


def test_drag_spreads_the_number_it_starts_on() -> None:
    shown, state = board(3, 0, 0, 0, 2, 0), {}
    do(shown, "marks", Stroke("press", (0,), state=state))
    do(shown, "marks", Stroke("drag", (0, 1), state=state))
    do(shown, "marks", Stroke("drag", (0, 1, 4), state=state))
    assert shown.marks == [0, 3, 0, 0, 0, 0]  # a given is not painted over
    do(shown, "givens", Stroke("press", (4,), state=state))
    do(shown, "givens", Stroke("drag", (4, 5), state=state))
    assert shown.givens == [3, 0, 0, 0, 2, 2]


def test_right_button_clears() -> None:
    shown, state = board(3, 0, 0, 0, 2, 0), {}
    shown.marks[1] = shown.marks[2] = 3
    do(shown, "marks", Stroke("press", (1,), button="right", state=state))
    do(shown, "marks", Stroke("drag", (1, 2), button="right", state=state))
    assert shown.marks == [0] * 6
    do(shown, "givens", Stroke("press", (0,), button="right", state=state))
    assert shown.givens[0] == 0


def test_a_new_given_replaces_the_mark_and_can_be_undone() -> None:
    shown = board(*(0,) * 6)
    shown.marks[2] = 5
    changes = FILLOMINO.edit(shown, "givens", Stroke("key", (2,), key="4"))
    shown.apply(changes)
    assert (shown.givens[2], shown.marks[2]) == (4, 0)
    shown.revert(changes)
    assert (shown.givens[2], shown.marks[2]) == (0, 5)


def test_pencil_marks_toggle() -> None:
    shown = board(*(0,) * 6)
    do(shown, "notes", Stroke("key", (2,), key="4"))
    do(shown, "notes", Stroke("key", (2,), key="2"))
    assert shown.notes[2] == 0b10100
    do(shown, "notes", Stroke("key", (2,), key="4"))
    assert shown.notes[2] == 0b100


def test_strokes_beside_the_board_do_nothing() -> None:
    assert FILLOMINO.edit(board(*(0,) * 6), "givens", Stroke("press", ())) == []
    assert FILLOMINO.edit(board(*(0,) * 6), "givens", Stroke("key", (0,), key="x")) == []


def test_drawing_shows_walls_tints_and_numbers() -> None:
    shown = board(2, 0, 1, 0, 3, 0)
    shown.marks[1] = 2
    shapes = FILLOMINO.draw(shown, Overlay(ghosts={3: 3}, excluded={5: 2}))
    texts = {(shape.text, shape.fill) for shape in shapes if isinstance(shape, Text)}
    assert {("2", "given"), ("2", "mark"), ("3", "ghost"), ("2", "conflict")} <= texts
    tinted = [(shape.x, shape.y) for shape in shapes if isinstance(shape, Rect) and shape.fill.startswith("tint")]
    assert sorted(tinted) == [(0, 0), (1, 0), (2, 0)]  # the complete 2 and the 1
    walls = {shape.points for shape in shapes if isinstance(shape, Line) and shape.stroke == "wall"}
    assert walls == {((2, 0), (2, 1)), ((0, 1), (3, 1))}  # between 2 and 1, and below the three complete cells
    film = FILLOMINO.draw(shown, Overlay(deduced={1: 2}))
    assert not [shape for shape in film if isinstance(shape, Rect) and shape.fill.startswith("tint")]

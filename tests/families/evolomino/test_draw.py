"""What is drawn: shading, arrows with their heads, squares, and the ghost of one block inside the next."""

from __future__ import annotations

from studio.core.draw import Arrow, Line, Overlay, Rect, Text
from studio.families.evolomino import FAMILY
from studio.families.evolomino.codecs.raw_text import read_raw
from studio.families.evolomino.model import puzzle_of
from tests.families.evolomino.boards import drawn, marked

PUZZLE = drawn("0.. ... #..", ((0, 0), (0, 1), (0, 2)))


def test_the_printed_board() -> None:
    shapes = FAMILY.draw(marked(PUZZLE, "... ... ..."), Overlay())
    (arrow,) = [shape for shape in shapes if isinstance(shape, Arrow)]
    assert arrow.points == ((0.5, 0.5), (1.5, 0.5), (2.5, 0.5))
    assert [shape.fill for shape in shapes if isinstance(shape, Rect)].count("shade") == 1
    assert [shape.stroke for shape in shapes if isinstance(shape, Rect)].count("given") == 1


def test_a_ring_has_no_head() -> None:
    ring = puzzle_of(read_raw("3 3\n10 5 0\n8 11 0\n1 1 1\n"))
    shapes = FAMILY.draw(marked(ring, "... ... ..."), Overlay())
    assert len([shape for shape in shapes if isinstance(shape, Arrow)]) == 1
    assert any(isinstance(shape, Line) and shape.dashed and len(shape.points) == 5 for shape in shapes)


def test_marks_are_squares_and_crosses() -> None:
    shapes = FAMILY.draw(marked(PUZZLE, "0-0 --0 ---"), Overlay())
    assert [shape.stroke for shape in shapes if isinstance(shape, Rect)].count("mark") == 2
    assert len([shape for shape in shapes if isinstance(shape, Text) and shape.text == "×"]) == 5


def test_the_shift_is_a_ghost_while_a_film_runs() -> None:
    board = marked(PUZZLE, "0-0 --0 ---")
    still, film = FAMILY.draw(board, Overlay()), FAMILY.draw(board, Overlay(current=(2,)))
    assert not any(isinstance(shape, Line) and shape.stroke == "ghost" for shape in still)
    ghosts = [shape for shape in film if isinstance(shape, Line) and shape.stroke == "ghost"]
    assert any(shape.dashed for shape in ghosts) and len(ghosts) >= 5  # the outline and the way it went


def test_the_nearest_overlay_is_shown_where_the_next_block_is_wrong() -> None:
    board = marked(PUZZLE, "0-0 0-0 ---")
    (fault,) = FAMILY.check(board)
    assert fault.rule == "next-block"
    shapes = FAMILY.draw(board, Overlay(violations=fault.cells))
    wrong = [shape for shape in shapes if isinstance(shape, Line) and shape.stroke == "violation"]
    assert any(shape.dashed and shape.points == ((0.5, 0.5), (2.5, 0.5)) for shape in wrong)


def test_blocks_with_room_between_them_are_not_compared() -> None:
    """A further block may still come between them, so nothing is wrong yet."""
    wide = drawn("0.... ..... .....", ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)))
    board = marked(wide, "0-.-0 ---.0 ----0")
    assert not FAMILY.check(board)
    shapes = FAMILY.draw(board, Overlay(current=(4,)))
    assert not any(isinstance(shape, Line) and shape.stroke in ("violation", "ghost") for shape in shapes)

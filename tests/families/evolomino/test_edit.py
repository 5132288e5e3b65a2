"""Drawing arrows by dragging, painting shading and squares, playing."""

from __future__ import annotations

from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.families.evolomino import FAMILY
from studio.families.evolomino.model import field_of


def blank(rows: int = 3, cols: int = 4) -> Board:
    return Board(FAMILY.blank(rows, cols))


def pull(board: Board, tool: str, *cells: int, button: str = "left") -> None:
    """Press on the first cell, drag over the others, release."""
    state: dict[str, object] = {}
    board.apply(FAMILY.edit(board, tool, Stroke("press", cells[:1], button, state=state)))
    for end in range(2, len(cells) + 1):
        board.apply(FAMILY.edit(board, tool, Stroke("drag", cells[:end], button, state=state)))
    board.apply(FAMILY.edit(board, tool, Stroke("release", cells, button, state=state)))


def arrows(board: Board) -> tuple[tuple[int, ...], ...]:
    return field_of(board).arrows


def test_dragging_draws_an_arrow_and_its_head_goes_on() -> None:
    board = blank()
    pull(board, "arrow", 0, 1, 2)
    assert arrows(board) == ((0, 1, 2),)
    pull(board, "arrow", 2, 6, 10)
    assert arrows(board) == ((0, 1, 2, 6, 10),)


def test_dragging_back_from_the_head_shortens() -> None:
    board = blank()
    pull(board, "arrow", 0, 1, 2, 6, 10)
    pull(board, "arrow", 10, 6, 2)
    assert arrows(board) == ((0, 1, 2),)
    pull(board, "arrow", 2, 1, 0)
    assert arrows(board) == () and not any(board.borders)


def test_double_click_turns_round_and_right_click_deletes() -> None:
    board = blank()
    pull(board, "arrow", 0, 1, 2)
    board.apply(FAMILY.edit(board, "arrow", Stroke("double", (1,))))
    assert arrows(board) == ((2, 1, 0),)
    board.apply(FAMILY.edit(board, "arrow", Stroke("press", (1,), "right")))
    assert arrows(board) == ()


def test_a_fast_pointer_skips_no_cell_and_arrows_never_cross() -> None:
    board = blank()
    pull(board, "arrow", 0, 10)
    assert arrows(board) == ((0, 4, 8, 9, 10),)
    pull(board, "arrow", 1, 5, 9, 8)
    assert arrows(board) == ((0, 4, 8, 9, 10), (1, 5))
    pull(board, "arrow", 4, 5)  # from the middle of an arrow nothing begins
    assert arrows(board) == ((0, 4, 8, 9, 10), (1, 5))


def test_touching_arrows_stay_apart() -> None:
    board = blank()
    pull(board, "arrow", 0, 1)
    pull(board, "arrow", 2, 3)
    assert arrows(board) == ((0, 1), (2, 3))


def test_shading_paints_clears_and_spares_arrows() -> None:
    board = blank()
    pull(board, "arrow", 0, 1, 2)
    pull(board, "shade", 2, 6, 7)
    assert board.givens[2] == 0 and board.givens[6] == board.givens[7] == 1
    pull(board, "shade", 7, 6)
    assert not any(board.givens)
    pull(board, "shade", 6)
    pull(board, "arrow", 5, 6, 7)  # an arrow stops at a shaded cell
    assert arrows(board) == ((0, 1, 2),)


def test_given_squares_and_the_eraser() -> None:
    board = blank()
    pull(board, "arrow", 0, 1, 2)
    pull(board, "given", 1)
    assert board.givens[1] == 2
    pull(board, "erase", 1)
    assert not any(board.givens) and arrows(board) == ()


def test_playing_leaves_the_givens_alone() -> None:
    board = blank()
    pull(board, "given", 5)
    pull(board, "play", 4, 5, 6)
    assert board.marks[4] == board.marks[6] == 1 and board.marks[5] == 0
    pull(board, "play", 4)
    assert board.marks[4] == 0
    pull(board, "play", 7, button="right")
    assert board.marks[7] == 2
    board.apply(FAMILY.edit(board, "play", Stroke("key", (3,), key="1")))
    assert board.marks[3] == 1


def test_what_is_drawn_is_a_puzzle() -> None:
    board = blank(3, 3)
    pull(board, "arrow", 0, 1, 2)
    pull(board, "shade", 6)
    FAMILY.validate(board.puzzle())
    assert "cell 1 of 3 on arrow 1" in FAMILY.describe_cell(board, 0)
    assert "shaded" in FAMILY.describe_cell(board, 6)

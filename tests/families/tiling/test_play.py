"""Playing with pieces: the hand takes, shows, turns, lays down, moves and takes back."""

from __future__ import annotations

from studio.core.draw import Line, Rect
from studio.core.family import Stroke
from studio.families.tiling import FAMILY
from studio.families.tiling.model.convert import pieces_of_answer
from tests.families.tiling.test_edit import Hand, board, middle, shapes_are_right

FITS, FITS_NOT = "forced", "violation"


def shown(hand: Hand, cell: int, kind: str = "hover") -> set[str]:
    """The colour roles of what the hand shows over a cell."""
    row, col = hand.board.grid.rc(cell)
    stroke = Stroke(kind, (cell,), x=col + 0.5, y=row + 0.5, state=hand.state)
    shapes = FAMILY.preview(hand.board, hand.tool, stroke)
    return {shape.fill if isinstance(shape, Rect) else shape.stroke for shape in shapes if isinstance(shape, Rect | Line)}


def test_a_piece_dragged_from_the_tray_is_shown_and_laid_down_on_release() -> None:
    play = board(4, 4, "1:3L 1:3I")
    hand = Hand(play, "place")
    hand.do("press", **middle(play, 0))
    hand.do("drag", 5)
    assert not any(play.marks) and shown(hand, 5, "drag") >= {FITS, "tile:0"}
    assert FITS_NOT in shown(hand, 15, "drag")
    hand.do("release", 5)
    assert pieces_of_answer(play.marks) == {1: [5, 9, 10]}
    assert not shown(hand, 5), "the hand is empty again"


def test_a_click_on_the_tray_carries_tiles_until_the_tray_has_no_more() -> None:
    play = board(4, 4, "2:2")
    hand = Hand(play, "place")
    hand.do("press", **middle(play, 0))
    hand.do("release", **middle(play, 0))
    hand.drag(0)
    assert shown(hand, 4), "one more in the hand"
    hand.drag(1)
    assert len(pieces_of_answer(play.marks)) == 1, "it does not fit on the first one"
    hand.drag(4)
    assert pieces_of_answer(play.marks) == {1: [0, 1], 2: [4, 5]}
    assert not shown(hand, 8)
    hand.do("press", **middle(play, 0))
    assert not hand.state.get("held"), "an empty place of the tray gives nothing"


def test_a_carried_tile_is_let_go() -> None:
    play = board(4, 4, "2:2 1:3I")
    hand = Hand(play, "place")

    def carry() -> None:
        hand.do("press", **middle(play, 0))
        hand.do("release", **middle(play, 0))
        assert shown(hand, 0)

    carry()
    hand.do("key", 0, key="escape")
    assert not shown(hand, 0)
    carry()
    hand.do("press", **middle(play, 0))
    assert not shown(hand, 0), "a second click on the same tile"
    carry()
    hand.do("press", 3, button="right")
    assert not shown(hand, 0)
    carry()
    hand.do("press", x=-2.0, y=1.0)
    hand.do("release", x=-2.0, y=1.0)
    assert not shown(hand, 0) and not any(play.marks)


def test_held_pieces_turn_and_flip_about_the_pointer() -> None:
    play = board(4, 4, "1:4L", reflections=True)
    hand = Hand(play, "place")
    hand.do("key", 5, key="1")
    before = hand.state["held"]
    for key, shift in (("r", False), ("R", True), ("f", False), ("f", False)):
        hand.do("key", 5, key=key, shift=shift)
    assert hand.state["held"] == before
    hand.do("key", 5, key="r")
    assert hand.state["held"] != before and not any(play.marks)
    hand.do("key", 5, key="enter")
    assert 5 in pieces_of_answer(play.marks)[1] and shapes_are_right(play)


def test_a_click_on_a_piece_takes_it_back() -> None:
    play = board(4, 4, "2:2")
    play.marks[:6] = [1, 1, 0, 0, 2, 2]
    hand = Hand(play, "place")
    hand.drag(1)
    assert pieces_of_answer(play.marks) == {2: [4, 5]}
    hand.do("press", 4, button="right")
    assert not any(play.marks)


def test_a_piece_is_moved_springs_back_where_it_does_not_fit_and_leaves_over_the_edge() -> None:
    play = board(2, 4, "2:4O 2:4I")
    play.marks[:] = [1, 1, 0, 0, 1, 1, 0, 0]
    hand = Hand(play, "place")
    hand.drag(0, 1, 2)
    assert pieces_of_answer(play.marks) == {1: [2, 3, 6, 7]}
    hand.drag(2, 3)
    assert pieces_of_answer(play.marks) == {1: [2, 3, 6, 7]} and not hand.state.get("held")
    hand.do("press", 3)
    hand.do("drag", 3, 2)
    hand.do("release", 3, 2, x=1.5, y=-1.0)
    assert not any(play.marks)


def test_a_piece_is_turned_while_it_is_dragged() -> None:
    play = board(3, 3, "1:3I")
    play.marks[:3] = [1, 1, 1]
    hand = Hand(play, "place")
    hand.do("press", 0)
    assert not shown(hand, 0, "drag"), "it may become a click"
    hand.do("key", 0, key="r")
    assert FITS in shown(hand, 0, "drag")
    hand.do("release", 0)
    assert pieces_of_answer(play.marks) == {1: [0, 3, 6]}


def test_the_keyboard_alone_takes_moves_turns_and_takes_back() -> None:
    play = board(4, 4, "1:3L 2:3I", reflections=True)
    hand = Hand(play, "place")
    hand.do("key", 0, key="space")
    assert hand.state["tile"] == 0
    hand.do("key", 0, key="space")
    hand.do("key", 0, key="space", shift=True)
    hand.do("key", 0, key="enter")
    assert pieces_of_answer(play.marks) == {1: [0, 4, 5]}
    hand.do("key", 0, key="space")
    assert hand.state["tile"] == 1, "the first one is used up"
    hand.do("key", 0, key="escape")
    hand.do("key", 5, key="enter")
    hand.do("key", 11, key="enter")
    assert pieces_of_answer(play.marks) == {1: [6, 10, 11]}
    hand.do("key", 11, key="r")
    assert 11 in pieces_of_answer(play.marks)[1] and shapes_are_right(play)
    hand.do("key", 11, key="delete")
    assert not any(play.marks)


def test_without_reflections_pieces_are_not_flipped() -> None:
    play = board(3, 3, "1:4L")
    hand = Hand(play, "place")
    hand.do("key", 0, key="1")
    hand.do("key", 0, key="enter")
    before = list(play.marks)
    assert any(before)
    hand.do("key", 0, key="f")
    assert play.marks == before


def test_a_piece_that_an_undo_took_away_leaves_the_hand() -> None:
    play = board(2, 2, "1:2")
    play.marks[:2] = [1, 1]
    hand = Hand(play, "place")
    hand.do("key", 0, key="enter")
    assert shown(hand, 2)
    play.marks[:2] = [0, 0]
    assert not shown(hand, 2)


def test_an_own_tile_is_seen_while_it_is_drawn() -> None:
    sheet = board(3, 3, "2")
    hand = Hand(sheet, "own")
    stroke = Stroke("drag", (0, 1, 4), x=1.5, y=1.5, state=hand.state)
    drawn = [shape for shape in FAMILY.preview(sheet, "own", stroke) if isinstance(shape, Rect)]
    assert {(shape.x, shape.y) for shape in drawn} == {(0, 0), (1, 0), (1, 1)}
    assert not shown(hand, 4)


def test_a_piece_snaps_to_the_nearest_spot_where_it_fits() -> None:
    play = board(2, 4, "2:2")
    hand = Hand(play, "place")
    hand.do("key", 0, key="1")
    hand.do("press", 3, x=3.2, y=0.5)
    hand.do("release", 3, x=3.2, y=0.5)  # the domino would reach beyond the edge; its left half is 0.7 from the spot that fits
    assert pieces_of_answer(play.marks) == {1: [2, 3]}
    hand.drag(7)
    assert pieces_of_answer(play.marks) == {1: [2, 3]} and hand.state["held"], "too far away: it stays in the hand"
    hand.do("press", x=1.5, y=2.1)
    hand.do("release", x=1.5, y=2.1)
    assert pieces_of_answer(play.marks)[2] == [5, 6], "the pointer may be just beside the board"


def test_the_wheel_turns_what_is_held_and_tiles_turn_only_as_they_may() -> None:
    tiles = [{"name": "4L", "count": 2, "turns": "half"}, {"name": "3L", "count": 2, "turns": "none"}, {"name": "3I"}]
    play = board(5, 5, "2")
    play.params["tiles"], play.params["reflections"] = tiles, True
    hand = Hand(play, "place")
    hand.do("key", 12, key="1")
    before = hand.state["held"]
    hand.do("wheel", 12, key="r")
    assert hand.state["held"] != before and len({r for r, _ in hand.state["held"]}) == 2, "upside down, not upright"
    hand.do("wheel", 12, key="r", shift=True)
    assert hand.state["held"] == before
    hand.do("key", 12, key="f")
    assert hand.state["held"] == before, "a tile that may not be turned at will is not flipped over either"
    hand.do("key", 12, key="2")
    fixed = hand.state["held"]
    hand.do("key", 12, key="r")
    assert hand.state["held"] == fixed
    hand.do("key", 12, key="3")
    hand.do("wheel", 12, key="r")
    assert {c for _, c in hand.state["held"]} == {0}
    hand.do("key", 12, key="escape")
    hand.do("wheel", 12, key="r")
    assert not hand.state.get("held") and not any(play.marks)

"""Drawing and playing: cells, rectangles, the tray, own tiles; all but playing."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.draw import Line, Overlay, Rect, Text
from studio.core.family import Stroke
from studio.core.puzzle import Board
from studio.families.tiling import FAMILY
from studio.families.tiling.draw.colours import slot_role, tones
from studio.families.tiling.edit.tray import layout, tile_at
from studio.families.tiling.model.convert import pieces_of_answer, puzzle_of, tiles_from_words, tiles_of
from studio.families.tiling.model.problem import rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from tests.families.tiling.instances import as_puzzle, instances, solve


class Hand:
    """A mouse with a tool over one board."""

    def __init__(self, board: Board, tool: str) -> None:
        self.board, self.tool, self.state = board, tool, {}

    def do(self, kind: str, *cells: int, **rest: Any) -> None:
        if cells:
            row, col = self.board.grid.rc(cells[-1])
            rest = {"x": col + 0.5, "y": row + 0.5, **rest}
        self.board.apply(FAMILY.edit(self.board, self.tool, Stroke(kind, cells, state=self.state, **rest)))

    def drag(self, *cells: int, **rest: Any) -> None:
        self.do("press", cells[0], **rest)
        for k in range(2, len(cells) + 1):
            self.do("drag", *cells[:k], **rest)
        self.do("release", *cells, **rest)


def board(rows: int, cols: int, tiles: str, reflections: bool = False) -> Board:
    return Board(puzzle_of(rectangle_board(rows, cols), tiles_from_words(tiles), reflections))


def middle(play: Board, tile: int) -> dict[str, float]:
    slot = layout(play.grid, tiles_of(play.params))[tile]
    return {"x": slot.x + 0.1, "y": slot.y + 0.1}


def shapes_are_right(play: Board) -> bool:
    return not {violation.rule for violation in FAMILY.check(play)} & {"wrong-shape", "overlap", "outside"}


def test_painting_and_erasing_cells() -> None:
    sheet = board(2, 3, "2")
    hand = Hand(sheet, "cells")
    hand.drag(0, 1, 2)
    assert sheet.givens == [0, 0, 0, 1, 1, 1]
    hand.drag(1, 2, 5)
    assert sheet.givens == [0, 1, 1, 1, 1, 1]
    hand.drag(3, button="right")
    assert sheet.givens == [0, 1, 1, 0, 1, 1]


def test_a_rectangle_shrinks_with_the_pointer() -> None:
    sheet = board(3, 3, "2")
    sheet.givens[:] = [0] * 9
    hand = Hand(sheet, "rectangle")
    hand.drag(0, 1, 4, 5, 4)
    assert sheet.givens == [1, 1, 0, 1, 1, 0, 0, 0, 0]
    hand.drag(0, 1, button="right")
    assert sheet.givens == [0, 0, 0, 1, 1, 0, 0, 0, 0]


def test_the_tray_counts_up_and_down() -> None:
    sheet = board(4, 4, "2 2:4L")
    hand = Hand(sheet, "tray")
    hand.do("press", **middle(sheet, 1))
    assert [t.count for t in tiles_of(sheet.params)] == [None, 3]
    hand.do("press", button="right", **middle(sheet, 1))
    hand.do("press", button="right", **middle(sheet, 1))
    hand.do("press", button="right", **middle(sheet, 1))
    assert [t.label for t in tiles_of(sheet.params)] == ["2"]
    hand.do("press", **middle(sheet, 0))
    hand.do("double", **middle(sheet, 0))
    assert tiles_of(sheet.params)[0].count is None


def test_the_tray_answers_whatever_tool_draws_the_board() -> None:
    for tool in ("cells", "rectangle", "own"):
        sheet = board(4, 4, "2 2:4L")
        hand = Hand(sheet, tool)
        hand.do("press", **middle(sheet, 1))
        hand.do("release", **middle(sheet, 1))
        assert [t.count for t in tiles_of(sheet.params)] == [None, 3] and all(sheet.givens)


def test_names_are_typed_into_the_tray() -> None:
    sheet = board(4, 4, "2")
    hand = Hand(sheet, "tray")
    for key in "4L5p4l":
        hand.do("key", 0, key=key)
    assert [(t.label, t.count) for t in tiles_of(sheet.params)] == [("2", None), ("4L", 2), ("5P", 1)]
    hand.do("key", 0, key="delete")
    assert len(tiles_of(sheet.params)) == 2


def test_an_own_tile_is_drawn_on_the_board() -> None:
    sheet = board(4, 4, "2")
    Hand(sheet, "own").drag(0, 1, 2, 1, 5)
    tiles = tiles_of(sheet.params)
    assert tiles[-1].label == "4T" and tiles[-1].count == 1
    Hand(sheet, "own").drag(0, 1, 2, 3, 7, 11, 10)
    assert tiles_of(sheet.params)[-1].size == 7


def test_a_piece_has_its_tiles_colour_and_neighbours_of_one_tile_differ_in_shade() -> None:
    for problem in instances(60, 5):
        puzzle = as_puzzle(problem)
        tray = [slot_role(tiles_of(puzzle.params), problem.reflections, k) for k in range(len(tiles_of(puzzle.params)))]
        for answer in solve(puzzle, "table", 2).solutions:
            colours = tones(Board(puzzle, answer))
            for number, cells in pieces_of_answer(answer).items():
                assert colours[number].role == tray[problem.tile_of(cells) or 0]
            for a, b in puzzle.grid.adjacent_pairs():
                if answer[a] and answer[b] and answer[a] != answer[b]:
                    assert colours[answer[a]] != colours[answer[b]]


def test_a_film_keeps_the_colour_and_a_fault_is_seen_on_any() -> None:
    play = board(2, 3, "2 3I")
    play.marks[:] = [1, 1, 0, 2, 2, 2]
    plain, filmed = FAMILY.draw(play, Overlay()), FAMILY.draw(play, Overlay(guessed={0: 1, 1: 1}, violations=(3, 4, 5)))
    whole = {(s.x, s.y, s.fill) for s in plain if isinstance(s, Rect) and s.w == 1 and s.fill.startswith("tile:")}
    assert whole <= {(s.x, s.y, s.fill) for s in filmed if isinstance(s, Rect)} and len(whole) == 5
    assert any(isinstance(s, Rect) and s.fill == "guess:1" and s.w < 1 for s in filmed)
    assert sum(isinstance(s, Line) and s.stroke == "fault" for s in filmed) > 15, "hatched, not only tinted"


def test_tiles_that_fit_nowhere_are_told() -> None:
    play = board(2, 4, "2 2:3I 1:4O 1:1")
    assert FAMILY.pieces.useless(play) == ()
    play.marks[:] = [0, 0, 1, 0, 0, 1, 1, 0]  # two cells above each other are open on the right, three on the left
    assert FAMILY.pieces.useless(play) == (1, 2)
    play.marks[0] = play.marks[4] = 2
    play.marks[3] = 3
    assert FAMILY.pieces.useless(play) == (0, 1, 2), "single cells are open; the one 1 is laid"


@pytest.mark.parametrize("size", [(3, 3), (12, 9)])
def test_the_tray_is_drawn_where_the_mouse_finds_it(size: tuple[int, int]) -> None:
    play = board(*size, "2:5F 5I 3:4L 2 1 5V 5X 2:5W 3I 4T")
    tiles = tiles_of(play.params)
    shapes = FAMILY.draw(play, Overlay())
    for slot in layout(play.grid, tiles):
        assert slot.x >= play.grid.cols or slot.y >= play.grid.rows
        assert tile_at(play.grid, tiles, slot.x + 0.01, slot.y + 0.01) == slot.tile
        assert any(isinstance(s, Rect) and abs(s.y - slot.y) < 0.6 and s.x >= slot.x for s in shapes)


def test_the_tray_tells_when_areas_do_not_agree() -> None:
    def totals(count: int | None) -> list[str]:
        board = Board(puzzle_of(rectangle_board(3, 9), [Tile(NAMED["3I"], count, "3I")], False))
        return [shape.text for shape in FAMILY.draw(board, Overlay()) if isinstance(shape, Text) and "pieces for" in shape.text]

    assert totals(8) == ["27 cells, pieces for 24"] and totals(9) == [] and totals(None) == []

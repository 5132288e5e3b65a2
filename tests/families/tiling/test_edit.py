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
from studio.families.tiling.model.given import given_pieces
from studio.families.tiling.model.problem import rectangle_board
from studio.families.tiling.model.sets import tiles_of_size
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
    hand.do("release", **middle(sheet, 1))
    assert [t.count for t in tiles_of(sheet.params)] == [None, 3]
    hand.do("press", button="right", **middle(sheet, 1))
    hand.do("press", button="right", **middle(sheet, 1))
    hand.do("press", button="right", **middle(sheet, 1))
    assert [t.label for t in tiles_of(sheet.params)] == ["2"]
    for kind in ("press", "release", "double", "release"):
        hand.do(kind, **middle(sheet, 0))
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


def test_keys_say_how_many_must_be_used_and_how_a_tile_turns() -> None:
    sheet = board(4, 4, "3:2 2:4L")
    hand = Hand(sheet, "tray")
    for key in ("space", "space", "+", "]", "]", "]", "]", "]", "[", "r"):
        hand.do("key", 0, key=key)
    tile = tiles_of(sheet.params)[1]
    assert (tile.label, tile.count, tile.least, tile.turns) == ("4L", 3, 2, "half")
    for key in ("r", "r", "-", "-", "*"):
        hand.do("key", 0, key=key)
    tile = tiles_of(sheet.params)[1]
    assert (tile.count, tile.least, tile.turns) == (None, 1, "all"), "with fewer pieces fewer must be used"
    for key in "5r":
        hand.do("key", 0, key=key)
    assert tiles_of(sheet.params)[-1].label == "5R" and tiles_of(sheet.params)[1].turns == "all"


def test_a_tile_is_dragged_from_the_tray_as_a_given_piece() -> None:
    sheet = board(4, 4, "2 2:3I")
    for tool, cell, wanted in (("tray", 4, [4, 5, 6]), ("cells", 12, [12, 13, 14])):
        hand = Hand(sheet, tool)
        hand.do("press", **middle(sheet, 1))
        hand.do("drag", cell)
        hand.do("release", cell)
        assert wanted in given_pieces(sheet.grid, sheet.givens, sheet.borders), tool
        assert tiles_of(sheet.params)[1].count == 2 and all(sheet.givens) and not hand.state.get("held")
    hand.do("press", **middle(sheet, 1))
    hand.do("key", 1, key="r")
    hand.do("release", 1)
    assert len(given_pieces(sheet.grid, sheet.givens, sheet.borders)) == 2, "upright it does not fit between the two"
    FAMILY.validate(sheet.puzzle())


def test_the_board_is_shaped_by_outlines_rows_columns_and_floods() -> None:
    def rows(sheet: Board) -> list[str]:
        return ["".join("x" if sheet.givens[4 * r + c] else "." for c in range(4)) for r in range(4)]

    sheet = board(4, 4, "2")
    Hand(sheet, "flood").drag(5)
    assert rows(sheet) == ["...."] * 4
    Hand(sheet, "outline").drag(0, 1, 2, 6, 10, 9, 8, 4)
    assert rows(sheet) == ["xxx.", "xxx.", "xxx.", "...."]
    Hand(sheet, "flood").drag(5, button="right")
    Hand(sheet, "lines").drag(4, 5, 6)
    assert rows(sheet) == ["....", "xxxx", "....", "...."]
    Hand(sheet, "lines").drag(2, 6, 10)
    assert rows(sheet) == ["..x.", "xxxx", "..x.", "..x."]
    Hand(sheet, "flood").drag(15)
    assert rows(sheet) == ["..x.", "xxxx", "..xx", "..xx"]
    hand = Hand(sheet, "lines")
    hand.do("key", 4, key="enter")
    hand.do("key", 0, key="enter", shift=True)
    assert rows(sheet) == ["x.x.", "x...", "x.xx", "x.xx"]
    assert FAMILY.preview(sheet, "outline", Stroke("drag", (0, 1)))


@pytest.mark.parametrize(("size", "free", "one_sided"), [(3, 2, 2), (4, 5, 7), (5, 12, 18), (6, 35, 60)])
def test_ready_sets_have_every_polyomino_once(size: int, free: int, one_sided: int) -> None:
    for flips, many in ((True, free), (False, one_sided)):
        tiles = tiles_of_size(size, not flips)
        assert len({tile.key(flips) for tile in tiles}) == len({tile.label for tile in tiles}) == many
        assert all(tile.size == size and tile.count == 1 for tile in tiles)


def test_the_supply_takes_sets_and_tells_areas() -> None:
    supply, sheet = FAMILY.supply, board(3, 9, "4:4L")
    assert supply.summary(sheet) == "27 cells, pieces for 16"
    sheet.givens[0] = 2
    for name in supply.sets():
        sheet.apply(supply.take_set(sheet, name))
        FAMILY.validate(sheet.puzzle())
    assert supply.summary(sheet) == "27 cells, no tiles" and sheet.givens[0] == 1
    sheet.apply(supply.take_set(sheet, "Pentominoes (12)"))
    assert sheet.params["reflections"] and len(supply.entries(sheet)) == 12
    sheet.apply(supply.put(sheet, 1, {"count": 0, "least": 2, "turns": "half"}))
    assert supply.values(sheet, 1) == {"count": 0, "least": 2, "turns": "half"}
    assert supply.summary(sheet) == "27 cells, pieces without end"
    sheet.apply(supply.put(sheet, 1, {"count": 8, "least": 6, "turns": "all"}))
    assert supply.summary(sheet) == "27 cells, but tiles that must be used have 30"
    sheet.apply(supply.remove(sheet, 1))
    assert supply.summary(sheet) == "27 cells, pieces for 55"


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

"""A few small puzzles for tests and for the rules' drawn examples."""

from __future__ import annotations

from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.problem import board_from_picture, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile


def _tiles(**counts: int | None) -> list[Tile]:
    return [Tile(NAMED[name[1:]], count, name[1:]) for name, count in counts.items()]


def samples() -> list[Puzzle]:
    """Solvable first; the mutilated chessboard and 4L on 10x10 show colouring proofs."""
    corners = "\n".join(["." + "x" * 7, *["x" * 8] * 6, "x" * 7 + "."])
    ring = "xxxxxx\nxxxxxx\nxx..xx\nxx..xx\nxxxxxx\nxxxxxx"
    return [
        puzzle_of(rectangle_board(3, 5), _tiles(_4L=1, _3L=1, _3I=1, _4O=1, _1=1), False, marked("Five pieces")),
        puzzle_of(board_from_picture(ring), _tiles(_4L=2, _4J=2, _4T=2, _4I=2), False, marked("Frame")),
        puzzle_of(rectangle_board(6, 10), [Tile(NAMED[n], 1, n) for n in PENTOMINOES], True, marked("Twelve pentominoes")),
        puzzle_of(board_from_picture(corners), _tiles(_2=None), False, marked("The mutilated chessboard")),
        puzzle_of(rectangle_board(10, 10), _tiles(_4L=None), False, marked("25 L on 10x10")),
    ]


PENTOMINOES = ("5F", "5I", "5L", "5N", "5P", "5T", "5U", "5V", "5W", "5X", "5Y", "5Z")
"""The twelve of Golomb; with reflections their mirror images are the same tiles."""

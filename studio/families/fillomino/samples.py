"""A few small boards that live in the code."""

from __future__ import annotations

from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.families.fillomino.model import BASIC, CHALLENGING, no_borders, params


def _board(title: str, variant: str, *rows: str) -> Puzzle:
    numbers = tuple(int(token) if token != "." else 0 for row in rows for token in row.split())
    grid = Grid(len(rows), len(rows[0].split()))
    return Puzzle("fillomino", grid, numbers, no_borders(grid), params=params(variant), title=title)


SAMPLES = (
    _board(marked("First steps"), CHALLENGING,
           "3 . . 5 .",
           ". 1 . . 2",
           ". 4 . 2 .",
           "4 . . 3 .",
           ". 4 . . 4"),
    _board(marked("Hidden regions"), CHALLENGING,
           ". . 4 . . .",
           ". 5 3 . 2 .",
           ". . . . 5 2",
           "3 3 . . . .",
           ". 2 . 1 4 .",
           ". . . 3 . ."),
    _board(marked("A clue in every region"), BASIC,
           ". 6 . 7 . 7 .",
           ". 3 . 7 7 7 4",
           ". 3 3 7 . . .",
           "3 2 4 . 6 6 6",
           ". . . 4 6 2 .",
           "3 6 4 1 . 3 .",
           ". 6 . 6 . 2 ."),
    _board(marked("Half a turn"), CHALLENGING,
           ". . 7 . . 4 . 4",
           ". . 7 . . 6 4 .",
           "6 6 . 8 8 . 5 5",
           "6 . . 8 . 8 . .",
           ". . 4 . 6 . . 1",
           "5 5 . 6 6 . 8 8",
           ". 5 4 . . 8 . .",
           "1 . 2 . . 8 . ."),
)

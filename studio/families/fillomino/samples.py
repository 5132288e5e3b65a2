"""A few small boards that live in the code."""

from __future__ import annotations

from studio.core.grid import Grid
from studio.core.puzzle import Puzzle

from .check import CHALLENGING


def _board(title: str, variant: str, *rows: str) -> Puzzle:
    numbers = tuple(int(token) if token != "." else 0 for row in rows for token in row.split())
    return Puzzle("fillomino", Grid(len(rows), len(rows[0].split())), numbers, params={"variant": variant}, title=title)


SAMPLES = (
    _board("First steps", CHALLENGING,
           "3 . . 5 .",
           ". 1 . . 2",
           ". 4 . 2 .",
           "4 . . 3 .",
           ". 4 . . 4"),
    _board("Hidden regions", CHALLENGING,
           ". . 4 . . .",
           ". 5 3 . 2 .",
           ". . . . 5 2",
           "3 3 . . . .",
           ". 2 . 1 4 .",
           ". . . 3 . ."),
)

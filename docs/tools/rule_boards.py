"""The guide's drawn examples: for every rule of every family a board that keeps it and one that breaks it.

`make_pictures.py` draws them and refuses a "right" board with a fault or a "wrong" one without the fault it is meant to show.
Fillomino: `3!` given, `3` written. Fobidoshi: `O X` given, `o x` marked. Evolomino: `O` given square, `o` drawn, `-` none,
`#` shaded; arrows as lists of (row, column). Tiling: one letter per piece, `.` open, `_` outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from studio.core.grid import Grid
from studio.core.puzzle import Board, Puzzle
from studio.families.evolomino.model import border_between
from studio.families.tiling.model.convert import tiles_from_words, tiles_to_json

Arrow = list[tuple[int, int]]


@dataclass(frozen=True)
class Pair:
    """`rule` is the checker's name of the broken rule."""

    name: str
    right: Board
    wrong: Board
    rule: str


def rows_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def board_of(family: str, text: str, givens: dict[str, int], marks: dict[str, int], **params: Any) -> Board:
    rows = rows_of(text)
    flat = [token for row in rows for token in row]
    puzzle = Puzzle(family, Grid(len(rows), len(rows[0])), tuple(givens.get(token, 0) for token in flat), params=params)
    return Board(puzzle, [givens.get(token, marks.get(token, 0)) for token in flat])


def fillomino(text: str, variant: str = "challenging") -> Board:
    givens = {f"{number}!": number for number in range(1, 30)}
    return board_of("fillomino", text, givens, {str(number): number for number in range(1, 30)}, variant=variant)


def fobidoshi(text: str) -> Board:
    return board_of("fobidoshi", text, {"O": 1, "X": 2}, {"o": 1, "x": 2})


def evolomino(text: str, *arrows: Arrow) -> Board:
    rows = rows_of(text)
    grid = Grid(len(rows), len(rows[0]))
    borders = [0] * grid.border_count
    for arrow in arrows:
        cells = [grid.index(*cell) for cell in arrow]
        for a, b in pairwise(cells):
            border, direction = border_between(grid.rows, grid.cols, a, b)
            borders[border] = direction
    flat = [token for row in rows for token in row]
    givens = tuple({"#": 1, "O": 2}.get(token, 0) for token in flat)
    marks = [{"o": 1, "O": 1, "-": 2, "#": 2}.get(token, 0) for token in flat]
    return Board(Puzzle("evolomino", grid, givens, tuple(borders)), marks)


def tiling(text: str, tiles: str, reflections: bool = False) -> Board:
    rows = rows_of(text)
    flat = [token for row in rows for token in row]
    params = {"reflections": reflections, "tiles": tiles_to_json(tiles_from_words(tiles))}
    numbers = {letter: number for number, letter in enumerate(sorted(set(flat) - {".", "_"}), 1)}
    puzzle = Puzzle("tiling", Grid(len(rows), len(rows[0])), tuple(int(token != "_") for token in flat), params=params)
    return Board(puzzle, [numbers.get(token, 0) for token in flat])


FILLOMINO = (
    Pair("fillomino-size", fillomino("3! 3 1 2! \n 3 4 4 2 \n 1! 4 4! 3 \n 2! 2 3! 3"),
         fillomino("3! 3 3 2! \n 3 4 4 2 \n 1! 4 4! 3 \n 2! 2 3! 3"), "region-too-large"),
    Pair("fillomino-room", fillomino("3! . 1 2! \n 3 4 4 . \n . 4 4! . \n . . 3! ."),
         fillomino("3! . 1 2! \n 3 4 4 1 \n . 4 4! . \n . . 3! ."), "region-too-small"),
    Pair("fillomino-touch", fillomino("2! 2 1 \n 3 3 2! \n 1! 3! 2"),
         fillomino("2! 2 1 \n 3! 2 2! \n 3 3 1"), "region-too-large"),
    Pair("fillomino-hidden", fillomino("2! 2 1! \n 3 3 2! \n 1! 3 2"),
         fillomino("2! 2 1! \n 3 3 2! \n 1! 3 2", "basic"), "hidden-region"),
)

FOBIDOSHI = (
    Pair("fobidoshi-joined", fobidoshi("O o x x \n x o o O \n x x o x \n x O o x"),
         fobidoshi("O o x x \n x x o O \n x x o x \n x O o x"), "connected"),
    Pair("fobidoshi-four", fobidoshi("x O x x \n o o O x \n O x o x \n x x O o"),
         fobidoshi("x O x x \n o o O o \n O x x x \n o x x x"), "stripe"),
    Pair("fobidoshi-reach", fobidoshi("O . . . \n x . X . \n . . . O \n O . . ."),
         fobidoshi("O x . . \n x . X . \n . . . O \n O . . ."), "connected"),
)

FLAT = [(1, column) for column in range(6)]
EVOLOMINO = (
    Pair("evolomino-one-arrow-square", evolomino("- - o - o - \n o - o - o - \n - - - - o -", FLAT),
         evolomino("- - - - o o \n o o - - o - \n - - - - - -", FLAT), "two-arrow-squares"),
    Pair("evolomino-no-arrow-square", evolomino("- - o - - - \n o - o - - - \n - - - - - -", FLAT),
         evolomino("- - o - - - \n o - o - - - \n - - - - o o", FLAT), "no-arrow-square"),
    Pair("evolomino-two-blocks", evolomino("- - - - - - \n o - - - o - \n - - - - o -", FLAT),
         evolomino("- - - - - - \n - - - - o - \n - - - - o -", FLAT), "too-few-blocks"),
    Pair("evolomino-plus-one", evolomino("- - - - o - \n o - - - o - \n - - - - - -", FLAT),
         evolomino("- - - - o o \n o - - - o - \n - - - - - -", FLAT), "next-block"),
    Pair("evolomino-not-turned", evolomino("o o - - o o \n o - - - o - \n - - - - o - \n - - - - - -", FLAT),
         evolomino("o o - - - - \n o - - o - - \n - - - o - - \n - - - o o -", FLAT), "next-block"),
)

TILING = (
    Pair("tiling-shape", tiling("A A B \n A B B", "3L"), tiling("A A A \n B B B", "3L"), "wrong-shape"),
    Pair("tiling-flip", tiling("A A A B \n A B B B", "4L"), tiling("A B B B \n A A A B", "4L"), "wrong-shape"),
    Pair("tiling-count", tiling("A A A B \n C C C B", "1:2 3I 1"), tiling("A A A B \n C C D B", "1:2 3I 1"), "too-many"),
    Pair("tiling-hole", tiling("A A A . \n A B B . \n B B _ .", "4L 4S 3I"),
         tiling("A A A . \n A . B B \n _ _ B B", "4L 4O"), "hole"),
)

ALL = (*FILLOMINO, *FOBIDOSHI, *EVOLOMINO, *TILING)

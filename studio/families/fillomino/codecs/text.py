"""Foreign texts: the thesis' plain numbers and janko text, both recognised by their content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from studio.core import janko
from studio.core.codec import Codec, number_grid, whole, write_number_grid
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.fillomino.model import BASIC, CHALLENGING, QUESTION, ZERO, limit_of, no_borders, params

FAMILY = "fillomino"
# Evolomino's raw text has the same layout. Its codes 1..12 are pieces of arrows: (enters from, leaves to) as (row, column).
_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_PIECES = {1: (_LEFT, _RIGHT), 2: (_RIGHT, _LEFT), 3: (_DOWN, _UP), 4: (_UP, _DOWN), 5: (_LEFT, _DOWN), 6: (_LEFT, _UP),
           7: (_RIGHT, _DOWN), 8: (_RIGHT, _UP), 9: (_DOWN, _LEFT), 10: (_DOWN, _RIGHT), 11: (_UP, _LEFT), 12: (_UP, _RIGHT)}


def looks_like_arrows(rows: int, cols: int, values: list[int]) -> bool:
    """Do the numbers read as Evolomino codes make chains of arrow pieces? Numbers of a Fillomino hardly ever do."""
    if any(value > 31 or value % 16 > 13 for value in values):
        return False
    pieces = {divmod(cell, cols): _PIECES[value % 16] for cell, value in enumerate(values) if value % 16 in _PIECES}
    linked = set()
    for (row, col), (_, leaves) in pieces.items():
        after = (row + leaves[0], col + leaves[1])
        if after in pieces and pieces[after][0] == (-leaves[0], -leaves[1]):
            linked |= {(row, col), after}
    return len(pieces) > 0 and len(linked) > 0.8 * len(pieces)


class ThesisText(Codec):
    """`H W`, then H lines of W numbers, 0 (also `.` or `-`) = empty.

    The layout has no place for the variant: boards named like the thesis' own basic ones (`10x10PB3.txt`, from Puzzle Baron)
    are read as basic, all others as challenging.
    """

    id = "fillomino-text"
    name = "Fillomino text"
    keeps = ("grid",)

    def confidence(self, text: str, filename: str) -> float:
        head = text.split(None, 2)[:2]
        if len(head) < 2 or not all(token.isdecimal() for token in head):
            return 0.0
        try:
            rows, cols, values = number_grid(_plain(text), self.name)
        except BadPuzzle:
            return 0.0
        if any(value < 0 or value > rows * cols for value in values):
            return 0.1
        if set(values) == {0, 1} and "." in text:
            return 0.0  # circles can be written like this, too: let it be asked
        return 0.2 if looks_like_arrows(rows, cols, values) else 0.8

    def read(self, text: str, filename: str) -> Puzzle:
        rows, cols, values = number_grid(_plain(text), self.name)
        stem = re.split(r"[\\/]", filename)[-1].rsplit(".", 1)[0]
        basic = re.search(r"PB\d+$", stem) is not None
        grid = make_grid(rows, cols)
        return Puzzle(FAMILY, grid, tuple(values), no_borders(grid), title=stem,
                      params=params(BASIC if basic else CHALLENGING))

    def write(self, puzzle: Puzzle) -> str:
        refuse_kinds(puzzle, self.name)
        return write_number_grid(puzzle.grid.rows, puzzle.grid.cols, puzzle.givens)


def _plain(text: str) -> str:
    return " ".join("0" if token in (".", "-") else token for token in text.split())


def refuse_kinds(puzzle: Puzzle, name: str, zero: bool = False) -> None:
    """These formats have numbers and nothing else, some of them a 0."""
    if not zero and ZERO in puzzle.givens:
        raise BadPuzzle(say("{name} knows no clue 0", name=name))
    if QUESTION in puzzle.givens or any(puzzle.borders) or limit_of(puzzle):
        raise BadPuzzle(say("{name} knows no question marks, given borders or largest region", name=name))


class JankoText(janko.JankoText):
    """Numbers apart by blanks, `-` or `.` = empty."""

    family = FAMILY
    keeps = ("grid", "title", "author", "notes", "solution")
    told_in_notes = ("source", "info")

    def unnamed(self, problem: Sequence[str]) -> float:
        """Pages of other puzzles with numbers look the same."""
        return 0.5 if re.fullmatch(r"[\d\s.-]+", " ".join(problem)) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        puzzle = super().read(text, filename)
        return replace(puzzle, params=params(), borders=no_borders(puzzle.grid))

    def read_rows(self, lines: Sequence[str], grid: Grid, what: str) -> Answer:
        rows = [line.split() for line in lines]
        if [len(row) for row in rows] != [grid.cols] * grid.rows:
            raise BadPuzzle(say("janko text: {what} does not have {rows} rows of {cols} cells", what=what, rows=grid.rows,
                                cols=grid.cols))
        return _numbers(rows)

    def read_solution(self, lines: Sequence[str], grid: Grid) -> Answer | None:
        """The solution if it is there in full."""
        rows = [line.split() for line in lines]
        if [len(row) for row in rows] != [grid.cols] * grid.rows:
            return None
        numbers = _numbers(rows)
        return numbers if all(numbers) else None

    def write(self, puzzle: Puzzle) -> str:
        refuse_kinds(puzzle, self.name)
        return super().write(puzzle)

    def write_rows(self, grid: Grid, values: Sequence[int]) -> list[str]:
        return [" ".join(str(value) if value else "-" for value in values[start : start + grid.cols])
                for start in range(0, grid.size, grid.cols)]


def _numbers(rows: list[list[str]]) -> Answer:
    tokens = [token for row in rows for token in row]
    bad = [token for token in tokens if token not in ("-", ".") and not token.isdecimal()]
    if bad:
        raise BadPuzzle(say("janko text: {bad!r} is not a number", bad=bad[0]))
    return tuple(whole(token) if token.isdecimal() else 0 for token in tokens)

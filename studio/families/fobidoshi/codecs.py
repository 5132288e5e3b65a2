"""Exchange formats: the thesis' text (section 3.1, puzzle and solution) and janko text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.core import janko
from studio.core.codec import Codec, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY

FAMILY_ID = "fobidoshi"
CELLS = {"-": EMPTY, ".": EMPTY, "o": CIRCLE, "O": CIRCLE, "x": CROSS, "X": CROSS}
SIGNS = {EMPTY: "-", CIRCLE: "o", CROSS: "x"}


def read_rows(lines: Sequence[str], grid: Grid, what: str) -> tuple[int, ...]:
    """Rows of cells, with or without blanks between them."""
    values: list[int] = []
    for number, line in enumerate(lines, 1):
        cells = "".join(line.split())
        if len(cells) != grid.cols:
            raise BadPuzzle(say("{what}: row {number} has {count} cells instead of {cols}", what=what, number=number,
                                count=len(cells), cols=grid.cols))
        for sign in cells:
            if sign not in CELLS:
                raise BadPuzzle(say("{what}: {sign!r} in row {number} is neither o, x nor -", what=what, sign=sign,
                                    number=number))
            values.append(CELLS[sign])
    if len(lines) != grid.rows:
        raise BadPuzzle(say("{what}: {count} rows instead of {rows}", what=what, count=len(lines), rows=grid.rows))
    return tuple(values)


def as_answer(values: Sequence[int]) -> Answer:
    """In a stored solution everything that is no circle is empty."""
    return tuple(CIRCLE if value == CIRCLE else CROSS for value in values)


def write_rows(grid: Grid, values: Sequence[int], gap: str = "") -> list[str]:
    return [gap.join(SIGNS[value] for value in values[row * grid.cols : (row + 1) * grid.cols]) for row in range(grid.rows)]


def solution_values(puzzle: Puzzle) -> list[int]:
    """A solution as the archive writes it: circles, and the rest empty, given crosses too."""
    assert puzzle.solution is not None
    return [CIRCLE if value == CIRCLE else EMPTY for value in puzzle.solution]


class ThesisText(Codec):
    """First line N, then N rows of the puzzle, then (optional) N rows of the solution."""

    id = "fobidoshi-text"
    name = "Fobidoshi text"

    def confidence(self, text: str, filename: str) -> float:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not re.fullmatch(r"\s*\d{1,3}\s*", lines[0]):
            return 0.0
        body = [set("".join(line.split())) for line in lines[1:]]
        if not all(row <= CELLS.keys() for row in body):
            return 0.0
        return 0.95 if len(body) in (int(lines[0]), 2 * int(lines[0])) else 0.5

    def read(self, text: str, filename: str) -> Puzzle:
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or not re.fullmatch(r"\s*\d{1,3}\s*", lines[0]):
            raise BadPuzzle(say("Fobidoshi text: the first line must be the size of the board"))
        size = whole(lines[0])
        grid = make_grid(size, size)
        if len(lines) - 1 not in (size, 2 * size):
            raise BadPuzzle(say("Fobidoshi text: {size} or {twice} rows must follow the size, but {count} do", size=size,
                                twice=2 * size, count=len(lines) - 1))
        givens = read_rows(lines[1 : size + 1], grid, say("the puzzle"))
        solution = as_answer(read_rows(lines[size + 1 :], grid, say("the solution"))) if len(lines) > size + 1 else None
        return Puzzle(FAMILY_ID, grid, givens, solution=solution)

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        if grid.rows != grid.cols:
            raise BadPuzzle(say("Fobidoshi text knows only square boards; use janko text or a puzzle file for this one"))
        lines = [str(grid.rows), *write_rows(grid, puzzle.givens)]
        if puzzle.solution is not None:
            lines += write_rows(grid, solution_values(puzzle))
        return "\n".join(lines) + "\n"


class JankoText(janko.JankoText):
    """Circles, crosses and empty cells, with or without blanks between them."""

    family = FAMILY_ID

    def read_rows(self, lines: Sequence[str], grid: Grid, what: str) -> Answer:
        return read_rows(lines, grid, what)

    def write_rows(self, grid: Grid, values: Sequence[int]) -> list[str]:
        return write_rows(grid, values, " ")

    def read_solution(self, lines: Sequence[str], grid: Grid) -> Answer:
        return as_answer(read_rows(lines, grid, say("the solution")))

    def solution_values(self, puzzle: Puzzle) -> Answer:
        return tuple(solution_values(puzzle))


CODECS: tuple[Codec, ...] = (ThesisText(), JankoText())

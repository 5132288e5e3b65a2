"""Evolomino in puzz.link addresses and pzprv3 files (where the type is spelt "evolmino")."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.pzpr import Address, AddressCodec, read_marks, write_address, write_marks
from studio.core.pzpr_file import FileBoard, FileCodec, FileRows
from studio.core.say import say
from studio.families.evolomino.check import IS_SQUARE, NO_SQUARE
from studio.families.evolomino.model import SHADED, SQUARE

KINDS = ("evolmino", "evolomino")
_BASE27 = "0123456789abcdefghijklmnopq"
_CELL_TOKENS = {".": 0, "#": SHADED, "0": SQUARE}
_MARK_TOKENS = {".": 0, "0": IS_SQUARE, "+": NO_SQUARE}
_DECIDED = {SHADED: NO_SQUARE, SQUARE: IS_SQUARE}
"""what a given itself decides"""
BACK, FORTH = 1, 2


def _read_cells(body: str, grid: Grid) -> tuple[tuple[int, ...], int]:
    """Three cells a character, weights 9, 3 and 1: 0 empty, 1 shaded, 2 square. In a short address the rest is empty."""
    length = -(-grid.size // 3)
    values: list[int] = []
    for sign in body[:length]:
        if sign not in _BASE27:
            raise BadPuzzle(say("the address holds {sign!r}, which means nothing there", sign=sign))
        number = _BASE27.index(sign)
        values += [number // 9, number // 3 % 3, number % 3]
    return tuple([*values, *[0] * grid.size][: grid.size]), length


class EvolominoAddress(AddressCodec):
    id = "evolomino-url"
    kinds = KINDS

    def from_address(self, address: Address) -> Puzzle:
        grid = address.grid
        givens, at = _read_cells(address.body, grid)
        back, at = read_marks(address.body, at, grid.border_count)
        forth, _ = read_marks(address.body, at, grid.border_count)
        borders = [0] * grid.border_count
        for direction, marked in ((BACK, back), (FORTH, forth)):
            for border in marked:
                borders[border] = direction
        return Puzzle("evolomino", grid, givens, tuple(borders))

    def ends_early(self, address: Address) -> bool:
        return len(address.body) < -(-address.grid.size // 3)

    def write(self, puzzle: Puzzle) -> str:
        cells = [*puzzle.givens, 0, 0]
        triples = (cells[start : start + 3] for start in range(0, puzzle.grid.size, 3))
        body = "".join(_BASE27[a * 9 + b * 3 + c] for a, b, c in triples)
        for direction in (BACK, FORTH):
            marked = {border for border, value in enumerate(puzzle.borders) if value == direction}
            body += write_marks(marked, puzzle.grid.border_count)
        return write_address(KINDS[0], puzzle.grid, body) + "\n"


class EvolominoFile(FileCodec):
    id = "evolomino-pzpr"
    kinds = KINDS

    def from_rows(self, rows: FileRows) -> FileBoard:
        grid = rows.grid
        tokens = rows.rows(grid.rows, grid.cols)
        if not set(tokens) <= set(_CELL_TOKENS):
            raise BadPuzzle(say("the cells of the pzprv3 file are not all '.', '#' or '0'"))
        borders = rows.rows(grid.rows, grid.cols - 1) + rows.rows(grid.rows - 1, grid.cols)
        if not set(borders) <= {"0", "1", "2"}:
            raise BadPuzzle(say("the arrows of the pzprv3 file are not all 0, 1 or 2"))
        puzzle = Puzzle("evolomino", grid, tuple(_CELL_TOKENS[token] for token in tokens), tuple(map(int, borders)))
        marks = rows.rows(grid.rows, grid.cols) if rows.more() else ["."] * grid.size
        if not set(marks) <= set(_MARK_TOKENS):
            raise BadPuzzle(say("the answer in the pzprv3 file is not all '.', '0' or '+'"))
        return FileBoard(puzzle, [_DECIDED.get(given, _MARK_TOKENS[mark]) for given, mark in zip(puzzle.givens, marks)])

    def closed(self, answer: Sequence[int]) -> Answer:
        return tuple(mark or NO_SQUARE for mark in answer)

    def blocks(self, puzzle: Puzzle, marks: Sequence[int], pencil: Sequence[int]) -> list[tuple[int, Sequence[str]]]:
        grid = puzzle.grid
        names = {value: token for token, value in _CELL_TOKENS.items()}
        answers = {value: token for token, value in _MARK_TOKENS.items()}
        upright = grid.rows * (grid.cols - 1)
        arrows = [str(value) for value in puzzle.borders]
        answer = ["." if given in _DECIDED else answers[mark] for given, mark in zip(puzzle.givens, marks)]
        return [(grid.cols, [names[value] for value in puzzle.givens]), (grid.cols - 1, arrows[:upright]),
                (grid.cols, arrows[upright:]), (grid.cols, answer)]

"""Fillomino in puzz.link addresses and pzprv3 files, and in Simon Tatham's "Filling" game ids."""

from __future__ import annotations

import re

from studio.core.codec import Codec, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.pzpr import Address, AddressCodec, FileCodec, FileRows, file_text, read_numbers, write_address, write_numbers

KINDS = ("fillomino", "fillomino01")
CHALLENGING = {"variant": "challenging"}
"""puzz.link knows one variant only: hidden regions are allowed."""


class FillominoAddress(AddressCodec):
    id = "fillomino-url"
    keeps = ("grid",)
    kinds = KINDS

    def from_address(self, address: Address) -> Puzzle:
        values, _ = read_numbers(address.body, address.grid.size)
        return Puzzle("fillomino", address.grid, tuple(values), params=CHALLENGING)

    def write(self, puzzle: Puzzle) -> str:
        return write_address(KINDS[0], puzzle.grid, write_numbers(puzzle.givens)) + "\n"


class FillominoFile(FileCodec):
    id = "fillomino-pzpr"
    keeps = ("grid",)
    kinds = KINDS

    def from_rows(self, rows: FileRows) -> Puzzle:
        rows.flag("t")
        grid = rows.grid
        givens = [whole(token) if token.isdecimal() else 0 for token in rows.rows(grid.rows, grid.cols)]
        solution = None
        if rows.more():
            answers = [whole(token) if token.isdecimal() else 0 for token in rows.rows(grid.rows, grid.cols)]
            filled = [given or answer for given, answer in zip(givens, answers)]
            solution = tuple(filled) if all(filled) else None
        return Puzzle("fillomino", grid, tuple(givens), params=CHALLENGING, solution=solution)

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        clues = [str(value) if value else "." for value in puzzle.givens]
        blank = ["."] * grid.size
        answers = [str(v) if not g else "." for v, g in zip(puzzle.solution, puzzle.givens)] if puzzle.solution else blank
        upright, level = ["0"] * (grid.rows * (grid.cols - 1)), ["0"] * ((grid.rows - 1) * grid.cols)
        blocks = [(grid.cols, clues), (grid.cols, answers), (grid.cols - 1, upright), (grid.cols, level)]
        return file_text(KINDS[0], grid, blocks)


class FillingId(Codec):
    """`WxH:` then digits, and letters for runs of empty cells."""

    id = "fillomino-tatham"
    name = "Simon Tatham's Filling id"
    keeps = ("grid",)
    _form = re.compile(r"\s*(\d{1,4})x(\d{1,4}):([1-9a-z]+)\s*")

    def confidence(self, text: str, filename: str) -> float:
        return 0.95 if self._form.fullmatch(text) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        match = self._form.fullmatch(text)
        if match is None:
            raise BadPuzzle("this is not a Filling game id")
        grid = make_grid(whole(match[2]), whole(match[1]))
        values: list[int] = []
        for sign in match[3]:
            values += [int(sign)] if sign.isdecimal() else [0] * (ord(sign) - ord("a") + 1)
        if len(values) != grid.size:
            raise BadPuzzle(f"the game id describes {len(values)} cells instead of {grid.size}")
        return Puzzle("fillomino", grid, tuple(values), params=CHALLENGING)

    def write(self, puzzle: Puzzle) -> str:
        if max(puzzle.givens) > 9:
            raise BadPuzzle("Filling knows regions of up to 9 cells only")
        return f"{puzzle.grid.cols}x{puzzle.grid.rows}:{_runs(puzzle.grid, puzzle.givens)}\n"


def _runs(grid: Grid, values: tuple[int, ...]) -> str:
    text, gap = "", 0
    for value in values:
        if value or gap == 26:
            text += chr(ord("a") + gap - 1) if gap else ""
            gap = 0
        if value:
            text += str(value)
        else:
            gap += 1
    return text + (chr(ord("a") + gap - 1) if gap else "")

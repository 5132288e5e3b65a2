"""Fillomino in puzz.link addresses and pzprv3 files, and in Simon Tatham's "Filling" game ids."""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.core.codec import Codec, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.pzpr import (
    Address,
    AddressCodec,
    numbers_end_early,
    read_bits,
    read_numbers,
    write_address,
    write_bits,
    write_numbers,
)
from studio.core.pzpr_file import FileBoard, FileCodec, FileRows
from studio.core.say import say
from studio.families.fillomino.codecs.text import refuse_kinds
from studio.families.fillomino.model import BORDER, QUESTION, ZERO, limit_of, no_borders, params

KINDS = ("fillomino", "fillomino01")
T_LIMIT = 3
"""The largest region where the flag `t` is set. puzz.link has the challenging variant only: hidden regions are allowed."""


def _params(t: bool) -> dict[str, object]:
    return params(limit=T_LIMIT if t else 0)


def _flag(puzzle: Puzzle) -> tuple[str, ...]:
    limit = limit_of(puzzle)
    if limit not in (0, T_LIMIT):
        raise BadPuzzle(say("puzz.link knows a largest region of {known} cells only, not {limit}", known=T_LIMIT, limit=limit))
    return ("t",) if limit else ()


class FillominoAddress(AddressCodec):
    id = "fillomino-url"
    keeps = ("grid",)
    kinds = KINDS

    def from_address(self, address: Address) -> Puzzle:
        grid = address.grid
        values, at = read_numbers(address.body, grid.size, QUESTION, ZERO)
        borders = [BORDER * bit for bit in read_bits(address.body[at:], grid)] if address.body[at:] else no_borders(grid)
        has_t = any("t" in flag for flag in address.flags)
        return Puzzle("fillomino", grid, tuple(values), tuple(borders), params=_params(has_t))

    def ends_early(self, address: Address) -> bool:
        return numbers_end_early(address.body, address.grid.size)

    def write(self, puzzle: Puzzle) -> str:
        body = write_numbers(puzzle.givens, QUESTION, ZERO)
        if any(puzzle.borders):
            body += write_bits(puzzle.borders, puzzle.grid)
        return write_address(KINDS[0], puzzle.grid, body, _flag(puzzle)) + "\n"


class FillominoFile(FileCodec):
    id = "fillomino-pzpr"
    kinds = KINDS

    def from_rows(self, rows: FileRows) -> FileBoard:
        has_t = rows.flag("t")
        grid = rows.grid
        givens = [_clue(token) for token in rows.rows(grid.rows, grid.cols)]
        told: list[str] = []
        answers = [_answer(token, told) for token in (rows.rows(grid.rows, grid.cols) if rows.more() else ())]
        answers = answers or [(0, 0)] * grid.size
        tokens = rows.rows(grid.rows, grid.cols - 1) + rows.rows(grid.rows - 1, grid.cols) if rows.more() else []
        borders = [BORDER if token.lstrip("-") == "X" else 0 for token in tokens] or no_borders(grid)
        if any(token not in ("0", "X") for token in tokens):
            told.append(say("borders that a player drew, and marks for no border, are left out"))
        puzzle = Puzzle("fillomino", grid, tuple(givens), tuple(borders), params=_params(has_t))
        filled = [given if given > 0 else number for given, (number, _) in zip(givens, answers)]
        return FileBoard(puzzle, filled, [small for _, small in answers], tuple(told))

    def flags(self, puzzle: Puzzle) -> tuple[str, ...]:
        return _flag(puzzle)

    def blocks(self, puzzle: Puzzle, marks: Sequence[int], pencil: Sequence[int]) -> list[tuple[int, Sequence[str]]]:
        grid = puzzle.grid
        clues = [_CLUES.get(value, str(value)) for value in puzzle.givens]
        answers = ["." if given > 0 or given == ZERO else _answer_token(mark, small)
                   for given, mark, small in zip(puzzle.givens, marks, pencil)]
        tokens = ["X" if given else "0" for given in puzzle.borders or (0,) * grid.border_count]
        upright = grid.rows * (grid.cols - 1)
        return [(grid.cols, clues), (grid.cols, answers), (grid.cols - 1, tokens[:upright]), (grid.cols, tokens[upright:])]


_CLUES = {0: ".", QUESTION: "-", ZERO: "0"}
_ANSWER = re.compile(r"(\d{1,9}|[.+=%-])(?:\[(\d*),(\d*),(\d*),(\d*)\])?")
MOST_SMALL = 30


def _clue(token: str) -> int:
    return QUESTION if token == "-" else whole(token) or ZERO if token.isdecimal() else 0


def _answer(token: str, told: list[str]) -> tuple[int, int]:
    """A player's number and small numbers (one bit each); what else may stand there is told."""
    match = _ANSWER.fullmatch(token)
    if match is None:
        raise BadPuzzle(say("{token!r} in the pzprv3 file is no answer of a cell", token=token[:20]))
    if match[1] in "+-=%":
        told.append(say("a player's marks + - = % are left out"))
    small = {int(number) for number in match.groups()[1:] if number and len(number) < 4}
    if any(number < 1 or number > MOST_SMALL for number in small):
        told.append(say("small numbers above {most} are left out", most=MOST_SMALL))
    bits = sum(1 << number for number in small if 0 < number <= MOST_SMALL)
    return int(match[1]) if match[1].isdecimal() else 0, bits


def _answer_token(mark: int, small: int) -> str:
    """The file has room for four small numbers; a fifth does not come back, and so is told."""
    if mark > 0:
        return str(mark)
    numbers = [str(number) for number in range(1, MOST_SMALL + 1) if small >> number & 1][:4]
    return "." + (f"[{','.join(numbers + [''] * (4 - len(numbers)))}]" if numbers else "")


class FillingId(Codec):
    """`WxH:` then digits, and letters for runs of empty cells."""

    id = "fillomino-tatham"
    name = "Simon Tatham's Filling id"
    keeps = ("grid",)
    _form = re.compile(r"\s*(\d{1,4})(?:x(\d{1,4}))?:([0-~]+)\s*")

    def confidence(self, text: str, filename: str) -> float:
        match = self._form.fullmatch(text)
        return 0.95 if match and re.fullmatch(r"[0-9a-z:-?]+", match[3]) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        match = self._form.fullmatch(text)
        if match is None:
            raise BadPuzzle(say("this is not a Filling game id"))
        grid = make_grid(whole(match[2] or match[1]), whole(match[1]))
        values: list[int] = []
        for sign in match[3]:
            number = ord(sign) - ord("0")  # 10 is ":", as ASCII goes on
            if not ("a" <= sign <= "z" or number <= largest_in_filling(grid)):
                raise BadPuzzle(say("{sign!r} is no number that Filling has on a board of {cols}x{rows}", sign=sign,
                                    cols=grid.cols, rows=grid.rows))
            values += [0] * (ord(sign) - ord("a") + 1) if "a" <= sign <= "z" else [number]
        if len(values) != grid.size:
            raise BadPuzzle(say("the game id describes {count} cells instead of {size}", count=len(values), size=grid.size))
        return Puzzle("fillomino", grid, tuple(values), no_borders(grid), params=params())

    def write(self, puzzle: Puzzle) -> str:
        refuse_kinds(puzzle, "Filling")
        most = min(9, largest_in_filling(puzzle.grid))
        if max(max(puzzle.givens), max(puzzle.solution or (0,))) > most:
            raise BadPuzzle(say("on {cols}x{rows} Filling knows regions of up to {most} cells only", cols=puzzle.grid.cols,
                                rows=puzzle.grid.rows, most=most))
        return f"{puzzle.grid.cols}x{puzzle.grid.rows}:{_runs(puzzle.grid, puzzle.givens)}\n"


def largest_in_filling(grid: Grid) -> int:
    """The largest number that Filling reads; its players can type digits only, so boards with more than 9 are not written."""
    return max(grid.rows, grid.cols, 3)


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
